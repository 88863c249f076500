#!/bin/sh
# Verifies a collection with GNU parallel (Debian package "parallel"): chunks of
# lines go to as many processes as there are processors, here or on the machines
# named with --sshlogin, and the reports come back in the order of the collection.
#
#   examples/verify-parallel.sh collection.sfen report.jsonl [LINES_PER_CHUNK]
#
# TSUMI is the program (default: tsumi), TSUMI_OPTIONS what it is told besides, as
# in TSUMI_OPTIONS="--time 60s --memory 1G", PARALLEL_OPTIONS what parallel is told,
# as in PARALLEL_OPTIONS="--sshlogin a,b". The collection must give every problem
# an id: a chunk does not know which lines of the file it has.
set -eu
collection=$1
report=$2
lines=${3:-50}
command -v parallel >/dev/null 2>&1 || { echo "verify-parallel: GNU parallel is not installed" >&2; exit 127; }

# Exit code 1 of tsumi means that something differs, which is what it is asked for, and
# 2 that a problem cannot be read, which is a row like any other. But 2 is wrong usage too:
# then rows are missing.
one='"${TSUMI:-tsumi}" verify --quiet --format json ${TSUMI_OPTIONS:-} - || [ $? -le 2 ]'
grep -v '^#' "$collection" |
    parallel --will-cite --quote --keep-order --pipe -N "$lines" ${PARALLEL_OPTIONS:-} \
        sh -c "$one" >"$report"
problems=$(grep -cv -e '^#' -e '^[[:space:]]*$' "$collection" || :)
rows=$(grep -c . "$report" || :)
[ "$rows" -eq "$problems" ] || {
    echo "verify-parallel: $rows rows for $problems problems" >&2
    exit 2
}
"${TSUMI:-tsumi}" report "$report" || [ $? -eq 1 ]

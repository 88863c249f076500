"""Verifies a collection with PySpark (PyPI package "pyspark", which needs Java).

    python3 examples/verify_spark.py collection.sfen report.jsonl [PARTITIONS]

Every partition of lines is piped through one `tsumi verify`; the reports come back
in the order of the collection. TSUMI is the program (default: tsumi), TSUMI_OPTIONS
what it is told besides, SPARK_MASTER the cluster, by default a local one of two
workers in processes of their own. The collection must give every problem an id.
"""

import os
import sys


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    collection, report = sys.argv[1:3]
    partitions = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    try:
        from pyspark import SparkConf, SparkContext
    except ImportError:
        print("verify_spark: pyspark is not installed", file=sys.stderr)
        sys.exit(127)
    program = os.environ.get("TSUMI", "tsumi")
    options = os.environ.get("TSUMI_OPTIONS", "")
    conf = (
        SparkConf()
        .setAppName("tsumi verify")
        .setMaster(os.environ.get("SPARK_MASTER", "local-cluster[2,1,1024]"))
        .set("spark.ui.enabled", "false")
        .set("spark.driver.host", "127.0.0.1")
        .set("spark.driver.bindAddress", "127.0.0.1")
        .set("spark.executorEnv.PYTHONPATH", os.pathsep.join(p for p in sys.path if p))
    )
    context = SparkContext(conf=conf)
    context.setLogLevel("ERROR")
    try:
        lines = context.textFile("file://" + os.path.abspath(collection), partitions)
        problems = lines.filter(lambda line: line.strip() and not line.startswith("#"))
        # Exit code 1 of tsumi means that something differs, which is what it is asked
        # for, and 2 that a problem cannot be read, which is a row like any other. But 2
        # is wrong usage too: then rows are missing. An empty partition has no problem.
        command = (
            "sh -c 'read -r first || exit 0; "
            '{ printf "%%s\\n" "$first"; cat; } | "%s" verify --quiet --format json %s - '
            "|| [ $? -le 2 ]'" % (program, options)
        )
        rows = problems.pipe(command, checkCode=True)
        # In their order. A report too large for this machine's memory is better saved
        # where the cluster keeps its files: rows.saveAsTextFile(...)
        found, wanted = rows.collect(), problems.count()
        with open(report, "w", encoding="utf-8") as out:
            out.writelines(row + "\n" for row in found)
    finally:
        context.stop()
    if len(found) != wanted:
        sys.exit("verify_spark: %d rows for %d problems" % (len(found), wanted))
    code = os.spawnlp(os.P_WAIT, program, program, "report", report)
    sys.exit(0 if code == 1 else code)


if __name__ == "__main__":
    main()

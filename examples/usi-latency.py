#!/usr/bin/env python3
"""How long `tsumi usi` takes to answer `usi`, `isready` and `stop`.

    examples/usi-latency.py [ENGINE [RUNS [HASH_MIB [SECONDS]]]]

Each run is a new process with a table of HASH_MIB (default 4096): the time from
the start of the process to `usiok`, from `isready` to `readyok`, then a search
without end that is stopped after up to SECONDS (default 2.5), and the time from `stop` to
the `checkmate` line. Printed are median and worst of all runs, in milliseconds.
"""

import json
import statistics
import subprocess
import sys
import time

ENGINE = sys.argv[1] if len(sys.argv) > 1 else "tsumi"
RUNS = int(sys.argv[2]) if len(sys.argv) > 2 else 50
HASH = sys.argv[3] if len(sys.argv) > 3 else "4096"

LONGEST = float(sys.argv[4]) if len(sys.argv) > 4 else 2.5

# Microcosmos (Hashimoto 1986, 1525 plies): no search of it ends within seconds.
with open(sys.path[0] + "/../problems/hard.jsonl", encoding="utf-8") as file:
    SFEN = next(p["sfen"] for p in map(json.loads, file) if p["id"] == "microcosmos")


def until(process, word):
    """Reads on to a line that begins with a word."""
    for line in process.stdout:
        if line.startswith(word):
            return line.strip()
    raise SystemExit(f"the engine ended before {word}")


def main():
    """Measures."""
    times = {"usiok": [], "readyok": [], "stop": []}
    for run in range(RUNS):
        begin = time.perf_counter()
        process = subprocess.Popen(
            [ENGINE, "usi"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

        def timed(name, command, answer, begin=None, process=process):
            begin = begin or time.perf_counter()
            process.stdin.write(command + "\n")
            process.stdin.flush()
            said = until(process, answer)
            times[name].append((time.perf_counter() - begin) * 1e3)
            return said

        timed("usiok", "usi", "usiok", begin)
        process.stdin.write(f"setoption name USI_Hash value {HASH}\n")
        timed("readyok", "isready", "readyok")
        process.stdin.write(f"position sfen {SFEN}\ngo mate infinite\n")
        process.stdin.flush()
        time.sleep(LONGEST * (run + 1) / RUNS)
        said = timed("stop", "stop", "checkmate")
        if said != "checkmate timeout":
            raise SystemExit(f"the search was over before it was stopped: {said}")
        process.stdin.write("quit\n")
        process.stdin.flush()
        process.wait()
    for name, values in times.items():
        print(f"{name:8} median {statistics.median(values):7.2f} ms  worst {max(values):7.2f} ms"
              f"  of {len(values)}")


if __name__ == "__main__":
    main()

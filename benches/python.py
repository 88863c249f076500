"""What the Python package costs beside the program: the same collection, one after the other in
turns, by processor time.

    python3 benches/python.py target/release/tsumi problems/game.jsonl [ROUNDS]

The package must be of the same build profile as the program (`maturin develop --release`).
"""

import os
import subprocess
import sys

CODE = """
import sys, tsumi
solutions = tsumi.solve_many(tsumi.read(sys.argv[1]), shortest=False)
print(sum(solution.nodes for solution in solutions))
"""


def seconds(command):
    """Processor time of a command, and what it says."""
    before = os.times()
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout
    after = os.times()
    user = after.children_user - before.children_user
    return user + after.children_system - before.children_system, said


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, collection = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    commands = {
        "program": [program, "solve", collection, "--quick", "--quiet", "--format", "json"],
        "package": [sys.executable, "-c", CODE, collection],
    }
    times = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            times[name].append(seconds(command)[0])
    least = {name: min(found) for name, found in times.items()}
    for name, found in times.items():
        print(f"{name}: {', '.join(f'{t:.2f}' for t in found)} s")
    print(f"package / program: {least['package'] / least['program']:.3f} (the least of each)")


if __name__ == "__main__":
    main()

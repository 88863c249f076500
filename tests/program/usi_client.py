"""A session of the cshogi package (PyPI) with the engine.

    python3 tests/program/usi_client.py path/to/tsumi problems/zuko.sfen [milliseconds]

Every problem of the set is given to the engine through cshogi's USI engine
class, and every answer is replayed on cshogi's board: each move legal, each of
the attacker's moves a check, and mate at the end, or but for drops that the
attacker takes at once (the line leaves out futile interpositions).
Exit code 1 when an answer is wrong.
"""

import json
import sys
import time

import cshogi
from cshogi.usi import Engine


def problems(path):
    """(id, sfen) of every problem in an SFEN or JSONL file."""
    for line in open(path, encoding="utf-8"):
        line = line.strip()
        if line.startswith("{"):
            fields = json.loads(line)
            yield fields["id"], fields["sfen"]
        elif line and not line.startswith("#"):
            fields = line.split("\t")
            yield fields[0], fields[1]


def fault(sfen, answer):
    """What is wrong with an answer; None when nothing is."""
    # cshogi wants both kings, and a kingless attacker has none in problems.
    kings = sfen.split()[0].count("K"), sfen.split()[0].count("k")
    board = cshogi.Board()
    board.set_sfen(sfen)
    for n, usi in enumerate(answer.split()):
        move = board.move_from_usi(usi)
        if kings == (1, 1) or n % 2 == 1:
            if not board.is_legal(move):
                return f"move {n + 1}, {usi}, is not legal"
        board.push(move)
        if n % 2 == 0 and not board.is_check():
            return f"move {n + 1}, {usi}, gives no check"
    drops_only = all(cshogi.move_is_drop(m) for m in board.legal_moves)
    return None if drops_only else "no mate at the end"


def main():
    path, problem_file = sys.argv[1:3]
    limit = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    engine = Engine(path)
    assert engine.name.startswith("tsumi"), engine.name
    engine.setoption("USI_Hash", 64)
    engine.isready()
    engine.usinewgame()
    counts = {"mate": 0, "nomate": 0, "timeout": 0}
    wrong = 0
    slowest = 0.0
    for name, sfen in problems(problem_file):
        engine.position(sfen="sfen " + sfen)
        begin = time.time()
        answer = engine.go_mate(byoyomi=limit)
        slowest = max(slowest, time.time() - begin)
        if answer in counts:
            counts[answer] += 1
            continue
        counts["mate"] += 1
        why = fault(sfen, answer)
        if why:
            wrong += 1
            print(f"{name}: {why}: {answer}")
    engine.quit()
    total = sum(counts.values())
    print(f"{total} problems: {counts}, {wrong} wrong, slowest answer {slowest:.3f} s")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

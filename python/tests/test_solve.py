"""Answers, and what they consist of."""

import builtins
import dataclasses
import pickle
import time
from collections.abc import Hashable

import pytest
import shogi
from conftest import NINE, NONE, ONE, PROBLEMS

import tsumi


def test_a_mate() -> None:
    solution = tsumi.solve(NINE)
    assert (solution.verdict, solution.reason, solution.plies) == ("mate", None, 9)
    assert solution.conventional == tsumi.Length(9, 9, "searched")
    assert solution.raw is not None and solution.raw.lower >= 9
    assert solution.usi.startswith("2d1c+ 1d1c R*2c")
    assert solution.kif.startswith("▲１三角成 △同玉 ▲２三飛")
    assert str(solution) == solution.text
    assert solution.text.startswith("mate in 9 plies (minimal, found by search)")
    assert solution.japanese.startswith("詰み：9手（最短・探索による）")
    assert solution.leftover == {} and solution.nothing_left is None
    assert solution.verified and solution.certificate is not None
    assert solution.nodes > 0 and solution.seconds > 0 and solution.table > 0
    assert solution.refutation is None


def test_the_moves_of_a_line_are_legal_and_end_in_mate() -> None:
    solution = tsumi.solve(NINE)
    first = solution.line[0]
    assert (first.usi, first.kif, first.check) == ("2d1c+", "▲１三角成", True)
    assert (first.from_square, first.to_square, first.drop) == ("2d", "1c", None)
    assert first.promotes and first.takes is None and str(first) == "2d1c+"
    third = solution.line[2]
    assert (third.from_square, third.drop, third.promotes) == (None, "R", False)
    board = shogi.Board(NINE)
    for move in solution.line:
        assert shogi.Move.from_usi(move.usi) in board.legal_moves
        board.push_usi(move.usi)
        assert board.sfen().split()[:3] == move.sfen.split()[:3]
    assert board.is_checkmate()


def test_what_proves_the_lengths() -> None:
    solution = tsumi.solve(NINE, shortest="both", proofs=True)
    assert solution.conventional == tsumi.Length(9, 9, "proved")
    assert solution.raw is not None and solution.raw.state == "proved"
    assert solution.certificate is not None
    assert {"beyond 7"} <= set(solution.certificate.claims)
    with pytest.raises(ValueError, match="shortest is"):
        tsumi.solve(NINE, shortest="quick")  # type: ignore[arg-type]


def test_no_mate_and_its_refutation() -> None:
    solution = tsumi.solve(NONE)
    assert (solution.verdict, solution.plies, solution.usi) == ("nomate", None, "")
    refutation = solution.refutation
    assert refutation is not None and refutation.reply is None
    shown = {check.move.usi for check in refutation.checks}
    alike = {usi for check in refutation.checks for usi in check.alike}
    board = shogi.Board(NONE)
    checks = {move.usi() for move in board.legal_moves if gives_check(board, move)}
    assert shown | alike == checks and refutation.more == 0
    assert all(check.fate == "refuted" and check.ending for check in refutation.checks)


def gives_check(board: shogi.Board, move: shogi.Move) -> bool:
    """Does a move give check?"""
    board.push(move)
    check: bool = board.is_check()
    board.pop()
    return check


def test_a_limit_says_nothing_about_the_position() -> None:
    first = next(tsumi.read(PROBLEMS / "zuko.sfen"))
    solution = tsumi.solve(first, nodes=100)
    assert (solution.verdict, solution.reason) == ("unknown", "nodes")
    assert solution.certificate is None and not solution.verified and solution.line == ()
    solution = tsumi.solve(first, time=1e-6)
    assert (solution.verdict, solution.reason) == ("unknown", "time")


def test_the_same_nodes_every_time() -> None:
    second = list(tsumi.read(PROBLEMS / "zuko.sfen"))[1]
    assert tsumi.solve(second).nodes == tsumi.solve(second).nodes


def test_several_threads() -> None:
    second = list(tsumi.read(PROBLEMS / "zuko.sfen"))[1]
    solution = tsumi.solve(second, threads=2)
    assert (solution.plies, solution.threads) == (21, 2)


def test_the_custom_of_the_classics() -> None:
    # The longest line leaves pieces in hand.
    problem = next(p for p in tsumi.read(PROBLEMS / "zuko.sfen") if p.id == LEAVES)
    today = tsumi.solve(problem, leftover="today")
    classic = tsumi.solve(problem, leftover="classic")
    assert today.leftover and today.nothing_left == classic.usi
    assert classic.leftover == {} and len(classic.line) < len(today.line)
    # The declared length is that of the classics.
    assert tsumi.solve(problem).usi == classic.usi
    with pytest.raises(ValueError, match="leftover must be"):
        tsumi.solve(problem, leftover="old")  # type: ignore[arg-type]


#: The longest defences of this one leave something.
LEAVES = "zuko-044"


def test_progress() -> None:
    reports: list[tsumi.Progress] = []
    first = next(tsumi.read(PROBLEMS / "hard.jsonl"))
    tsumi.solve(first, time=1.0, on_progress=reports.append)
    assert 2 <= len(reports) <= 6
    assert all(r.nodes > 0 and 0 <= r.table <= 1 for r in reports)
    assert [r.nodes for r in reports] == sorted(r.nodes for r in reports)


def test_a_solution_is_pickled() -> None:
    for position in (NINE, NONE):
        solution = tsumi.solve(position)
        again = pickle.loads(pickle.dumps(solution))
        assert again.line == solution.line and again.refutation == solution.refutation
        assert again.conventional == solution.conventional and again.problem == solution.problem
        assert again.certificate.text() == solution.certificate.text()  # type: ignore[union-attr]
        assert tsumi.check(again.certificate).claims == tuple(solution.certificate.claims)  # type: ignore[union-attr]


def test_arguments_out_of_range() -> None:
    for seconds in (0.0, -1.0, float("nan"), float("inf"), 1e300):
        with pytest.raises(ValueError, match="time must be a number of seconds"):
            tsumi.solve(ONE, time=seconds)
    for huge in (10**400, 10**5000):
        for call in (tsumi.solve, tsumi.verify, tsumi.audit):
            with pytest.raises(ValueError, match="time must be a number of seconds"):
                call(ONE, time=huge)
            with pytest.raises(ValueError, match="from 0 to"):
                call(ONE, nodes=huge)
    for none in (None, True, 1e9):
        with pytest.raises(TypeError):
            tsumi.solve(ONE, memory=none)  # type: ignore[arg-type]
    for threads in (0, 1025):
        with pytest.raises(ValueError, match="threads must be from 1 to 1024"):
            tsumi.solve(ONE, threads=threads)
    for memory in (0, "12 apples", "1k"):
        with pytest.raises(ValueError, match="apples|less than"):
            tsumi.solve(ONE, memory=memory)
    for number in (-1, 2**64):
        with pytest.raises(ValueError, match="from 0 to"):
            tsumi.solve(ONE, nodes=number)
        with pytest.raises(ValueError, match="from 0 to"):
            tsumi.solve(ONE, threads=number)
        with pytest.raises(ValueError, match="from 0 to"):
            tsumi.verify(ONE, nodes=number)
    assert tsumi.solve(ONE, memory="16M", nodes=10_000, time=60).plies == 1


def test_an_argument_that_is_wrong_is_named() -> None:
    wrong: list[tuple[str, object, str]] = [
        ("leftover", 1, "leftover must be 'today' or 'classic', not 1"),
        ("proofs", 1, "proofs must be True or False, not 1"),
        ("proofs", [], r"proofs must be True or False, not \[\]"),
        ("attacker", 1, "attacker must be 'black' or 'white', not 1"),
        ("time", "1", "time must be a number of seconds, .* not '1'"),
        ("time", True, "time must be a number of seconds, .* not True"),
        ("nodes", 1.5, "nodes must be a whole number .* not 1.5"),
        ("nodes", True, "nodes must be a whole number .* not True"),
        ("threads", 1.5, "threads must be a whole number .* not 1.5"),
        ("threads", True, "threads must be a whole number .* not True"),
        ("threads", [1], r"threads must be a whole number .* not \[1\]"),
        ("memory", 1.5, "memory must be a number of bytes .* not 1.5"),
        ("on_progress", 1, "on_progress must be a function, not 1"),
        ("stop", 1, "stop must be a tsumi.Stop, not 1"),
    ]
    for name, value, what in wrong:
        with pytest.raises(TypeError, match=what):
            tsumi.solve(ONE, **{name: value})  # type: ignore[arg-type]
    for name, value, what in wrong:
        if name not in ("leftover", "on_progress", "stop"):
            with pytest.raises(TypeError, match=what):
                tsumi.verify(ONE, **{name: value})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="profile must be 'tsume' or 'game', not None"):
        tsumi.verify(ONE, profile=None)  # type: ignore[arg-type]


def test_no_message_is_hundreds_of_digits() -> None:
    for seconds in (1e300, 10**400, float("inf")):
        with pytest.raises(ValueError, match="less than 2..40, not ") as raised:
            tsumi.solve(ONE, time=seconds)
        assert len(str(raised.value)) < 150


def test_memory_without_a_unit() -> None:
    """For the program it is MiB, a number in Python is bytes."""
    for memory in ("512", " 512 ", "1.5", "1_000"):
        for call in (tsumi.solve, tsumi.verify, tsumi.solve_many):
            with pytest.raises(ValueError, match="has no unit"):
                call(ONE, memory=memory)
    assert tsumi.solve(ONE, memory=16 << 20).plies == 1


def test_what_has_no_hash() -> None:
    solution, audit = tsumi.solve(NINE), tsumi.audit(ONE)
    variation = solution.variations()[0]
    progress = tsumi.Progress(1, 1.0, 1.0, 1.0, 0.0, [], [])
    for found in (solution, variation, progress, audit, audit.report):
        assert not isinstance(found, Hashable)
        assert pickle.loads(pickle.dumps(found)) == found
    assert solution != dataclasses.replace(solution, nodes=solution.nodes + 1)


def test_a_question_that_cannot_be_asked() -> None:
    """The error names the file of the problem."""
    solution = dataclasses.replace(tsumi.solve(f"nine\t{NINE}\n"), usi="9i9h")
    for ask in (solution.variations, solution.near_misses):
        with pytest.raises(tsumi.InputError) as raised:
            ask()
        assert raised.value.file == solution.problem.file


def test_all_names_hide_none_of_python() -> None:
    assert not set(tsumi.__all__) & set(dir(builtins))
    assert set(tsumi.__all__) <= set(dir(tsumi)) and hasattr(tsumi, "Warning")


def test_a_mate_in_one_is_there_at_once() -> None:
    tsumi.solve(ONE)
    begin = time.perf_counter()
    for _ in range(100):
        assert tsumi.solve(ONE).plies == 1
    assert time.perf_counter() - begin < 1.0

"""Verifying and auditing, held against what the problems are known to be."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
from conftest import NINE, NONE, ONE, PROBLEMS

import tsumi

LINE = "2d1c+ 1d1c R*2c 1c1b P*1c 1b1a 2c2a+ 1a2a 1c1b+"
SOUND = f"sound\t{ONE}\t1\tG*5b"


def test_a_problem_that_is_what_it_claims() -> None:
    report = tsumi.verify(SOUND)
    assert report.statuses == ("ok",) and not report.differs and report.settled
    assert (report.verdict, report.plies, report.minimal, report.usi) == ("mate", 1, True, "G*5b")
    assert report.problem.id == "sound" and str(report).startswith("sound: ok")
    assert report.certificate is not None
    assert tsumi.check(report.certificate).claims == tuple(report.row["certificate"]["claims"])


def test_faults_are_data() -> None:
    report = tsumi.verify(f"short\t{NINE}\t7")
    assert report.statuses[0] == "longer" and report.differs
    finding = report.findings[0]
    assert (finding.status, finding.weight, finding.plies) == ("longer", "fatal", 9)
    assert "9 plies, 7 declared" in finding.text and "手" in finding.japanese
    assert str(finding) == finding.text
    report = tsumi.verify(f"none\t{NONE}\t3")
    assert report.statuses == ("nomate",) and report.verdict == "nomate"


def test_other_mates_are_proved() -> None:
    report = tsumi.verify(f"nine\t{NINE}\t9\t{LINE}")
    assert report.cooks and report.soundness is not None
    for cook in report.cooks:
        assert cook.move != cook.intended and cook.line.split()[0] == cook.move
        verified = tsumi.check(cook.certificate)
        assert verified.claims[0] == f"mate {cook.raw_plies - 1}"
    assert report.decided > 0 and report.open == ()


def test_what_is_asked() -> None:
    text = f"nine\t{NINE}\t9\t{LINE}"
    off = tsumi.verify(text, cooks="off")
    assert off.cooks == () and off.row["from"]["cooks"] == "off"
    game = tsumi.verify(text, profile="game")
    assert game.statuses == ("ok",) and game.soundness is None
    proved = tsumi.verify(SOUND, proofs=True, shortest_raw=True)
    assert {"raw", "conventional"} <= set(proved.row["proved"])
    assert tsumi.verify(text, futile="none").row["from"]["futile"] == "none"
    for wrong in ({"profile": "x"}, {"futile": "x"}, {"cooks": "x"}):
        with pytest.raises(ValueError, match="must be '.*' or '.*', not 'x'"):
            tsumi.verify(text, **wrong)  # type: ignore[arg-type]


def test_a_limit_leaves_things_open() -> None:
    first = next(tsumi.read(PROBLEMS / "zuko.sfen"))
    report = tsumi.verify(first, nodes=50)
    assert report.statuses == ("undecided",) and not report.settled and report.verdict == "unknown"
    assert report.findings[0].reason == "nodes" and report.findings[0].weight == "open"


def test_many_problems() -> None:
    texts = [SOUND, "no position", f"short\t{NINE}\t7"]
    first, bad, last = tsumi.verify_many(texts, threads=2).with_errors()
    assert isinstance(first, tsumi.Report) and first.statuses == ("ok",)
    assert isinstance(bad, tsumi.InputError)
    assert isinstance(last, tsumi.Report) and last.statuses[0] == "longer"
    with pytest.raises(tsumi.InputError):
        list(tsumi.verify_many(texts))


def test_a_report_is_pickled() -> None:
    report = tsumi.verify(f"nine\t{NINE}\t9\t{LINE}")
    again = pickle.loads(pickle.dumps(report))
    assert again.row == report.row and again.findings == report.findings
    assert again.problem == report.problem
    assert [c.certificate.text() for c in again.cooks] == [
        c.certificate.text() for c in report.cooks
    ]


def test_a_problem_is_judged_alike_after_pickling() -> None:
    texts = [f"x\t{NINE}\t9\t2d1c+ 1d1c 9i9h", f"nine\t{NINE}\t9\t{LINE}", f"b\t{ONE}\t3\tG*5b"]
    for text in texts:
        (problem,) = tsumi.read(text + "\n", name="a.sfen")
        again = pickle.loads(pickle.dumps(problem))
        rows = [tsumi.verify(p).row for p in (problem, again)]
        for row in rows:
            del row["ms"], row["table_mib"], row["from"]
        assert rows[0] == rows[1]


def test_the_audit() -> None:
    audit = tsumi.audit(SOUND)
    assert audit.report.statuses == ("ok",)
    (intended,) = [check for check in audit.checks if check.intended]
    assert (intended.move, intended.result, intended.plies) == ("G*5b", "mate", 1)
    refuted = [check for check in audit.checks if check.result == "refuted"]
    assert refuted and all(check.plies is None for check in refuted)
    assert audit.defences == ()
    pieces = {(piece.piece, piece.square): piece for piece in audit.pieces}
    assert set(pieces) == {("P", "5c"), ("G", None)}
    assert pieces[("P", "5c")].without == "differs" and pieces[("P", "5c")].attacks
    assert pieces[("G", None)].without == "unplayable"
    nine = tsumi.audit(f"nine\t{NINE}\t9\t{LINE}")
    assert nine.defences and all(d.line.split()[0] == d.move for d in nine.defences)
    assert pickle.loads(pickle.dumps(nine)).pieces == nine.pieces


def test_the_rest_of_a_solution() -> None:
    solution = tsumi.solve(NINE)
    variations = solution.variations()
    assert variations and all(v.ply % 2 == 0 and v.verdict == "mate" for v in variations)
    assert [v.ply for v in variations] == sorted((v.ply for v in variations), reverse=True)
    for variation in variations:
        assert variation.conventional is not None and variation.move == variation.line[0]
        assert variation.move.usi != solution.line[variation.ply - 1].usi
        assert variation.ply - 1 + variation.conventional.lower <= 9 or variation.futile
    misses = solution.near_misses()
    assert misses and {miss.fate for miss in misses} <= {"refuted", "mates"}
    assert all(miss.line[0].check for miss in misses)
    assert tsumi.solve(NONE).variations() == [] and tsumi.solve(NONE).near_misses() == []
    limited = solution.near_misses(nodes=1)
    assert "open" in {miss.fate for miss in limited}


def test_limits_of_the_rest_of_a_solution() -> None:
    """They are those of `solve`."""
    solution = tsumi.solve(NINE)
    for ask in (solution.variations, solution.near_misses):
        for seconds in (0, -1, float("nan"), float("inf"), 10**400):
            with pytest.raises(ValueError, match="time must be a number of seconds") as raised:
                ask(time=seconds)
            assert not isinstance(raised.value, tsumi.InputError)
        for nodes in (-1, 2**64):
            with pytest.raises(ValueError, match="nodes must be a whole number from 0 to"):
                ask(nodes=nodes)
        for wrong in ({"time": "1"}, {"nodes": 1.5}, {"memory": None}):
            with pytest.raises(TypeError, match="must be"):
                ask(**wrong)
        assert ask(time=Fraction(60), nodes=np.int64(10_000))  # type: ignore[arg-type]

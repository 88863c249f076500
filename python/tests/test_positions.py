"""Positions in, of every kind, and problems from files."""

import os
import pickle
import sys
from collections.abc import Callable
from pathlib import Path

import cshogi
import numpy as np
import pytest
import shogi
from conftest import NINE, ONE, PROBLEMS

import tsumi

EXAMPLES = PROBLEMS / "examples"
#: Both sides have a king.
BOTH = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1"


@pytest.mark.parametrize(
    "position",
    [
        NINE,
        "sfen " + NINE,
        tsumi.convert(NINE, "kif"),
        tsumi.convert(NINE, "ki2"),
        tsumi.convert(NINE, "bod"),
        tsumi.convert(NINE, "csa"),
        tsumi.convert(NINE, "jkf"),
        shogi.Board(NINE),
        cshogi.Board(NINE),
        next(tsumi.read(NINE)),
    ],
)
def test_a_position_in_any_form(position: tsumi.Position) -> None:
    solution = tsumi.solve(position)
    assert (solution.verdict, solution.plies) == ("mate", 9)
    assert solution.problem.sfen == NINE


def test_piece_arrays() -> None:
    board = cshogi.Board(NINE)
    pieces, hands = np.array(board.pieces), np.array(board.pieces_in_hand)
    assert tsumi.from_pieces(pieces, hands) == NINE
    assert tsumi.from_pieces(pieces.reshape(9, 9), board.pieces_in_hand, 1) == NINE.replace(
        "b", "w", 1
    )
    assert tsumi.solve((pieces, hands, board.turn)).plies == 9


def test_positions_of_dlshogi() -> None:
    packed = np.zeros(1, dtype=cshogi.HuffmanCodedPos)
    cshogi.Board(BOTH).to_hcp(packed)
    board = cshogi.Board()
    board.set_hcp(packed)
    assert tsumi.solve(board).verdict == "mate"


def test_piece_arrays_of_all_kinds_are_those_of_cshogi() -> None:
    for line in (PROBLEMS / "zuko.sfen").read_text().splitlines():
        if line.startswith("#") or not line.strip():
            continue
        sfen = line.split("\t")[1]
        board = cshogi.Board(sfen)
        assert tsumi.from_pieces(board.pieces, board.pieces_in_hand, board.turn) == board.sfen()
    promoted = "l+R+Bg+s+n+l1k/9/9/9/9/9/9/4+p4/4K4 w - 1"
    board = cshogi.Board(promoted)
    assert tsumi.from_pieces(board.pieces, board.pieces_in_hand, board.turn) == promoted


@pytest.mark.parametrize(
    ("pieces", "hands", "what"),
    [
        ([0] * 80, [0] * 14, "81 pieces"),
        ([0] * 81, [0] * 7, "2 times 7"),
        ([15] + [0] * 80, [0] * 14, r"pieces\[0\] is 15"),
        ([16] + [0] * 80, [0] * 14, r"pieces\[0\] is 16"),
        ([31] + [0] * 80, [0] * 14, r"pieces\[0\] is 31"),
        ([300] + [0] * 80, [0] * 14, "range"),
    ],
)
def test_arrays_that_are_no_position(pieces: list[int], hands: list[int], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        tsumi.from_pieces(pieces, hands)


def test_more_pieces_than_a_set_has() -> None:
    with pytest.raises(tsumi.InputError, match="pawns"):
        tsumi.solve(([24] + [0] * 80, [255] + [0] * 13, 0))


def test_who_attacks() -> None:
    assert tsumi.solve(BOTH).problem.attacker == "black"
    assert tsumi.solve(ONE, attacker="black").verdict == "mate"
    with pytest.raises(tsumi.InputError, match="king"):
        tsumi.solve(ONE, attacker="white")
    with pytest.raises(tsumi.InputError, match="king"):
        tsumi.solve(next(tsumi.read(ONE)), attacker="white")
    with pytest.raises(ValueError, match="attacker must be"):
        tsumi.solve(ONE, attacker="sente")  # type: ignore[arg-type]


def test_a_collection() -> None:
    problems = list(tsumi.read(PROBLEMS / "zuko.sfen"))
    assert len(problems) == 100
    second = problems[1]
    assert (second.id, second.plies, second.attacker) == ("zuko-002", 21, "black")
    assert len(second.line) == 21 and second.line[0] == "2h2g"
    assert second.fault is None and second.warnings == ()
    assert Path(second.file) == PROBLEMS / "zuko.sfen" and second.source_line > 0


def test_a_bad_problem_costs_no_other() -> None:
    problems = tsumi.read(f"a\t{ONE}\nb\tno/position b - 1\nc\t{NINE}\t9\n", name="three.sfen")
    assert next(problems).id == "a"
    with pytest.raises(tsumi.InputError) as raised:
        next(problems)
    error = raised.value
    assert (error.file, error.line, error.column) == ("three.sfen", 2, 4)
    assert error.id == "b" and str(error).startswith("three.sfen:2:4: ") and "^" in str(error)
    assert "駒ではない" in error.japanese and error.hint is not None
    last = next(problems)
    assert (last.id, last.plies) == ("c", 9)
    assert list(problems) == []


def test_files_in_every_encoding() -> None:
    names = sorted(path for path in EXAMPLES.iterdir() if path.suffix in {".kif", ".kifu"})
    assert names
    for path in names:
        from_file = [p.sfen for p in tsumi.read(path)]
        from_bytes = [p.sfen for p in tsumi.read(path.read_bytes(), name=path.name)]
        assert from_file == from_bytes and from_file


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(tsumi.InputError, match="cannot be opened"):
        next(tsumi.read(tmp_path / "none.sfen"))
    with pytest.raises(tsumi.InputError, match="folder"):
        next(tsumi.read(tmp_path))
    with pytest.raises(tsumi.InputError, match="no problem in this input"):
        next(tsumi.read(b""))


def test_one_text_holds_one_position() -> None:
    with pytest.raises(ValueError, match="more than one"):
        tsumi.solve(f"{ONE}\n{NINE}\n")
    with pytest.raises(TypeError, match="not int"):
        tsumi.solve(7)  # type: ignore[arg-type]


#: A record with a comment, a branch, and a branch that cannot be played.
BRANCHES = (
    tsumi.convert(f"{NINE}\t9\t2d1c+ 1d1c R*2c", "kif")
    + """*comment
変化：3手
   3 ９一飛打
変化：2手
   2 ９九玉(14)
"""
)


def test_problems_are_pickled() -> None:
    problems = [*tsumi.read(PROBLEMS / "zuko.sfen"), next(tsumi.read(NINE))]
    problems += tsumi.read(f"x\t{NINE}\t9\t2d1c+ 1d1c 9i9h\n")
    problems += tsumi.read(BRANCHES.encode(), name="branches.kif")
    for path in sorted(EXAMPLES.iterdir()):
        reader = tsumi.read(path)
        while True:
            try:
                problem = next(reader, None)
            except tsumi.InputError:
                continue
            if problem is None:
                break
            problems.append(problem)
    assert any(p.fault for p in problems) and any(p.warnings for p in problems)
    assert any(p.tree for p in problems) and any(p.headers for p in problems)
    assert any(w.ply for p in problems for w in p.warnings)
    for problem in problems:
        again = pickle.loads(pickle.dumps(problem))
        assert again == problem and again._data == problem._data
        assert (again.file, hash(again)) == (problem.file, hash(problem))
        assert again.to("jkf") == problem.to("jkf")


def test_conversion() -> None:
    assert tsumi.convert(NINE, "sfen").split("\t")[1] == NINE + "\n"
    two = list(tsumi.read(PROBLEMS / "zuko.sfen"))[:2]
    for format in ("kif", "jkf"):
        again = list(tsumi.read(tsumi.convert(two, format), name=f"a.{format}"))
        assert [(p.sfen, p.line) for p in again] == [(p.sfen, p.line) for p in two]
    with pytest.raises(ValueError, match="format must be 'sfen' or .*, not 'pdf'"):
        tsumi.convert(two, "pdf")
    with pytest.raises(TypeError, match="format must be 'sfen' or .*, not 1"):
        tsumi.convert(two, 1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"tsumi\.Problem"):
        tsumi.convert([NINE], "kif")  # type: ignore[list-item]


def test_a_text_and_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a text of one line is to `read`, it is to `solve` and `verify` too."""
    line = tsumi.convert(ONE, "jkf").strip()
    assert "\n" not in line and len(line) > 255
    jsonl = tsumi.convert(ONE, "jsonl").strip()
    for text in (line, jsonl, f"id\t{ONE}\t1", ONE, f"position sfen {ONE}"):
        (problem,) = tsumi.read(text)
        assert problem.sfen == ONE == tsumi.solve(text).problem.sfen
        assert tsumi.verify(text).problem.sfen == ONE
    for empty in ("", " ", "\n"):
        for call in (lambda text: list(tsumi.read(text)), tsumi.solve):
            with pytest.raises(tsumi.InputError, match="no problem in this input"):
                call(empty)
    # A file that is there is one, whatever its name.
    monkeypatch.chdir(tmp_path)
    for name in ("[1].sfen", "{}.sfen", "a\tb.sfen"):
        (tmp_path / name).write_text(ONE)
        assert [problem.sfen for problem in tsumi.read(name)] == [ONE]
    with pytest.raises(tsumi.InputError, match="cannot be opened"):
        next(tsumi.read("none.sfen"))


@pytest.mark.skipif(sys.platform != "linux", reason="names are Unicode elsewhere")
def test_a_path_that_is_no_unicode(tmp_path: Path) -> None:
    path = os.path.join(os.fsencode(tmp_path), b"\x8b\x97.sfen")
    with open(path, "w") as file:
        file.write(ONE)
    for name in (os.fsdecode(path), Path(os.fsdecode(path))):
        assert [problem.sfen for problem in tsumi.read(name)] == [ONE]


def test_half_of_a_character() -> None:
    half = "\ud800"
    calls: list[Callable[[], object]] = [
        lambda: tsumi.solve(half),
        lambda: tsumi.verify(ONE + half),
        lambda: tsumi.check(half),
        lambda: tsumi.Certificate(half),
        lambda: tsumi.read(half),
        lambda: tsumi.read(f"{half}\n{ONE}"),
        lambda: tsumi.read(b"", name=half),
        lambda: tsumi.convert(half, "kif"),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="half of a character") as raised:
            call()
        assert not isinstance(raised.value, UnicodeError)


def test_arrays_of_another_shape() -> None:
    seven = [[0, 0]] * 7
    for hands in (seven, np.zeros((7, 2), int), np.zeros((2, 7, 1), int), [[0] * 7] * 3):
        with pytest.raises(ValueError, match="shape .2, 7."):
            tsumi.from_pieces([0] * 81, hands)
    for pieces in (np.zeros((3, 27), int), np.zeros((1, 81), int), [[0] * 27] * 3):
        with pytest.raises(ValueError, match="of the shape .81,. or .9, 9."):
            tsumi.from_pieces(pieces, [0] * 14)
    for wrong in (np.zeros(81, bool), [True] * 81):
        with pytest.raises(TypeError, match="whole numbers, not (True|False)"):
            tsumi.from_pieces(wrong, [0] * 14)
    assert tsumi.from_pieces([0] * 81, (0,) * 14) == tsumi.from_pieces([0] * 81, [[0] * 7] * 2)
    for number in (-1, 256):
        with pytest.raises(ValueError, match=f"{number} is out of range for a piece"):
            tsumi.from_pieces([number] + [0] * 80, [0] * 14)
    masked = np.ma.masked_array([0] * 81, [True] + [False] * 80)
    with pytest.raises(TypeError, match="whole numbers, not None"):
        tsumi.from_pieces(masked, [0] * 14)
    for position in ((), ([0] * 81,), ([0] * 81, [0] * 14, 0, 0)):
        with pytest.raises(TypeError, match=r"a tuple \(pieces, hands, turn\)"):
            tsumi.solve(position)  # type: ignore[arg-type]


def test_hints_are_for_python_too() -> None:
    with pytest.raises(tsumi.InputError) as raised:
        tsumi.solve(ONE, attacker="white")
    assert raised.value.hint is not None and "--attacker" not in raised.value.hint

"""Problems: read from any text and file, and from the boards of other packages; written in any
format."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Protocol, TypedDict

from . import _tsumi
from .errors import InputError

Side = Literal["black", "white"]


class _Text(TypedDict):
    en: str
    ja: str


class _Record(TypedDict):
    id: str
    title: str | None
    author: str | None
    attacker: Side
    plies: int | None
    expect: Literal["mate", "nomate"] | None
    line: list[str]
    tree: list[dict[str, Any]] | None
    headers: list[tuple[str, str]]


class _Fault(TypedDict):
    message: _Text


class _Read(TypedDict):
    """The event ``problem`` of docs/interface.md, as far as it is used here."""

    problem: _Record
    at: dict[str, int]
    warnings: list[dict[str, Any]]
    fault: _Fault | None


class Board(Protocol):
    """A board that says its SFEN, as those of python-shogi and of cshogi do."""

    def sfen(self) -> str: ...


@dataclass(frozen=True)
class Warning:
    """Something odd that does not keep a problem from being read.

    Attributes:
        line: the line of the input, from 1; 0 where the input as a whole is meant.
        column: the column in characters, from 1; 0 where the line as a whole is meant.
        message: what is odd, in English.
        japanese: the same in Japanese.
        ply: of a branch that is cut off, the ply of the move that cannot be played, from 1.
    """

    line: int
    column: int
    message: str
    japanese: str
    ply: int | None = None


class Problem:
    """A position, who attacks, and what its source says about it. Made by :func:`read`.

    Two problems are equal when they say the same of the same position.
    """

    __slots__ = ("__dict__", "_native")

    def __init__(self, native: _tsumi.Problem) -> None:
        self._native = native

    @cached_property
    def _data(self) -> _Read:
        data: _Read = json.loads(self._native.json())
        return data

    @property
    def id(self) -> str:
        """The name of the problem: given, or made of file and number."""
        return self._data["problem"]["id"]

    @property
    def title(self) -> str | None:
        """The header 作品名, or else 表題."""
        return self._data["problem"]["title"]

    @property
    def author(self) -> str | None:
        """The header 作者."""
        return self._data["problem"]["author"]

    @property
    def sfen(self) -> str:
        """The position in SFEN, without a prefix."""
        return self._native.sfen

    @property
    def attacker(self) -> Side:
        """The side that gives check with every move (攻方)."""
        return self._data["problem"]["attacker"]

    @property
    def plies(self) -> int | None:
        """The declared length (手数) in plies."""
        return self._data["problem"]["plies"]

    @property
    def line(self) -> tuple[str, ...]:
        """The declared line (作意) in USI, as far as it can be played."""
        return tuple(self._data["problem"]["line"])

    @property
    def fault(self) -> str | None:
        """Why the declared line cannot be played on after `line`, in English."""
        fault = self._data["fault"]
        return None if fault is None else fault["message"]["en"]

    @property
    def expect(self) -> Literal["mate", "nomate"] | None:
        """The verdict that a test file expects."""
        return self._data["problem"]["expect"]

    @property
    def tree(self) -> list[dict[str, Any]] | None:
        """All moves where there are branches or comments: nodes with ``parent``, ``usi``,
        ``comments``, ``ending``; the first one is the position itself (docs/interface.md)."""
        return self._data["problem"]["tree"]

    @property
    def headers(self) -> list[tuple[str, str]]:
        """The headers of a record, in their order."""
        return [(name, value) for name, value in self._data["problem"]["headers"]]

    @property
    def file(self) -> str:
        """The name of the source."""
        return self._native.file

    @property
    def source_line(self) -> int:
        """The line of the source in which the position stands, from 1."""
        return self._data["at"]["line"]

    @property
    def warnings(self) -> tuple[Warning, ...]:
        """What is odd about it."""
        return tuple(
            Warning(w["line"], w["column"], w["message"]["en"], w["message"]["ja"], w.get("ply"))
            for w in self._data["warnings"]
        )

    def to(self, format: str) -> str:
        """The problem as text: ``"sfen"``, ``"jsonl"``, ``"kif"``, ``"ki2"``, ``"bod"`` (the board
        drawn in text), ``"csa"`` or ``"jkf"``."""
        return _tsumi.write([self._native], format)

    def _repr_svg_(self) -> str:
        return _tsumi.svg(self._native)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return self._data["problem"] == other._data["problem"] and self.fault == other.fault

    def __hash__(self) -> int:
        return hash((self.id, self.sfen))

    def __repr__(self) -> str:
        return f"<tsumi.Problem {self.id!r} {self.sfen!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._native.json(), self.file)


def _again(text: str, file: str) -> Problem:
    """A problem that was pickled."""
    return Problem(_tsumi.Problem.from_json(text, file))


#: What stands for a position: a text that holds one problem in any format (SFEN, KIF, KI2, BOD,
#: CSA, JKF …), a problem, the board of another package, or piece arrays as `from_pieces` takes
#: them: ``(pieces, hands, turn)``, where Black is to move without `turn`.
Position = str | Problem | Board | tuple[Any, Any, Any] | tuple[Any, Any]


def problem_of(position: Position, attacker: Side | None) -> Problem:
    """The problem that stands for a position."""
    if isinstance(position, str):
        return Problem(_tsumi.one(position, attacker))
    if isinstance(position, Problem):
        if attacker is None or attacker == position.attacker:
            return position
        return Problem(_tsumi.one(position.sfen, attacker))
    as_py = getattr(position, "as_py", None)
    if as_py is not None:
        # An element of an Arrow table.
        return problem_of(as_py(), attacker)
    if isinstance(position, tuple):
        if len(position) not in (2, 3):
            raise TypeError(f"a position is a tuple (pieces, hands, turn), not of {len(position)}")
        return Problem(_tsumi.one(from_pieces(*position), attacker))
    sfen = getattr(position, "sfen", None)
    if callable(sfen):
        return Problem(_tsumi.one(sfen(), attacker))
    raise TypeError(
        "a position is a text, a tsumi.Problem, a board with a method sfen(), or a tuple "
        f"(pieces, hands, turn), not {type(position).__name__}"
    )


def from_pieces(pieces: Any, hands: Any, turn: int = 0) -> str:
    """The SFEN of a position that is given as numbers, as in cshogi and the tools of dlshogi.

    Args:
        pieces: 81 integers (a numpy array of shape ``(81,)`` or ``(9, 9)``, or a list), file by
            file from 1 to 9 and in each rank by rank from a to i: ``cshogi.Board.pieces``. 0 is no
            piece; 1 to 8 are pawn, lance, knight, silver, bishop, rook, gold, king of Black, 9 to
            14 the promoted pawn, lance, knight, silver, bishop and rook; 16 more for White's.
        hands: 2 times 7 integers, Black's hand first: how many pawns, lances, knights, silvers,
            golds, bishops, rooks: ``cshogi.Board.pieces_in_hand``.
        turn: 0 when Black is to move, 1 when White is.

    Raises:
        ValueError: the shape is another one, or a number stands for nothing.
    """
    if isinstance(turn, (str, bytes, float)) or turn not in (0, 1):
        raise ValueError(f"turn is 0 for Black or 1 for White, not {turn!r}")
    shape = _shape(pieces)
    if shape not in ((), (81,), (9, 9)):
        raise ValueError(f"a position has 81 pieces, of the shape (81,) or (9, 9), not {shape}")
    shape = _shape(hands)
    if shape not in ((), (2, 7), (14,)):
        raise ValueError(f"hands have the shape (2, 7), that is 2 times 7 numbers, not {shape}")
    return _tsumi.from_pieces(_bytes(pieces), _bytes(hands), bool(turn))


def _shape(numbers: Any) -> tuple[int, ...]:
    """The shape of an array, or of nested lists; empty where it cannot be told."""
    if hasattr(numbers, "shape"):
        return tuple(numbers.shape)
    if isinstance(numbers, (str, bytes)) or not isinstance(numbers, Sequence):
        return ()
    rows = {_shape(row) for row in numbers}
    return (len(numbers), *(rows.pop() if len(rows) == 1 else ()))


def _bytes(numbers: Any) -> bytes:
    """Small numbers in rows of any shape, one after the other."""
    if hasattr(numbers, "tolist"):
        numbers = numbers.tolist()
    if isinstance(numbers, int) and not isinstance(numbers, bool):
        if not 0 <= numbers < 256:
            raise ValueError(f"{numbers} is out of range for a piece, and for pieces in hand")
        return bytes([numbers])
    if isinstance(numbers, (str, bytes)) or not isinstance(numbers, Iterable):
        raise TypeError(f"pieces and hands are whole numbers, not {numbers!r}")
    return b"".join(map(_bytes, numbers))


class Problems(Iterator[Problem]):
    """The problems of an input, one after the other. Made by :func:`read`.

    An error about one problem is raised in its place, and costs no other: whoever catches it may
    go on with the next one, or take ``read(…).with_errors()``.
    """

    def __init__(self, reader: _tsumi.Reader) -> None:
        self._reader = reader

    def __iter__(self) -> Problems:
        return self

    def __next__(self) -> Problem:
        native = self._reader.next()
        if native is None:
            raise StopIteration
        return Problem(native)

    def with_errors(self) -> Iterator[Problem | InputError]:
        """The same, with the error in the place of each problem that cannot be read."""
        while True:
            try:
                yield next(self)
            except StopIteration:
                return
            except InputError as error:
                yield error


def _is_text(source: str) -> bool:
    """True for a text, False for the path of a file, as :func:`read` says."""
    if not source.strip() or "\n" in source:
        return True
    if os.path.exists(source):
        return False
    return "\t" in source or source.lstrip()[0] in "{[" or _tsumi.is_position(source)


def read(
    source: str | bytes | os.PathLike[str],
    *,
    attacker: Side | None = None,
    rest_to_defender: bool = False,
    name: str = "problem",
) -> Problems:
    """Reads the problems of a file or of a text, of any length and in any format (docs/formats.md).

    Args:
        source: the path of a file, or the content of one: bytes in any encoding, or a text. A
            ``str`` is a text where it is empty or has the end of a line; otherwise a path where
            there is such a file; otherwise a text where it has a tab (a line of a collection),
            begins with ``{`` or ``[`` (JSON), or is a position; otherwise a path. (Elsewhere, as
            in :func:`solve`, a ``str`` is always a text.)
        attacker: the side that attacks. Without it that is the side without a king, and with two
            kings the side to move.
        rest_to_defender: True to put the pieces of the set that stand nowhere into the defender's
            hand (残り全部).
        name: the name of a content, for ids and errors; an extension decides the format.

    Raises:
        InputError: (by the iterator) a problem cannot be read, or the file cannot be opened.
        ValueError: a text has half of a character (a surrogate).
    """
    path: str | os.PathLike[str] = name
    data: bytes | str | None = None
    if isinstance(source, bytes):
        data = source
    elif isinstance(source, str) and _is_text(source):
        data = source
    else:
        path = source
    return Problems(_tsumi.Reader(path, data, attacker, rest_to_defender))


def convert(
    problems: Iterable[Problem] | Problem | str | bytes | os.PathLike[str], format: str
) -> str:
    """Problems in another format: ``"sfen"``, ``"jsonl"``, ``"kif"``, ``"ki2"``, ``"bod"`` (the
    board drawn in text), ``"csa"`` or ``"jkf"``.

    Args:
        problems: problems, or what :func:`read` takes.

    Raises:
        InputError: a problem cannot be read.
        ValueError: there is no such format.
    """
    if isinstance(problems, Problem):
        problems = [problems]
    elif isinstance(problems, (str, bytes, os.PathLike)):
        problems = read(problems)
    natives = []
    for problem in problems:
        if not isinstance(problem, Problem):
            raise TypeError(f"a tsumi.Problem is converted, not {type(problem).__name__}")
        natives.append(problem._native)
    return _tsumi.write(natives, format)

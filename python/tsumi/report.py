"""Is a problem what it claims to be? What was found out, as data (docs/verify.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from . import _tsumi
from .certificate import Certificate
from .pool import Answers, many
from .problem import Position, Problem, Side, problem_of
from .questions import MEMORY, bytes_of

#: Which rules a problem is meant to keep: those of compositions, or of positions from games, of
#: which verdict and declared length alone are compared.
Profile = Literal["tsume", "game"]
#: How interpositions count: futile ones do not, or all do.
Futile = Literal["return", "none"]
#: Where other mates (余詰) are looked for: at every move, at every move but the last and with what
#: custom allows, at the first, or nowhere.
Cooks = Literal["all", "main", "first", "off"]


@dataclass(frozen=True)
class Finding:
    """One thing that was found out. ``str()`` says it in a sentence.

    Attributes:
        status: the status that it gives the problem, or ``"note"`` for a remark.
        weight: ``"fatal"``, ``"disputed"``, ``"open"`` (something is not known) or ``"noted"``.
        ply: which ply it is about, from 1.
        move: which move, in USI.
        plies: the length that it speaks of.
        reason: the limit that left something open.
        text: the sentence in English.
        japanese: the sentence in Japanese.
    """

    status: str
    weight: str
    ply: int | None
    move: str | None
    plies: int | None
    reason: str | None
    text: str
    japanese: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Cook:
    """Another move of the attacker that mates (余詰), those that custom allows included.

    Attributes:
        ply: the ply of the intended move, from 1.
        intended: the intended move, in USI.
        move: the other move.
        kind: ``"move"``, ``"promotion"`` (the same move, promoted or not) or ``"distance"`` (the
            same piece, nearer or farther).
        plies: the conventional length from the move on, itself included.
        minimal: True when that is exact, False when it is an upper bound.
        raw_plies: the length with every ply counted, an upper bound.
        line: a line that begins with the move and ends in mate, in USI.
        certificate: the proof, of the position after the move.
    """

    ply: int
    intended: str
    move: str
    kind: Literal["move", "promotion", "distance"]
    plies: int
    minimal: bool
    raw_plies: int
    line: str
    certificate: Certificate = field(repr=False)


@dataclass(frozen=True)
class AuditedCheck:
    """A check at an attacker's node of the line.

    Attributes:
        ply: when it is given, from 1.
        move: the check, in USI.
        intended: True for the line's own move.
        result: ``"mate"``, ``"detour"`` (it mates only by returning to the line, 迂回手順),
            ``"refuted"`` or ``"open"``.
        plies: of a mate the conventional length, the check included.
        minimal: True when that is exact.
        line: the line of a mate, or the reply that escapes, in USI.
        reason: the limit that left it open.
    """

    ply: int
    move: str
    intended: bool
    result: Literal["mate", "detour", "refuted", "open"]
    plies: int | None
    minimal: bool | None
    line: str | None
    reason: str | None


@dataclass(frozen=True)
class AuditedDefence:
    """A defence that is not the line's.

    Attributes:
        ply: when it is played, from 1.
        move: the defence, in USI.
        plies: the conventional length, the defence included; ``None`` where no mate was found
            within the limits.
        minimal: True when that is exact.
        line: the mate against it, in USI.
        cooks: what else mates along that line: ply, move, plies.
        open: how many other checks along it stayed open.
    """

    ply: int
    move: str
    plies: int | None
    minimal: bool
    line: str
    cooks: tuple[tuple[int, str, int], ...]
    open: int


@dataclass(frozen=True)
class AuditedPiece:
    """The problem without a piece.

    Attributes:
        piece: the piece, ``"G"``, ``"+R"``.
        attacks: True for a piece of the attacker.
        square: where it stands; ``None`` in the attacker's hand.
        without: ``"same"`` (it could go), ``"differs"``, ``"unplayable"`` or ``"open"``.
        soundness: the grade of a problem that is the same without it.
        ply: from which ply on the line cannot be played; 0 where the position is no problem.
        text: why it differs, in English.
        japanese: the same in Japanese.
    """

    piece: str
    attacks: bool
    square: str | None
    without: Literal["same", "differs", "unplayable", "open"]
    soundness: str | None
    ply: int | None
    text: str | None
    japanese: str | None


@dataclass(frozen=True)
class Audit:
    """Every check, every other defence and every piece of a problem. It has no hash.

    Attributes:
        report: what :func:`verify` says of it.
        checks: every check at every attacker's node of the line; like the others empty where no
            line is known, that is without a mate (``report.usi`` is empty).
        defences: the other defences along the line.
        pieces: the pieces but the kings and those in the defender's hand. None of them is asked
            about where ``report.soundness`` is ``"unsound"``: with a fatal fault each would seem to
            be needed.
    """

    report: Report
    checks: tuple[AuditedCheck, ...]
    defences: tuple[AuditedDefence, ...]
    pieces: tuple[AuditedPiece, ...]

    #: A report has none.
    __hash__: ClassVar[None] = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Report:
    """What was found out about a problem.

    Two are equal when all that they say is, nodes and time in `row` too; it has no hash.

    Attributes:
        problem: what was verified.
        statuses: ``"ok"``, ``"cooked"``, ``"longer"`` … (docs/verify.md): at least one.
        differs: True when the problem is proved not to be what it claims to be.
        settled: True when nothing is open.
        soundness: ``"flawless"``, ``"sound"``, ``"disputed"``, ``"unsound"``, ``"open"``, or
            ``None`` where it is not graded.
        findings: every finding, the faults first, then the remarks.
        cooks: every other move that mates.
        open: the other checks that were not decided: ply and move.
        decided: how many other checks were decided.
        row: the line of the report that ``tsumi verify`` writes, with all its keys.
        certificate: the proof of the verdict.
        outlasting: the proof that another reply outlasts the one of the declared line, where that
            was found.
    """

    problem: Problem
    statuses: tuple[str, ...]
    differs: bool
    settled: bool
    soundness: str | None
    findings: tuple[Finding, ...]
    cooks: tuple[Cook, ...]
    open: tuple[tuple[int, str], ...]
    decided: int
    row: dict[str, Any] = field(repr=False)
    certificate: Certificate | None = field(repr=False)
    outlasting: Certificate | None = field(repr=False)

    #: A dictionary has none.
    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    @property
    def verdict(self) -> Literal["mate", "nomate", "unknown"]:
        """The verdict on the position."""
        verdict: Literal["mate", "nomate", "unknown"] = self.row["result"]
        return verdict

    @property
    def plies(self) -> int | None:
        """The conventional length (手数) of a mate, an upper bound where it is not `minimal`."""
        plies: int | None = self.row["plies"]
        return plies

    @property
    def minimal(self) -> bool:
        """True when `plies` is exact."""
        return "conventional" in self.row["minimal"]

    @property
    def usi(self) -> str:
        """The main line as the search found it, in USI."""
        return str(self.row["moves"])

    def __str__(self) -> str:
        found = "; ".join(f.text for f in self.findings if f.status != "note")
        return f"{self.problem.id}: {', '.join(self.statuses)}" + (f": {found}" if found else "")


def _report(problem: Problem, judged: _tsumi._Judged) -> Report:
    row = json.loads(judged["row"])
    findings = (
        Finding(**{"japanese" if key == "ja" else key: value for key, value in note.items()})
        for note in row["findings"]
    )
    cooks = (
        Cook(**{**cook, "certificate": certificate})
        for cook, certificate in zip(row["cooks"], judged["cooks"], strict=True)
    )
    return Report(
        problem,
        tuple(row["status"]),
        row["differs"],
        judged["settled"],
        row["soundness"],
        tuple(findings),
        tuple(cooks),
        tuple((check["ply"], check["move"]) for check in row["open"]),
        row["checks"]["decided"],
        row,
        judged["certificate"],
        judged["outlasting"],
    )


def verify(
    problem: Position,
    *,
    profile: Profile = "tsume",
    futile: Futile = "return",
    cooks: Cooks = "main",
    shortest_raw: bool = False,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str = MEMORY,
    threads: int = 1,
    attacker: Side | None = None,
    proofs: bool = False,
    stop: _tsumi.Stop | None = None,
) -> Report:
    """Holds a problem against its declared length and line, and looks for other mates (余詰).

    Args:
        problem: see :data:`tsumi.Position`; what it declares comes with a text of a collection
            (``"id\\tsfen\\tplies\\tline"``, KIF …) or with a :class:`Problem`.
        profile: ``"tsume"`` for a composition, ``"game"`` for a position from a game.
        futile: ``"return"``: futile interpositions (無駄合い) do not count; ``"none"``: all count.
        cooks: where other mates are looked for: ``"all"``, ``"main"``, ``"first"``, ``"off"``.
        shortest_raw: True to prove the length with every ply counted minimal too.
        time, nodes: limits for all searches together; seconds, and positions whose moves are
            generated.
        memory: bytes of the tables, or a text with a unit, such as ``"512M"``.
        threads: from 1 to 1,024.
        attacker: as for :func:`tsumi.solve`.
        proofs: True to prove in the certificate the lengths too, and that no other check mates.
        stop: ends it from another thread; what is found out then is worth nothing.

    Raises:
        InputError: the problem cannot be read.
        OutOfMemory: the system does not give the memory.
        ValueError: an argument is out of range.
        InternalError: a defect of tsumi.
    """
    verifier = _tsumi.Verifier(
        bytes_of(memory), threads, 1, profile, futile, cooks, time, nodes, shortest_raw, proofs
    )
    read = problem_of(problem, attacker)
    return _report(read, verifier.judge(read._native, False, stop))


def audit(
    problem: Position,
    *,
    futile: Futile = "return",
    cooks: Cooks = "main",
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str = MEMORY,
    threads: int = 1,
    attacker: Side | None = None,
    stop: _tsumi.Stop | None = None,
) -> Audit:
    """Verifies a problem and examines it (検討): every check along the line with its length or its
    refutation, what else mates after the other defences, and which pieces could go.

    The arguments are those of :func:`verify`; the limits hold for the verification, for the checks
    and defences together, and for each piece.
    """
    verifier = _tsumi.Verifier(
        bytes_of(memory), threads, 1, "tsume", futile, cooks, time, nodes, False, False
    )
    read = problem_of(problem, attacker)
    report = _report(read, verifier.judge(read._native, True, stop))
    found = report.row["audit"]
    defences = (
        AuditedDefence(
            **{
                **defence,
                "cooks": tuple((c["ply"], c["move"], c["plies"]) for c in defence["cooks"]),
            }
        )
        for defence in found["defences"]
    )
    pieces = (
        AuditedPiece(**{"japanese" if key == "ja" else key: value for key, value in piece.items()})
        for piece in found["pieces"]
    )
    return Audit(
        report,
        tuple(AuditedCheck(**check) for check in found["checks"]),
        tuple(defences),
        tuple(pieces),
    )


def verify_many(
    problems: Iterable[Position],
    *,
    threads: int = 1,
    ordered: bool = True,
    profile: Profile = "tsume",
    futile: Futile = "return",
    cooks: Cooks = "main",
    shortest_raw: bool = False,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str = MEMORY,
    attacker: Side | None = None,
    proofs: bool = False,
) -> Answers[Report]:
    """Verifies many problems. `threads` and `ordered` are those of :func:`tsumi.solve_many`, the
    others those of :func:`verify`, for each problem."""
    stop, size = _tsumi.Stop(), bytes_of(memory)

    def tables(count: int) -> _tsumi.Verifier:
        return _tsumi.Verifier(
            size, threads, count, profile, futile, cooks, time, nodes, shortest_raw, proofs
        )

    def work(verifier: _tsumi.Verifier, problem: Problem) -> Report:
        return _report(problem, verifier.judge(problem._native, False, stop))

    reports = many(problems, attacker, threads, tables, work, ordered, stop)
    return Answers(reports, stop)

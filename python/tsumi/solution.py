"""The answer to a position."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Literal

from . import _tsumi
from .certificate import Certificate
from .problem import Problem
from .questions import MEMORY, ask

Verdict = Literal["mate", "nomate", "unknown"]
State = Literal["proved", "searched", "bound"]


@dataclass(frozen=True)
class Length:
    """A number of plies, with what is known of it.

    Attributes:
        lower: at least so many.
        upper: at most so many: a mate of this length is in the certificate.
        state: ``"proved"``: exactly `upper`, and the certificate proves it from both sides;
            ``"searched"``: exactly `upper`, but that there is no shorter one was found by search;
            ``"bound"``: anything from `lower` to `upper`.
    """

    lower: int
    upper: int
    state: State

    @property
    def exact(self) -> bool:
        """True when it is known."""
        return self.state != "bound"


@dataclass(frozen=True)
class Move:
    """A legal move of a line. ``str()`` is its USI.

    Attributes:
        usi: ``"2d1c+"``, ``"R*2c"``.
        kif: in Japanese notation: ``"▲１三角成"``.
        sfen: the position after it.
        check: True when it gives check.
        from_square: where the piece stood, ``"2d"``; ``None`` for a drop.
        to_square: where it goes.
        drop: the kind that is dropped, ``"R"``; ``None`` for a move on the board.
        promotes: True when the piece is promoted.
        takes: the piece that is taken, as in SFEN (``"p"``, ``"+R"``), or ``None``.
    """

    usi: str
    kif: str
    sfen: str
    check: bool
    from_square: str | None
    to_square: str
    drop: str | None
    promotes: bool
    takes: str | None

    def __str__(self) -> str:
        return self.usi


def moves(sfen: str, usi: str) -> tuple[Move, ...]:
    """The moves of a line in USI from a position."""
    return tuple(
        Move(
            step["usi"],
            step["ja"],
            step["sfen"],
            step["check"],
            step["from"],
            step["to"],
            step["drop"],
            step["promotes"],
            step["takes"],
        )
        for step in json.loads(_tsumi.steps(sfen, usi))
    )


def _line(sfen: str, steps: list[dict[str, Any]]) -> tuple[Move, ...]:
    """The moves of steps of docs/interface.md."""
    return moves(sfen, " ".join(step["usi"] for step in steps))


@dataclass(frozen=True)
class Check:
    """A check that is not that of the main line, and what becomes of it.

    Attributes:
        ply: when it is given, from 1.
        line: the check and what follows: of one that is refuted the defence that escapes, and the
            longest line after it.
        fate: ``"refuted"`` (proved: the defender escapes for ever), ``"mates"`` or ``"open"``.
        plies: of a check that mates, the most plies to mate, itself included.
        ending: how the line of a refuted check ends: ``"spent"`` (there is no check left),
            ``"repeats"``, ``"goes_on"``.
        alike: checks of the same idea, in USI, which have no entry of their own.
    """

    ply: int
    line: tuple[Move, ...]
    fate: Literal["refuted", "mates", "open"]
    plies: int | None
    ending: Literal["spent", "repeats", "goes_on"] | None
    alike: tuple[str, ...]

    @property
    def move(self) -> Move:
        """The check."""
        return self.line[0]


def check_of(sfen: str, data: dict[str, Any]) -> Check:
    """A check of docs/interface.md; `sfen` is the position before it."""
    return Check(
        data["ply"],
        _line(sfen, data["line"] or [data["move"]]),
        data["fate"],
        data["plies"],
        data["ending"],
        tuple(move["usi"] for move in data["alike"]),
    )


@dataclass(frozen=True)
class Refutation:
    """How a defender who is never mated escapes.

    Attributes:
        reply: the defence, where he is to move.
        checks: the attacker's checks after that, those that last longest first.
        more: how many more checks there are.
    """

    reply: Move | None
    checks: tuple[Check, ...]
    more: int


@dataclass(frozen=True)
class Variation:
    """Another defence along the main line. It has no hash.

    Attributes:
        ply: when it is played, from 1.
        line: the defence and what follows.
        verdict: ``"mate"``, ``"nomate"`` (it escapes, which shows that the line is no mate), or
            ``"unknown"``.
        conventional: the conventional length, the defence included.
        raw: the length with every ply counted, the defence included.
        leftover: the pieces left in the attacker's hand at the end.
        futile: True for an interposition (無駄合い) that is known to add nothing to the length.
    """

    ply: int
    line: tuple[Move, ...]
    verdict: Verdict
    conventional: Length | None
    raw: Length | None
    leftover: dict[str, int]
    futile: bool

    #: A dictionary has none.
    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    @property
    def move(self) -> Move:
        """The defence."""
        return self.line[0]


def _length(plies: dict[str, Any] | None) -> Length | None:
    return None if plies is None else Length(**plies)


@dataclass(frozen=True, repr=False)
class Solution:
    """What was found out about a position. ``str()`` says it in a sentence.

    It can be pickled, and then carries the text of its certificate. Two are equal when all that
    they say is, nodes and seconds too; it has no hash.

    Attributes:
        problem: what was solved.
        verdict: ``"mate"`` and ``"nomate"`` (不詰) are proved; ``"unknown"`` says that a limit came
            first, and nothing about the position.
        reason: with ``"unknown"`` the limit: ``"time"``, ``"nodes"``, ``"memory"``, ``"stopped"``,
            or ``"self-check"`` (a defect of tsumi). With a verdict none, but ``"self-check"`` where
            a proof of something besides, as of a length, was refused.
        conventional: of a mate the length that composers count (手数), without futile
            interpositions (無駄合い).
        raw: of a mate the length with every ply counted.
        usi: the main line (本手順), moves in USI with a blank between them.
        leftover: the pieces left in the attacker's hand at its end (駒余り): ``{"P": 1}``.
        nothing_left: the longest line that leaves nothing, in USI, where the longest one leaves
            something and that is known.
        certificate: the proof of a mate or a no-mate, or ``None``.
        verified: True when the independent checker has accepted the certificate.
        nodes: positions whose moves were generated.
        seconds: time, certificate and check included.
        threads: the most threads that searched at once.
        table: bytes of tables that were used.
        text: the answer in a sentence.
        japanese: the same in Japanese.
    """

    problem: Problem
    verdict: Verdict
    reason: str | None
    conventional: Length | None
    raw: Length | None
    usi: str
    leftover: dict[str, int]
    nothing_left: str | None
    certificate: Certificate | None
    verified: bool
    nodes: int
    seconds: float
    threads: int
    table: int
    text: str
    japanese: str

    #: A dictionary has none.
    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    @property
    def plies(self) -> int | None:
        """The conventional length (手数) of a mate as far as it is known: its upper bound."""
        return None if self.conventional is None else self.conventional.upper

    @cached_property
    def line(self) -> tuple[Move, ...]:
        """The main line as moves, each with the position after it."""
        return moves(self.problem.sfen, self.usi)

    @property
    def kif(self) -> str:
        """The main line in Japanese notation."""
        return " ".join(move.kif for move in self.line)

    @cached_property
    def refutation(self) -> Refutation | None:
        """Why there is no mate, where that is proved."""
        text = None if self.certificate is None else _tsumi.refuted(self.certificate)
        if text is None:
            return None
        data = json.loads(text)
        root, reply = self.problem.sfen, None
        if data["reply"] is not None:
            (reply,) = _line(root, [data["reply"]])
            root = reply.sfen
        return Refutation(
            reply, tuple(check_of(root, check) for check in data["checks"]), data["more"]
        )

    def variations(
        self, *, time: float | None = 60.0, nodes: int | None = None, memory: int | str = MEMORY
    ) -> list[Variation]:
        """The other defences along the main line (変化), from its end to its beginning, at each ply
        the longest first. Each is solved; `time` (seconds) and `nodes` limit all of them together,
        and are as for :func:`tsumi.solve`. Empty without a mate."""
        return [
            Variation(
                event["ply"],
                _line(self._before(event["ply"]), event["line"]),
                event["verdict"],
                _length(event["conventional"]),
                _length(event["raw"]),
                dict(event["leftover"]),
                event["futile"],
            )
            for event in self._ask("variations", time, nodes, memory)
        ]

    def near_misses(
        self, *, time: float | None = 60.0, nodes: int | None = None, memory: int | str = MEMORY
    ) -> list[Check]:
        """The attacker's other checks along the main line (紛れ), those that come nearest first.
        `time` (seconds) and `nodes` limit all of them together, and are as for
        :func:`tsumi.solve`; those that they left open say so. Empty without a mate."""
        return [
            check_of(self._before(check["ply"]), check)
            for event in self._ask("near_misses", time, nodes, memory)
            for check in event["checks"]
        ]

    def _before(self, ply: int) -> str:
        """The position before a ply of the main line."""
        return self.problem.sfen if ply == 1 else self.line[ply - 2].sfen

    def _ask(
        self, method: str, time: float | None, nodes: int | None, memory: int | str
    ) -> list[dict[str, Any]]:
        """The events of this name that answer a question about the main line."""
        if self.verdict != "mate":
            return []
        return ask(
            method,
            self.problem.file,
            {
                "sfen": self.problem.sfen,
                "attacker": self.problem.attacker,
                "line": self.usi.split(),
            },
            {"variations": "variation"}.get(method, method),
            time,
            nodes,
            memory,
        )

    def page(self, *, japanese: bool = False) -> str:
        """The solution as a web page (HTML) that needs no other file: a board on which it is solved
        and played through, and every defence is answered."""
        verdict = (self.text, self.japanese)
        native = self.problem._native
        plies = len(self.usi.split())
        length = (plies, False)
        # The line has that length, unless it is the longest that leaves nothing.
        if self.conventional is not None and self.conventional.upper == plies:
            length = (self.conventional.lower, self.conventional.state == "proved")
        return _tsumi.page(native, self.usi, length, self.certificate, verdict, japanese)

    def row(self) -> dict[str, Any]:
        """The numbers and texts of the answer as plain values, for a table:
        ``pandas.DataFrame(s.row() for s in solutions)``.

        The keys are some of those of ``tsumi solve --format json`` (docs/using.md); but ``moves``
        is a text here and a list there, and ``verified`` stands there within ``certificate``."""
        conventional, raw = self.conventional, self.raw
        return {
            "id": self.problem.id,
            "sfen": self.problem.sfen,
            "attacker": self.problem.attacker,
            "result": self.verdict,
            "plies": conventional and conventional.upper,
            "raw_plies": raw and raw.upper,
            "plies_lower": conventional and conventional.lower,
            "raw_lower": raw and raw.lower,
            "leftover": sum(self.leftover.values()) if self.verdict == "mate" else None,
            "moves": self.usi,
            "nodes": self.nodes,
            "threads": self.threads,
            "ms": self.seconds * 1e3,
            "table_mib": self.table / (1 << 20),
            "verified": self.verified,
            "reason": self.reason,
        }

    def _repr_html_(self) -> str:
        import html

        # A page has a style and a script of its own, so it gets a frame.
        page = html.escape(self.page(), quote=True)
        return f'<iframe srcdoc="{page}" style="width:100%;height:50rem;border:0"></iframe>'

    def _repr_svg_(self) -> str:
        return _tsumi.svg(self.problem._native)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<tsumi.Solution {self.problem.id!r}: {self.text}>"

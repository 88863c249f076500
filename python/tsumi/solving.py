"""Solving one position."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Literal

from . import _tsumi
from .problem import Position, Problem, Side, problem_of
from .questions import MEMORY, bytes_of, can_be_called
from .solution import Length, Solution

#: What is to be found of the length of a mate: by default the conventional length.
Shortest = Literal["conventional", "raw", "both"]
#: Which line is the main line where the longest ones leave pieces in hand.
Leftover = Literal["today", "classic"]


@dataclass(frozen=True)
class Progress:
    """A report from a running search. It has no hash.

    Attributes:
        nodes: positions whose moves were generated so far.
        seconds: time so far.
        proof_number: how many positions would have to be mate for a proof, about.
        disproof_number: how many would have to be no mate for a refutation.
        table: how full the table is, from 0 to 1.
        line: the line that is being searched, in USI; nothing about it is proved.
        mate: the line of the shortest mate so far, in USI; empty before there is one.
    """

    nodes: int
    seconds: float
    proof_number: float
    disproof_number: float
    table: float
    line: list[str]
    mate: list[str]

    #: A list has none.
    __hash__: ClassVar[None] = None  # type: ignore[assignment]


@lru_cache(maxsize=8, typed=True)
def tables(memory: int, threads: int, proofs: bool) -> _tsumi.Solver:
    """Solvers with their tables; those that did not need much are kept for the next problem."""
    return _tsumi.Solver(memory, threads, 1, proofs)


# A lock that another thread held when the process was forked would never be free in the child.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=tables.cache_clear)


def aim_of(shortest: bool | Shortest) -> str:
    """How far the lengths are searched, in the words of the native part."""
    if isinstance(shortest, bool):
        return "conventional" if shortest else "quick"
    if shortest not in ("conventional", "raw", "both"):
        raise ValueError(
            "shortest is True, False, 'conventional', 'raw' or 'both', not " + repr(shortest)
        )
    return shortest


def solution_of(problem: Problem, found: _tsumi._Found) -> Solution:
    """What the native part has found."""
    conventional, raw = found["conventional"], found["raw"]
    fields: dict[str, Any] = {
        **found,
        "conventional": None if conventional is None else Length(*conventional),  # type: ignore[arg-type]
        "raw": None if raw is None else Length(*raw),  # type: ignore[arg-type]
        "leftover": dict(found["leftover"]),
    }
    return Solution(problem, **fields)


def solve(
    position: Position,
    *,
    shortest: bool | Shortest = True,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str = MEMORY,
    threads: int = 1,
    leftover: Leftover | None = None,
    attacker: Side | None = None,
    proofs: bool = False,
    on_progress: Callable[[Progress], object] | None = None,
    stop: _tsumi.Stop | None = None,
) -> Solution:
    """Solves a position: mate or not, the lengths, the main line, and a certificate that the
    independent checker has accepted.

    Other Python threads run meanwhile. Ctrl-C ends it within a tenth of a second.

    Args:
        position: see :data:`Position`.
        shortest: True to prove the conventional length (手数) of a mate minimal, however long that
            takes; ``"raw"`` the length with every ply counted, ``"both"`` both of them; False for
            hardly more than the mate that is found first.
        time: a limit in seconds, or ``None``.
        nodes: a limit of nodes, positions whose moves are generated, or ``None``. With one thread
            a search with a limit of nodes does the same every time.
        memory: bytes of the tables, or a text with a unit, such as ``"512M"``; at least 1 MiB. It
            is taken only as it is needed.
        threads: threads that work on the position, from 1 to 1,024. With more than one the number
            of nodes and the proof that is found differ from run to run; verdicts do not.
        leftover: the main line where the longest defences leave pieces in hand: ``"today"``, the
            longest line; ``"classic"``, the longest that leaves nothing. Without it the one that
            the declared length of a problem follows.
        attacker: the side that gives check. Without it that is the side that has no king, and with
            two kings the side to move.
        proofs: True to prove the lengths in the certificate too.
        on_progress: called at most five times a second, on the thread of the call. An exception
            that it raises ends the search and is raised from here.
        stop: ends the search from another thread; the verdict is then ``"unknown"``.

    Raises:
        InputError: the position cannot be read, or is no problem.
        OutOfMemory: the system does not give the memory.
        ValueError: an argument is out of range.
        InternalError: a defect of tsumi.
    """
    problem = problem_of(position, attacker)
    report = None
    can_be_called(on_progress)
    if on_progress is not None:
        callback = on_progress

        def report(data: dict[str, Any]) -> object:
            return callback(Progress(**data))

    solver = tables(bytes_of(memory), _tsumi.threads(threads), _tsumi.flag("proofs", proofs))
    found = solver.solve(problem._native, aim_of(shortest), time, nodes, leftover, stop, report)
    return solution_of(problem, found)

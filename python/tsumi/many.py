"""Many positions."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any

from . import _tsumi
from .pool import Answers, done, many
from .problem import Position, Problem, Side, problem_of
from .questions import MEMORY, bytes_of
from .solution import Solution
from .solving import Leftover, Progress, Shortest, aim_of, solution_of, solve


def solve_many(
    positions: Iterable[Position],
    *,
    threads: int = 1,
    ordered: bool = True,
    shortest: bool | Shortest = True,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str = MEMORY,
    leftover: Leftover | None = None,
    attacker: Side | None = None,
    proofs: bool = False,
) -> Answers[Solution]:
    """Solves many positions, as many at a time as there are threads.

    The positions may be an endless stream: with several threads four for each are read ahead, and
    the memory for the answers is bounded. Each is read before the next is asked for, so that it may
    be one board all the time, moved on. An exception of the stream itself comes after the answers
    to what came before it. A position that cannot be read ends it with an exception, unless you go
    on with ``solve_many(…).with_errors()``.

    >>> import tsumi
    >>> positions = ["4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"] * 3
    >>> [solution.plies for solution in tsumi.solve_many(positions, threads=2)]
    [1, 1, 1]

    Args:
        positions: what :func:`solve` takes, or the problems of :func:`read`.
        threads: positions at a time, and threads on each of them where there are fewer. Those that
            come free at the end help with what is left.
        ordered: True for answers in the order of the positions, False for each as soon as it is
            there.
        memory: bytes for the tables of all threads together, or a text with a unit.
        shortest, time, nodes, leftover, attacker, proofs: as for :func:`solve`, for each position.

    Raises:
        InputError: (by the iterator) a position cannot be read, or is no problem.
        OutOfMemory: (by the iterator) the system does not give the memory.
        ValueError: an argument is out of range; time, nodes, threads and leftover are looked at by
            the iterator.
        RuntimeError: (by the iterator) the interpreter is ending, or the process was forked from
            the one whose threads work on the answers.
    """
    stop = _tsumi.Stop()
    aim, size = aim_of(shortest), bytes_of(memory)

    def tables(count: int) -> _tsumi.Solver:
        return _tsumi.Solver(size, threads, count, proofs)

    def work(solver: _tsumi.Solver, problem: Problem) -> Solution:
        found = solver.solve(problem._native, aim, time, nodes, leftover, stop)
        return solution_of(problem, found)

    answers = many(positions, attacker, threads, tables, work, ordered, stop)
    return Answers(answers, stop)


def solve_async(
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
) -> Coroutine[Any, Any, Solution]:
    """:func:`solve` for asyncio: it works in a thread of the loop's executor, on which
    `on_progress` is called too. When the task is cancelled, the search ends."""
    # Read now: a board may have moved on when the task begins.
    problem = done(problem_of, position, attacker)

    async def solved() -> Solution:
        import asyncio

        stop = _tsumi.Stop()
        call = partial(
            solve,
            problem.answer(),
            shortest=shortest,
            time=time,
            nodes=nodes,
            memory=memory,
            threads=threads,
            leftover=leftover,
            proofs=proofs,
            on_progress=on_progress,
            stop=stop,
        )
        try:
            return await asyncio.get_running_loop().run_in_executor(None, call)
        except asyncio.CancelledError:
            stop.set()
            raise

    return solved()

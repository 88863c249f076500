"""Work on many problems at a time, in threads: the library lets the interpreter go meanwhile."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from itertools import chain, islice
from typing import Any, Generic, Protocol, TypeVar

from . import _tsumi
from .errors import InputError
from .problem import Position, Problem, Problems, Side, problem_of

J = TypeVar("J")
R = TypeVar("R")
S = TypeVar("S")

#: Jobs for each worker that are read before it is free.
QUEUED = 4
#: The most results that wait for one before them.
AHEAD = 1024
#: Seconds between two looks for Ctrl-C, which on Windows does not end a wait.
LOOK = 0.05


class Tables(Protocol):
    """Solvers or verifiers of the native part."""

    @property
    def workers(self) -> int: ...
    def end(self) -> None: ...


T = TypeVar("T", bound=Tables)

#: What ends the runs that have threads.
_running: set[_tsumi.Stop] = set()
#: What the end of the interpreter has ended, and nobody before.
_cut: set[_tsumi.Stop] = set()


def _end_all() -> None:
    for stop in list(_running):
        if not stop.is_set():
            _cut.add(stop)
        stop.set()


@cache
def _end_with_the_interpreter() -> None:
    """Has runs that nobody has ended stopped before the interpreter waits for their threads; asked
    for once.

    The executor's threads are joined by such a function too, and those that come later are called
    first; `atexit` would come too late. (CPython has had it since 3.9; without it the interpreter
    waits until what is being searched comes to its end.)
    """
    register = getattr(threading, "_register_atexit", None)
    if register is not None:
        # While the interpreter ends already, nothing is begun any more.
        with suppress(RuntimeError):
            register(_end_all)


class Done(Generic[R]):
    """A job that is finished: with an answer or an exception."""

    __slots__ = ("_answer", "error")

    def __init__(self, answer: R | None = None, error: Exception | None = None) -> None:
        self._answer: Any = answer
        self.error = error

    def answer(self) -> R:
        """The answer; raises the exception."""
        try:
            if self.error is not None:
                raise self.error
            answer: R = self._answer
            return answer
        finally:
            # The traceback of the exception has this frame: it must not have the exception too,
            # which would live with all that its frames hold until the garbage is collected.
            del self

    def then(self, work: Callable[[R], S]) -> Done[S]:
        """What comes of the answer, or the same exception."""
        return Done(error=self.error) if self.error is not None else done(work, self._answer)


def done(job: Callable[..., R], *arguments: Any) -> Done[R]:
    """A job with what comes of it."""
    try:
        return Done(job(*arguments))
    except (StopIteration, StopAsyncIteration) as error:
        # From an iterator that would be its end.
        ended = RuntimeError(f"a position raised {type(error).__name__}")
        ended.__cause__ = error
        return Done(error=ended)
    except Exception as error:
        return Done(error=error)


def run(
    jobs: Iterator[Done[J]],
    work: Callable[[J], R],
    workers: int,
    ordered: bool,
    idle: Callable[[], None],
    stop: _tsumi.Stop,
) -> Iterator[Done[R]]:
    """Runs `work` on the jobs, and yields them when they are finished: in their order, or at once.

    A job is taken, on the thread that asks for results, when a worker will soon be free. `idle` is
    called for every worker that no job is left for. Where nobody wants the rest, `stop` ends it.
    """
    if workers == 1:
        for job in jobs:
            yield job.then(work)
        return
    # What is needed for threads alone: to import it takes as long as a hundred mates in one.
    from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

    _end_with_the_interpreter()
    process = os.getpid()
    executor = ThreadPoolExecutor(workers, thread_name_prefix="tsumi")
    _running.add(stop)
    running: set[Future[Done[R]]] = set()
    line: deque[Future[Done[R]]] = deque()
    more = True
    try:
        while True:
            if os.getpid() != process:
                # Threads are not forked with a process.
                raise RuntimeError("these answers belong to the process that was forked")
            if ordered:
                running = {future for future in running if not future.done()}
            while more and len(running) < QUEUED * workers and len(line) < AHEAD:
                if (line and line[0].done()) or any(future.done() for future in running):
                    # What is ready does not wait for jobs that may be slow to come.
                    break
                try:
                    future = executor.submit(next(jobs).then, work)
                except StopIteration:
                    more = False
                    break
                running.add(future)
                if ordered:
                    line.append(future)
            while not more and len(running) < workers:
                workers -= 1
                idle()
            if line and line[0].done():
                yield line.popleft().result()
            elif running:
                done, running = wait(running, LOOK, FIRST_COMPLETED)
                if not ordered:
                    yield from (future.result() for future in done)
            else:
                return
    finally:
        stop.set()
        _running.discard(stop)
        executor.shutdown(cancel_futures=True)


def _problems(
    positions: Iterable[Position | InputError], attacker: Side | None, failures: list[Exception]
) -> Iterator[Done[Problem]]:
    """The problems that stand for positions up to an exception of the iterable, which is kept: what
    came before it is answered first.

    Each is read before the next position is asked for, which may be the same board, one move on.
    Only a reader goes on after an `InputError`; any other iterable may be at its end then.
    """
    try:
        rest = positions.with_errors() if isinstance(positions, Problems) else positions
        for position in rest:
            if isinstance(position, InputError):
                yield Done(error=position)
            else:
                yield done(problem_of, position, attacker)
    except Exception as error:
        failures.append(error)


def many(
    positions: Iterable[Position],
    attacker: Side | None,
    threads: int,
    tables: Callable[[int], T],
    work: Callable[[T, Problem], R],
    ordered: bool,
    stop: _tsumi.Stop,
) -> Iterator[Done[R]]:
    """Runs `work` on the problems of positions, with the tables for so many at a time."""
    if isinstance(positions, (str, bytes)):
        raise TypeError("positions are an iterable of positions, not one text; tsumi.read reads it")
    threads = _tsumi.threads(threads)
    failures: list[Exception] = []
    problems = _problems(positions, attacker, failures)
    # As many are read ahead as are needed to know how many there are for the threads.
    first = list(islice(problems, threads))
    made = tables(len(first))
    one = partial(work, made)
    yield from run(chain(first, problems), one, made.workers, ordered, made.end, stop)
    if failures:
        # Out of the list, which the frames of its traceback have.
        raise failures.pop()


class Answers(Iterator[R], AsyncIterator[R]):
    """The answers to many problems: an iterator, also for ``async for``.

    ``close()`` ends it and what is being searched; so does the end of its life, an exception, and a
    cancelled ``await`` of the next answer. Then there are no more answers. Several threads may take
    answers from it.
    """

    def __init__(
        self, done: Iterator[Done[Any]], stop: _tsumi.Stop, with_errors: bool = False
    ) -> None:
        self._done = done
        self._stop = stop
        self._with_errors = with_errors
        self._lock = threading.Lock()

    def with_errors(self) -> Answers[R | Exception]:
        """The same, with the exception in the place of the answer where there is none."""
        return Answers(self._done, self._stop, True)

    def __iter__(self) -> Answers[R]:
        return self

    def __next__(self) -> R:
        with self._lock:
            done = next(self._done)
            if self._stop in _cut:
                # Who waits for all answers is not to take those that there are for all.
                raise RuntimeError("the interpreter is ending; there are no more answers")
            if self._stop.is_set():
                # What came since is only that it was stopped.
                self._done.close()  # type: ignore[attr-defined]
                raise StopIteration
        if done.error is not None:
            if self._with_errors:
                return done.error  # type: ignore[return-value]
            self.close()
        try:
            answer: R = done.answer()
            return answer
        finally:
            # As in `Done`.
            del done

    def __aiter__(self) -> Answers[R]:
        return self

    async def __anext__(self) -> R:
        import asyncio

        loop = asyncio.get_running_loop()
        try:
            answer = await loop.run_in_executor(None, lambda: next(self, None))
        except asyncio.CancelledError:
            self._stop.set()
            raise
        if answer is None:
            raise StopAsyncIteration
        return answer

    def close(self) -> None:
        """Ends it."""
        self._stop.set()
        # Where another thread waits for the next answer, that thread closes it.
        with suppress(ValueError):
            self._done.close()  # type: ignore[attr-defined]

"""Many positions: in order or not, in bounded memory, from asyncio and from other pools."""

import asyncio
import gc
import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from typing import Any

import pytest
import shogi
from conftest import NINE, NONE, ONE, PROBLEMS

import tsumi

GAME = list(itertools.islice(tsumi.read(PROBLEMS / "game.jsonl"), 30))
HARD = next(p for p in tsumi.read(PROBLEMS / "hard.jsonl") if p.id == "ran")


@pytest.mark.parametrize("threads", [1, 3])
def test_in_order(threads: int) -> None:
    solutions = list(tsumi.solve_many(GAME, threads=threads, shortest=False))
    assert [s.problem.id for s in solutions] == [p.id for p in GAME]
    assert [s.verdict for s in solutions] == [p.expect for p in GAME]


def test_as_they_are_finished() -> None:
    solutions = list(tsumi.solve_many(GAME, threads=2, shortest=False, ordered=False))
    assert sorted(s.problem.id for s in solutions) == sorted(p.id for p in GAME)
    # The first one takes its limit, and the others do not wait for it.
    slow_first = tsumi.solve_many([HARD, ONE, ONE], threads=2, time=2.0, ordered=False)
    assert [s.verdict for s in slow_first] == ["mate", "mate", "unknown"]
    in_order = tsumi.solve_many([HARD, ONE, ONE], threads=2, time=0.5)
    assert [s.verdict for s in in_order] == ["unknown", "mate", "mate"]


def test_nothing_and_one() -> None:
    assert list(tsumi.solve_many([], threads=2)) == []
    second = list(tsumi.read(PROBLEMS / "zuko.sfen"))[1]
    (only,) = tsumi.solve_many([second], threads=2)
    assert (only.plies, only.threads) == (21, 2)


def test_an_endless_stream() -> None:
    taken = 0

    def endless() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield ONE

    answers = tsumi.solve_many(endless(), threads=2)
    assert taken == 0
    assert [s.plies for s in itertools.islice(answers, 50)] == [1] * 50
    assert taken <= 100
    answers.close()
    assert next(answers, None) is None


def test_a_position_that_cannot_be_read() -> None:
    positions = [ONE, "no position", NINE]
    answers = tsumi.solve_many(positions)
    assert next(answers).plies == 1
    with pytest.raises(tsumi.InputError):
        next(answers)
    assert next(answers, None) is None
    first, bad, last = tsumi.solve_many(positions).with_errors()
    assert isinstance(first, tsumi.Solution) and isinstance(last, tsumi.Solution)
    assert isinstance(bad, tsumi.InputError) and (first.plies, last.plies) == (1, 9)
    # The reader's errors too.
    read = tsumi.read(f"a\t{ONE}\nb\tno/position b - 1\nc\t{NINE}\n", name="three.sfen")
    first, bad, last = tsumi.solve_many(read).with_errors()
    assert isinstance(bad, tsumi.InputError) and (bad.file, bad.line) == ("three.sfen", 2)


def test_an_iterable_that_raises() -> None:
    """Whatever it raises comes after the answers, and is not lost with the rest."""

    def broken(error: Exception) -> Iterator[str]:
        yield ONE
        raise error

    errors = [
        LookupError("from the iterable"),
        tsumi.InputError("from it", "", "", "a file", None, None, None, None),
    ]
    for error in errors:
        answers = tsumi.solve_many(broken(error)).with_errors()
        assert isinstance(next(answers), tsumi.Solution)
        with pytest.raises(type(error), match="from"):
            next(answers)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_board_that_is_moved_on(threads: int) -> None:
    """Each position is read before the next one is asked for."""
    board = shogi.Board(NINE)
    line = ["2d1c+", "1d1c", "R*2c", "1c1b", "P*1c", "1b1a", "2c2a+", "1a2a", "1c1b+"]
    wanted = []

    def boards() -> Iterator[shogi.Board]:
        for move in line:
            wanted.append(board.sfen())
            yield board
            board.push_usi(move)

    solutions = list(tsumi.solve_many(boards(), threads=threads, shortest=False))
    assert [s.problem.sfen.split()[:3] for s in solutions] == [w.split()[:3] for w in wanted]

    async def asked() -> list[tsumi.Solution]:
        calls = [tsumi.solve_async(board, shortest=False) for board in boards()]
        return await asyncio.gather(*calls)

    board = shogi.Board(NINE)
    assert [s.problem for s in asyncio.run(asked())] == [s.problem for s in solutions]


@pytest.mark.parametrize("threads", [1, 2])
def test_an_exception_does_not_outlive_its_end(threads: int) -> None:
    """It has no way back to itself, so that what its frames hold is free at once."""
    gone = []

    def broken() -> Iterator[str]:
        yield ONE
        raise tsumi.InputError("from it", "", "", "a file", None, None, None, None)

    gc.disable()
    try:
        for positions in ([ONE, "no position"], broken()):
            try:
                list(tsumi.solve_many(positions, threads=threads))
            except tsumi.InputError as error:
                gone.append(weakref.ref(error))
        (_, found) = tsumi.solve_many([ONE, "no position"], threads=threads).with_errors()
        gone.append(weakref.ref(found))  # type: ignore[arg-type]
        del found
        assert [reference() for reference in gone] == [None] * 3
    finally:
        gc.enable()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_board_that_raises_stop_iteration(threads: int) -> None:
    """It does not end the answers as if there were no more positions."""

    class Board:
        def sfen(self) -> str:
            raise StopIteration

    positions: list[Any] = [ONE, Board(), ONE]
    with pytest.raises(RuntimeError, match="StopIteration"):
        list(tsumi.solve_many(positions, threads=threads))
    answers = list(tsumi.solve_many(positions, threads=threads).with_errors())
    assert [isinstance(answer, RuntimeError) for answer in answers] == [False, True, False]


def test_wrong_arguments() -> None:
    with pytest.raises(TypeError):
        list(tsumi.solve_many([ONE], threads=2.0))  # type: ignore[arg-type]
    for huge in (10**9, 2**64):
        with pytest.raises(ValueError, match="threads must be"):
            list(tsumi.solve_many(itertools.repeat(ONE), threads=huge))
    with pytest.raises(ValueError, match="threads must be"):
        list(tsumi.solve_many([ONE], threads=0))
    with pytest.raises(ValueError, match="time must be"):
        list(tsumi.solve_many([ONE], time=-1.0))
    for text in (ONE, ONE.encode()):
        for call in (tsumi.solve_many, tsumi.verify_many):
            with pytest.raises(TypeError, match="an iterable of positions, not one text"):
                list(call(text))  # type: ignore[arg-type]


def test_what_is_not_asked_for_ends() -> None:
    answers = tsumi.solve_many([ONE, HARD, HARD], threads=2)
    assert next(answers).plies == 1
    begin = time.monotonic()
    del answers
    while any(thread.name.startswith("tsumi") for thread in threading.enumerate()):
        time.sleep(0.01)
        assert time.monotonic() - begin < 10


def test_asyncio() -> None:
    async def both() -> list[int | None]:
        solutions = await asyncio.gather(tsumi.solve_async(ONE), tsumi.solve_async(NINE))
        many = [s.plies async for s in tsumi.solve_many([ONE, NINE], threads=2)]
        return [s.plies for s in solutions] + many

    assert asyncio.run(both()) == [1, 9, 1, 9]


def test_a_task_that_is_cancelled() -> None:
    async def cancelled() -> float:
        begin = time.monotonic()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(tsumi.solve_async(HARD), 0.3)
        return begin

    # The loop waits for the thread at its end.
    begin = asyncio.run(cancelled())
    assert time.monotonic() - begin < 10


def test_other_pools() -> None:
    with ThreadPoolExecutor(2) as threads:
        assert [s.plies for s in threads.map(tsumi.solve, [ONE, NINE])] == [1, 9]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as processes:
        solutions = list(processes.map(tsumi.solve, [ONE, NINE, NONE]))
    assert [s.verdict for s in solutions] == ["mate", "mate", "nomate"]
    assert [s.plies for s in solutions] == [1, 9, None]
    assert all(s.certificate and tsumi.check(s.certificate) for s in solutions)


def test_an_exception_of_the_iterable_comes_after_the_answers() -> None:
    """What was taken before it is answered first, with any number of threads."""

    def positions() -> Iterator[str]:
        yield from [ONE] * 15
        raise OSError("gone")

    for threads in (1, 2, 4):
        got = []
        with pytest.raises(OSError, match="gone"):
            for solution in tsumi.solve_many(positions(), threads=threads):
                got.append(solution.plies)
        assert got == [1] * 15, threads


def test_a_closed_iterator_ends_in_every_thread() -> None:
    answers = tsumi.solve_many(itertools.repeat(ONE), threads=2)
    got: list[tsumi.Solution] = []

    def take() -> None:
        got.extend(answers)

    thread = threading.Thread(target=take)
    thread.start()
    time.sleep(0.2)
    answers.close()
    thread.join(10)
    assert not thread.is_alive()
    assert all(solution.verdict == "mate" for solution in got)
    assert list(answers) == []


def test_a_wait_that_is_cancelled_ends_the_answers() -> None:
    async def run() -> list[str]:
        answers = tsumi.solve_many([ONE, HARD, ONE, ONE], threads=2)
        got: list[str] = []
        for _ in range(4):
            try:
                got.append((await asyncio.wait_for(anext(answers), 0.5)).verdict)
            except asyncio.TimeoutError:
                got.append("timeout")
            except StopAsyncIteration:
                got.append("end")
        return got

    assert asyncio.run(run()) == ["mate", "timeout", "end", "end"]


def test_whatever_is_wrong_with_one_position_is_in_its_place() -> None:
    wrong: list[Any] = [ONE, None, 1.5, ("a", "b"), "no position", ONE]
    answers = list(tsumi.solve_many(wrong, threads=2).with_errors())
    assert [isinstance(answer, Exception) for answer in answers] == [False] + [True] * 4 + [False]


def test_the_interpreter_ends_with_an_open_iterator() -> None:
    """Nobody waits for what is being searched then."""
    script = (
        "import tsumi\n"
        f"answers = tsumi.solve_many(['{ONE}', '{HARD.sfen}', '{HARD.sfen}'], threads=2)\n"
        "print(next(answers).verdict)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "mate\n"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning")
def test_answers_in_a_forked_process() -> None:
    """Their threads are not there; nobody waits for them without an end."""
    answers = tsumi.solve_many([ONE] * 4 + [HARD] * 9, threads=2, time=1.0)
    assert next(answers).plies == 1
    child = os.fork()
    if child == 0:
        code = 1
        try:
            list(answers)
        except RuntimeError as error:
            code = 0 if "forked" in str(error) else 2
        finally:
            os._exit(code)
    begin = time.monotonic()
    status = 0
    while time.monotonic() - begin < 20:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        time.sleep(0.05)
    else:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        pytest.fail("the child waits")
    assert os.waitstatus_to_exitcode(status) == 0
    # In the process itself they go on.
    assert next(answers).plies == 1
    answers.close()


def test_no_answers_are_lost_when_the_interpreter_ends() -> None:
    """A thread that it waits for does not take some of the answers for all of them."""
    script = (
        "import threading, tsumi\n"
        f"answers = tsumi.solve_many(['{ONE}'] + ['{HARD.sfen}'] * 9, threads=2)\n"
        "print(next(answers).verdict)\n"
        "def take():\n"
        "    try:\n"
        "        print('all', len(list(answers)))\n"
        "    except RuntimeError:\n"
        "        print('cut')\n"
        "threading.Thread(target=take).start()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout == "mate\ncut\n"

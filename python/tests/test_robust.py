"""Nothing ends the interpreter, and Ctrl-C is heard."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import NINE, ONE, PROBLEMS

import tsumi

#: What is not solved in a moment.
HARD = next(p for p in tsumi.read(PROBLEMS / "hard.jsonl") if p.id == "ran")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not keep to RLIMIT_AS")
def test_memory_that_cannot_be_had() -> None:
    """In a process of its own, which may take 2 GiB: some systems promise any amount."""
    code = f"""
import resource, tsumi
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
for memory in ("4G", "64G", "1T", "32T", 1 << 45):
    try:
        tsumi.solve({ONE!r}, memory=memory)
    except tsumi.OutOfMemory as error:
        assert isinstance(error, MemoryError) and "does not give" in str(error)
    else:
        raise SystemExit(f"{{memory}} was given")
assert tsumi.solve({ONE!r}, memory="16M").plies == 1
print("alive")
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ran.stdout, ran.returncode) == ("alive\n", 0), ran.stderr


def test_the_interpreter_ends_while_a_thread_solves() -> None:
    """A daemon thread does not ask for the interpreter when that is at its end."""
    code = f"""
import threading, time, tsumi
threading.Thread(target=lambda: tsumi.solve({HARD.sfen!r}, time=60), daemon=True).start()
time.sleep(0.2)
"""
    for _ in range(3):
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=50)
        assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize(
    ("sfen", "what"),
    [
        ("9/9/9/9/9/9/9/9/9 b - 1", "no king"),
        ("4k4/9/4P4/9/9/9/9/4P4/9 b G 1", "pawn"),
        ("4k3P/9/4P4/9/9/9/9/9/9 b G 1", "P on|never move|cannot move"),
        ("4k4/4G4/9/9/9/9/9/9/9 b G 1", "capture the defender.s king"),
        ("4k4/9/4P4/9/9/9/9/9/9 b 19p 1", "pawns|pieces"),
        ("4k4/9/4P4/9/9/9/9/9 b G 1", "ranks"),
        ("", "no problem"),
        ("\0", "."),
        ("\N{PILE OF POO}" * 10_000, "."),
    ],
)
def test_a_position_that_makes_no_sense(sfen: str, what: str) -> None:
    with pytest.raises(tsumi.InputError, match=what):
        tsumi.solve(sfen)


def test_a_callback_that_raises() -> None:
    def callback(progress: tsumi.Progress) -> None:
        raise LookupError("from the callback")

    begin = time.monotonic()
    with pytest.raises(LookupError, match="from the callback"):
        tsumi.solve(HARD, on_progress=callback, time=60)
    assert time.monotonic() - begin < 10


def test_stop_from_another_thread() -> None:
    stop = tsumi.Stop()
    threading.Timer(0.3, stop.set).start()
    begin = time.monotonic()
    solution = tsumi.solve(HARD, stop=stop, time=60)
    assert (solution.verdict, solution.reason) == ("unknown", "stopped")
    assert stop.is_set() and time.monotonic() - begin < 10
    assert tsumi.solve(HARD, stop=stop).reason == "stopped"


def test_other_threads_run_meanwhile() -> None:
    turns = 0
    done = threading.Event()

    def count() -> None:
        nonlocal turns
        while not done.wait(0.01):
            turns += 1

    thread = threading.Thread(target=count)
    thread.start()
    tsumi.solve(HARD, time=1.0)
    done.set()
    thread.join()
    assert turns >= 10


#: Sends Ctrl-C five times into `work`, and prints the median of the times to the exception: the
#: machine may do other things meanwhile.
CTRL_C = f"""
import os, signal, statistics, threading, time, tsumi
problem = next(p for p in tsumi.read({str(PROBLEMS / "hard.jsonl")!r}) if p.id == "ran")
certificate = tsumi.solve("{ONE}").certificate

def check():
    while True:
        tsumi.check(certificate)

zuko = tsumi.read({str(PROBLEMS / "zuko.sfen")!r})
large = tsumi.solve(next(p for p in zuko if p.id == "zuko-098"), shortest=False)

def page():
    while True:
        large.page()

def send():
    global sent
    sent = time.monotonic()
    os.kill(os.getpid(), signal.SIGINT)

times = []
for _ in range(5):
    threading.Timer(0.2, send).start()
    try:
        WORK
    except KeyboardInterrupt:
        times.append(time.monotonic() - sent)
print(statistics.median(times), len(times))
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no signal to one process alone")
@pytest.mark.parametrize(
    "work",
    [
        "tsumi.solve(problem)",
        "tsumi.solve(problem, threads=2)",
        "tsumi.verify(problem)",
        "tsumi.audit(problem)",
        "list(tsumi.solve_many([problem] * 4))",
        "list(tsumi.solve_many([problem] * 4, threads=2))",
        "check()",
        "page()",
        "large.near_misses(time=None)",
        "large._repr_html_()",
    ],
)
def test_ctrl_c_is_heard_within_a_tenth_of_a_second(work: str) -> None:
    code = CTRL_C.replace("WORK", work)
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    median, rounds = ran.stdout.split()
    assert rounds == "5" and float(median) < 0.1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_ctrl_c_is_heard_while_a_pipe_has_nothing(tmp_path: Path) -> None:
    """While it is opened, and while it is read; then it is not read on as if nothing were lost."""
    pipe = tmp_path / "pipe.sfen"
    os.mkfifo(pipe)
    with interrupted_soon(), pytest.raises(KeyboardInterrupt):
        tsumi.read(pipe)
    with os.fdopen(os.open(pipe, os.O_RDWR), "w"):
        problems = tsumi.read(pipe)
        with interrupted_soon(), pytest.raises(KeyboardInterrupt):
            next(problems)
        with pytest.raises(ValueError, match="begin again"):
            next(problems)
    pipe = tmp_path / "other.sfen"
    os.mkfifo(pipe)
    writer = os.open(pipe, os.O_RDWR)
    problems = tsumi.read(pipe)
    os.write(writer, f"{ONE}\n{NINE}\n".encode())
    os.close(writer)
    assert [problem.sfen for problem in problems] == [ONE, NINE]


@contextmanager
def interrupted_soon() -> Iterator[None]:
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    yield
    timer.join()


def test_exceptions_are_pickled() -> None:
    with pytest.raises(tsumi.InputError) as unreadable:
        tsumi.solve("4k4/9 b - 1")
    with pytest.raises(tsumi.CertificateError) as refused:
        tsumi.check("nonsense")
    for raised in (unreadable.value, refused.value):
        again = pickle.loads(pickle.dumps(raised))
        assert (type(again), str(again)) == (type(raised), str(raised))
        assert again.__dict__ == raised.__dict__


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_solves_too() -> None:
    tsumi.solve(ONE)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = 0 if tsumi.solve(ONE).plies == 1 else 2
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0

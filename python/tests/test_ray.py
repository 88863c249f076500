"""One problem on a cluster that Ray keeps: on it, workers and master killed."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from conftest import PROBLEMS, TINY, accepted

import tsumi
from tsumi import cluster
from tsumi.cluster import crew, master

ray = pytest.importorskip("ray")

ZUKO = {problem.id: problem for problem in tsumi.read(PROBLEMS / "zuko.sfen")}

#: Ray's workers give way to every other program of the machine; a test waits for them.
os.environ["RAY_worker_niceness"] = "0"


def test_an_exception_while_it_starts_ends_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        assert ray.is_initialized()
        raise KeyboardInterrupt

    monkeypatch.setattr(crew.Crew, "_start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        cluster.solve(ZUKO["zuko-092"], workers=1, threads=1)
    assert not ray.is_initialized()


def test_an_address_at_which_there_is_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(OSError, match="there is no Ray cluster"):
        cluster.solve(ZUKO["zuko-092"], address=f"127.0.0.1:{port}")


@pytest.fixture(scope="module")
def started() -> Iterator[None]:
    ray.init(
        address="local",
        num_cpus=2,
        include_dashboard=False,
        log_to_driver=False,
        object_store_memory=128 << 20,
    )
    yield
    ray.shutdown()


def test_on_ray(started: None) -> None:
    reports: list[cluster.Progress] = []
    found = cluster.solve(
        ZUKO["zuko-092"], workers=2, memory="16M", on_progress=reports.append, least_nodes=TINY
    )
    assert found.verdict == "mate" and found.plies is not None
    assert reports and "M nodes" in str(reports[-1])
    accepted(found)


def test_an_address_besides_the_cluster_that_is_there(started: None) -> None:
    there = ray.get_runtime_context().gcs_address
    with pytest.raises(ValueError, match=f"connected already, to {there}"):
        cluster.solve(ZUKO["zuko-092"], address="192.0.2.1:6379")
    for address in ("auto", there):
        found = cluster.solve(ZUKO["zuko-092"], address=address, memory="16M")
        assert found.verdict == "mate"


def test_more_threads_than_a_machine_has(
    started: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(master, "UNBORN", 0.5)
    found = cluster.solve(ZUKO["zuko-092"], threads=8, time=3)
    assert found.verdict == "unknown"
    assert "each takes 8 processors of a machine (threads), and the machines have [2]" in (
        caplog.text
    )


def test_memory_that_a_machine_does_not_give(
    started: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The first worker that does not get it ends the search, with an exception that says so."""

    class Poor(crew._Searcher):
        def begin(self, problem: bytes, memory: int, threads: int) -> None:
            raise tsumi.OutOfMemory("the system does not give 921600 MiB for a table")

    monkeypatch.setattr(crew, "_Searcher", Poor)
    for error in (tsumi.OutOfMemory, MemoryError):
        with pytest.raises(error) as raised:
            cluster.solve(ZUKO["zuko-092"], memory="900G")
        assert str(raised.value) == "the system does not give 921600 MiB for a table"
    assert caplog.text == ""


def test_workers_are_killed(started: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process of a worker is killed when it has just got a task."""
    killed: list[int] = []

    class Killed(crew.Crew):
        sent = 0

        def send(self, job: crew.Job, pn: int, dn: int, lessons: crew.Lessons) -> None:
            self.sent += 1
            pid: int | None = None
            if self.sent in (4, 8, 16):
                pid = ray.get(self._actors[job.worker].pid.remote())
            super().send(job, pn, dn, lessons)
            if pid is not None:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    monkeypatch.setattr(master, "Crew", Killed)
    found = cluster.solve(ZUKO["zuko-023"], workers=2, memory="16M", least_nodes=2_000)
    assert found.verdict == "mate"
    assert len(set(killed)) == 3 and found.progress.lost > 0
    accepted(found)


#: The program, whose process is killed when it has just kept its fourth result.
MORTAL = """
import os, signal, sys
from tsumi.cluster import __main__, store

keep, left = store.Store.keep, [None] * 4

def kept(self, standing):
    keep(self, standing)
    left.pop()
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)

store.Store.keep = kept
__main__.main(sys.argv[1:])
"""


def test_the_program(started: None, tmp_path: Path) -> None:
    """The master is killed, on a cluster, and begun again, by itself."""
    state, proof = tmp_path / "state.db", tmp_path / "proof.tsc"

    def results() -> dict[str, int]:
        with closing(sqlite3.connect(state)) as file:
            return dict(file.execute("SELECT position, nodes FROM results").fetchall())

    options = [ZUKO["zuko-023"].sfen, "--workers", "1", "--memory", "16M", "--state", str(state)]
    address = ["--address", ray.get_runtime_context().gcs_address]
    killed = subprocess.run(
        [sys.executable, "-c", MORTAL, *options, *address], stderr=subprocess.DEVNULL
    )
    assert killed.returncode == -signal.SIGKILL
    before = results()
    assert before
    command = [sys.executable, "-m", "tsumi.cluster", *options, "--certificate", str(proof)]
    command += ["--picture", str(tmp_path / "tree.html")]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("mate ") and "nodes" in ran.stderr
    assert tsumi.check(proof).claims[0] == ran.stdout.strip()
    after = results()
    assert len(after) > len(before) and all(after[at] >= nodes for at, nodes in before.items())
    again = subprocess.run(command, capture_output=True, text=True)
    assert again.returncode == 2 and "left alone" in again.stderr

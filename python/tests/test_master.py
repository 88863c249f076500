"""What the master of a cluster makes of workers that are silent, die, or come up late."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from conftest import NINE, PROBLEMS, TINY, accepted
from inside import Inside, run

import tsumi
from tsumi import _tsumi
from tsumi.cluster import crew, master, store

ZUKO = {problem.id: problem for problem in tsumi.read(PROBLEMS / "zuko.sfen")}


def made(inside: Inside) -> master._Master:
    plant = partial(_tsumi.Upper, inside.problem._native, TINY)
    return master._Master(plant, store.Store(inside.problem, None), inside)  # type: ignore[arg-type]


def test_a_worker_with_many_threads_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    """All its tasks fail at once, which is one failure."""

    class Dies(Inside):
        threads = 32
        failed = 0

        def spoil(self, job: crew.Job, found: _tsumi.Standing) -> _tsumi.Standing | Exception:
            if job.worker == 0 and job.life == 0:
                self.failed += 1
                return OSError("it died")
            return found

    dies = Dies(ZUKO["zuko-013"])
    found = run(monkeypatch, dies)
    assert dies.failed > master.FAILURES and dies.replaced == 1
    assert found.progress.lost == dies.failed
    accepted(found)


@pytest.mark.parametrize(
    ("speed", "nodes", "taught", "seconds", "ended"),
    [
        # As after a restart: the task is large, and nothing is known of the worker. It may be slow,
        # and may have to write a proof down.
        (None, 20_000_000, 0, 1_000.0, False),
        (None, 20_000_000, 0, 10_000.0, True),
        (None, 1_000, 0, 59.0, False),
        (None, 1_000, 0, 62.0, True),
        # It has to learn what the others have proved.
        (None, 1_000, 100 << 20, 100.0, False),
        (300_000.0, 3_000_000, 0, 250.0, False),
        (300_000.0, 3_000_000, 0, 270.0, True),
    ],
)
def test_how_long_a_worker_may_be_silent(
    speed: float | None, nodes: int, taught: int, seconds: float, ended: bool
) -> None:
    inside = Inside(ZUKO["zuko-022"], workers=1)
    lead = made(inside)
    if speed is not None:
        lead.speeds[0] = speed
    lead.fill()
    for job in inside.jobs:
        job.nodes, job.taught, job.since = nodes, taught, job.since - seconds
    lead.look_after()
    assert inside.replaced == int(ended)


def test_a_task_that_is_soon_over_tells_no_speed() -> None:
    inside = Inside(problem=next(tsumi.read(NINE)), workers=1)
    lead = made(inside)
    lead.fill()
    for job in inside.jobs:
        job.nodes = 1_000_000
    lead.take(0.0)
    assert lead.upper.status()["nodes"] > 0 and lead.speeds == {}


def test_lessons_come_in_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has come up late learns all that was proved before, also by the one in its place, with
    one task after the other; then what the others prove."""
    lead = made(Inside(ZUKO["zuko-022"]))
    monkeypatch.setattr(lead.store, "certificate", lambda at: at * 10)
    monkeypatch.setattr(master, "LESSON", 15)
    lead.proved = [(0, "a"), (1, "b"), (None, "c")]
    assert lead.proofs(0) == ["a" * 10, "b" * 10]
    lead.proved += [(0, "d"), (1, "e")]
    assert lead.proofs(0) == ["c" * 10, "e" * 10]
    assert lead.proofs(0) == []
    lead.proved += [(1, "f" * 100)]
    assert lead.proofs(0) == ["f" * 1000], "one at least"


def test_two_masters_do_not_have_one_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Each would keep what the other one does not know of."""
    state = tmp_path / "state.db"
    monkeypatch.setattr(store, "LOCKED", 0.1)
    for _ in ("a new file", "an old one"):
        first = store.Store(ZUKO["zuko-022"], state)
        with pytest.raises(OSError, match="state.db: database is locked"):
            store.Store(ZUKO["zuko-022"], state)
        first.close()

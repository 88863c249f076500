"""A cluster in this process, for the tests of its master."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from conftest import TINY

import tsumi
from tsumi import _tsumi, cluster
from tsumi.cluster import crew, master


class Inside:
    """Workers in this process, one after the other; `spoil` may change what comes back."""

    threads = 2

    def __init__(self, problem: tsumi.Problem, workers: int = 2) -> None:
        self.problem = problem
        self.workers = workers
        self._native = [self._start() for _ in range(workers)]
        self._jobs: list[tuple[crew.Job, int, int]] = []
        self.replaced = 0
        self.lives = [0] * workers
        self.learnt = [0] * workers

    def _start(self) -> _tsumi.Worker:
        return _tsumi.Worker(self.problem._native, 4 << 20, self.threads)

    def is_ready(self, worker: int) -> bool:
        return True

    @property
    def jobs(self) -> list[crew.Job]:
        return [job for job, _, _ in self._jobs]

    def send(self, job: crew.Job, pn: int, dn: int, lessons: crew.Lessons) -> None:
        crew.learn(self._native[job.worker], lessons)
        self.learnt[job.worker] += len(lessons.certificates)
        job.life = self.lives[job.worker]
        self._jobs.append((job, pn, dn))

    def leave(self, job: crew.Job) -> None:
        pass

    def spoil(self, job: crew.Job, standing: _tsumi.Standing) -> _tsumi.Standing | Exception | None:
        return standing

    def tell(self, worker: int) -> _tsumi.Hearsay:
        return self._native[worker].tell()

    def back(self, seconds: float) -> list[tuple[crew.Job, crew.Answer | Exception]]:
        back: list[tuple[crew.Job, crew.Answer | Exception]] = []
        for entry in list(self._jobs):
            job, pn, dn = entry
            standing = self._native[job.worker].stand(job.position, job.nodes, pn, dn)
            # As it would come from another process.
            answer = self.spoil(job, pickle.loads(pickle.dumps(standing)))
            if answer is None:
                continue
            self._jobs.remove(entry)
            if isinstance(answer, Exception):
                back.append((job, answer))
                continue
            hearsay = pickle.loads(pickle.dumps(self.tell(job.worker)))
            back.append((job, crew.Answer(answer, hearsay)))
        return back

    def is_over(self, job: crew.Job) -> bool:
        return job.life != self.lives[job.worker]

    def replace(self, failed: crew.Job) -> list[crew.Job]:
        self.replaced += 1
        self.lives[failed.worker] += 1
        self._native[failed.worker] = self._start()
        lost = [job for job in self.jobs if job.worker == failed.worker]
        self._jobs = [entry for entry in self._jobs if entry[0].worker != failed.worker]
        return lost

    def close(self) -> None:
        pass


def run(
    monkeypatch: pytest.MonkeyPatch, inside: Inside, state: Path | None = None
) -> cluster.Found:
    monkeypatch.setattr(master, "Crew", lambda *_, **__: inside)
    monkeypatch.setattr(master, "REPORT", 0.01)
    return cluster.solve(inside.problem, least_nodes=TINY, state=state)

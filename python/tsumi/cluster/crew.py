"""The workers of a problem, as actors of Ray."""

from __future__ import annotations

import logging
import os
import pickle
import socket
import time
from dataclasses import dataclass
from typing import Any, NamedTuple

from .. import _tsumi
from ..errors import OutOfMemory
from ..problem import Problem


class Lessons(NamedTuple):
    """What a worker gets from the others, with a task."""

    #: Certificates that were accepted.
    certificates: list[str]
    #: Numbers, which may be false.
    hearsay: list[_tsumi.Hearsay]


class Answer(NamedTuple):
    """What a worker gives back."""

    standing: _tsumi.Standing
    #: What it has to tell the others; none where it has told something just now.
    hearsay: _tsumi.Hearsay | None


def learn(worker: _tsumi.Worker, lessons: Lessons) -> None:
    """Takes over what others have found out."""
    for certificate in lessons.certificates:
        worker.learn(certificate)
    for hearsay in lessons.hearsay:
        worker.hear(hearsay)


class _Searcher:
    """What runs in the process of a worker: one table, some threads."""

    def __init__(self, alone: bool) -> None:
        self._stops: dict[int, _tsumi.Stop] = {}
        #: When it tells something again.
        self._tells = float("inf") if alone else 0.0

    def begin(self, problem: bytes, memory: int, threads: int) -> None:
        """Makes the table. Of what is raised here, unlike of what the constructor of an actor
        raises, Ray hands on the exception itself."""
        # The interpreter of a worker has the package from its own installation.
        native = pickle.loads(problem)._native
        self._worker = _tsumi.Worker(native, memory, threads)

    def stand(
        self, task: int, position: str, nodes: int, pn: int, dn: int, lessons: Lessons
    ) -> Answer:
        stop = self._stops.setdefault(task, _tsumi.Stop())
        try:
            learn(self._worker, lessons)
            standing = self._worker.stand(position, nodes, pn, dn, stop)
            return Answer(standing, self._tell())
        finally:
            self._stops.pop(task, None)

    def _tell(self) -> _tsumi.Hearsay | None:
        """What it has to tell. All of its table is read for it, so it is told now and then."""
        began = time.monotonic()
        if began < self._tells:
            return None
        self._tells = float("inf")
        hearsay = self._worker.tell()
        now = time.monotonic()
        self._tells = now + TELLING * (now - began)
        return hearsay

    def pid(self) -> int:
        """The number of the process."""
        return os.getpid()

    def leave(self, task: int) -> None:
        """Ends a task that nobody needs any more."""
        if task in self._stops:
            self._stops[task].set()


#: Between two tellings of a worker are so many times the seconds that one takes.
TELLING = 20.0
#: The number of the job that is done when a worker has come up; no task has it.
BIRTH = 0
#: Bytes for what is under way between processes, where Ray is started here: certificates.
_OBJECTS = 256 << 20
#: Seconds within which a machine of a cluster answers; Ray itself would try for ever.
_CONNECT = 10.0


@dataclass
class Job:
    """A task that is out."""

    task: int
    worker: int
    position: str
    nodes: int
    #: When it went out, in seconds of a clock.
    since: float
    #: Bytes of the certificates that went out with it.
    taught: int = 0
    #: Which process of the worker has it, by the number of those before.
    life: int = 0


def sizes(processors: list[int], workers: int | None, threads: int | None) -> tuple[int, int]:
    """How many workers, and threads of each, for machines with so many processors each: where it
    is left open, a worker on each machine with a thread for each processor of the smallest one."""
    some = [n for n in processors if n > 0] or [1]
    if threads is None:
        threads = min(some) if workers is None else min(min(some), max(1, sum(some) // workers))
    if workers is None:
        workers = max(1, sum(n // threads for n in some))
    return workers, threads


def _reach(address: str) -> None:
    """Raises an `OSError` where nothing answers at the address of a cluster."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if host and port.isdecimal():
        try:
            socket.create_connection((host.strip("[]"), int(port)), _CONNECT).close()
        except (OSError, OverflowError) as error:
            raise OSError(f"{address}: there is no Ray cluster: {error}") from error


class Crew:
    """Actors, each with a table of its own, on the machines of a Ray cluster."""

    def __init__(
        self,
        problem: Problem,
        *,
        address: str | None,
        workers: int | None,
        threads: int | None,
        memory: int,
    ) -> None:
        try:
            import ray
        except ImportError as error:
            raise ImportError("Ray is missing: pip install 'tsumi[cluster]'") from error
        self._ray: Any = ray
        self._own = not ray.is_initialized()
        self._jobs: dict[Any, Job] = {}
        self._ready: set[int] = set()
        self._actors: list[Any] = []
        self._problem = pickle.dumps(problem)
        self._memory = memory
        try:
            self._begin(address, workers, threads)
        except BaseException:
            self.close()
            raise

    def _begin(self, address: str | None, workers: int | None, threads: int | None) -> None:
        """Connects to Ray, or starts it, and starts the workers."""
        options: dict[str, Any] = {"logging_level": logging.WARNING, "log_to_driver": False}
        if self._own and address is None:
            workers, self.threads = sizes([os.cpu_count() or 1], workers, threads)
            options["num_cpus"] = workers * self.threads
            options["include_dashboard"] = False
            options["object_store_memory"] = _OBJECTS
        if self._own:
            address = "local" if address is None else address
            _reach(address)
            try:
                self._ray.init(address=address, **options)
            except RuntimeError as error:
                raise OSError(f"Ray cannot be started or reached: {error}") from error
        else:
            there = self._ray.get_runtime_context().gcs_address
            if address not in (None, "auto", there):
                raise ValueError(f"Ray is connected already, to {there} and not to {address}")
        workers, self.threads = sizes(self.processors(), workers, threads)
        # One thread more answers `leave`.
        self._actor = self._ray.remote(
            num_cpus=self.threads,
            max_restarts=0,
            max_task_retries=0,
            max_concurrency=self.threads + 1,
        )(_Searcher)
        self._lives = [0] * workers
        for worker in range(workers):
            self._actors.append(self._start(worker))

    def processors(self) -> list[int]:
        """How many each machine of the cluster has, in use or not."""
        machines = [node["Resources"] for node in self._ray.nodes() if node["Alive"]]
        return [int(machine.get("CPU", 0)) for machine in machines]

    def _start(self, worker: int) -> Any:
        alone = len(self._lives) == 1
        actor = self._actor.remote(alone)
        # It may have to wait for a machine, and may not come up at all.
        birth = Job(BIRTH, worker, "", 0, time.monotonic(), self._lives[worker])
        self._jobs[actor.begin.remote(self._problem, self._memory, self.threads)] = birth
        return actor

    @property
    def workers(self) -> int:
        """How many there are."""
        return len(self._actors)

    def is_ready(self, worker: int) -> bool:
        """True when a worker has come up."""
        return worker in self._ready

    @property
    def jobs(self) -> list[Job]:
        """What is out."""
        return [job for job in self._jobs.values() if job.task != BIRTH]

    def send(self, job: Job, pn: int, dn: int, lessons: Lessons) -> None:
        """Gives a worker a task, and what it is to learn first."""
        actor = self._actors[job.worker]
        job.life = self._lives[job.worker]
        sent = actor.stand.remote(job.task, job.position, job.nodes, pn, dn, lessons)
        self._jobs[sent] = job

    def leave(self, job: Job) -> None:
        """Tells a worker that a task is not needed any more. It comes back all the same."""
        self._actors[job.worker].leave.remote(job.task)

    def back(self, seconds: float) -> list[tuple[Job, Answer | Exception]]:
        """What has come back, or failed; waits for so many seconds at most.

        Raises:
            OutOfMemory: a worker that has never come up does not get its table.
        """
        if not self._jobs:
            time.sleep(seconds)
            return []
        done, _ = self._ray.wait(list(self._jobs), num_returns=1, timeout=seconds)
        if done:
            done, _ = self._ray.wait(list(self._jobs), num_returns=len(self._jobs), timeout=0)
        back: list[tuple[Job, Answer | Exception]] = []
        for reference in done:
            job = self._jobs.pop(reference)
            try:
                answer = self._ray.get(reference)
                if job.task == BIRTH:
                    self._ready.add(job.worker)
                else:
                    back.append((job, answer))
            except Exception as error:  # Whatever the worker died of.
                # Ray's own text is a traceback in colours.
                cause = getattr(error, "cause", None) or error
                if job.task == BIRTH and job.life == 0 and isinstance(cause, OutOfMemory):
                    raise cause from None
                back.append((job, cause))
        return back

    def is_over(self, job: Job) -> bool:
        """True when another process has taken the place of the one that had a job."""
        return job.life != self._lives[job.worker]

    def replace(self, failed: Job) -> list[Job]:
        """Ends the worker of a job and puts a new one, with empty tables, in its place. Returns
        what tasks else it had."""
        worker = failed.worker
        self._ray.kill(self._actors[worker])
        lost = {ref: job for ref, job in self._jobs.items() if job.worker == worker}
        for reference in lost:
            del self._jobs[reference]
        self._ready.discard(worker)
        self._lives[worker] += 1
        self._actors[worker] = self._start(worker)
        return [job for job in lost.values() if job.task != BIRTH]

    def close(self) -> None:
        """Ends all workers, and Ray if it was started for them."""
        try:
            for actor in self._actors:
                self._ray.kill(actor)
        finally:
            if self._own:
                self._ray.shutdown()

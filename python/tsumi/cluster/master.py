"""The master of a problem: hands out leaves, takes what comes back, and puts it together."""

from __future__ import annotations

import logging
import os
import re
import time as clock
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar, Literal

from .. import _tsumi
from ..certificate import Certificate
from ..errors import InternalError, OutOfMemory
from ..problem import Position, Problem, Side, problem_of
from ..questions import bytes_of, can_be_called, whole
from .crew import BIRTH, Crew, Job, Lessons
from .picture import check_place, write_picture
from .store import Store

#: What it says goes to standard error, unless the program has other plans with it.
_log = logging.getLogger("tsumi.cluster")
#: What a terminal takes for a change of colour.
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
#: Bytes of the tables of a worker.
MEMORY = 1 << 30
#: A worker counts as dead when a task takes this many times as long as its nodes should, and this
#: many seconds besides: a proof has to be written down, and a machine may be busy.
SLOW = 20.0
PATIENCE = 60.0
#: Nodes a second that are expected of a thread as long as nothing else is known: a slow machine's.
SPEED = 100_000.0
#: Bytes of certificates a second that a slow machine learns, and how many go with one task, if not
#: a single certificate: a worker that has come up late would else get those of days at once.
LEARNING = 1_000_000.0
LESSON = 8 << 20
#: A search takes so many times the nodes of its task at most, and so many besides: those of
#: writing its proof down (`solver/standing.rs`), and some for threads that stop a little late.
WRITING = 10
WRITING_BESIDES = 2_000_000
#: A worker from which so many answers were false gets no more tasks.
LIES = 3
#: So many workers may fail, or not come up, before a task comes back.
FAILURES = 20
#: After so many seconds without a worker it is said what they wait for.
UNBORN = 10.0
#: Seconds between two reports, and two pictures.
REPORT = 1.0
PICTURE = 10.0


@dataclass(frozen=True)
class Progress:
    """How a problem stands. It has no hash.

    Attributes:
        seconds: time since it began.
        nodes: nodes of all searches that came back, before a restart too.
        out: leaves that are being searched.
        positions: positions in the upper proof tree.
        mates: positions of it that are proved mates.
        nomates: positions of it that are proved no mates.
        proof_number: how many positions would have to be mate for a proof, about; 0 when it is
            proved, infinite when it is refuted.
        disproof_number: how many would have to be no mate for a refutation.
        left: nodes that a proof of mate may still take, if it goes on as it did;
            ``None`` where there is nothing to judge by. It is a guess.
        line: the moves to the leaf that would go out next, in USI; nothing about it is proved.
        lost: tasks that did not come back.
        refused: answers that were false: the checker has refused their certificate, or they were
            about another position, or they claim nodes that the task did not have.
    """

    seconds: float
    nodes: int
    out: int
    positions: int
    mates: int
    nomates: int
    proof_number: float
    disproof_number: float
    left: int | None
    line: list[str]
    lost: int
    refused: int

    #: A list has none.
    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __str__(self) -> str:
        left = "" if self.left is None else f", perhaps {self.left / 1e6:.1f} M left"
        return (
            f"{self.seconds:.0f} s, {self.nodes / 1e6:.1f} M nodes{left}; {self.out} out, "
            f"{self.mates} mates and {self.nomates} no mates of {self.positions} positions; "
            f"proof {self.proof_number:.0f}, disproof {self.disproof_number:.0f}; "
            + " ".join(self.line[:6])
        )


@dataclass(frozen=True)
class Found:
    """What was found out about a problem. It has no hash.

    Attributes:
        problem: the problem.
        verdict: ``"mate"``, ``"nomate"``, or ``"unknown"`` when a limit came first.
        certificate: the proof of the verdict, made of those of the workers, which the independent
            checker has accepted; ``None`` when the verdict is unknown.
        progress: how it stood in the end.
    """

    problem: Problem
    verdict: Literal["mate", "nomate", "unknown"]
    certificate: Certificate | None
    progress: Progress

    #: How it stood has none.
    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    @property
    def plies(self) -> int | None:
        """Of a mate: within so many plies, every ply counted. It need not be the shortest."""
        if self.verdict != "mate" or self.certificate is None:
            return None
        return int(self.certificate.claims[0].split()[1])


def _said(error: Exception) -> str:
    """An exception in a line, without Ray's colours."""
    text = " ".join(_COLOUR.sub("", str(error)).split())
    return f"{type(error).__name__}: {text}"


class _Master:
    def __init__(self, plant: Callable[[], _tsumi.Upper], store: Store, crew: Crew) -> None:
        #: Makes the tree, with nothing but its root.
        self.plant = plant
        self.upper = plant()
        self.store = store
        self.crew = crew
        self.began = clock.monotonic()
        self.lost = 0
        self.refused = 0
        #: Why the last of them was refused.
        self.why = ""
        #: Workers that failed, or did not come up, since the last task that came back.
        self.failures = 0
        #: What the last of them failed of.
        self.fault: Exception | None = None
        #: It was said that no worker has come up.
        self.said = False
        self.lies: Counter[int] = Counter()
        #: Nodes a second of a thread of each worker, as seen so far.
        self.speeds: dict[int, float] = {}
        self.left: set[int] = set()
        #: The positions that were proved, with the worker. Of each worker: how many of them it
        #: knows, and how many there were when it came up.
        self.proved: list[tuple[int | None, str]] = []
        self.taught: dict[int, tuple[int, int]] = {}
        #: What each worker has told last, and how many tellings were before it; how many of all
        #: each worker has heard.
        self.told: dict[int, tuple[int, _tsumi.Hearsay]] = {}
        self.tellings = 0
        self.heard: dict[int, int] = {}

    def recall(self) -> None:
        """Begins with what came back before a restart."""
        for standing in self.store.results():
            why = self.upper.recall(standing)
            if why is not None:
                self.store.leave_out(standing.position, why)
            elif standing.certificate is not None:
                self.proved.append((None, standing.position))

    def compose(self) -> Certificate | None:
        """The certificate of the whole, once there is a verdict. Where results of before a restart
        are false, which nobody has looked at since, they are taken out, and it begins again without
        them."""
        try:
            return self.upper.compose(self.store.certificate)
        except InternalError:
            if not self.store.take_out_false():
                raise
        for worker in range(self.crew.workers):
            self.replace(Job(BIRTH, worker, "", 0, 0.0))
        self.upper = self.plant()
        self.proved.clear()
        self.left.clear()
        self.recall()
        return None

    def fill(self) -> None:
        """Gives every worker as many tasks as it has threads."""
        busy = Counter(job.worker for job in self.crew.jobs)
        free = [
            worker
            for turn in range(self.crew.threads)
            for worker in range(self.crew.workers)
            if busy[worker] <= turn and self.crew.is_ready(worker) and self.lies[worker] < LIES
        ]
        for worker in free:
            task = self.upper.next_leaf(worker)
            if task is None:
                return
            number, position, nodes, pn, dn = task
            proofs = self.proofs(worker)
            taught = sum(map(len, proofs))
            job = Job(number, worker, position, nodes, clock.monotonic(), taught)
            self.crew.send(job, pn, dn, Lessons(proofs, self.hearsay(worker)))

    def proofs(self, worker: int) -> list[str]:
        """Certificates that a worker does not know yet, as many as go with one task: those of the
        others, and what was there before it came up."""
        known, born = self.taught.get(worker, (0, len(self.proved)))
        texts: list[str] = []
        left = LESSON
        while known < len(self.proved) and left > 0:
            by, position = self.proved[known]
            text = self.store.certificate(position) if known < born or by != worker else None
            known += 1
            if text is not None:
                texts.append(text)
                left -= len(text)
        self.taught[worker] = known, born
        return texts

    def hearsay(self, worker: int) -> list[_tsumi.Hearsay]:
        """The last that each other worker has told, unless this one knows it; and for one that has
        just come up, what the one before it in its place has told."""
        before = self.heard.get(worker)
        self.heard[worker] = self.tellings
        told = [said for by, said in self.told.items() if before is None or by != worker]
        return [said for at, said in sorted(told) if at > (before or 0)]

    def take(self, seconds: float) -> None:
        """Takes what comes back within some seconds."""
        for job, answer in self.crew.back(seconds):
            self.left.discard(job.task)
            if isinstance(answer, Exception):
                self.fail(job, answer)
                continue
            self.failures = 0
            standing = answer.standing
            # One that was short tells nothing of the others.
            if standing.nodes >= job.nodes / 2:
                took = max(clock.monotonic() - job.since, 1e-3)
                speed = min(standing.nodes, job.nodes) / took
                self.speeds[job.worker] = max(self.speeds.get(job.worker, 0.0), speed)
            self.judge(job, standing)
            if answer.hearsay is not None:
                self.tellings += 1
                self.told[job.worker] = (self.tellings, answer.hearsay)

    def fail(self, job: Job, error: Exception) -> None:
        """Gives a task up, and its worker with it. All tasks of a worker that has died fail, one
        after the other; it is replaced, and counted, once."""
        if job.task != BIRTH:
            self.give_up(job)
        if self.crew.is_over(job):
            return
        self.failures += 1
        self.fault = error
        if self.failures > FAILURES:
            if isinstance(error, OutOfMemory):
                raise error
            raise InternalError(f"no worker gives anything back: {_said(error)}") from error
        self.replace(job)

    def judge(self, job: Job, answer: _tsumi.Standing) -> None:
        """Takes an answer, and keeps it, unless it is false."""
        why: str | None = "it is about another position"
        if answer.nodes > WRITING * job.nodes + WRITING_BESIDES:
            why = "it claims more nodes than its task had"
        elif answer.position == job.position:
            why = self.upper.give_back(job.task, job.worker, answer)
        if why is None:
            self.store.keep(answer)
            if answer.certificate is not None:
                self.proved.append((job.worker, job.position))
        else:
            self.upper.lost(job.task)
            self.lies[job.worker] += 1
            self.refused += 1
            self.why = why
        if all(self.lies[worker] >= LIES for worker in range(self.crew.workers)):
            raise InternalError(f"every worker has given back false answers: {self.why}")

    def give_up(self, job: Job) -> None:
        self.upper.lost(job.task)
        self.lost += 1

    def replace(self, failed: Job) -> None:
        for job in self.crew.replace(failed):
            self.give_up(job)
        self.taught.pop(failed.worker, None)
        self.heard.pop(failed.worker, None)

    def look_after(self) -> None:
        """Ends what nobody needs any more, and workers that have been silent for too long."""
        moot = set(self.upper.moot()) - self.left
        for job in self.crew.jobs:
            if job.task in moot:
                self.left.add(job.task)
                self.crew.leave(job)
        now = clock.monotonic()
        born = any(map(self.crew.is_ready, range(self.crew.workers)))
        if now - self.began > UNBORN and not born and not self.said:
            self.said = True
            _log.warning("no worker has come up yet: %s", self.unborn())
        # Of a worker that has not given anything back yet it is expected that it is no slower
        # than the others.
        least = min(self.speeds.values(), default=SPEED)
        for job in self.crew.jobs:
            usual = job.nodes / self.speeds.get(job.worker, least)
            if now - job.since > PATIENCE + SLOW * usual + job.taught / LEARNING:
                self.replace(job)
                return

    def unborn(self) -> str:
        """Why no worker has come up."""
        if self.fault is not None:
            return _said(self.fault)
        return (
            f"each takes {self.crew.threads} processors of a machine (threads), and the machines "
            f"have {self.crew.processors()}"
        )

    def progress(self) -> Progress:
        seconds = clock.monotonic() - self.began
        return Progress(
            seconds=seconds, lost=self.lost, refused=self.refused, **self.upper.status()
        )


def solve(
    position: Position,
    *,
    address: str | None = None,
    workers: int | None = None,
    threads: int | None = None,
    memory: int | str = MEMORY,
    state: str | os.PathLike[str] | None = None,
    time: float | None = None,
    least_nodes: int | None = None,
    attacker: Side | None = None,
    picture: str | os.PathLike[str] | None = None,
    on_progress: Callable[[Progress], object] | None = None,
) -> Found:
    """Decides a position, mate or not, on the machines of a Ray cluster.

    The lengths are not looked for: the mate that is found need not be the shortest.

    Args:
        position: as for :func:`tsumi.solve`.
        address: of a Ray cluster that is running, as ``ray.init`` takes it. Without it Ray is
            started on this machine, unless the program has started it already.
        workers: processes that search, each with a table of its own; without it as many on each
            machine as it has processors for: one, where all machines are alike. A worker that dies
            is started anew.
        threads: threads of each worker; without it one for each processor of a machine, of the
            smallest one where they differ. They share its table, which is worth much: better one
            worker with all threads of a machine than several with one.
        memory: bytes of the tables of each worker, or a text with a unit, such as ``"12G"``.
        state: a file (SQLite) with everything that came back. When it exists, the search goes on
            from there; so the master may be killed at any moment.
        time: a limit in seconds, or ``None``.
        least_nodes: nodes of a task at least; without it 100,000. Larger tasks cost more in vain,
            smaller ones more messages.
        attacker: the side that gives check, as for :func:`tsumi.solve`.
        picture: a file, written now and then, that shows the upper proof tree as a web page. An
            older picture of this kind is replaced. One that cannot be written later is logged (to
            standard error, as ``tsumi.cluster``), and costs nothing but the picture.
        on_progress: called about once a second on the thread of the call. An exception that it
            raises ends the search and is raised from here.

    Raises:
        InputError: the position cannot be read, or is no problem.
        ValueError: an argument is out of range; or `state` is about another problem, or damaged.
            (Results in it that are damaged are left out, and logged, where there are others.)
        OSError: `state` cannot be read or written, or another program has it for a minute; or the
            cluster cannot be reached.
        OutOfMemory: a machine does not give a worker the memory of its tables.
        InternalError: a defect of tsumi.
    """
    workers = None if workers is None else whole("workers", workers)
    threads = None if threads is None else _tsumi.threads(threads)
    _tsumi.limits(time)
    can_be_called(on_progress)
    if state is not None and not os.fspath(state):
        raise ValueError("state is the name of a file, and not empty")
    if picture is not None:
        check_place(Path(picture))
    problem = problem_of(position, attacker)
    plant = partial(_tsumi.Upper, problem._native, least_nodes)
    # What is wrong with the problem or the number is said before anything is started.
    plant()
    store = Store(problem, state)
    try:
        crew = Crew(
            problem, address=address, workers=workers, threads=threads, memory=bytes_of(memory)
        )
        try:
            return _run(_Master(plant, store, crew), problem, time, picture, on_progress)
        finally:
            crew.close()
    finally:
        store.close()


def _draw(path: Path, problem: Problem, upper: _tsumi.Upper, progress: Progress) -> None:
    """Draws the picture. Where that fails, the search goes on without it."""
    try:
        write_picture(path, problem, upper, progress)
    except (OSError, ValueError) as error:
        _log.warning("the picture could not be written: %s", error)


def _run(
    master: _Master,
    problem: Problem,
    time: float | None,
    picture: str | os.PathLike[str] | None,
    on_progress: Callable[[Progress], object] | None,
) -> Found:
    master.recall()
    said = drawn = master.began
    whole = None
    while whole is None:
        if master.upper.verdict is not None:
            whole = master.compose()
            continue
        now = clock.monotonic()
        if time is not None and now - master.began >= time:
            break
        master.fill()
        master.take(REPORT / 4)
        if now - said >= REPORT:
            said = now
            master.look_after()
            if on_progress is not None:
                on_progress(master.progress())
        if picture is not None and now - drawn >= PICTURE:
            drawn = now
            _draw(Path(picture), problem, master.upper, master.progress())
    verdict = None if whole is None else master.upper.verdict
    progress = master.progress()
    if picture is not None:
        _draw(Path(picture), problem, master.upper, progress)
    if on_progress is not None:
        on_progress(progress)
    return Found(problem, verdict or "unknown", whole, progress)

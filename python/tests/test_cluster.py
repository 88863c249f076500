"""One problem on many machines: the master with workers that are well, dead, slow and lying."""

from __future__ import annotations

import pickle
import random
import sqlite3
import struct
from collections.abc import Hashable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from conftest import NINE, NONE, PROBLEMS, TINY, accepted
from inside import Inside, run

import tsumi
from tsumi import _tsumi, cluster
from tsumi.cluster import crew, master, picture, store

ZUKO = {problem.id: problem for problem in tsumi.read(PROBLEMS / "zuko.sfen")}
GAME = {problem.id: problem for problem in tsumi.read(PROBLEMS / "game.jsonl")}
# A mate and a no-mate that take a few thousand nodes.
BOTH = ((ZUKO["zuko-092"], "mate"), (GAME["game-00115n"], "nomate"))


def problem_of(text: str) -> tsumi.Problem:
    return next(tsumi.read(text))


@pytest.mark.parametrize("id", ["zuko-013", "zuko-022", "zuko-092"])
def test_verdicts(monkeypatch: pytest.MonkeyPatch, id: str) -> None:
    found = run(monkeypatch, Inside(ZUKO[id]))
    assert found.verdict == "mate" and found.progress.lost == 0
    accepted(found)


def test_workers_learn_from_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new worker gets all that was proved, later what others prove."""

    class Class(Inside):
        proved: list[int] = []
        known: dict[int, int] = {}
        dead = 0

        def spoil(self, job: crew.Job, found: _tsumi.Standing) -> _tsumi.Standing | Exception:
            if found.certificate is None or len(self.proved) != 3 or self.dead:
                self.proved += [] if found.certificate is None else [job.worker]
                return found
            self.dead += 1
            del self.known[job.worker]
            return OSError("it died")

        def send(self, job: crew.Job, pn: int, dn: int, lessons: crew.Lessons) -> None:
            known = self.known.get(job.worker)
            news = [by for by in self.proved[known or 0 :] if known is None or by != job.worker]
            assert len(lessons.certificates) == len(news)
            self.known[job.worker] = len(self.proved)
            super().send(job, pn, dn, lessons)

    inside = Class(ZUKO["zuko-013"], workers=3)
    accepted(run(monkeypatch, inside))
    assert inside.dead == 1 and len(inside.proved) > 4 and sum(inside.learnt) > 4


def test_no_mate(monkeypatch: pytest.MonkeyPatch) -> None:
    found = run(monkeypatch, Inside(problem_of(NONE)))
    assert (found.verdict, found.plies) == ("nomate", None)
    accepted(found)


def test_a_liar_costs_its_leaf_only(monkeypatch: pytest.MonkeyPatch) -> None:
    class Liar(Inside):
        def spoil(self, job: crew.Job, standing: _tsumi.Standing) -> _tsumi.Standing:
            if job.worker != 0 or standing.certificate is None:
                return standing
            lines = standing.certificate.splitlines(keepends=True)
            first = next(n for n, line in enumerate(lines) if line.startswith("entries"))
            shorter = f"entries {int(lines[first].split()[1]) - 1}\n"
            text = "".join([*lines[:first], shorter, *lines[first + 2 :]])
            return _tsumi.Standing(standing.position, standing.nodes, 1, 1, False, [], text)

    found = run(monkeypatch, Liar(ZUKO["zuko-022"]))
    assert found.verdict == "mate"
    assert found.progress.refused == master.LIES, "then it got no more tasks"
    accepted(found)


def test_when_all_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    class Liars(Inside):
        def spoil(self, job: crew.Job, standing: _tsumi.Standing) -> _tsumi.Standing:
            other = tsumi.solve(NINE, shortest=False).certificate
            assert other is not None
            return _tsumi.Standing(job.position, 1, 1, 1, False, [], other.text())

    with pytest.raises(tsumi.InternalError, match="every worker.* not about the position"):
        run(monkeypatch, Liars(ZUKO["zuko-022"]))


def standing(of: _tsumi.Standing, **other: Any) -> _tsumi.Standing:
    """The same, but for what is given."""
    names = ["position", "nodes", "pn", "dn", "spent", "moves", "certificate"]
    return _tsumi.Standing(**{name: other.get(name, getattr(of, name)) for name in names})


@pytest.mark.parametrize(
    "lie", [{"position": NINE}, {"nodes": 2**64 - 1}], ids=["position", "nodes"]
)
def test_an_answer_that_cannot_be(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lie: dict[str, Any]
) -> None:
    """It is not kept, and the budgets do not grow with it."""

    class Liar(Inside):
        def spoil(self, job: crew.Job, found: _tsumi.Standing) -> _tsumi.Standing:
            return standing(found, **lie) if job.worker == 0 else found

    for _ in range(2):
        found = run(monkeypatch, Liar(ZUKO["zuko-022"]), tmp_path / "state.db")
        assert found.verdict == "mate" and found.progress.nodes < 10_000_000
        accepted(found)
    with closing(sqlite3.connect(tmp_path / "state.db")) as file:
        rows = file.execute("SELECT position FROM results").fetchall()
    assert rows and (NINE,) not in rows


def test_false_numbers_cost_time_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three workers one says that all is nearly proved, one that all is nearly refuted."""

    class Liar(Inside):
        def spoil(self, job: crew.Job, found: _tsumi.Standing) -> _tsumi.Standing:
            pn, dn = [(1, 10_000), (10_000, 1), (found.pn, found.dn)][job.worker]
            moves = [(move, pn, dn) for move, _, _ in found.moves]
            certificate = found.certificate if job.worker == 2 else None
            return standing(found, pn=pn, dn=dn, moves=moves, certificate=certificate)

    for problem, verdict in BOTH:
        found = run(monkeypatch, Liar(problem, workers=3))
        assert found.verdict == verdict and found.progress.refused == 0
        accepted(found)


def test_false_hearsay_costs_time_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three workers one tells of all positions that they are as good as mate, one that they are
    as good as none, with numbers that not even an open position can have."""

    class Liar(Inside):
        told = 0

        def tell(self, worker: int) -> _tsumi.Hearsay:
            words = bytearray(bytes(super().tell(worker)))
            if worker < 2:
                self.told += len(words) // 20
                numbers = [struct.pack("<II", 0, 2**32 - 1), struct.pack("<II", 2**32 - 1, 0)]
                for at in range(0, len(words), 20):
                    words[at + 12 : at + 20] = numbers[worker]
            return _tsumi.Hearsay(bytes(words))

    for problem, verdict in BOTH:
        liar = Liar(problem, workers=3)
        found = run(monkeypatch, liar)
        assert liar.told > 0
        assert found.verdict == verdict and found.progress.refused == 0
        accepted(found)


def test_workers_hear_from_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a task comes the last that each other worker has told, but for what came before; to a
    new worker all of it."""

    class Talk(Inside):
        told: dict[int, bytes] = {}
        heard: dict[int, dict[int, bytes]] = {}
        news, dead = 0, 0

        def tell(self, worker: int) -> _tsumi.Hearsay:
            # No two are the same, so that it shows who has told what.
            self.news += 1
            key = struct.pack("<Q", self.news | 1 << 31)
            self.told[worker] = key + struct.pack("<III", 0, 16, 16)
            return _tsumi.Hearsay(self.told[worker])

        def spoil(self, job: crew.Job, found: _tsumi.Standing) -> _tsumi.Standing | Exception:
            if self.news < 30 or self.dead:
                return found
            self.dead += 1
            del self.heard[job.worker]
            return OSError("it died")

        def send(self, job: crew.Job, pn: int, dn: int, lessons: crew.Lessons) -> None:
            is_new = job.worker not in self.heard
            heard = self.heard.setdefault(job.worker, {})
            others = {by: said for by, said in self.told.items() if is_new or by != job.worker}
            want = sorted(said for by, said in others.items() if heard.get(by) != said)
            assert sorted(bytes(said) for said in lessons.hearsay) == want
            heard.update(others)
            super().send(job, pn, dn, lessons)

    talk = Talk(ZUKO["zuko-013"], workers=3)
    accepted(run(monkeypatch, talk))
    assert talk.dead == 1 and talk.news > 40


@pytest.mark.parametrize(
    ("pause", "alone", "tells"),
    [(0.0, False, [True, True]), (1e9, False, [True, False]), (0.0, True, [False, False])],
)
def test_telling_takes_a_share_of_the_time(
    monkeypatch: pytest.MonkeyPatch, pause: float, alone: bool, tells: list[bool]
) -> None:
    """Between two tellings there is a pause, and to nobody nothing is told."""
    monkeypatch.setattr(crew, "TELLING", pause)
    problem = ZUKO["zuko-013"]
    searcher = crew._Searcher(alone)
    searcher.begin(pickle.dumps(problem), 4 << 20, 1)
    none = crew.Lessons([], [])
    most = 2**32 - 1
    answers = [searcher.stand(n, problem.sfen, 100, most, most, none) for n in (1, 2)]
    assert [answer.hearsay is not None for answer in answers] == tells


def test_hearsay_is_read_with_care() -> None:
    good = struct.pack("<QIII", 1 << 31, 1, 16, 2**32 - 1)
    hearsay = _tsumi.Hearsay(good * 3)
    assert len(hearsay) == 3
    assert bytes(pickle.loads(pickle.dumps(hearsay)))[:16] == good[:16], "an open number at most"
    for wrong in (good[:-1], good * 4001, b"\0" * 20, struct.pack("<QIII", 1 << 31, 1 << 31, 1, 1)):
        with pytest.raises(ValueError):
            _tsumi.Hearsay(wrong)


def test_the_dead_and_the_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mortal(Inside):
        chance = random.Random(28)

        def spoil(
            self, job: crew.Job, standing: _tsumi.Standing
        ) -> _tsumi.Standing | Exception | None:
            return self.chance.choice([standing, standing, OSError("it died"), None])

    monkeypatch.setattr(master, "PATIENCE", 0.05)
    mortal = Mortal(ZUKO["zuko-013"], workers=3)
    found = run(monkeypatch, mortal)
    assert found.verdict == "mate" and found.progress.lost >= mortal.replaced > 3
    accepted(found)


def test_nobody_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dead(Inside):
        def spoil(self, job: crew.Job, standing: _tsumi.Standing) -> Exception:
            return OSError("no such package")

    with pytest.raises(tsumi.InternalError, match="no such package"):
        run(monkeypatch, Dead(problem_of(NINE)))


def test_what_nobody_comes_back_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a line without the colours of Ray; and memory that runs out is no defect of tsumi."""

    class Dead(Inside):
        error: Exception

        def spoil(self, job: crew.Job, standing: _tsumi.Standing) -> Exception:
            return self.error

    dead = Dead(problem_of(NINE))
    dead.error = OSError("\x1b[36mray::begin()\x1b[39m pid=1\n  no such package")
    with pytest.raises(tsumi.InternalError) as raised:
        run(monkeypatch, dead)
    assert str(raised.value) == (
        "no worker gives anything back: OSError: ray::begin() pid=1 no such package"
    )
    dead = Dead(problem_of(NINE))
    dead.error = tsumi.OutOfMemory("the system does not give 4 MiB for a table")
    with pytest.raises(tsumi.OutOfMemory, match="does not give 4 MiB"):
        run(monkeypatch, dead)


def test_workers_that_do_not_come_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is said what they wait for, once."""

    class Waits(Inside):
        looks = 0

        def is_ready(self, worker: int) -> bool:
            self.looks += 1
            return self.looks > 100

        def processors(self) -> list[int]:
            return [1, 1]

    monkeypatch.setattr(master, "UNBORN", 0.0)
    monkeypatch.setattr(master, "REPORT", 0.0)
    monkeypatch.setattr(master, "Crew", lambda *_, **__: Waits(ZUKO["zuko-022"]))
    accepted(cluster.solve(ZUKO["zuko-022"], least_nodes=TINY))
    assert [record.getMessage() for record in caplog.records] == [
        "no worker has come up yet: each takes 2 processors of a machine (threads), and the "
        "machines have [1, 1]"
    ]


def test_workers_that_fail_while_they_come_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is said what of, and not that they wait for a machine."""

    class Fails(Inside):
        births = 0

        def is_ready(self, worker: int) -> bool:
            return self.births > 3

        def back(self, seconds: float) -> list[tuple[crew.Job, crew.Answer | Exception]]:
            self.births += 1
            if self.births > 3:
                return super().back(seconds)
            return [(crew.Job(crew.BIRTH, 0, "", 0, 0.0), OSError("no such package"))]

    monkeypatch.setattr(master, "UNBORN", 0.0)
    monkeypatch.setattr(master, "REPORT", 0.0)
    monkeypatch.setattr(master, "Crew", lambda *_, **__: Fails(ZUKO["zuko-022"]))
    accepted(cluster.solve(ZUKO["zuko-022"], least_nodes=TINY))
    assert [record.getMessage() for record in caplog.records] == [
        "no worker has come up yet: OSError: no such package"
    ]


def test_what_came_back_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Interrupted again and again, it goes on with every result it had."""

    class Short(Inside):
        left = 12

        def spoil(self, job: crew.Job, standing: _tsumi.Standing) -> _tsumi.Standing:
            self.left -= 1
            if self.left == 0:
                raise KeyboardInterrupt
            return standing

    state, nodes, runs = tmp_path / "state.db", 0, 0
    while True:
        runs += 1
        try:
            found = run(monkeypatch, Short(ZUKO["zuko-013"]), state)
            break
        except KeyboardInterrupt:
            with closing(sqlite3.connect(state)) as file:
                (kept,) = file.execute("SELECT sum(nodes) FROM results").fetchone()
            assert kept > nodes
            nodes = kept
    assert runs > 2 and found.progress.nodes > nodes
    accepted(found)
    again = run(monkeypatch, Short(ZUKO["zuko-013"]), state)
    assert again.progress.nodes == found.progress.nodes, "nothing was left to do"
    accepted(again)
    with pytest.raises(ValueError, match="another problem"):
        run(monkeypatch, Inside(problem_of(NINE)), state)


def test_files_of_others_are_left_alone(tmp_path: Path) -> None:
    text, other = tmp_path / "notes.html", tmp_path / "other.db"
    text.write_text("mine " * 1000)
    with closing(sqlite3.connect(other)) as file, file:
        file.execute("CREATE TABLE mine (word TEXT)")
    for state in (text, other):
        with pytest.raises(ValueError, match=state.name):
            store.Store(problem_of(NINE), state)
    with pytest.raises(ValueError, match="left alone"):
        cluster.solve(NINE, picture=text)
    assert text.read_text() == "mine " * 1000


def test_the_picture(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page = tmp_path / "tree.html"
    monkeypatch.setattr(master, "Crew", lambda *_, **__: Inside(ZUKO["zuko-013"]))
    for _ in range(2):
        found = cluster.solve(ZUKO["zuko-013"], least_nodes=TINY, picture=page)
    text = page.read_text(encoding="utf-8")
    picture.check_place(page)
    assert found.verdict == "mate" and "zuko-013: mate" in text and "▲" in text
    assert text.count("<details") == text.count("</details>") > 3
    assert list(tmp_path.iterdir()) == [page]


def test_a_picture_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It is refused at the start; later it costs no verdict."""
    with pytest.raises(ValueError, match="no such folder"):
        cluster.solve(NINE, picture=tmp_path / "none" / "tree.html")
    folder = tmp_path / "folder"
    folder.mkdir()

    class Removes(Inside):
        def spoil(self, job: crew.Job, standing: _tsumi.Standing) -> _tsumi.Standing:
            if folder.exists():
                folder.rmdir()
            return standing

    monkeypatch.setattr(master, "Crew", lambda *_, **__: Removes(ZUKO["zuko-013"]))
    monkeypatch.setattr(master, "PICTURE", 0.0)
    found = cluster.solve(ZUKO["zuko-013"], least_nodes=TINY, picture=folder / "tree.html")
    assert found.verdict == "mate"
    assert "the picture could not be written" in caplog.text
    accepted(found)


def test_wrong_arguments() -> None:
    wrong: list[dict[str, Any]] = [{"workers": 0}, {"threads": 0}, {"memory": "much"}]
    wrong += [{"time": number} for number in (float("nan"), 0, -1.0, 10**400)]
    wrong += [{"memory": "512"}]
    wrong += [{"least_nodes": number} for number in (-1, 2**64)] + [{"state": ""}]
    for arguments in wrong:
        with pytest.raises(ValueError):
            cluster.solve(NINE, **arguments)
    for name in ("workers", "threads", "least_nodes", "memory", "on_progress"):
        fraction: dict[str, Any] = {name: 1.5}
        with pytest.raises(TypeError, match=f"{name} must be"):
            cluster.solve(NINE, **fraction)
    with pytest.raises(TypeError, match="time must be"):
        cluster.solve(NINE, time="1")  # type: ignore[arg-type]
    progress = cluster.Progress(1.0, 1, 0, 1, 0, 0, 1.0, 1.0, None, [], 0, 0)
    for found in (progress, cluster.Found(problem_of(NINE), "unknown", None, progress)):
        assert not isinstance(found, Hashable)
    with pytest.raises(tsumi.InputError):
        cluster.solve("9/9/9/9/9/9/9/9/9 b - 1")


@pytest.mark.parametrize(
    ("machines", "asked", "expected"),
    [
        ([2], (None, None), (1, 2)),
        ([2], (2, None), (2, 1)),
        ([2], (8, None), (8, 1)),
        ([8, 8, 0], (None, None), (2, 8)),
        ([8, 20], (None, None), (3, 8)),
        ([8, 20], (7, None), (7, 4)),
        ([8, 20], (None, 3), (8, 3)),
        ([2], (3, 5), (3, 5)),
        ([], (None, None), (1, 1)),
    ],
)
def test_workers_and_threads(
    machines: list[int], asked: tuple[int | None, int | None], expected: tuple[int, int]
) -> None:
    assert crew.sizes(machines, *asked) == expected

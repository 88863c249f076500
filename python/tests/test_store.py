"""What a cluster keeps: files that are broken, and those that cannot be written."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from conftest import PROBLEMS, accepted
from inside import Inside, run

import tsumi
from tsumi import _tsumi
from tsumi.cluster import __main__, crew, master, store

ZUKO = {problem.id: problem for problem in tsumi.read(PROBLEMS / "zuko.sfen")}


def kept(monkeypatch: pytest.MonkeyPatch, state: Path) -> None:
    """The results of a search."""
    accepted(run(monkeypatch, Inside(ZUKO["zuko-022"]), state))


@pytest.mark.parametrize(
    "broken",
    [
        "UPDATE results SET moves = printf('%.*c', 200000, '[')",
        "UPDATE results SET moves = 7",
        "UPDATE results SET position = 'none' || position",
    ],
)
def test_results_that_are_broken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, broken: str
) -> None:
    state = tmp_path / "state.db"
    kept(monkeypatch, state)
    with sqlite3.connect(state) as file:
        file.execute(broken)
    with pytest.raises(ValueError, match="state.db: not a file of results"):
        run(monkeypatch, Inside(ZUKO["zuko-022"]), state)


@pytest.mark.parametrize(
    "broken",
    [
        "certificate = x'00'",
        "moves = 7",
        "moves = CAST(x'ff' AS TEXT)",
        "nodes = -1",
        # Of another position of the same problem.
        "certificate = (SELECT certificate FROM results AS other WHERE certificate IS NOT NULL"
        " AND other.position <> results.position)",
    ],
)
def test_a_result_that_is_broken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture, broken: str
) -> None:
    """It costs itself alone: it is searched again, and what comes of that is kept."""
    state = tmp_path / "state.db"
    kept(monkeypatch, state)
    with sqlite3.connect(state) as file:
        (rows,) = file.execute("SELECT count(*) FROM results").fetchone()
        query = "SELECT position FROM results WHERE certificate IS NOT NULL LIMIT 1"
        (position,) = file.execute(query).fetchone()
        file.execute(f"UPDATE results SET {broken} WHERE position = ?", (position,))
    kept(monkeypatch, state)
    assert f"1 of {rows} results are damaged and left out" in caplog.text
    assert position in caplog.text and "state.db" in caplog.text
    caplog.clear()
    kept(monkeypatch, state)
    assert caplog.text == ""


def test_damaged_pages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    state = tmp_path / "state.db"
    kept(monkeypatch, state)
    pages = bytearray(state.read_bytes())
    # The first page has the names of the tables.
    pages[4096:] = b"\xff" * (len(pages) - 4096)
    state.write_bytes(pages)
    with pytest.raises(ValueError, match="malformed"):
        run(monkeypatch, Inside(ZUKO["zuko-022"]), state)


def test_a_state_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another program has the file, from the start or later: one line and exit code 2."""
    state = tmp_path / "state.db"
    kept(monkeypatch, state)
    monkeypatch.setattr(store, "LOCKED", 0.1)
    other = sqlite3.connect(state, isolation_level=None)

    class Locks(Inside):
        def spoil(self, job: crew.Job, standing: _tsumi.Standing) -> _tsumi.Standing:
            if not other.in_transaction:
                other.execute("BEGIN IMMEDIATE")
            return standing

    with sqlite3.connect(state) as file:
        file.execute("DELETE FROM results")
    monkeypatch.setattr(master, "Crew", lambda *_, **__: Locks(ZUKO["zuko-022"]))
    arguments = [ZUKO["zuko-022"].sfen, "--state", str(state), "--quiet"]
    assert __main__.main(arguments) == 2
    assert capsys.readouterr().err == f"error: {state}: database is locked\n"
    other.execute("ROLLBACK")
    other.execute("DELETE FROM problem")
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(OSError, match="locked"):
        store.Store(ZUKO["zuko-022"], state)
    other.close()

"""What a cluster keeps: files that are broken, and those that cannot be written."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import zlib
from contextlib import closing
from pathlib import Path

import pytest
from conftest import PROBLEMS, accepted
from inside import Inside, run

import tsumi
from tsumi import _tsumi
from tsumi.cluster import __main__, master, store

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
    with closing(sqlite3.connect(state)) as file, file:
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
    with closing(sqlite3.connect(state)) as file, file:
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


def test_results_that_are_false(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Certificates that can be read, and prove nothing: the search goes on without them."""
    state = tmp_path / "state.db"
    kept(monkeypatch, state)
    with closing(sqlite3.connect(state)) as file, file:
        query = "SELECT position, certificate FROM results WHERE certificate IS NOT NULL"
        rows = file.execute(query).fetchall()
        for position, packed in rows:
            lines = zlib.decompress(packed).decode().splitlines(keepends=True)
            first = next(n for n, line in enumerate(lines) if line.startswith("entries"))
            fewer = f"entries {int(lines[first].split()[1]) - 1}\n"
            text = "".join([*lines[:first], fewer, *lines[first + 2 :]])
            update = "UPDATE results SET certificate = ? WHERE position = ?"
            file.execute(update, (zlib.compress(text.encode()), position))
    kept(monkeypatch, state)
    assert "results are damaged and left out" in caplog.text
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
    """From the start, since another program has the file, or later: one line and exit code 2."""
    state = tmp_path / "state.db"
    monkeypatch.setattr(store, "LOCKED", 0.1)
    monkeypatch.setattr(master, "Crew", lambda *_, **__: Inside(ZUKO["zuko-022"]))
    arguments = [ZUKO["zuko-022"].sfen, "--state", str(state), "--quiet"]

    class Fails(store.Store):
        def keep(self, standing: _tsumi.Standing) -> None:
            self._file.execute("PRAGMA query_only = ON")
            super().keep(standing)

    with monkeypatch.context() as failing:
        failing.setattr(master, "Store", Fails)
        assert __main__.main(arguments) == 2
    words = "attempt to write a readonly database"
    assert capsys.readouterr().err == f"error: {state}: {words}\n"
    with closing(sqlite3.connect(state, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert __main__.main(arguments) == 2
    assert capsys.readouterr().err == f"error: {state}: database is locked\n"
    assert __main__.main(arguments) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_a_file_is_begun_whole_or_not_at_all(tmp_path: Path) -> None:
    """Killed while it makes the tables, it can be begun again."""
    state = tmp_path / "state.db"
    half = store._TABLES.split("CREATE TABLE IF NOT EXISTS results")[0]
    code = (
        "import os, signal, sqlite3, sys\n"
        "sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", code, str(state), half])
    store.Store(ZUKO["zuko-022"], state).close()

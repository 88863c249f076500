"""What came back, on disk: one row for each position, written as soon as it was accepted."""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from .. import _tsumi
from ..problem import Problem

_log = logging.getLogger("tsumi.cluster")
# What makes a file one of these: all of it is written, or nothing. As long as one program has the
# file no other one does, which would search what this one has found.
_TABLES = """
PRAGMA journal_mode = WAL;
BEGIN EXCLUSIVE;
CREATE TABLE IF NOT EXISTS problem (position TEXT NOT NULL, attacker TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS results (
    position TEXT PRIMARY KEY, nodes INTEGER NOT NULL, pn INTEGER NOT NULL, dn INTEGER NOT NULL,
    spent INTEGER NOT NULL, moves TEXT NOT NULL, certificate BLOB
) WITHOUT ROWID;
COMMIT;
"""
#: Seconds that it waits for another program which has the file.
LOCKED = 60.0
#: What comes of reading a file that is damaged, or something else.
_FOREIGN = (sqlite3.Error, zlib.error, ValueError, TypeError, OverflowError, RecursionError)
# How hard zlib packs a certificate: a third of the processor time of its usual level, and half as
# many bytes again. The workers wait while the master packs.
_LEVEL = 1
# Once expanded a leaf stays so, and what was proved stays proved.
_KEEP = """
INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (position) DO UPDATE SET
    nodes = nodes + excluded.nodes, pn = excluded.pn, dn = excluded.dn,
    spent = max(spent, excluded.spent), moves = excluded.moves,
    certificate = coalesce(certificate, excluded.certificate)
"""


def _standing(
    position: str, nodes: int, pn: int, dn: int, spent: int, moves: str, packed: bytes | None
) -> _tsumi.Standing:
    """The result in a row."""
    text = None if packed is None else zlib.decompress(packed).decode()
    numbers = [(str(move), int(p), int(d)) for move, p, d in json.loads(moves)]
    return _tsumi.Standing(position, nodes, pn, dn, bool(spent), numbers, text)


class Store:
    """The results of a problem in a file of SQLite, or in memory.

    The file may be killed with the process at any moment: what was kept is in it.
    """

    def __init__(self, problem: Problem, path: str | os.PathLike[str] | None) -> None:
        self._path = path
        #: The results that are left out: their positions, and why.
        self._damaged: list[tuple[str, str]] = []
        with self._errors():
            name = ":memory:" if path is None else os.path.abspath(path)
            self._file = sqlite3.connect(name, timeout=LOCKED)
            # Bytes that are no text damage their row alone.
            self._file.text_factory = lambda text: text.decode(errors="replace")
        try:
            with self._errors():
                self._open(problem)
        except BaseException:
            self._file.close()
            raise

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Raises what SQLite says: an `OSError` where the disk is at fault or another program has
        the file, a `ValueError` where it holds something else than was written here."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise OSError(f"{self._path}: {error}") from error
        except _FOREIGN as error:
            wrong = "not a file of results of this problem"
            raise ValueError(f"{self._path}: {wrong}: {error}") from error

    def _open(self, problem: Problem) -> None:
        self._file.execute("PRAGMA locking_mode = EXCLUSIVE")
        names = self._file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        if names and {"problem", "results"} != {name for (name,) in names}:
            raise ValueError("a database of another kind")
        self._file.executescript(_TABLES)
        # The number of the first move says nothing of the position.
        about = (" ".join(problem.sfen.split()[:3]), problem.attacker)
        known = self._file.execute("SELECT position, attacker FROM problem").fetchall()
        if not known:
            with self._file:
                self._file.execute("INSERT INTO problem VALUES (?, ?)", about)
        elif known != [about]:
            raise ValueError(f"it has the results of another problem, {known[0][0]}")

    def keep(self, standing: _tsumi.Standing) -> None:
        """Keeps a result; when this returns it is in the file."""
        text = standing.certificate
        row = (
            standing.position,
            standing.nodes,
            standing.pn,
            standing.dn,
            standing.spent,
            json.dumps(standing.moves),
            None if text is None else zlib.compress(text.encode(), _LEVEL),
        )
        with self._errors(), self._file:
            self._file.execute(_KEEP, row)

    def results(self) -> Iterator[_tsumi.Standing]:
        """All results, those without a certificate first. Those that are damaged are left out, and
        taken out of the file; where there is no other, that is a `ValueError`."""
        query = "SELECT * FROM results ORDER BY certificate IS NOT NULL, position"
        rows = 0
        with self._errors():
            for row in self._file.execute(query):
                rows += 1
                try:
                    standing = _standing(*row)
                except _FOREIGN as error:
                    self.leave_out(row[0], str(error))
                else:
                    yield standing
            self._take_out(rows)

    def leave_out(self, position: str, why: str) -> None:
        """Has `results` count a result as damaged."""
        self._damaged.append((position, why))

    def _take_out(self, rows: int) -> None:
        """Takes the damaged ones out of so many results, and says so."""
        if not self._damaged:
            return
        position, why = self._damaged[0]
        if len(self._damaged) == rows:
            raise ValueError(f"{position}: {why}")
        with self._file:
            delete = "DELETE FROM results WHERE position = ?"
            self._file.executemany(delete, [(position,) for position, _ in self._damaged])
        self._damaged, damaged = [], self._damaged
        _log.warning(
            "%s: %s of %s results are damaged and left out; the first is that of %s: %s",
            *(self._path, len(damaged), rows, position, why),
        )

    def take_out_false(self) -> bool:
        """Puts every certificate before the checker, and takes the results out whose own it
        refuses. False where there are none."""
        query = "SELECT position, certificate FROM results WHERE certificate IS NOT NULL"
        with self._errors():
            for position, packed in self._file.execute(query):
                try:
                    _tsumi.check(text=zlib.decompress(packed).decode())
                except _FOREIGN as error:
                    self.leave_out(position, str(error))
            found = bool(self._damaged)
            (rows,) = self._file.execute("SELECT count(*) FROM results").fetchone()
            self._take_out(rows)
        return found

    def certificate(self, position: str) -> str | None:
        """The text of the certificate that came back about a position."""
        query = "SELECT certificate FROM results WHERE position = ?"
        with self._errors():
            row = self._file.execute(query, (position,)).fetchone()
            return None if row is None or row[0] is None else zlib.decompress(row[0]).decode()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

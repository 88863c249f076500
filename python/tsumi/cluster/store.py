"""What came back, on disk: one row for each position, written as soon as it was accepted."""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Iterator

from .. import _tsumi
from ..problem import Problem

_TABLES = """
CREATE TABLE IF NOT EXISTS problem (position TEXT NOT NULL, attacker TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS results (
    position TEXT PRIMARY KEY, nodes INTEGER NOT NULL, pn INTEGER NOT NULL, dn INTEGER NOT NULL,
    spent INTEGER NOT NULL, moves TEXT NOT NULL, certificate BLOB
) WITHOUT ROWID;
"""
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


class Store:
    """The results of a problem in a file of SQLite, or in memory.

    The file may be killed with the process at any moment: what was kept is in it.
    """

    def __init__(self, problem: Problem, path: str | os.PathLike[str] | None) -> None:
        try:
            self._file = sqlite3.connect(":memory:" if path is None else os.fspath(path))
        except sqlite3.Error as error:
            raise OSError(f"{path}: {error}") from error
        self._path = path
        try:
            self._open(problem)
        except sqlite3.DatabaseError as error:
            self._file.close()
            raise ValueError(f"{path}: not a file of results: {error}") from error
        except ValueError as error:
            self._file.close()
            raise ValueError(f"{path}: {error}") from None

    def _open(self, problem: Problem) -> None:
        names = self._file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        if names and {"problem", "results"} != {name for (name,) in names}:
            raise ValueError("a database of another kind")
        self._file.executescript("PRAGMA journal_mode = WAL;" + _TABLES)
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
        with self._file:
            self._file.execute(_KEEP, row)

    def results(self) -> Iterator[_tsumi.Standing]:
        """All results, those without a certificate first."""
        query = "SELECT * FROM results ORDER BY certificate IS NOT NULL, position"
        rows = self._file.execute(query)
        for row in rows:
            try:
                position, nodes, pn, dn, spent, moves, packed = row
                text = None if packed is None else zlib.decompress(packed).decode()
                numbers = [(str(move), int(p), int(d)) for move, p, d in json.loads(moves)]
                found = _tsumi.Standing(position, nodes, pn, dn, bool(spent), numbers, text)
            except (ValueError, TypeError, OverflowError, zlib.error) as error:
                raise ValueError(f"{self._path}: not a file of results: {error}") from error
            yield found

    def certificate(self, position: str) -> str | None:
        """The text of the certificate that came back about a position."""
        query = "SELECT certificate FROM results WHERE position = ?"
        row = self._file.execute(query, (position,)).fetchone()
        return None if row is None or row[0] is None else zlib.decompress(row[0]).decode()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

"""The package says what the program says. TSUMI is the program; in CI it has to be there."""

import json
import os
import subprocess
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from conftest import PROBLEMS

import tsumi

pytestmark = pytest.mark.skipif(
    os.environ.get("CI") != "true" and "TSUMI" not in os.environ,
    reason="TSUMI does not name the program",
)


def program(*arguments: str) -> list[dict[str, Any]]:
    """The rows that the program prints."""
    command = [os.environ["TSUMI"], *arguments, "--quiet", "--format", "json"]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode <= 1, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.fixture
def collection(tmp_path: Path) -> str:
    """Problems with faults and without, positions from games, and a line that cannot be played."""
    zuko = [p for p in tsumi.read(PROBLEMS / "zuko.sfen") if p.id in {"zuko-002", "zuko-044"}]
    game = list(islice(tsumi.read(PROBLEMS / "game.jsonl"), 8))
    small = [
        "bad-line\t6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1\t9\t2d1c+ 1d1c 9i9h",
        "short\t6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1\t7",
        "none\t7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1\t3",
    ]
    path = tmp_path / "collection.sfen"
    path.write_text(tsumi.convert([*zuko, *game], "sfen") + "\n".join(small) + "\n")
    return str(path)


def test_solve(collection: str) -> None:
    limit = "30000"
    rows = program("solve", collection, "--nodes", limit, "--shortest=conventional")
    solutions = list(tsumi.solve_many(tsumi.read(collection), nodes=int(limit)))
    assert len(rows) == len(solutions) == 13
    for row, solution in zip(rows, solutions, strict=True):
        for key, value in solution.row().items():
            if key == "moves":
                assert row[key] == solution.usi.split()
            elif key == "verified":
                assert value == (row["certificate"] is not None and row["certificate"]["verified"])
            elif key not in {"ms", "table_mib"}:
                assert row[key] == value, key
        claims = [] if row["certificate"] is None else row["certificate"]["claims"]
        assert claims == ([] if solution.certificate is None else solution.certificate.claims)


def test_verify(collection: str) -> None:
    rows = program("verify", collection, "--nodes", "20000")
    reports = list(tsumi.verify_many(tsumi.read(collection), nodes=20_000))
    for row, report in zip(rows, reports, strict=True):
        for key in ("ms", "table_mib"):
            del row[key], report.row[key]
        assert row == report.row


def test_audit(collection: str) -> None:
    row = program("verify", collection, "--nodes", "20000", "--audit")[-1]
    problem = list(tsumi.read(collection))[-1]
    assert tsumi.audit(problem, nodes=20_000).report.row["audit"] == row["audit"]

"""Positions from tables, and answers in tables."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pandas
import pyarrow
import pyarrow.parquet
import pytest
from conftest import NINE, NONE, ONE

import tsumi


def test_pandas_and_arrow() -> None:
    sfens = [ONE, NINE, NONE]
    frame = pandas.DataFrame({"sfen": sfens})
    solutions = list(tsumi.solve_many(frame["sfen"]))
    answers = pandas.DataFrame(s.row() for s in solutions)
    assert list(answers["result"]) == ["mate", "mate", "nomate"]
    assert list(answers["sfen"]) == sfens and list(answers["plies"][:2]) == [1, 9]
    table = pyarrow.table({"sfen": sfens})
    again = [s.plies for s in tsumi.solve_many(table["sfen"])]
    assert again == [1, 9, None]
    written = pyarrow.Table.from_pylist([s.row() for s in solutions])
    assert written.column("plies").to_pylist() == [1, 9, None]


@pytest.mark.skipif(
    os.environ.get("CI") != "true" and shutil.which("java") is None, reason="Spark needs Java"
)
def test_spark(tmp_path: Path) -> None:
    kinds = [f"{ONE}\t1\tG*5b", f"{NONE}\t1", f"{NINE}\t7", "no/position b - 1"]
    lines = [f"p{n}\t{kinds[n % 4]}" for n in range(40)]
    collection = tmp_path / "collection.sfen"
    collection.write_text("# forty\n" + "\n".join(lines) + "\n")
    script = Path(__file__).parents[2] / "examples" / "verify_spark_pandas.py"
    report = tmp_path / "report.parquet"
    command = [sys.executable, str(script), str(collection), str(report), "3"]
    # In one JVM, which starts sooner.
    env = {**os.environ, "SPARK_MASTER": "local[2]"}
    ran = subprocess.run(command, capture_output=True, text=True, env=env, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == ["error", "10", "longer", "10", "nomate", "10", "ok", "10"]
    rows = {row["id"]: row for row in pyarrow.parquet.read_table(report).to_pylist()}
    for found in tsumi.verify_many(lines).with_errors():
        if isinstance(found, tsumi.Report):
            row = rows[found.problem.id]
            assert row["status"] == list(found.statuses) and row["moves"] == found.usi
            assert row["findings"] == [str(finding) for finding in found.findings]
            assert (row["plies"], row["differs"]) == (found.plies, found.differs)
        else:
            assert isinstance(found, tsumi.InputError)
            assert rows[found.id]["error"] == str(found)
    assert len(rows) == 40

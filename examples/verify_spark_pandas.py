"""Verifies a collection with PySpark, in the workers themselves (PyPI packages "pyspark", which
needs Java, "pandas" and "pyarrow"; and the package "tsumi" where the workers are).

    python3 examples/verify_spark_pandas.py collection.sfen report.parquet [PARTITIONS]

Every partition of lines is a stream of pandas tables, and so is what comes back: a table with a
row for each problem, here written as Parquet files, that Spark can go on with (a count of what was
found is printed). SPARK_MASTER is the cluster, by default a local one of two workers in processes
of their own. verify_spark.py does the same with the program and its reports.
"""

import os
import sys

COLUMNS = """
    id string, sfen string, status array<string>, differs boolean, soundness string, plies int,
    moves string, findings array<string>, error string
"""


def judged(tables):
    """A row for each line of the tables."""
    import pandas

    import tsumi

    for table in tables:
        lines = [line for line in table["value"] if line.strip() and not line.startswith("#")]
        rows = []
        # A line that cannot be read costs no other.
        for found in tsumi.verify_many(lines, time=60.0).with_errors():
            if isinstance(found, tsumi.Report):
                row = {
                    "id": found.problem.id,
                    "sfen": found.problem.sfen,
                    "status": list(found.statuses),
                    "differs": found.differs,
                    "soundness": found.soundness,
                    "plies": found.plies,
                    "moves": found.usi,
                    "findings": [str(finding) for finding in found.findings],
                }
            else:
                row = {"status": ["error"], "differs": True, "findings": [], "error": str(found)}
                row["id"] = getattr(found, "id", None)
            rows.append(row)
        names = [column.split()[0] for column in COLUMNS.split(",")]
        # As objects: None stays None, which is null in Spark.
        table = pandas.DataFrame(rows, columns=names, dtype=object)
        yield table.where(table.notna(), None)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    collection, report = sys.argv[1:3]
    partitions = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    from pyspark.sql import SparkSession

    spark = (
        SparkSession.builder.appName("tsumi verify")
        .master(os.environ.get("SPARK_MASTER", "local-cluster[2,1,1024]"))
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.executorEnv.PYTHONPATH", os.pathsep.join(p for p in sys.path if p))
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    try:
        lines = spark.read.text("file://" + os.path.abspath(collection)).repartition(partitions)
        lines.mapInPandas(judged, COLUMNS).write.parquet("file://" + os.path.abspath(report))
        rows = spark.read.parquet("file://" + os.path.abspath(report))
        found = rows.selectExpr("explode(status) as status").groupBy("status").count()
        for row in found.orderBy("status").collect():
            print(f"{row['status']:<12}{row['count']:>6}")
    finally:
        spark.stop()


if __name__ == "__main__":
    main()

//! A collection spread over processes by other programs: GNU parallel and PySpark.

use crate::common::{MATE, NOMATE, folder, python, run, starts};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with a collection of 300 problems and the report of a single run.
fn prepared(name: &str) -> (PathBuf, PathBuf, Vec<Value>) {
    let dir = folder(name);
    let lines = [
        format!("{MATE}\t1\tG*5b"),
        format!("{NOMATE}\t1"),
        format!("{MATE}\t3"),
        "no position".to_string(),
    ];
    let text: String = (0..300)
        .map(|n| format!("p{n}\t{}\n", lines[n % lines.len()]))
        .collect();
    let collection = dir.join("collection.sfen");
    std::fs::write(&collection, format!("# three hundred\n{text}")).unwrap();
    let args = ["verify", "--format", "json", collection.to_str().unwrap()];
    let single = rows(&run(&args, "").1);
    assert_eq!(single.len(), 300);
    (dir, collection, single)
}

/// The rows of a report without the place in a file and what differs from run to run.
fn rows(report: &str) -> Vec<Value> {
    crate::common::rows(report, &["file", "line", "ms", "table_mib"])
}

/// The program's merged report has the rows of the single run, and its table the totals.
fn assert_same(mut command: Command, report: &Path, single: &[Value]) {
    let output = command
        .env("TSUMI", assert_cmd::cargo::cargo_bin!("tsumi"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    let merged = rows(&std::fs::read_to_string(report).unwrap());
    assert_eq!(merged, single);
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(
        table.contains("problems            300   settled 300, differing 225"),
        "{table}"
    );
}

fn script(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("examples")
        .join(name);
    path.to_str().unwrap().to_string()
}

#[test]
fn gnu_parallel_gives_the_same_report() {
    if !starts("parallel", &["--version"]) {
        return;
    }
    let (dir, collection, single) = prepared("spread-parallel");
    let report = dir.join("report.jsonl");
    let mut command = Command::new("sh");
    command
        .arg(script("verify-parallel.sh"))
        .args([&collection, &report])
        .arg("37");
    assert_same(command, &report, &single);
}

/// A wrong option ends each chunk with the code of a problem that cannot be read, and without rows.
#[test]
fn gnu_parallel_misses_no_rows() {
    if !starts("parallel", &["--version"]) {
        return;
    }
    let (dir, collection, _) = prepared("spread-rows");
    let output = Command::new("sh")
        .arg(script("verify-parallel.sh"))
        .args([&collection, &dir.join("report.jsonl")])
        .env("TSUMI", assert_cmd::cargo::cargo_bin!("tsumi"))
        .env("TSUMI_OPTIONS", "--no-such-option")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success());
    assert!(said.contains("0 rows for 300 problems"), "{said}");
}

#[test]
#[ignore = "long: about 30 s"]
fn pyspark_gives_the_same_report() {
    let python = python();
    if !starts(&python, &["-c", "import pyspark"]) || !starts("java", &["-version"]) {
        return;
    }
    let (dir, collection, single) = prepared("spread-spark");
    let report = dir.join("report.jsonl");
    let mut command = Command::new(&python);
    command
        .arg(script("verify_spark.py"))
        .args([&collection, &report])
        .arg("4")
        .current_dir(&dir);
    assert_same(command, &report, &single);
}

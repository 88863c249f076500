//! `tsumi compare` as a user runs it.

use crate::common::{NINE, folder, tsumi};

fn compare(args: &[&str]) -> assert_cmd::assert::Assert {
    tsumi().arg("compare").args(args).assert()
}

fn stdout(assert: &assert_cmd::assert::Assert) -> String {
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

#[test]
fn a_table_with_the_solver_and_two_others() {
    let run = compare(&[
        NINE,
        "--algorithms",
        "tsumi,tca,alphabeta",
        "--nodes",
        "200k",
    ])
    .success();
    let text = stdout(&run);
    for name in ["tsumi", "tca", "alphabeta"] {
        let rows: Vec<&str> = text
            .lines()
            .filter(|l| l.trim_start().starts_with(name))
            .collect();
        assert_eq!(rows.len(), 2, "a row and a total of {name} in:\n{text}");
        assert!(rows[0].contains(" mate "), "{text}");
        assert!(rows[1].contains("1/1"), "{text}");
    }
}

#[test]
fn json_has_a_row_for_each_and_totals() {
    let args = [
        NINE,
        "--algorithms",
        "scout,dfpn-ghi",
        "--nodes",
        "200k",
        "--format",
        "json",
    ];
    let text = stdout(&compare(&args).success());
    let lines: Vec<serde_json::Value> = text
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["algorithm"], "scout");
    assert_eq!(lines[0]["result"], "mate");
    assert_eq!(lines[0]["raw_plies"], 9);
    assert_eq!(lines[3]["total"]["solved"], 1);
}

#[test]
fn csv_the_ablations_and_the_plot() {
    let svg = folder("compare").join("cactus.svg");
    let path = svg.to_str().unwrap();
    let args = [
        NINE,
        "--algorithms",
        "tsumi",
        "--ablate",
        "--format",
        "csv",
        "--svg",
        path,
    ];
    let text = stdout(&compare(&args).success());
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("problem,algorithm,result,"), "{text}");
    let variants = tsumi::search::Tuning::ablations().len();
    assert_eq!(lines.len(), 1 + 1 + variants, "{text}");
    assert!(lines[1..].iter().all(|l| l.contains(",mate,")), "{text}");
    let svg = std::fs::read_to_string(svg).unwrap();
    assert!(svg.contains("<polyline") && svg.contains("tsumi -snda (1)"));
}

#[test]
fn an_unknown_name_is_answered_with_the_known_ones() {
    let run = compare(&[NINE, "--algorithms", "pns,minimax"]).code(2);
    let stderr = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert!(
        stderr.contains("there is no \"minimax\"") && stderr.contains("proof-set"),
        "{stderr}"
    );
}

//! The rows of a report as the checker reads them: `rows.txt` in the folder of certificates.
//!
//! Which claims prove a row is decided by the checker alone (`checker/src/shown.rs`); here stands
//! only what was found, and in which files the proofs are.

use std::fmt::Write;
use tsumi::row::{Certificate, Row};
use tsumi::verify::Status;

/// The first line.
pub const HEAD: &str = "tsumi-rows 1\n";

/// The last line, after this number of rows.
pub fn end(rows: usize) -> String {
    format!("end {rows}\n")
}

/// The lines of a row.
pub fn text(row: &Row) -> String {
    let mut out = String::new();
    let mut put = |word: &str, what: &str| {
        if !what.is_empty() {
            // A name may come from a file and hold anything.
            let what: String = what.chars().filter(|c| !c.is_control()).collect();
            let _ = writeln!(out, "{word} {what}");
        }
    };
    let number = |n: Option<u32>| n.map_or(String::new(), |n| n.to_string());
    put("row", &row.name());
    put("position", row.sfen.as_deref().unwrap_or_default());
    put("attacker", row.attacker.as_deref().unwrap_or_default());
    put("result", &row.result);
    put("declared", &number(declared_plies(row)));
    put("declared-raw", &number(row.declared.raw_plies));
    let fails = row.has(Status::LineFails).then_some("?");
    let declared = row.declared.line.as_deref().or(fails);
    put("declared-line", declared.unwrap_or_default());
    put("line", row.main_line());
    if let Some(from) = &row.from {
        if from.futile == "none" {
            put("counts", "every-ply");
        }
        put(
            "looked",
            match (from.profile.as_str(), from.cooks.as_str()) {
                ("game", _) | (_, "off") => "nowhere",
                (_, "first") => "first",
                (_, "all") => "everywhere",
                _ => "line",
            },
        );
    }
    let allowed = row.cooks.iter().filter(|cook| cook.kind != "move");
    let allowed: Vec<String> = allowed.map(|c| format!("{}:{}", c.ply, c.mv)).collect();
    put("allowed", &allowed.join(" "));
    let open = row.open.iter().map(|check| {
        let bound = check.longer.map(|plies| format!(">{plies}"));
        format!("{}:{}{}", check.ply, check.mv, bound.unwrap_or_default())
    });
    put("open", &open.collect::<Vec<_>>().join(" "));
    put("status", &row.status.join(" "));
    let file = |certificate: &Certificate| certificate.file.clone();
    if let Some(file) = row.certificate.as_ref().and_then(file) {
        put("proof", &file);
    }
    if let Some((ply, file)) = row
        .outlasting
        .as_ref()
        .and_then(|o| Some((o.ply, file(&o.certificate)?)))
    {
        put("outlasted", &format!("{ply} {file}"));
    }
    for cook in &row.cooks {
        if let Some(file) = file(&cook.certificate) {
            put("cook", &format!("{} {} {file}", cook.ply, cook.mv));
        }
    }
    out
}

/// The declared number of plies, or that of the declared line's moves.
fn declared_plies(row: &Row) -> Option<u32> {
    let line = row.declared.line.as_ref();
    let moves = line.map(|line| line.split_whitespace().count() as u32);
    row.declared.plies.or(moves)
}

//! Puts a report into the format the user chose: what goes to standard output
//! and what to standard error.

use super::args::Format;
use super::lang::{Lang, say};
use super::report::{Report, Solved, reason};
use super::{json, near_misses, text};
use tsumi::base::tree::{ROOT, Tree};
use tsumi::formats::kif_write::{self, Ending};
use tsumi::formats::text::shown;
use tsumi::formats::usi;
use tsumi::formats::write::Document;
use tsumi::solver::{Limit, Verdict};

/// A report in both streams.
#[derive(Default)]
pub struct Rendered {
    pub stdout: String,
    pub stderr: String,
}

/// Renders a report. In JSON the errors are part of the stream.
pub fn render(report: &Report, format: Format) -> Rendered {
    let mut out = Rendered::default();
    if let Report::Solved(solved) = report
        && let Some(why) = &solved.outcome.defect
    {
        out.stderr = say!(
            "tsumi: self-check failed: {why}\n",
            "tsumi：証明の検査に失敗：{why}\n",
        );
    }
    if format == Format::Json {
        out.stdout = json::line(report);
        return out;
    }
    match report {
        Report::Bad(error) => out.stderr = Lang::current().fault(error) + "\n",
        Report::Broken(problem, message) => {
            out.stderr = say!(
                "{}:{}: {}: internal error: {message}\n    \
                 hint: a defect of tsumi, please report it with this position: {}\n",
                "{}:{}: {}: 内部エラー：{message}\n    \
                 tsumi の欠陥です。この局面とともに報告を願います：{}\n",
                shown(&problem.source.file, 400),
                problem.source.line,
                shown(&problem.id, 200),
                problem.sfen()
            );
        }
        Report::Solved(solved) => {
            out.stdout = match format {
                Format::Text => text::solved(solved, Lang::current().words()) + "\n",
                Format::Ja => text::solved(solved, Lang::Ja.words()) + "\n",
                Format::Usi => checkmate(solved),
                Format::Kif => kif(solved) + "\n",
                Format::Json => String::new(),
            };
        }
    }
    out
}

/// The answer of the USI mate protocol.
fn checkmate(solved: &Solved) -> String {
    match solved.outcome.verdict {
        Verdict::Mate { .. } => {
            let moves = usi::line(&solved.outcome.line);
            format!("checkmate {moves}").trim_end().to_string() + "\n"
        }
        Verdict::NoMate => "checkmate nomate\n".to_string(),
        Verdict::Unknown(_) => "checkmate timeout\n".to_string(),
    }
}

/// A KIF file, with what tsumi found as comments.
fn kif(solved: &Solved) -> String {
    let outcome = &solved.outcome;
    let ending = match outcome.verdict {
        Verdict::Mate { .. } => Ending::Mate,
        Verdict::NoMate => Ending::NoMate,
        Verdict::Unknown(_) => Ending::Unknown,
    };
    let mut notes = vec![Lang::current().words().verdict(&outcome.verdict)];
    if let Verdict::Unknown(Limit::SelfCheck) = outcome.verdict {
        notes.push(reason(Limit::SelfCheck).to_string());
    }
    let mut tree = match &solved.variations {
        Some(variations) => variations.tree.clone(),
        None => Tree::of_line(&outcome.line, Some(ending)),
    };
    if let Some(found) = &solved.near_misses {
        near_misses::add_branches(&mut tree, found);
    }
    tree.node_mut(ROOT).comments = notes;
    kif_write::kif_tree(&Document {
        title: &solved.problem.id,
        headers: &solved.problem.headers,
        position: solved.position(),
        plies: None,
        tree: &tree,
    })
}

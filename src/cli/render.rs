//! Renders a report in the format that the user chose, as text for standard output and for
//! standard error.

use super::args::Format;
use super::report::{Report, Solved};
use super::terminal::Terminal;
use super::{json, near_misses, refutation, text};
use tsumi::base::message::{Lang, message};
use tsumi::base::tree::{ROOT, Tree};
use tsumi::formats::kif_write::{self, Ending};
use tsumi::formats::text::shown;
use tsumi::formats::usi;
use tsumi::formats::write::Document;
use tsumi::solver::Verdict;

/// The text for both streams.
#[derive(Default)]
pub struct Rendered {
    pub stdout: String,
    pub stderr: String,
}

/// Renders a report. In JSON errors go to standard output as well.
pub fn render(report: &Report, format: Format, terminal: Terminal) -> Rendered {
    let mut out = Rendered::default();
    if let Report::Solved(solved) = report {
        if let Some(why) = &solved.outcome.defect {
            let said = message!(
                "tsumi: self-check failed: {why}\n",
                "tsumi: 証明書の検査に失敗：{why}\n",
                why
            );
            out.stderr = said.text(terminal.lang).to_string();
        }
        out.stderr
            .extend(solved.unwritten.iter().map(|e| terminal.fault(e)));
    }
    if format == Format::Json {
        out.stdout = json::line(report);
        return out;
    }
    match report {
        Report::Bad(error) => out.stderr = terminal.fault(error),
        Report::Broken(problem, message) => {
            let said = message!(
                "{file}:{line}: {id}: internal error: {what}\n    \
                 hint: a defect of tsumi, please report it with this position: {sfen}\n",
                "{file}:{line}: {id}: 内部エラー：{what}\n    \
                 ヒント：tsumi の欠陥。この局面とともに報告をお願いします：{sfen}\n",
                file = shown(&problem.source.file, 400),
                line = problem.source.line,
                id = shown(&problem.id, 200),
                what = message,
                sfen = problem.sfen()
            );
            out.stderr = said.text(terminal.lang).to_string();
        }
        Report::Solved(solved) => {
            out.stdout = match format {
                Format::Text => text::solved(solved, terminal.lang) + "\n",
                Format::Ja => text::solved(solved, Lang::Ja) + "\n",
                Format::Usi => checkmate(solved),
                Format::Kif => kif(solved, terminal.lang) + "\n",
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
            let moves = usi::line(solved.line());
            format!("checkmate {moves}").trim_end().to_string() + "\n"
        }
        Verdict::NoMate => "checkmate nomate\n".to_string(),
        Verdict::Unknown(_) => "checkmate timeout\n".to_string(),
    }
}

/// A KIF file, with the verdict as a comment.
fn kif(solved: &Solved, lang: Lang) -> String {
    let outcome = &solved.outcome;
    let ending = match outcome.verdict {
        Verdict::Mate { .. } => Ending::Mate,
        Verdict::NoMate => Ending::NoMate,
        Verdict::Unknown(_) => Ending::Unknown,
    };
    let mut notes = vec![text::answer(solved).text(lang).to_string()];
    if solved.variations.is_some() {
        let counted = message!(
            "in the variations (変化) every interposition counts",
            "変化の手数は無駄合いも数えた上限"
        );
        notes.push(counted.text(lang).to_string());
    }
    let mut tree = match (&solved.variations, solved.refutation()) {
        (Some(variations), _) => variations.tree.clone(),
        (None, Some(found)) => refutation::tree(solved.position(), &found, solved.most, lang),
        (None, None) => Tree::of_line(solved.line(), Some(ending)),
    };
    if let Some((line, name)) = outcome.other_line(solved.custom) {
        tree.add_line(line, name.text(lang));
    }
    if let Some(found) = &solved.near_misses {
        near_misses::add_branches(&mut tree, solved, found, lang);
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

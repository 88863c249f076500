//! The audit of a problem as text.

use super::shown;
use super::words::at_most;
use crate::cli::text::paragraph;
use shogi_core::{Color, Hand, PartialPosition, Piece, PieceKind, Square, ToUsi};
use std::fmt::Write;
use tsumi::base::message::{In, Lang, Message, message};
use tsumi::row::Row;
use tsumi::row::{AuditRow, CheckRow, DefenceRow, PieceRow};
use tsumi::verify::Soundness;

/// The text of an audit.
pub fn audit(row: &Row, audit: &AuditRow, lang: Lang) -> String {
    let mut out = String::new();
    let Some(position) = shown::position(row) else {
        return out;
    };
    let line = row.main_line();
    if audit.checks.is_empty() && audit.pieces.is_empty() {
        let said = message!(
            "there is no line to audit",
            "手順がないので検討するものがない"
        );
        say(&mut out, 2, &said, lang);
        return out;
    }
    let heading = message!(
        "every check, the line's own first:",
        "すべての王手（本手順が先頭）："
    );
    let _ = writeln!(out, "  {}", heading.text(lang));
    for node in audit.checks.chunk_by(|a, b| a.ply == b.ply) {
        let ply = node[0].ply;
        let at = shown::before(&position, line, ply);
        let node = Node {
            ply,
            at,
            checks: node,
            lang,
        };
        checks(&mut out, &node);
    }
    defences(&mut out, &position, line, &audit.defences, lang);
    let heading = message!("without a piece:", "駒を除くと：");
    let _ = writeln!(out, "  {}", heading.text(lang));
    if audit.pieces.is_empty() {
        let said = message!(
            "not asked, because the problem has a fatal fault with all of them",
            "駒がそろっていても欠陥があるので調べない"
        );
        say(&mut out, 4, &said, lang);
    }
    for piece in &audit.pieces {
        say(&mut out, 4, &without(&position, piece), lang);
    }
    out
}

/// Writes a message in lines.
fn say(out: &mut String, indent: usize, message: &Message, lang: Lang) {
    let _ = writeln!(out, "{}", paragraph(message.text(lang), indent));
}

/// The checks of a position of the line.
struct Node<'a> {
    ply: u32,
    at: PartialPosition,
    checks: &'a [CheckRow],
    lang: Lang,
}

impl<'a> Node<'a> {
    /// The checks with a result.
    fn with(&self, result: &str) -> impl Iterator<Item = &'a CheckRow> {
        self.checks.iter().filter(move |c| c.result == result)
    }

    /// The checks with a result, each as `show` has it; `None` when there are none.
    fn list(&self, result: &str, show: impl Fn(&Node<'a>, &CheckRow) -> String) -> Option<String> {
        let all: Vec<String> = self.with(result).map(|check| show(self, check)).collect();
        let gap = match self.lang {
            Lang::En => ", ",
            Lang::Ja => "、",
        };
        (!all.is_empty()).then(|| all.join(gap))
    }

    /// A check in words.
    fn name(&self, check: &CheckRow) -> String {
        named(&self.at, &check.mv, self.lang)
    }

    /// A check in words, and the reply that refutes it.
    fn with_reply(&self, check: &CheckRow) -> String {
        let Some(reply) = &check.line else {
            return self.name(check);
        };
        let moves = format!("{} {reply}", check.mv);
        let gap = match self.lang {
            Lang::En => " ",
            Lang::Ja => "",
        };
        shown::words(&self.at, &moves, self.lang).join(gap)
    }

    /// What is said of a check that mates.
    fn mate(&self, check: &CheckRow) -> Message {
        message!(
            "ply {ply}: {mv} mates in {length}{own}",
            "{ply}手目{mv}：{length}で詰む{own}",
            ply = self.ply,
            mv = self.name(check),
            length = at_most(check.plies.unwrap_or(0), check.minimal == Some(true)),
            own = match check.intended {
                true => message!(" (the line)", "（本手順）"),
                false => message!("", ""),
            }
        )
    }
}

/// Writes the checks of one node: those that mate, a line each; then the others.
fn checks(out: &mut String, node: &Node<'_>) {
    let ply = node.ply;
    let detours = node.list("detour", Node::name).map(|moves| {
        message!(
            "ply {ply}: only a way back to the line: {moves}",
            "{ply}手目、本手順に戻る：{moves}",
            ply,
            moves
        )
    });
    let refuted = node.list("refuted", Node::with_reply).map(|moves| {
        message!(
            "ply {ply}: refuted, with the reply: {moves}",
            "{ply}手目、不詰（受けとともに）：{moves}",
            ply,
            moves
        )
    });
    let open = node.list("open", Node::name).map(|moves| {
        message!(
            "ply {ply}: open, not decided within the limits: {moves}",
            "{ply}手目、未決（制限内で解決せず）：{moves}",
            ply,
            moves
        )
    });
    let mates = node.with("mate").map(|check| node.mate(check));
    for said in mates.chain(detours).chain(refuted).chain(open) {
        say(out, 4, &said, node.lang);
    }
}

/// A move of a position in words.
fn named(at: &PartialPosition, mv: &str, lang: Lang) -> String {
    shown::words(at, mv, lang).concat()
}

/// Writes the other defences after which the attacker has a choice, and how many have none.
fn defences(
    out: &mut String,
    root: &PartialPosition,
    line: &str,
    found: &[DefenceRow],
    lang: Lang,
) {
    if found.is_empty() {
        return;
    }
    let heading = message!(
        "other defences after which something else mates too:",
        "変化の余詰："
    );
    let _ = writeln!(out, "  {}", heading.text(lang));
    for defence in found.iter().filter(|d| !d.cooks.is_empty()) {
        let at = shown::before(root, line, defence.ply);
        let others: Vec<String> = defence
            .cooks
            .iter()
            .map(|cook| {
                let ahead = (cook.ply - defence.ply + 1).max(1);
                let position = shown::before(&at, &defence.line, ahead);
                let (ply, mv) = (cook.ply, named(&position, &cook.mv, lang));
                let plies = at_most(cook.plies, false);
                let plies = In(&plies, lang);
                match lang {
                    Lang::En => format!("ply {ply} {mv} in {plies}"),
                    Lang::Ja => format!("{ply}手目{mv}（{plies}）"),
                }
            })
            .collect();
        let said = message!(
            "ply {ply}: {mv}, {length}: {others}",
            "{ply}手目{mv}（{length}）：{others}",
            ply = defence.ply,
            mv = named(&at, &defence.mv, lang),
            length = at_most(defence.plies.unwrap_or(0), defence.minimal),
            others = others.join(match lang {
                Lang::En => ", ",
                Lang::Ja => "、",
            })
        );
        say(out, 4, &said, lang);
    }
    let others = found.iter().filter(|d| d.cooks.is_empty());
    let (unique, open): (Vec<_>, Vec<_>) = others.partition(|d| d.plies.is_some() && d.open == 0);
    let said = match (unique.len(), open.len()) {
        (n, 0) => message!("none after {n} others", "{n}通りの変化に余詰なし", n),
        (n, open) => message!(
            "none after {n} others, open after {open}",
            "{n}通りの変化に余詰なし、{open}通りは未決",
            n,
            open
        ),
    };
    say(out, 4, &said, lang);
}

/// What the problem is without a piece.
fn without(position: &PartialPosition, row: &PieceRow) -> Message {
    let place = place(position, row);
    match row.without.as_str() {
        "same" => {
            let grade = row.soundness.as_deref().and_then(Soundness::named);
            message!(
                "{place} can go: {grade}",
                "{place}は不要：{grade}",
                place,
                grade = grade.unwrap_or(Soundness::Open).message()
            )
        }
        "differs" => message!(
            "{place} is needed: {why}",
            "{place}は必要（除くと、{why}）",
            place,
            why = Message::new(
                row.text.clone().unwrap_or_default(),
                row.ja.clone().unwrap_or_default()
            )
        ),
        "unplayable" if row.ply == Some(0) => message!(
            "{place} is needed: without it the position is no problem",
            "{place}は必要（除くと問題図にならない）",
            place
        ),
        "unplayable" => message!(
            "{place} is needed: the line cannot be played",
            "{place}は必要（除くと手順が指せない）",
            place
        ),
        _ => message!("{place}: open", "{place}：未決", place),
    }
}

/// A piece with its place.
fn place(position: &PartialPosition, row: &PieceRow) -> Message {
    let square = row.square.as_deref().and_then(usi_square);
    if let Some((square, piece)) = square.and_then(|s| Some((s, position.piece_at(s)?))) {
        let side = match row.attacks {
            true => message!("attacker", "攻方"),
            false => message!("defender", "玉方"),
        };
        return message!(
            "the {side}'s {piece} on {square}",
            "{side}{square}{piece}",
            side,
            piece = piece.piece_kind(),
            square
        );
    }
    let mut kinds = Hand::all_hand_pieces();
    let letter = |kind: &PieceKind| Piece::new(*kind, Color::Black).to_usi_owned() == row.piece;
    match kinds.find(letter) {
        Some(kind) => message!("one {kind} in hand", "持駒の{kind}", kind),
        None => row.piece.clone().into(),
    }
}

/// The square of a name in USI, such as `5b`.
fn usi_square(name: &str) -> Option<Square> {
    let &[file, rank] = name.as_bytes() else {
        return None;
    };
    Square::new(file.checked_sub(b'0')?, (rank + 1).checked_sub(b'a')?)
}

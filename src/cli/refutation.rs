//! The refutation of a position without mate, as text, as branches of a record and for JSON.

use super::text::wrapped_at;
use serde::Serialize;
use shogi_core::{PartialPosition, ToUsi};
use std::fmt::Write;
use tsumi::base::message::{Lang, Message, message};
use tsumi::base::tree::{self, ROOT, Tree};
use tsumi::formats::notation;
use tsumi::variations::refutation::{Ending, Escape, Refutation};

/// The most checks that are shown to a person.
const SHOWN: usize = 10;

/// A line for each of the checks that last longest.
pub fn text(position: &PartialPosition, found: &Refutation, lang: Lang) -> String {
    let mut out = String::new();
    let mut say = |message: Message| {
        let _ = writeln!(out, "  {}", message.text(lang));
    };
    let mut root = position.clone();
    if let Some(reply) = found.reply {
        let reply_words = notation::japanese(position, &[reply]).join(" ");
        say(message!(
            "the defence that holds: {reply}",
            "逃れる受け：{reply}",
            reply = reply_words
        ));
        let _ = root.make_move(reply);
    }
    if found.escapes.is_empty() {
        say(message!("there is no check", "王手がない"));
        return out;
    }
    say(message!(
        "checks and the defences that hold, the longest first:",
        "王手とその受け（長く続く順）："
    ));
    for escape in found.escapes.iter().take(SHOWN) {
        let mut words = notation::japanese(&root, &escape.line);
        words.push(ending(escape).text(lang).to_string());
        let _ = writeln!(out, "{}", wrapped_at(&words, 4));
    }
    let more = found.escapes.len().saturating_sub(SHOWN);
    if more > 0 {
        let more = message!("    and {more} more", "    ほか {more} 通り", more);
        let _ = writeln!(out, "{}", more.text(lang));
    }
    out
}

fn ending(escape: &Escape) -> Message {
    let plies = escape.line.len();
    match escape.ending {
        Ending::Spent => message!(
            "({plies} plies, then no check)",
            "（{plies}手、以下王手なし）",
            plies
        ),
        Ending::Repeats => message!("({plies} plies, repeats)", "（{plies}手、千日手）", plies),
        Ending::GoesOn => message!("({plies} plies and more)", "（{plies}手以上）", plies),
    }
}

/// A record with a branch for each of the checks that last longest.
pub fn tree(found: &Refutation) -> Tree {
    let mut tree = Tree::of_line(found.reply.as_slice(), None);
    let mut root = ROOT;
    if let Some(&last) = tree.line_from(ROOT).last() {
        root = last;
    }
    for escape in found.escapes.iter().take(SHOWN) {
        let mut at = root;
        for &mv in &escape.line {
            at = tree.add(at, mv);
        }
        tree.node_mut(at).ending = Some(tree::Ending::NoMate);
    }
    if found.escapes.is_empty() {
        tree.node_mut(root).ending = Some(tree::Ending::NoMate);
    }
    tree
}

/// A check in JSON.
#[derive(Serialize)]
pub struct Object {
    /// Checks and defences in turn.
    moves: Vec<String>,
    /// `spent`, `repeats` or `goes on`.
    ending: &'static str,
}

/// All checks for JSON.
pub fn objects(found: &Refutation) -> Vec<Object> {
    let one = |escape: &Escape| Object {
        moves: escape.line.iter().map(ToUsi::to_usi_owned).collect(),
        ending: match escape.ending {
            Ending::Spent => "spent",
            Ending::Repeats => "repeats",
            Ending::GoesOn => "goes on",
        },
    };
    found.escapes.iter().map(one).collect()
}

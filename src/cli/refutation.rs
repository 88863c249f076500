//! The refutation of a position without mate, as text, as branches of a record and for JSON.

use super::text::wrapped_at;
use serde::Serialize;
use shogi_core::{PartialPosition, ToUsi};
use std::fmt::Write;
use tsumi::base::message::{Lang, Message, message};
use tsumi::base::tree::{self, ROOT, Tree};
use tsumi::formats::notation;
use tsumi::variations::refutation::{Ending, Escape, Refutation};

/// A line for each of the `most` checks that last longest.
pub fn text(position: &PartialPosition, found: &Refutation, most: usize, lang: Lang) -> String {
    let mut out = String::new();
    let mut say = |message: Message| {
        let _ = writeln!(out, "  {}", message.text(lang));
    };
    let mut root = position.clone();
    if let Some(reply) = found.reply {
        let reply_words = notation::words(position, &[reply], lang).join(" ");
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
    let groups = found.groups();
    for group in groups.iter().take(most) {
        let _ = writeln!(out, "{}", wrapped_at(&words(&root, group, lang), 4));
    }
    out + &more(groups.len().saturating_sub(most), lang)
}

/// The line of a check with its ending, and the checks that are its twins.
pub fn words(position: &PartialPosition, group: &[&Escape], lang: Lang) -> Vec<String> {
    let mut words = notation::words(position, &group[0].line, lang);
    words.push(ending(group[0]).text(lang).to_string());
    let others = others(position, group);
    let others = others
        .iter()
        .flat_map(|others| others.text(lang).split(' '));
    words.extend(others.map(str::to_string));
    words
}

/// The twins of the first check.
pub fn others(position: &PartialPosition, group: &[&Escape]) -> Option<Message> {
    let twins = &group[1..];
    let names = |lang| {
        let name = |escape: &&Escape| notation::words(position, &escape.line[..1], lang).concat();
        twins.iter().map(name).collect::<Vec<_>>().join(" ")
    };
    (!twins.is_empty()).then(|| {
        message!(
            "[likewise {n} more: {moves}]",
            "［ほか{n}手も同様：{moves}］",
            n = twins.len(),
            moves = Message::new(names(Lang::En), names(Lang::Ja))
        )
    })
}

/// How many more there are, as a line; nothing when there are none.
pub fn more(more: usize, lang: Lang) -> String {
    if more == 0 {
        return String::new();
    }
    let more = message!("    and {more} more", "    ほか {more} 通り", more);
    format!("{}\n", more.text(lang))
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

/// A record with a branch for each of the `most` checks that last longest.
pub fn tree(position: &PartialPosition, found: &Refutation, most: usize, lang: Lang) -> Tree {
    let mut tree = Tree::of_line(found.reply.as_slice(), None);
    let mut root = ROOT;
    if let Some(&last) = tree.line_from(ROOT).last() {
        root = last;
    }
    for group in found.groups().iter().take(most) {
        let others = others(&tree.position(position, root), group);
        let remark = others.as_ref().map_or("", |others| others.text(lang));
        add_branch(&mut tree, root, remark, group[0]);
    }
    if found.escapes.is_empty() {
        tree.node_mut(root).ending = Some(tree::Ending::NoMate);
    }
    tree
}

/// Adds a check and its line at a node, with a remark on the check.
pub fn add_branch(tree: &mut Tree, mut at: usize, remark: &str, escape: &Escape) {
    for (n, &mv) in escape.line.iter().enumerate() {
        at = tree.add(at, mv);
        if n == 0 && !remark.is_empty() {
            tree.node_mut(at).comments.push(remark.to_string());
        }
    }
    // A line that another one goes on from has not ended there.
    if tree.node(at).children.is_empty() {
        tree.node_mut(at).ending = Some(tree::Ending::NoMate);
    }
}

/// A check in JSON.
#[derive(Serialize)]
pub struct Object {
    /// Checks and defences in turn.
    moves: Vec<String>,
    /// `spent`, `repeats` or `goes on`.
    ending: &'static str,
    /// The check whose twin it is, the first of its group.
    twin_of: Option<String>,
}

/// A check for JSON; `first` is the first of its twins.
pub fn object(escape: &Escape, first: &Escape) -> Object {
    let check = |escape: &Escape| escape.line[0].to_usi_owned();
    Object {
        moves: escape.line.iter().map(ToUsi::to_usi_owned).collect(),
        ending: match escape.ending {
            Ending::Spent => "spent",
            Ending::Repeats => "repeats",
            Ending::GoesOn => "goes on",
        },
        twin_of: (escape != first).then(|| check(first)),
    }
}

/// All checks for JSON.
pub fn objects(found: &Refutation) -> Vec<Object> {
    let groups = found.groups();
    let of = |group: &Vec<&Escape>| group.iter().map(|one| object(one, group[0])).collect();
    groups.iter().flat_map::<Vec<_>, _>(of).collect()
}

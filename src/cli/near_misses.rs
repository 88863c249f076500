//! `--near-misses`: the attacker's other checks, as text, as branches of a record
//! and for JSON.

use super::refutation;
use super::report::Solved;
use super::text::{Plies, wrapped_at};
use serde::Serialize;
use shogi_core::{PartialPosition, ToUsi};
use std::fmt::Write;
use tsumi::base::message::{Lang, Message, message};
use tsumi::base::tree::{ROOT, Tree};
use tsumi::variations::near_misses::{Fate, NearMiss};
use tsumi::variations::refutation::{Escape, twins};
use tsumi::verify::Quoted;

/// The checks that are refuted, twins together, each group with its ply.
fn groups(found: &[NearMiss]) -> Vec<(u32, Vec<&Escape>)> {
    let refuted = found.iter().filter_map(|m| Some((m.ply, m.escape()?)));
    let groups = twins(refuted, |&(ply, escape)| (ply, escape.idea.clone()));
    let parts = |group: Vec<(u32, _)>| (group[0].0, group.into_iter().map(|(_, e)| e).collect());
    groups.into_iter().map(parts).collect()
}

/// A paragraph for each of the near misses that last longest; then the checks that mate too, and
/// those that are open.
pub fn text(solved: &Solved, found: &[NearMiss], lang: Lang) -> String {
    let tree = Tree::of_line(solved.line(), None);
    let line = tree.line_from(ROOT);
    let before = |ply: u32| tree.position(solved.position(), line[ply as usize - 1]);
    let groups = groups(found);
    let mut out = String::new();
    if !groups.is_empty() {
        let heading = message!(
            "near misses (紛れ), found by search, the longest first:",
            "紛れ（探索による、長く続く順）："
        );
        let _ = writeln!(out, "  {}", heading.text(lang));
    }
    for (ply, group) in groups.iter().take(solved.most) {
        let ply_words = message!("at ply {ply},", "{ply}手目", ply);
        let mut words = vec![ply_words.text(lang).to_string()];
        words.extend(refutation::words(&before(*ply), group, lang));
        let _ = writeln!(out, "{}", wrapped_at(&words, 4));
    }
    out += &refutation::more(groups.len().saturating_sub(solved.most), lang);
    let mates = message!("other checks that mate:", "ほかに詰む王手：");
    let open = message!("undecided checks:", "未決の王手：");
    for (heading, mates) in [(mates, true), (open, false)] {
        let rest = found.iter().filter(|miss| match miss.fate {
            Fate::Refuted(_) => false,
            Fate::Mates(_) => mates,
            Fate::Open => !mates,
        });
        for (n, miss) in rest.clone().take(solved.most).enumerate() {
            if n == 0 {
                let _ = writeln!(out, "  {}", heading.text(lang));
            }
            let listed = listed(miss, &before(miss.ply));
            let _ = writeln!(out, "    {}", listed.text(lang));
        }
        out += &refutation::more(rest.count().saturating_sub(solved.most), lang);
    }
    out
}

/// A check that mates too or is open, with its ply.
fn listed(miss: &NearMiss, before: &PartialPosition) -> Message {
    let (ply, mv) = (miss.ply, Quoted::new(before, miss.check));
    match miss.fate {
        Fate::Mates(plies) => message!(
            "at ply {ply}, {mv} (at most {plies})",
            "{ply}手目{mv}（{plies}以内）",
            ply,
            mv,
            plies = Plies(plies)
        ),
        _ => message!("at ply {ply}, {mv}", "{ply}手目{mv}", ply, mv),
    }
}

/// Adds the near misses that last longest to a record, as branches.
pub fn add_branches(tree: &mut Tree, solved: &Solved, found: &[NearMiss], lang: Lang) {
    let line = tree.line_from(ROOT);
    for (ply, group) in groups(found).iter().take(solved.most) {
        let Some(&before) = line.get(*ply as usize - 1) else {
            continue;
        };
        let position = tree.position(solved.position(), before);
        let others = refutation::others(&position, group);
        let mut remark = "紛れ".to_string();
        remark += others.as_ref().map_or("", |others| others.text(lang));
        refutation::add_branch(tree, before, &remark, group[0]);
    }
}

/// Another check in JSON.
#[derive(Serialize)]
pub struct Object {
    ply: u32,
    #[serde(rename = "move")]
    check: String,
    /// `nomate`, `mate` or `unknown`.
    result: &'static str,
    /// The defence that escapes.
    reply: Option<String>,
    /// Plies to mate, the check included; an upper bound.
    plies: Option<u32>,
    /// Of a check that is refuted its line.
    #[serde(flatten)]
    line: Option<refutation::Object>,
}

/// All near misses for JSON: first those that are refuted, twins together.
pub fn objects(found: &[NearMiss]) -> Vec<Object> {
    let mut out = Vec::new();
    for (ply, group) in groups(found) {
        out.extend(group.iter().map(|escape| Object {
            ply,
            check: escape.line[0].to_usi_owned(),
            result: "nomate",
            reply: escape.line.get(1).map(ToUsi::to_usi_owned),
            plies: None,
            line: Some(refutation::object(escape, group[0])),
        }));
    }
    let rest = found.iter().filter_map(|miss| {
        let (result, plies) = match miss.fate {
            Fate::Refuted(_) => return None,
            Fate::Mates(plies) => ("mate", Some(plies)),
            Fate::Open => ("unknown", None),
        };
        Some(Object {
            ply: miss.ply,
            check: miss.check.to_usi_owned(),
            result,
            reply: None,
            plies,
            line: None,
        })
    });
    out.extend(rest);
    out
}

//! What a row of a report was made from: the problem as it was read, and the options that
//! decide what is asked of it. A run that continues a report takes a row over only if the
//! problem and these options are still the same.

use super::Row;
use crate::base::message::{Message, message};
use crate::base::tree::ROOT;
use crate::formats::text::shown;
use crate::formats::{InputError, Problem, usi};
use crate::verify::Settings;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// The options that decide what is asked, and a digest of the problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pin {
    /// The digest of everything that is judged, in 16 hexadecimal digits.
    pub problem: String,
    pub profile: String,
    pub futile: String,
    pub cooks: String,
    pub shortest_raw: bool,
    /// True when certificates are written.
    pub certificates: bool,
    /// True when they are to prove more than the verdicts; reports of older versions do not have it.
    #[serde(default)]
    pub proofs: bool,
    /// True when it was audited; reports of older versions do not have it.
    #[serde(default)]
    pub audit: bool,
}

/// What a run does with a problem besides judging it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Besides {
    /// True when its certificate is written.
    pub certificates: bool,
    /// True when it is audited.
    pub audit: bool,
}

impl Pin {
    /// The pin of a problem, or of an error of the reader, with these settings.
    pub fn new(read: &Result<Problem, InputError>, settings: &Settings, besides: Besides) -> Pin {
        let text = match read {
            Ok(problem) => content(problem),
            Err(error) => format!("{} {}", error.column, error.message),
        };
        Pin {
            problem: format!("{:016x}", digest(text.as_bytes())),
            profile: settings.profile.name().to_string(),
            futile: settings.futile.name().to_string(),
            cooks: settings.cooks.name().to_string(),
            shortest_raw: settings.shortest_raw,
            certificates: besides.certificates,
            proofs: settings.proofs,
            audit: besides.audit,
        }
    }
}

/// A digest of some bytes that is the same on every machine (FNV-1a, 64 bits).
pub fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Everything about a problem that a verification uses, as text.
fn content(problem: &Problem) -> String {
    let mut out = format!(
        "{} {:?} {:?} {:?}\n",
        problem.sfen(),
        problem.attacker,
        problem.plies,
        problem.expect
    );
    let tree = &problem.tree;
    for first in std::iter::once(ROOT).chain(tree.lines()) {
        let nodes = tree.line_from(first);
        let moves: Vec<_> = nodes.iter().filter_map(|&n| tree.node(n).mv).collect();
        let ending = nodes.last().and_then(|&n| tree.node(n).ending);
        let ply = tree.ply(first);
        let _ = writeln!(out, "{ply} {} {ending:?}", usi::line(&moves));
    }
    if let Some(line) = &problem.line {
        let _ = writeln!(out, "line {}", usi::line(line));
    }
    if let Some(fault) = &problem.line_fault {
        let _ = writeln!(out, "{} {}", usi::line(&fault.before), fault.message);
    }
    for fault in &problem.branch_faults {
        let _ = writeln!(out, "{} {} {}", fault.line, fault.ply, fault.message);
    }
    out
}

/// Why a row cannot be taken over for the next problem of the collection; `new` is that
/// problem's row before the search. `None` when it can.
pub fn differs(row: &Row, new: &Row) -> Option<Message> {
    let name = shown(&new.name(), 100);
    if (&row.id, row.line) != (&new.id, new.line) {
        return Some(message!(
            "it is about {other}, and the next problem of the collection is {name}: the report \
             belongs to another one",
            "{other} の行だが、作品集の次の作品は {name}：別の作品集の報告である",
            other = shown(&row.name(), 100),
            name
        ));
    }
    let (Some(old), Some(pin)) = (&row.from, &new.from) else {
        return Some(message!(
            "{name}: it does not say what it was made from, as reports of older versions do not",
            "{name}：何から作られたかが書かれていない（古い版の報告）",
            name
        ));
    };
    let what = if row.sfen != new.sfen {
        message!("position", "局面")
    } else if row.attacker != new.attacker {
        message!("attacking side", "攻方")
    } else if row.declared != new.declared || old.problem != pin.problem {
        message!(
            "declared length, line or branches",
            "申告された手数・手順・変化"
        )
    } else {
        let option = other_option(old, pin)?;
        return Some(message!(
            "{name}: it was made with another {option}",
            "{name}：{option} が異なる",
            name,
            option
        ));
    };
    Some(message!(
        "{name}: it was made for another {what}",
        "{name}：{what}が異なる",
        name,
        what
    ))
}

/// The first option of which two pins differ.
fn other_option(old: &Pin, new: &Pin) -> Option<&'static str> {
    let options = [
        ("--profile", old.profile != new.profile),
        ("--futile", old.futile != new.futile),
        ("--cooks", old.cooks != new.cooks),
        ("--shortest-raw", old.shortest_raw != new.shortest_raw),
        ("--certificates", old.certificates != new.certificates),
        ("--proofs", old.proofs != new.proofs),
        ("--audit", old.audit != new.audit),
    ];
    options
        .iter()
        .find(|option| option.1)
        .map(|option| option.0)
}

//! What the certificates of a row show, and what each status needs.

use crate::board::Position;
use crate::notation;
use crate::rows::{Lacks, Looked, Row, color, words};
use crate::{Claim, Verified};
use std::collections::HashMap;

/// A row, and what its certificates claim.
pub(crate) struct Shown<'a> {
    row: &'a Row,
    /// The claims of the position's certificate.
    claims: &'a [Claim],
    accepted: &'a HashMap<String, Verified>,
}

impl<'a> Shown<'a> {
    pub(crate) fn new(row: &'a Row, accepted: &'a HashMap<String, Verified>) -> Shown<'a> {
        let claims = &[];
        let mut shown = Shown {
            row,
            claims,
            accepted,
        };
        if let Some(file) = &row.proof {
            shown.claims = shown.claims_of(file, row.position_after(0, None));
        }
        shown
    }

    /// The claims of a certificate, if it was accepted and is about this position.
    fn claims_of(&self, file: &str, position: Option<Position>) -> &'a [Claim] {
        let about = |verified: &&Verified| {
            color(verified.attacker) == self.row.attacker
                && position.is_some()
                && notation::position(&verified.position) == position
        };
        let verified = self.accepted.get(file).filter(about);
        verified.map_or(&[], |verified| &verified.claims)
    }

    /// What no certificate shows of this status.
    pub(crate) fn lacks(&self, status: &str) -> Option<Lacks> {
        let lacks = |shown: bool, what| (!shown).then_some(what);
        match status {
            "undecided" | "error" => None,
            "ok" => self.lacks_of_ok(),
            "mate" => lacks(is_mate(self.claims), Lacks::Mate),
            "nomate" => lacks(self.claims.contains(&Claim::NoMate), Lacks::NoMate),
            "shorter" => lacks(self.is_shorter(), Lacks::Shorter),
            "longer" => lacks(self.lasts_longer(), Lacks::Longer),
            "longer-left" if !self.lasts_longer() => Some(Lacks::Longer),
            "longer-left" => lacks(self.is_as_declared_with_nothing_left(), Lacks::Leftover),
            "cooked" => lacks(self.is_cooked(), Lacks::Cook),
            "line-fails" => lacks(self.line_fails(), Lacks::LineFails),
            "leftover" => lacks(self.is_leftover(), Lacks::Leftover),
            _ => Some(Lacks::Unknown),
        }
    }

    fn lasts_longer(&self) -> bool {
        self.is_longer() || self.is_outlasted()
    }

    /// Is the length with nothing left the declared one?
    fn is_as_declared_with_nothing_left(&self) -> bool {
        let has = |claim| self.claims.contains(&claim);
        let is_most = |n| has(Claim::Spares(n)) || has(Claim::Leaves(n + 2));
        let declared = self.row.plies.filter(|_| !self.row.is_raw);
        declared.is_some_and(|n| has(Claim::Spends(n)) && is_most(n))
    }

    /// Do all defences that last longest leave pieces?
    fn is_leftover(&self) -> bool {
        let by_convention = !self.row.is_raw;
        by_convention
            && self.claims.iter().any(|claim| match *claim {
                Claim::Leaves(n) => n < 2 || is_beyond(self.claims, n - 2, false),
                _ => false,
            })
    }

    /// What is declared holds, and no other check mates where other mates were looked for.
    fn lacks_of_ok(&self) -> Option<Lacks> {
        let row = self.row;
        if row.result == "nomate" {
            let declared = row.plies.or(row.raw_plies).is_some() || !row.declared_line.is_empty();
            let claimed = self.claims.contains(&Claim::NoMate);
            return match declared {
                true => Some(Lacks::Mate),
                false => (!claimed).then_some(Lacks::NoMate),
            };
        }
        let exact = |plies: Option<u32>, raw| plies.is_none_or(|n| is_exactly(self.claims, n, raw));
        if !exact(row.plies, row.is_raw) || !exact(row.raw_plies, true) {
            return Some(Lacks::Length);
        }
        let only = || row.has_line() && row.allows_minor_ones_only() && self.is_only_mate(&[]);
        if row.looked != Looked::Nowhere && !only() {
            return Some(Lacks::OnlyMate);
        }
        if !row.declared_line.is_empty() && row.declared_line_holds() != Some(true) {
            return Some(Lacks::Line);
        }
        (!is_mate(self.claims)).then_some(Lacks::Mate)
    }

    fn is_shorter(&self) -> bool {
        let less = |plies: Option<u32>, raw| {
            plies.is_some_and(|n| n >= 2 && is_within(self.claims, n - 2, raw))
        };
        less(self.row.plies, self.row.is_raw) || less(self.row.raw_plies, true)
    }

    fn is_longer(&self) -> bool {
        let more = |plies: Option<u32>, raw| plies.is_some_and(|n| is_beyond(self.claims, n, raw));
        more(self.row.plies, self.row.is_raw) || more(self.row.raw_plies, true)
    }

    /// Does another reply than that of the declared line at some ply outlast it?
    fn is_outlasted(&self) -> bool {
        let row = self.row;
        let (Some((ply, file)), Some(plies)) = (&row.outlasted, row.plies) else {
            return false;
        };
        let (ply, before) = (*ply, *ply as usize - 1);
        let claims = self.claims_of(file, row.position_after(before, None));
        row.line == row.declared_line
            && row.mates(&row.line) == Some(true)
            && words(&row.line).count() == plies as usize
            && row.is_reply(ply as usize)
            && (plies + 1)
                .checked_sub(ply)
                .is_some_and(|left| is_beyond(claims, left, row.is_raw))
    }

    /// Does a check mate that is not the line's, and that custom does not allow?
    fn is_cooked(&self) -> bool {
        let row = self.row;
        let everywhere = row.looked == Looked::Everywhere;
        let last = words(&row.line).count() as u32;
        row.mates(&row.line) == Some(true)
            && row.cooks.iter().any(|(ply, mv, file)| {
                let before = *ply as usize - 1;
                let said = row.allowed.contains(&format!("{ply}:{mv}"));
                let allowed = *ply >= last || row.is_minor(*ply, mv) || said;
                let other = words(&row.line).nth(before) != Some(mv)
                    && !row.is_reply(*ply as usize)
                    && (everywhere || !allowed);
                other && is_mate(self.claims_of(file, row.position_after(before, Some(mv))))
            })
    }

    /// Does the declared line hold an illegal move or an attacker's move without check, or end
    /// where the defender has a move that is no futile interposition, or after another number of
    /// plies than declared?
    /// That is seen without a certificate. Of a line that could not be read (`?`) nothing is seen;
    /// its row counts as open.
    fn line_fails(&self) -> bool {
        let row = self.row;
        let is_declared = !row.declared_line.is_empty();
        row.is_unreadable() || is_declared && row.declared_line_holds() == Some(false)
    }

    /// The result has to be shown as well.
    pub(crate) fn lacks_of_result(&self) -> Option<Lacks> {
        match self.row.result.as_str() {
            "mate" => (!is_mate(self.claims)).then_some(Lacks::Mate),
            "nomate" => (!self.claims.contains(&Claim::NoMate)).then_some(Lacks::NoMate),
            "" | "unknown" | "error" => None,
            _ => Some(Lacks::Unknown),
        }
    }

    /// What is said of the length of open checks needs that nothing else mates, too, but for the
    /// mates that are named.
    pub(crate) fn lacks_of_open_checks(&self) -> Option<Lacks> {
        let open = &self.row.open;
        let says_more = open.iter().any(|check| check.contains('>'));
        let cooks = self.row.cooks.iter();
        let cooks: Vec<String> = cooks.map(|(ply, mv, _)| format!("{ply}:{mv}")).collect();
        let shown = || self.row.has_line() && self.is_only_mate(&[&open[..], &cooks].concat());
        (says_more && !shown()).then_some(Lacks::Open)
    }

    /// Does no other check along the line mate but such as custom allows and those that are `open`,
    /// of which some take a number of plies at least?
    fn is_only_mate(&self, open: &[String]) -> bool {
        let row = self.row;
        let line: Vec<&str> = words(&row.line).collect();
        let asked = match row.looked {
            Looked::Nowhere => 0,
            Looked::First => line.len().min(1),
            Looked::Line => line.len().saturating_sub(1),
            Looked::Everywhere => line.len(),
        };
        // Of a line's moves each second one is the attacker's; none is left of a mate in one.
        if open.is_empty() && (asked == 0 || asked == 1 && row.is_reply(1)) {
            return true;
        }
        let takes_long = |word: &&String| word.contains('>');
        let may = |word: &str| {
            let among = |list: &[String]| list.iter().any(|other| other == word);
            row.looked != Looked::Everywhere && among(&row.allowed) || among(open)
        };
        self.claims.iter().any(|claim| {
            let Claim::Only(text) = claim else {
                return false;
            };
            let (moves, exceptions) = text.split_once(" / ").unwrap_or((text, ""));
            let moves: Vec<&str> = words(moves).collect();
            let covers = moves.len() >= asked || moves.len() + 1 == asked && row.is_reply(asked);
            let is_line = line.starts_with(&moves) || moves.starts_with(&line);
            let excepts = |word: &String| words(exceptions).any(|other| other == word);
            covers
                && is_line
                && words(exceptions).all(may)
                && open.iter().filter(takes_long).all(excepts)
        })
    }
}

fn is_mate(claims: &[Claim]) -> bool {
    claims.iter().any(|claim| matches!(claim, Claim::Mate(_)))
}

fn is_within(claims: &[Claim], plies: u32, raw: bool) -> bool {
    claims.iter().any(|claim| match *claim {
        Claim::Mate(n) => n <= plies,
        Claim::Within(n) | Claim::Leaves(n) => !raw && n <= plies,
        _ => false,
    })
}

fn is_beyond(claims: &[Claim], plies: u32, raw: bool) -> bool {
    claims.iter().any(|claim| match *claim {
        Claim::Beyond(n) => n >= plies,
        Claim::Longer(n) => raw && n >= plies,
        _ => false,
    })
}

/// Is the length proved to be this?
fn is_exactly(claims: &[Claim], plies: u32, raw: bool) -> bool {
    let least = plies.checked_sub(2);
    is_within(claims, plies, raw) && least.is_none_or(|n| is_beyond(claims, n, raw))
}

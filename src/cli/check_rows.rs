//! Are the rows of a folder proved by its certificates alone?
//!
//! `verify --certificates` writes its rows into the folder. For each of them this says what of
//! its status no accepted certificate shows; what the row itself says of proofs counts for
//! nothing.

use super::check_folder::Wanted;
use super::fault::Result;
use super::verify::pin::Pin;
use super::verify::proofs::{Listed, ROWS};
use super::verify::report_file::Rows;
use super::verify::row::Row;
use std::collections::HashMap;
use std::path::Path;
use tsumi::base::message::{Message, message};
use tsumi::checker::{Claim, Verified};

/// What the accepted certificates of a folder prove, by file.
#[derive(Default)]
pub struct Accepted(HashMap<String, Verified>);

/// The rows of a folder, and which of them are proved.
pub struct Judged {
    pub rows: usize,
    pub proved: usize,
    /// Rows that have no answer or leave something open, with everything that they say proved.
    pub open: usize,
    /// A row's name, and what it says without a proof.
    pub lacking: Vec<(String, Message)>,
}

impl Accepted {
    /// Adds a certificate that was accepted.
    pub fn add(&mut self, file: &Path, verified: Verified) {
        if let Some(name) = file.file_name() {
            self.0.insert(name.to_string_lossy().into_owned(), verified);
        }
    }

    /// Judges the rows of a folder; `None` when it has none.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn judge(&self, folder: &Path) -> Result<Option<Judged>> {
        let Some(mut rows) = Rows::open(&folder.join(ROWS))? else {
            return Ok(None);
        };
        let mut judged = Judged {
            rows: 0,
            proved: 0,
            open: 0,
            lacking: Vec::new(),
        };
        while let Some(row) = rows.next()? {
            judged.rows += 1;
            let open = row.status.iter().any(|s| s == "undecided" || s == "error");
            match self.lacks(&row) {
                Some(what) => judged.lacking.push((row.name(), what)),
                None if open => judged.open += 1,
                None => judged.proved += 1,
            }
        }
        Ok(Some(judged))
    }

    /// The first thing that a row says and no certificate shows.
    fn lacks(&self, row: &Row) -> Option<Message> {
        let claims = row.certificate.as_ref();
        let claims = claims.map(|c| self.claims(&Listed::new(row, c)));
        let shown = Shown {
            row,
            claims: claims.unwrap_or(&[]),
        };
        let cooked = row.cooks.iter().any(|cook| {
            let claims = self.claims(&Listed::of_cook(row, cook));
            cook.kind == "move" && claims.iter().any(|c| matches!(c, Claim::Mate(_)))
        });
        row.status.iter().find_map(|status| match status.as_str() {
            "undecided" | "error" => None,
            "nomate" => (!shown.has(&Claim::NoMate)).then(|| message!("no mate", "不詰")),
            "mate" => shown.lacks_mate(),
            "ok" => shown.lacks_ok(),
            "shorter" => shown.lacks_shorter(),
            "longer" | "longer-left" if self.is_outlasted(&shown) => None,
            "longer" | "longer-left" => shown.lacks_longer(),
            "cooked" => (!cooked).then(|| message!("another mate", "余詰")),
            // Whether a line holds is a question of the rules; what is left in hand at the end
            // of a longest defence is not proved by any certificate.
            "line-fails" => None,
            _ => Some(message!("the pieces left in hand", "駒余り")),
        })
    }

    /// Is it proved that another reply outlasts one of the declared line?
    fn is_outlasted(&self, shown: &Shown<'_>) -> bool {
        let row = shown.row;
        let (Some(found), Some(declared)) = (&row.outlasting, shown.declared()) else {
            return false;
        };
        let left = (declared + 1).checked_sub(found.ply);
        let later = Shown {
            row,
            claims: self.claims(&Listed::of_outlasting(row, found)),
        };
        let defends = shown.ends_in_reply(found.ply as usize);
        row.searched.as_deref() == Some("declared")
            && defends
            && left.is_some_and(|left| later.is_beyond(left, shown.is_raw()))
    }

    /// The claims of a certificate, if it was accepted and is about the right position.
    fn claims(&self, listed: &Listed) -> &[Claim] {
        let verified = self.0.get(&listed.file);
        let verified = verified.filter(|verified| {
            Wanted::new(listed).is_some_and(|wanted| wanted.differs(verified).is_none())
        });
        verified.map_or(&[], |verified| &verified.claims)
    }
}

/// A row with what its certificate claims.
struct Shown<'a> {
    row: &'a Row,
    claims: &'a [Claim],
}

impl Shown<'_> {
    fn has(&self, claim: &Claim) -> bool {
        self.claims.contains(claim)
    }

    /// True where every interposition counts, by the options of the run.
    fn is_raw(&self) -> bool {
        self.row
            .from
            .as_ref()
            .is_some_and(|from| from.futile == "none")
    }

    fn is_within(&self, plies: u32, raw: bool) -> bool {
        self.claims.iter().any(|claim| match *claim {
            Claim::Mate(n) => n <= plies,
            Claim::Within(n) => !raw && n <= plies,
            _ => false,
        })
    }

    fn is_beyond(&self, plies: u32, raw: bool) -> bool {
        self.claims.iter().any(|claim| match *claim {
            Claim::Beyond(n) => n >= plies,
            Claim::Longer(n) => raw && n >= plies,
            _ => false,
        })
    }

    /// Is the length proved to be this?
    fn is_exactly(&self, plies: u32, raw: bool) -> bool {
        let least = plies.checked_sub(2);
        self.is_within(plies, raw) && least.is_none_or(|n| self.is_beyond(n, raw))
    }

    /// The declared number of plies.
    fn declared(&self) -> Option<u32> {
        let declared = &self.row.declared;
        let line = declared.line.as_ref();
        declared
            .plies
            .or(line.map(|line| line.split_whitespace().count() as u32))
    }

    fn lacks_mate(&self) -> Option<Message> {
        let is_mate = self.claims.iter().any(|c| matches!(c, Claim::Mate(_)));
        (!is_mate).then(|| message!("the mate", "詰み"))
    }

    fn lacks_shorter(&self) -> Option<Message> {
        let (declared, raw) = (self.declared(), self.row.declared.raw_plies);
        let shown = declared.is_some_and(|n| n >= 2 && self.is_within(n - 2, self.is_raw()))
            || raw.is_some_and(|n| n >= 2 && self.is_within(n - 2, true));
        (!shown).then(|| message!("the shorter mate", "早詰"))
    }

    fn lacks_longer(&self) -> Option<Message> {
        let (declared, raw) = (self.declared(), self.row.declared.raw_plies);
        let shown = declared.is_some_and(|n| self.is_beyond(n, self.is_raw()))
            || raw.is_some_and(|n| self.is_beyond(n, true));
        (!shown).then(|| message!("the longer defence", "変化長手数"))
    }

    /// What is declared holds, and no other check mates where other mates were looked for.
    fn lacks_ok(&self) -> Option<Message> {
        if self.row.result == "nomate" {
            return (!self.has(&Claim::NoMate)).then(|| message!("no mate", "不詰"));
        }
        let length = message!("the length", "手数");
        if let Some(plies) = self.declared()
            && !self.is_exactly(plies, self.is_raw())
        {
            return Some(length);
        }
        if let Some(plies) = self.row.declared.raw_plies
            && !self.is_exactly(plies, true)
        {
            return Some(length);
        }
        let looks = |from: &Pin| from.profile != "game" && from.cooks != "off";
        // A row that does not say how it was made has to prove everything.
        match self.row.from.as_ref().is_none_or(looks) && !self.is_only() {
            true => Some(message!("that no other check mates", "余詰のないこと")),
            false => self.lacks_mate(),
        }
    }

    /// Is it proved that no other check along the line mates, but such as custom allows? The last
    /// move of the line counts only with `--cooks all`, and only the first with `--cooks first`.
    fn is_only(&self) -> bool {
        let cooks = self.row.from.as_ref().map(|from| from.cooks.as_str());
        let line: Vec<&str> = self.row.main_line().split_whitespace().collect();
        let asked = match cooks {
            Some("first") => line.len().min(1),
            Some("all") => line.len(),
            _ => line.len().saturating_sub(1),
        };
        let custom = |word: &str| {
            self.row.cooks.iter().any(|cook| {
                cook.kind != "move"
                    && cooks != Some("all")
                    && word == format!("{}:{}", cook.ply, cook.mv)
            })
        };
        // Of a line's moves each second one is the attacker's; none is left of a mate in one.
        let defends = self.row.is_defence();
        if asked == 0 || asked == 1 && defends {
            return true;
        }
        self.claims.iter().any(|claim| {
            let Claim::Only(text) = claim else {
                return false;
            };
            let (moves, exceptions) = text.split_once(" / ").unwrap_or((text, ""));
            let moves: Vec<&str> = moves.split(' ').collect();
            let covers =
                moves.len() >= asked || moves.len() + 1 == asked && self.ends_in_reply(asked);
            let is_line = line.starts_with(&moves) || moves.starts_with(&line);
            covers && is_line && exceptions.split_whitespace().all(custom)
        })
    }

    /// True when move `number` of the line, from 1, is the defender's.
    fn ends_in_reply(&self, number: usize) -> bool {
        number.is_multiple_of(2) != self.row.is_defence()
    }
}

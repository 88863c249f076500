//! Pieces that every longest defence leaves in the attacker's hand (駒余り).
//!
//! docs/conventional.md says what that is, docs/certificate.md what an entry `leaves` needs: the
//! attacker has a check after which every defence that lasts longest leaves something again, and
//! with the last move there is no mate that leaves nothing. Of a defence that does not last
//! longest only its length has to be shown.

use super::BoundProof;
use crate::proof::certificate::EntryKind;
use crate::proof::{Failure, a_mate};
use crate::search::Metric;
use crate::shogi::Move;

impl BoundProof<'_, '_> {
    /// Attacker to move, the conventional length at most `plies`: shows that pieces are left if it
    /// is that. False where they are not.
    pub(super) fn show_leaves(&mut self, plies: u32) -> Result<bool, Failure> {
        let here = self.here();
        if let Some(&(of, leaves)) = self.leaves.get(&here)
            && of == plies
        {
            return Ok(leaves);
        }
        let is_shorter = plies > 2 && !self.is_beyond(plies - 2, Metric::Conventional)?;
        let leaves = match plies {
            _ if is_shorter => self.show_upper(plies - 2).map(|()| true),
            1 => self.show_last_move(),
            _ => self.show_leaving_check(plies),
        }?;
        self.leaves.insert(here, (plies, leaves));
        Ok(leaves)
    }

    /// Attacker to move, mate in one: shows that no mate leaves nothing.
    fn show_last_move(&mut self) -> Result<bool, Failure> {
        let answer = a_mate(self.ask(1, Metric::Conventional)?)?;
        for check in self.search.checks() {
            if !self.position().attacker_hand_after(check).is_empty() {
                continue;
            }
            if self
                .after(check, |proof| proof.ask(0, Metric::Conventional))?
                .value
                .is_mate()
            {
                return Ok(false);
            }
            self.after(check, |proof| proof.show_reply(0))?;
        }
        self.after(answer.mv, |proof| proof.show_mated(0))?;
        self.push(EntryKind::Leaves, 1, [answer.mv])?;
        Ok(true)
    }

    /// Attacker to move, the length being `plies`: finds a check that mates as soon and leaves
    /// pieces against every longest defence.
    fn show_leaving_check(&mut self, plies: u32) -> Result<bool, Failure> {
        let answer = a_mate(self.ask(plies, Metric::Conventional)?)?;
        let mut checks = vec![answer.mv];
        checks.extend(
            self.search
                .checks()
                .into_iter()
                .filter(|&mv| mv != answer.mv),
        );
        for check in checks {
            if self.after(check, |proof| proof.show_leaves_after(plies - 1))? {
                self.push(EntryKind::Leaves, plies, [check])?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Defender to move: shows that the conventional length is at most `plies`, and that pieces
    /// are left if it is that. False where that does not hold.
    pub(super) fn show_leaves_after(&mut self, plies: u32) -> Result<bool, Failure> {
        let answer = self.ask(plies, Metric::Conventional)?;
        if !answer.value.is_mate() {
            return Ok(false);
        }
        let (normal, others) = self.sorted_replies();
        if plies == 0 {
            let left = !self.position().attacker_hand().is_empty();
            return match left {
                true => self.show_mated(0).map(|()| true),
                false => Ok(false),
            };
        }
        let (futile, others): (Vec<Move>, Vec<Move>) =
            others.into_iter().partition(|&mv| answer.is_futile(mv));
        for &mv in normal.iter().chain(&others) {
            if !self.after(mv, |proof| proof.show_leaves(plies - 1))? {
                return Ok(false);
            }
        }
        for mv in futile {
            self.show_futile(mv, plies, &normal)?;
        }
        Ok(true)
    }
}

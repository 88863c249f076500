//! What is noted about a main line besides its faults: other last moves, alternatives that custom
//! allows, detours, and defences that last as long (変同) with what the attacker can do there
//! (変別).

use super::cook_kind::kind;
use super::cooks::{CookSearch, Until};
use super::finding::Finding;
use super::glance::glance_after;
use super::judge::Case;
use super::line::reply_left;
use super::other_mates::OtherMates;
use super::policy::{EQUAL_COOK_NODES, EQUAL_NODES};
use super::quoted::Quoted;
use super::remark::{Equal, EqualCooked, Remark, Unrestricted, UnrestrictedLonger};
use super::types::{Cook, CookKind, Cooks, Futile, Pace};
use super::walked::Walked;
use crate::base::length::Length;
use crate::shogi::{SetupError, rules};
use crate::solver::Lines;
use shogi_core::{Move, PartialPosition};

impl Case<'_> {
    /// Adds the remarks about other mates that are no cooks.
    ///
    /// # Errors
    /// When a position cannot be set up, which a legal line does not lead to.
    pub(super) fn remark(&mut self, line: &[Move], found: &OtherMates) -> Result<(), SetupError> {
        let walked = Walked::new(&self.problem.position, line);
        if matches!(self.settings.cooks, Cooks::Main | Cooks::First) {
            for kind in [CookKind::Promotion, CookKind::Distance] {
                let cooks = || found.cooks.iter().filter(|c| c.kind == kind);
                let same = cooks().filter(|c| c.pace == Pace::Same);
                let same: Vec<(u32, Move)> = same.map(|c| (c.ply, c.mv)).collect();
                self.unrestricted(&walked, &same, kind);
                for pace in [Pace::Longer, Pace::Returns, Pace::Open] {
                    let longer: Vec<&Cook> = cooks().filter(|c| c.pace == pace).collect();
                    self.unrestricted_longer(&walked, &longer, kind, pace);
                }
            }
            self.last_moves(&walked)?;
        }
        self.at_each_ply(&walked, &found.detours, |ply, _, moves| Remark::Detour {
            ply,
            moves,
        });
        Ok(())
    }

    /// Adds remarks about moves that differ from the line in promotion or distance alone (非限定).
    fn unrestricted(&mut self, line: &Walked<'_>, moves: &[(u32, Move)], kind: CookKind) {
        self.at_each_ply(line, moves, |ply, intended, moves| {
            Remark::Unrestricted(Unrestricted {
                ply,
                intended,
                moves,
                kind,
            })
        });
    }

    /// Adds a remark for each ply at which there are `moves`, which are in the order of plies.
    fn at_each_ply(
        &mut self,
        line: &Walked<'_>,
        moves: &[(u32, Move)],
        remark: impl Fn(u32, Quoted, Vec<Quoted>) -> Remark,
    ) {
        for group in moves.chunk_by(|a, b| a.0 == b.0) {
            let ply = group[0].0;
            let others = group.iter().map(|&(_, mv)| line.quoted(ply, mv));
            let remark = remark(ply, line.own(ply), others.collect());
            self.findings.push(Finding::Remark(remark));
        }
    }

    /// Adds remarks about moves of one kind (非限定) that take longer than the line, or may do so.
    fn unrestricted_longer(
        &mut self,
        line: &Walked<'_>,
        cooks: &[&Cook],
        kind: CookKind,
        pace: Pace,
    ) {
        for group in cooks.chunk_by(|a, b| a.ply == b.ply) {
            let ply = group[0].ply;
            let (intended, moves) = self.timed(line, ply, group.iter().copied());
            let remark = Remark::UnrestrictedLonger(UnrestrictedLonger {
                ply,
                intended,
                moves,
                kind,
                pace,
            });
            self.findings.push(Finding::Remark(remark));
        }
    }

    /// The move of the line at a ply, and other mates there, each with its plies.
    fn timed<'c>(
        &self,
        line: &Walked<'_>,
        ply: u32,
        cooks: impl Iterator<Item = &'c Cook>,
    ) -> (Quoted, Vec<(Quoted, Length)>) {
        let length = |c: &Cook| self.settings.futile.length(c.raw, c.conventional);
        let moves = cooks.map(|c| (line.quoted(ply, c.mv), length(c)));
        (line.own(ply), moves.collect())
    }

    /// Adds remarks about other last moves that mate (最終手余詰), those that mate at once and
    /// differ in promotion or distance apart (非限定).
    fn last_moves(&mut self, line: &Walked<'_>) -> Result<(), SetupError> {
        let ply = line.moves.len() as u32;
        let position = line.before(ply);
        if position.side_to_move() != self.problem.attacker {
            return Ok(());
        }
        let found = self.other_last_moves(line.moves)?;
        // What mates at once needs no search, so it is known however little time is left.
        let at_once = |&(_, mv): &(u32, Move)| self.mates_at_once(position, mv);
        let (mut at_once, open): (Vec<_>, Vec<_>) = found.open.into_iter().partition(at_once);
        let (soon, later): (Vec<&Cook>, Vec<&Cook>) =
            (found.cooks.iter()).partition(|cook| self.mates_at_once(position, cook.mv));
        at_once.extend(soon.iter().map(|cook| (ply, cook.mv)));
        let (intended, attacker) = (line.moves[ply as usize - 1], self.problem.attacker);
        let of = |wanted: CookKind| {
            let like = |mv| kind(position, attacker, intended, mv) == wanted;
            let alike = at_once.iter().copied().filter(|&(_, mv)| like(mv));
            alike.collect::<Vec<_>>()
        };
        for kind in [CookKind::Promotion, CookKind::Distance] {
            self.unrestricted(line, &of(kind), kind);
        }
        self.at_each_ply(line, &of(CookKind::Move), |ply, _, moves| {
            Remark::LastMove { ply, moves }
        });
        if !later.is_empty() {
            let (_, moves) = self.timed(line, ply, later.into_iter());
            let remark = Remark::LastMoveLonger { ply, moves };
            self.findings.push(Finding::Remark(remark));
        }
        self.at_each_ply(line, &found.detours, |ply, _, moves| Remark::Detour {
            ply,
            moves,
        });
        self.at_each_ply(line, &open, |ply, _, moves| Remark::LastMoveOpen {
            ply,
            moves,
        });
        Ok(())
    }

    /// What other checks at the last ply of a line mate, with [`EQUAL_COOK_NODES`] for each.
    fn other_last_moves(&mut self, line: &[Move]) -> Result<OtherMates, SetupError> {
        let (position, attacker) = (&self.problem.position, self.problem.attacker);
        let search = CookSearch::new(position, attacker, line, Cooks::All)?;
        let mut search = search.from(line.len() as u32, EQUAL_COOK_NODES);
        search.pass(&mut self.solvers, &mut self.budget, 100, Until::AllAsked)?;
        Ok(search.found())
    }

    /// Does a check mate at once: is no reply to it left that counts?
    fn mates_at_once(&self, position: &PartialPosition, mv: Move) -> bool {
        let after = rules::after(position, mv);
        after.is_some_and(|after| reply_left(&after, self.settings.futile).is_none())
    }

    /// Adds the remarks about replies of a main line of proved length that last as long and leave
    /// nothing (変化同手数), and about other mates after them (変別). Alternatives at the
    /// last two plies are accepted by custom and not reported.
    ///
    /// # Errors
    /// When a position is not one a search can start from.
    pub(super) fn equal_defences(&mut self, line: &[Move]) -> Result<(), SetupError> {
        if self.settings.futile == Futile::None || self.settings.cooks == Cooks::Off {
            return Ok(());
        }
        let most = 2 * self.budget.used + EQUAL_NODES;
        let walked = Walked::new(&self.problem.position, line);
        let (mut open, mut ways_open) = (0, 0);
        for ply in (1..line.len().saturating_sub(1) as u32).rev() {
            let Some(found) = self.defences_as_long(&walked, ply, most)? else {
                open += 1;
                continue;
            };
            let moves: Vec<(u32, Move)> = found.iter().map(|l| (ply, l[0])).collect();
            self.at_each_ply(&walked, &moves, |ply, intended, moves| {
                Remark::Equal(Equal {
                    ply,
                    intended,
                    moves,
                })
            });
            for defence in found {
                let head = &line[..ply as usize - 1];
                ways_open += u32::from(!self.cooked_defence(head, defence, most)?);
            }
        }
        if open > 0 {
            let remark = Remark::EqualOpen { moves: open };
            self.findings.push(Finding::Remark(remark));
        }
        if ways_open > 0 {
            let remark = Remark::EqualCooksOpen { replies: ways_open };
            self.findings.push(Finding::Remark(remark));
        }
        Ok(())
    }

    /// The other defences at a ply of a main line of proved length that last as long and leave
    /// nothing, each with a line of its plies; none where the attacker is to move. `None` when a
    /// limit comes first, or `most` nodes are used.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub(super) fn defences_as_long(
        &mut self,
        line: &Walked<'_>,
        ply: u32,
        most: u64,
    ) -> Result<Option<Lines>, SetupError> {
        let position = line.before(ply);
        if position.side_to_move() == self.problem.attacker {
            return Ok(Some(Lines::new()));
        }
        let nodes = most.saturating_sub(self.budget.used).min(EQUAL_NODES);
        if nodes == 0 {
            return Ok(None);
        }
        let plies = line.moves.len() as u32 + 1 - ply;
        let session = &mut self.solvers.main;
        let found = self
            .budget
            .equal_defences(session, position, plies, nodes)?;
        let played = line.moves[ply as usize - 1];
        let other = |l: &Vec<Move>| l.first().is_some_and(|&mv| mv != played);
        Ok(found.map(|lines| lines.into_iter().filter(other).collect()))
    }

    /// Adds a remark when the attacker has another mate in a defence that lasts as long as the
    /// line, which comes after the moves `head`. False where a limit leaves open whether he has.
    fn cooked_defence(
        &mut self,
        head: &[Move],
        defence: Vec<Move>,
        most: u64,
    ) -> Result<bool, SetupError> {
        if self.budget.used >= most {
            return Ok(false);
        }
        let root = &self.problem.position;
        let line = [head, &defence].concat();
        let ply = head.len() as u32 + 1;
        let problem = (root, self.problem.attacker);
        let found = glance_after(problem, &line, ply, &mut self.solvers, &mut self.budget)?;
        let cook = found.shortest();
        if let Some(cook) = cook {
            let walked = Walked::new(root, &line);
            let remark = Remark::EqualCooked(EqualCooked {
                ply,
                reply: walked.own(ply),
                at: cook.ply,
                mv: walked.quoted(cook.ply, cook.mv),
                length: cook.conventional,
            });
            self.findings.push(Finding::Remark(remark));
        }
        Ok(cook.is_some() || found.open.is_empty())
    }
}

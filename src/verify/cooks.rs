//! Other mates along the main line (余詰).
//!
//! At each attacker's node of the main line every check but the intended one is decided.
//! First the plain question is asked: is the position after the check mate? "No mate" decides
//! the check, and stays in the table for every later question about the problem. A mate is a
//! cook when its certificate has no board of the main line up to the check. Otherwise it may
//! be a detour (迂回手順) that leads back to the main line, which is no cook. So the check is
//! searched again with the positions of the main line up to it barred, by a solver of its own:
//! what is proved under a bar holds under this bar only, and a table may be kept only while
//! the barred set shrinks (`solver/apart.rs`). Therefore the nodes are gone through from the
//! last to the first.
//!
//! In the first look along the line each check gets [`LOOK_NODES`]. What stays open is
//! asked again with [`PASS_GROWTH`] times as many, and so on, as long as a pass takes only a
//! small part of the budget. Once a cook is found the problem is settled, and the others get
//! little ([`Budget::beside_fault`]). Else what is left is shared out among the open checks, so that
//! one that cannot be decided leaves enough for the others; what a check does not use goes to
//! those that follow. Checks that differ only in promotion or in distance mostly have the same
//! answer: of these the first is asked, and the others when it is decided. Where an earlier
//! search of the line left only a few checks open, they share what is left at once. Before the
//! sharing out, the checks that look most like mates are asked (`likely`).

use super::budget::{Aim, Budget};
use super::cook_kind::kind;
use super::other_mates::OtherMates;
use super::passes::Earlier;
use super::policy::{FIRST_PASS_NODES, LIKELY_NODES, LOOK_NODES, PASS_GROWTH, SHARED_PART};
use super::solvers::Sessions;
use super::types::{Cook, Cooks, Pace};
use crate::shogi::{LineNode as Node, Place, Position, SetupError, other_checks};
use crate::solver::{Apart, Outcome, Session, Verdict};
use crate::table::Numbers;
use shogi_core::{Color, Move, PartialPosition};

/// When a pass ends that has time left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// When every open check was asked.
    AllAsked,
    /// The same, or when a cook is found before.
    Cooked,
}

/// Whether a fault of the problem is proved before its other mates are searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    None,
    Proved,
}

/// A search of one line for cooks, pass by pass.
pub struct CookSearch {
    pub(super) attacker: Color,
    /// True when cooks that custom allows count too ([`Cooks::All`]).
    all: bool,
    /// The attacker's nodes of the line, each with the checks that are still open.
    pub(super) nodes: Vec<Node>,
    /// The positions of `nodes`.
    positions: Vec<PartialPosition>,
    /// Their places.
    places: Vec<Place>,
    /// Search nodes for one check in the next pass.
    allowed: u64,
    /// Checks, with the index of their node, whose proved mate passes through the main line.
    through_line: Vec<(usize, Move)>,
    /// Proof and disproof numbers of checks that were left open.
    pub(super) left_at: Vec<(usize, Move, Numbers)>,
    found: OtherMates,
    /// True when an earlier search of the same line left checks open.
    again: bool,
}

impl CookSearch {
    /// A search of `line` for cooks that has asked nothing yet.
    ///
    /// # Errors
    /// When a position cannot be set up, which a legal line does not lead to.
    pub fn new(
        root: &PartialPosition,
        attacker: Color,
        line: &[Move],
        cooks: Cooks,
    ) -> Result<CookSearch, SetupError> {
        let nodes = nodes(root, attacker, line, cooks)?;
        let positions: Vec<_> = nodes.iter().map(|n| n.position.clone()).collect();
        let places = positions.iter().map(|p| place(p, attacker));
        Ok(CookSearch {
            attacker,
            all: cooks == Cooks::All,
            places: places.collect::<Result<_, _>>()?,
            positions,
            nodes,
            allowed: LOOK_NODES,
            through_line: Vec::new(),
            left_at: Vec::new(),
            found: OtherMates::default(),
            again: false,
        })
    }

    /// Leaves out the checks that an earlier search of the same line has refuted, and those that it
    /// found to be detours.
    pub fn after(mut self, earlier: &Earlier) -> CookSearch {
        for node in &mut self.nodes {
            let ply = node.ply;
            node.rest.retain(|&mv| earlier.ask.contains(&(ply, mv)));
        }
        self.found.decided = earlier.decided;
        self.found.detours.clone_from(&earlier.detours);
        self.again = true;
        if earlier.left_few() {
            self.allowed = u64::MAX;
        }
        self
    }

    /// Leaves out what comes before the ply `first`, and gives each other check `nodes` search
    /// nodes in the first pass.
    pub fn from(mut self, first: u32, nodes: u64) -> CookSearch {
        for node in self.nodes.iter_mut().take_while(|n| n.ply < first) {
            node.rest.clear();
        }
        self.allowed = nodes;
        self
    }

    /// True when a cook was found that custom does not allow, or any with [`Cooks::All`].
    pub fn is_cooked(&self) -> bool {
        self.found
            .cooks
            .iter()
            .any(|c| self.all || !c.kind.is_minor())
    }

    /// True when a pass has found what it goes on for.
    fn is_over(&self, until: Until) -> bool {
        until == Until::Cooked && self.is_cooked()
    }

    /// The look before the verdict: the passes with up to [`FIRST_PASS_NODES`] for each check,
    /// until a cook is found.
    ///
    /// # Errors
    /// As [`CookSearch::new`].
    pub fn look(
        &mut self,
        solvers: &mut Sessions<'_>,
        budget: &mut Budget<'_>,
        share: u32,
    ) -> Result<(), SetupError> {
        self.pass(solvers, budget, share, Until::AllAsked)?;
        if self.allowed == FIRST_PASS_NODES && !self.is_cooked() {
            self.pass(solvers, budget, share, Until::Cooked)?;
        }
        Ok(())
    }

    /// Makes further passes as long as something is open, until `share` percent of the
    /// budget are used; with a proved `fault`, and once a cook is found, not for long, unless these
    /// checks are asked for again.
    ///
    /// # Errors
    /// As [`CookSearch::new`].
    pub fn run(
        mut self,
        solvers: &mut Sessions<'_>,
        budget: &mut Budget<'_>,
        share: u32,
        fault: Fault,
    ) -> Result<OtherMates, SetupError> {
        let mut before = None;
        while self.open() > 0 && !budget.is_used(share) {
            match fault == Fault::Proved || self.is_cooked() {
                true if self.again => budget.cut_back(),
                true if before.is_none() => before = Some(budget.beside_fault()),
                _ => {}
            }
            let until = match self.allowed > LOOK_NODES && !self.is_cooked() {
                true => Until::Cooked,
                false => Until::AllAsked,
            };
            let unlimited = self.allowed == u64::MAX && budget.nodes_left(share).is_none();
            self.pass(solvers, budget, share, until)?;
            if unlimited && !self.is_over(until) {
                // Each check was asked without a limit, so it is not for lack of nodes that it is
                // open, and asked again it would stay so.
                break;
            }
        }
        if let Some(before) = before {
            budget.set(before);
        }
        Ok(self.found())
    }

    /// What was found so far.
    pub fn found(self) -> OtherMates {
        let mut found = self.found;
        found.sort();
        for node in &self.nodes {
            let open = node.rest.iter().map(|&mv| (node.ply, mv));
            found.open.extend(open);
        }
        found
    }

    /// Asks every open check with the nodes of this pass, from the last node to the first,
    /// until `share` percent of the whole budget are used, or as long as `until` says.
    ///
    /// # Errors
    /// As [`CookSearch::new`].
    pub fn pass(
        &mut self,
        solvers: &mut Sessions<'_>,
        budget: &mut Budget<'_>,
        share: u32,
        until: Until,
    ) -> Result<(), SetupError> {
        let mut cut = false;
        let shares = self.must_share_out(budget, share);
        if shares && !self.is_cooked() {
            self.ask_likely(solvers, budget, share, LIKELY_NODES)?;
        }
        let mut apart = solvers.barred.apart(self.attacker, &self.positions)?;
        // How many of the checks to come are like no earlier check of their node.
        let mut first: u64 = match shares {
            true => self.nodes.iter().map(|n| self.firsts(n)).sum(),
            false => 0,
        };
        for index in (0..self.nodes.len()).rev() {
            let asked = std::mem::take(&mut self.nodes[index].rest);
            let mut rest = Vec::new();
            for (i, &mv) in asked.iter().enumerate() {
                cut = cut || budget.is_used(share) || self.is_over(until);
                let mut waits = cut;
                if shares && let Some(left) = budget.nodes_left(share) {
                    let node = &self.nodes[index];
                    first -= u64::from(!self.is_like(node, &asked[..i], mv));
                    waits |= self.is_like(node, &rest, mv);
                    self.allowed = match first {
                        // The last one gets all there is, as `left` is only an estimate.
                        0 => u64::MAX,
                        _ => left / (first + 1) + 1,
                    };
                }
                if waits || !self.check(&mut apart, &mut solvers.main, budget, (index, mv))? {
                    rest.push(mv);
                }
            }
            self.nodes[index].rest = rest;
        }
        if !cut {
            self.allowed = self.allowed.saturating_mul(PASS_GROWTH);
        }
        Ok(())
    }

    /// How many checks are not decided.
    pub(super) fn open(&self) -> usize {
        self.nodes.iter().map(|n| n.rest.len()).sum()
    }

    /// True when the open checks have to share what is left of the budget, because a pass with
    /// the same number of nodes for each could take too much of it ([`SHARED_PART`]).
    fn must_share_out(&self, budget: &Budget<'_>, share: u32) -> bool {
        let open = self.open() as u64;
        let most = self
            .allowed
            .saturating_mul(open)
            .saturating_mul(SHARED_PART);
        self.allowed > FIRST_PASS_NODES && budget.nodes_left(share).is_some_and(|left| most > left)
    }

    /// True when a move of the node differs from one of `others` only in promotion or distance.
    fn is_like(&self, node: &Node, others: &[Move], mv: Move) -> bool {
        let like = |&other: &Move| kind(&node.position, self.attacker, other, mv).is_minor();
        others.iter().any(like)
    }

    /// How many open checks of a node are like none before them.
    fn firsts(&self, node: &Node) -> u64 {
        let moves = node.rest.iter().enumerate();
        let new = moves.filter(|&(i, &mv)| !self.is_like(node, &node.rest[..i], mv));
        new.count() as u64
    }

    /// The position after a check at the node `index`; `None` when the move is not legal, which
    /// does not happen with the checks of `nodes`.
    pub(super) fn position_after(&self, (index, mv): (usize, Move)) -> Option<PartialPosition> {
        let mut after = self.nodes[index].position.clone();
        after.make_move(mv).map(|()| after)
    }

    /// Decides one check; false when it stays open.
    fn check(
        &mut self,
        apart: &mut Apart<'_>,
        session: &mut Session<'_>,
        budget: &mut Budget<'_>,
        (index, mv): (usize, Move),
    ) -> Result<bool, SetupError> {
        let Some(after) = self.position_after((index, mv)) else {
            return Ok(true);
        };
        let aim = Aim {
            nodes: Some(self.allowed),
            ..Aim::default()
        };
        if !self.through_line.contains(&(index, mv)) {
            let mut plain = budget.decide(session, &after, aim)?;
            // The mate of a cook may be one besides the line's while its shortest line returns
            // there. Then the way around is asked for, and else nothing is known of its length.
            if self.is_besides(index, &plain) && self.returns(index, &after, &plain.line) {
                apart.keep(index + 1);
                let around = budget.decide_apart(apart, &after, aim)?;
                if matches!(around.verdict, Verdict::Mate { .. }) {
                    plain = around;
                }
                self.note((index, mv), None);
                return Ok(self.add(index, mv, at_most(plain)));
            }
            if let Some(decided) = self.take_plain((index, mv), plain) {
                return Ok(decided);
            }
        }
        // `nodes` lacks nodes at the end of the line only ([`Cooks::First`]), so its first
        // `index + 1` positions are those of the attacker up to the check.
        apart.keep(index + 1);
        let outcome = budget.decide_apart(apart, &after, aim)?;
        match outcome.verdict {
            Verdict::Unknown(_) => return Ok(false),
            Verdict::NoMate => {
                self.found.decided += 1;
                self.found.detours.push((self.nodes[index].ply, mv));
            }
            Verdict::Mate { .. } => return Ok(self.add(index, mv, at_most(outcome))),
        }
        Ok(true)
    }

    /// Takes the answer to the plain question about a check: true when that decides it, false
    /// when it stays open, `None` when it has to be asked again with the main line barred.
    pub(super) fn take_plain(
        &mut self,
        (index, mv): (usize, Move),
        plain: Outcome,
    ) -> Option<bool> {
        self.note((index, mv), plain.left_at);
        match plain.verdict {
            Verdict::Unknown(_) => Some(false),
            Verdict::NoMate => {
                self.found.decided += 1;
                Some(true)
            }
            Verdict::Mate { .. } => {
                if !self.is_besides(index, &plain) {
                    self.through_line.push((index, mv));
                    return None;
                }
                Some(self.add(index, mv, plain))
            }
        }
    }

    /// True for a mate whose certificate has no board of the main line up to the node `index`.
    fn is_besides(&self, index: usize, mate: &Outcome) -> bool {
        let proof = mate.certificate.as_ref();
        matches!(mate.verdict, Verdict::Mate { .. })
            && proof.is_some_and(|proof| !proof.passes_through(&self.positions[..=index]))
    }

    /// True when a line from a position leads to one of the main line up to the node `index`, or to
    /// the same board with less in the attacker's hand.
    fn returns(&self, index: usize, position: &PartialPosition, line: &[Move]) -> bool {
        let barred = &self.places[..=index];
        let covers = |at: Place| barred.iter().any(|before| before.covers(at));
        let mut at = position.clone();
        line.iter()
            .any(|&mv| at.make_move(mv).is_some() && place(&at, self.attacker).is_ok_and(covers))
    }

    /// Replaces the proof and disproof numbers with which a check was left open; `None` when it
    /// was not.
    pub(super) fn note(&mut self, (index, mv): (usize, Move), numbers: Option<Numbers>) {
        self.left_at
            .retain(|&(i, other, _)| (i, other) != (index, mv));
        self.left_at.extend(numbers.map(|n| (index, mv, n)));
    }

    /// Adds another mate: `mv` at a node, with the outcome of the position after it. False when
    /// the outcome is not a mate with a certificate.
    fn add(&mut self, index: usize, mv: Move, outcome: Outcome) -> bool {
        let Verdict::Mate { raw, conventional } = outcome.verdict else {
            return false;
        };
        let Some(certificate) = outcome.certificate else {
            return false;
        };
        let node = &self.nodes[index];
        let mut moves = vec![mv];
        moves.extend(outcome.line);
        self.found.decided += 1;
        self.found.cooks.push(Cook {
            ply: node.ply,
            intended: node.intended,
            mv,
            kind: kind(&node.position, self.attacker, node.intended, mv),
            pace: Pace::Open,
            conventional: conventional.after_a_move(),
            raw: raw.after_a_move(),
            line: moves,
            certificate,
            verified: outcome.verified,
        });
        true
    }
}

/// The place of a position.
fn place(position: &PartialPosition, attacker: Color) -> Result<Place, SetupError> {
    Ok(Position::new(position, attacker)?.place())
}

/// A mate whose lengths are upper bounds only: what was found with positions barred says nothing of
/// a shorter one that passes through them.
fn at_most(mut mate: Outcome) -> Outcome {
    if let Verdict::Mate { raw, conventional } = &mut mate.verdict {
        (raw.lower, conventional.lower) = (0, 0);
    }
    mate
}

/// The attacker's nodes of the line that `cooks` asks for, with their other checks.
pub(super) fn nodes(
    root: &PartialPosition,
    attacker: Color,
    line: &[Move],
    cooks: Cooks,
) -> Result<Vec<Node>, SetupError> {
    let asked = match cooks {
        Cooks::Off => return Ok(Vec::new()),
        Cooks::First => &line[..line.len().min(1)],
        Cooks::Main | Cooks::All => line,
    };
    let mut nodes = other_checks(root, attacker, asked)?;
    if cooks != Cooks::All {
        // At the last move custom allows other mates.
        nodes.retain(|node| (node.ply as usize) < line.len());
    }
    Ok(nodes)
}

#[cfg(test)]
mod tests {
    use super::super::policy::FEW_OPEN;
    use super::*;
    use crate::formats::sfen;
    use shogi_core::Square;

    #[test]
    fn a_few_checks_that_stayed_open_share_what_there_is_at_once() {
        let line = "8k/9/7P1/9/9/9/9/9/9 b R2GSr2b2g3s4n4l17p 1";
        let root = sfen::parse(line).unwrap().position;
        let square = Square::new(2, 2).unwrap();
        let piece = shogi_core::Piece::B_G;
        let mate = [Move::Drop { piece, to: square }];
        let new = || CookSearch::new(&root, Color::Black, &mate, Cooks::All).unwrap();
        let all = new().nodes[0].rest.clone();
        assert!(all.len() > FEW_OPEN, "{all:?}");
        assert_eq!(new().allowed, LOOK_NODES);
        assert_eq!(LOOK_NODES * PASS_GROWTH, FIRST_PASS_NODES);
        let passes = [
            (0, LOOK_NODES),
            (1, u64::MAX),
            (FEW_OPEN, u64::MAX),
            (FEW_OPEN + 1, LOOK_NODES),
        ];
        for (open, allowed) in passes {
            let earlier = Earlier {
                ask: all[..open].iter().map(|&mv| (1, mv)).collect(),
                open,
                ..Earlier::default()
            };
            let search = new().after(&earlier);
            assert_eq!(search.nodes[0].rest.len(), open);
            assert_eq!(search.allowed, allowed);
        }
    }
}

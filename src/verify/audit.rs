//! The audit of a problem, for composers and for those who generate problems: every check at
//! every attacker's node of the line with its length or its refutation, what else mates in the
//! other defences, and which pieces could go.
//!
//! A check that stays open within the limits is open, never refuted. A piece can go when the
//! position without it has the same line, of the same proved length, and nothing fatal is found
//! (`soundness`).

use super::budget::{Aim, Budget};
use super::finding::Finding;
use super::glance::glance_after;
use super::judge::Verifier;
use super::length_finding::{Counting, LengthDiffers};
use super::policy::AUDIT_SHARE;
use super::solvers::Sessions;
use super::soundness::{Soundness, Weight};
use super::types::{Futile, Judgement};
use crate::base::Problem;
use crate::base::clock::Instant;
use crate::base::names::{base, set_size};
use crate::base::tree::{Ending, Tree};
use crate::shogi::{SetupError, other_checks, rules};
use crate::solver::{Control, Length, Limit, Outcome, Verdict};
use shogi_core::{Color, Hand, Move, PartialPosition, Piece, PieceKind, Square};
use std::time::Duration;

/// What an audit finds out.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// Every check at every attacker's node of the line, in the order of plies.
    pub checks: Vec<AuditedCheck>,
    /// The other defences of the line, in the order of plies.
    pub defences: Vec<Defence>,
    /// Every piece but the kings and those in the defender's hand.
    pub pieces: Vec<Removal>,
    /// Positions whose moves were generated.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
    /// The first defect of tsumi that a question has met.
    pub defect: Option<String>,
}

/// A check and what becomes of it.
#[derive(Clone, Debug)]
pub struct AuditedCheck {
    /// From 1.
    pub ply: u32,
    pub mv: Move,
    /// True for the line's own move.
    pub intended: bool,
    /// What becomes of it.
    pub result: CheckResult,
}

/// What becomes of a check.
#[derive(Clone, Debug)]
pub enum CheckResult {
    /// It mates, in this number of plies, itself included, and with this line.
    Mates { length: Length, line: Vec<Move> },
    /// It mates only by returning to the line (迂回手順).
    Detour,
    /// It does not mate: this reply escapes; `None` where every reply does.
    Refuted { reply: Option<Move> },
    /// A limit came first.
    Open(Limit),
}

/// A defence that is not the line's.
#[derive(Clone, Debug)]
pub struct Defence {
    /// From 1.
    pub ply: u32,
    pub mv: Move,
    /// From the reply on, itself included, in plies; `None` where no mate was found within the
    /// limits.
    pub length: Option<Length>,
    /// Its main line, which begins with it; the reply alone where no mate was found.
    pub line: Vec<Move>,
    /// Other moves of the attacker along that line that mate too: ply, move, and length from the
    /// move on. The last move is not looked at, nor what custom allows (非限定).
    pub cooks: Vec<(u32, Move, Length)>,
    /// How many other checks along it stayed open.
    pub open: usize,
}

/// A piece, and what the problem is without it.
#[derive(Clone, Debug)]
pub struct Removal {
    pub piece: Piece,
    /// Where it stands; `None` in the attacker's hand.
    pub square: Option<Square>,
    /// True for a piece of the attacker.
    pub attacks: bool,
    pub without: Without,
}

/// What a problem is without a piece.
#[derive(Clone, Debug)]
pub enum Without {
    /// The same line, of the same length, and as sound as this.
    Same(Soundness),
    /// Something fatal, or another length: the first finding.
    Differs(Box<Finding>),
    /// The line cannot be played from this ply on, or the position is none to be solved (ply 0).
    Unplayable { ply: u32 },
    /// A limit came first.
    Open,
}

impl Verifier {
    /// Audits a problem that was judged, along its main line; every question about checks and
    /// defences together has the limits of one problem, and so has each piece.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn audit(
        &mut self,
        problem: &Problem,
        judged: &Judgement,
        control: Control<'_>,
    ) -> Result<Audit, SetupError> {
        let begin = Instant::now();
        let line = &judged.main_line;
        if line.is_empty() {
            return Ok(Audit::default());
        }
        let (time, nodes) = (self.settings.time, self.settings.nodes);
        let budget = Budget::new(time, nodes, control);
        let futile = self.settings.futile;
        let mut auditor = Auditor {
            root: &problem.position,
            attacker: problem.attacker,
            line,
            futile,
            solvers: self.solvers.begin(problem.attacker),
            budget,
        };
        let mut audit = Audit {
            checks: auditor.checks(judged)?,
            defences: auditor.defences()?,
            nodes: auditor.budget.used,
            defect: auditor.budget.defect.take(),
            ..Audit::default()
        };
        // With a fatal fault that is there with all of the pieces each of them would seem to be needed.
        let asked = match judged.soundness == Some(Soundness::Unsound) {
            true => Vec::new(),
            false => pieces(&problem.position, problem.attacker),
        };
        for (piece, square) in asked {
            let asked = self.without((piece, square), problem, judged, control);
            let (without, nodes, defect) = asked;
            audit.nodes += nodes;
            audit.defect = audit.defect.or(defect);
            audit.pieces.push(Removal {
                piece,
                square,
                attacks: piece.color() == problem.attacker,
                without,
            });
        }
        audit.elapsed = begin.elapsed();
        Ok(audit)
    }

    /// What a problem is without a piece, the nodes that it took to find out, and a defect of tsumi
    /// that was met.
    fn without(
        &mut self,
        (piece, square): (Piece, Option<Square>),
        problem: &Problem,
        judged: &Judgement,
        control: Control<'_>,
    ) -> (Without, u64, Option<String>) {
        let line = &judged.main_line;
        let position = removed(&problem.position, problem.attacker, piece, square);
        let mut at = position.clone();
        for (&mv, ply) in line.iter().zip(1..) {
            match rules::after(&at, mv) {
                Some(next) => at = next,
                None => return (Without::Unplayable { ply }, 0, None),
            }
        }
        let changed = Problem {
            position,
            plies: Some(line.len() as u32),
            line: Some(line.clone()),
            tree: Tree::of_line(line, Some(Ending::Mate)),
            line_fault: None,
            branch_faults: Vec::new(),
            ..problem.clone()
        };
        let Ok(found) = self.judge_in_haste(&changed, control) else {
            return (Without::Unplayable { ply: 0 }, 0, None);
        };
        // A longer defence may be no fault, but then the length may be another one.
        let is_same = |f: &Finding| match f {
            Finding::Length(found) => self.is_length_of(judged, found),
            _ => Some(true),
        };
        let differs = |f: &&Finding| f.weight() == Weight::Fatal || is_same(f) == Some(false);
        let is_known = found.findings.iter().all(|f| is_same(f).is_some());
        let grade = found.soundness.filter(|&grade| grade != Soundness::Open);
        let without = match (found.findings.iter().find(differs), grade) {
            (Some(finding), _) => Without::Differs(Box::new(finding.clone())),
            (None, Some(grade)) if is_known => Without::Same(grade),
            _ => Without::Open,
        };
        (without, found.nodes, found.outcome.defect)
    }

    /// Is the length that was found that of the problem with all its pieces? `None` where a limit
    /// leaves that open.
    fn is_length_of(&self, judged: &Judgement, found: &LengthDiffers) -> Option<bool> {
        let Verdict::Mate { raw, conventional } = judged.outcome.verdict else {
            return None;
        };
        let with = match found.counting {
            Counting::Chosen => self.settings.futile.length(raw, conventional),
            Counting::Raw => raw,
        };
        let are_apart = with.upper < found.length.lower || found.length.upper < with.lower;
        match are_apart {
            true => Some(false),
            false => (with == found.length && with.is_minimal()).then_some(true),
        }
    }
}

/// Every piece on the board but the kings, and one of each kind in the attacker's hand.
fn pieces(position: &PartialPosition, attacker: Color) -> Vec<(Piece, Option<Square>)> {
    let placed = |square| Some((position.piece_at(square)?, Some(square)));
    let on_board = Square::all().filter_map(placed);
    let no_king = |p: &(Piece, Option<Square>)| p.0.piece_kind() != PieceKind::King;
    let held = rules::held(position, attacker).into_iter();
    let held = held.map(|(kind, _)| (Piece::new(kind, attacker), None));
    on_board.filter(no_king).chain(held).collect()
}

/// The position without a piece. Where the set is complete, the defender gets it in hand, who
/// holds what does not stand on the board; otherwise it is gone.
fn removed(
    position: &PartialPosition,
    attacker: Color,
    piece: Piece,
    square: Option<Square>,
) -> PartialPosition {
    let mut out = position.clone();
    let kind = base(piece.piece_kind());
    match square {
        Some(square) => out.piece_set(square, None),
        None => {
            let hand = out.hand_of_a_player_mut(attacker);
            *hand = hand.removed(kind).unwrap_or(*hand);
        }
    }
    if is_complete(position) {
        let hand = out.hand_of_a_player_mut(attacker.flip());
        *hand = hand.added(kind).unwrap_or(*hand);
    }
    out
}

/// True when no piece of the set is missing but kings.
fn is_complete(position: &PartialPosition) -> bool {
    Hand::all_hand_pieces().all(|kind| {
        let placed = |&square: &Square| position.piece_at(square).map(|p| base(p.piece_kind()));
        let on_board = Square::all().filter(|s| placed(s) == Some(kind)).count() as u32;
        let hands = Color::all().into_iter();
        let held = hands.filter_map(|c| position.hand_of_a_player(c).count(kind));
        on_board + held.map(u32::from).sum::<u32>() == set_size(kind)
    })
}

/// The line that is audited, with the solvers and the budget.
struct Auditor<'a> {
    root: &'a PartialPosition,
    attacker: Color,
    line: &'a [Move],
    futile: Futile,
    solvers: Sessions<'a>,
    budget: Budget<'a>,
}

impl Auditor<'_> {
    /// Every check of the line, from the last node to the first, since what is found near the end
    /// helps before.
    fn checks(&mut self, judged: &Judgement) -> Result<Vec<AuditedCheck>, SetupError> {
        let mut out = Vec::new();
        for node in other_checks(self.root, self.attacker, self.line)?
            .iter()
            .rev()
        {
            let mut here = Vec::new();
            for (mv, intended) in std::iter::once((node.intended, true))
                .chain(node.rest.iter().map(|&mv| (mv, false)))
            {
                let ply = node.ply;
                let mut result = match judged.detours.contains(&(ply, mv)) {
                    true => CheckResult::Detour,
                    false => self.result(&node.position, mv)?,
                };
                if let (true, CheckResult::Open(_)) = (intended, &result) {
                    result = self.known_result(judged, ply).unwrap_or(result);
                }
                here.push(AuditedCheck {
                    ply,
                    mv,
                    intended,
                    result,
                });
            }
            out.push(here);
        }
        Ok(out.into_iter().rev().flatten().collect())
    }

    /// What becomes of a check.
    fn result(&mut self, position: &PartialPosition, mv: Move) -> Result<CheckResult, SetupError> {
        let Some(after) = rules::after(position, mv) else {
            return Ok(CheckResult::Refuted { reply: None });
        };
        let Some(outcome) = self.length(&after)? else {
            return Ok(CheckResult::Open(self.budget.blame()));
        };
        Ok(match outcome.verdict {
            Verdict::Mate { raw, conventional } => CheckResult::Mates {
                length: self.futile.length(raw, conventional).after_a_move(),
                line: [&[mv], &outcome.line[..]].concat(),
            },
            Verdict::NoMate => CheckResult::Refuted {
                reply: outcome.saving_reply(),
            },
            Verdict::Unknown(limit) => CheckResult::Open(limit),
        })
    }

    /// What is known of the line's own check at a ply where the line is the judgement's longest: it
    /// mates with it in the plies that are left, and at the first ply not in fewer than the problem
    /// takes.
    fn known_result(&self, judged: &Judgement, ply: u32) -> Option<CheckResult> {
        let outcome = &judged.outcome;
        let Verdict::Mate { raw, conventional } = outcome.verdict else {
            return None;
        };
        let whole = self.futile.length(raw, conventional);
        let is_longest = outcome.line == self.line && whole.upper == self.line.len() as u32;
        is_longest.then(|| CheckResult::Mates {
            length: Length {
                lower: if ply == 1 { whole.lower } else { 0 },
                upper: whole.upper + 1 - ply,
            },
            line: self.line[ply as usize - 1..].to_vec(),
        })
    }

    /// The verdict on a position and its length; `None` when the limits are used up.
    fn length(&mut self, position: &PartialPosition) -> Result<Option<Outcome>, SetupError> {
        if self.budget.spent().is_some() {
            return Ok(None);
        }
        let aim = Aim {
            share: AUDIT_SHARE,
            ..Aim::shortest(self.futile)
        };
        let outcome = self.budget.solve(&mut self.solvers.main, position, aim)?;
        Ok(Some(outcome))
    }

    /// The other defences along the line, with what else mates after them.
    fn defences(&mut self) -> Result<Vec<Defence>, SetupError> {
        let mut out = Vec::new();
        let positions = rules::positions(self.root, self.line);
        for ((index, &own), position) in self.line.iter().enumerate().zip(&positions) {
            let ply = index as u32 + 1;
            if position.side_to_move() == self.attacker {
                continue;
            }
            for mv in rules::legal_moves(position) {
                if mv == own {
                    continue;
                }
                let Some(after) = rules::after(position, mv) else {
                    continue;
                };
                let outcome = self.length(&after)?;
                out.push(match outcome.map(|o| (o.verdict, o.line)) {
                    Some((Verdict::Mate { raw, conventional }, rest)) => {
                        let length = self.futile.length(raw, conventional).after_a_move();
                        self.defence(index, length, [&[mv], &rest[..]].concat())?
                    }
                    _ => Defence {
                        ply,
                        mv,
                        length: None,
                        line: vec![mv],
                        cooks: Vec::new(),
                        open: 0,
                    },
                });
            }
        }
        Ok(out)
    }

    /// What else mates after a defence at the move `index`.
    fn defence(
        &mut self,
        index: usize,
        length: Length,
        line: Vec<Move>,
    ) -> Result<Defence, SetupError> {
        let ply = index as u32 + 1;
        let whole = [&self.line[..index], &line].concat();
        let problem = (self.root, self.attacker);
        let found = glance_after(problem, &whole, ply, &mut self.solvers, &mut self.budget)?;
        Ok(Defence {
            ply,
            mv: line[0],
            length: Some(length),
            cooks: found
                .faults()
                .map(|c| (c.ply, c.mv, self.futile.length(c.raw, c.conventional)))
                .collect(),
            open: found.open.len(),
            line,
        })
    }
}

//! The branches (変化) that a file gives beside its line.
//!
//! In every branch all moves have to be legal, and the attacker's to give check. A branch that
//! leaves the declared line with a defence and ends in mate says how long that defence lasts,
//! and this is compared with the declared length: no defence may last longer (変化長手数),
//! and a branch with more plies than declared is a fault where a quicker mate exists. Shorter
//! branches need not be best play. Branches of branches and other tries of the attacker (紛れ)
//! say nothing about lengths.

use super::branch_finding::{Branch, BranchFinding};
use super::budget::Aim;
use super::finding::Finding;
use super::judge::Case;
use super::length_finding::Left;
use super::line;
use super::line_finding::BranchCut;
use super::policy::BRANCH_SHARE;
use super::quoted::{Failure, Quoted};
use super::types::{Futile, Profile, Settings};
use crate::base::Problem;
use crate::base::tree::{Ending, ROOT};
use crate::shogi::{SetupError, rules};
use crate::solver::Verdict;
use shogi_core::{Move, PartialPosition};

impl Case<'_> {
    /// Judges the branches, and their lengths where a length of `declared` plies is known.
    ///
    /// # Errors
    /// When a position is not one a search can start from.
    pub(super) fn branches(&mut self, declared: Option<u32>) -> Result<(), SetupError> {
        let found = look(self.problem, self.settings);
        self.findings.extend(found.fails);
        let Some(declared) = declared else {
            return Ok(());
        };
        for defence in &found.defences {
            if let Some(limit) = self.budget.spent() {
                self.branch_finding(defence, BranchFinding::Unseen(limit));
                break;
            }
            self.defence(defence, declared)?;
        }
        Ok(())
    }

    fn branch_finding(&mut self, defence: &Defence, what: BranchFinding) {
        let branch = defence.branch.clone();
        self.findings.push(Finding::Branch { branch, what });
    }

    /// Compares the length of one defence with the declared one.
    fn defence(&mut self, defence: &Defence, declared: u32) -> Result<(), SetupError> {
        let branch = &defence.branch;
        let aim = Aim {
            claimed: declared.checked_sub(branch.ply),
            share: BRANCH_SHARE,
            ..Aim::shortest(self.settings.futile)
        };
        let outcome = self
            .budget
            .solve(&mut self.solvers.main, &defence.after, aim)?;
        let length = match outcome.verdict {
            Verdict::Mate { raw, conventional } => self.settings.futile.length(raw, conventional),
            Verdict::NoMate => {
                let (ply, why) = (branch.ply, Failure::NeverMated);
                self.branch_finding(defence, BranchFinding::Fails { ply, why });
                return Ok(());
            }
            Verdict::Unknown(limit) => {
                self.branch_finding(defence, BranchFinding::NoVerdict(limit));
                return Ok(());
            }
        };
        let (first, last) = (branch.ply + length.lower, branch.ply + length.upper);
        let place = (Some(branch.ply), Some(branch.mv.mv));
        let what = if first > declared {
            let known = self.findings.iter().any(|f| (f.ply(), f.mv()) == place);
            if known {
                return Ok(());
            }
            match self.is_futile(branch, first)? {
                Some(true) => return Ok(()),
                Some(false) => BranchFinding::Longer {
                    last: (first == last).then_some(last),
                    declared,
                    left: Left::of(
                        &outcome,
                        self.settings.futile,
                        declared.checked_sub(branch.ply),
                    ),
                },
                None => self.late_open(last, declared),
            }
        } else if last > declared {
            self.late_open(last, declared)
        } else if defence.plies > declared {
            BranchFinding::Detour {
                given: defence.plies,
                last,
                declared,
            }
        } else {
            return Ok(());
        };
        self.branch_finding(defence, what);
        Ok(())
    }

    fn late_open(&self, last: u32, declared: u32) -> BranchFinding {
        BranchFinding::LateOpen {
            last,
            declared,
            limit: self.budget.blame(),
        }
    }

    /// Is a defence that lasts until ply `first` at least a futile interposition (無駄合い)? It is
    /// where the position before it is mate sooner than that. `None` where a limit leaves that open.
    fn is_futile(&mut self, branch: &Branch, first: u32) -> Result<Option<bool>, SetupError> {
        let is_drop = matches!(branch.mv.mv, Move::Drop { .. });
        let Some(line) = self.problem.line.as_deref().filter(|_| is_drop) else {
            return Ok(Some(false));
        };
        if self.settings.futile != Futile::Return {
            return Ok(Some(false));
        }
        let position = rules::before(&self.problem.position, line, branch.ply);
        let aim = Aim {
            shortest_conventional: true,
            share: BRANCH_SHARE,
            ..Aim::default()
        };
        let outcome = self.budget.solve(&mut self.solvers.main, &position, aim)?;
        let ply = |plies| branch.ply - 1 + plies;
        Ok(match outcome.verdict {
            Verdict::Mate { conventional, .. } if ply(conventional.upper) < first => Some(true),
            Verdict::Mate { conventional, .. } if ply(conventional.lower) >= first => Some(false),
            Verdict::NoMate => Some(false),
            Verdict::Mate { .. } | Verdict::Unknown(_) => None,
        })
    }
}

/// What the branches show without a search.
#[derive(Debug, Default)]
struct Branches {
    /// The findings about branches that fail.
    fails: Vec<Finding>,
    /// Defences that end in mate, whose lengths are to be compared with the declared one.
    defences: Vec<Defence>,
}

/// A defence that the file gives, with the mate against it.
#[derive(Debug)]
struct Defence {
    branch: Branch,
    /// The position after its first move, the attacker to play.
    after: PartialPosition,
    /// Plies from the root to the end of the branch.
    plies: u32,
}

/// Looks at the branches of a problem. In a position from a game nothing is asked of them but that
/// the file's moves are legal, which its reader has found out.
fn look(problem: &Problem, settings: &Settings) -> Branches {
    let mut found = Branches::default();
    for fault in &problem.branch_faults {
        found.fails.push(Finding::BranchCut(BranchCut {
            line: fault.line,
            ply: fault.ply,
            why: fault.message.clone(),
        }));
    }
    if settings.profile == Profile::Game {
        return found;
    }
    let main = problem.tree.line_from(ROOT);
    for first in problem.tree.lines() {
        found.follow(problem, &main, first, settings.futile);
    }
    found
}

impl Branches {
    /// Plays a branch from its first node on. Notes how it fails; and the defence that it begins
    /// with, where that is one against the line `main` and its length is to be compared.
    fn follow(&mut self, problem: &Problem, main: &[usize], first: usize, futile: Futile) {
        let tree = &problem.tree;
        let (Some(mv), parent) = (tree.node(first).mv, tree.node(first).parent) else {
            return;
        };
        let nodes = tree.line_from(first);
        let moves: Vec<Move> = nodes.iter().filter_map(|&n| tree.node(n).mv).collect();
        let before = tree.position(&problem.position, parent);
        let branch = Branch {
            ply: tree.ply(first) as u32,
            mv: Quoted::new(&before, mv),
        };
        let fails = |ply, why| Finding::Branch {
            branch: branch.clone(),
            what: BranchFinding::Fails { ply, why },
        };
        let mut end = before.clone();
        if let Err((ply, why)) = line::checks(&mut end, branch.ply, &moves, problem.attacker) {
            self.fails.push(fails(ply, why));
            return;
        }
        let claimed = nodes.last().and_then(|&n| tree.node(n).ending) == Some(Ending::Mate);
        if end.side_to_move() == problem.attacker {
            if claimed {
                let ply = branch.ply + moves.len() as u32;
                self.fails.push(fails(ply, Failure::MateByDefender));
            }
            return;
        }
        let mut after = before;
        let defends = after.side_to_move() != problem.attacker;
        if !defends || !main.contains(&parent) || after.make_move(mv).is_none() {
            return;
        }
        let plies = branch.ply - 1 + moves.len() as u32;
        match line::reply_left(&end, futile) {
            None => self.defences.push(Defence {
                plies,
                branch,
                after,
            }),
            Some(reply) if claimed => {
                self.fails.push(fails(plies + 1, Failure::ReplyLeft(reply)));
            }
            // A branch that breaks off before the mate gives no length.
            Some(_) => {}
        }
    }
}

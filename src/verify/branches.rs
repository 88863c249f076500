//! The branches (変化) that a file gives beside its line.
//!
//! Every branch has to be one of legal moves, check after check. Those that leave the
//! declared line with a defence and end in mate say how long that defence lasts, and
//! that is held against the declared length: no defence may last longer (変化長手数),
//! and a branch that goes on longer than that has to be one that must. Shorter branches
//! need not be best play; branches of branches, and other tries of the attacker (紛れ),
//! say nothing about lengths.

use super::budget::Aim;
use super::judge::Case;
use super::lengths::two_longer;
use super::line;
use super::types::{Finding, Futile, Profile, Status};
use crate::base::Problem;
use crate::base::tree::{Ending, ROOT};
use crate::shogi::{SetupError, rules};
use crate::solver::Verdict;
use shogi_core::{Move, PartialPosition, ToUsi};

/// Percent of what is left of the budget for one defence.
const SHARE: u32 = 30;

impl Case<'_> {
    /// Judges the branches; their lengths when the problem is mate in `declared` plies.
    pub(super) fn branches(&mut self, declared: Option<u32>) -> Result<(), SetupError> {
        let found = look(self.problem, self.settings.profile == Profile::Tsume);
        for (ply, why) in found.fails {
            self.branch_finding(Status::LineFails, ply, why);
        }
        let Some(declared) = declared else {
            return Ok(());
        };
        for defence in &found.defences {
            if let Some(limit) = self.budget.spent() {
                self.undecided(limit, format!("{}: not looked at", defence.branch.name()));
                break;
            }
            self.defence(defence, declared)?;
        }
        Ok(())
    }

    fn branch_finding(&mut self, status: Status, ply: u32, text: String) {
        self.findings.push(Finding {
            ply: Some(ply),
            ..Finding::new(status, text)
        });
    }

    fn defence(&mut self, defence: &Defence, declared: u32) -> Result<(), SetupError> {
        let (branch, name) = (&defence.branch, defence.branch.name());
        if let Some(reply) = defence.reply
            && let Some(why) = self.not_mate_yet(&defence.end, reply)?
        {
            self.branch_finding(
                Status::LineFails,
                defence.plies + 1,
                format!("{name}: {why}"),
            );
            return Ok(());
        }
        let aim = Aim {
            shortest_raw: self.settings.futile == Futile::None,
            shortest_conventional: self.settings.futile == Futile::Return,
            claimed: declared.checked_sub(branch.ply),
            share: SHARE,
            ..Aim::default()
        };
        let outcome = self
            .budget
            .solve(&mut self.solvers.main, &defence.after, aim)?;
        let length = match outcome.verdict {
            Verdict::Mate { raw, conventional } => self.settings.futile.length(raw, conventional),
            Verdict::NoMate => {
                let text = format!("{name}: the defender is never mated");
                self.branch_finding(Status::LineFails, branch.ply, text);
                return Ok(());
            }
            Verdict::Unknown(limit) => {
                self.undecided(limit, format!("{name}: no verdict"));
                return Ok(());
            }
        };
        let (least, most) = (branch.ply + length.lower, branch.ply + length.upper);
        let known = |f: &Finding| (f.ply, f.mv) == (Some(branch.ply), Some(branch.mv));
        if least > declared {
            if !self.findings.iter().any(known) {
                let text = format!(
                    "{name}, holds out to ply {most}, {declared} declared (変化長手数){}",
                    two_longer(most, declared, &outcome)
                );
                self.findings.push(Finding {
                    ply: Some(branch.ply),
                    mv: Some(branch.mv),
                    plies: Some(most),
                    ..Finding::new(Status::Longer, text)
                });
            }
        } else if most > declared {
            let text = format!("{name}: mate at ply {most} at the latest, {declared} declared");
            self.undecided(self.budget.blame(), text);
        } else if defence.plies > declared {
            let text = format!(
                "{name}, is given to ply {}, past the {declared} declared, and is mate at ply {most}",
                defence.plies
            );
            self.findings.push(Finding {
                ply: Some(branch.ply),
                plies: Some(most),
                ..Finding::new(Status::Shorter, text)
            });
        }
        Ok(())
    }
}

/// A branch by its place in the line.
#[derive(Debug)]
struct Branch {
    /// The ply at which it leaves the line it belongs to, from 1.
    ply: u32,
    /// Its first move.
    mv: Move,
}

impl Branch {
    /// The branch in words.
    fn name(&self) -> String {
        format!(
            "the branch (変化) at ply {}, {}",
            self.ply,
            self.mv.to_usi_owned()
        )
    }
}

/// What looking at the branches showed, before any search.
#[derive(Debug, Default)]
struct Branches {
    /// Branches that fail: at which ply, and why.
    fails: Vec<(u32, String)>,
    /// Defences with a mate, to be held against the declared length.
    defences: Vec<Defence>,
}

/// A defence that the file gives, and how it says that it is mated.
#[derive(Debug)]
struct Defence {
    branch: Branch,
    /// The position after its first move, the attacker to play.
    after: PartialPosition,
    /// The position at its end.
    end: PartialPosition,
    /// A reply that is left at the end: it is mate only if all are futile.
    reply: Option<Move>,
    /// Plies of the declared line up to there and the branch together.
    plies: u32,
}

/// Looks at the branches of a problem. Of a game (`checks` false) they need only be legal.
fn look(problem: &Problem, checks: bool) -> Branches {
    let mut found = Branches::default();
    for fault in &problem.branch_faults {
        let text = format!("line {}, a branch (変化): {}", fault.line, fault.message);
        found.fails.push((fault.ply, text));
    }
    if !checks {
        return found;
    }
    let tree = &problem.tree;
    let main = tree.line_from(ROOT);
    for first in tree.lines() {
        let (Some(mv), parent) = (tree.node(first).mv, tree.node(first).parent) else {
            continue;
        };
        let nodes = tree.line_from(first);
        let moves: Vec<Move> = nodes.iter().filter_map(|&n| tree.node(n).mv).collect();
        let before = tree.position(&problem.position, parent);
        let branch = Branch {
            ply: tree.ply(first) as u32,
            mv,
        };
        let mut end = before.clone();
        if let Err((ply, why)) = line::checks(&mut end, branch.ply, &moves, problem.attacker) {
            found.fails.push((ply, format!("{}: {why}", branch.name())));
            continue;
        }
        let claimed = nodes.last().and_then(|&n| tree.node(n).ending) == Some(Ending::Mate);
        if end.side_to_move() == problem.attacker {
            if claimed {
                let ply = branch.ply + moves.len() as u32;
                let why = "it ends with a move of the defender, and mate is said";
                found.fails.push((ply, format!("{}: {why}", branch.name())));
            }
            continue;
        }
        let mut after = before;
        let defends = after.side_to_move() != problem.attacker;
        if !defends || !main.contains(&parent) || after.make_move(mv).is_none() {
            continue;
        }
        let reply = rules::legal_moves(&end).into_iter().next();
        // One that breaks off gives no length.
        if reply.is_none() || claimed {
            found.defences.push(Defence {
                plies: branch.ply - 1 + moves.len() as u32,
                branch,
                after,
                end,
                reply,
            });
        }
    }
    found
}

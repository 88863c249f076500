//! The attacker's near misses (紛れ): other checks along the main line, and the
//! defence that escapes each of them.
//!
//! The position after every other check is solved as a problem of its own, the defender to
//! move. A refutation is proved like any verdict, and its certificate names the saving move and
//! how long the attacker can go on ([`refutation`](super::refutation)).
//! As in the search for cooks (`verify/cooks.rs`), each check may take a few nodes in the
//! first pass and more in the next. Unlike there, no position is barred: a check that only
//! leads back to the main line mates, and is no near miss.

use super::refutation::{Ending, Escape, Idea, refutation};
use crate::shogi::{SetupError, other_checks};
use crate::solver::{Outcome, Verdict};
use shogi_core::{Color, Move, PartialPosition};
use std::cmp::Reverse;

/// Search nodes for one check in the first pass: as many as in the search for cooks after its first
/// look along the line (`FIRST_PASS_NODES` in `verify/policy.rs`, which this room may not use).
const FIRST_PASS: u64 = 20_000;
/// A pass allows this many times the nodes of the pass before it: as many as `PASS_GROWTH` there.
const GROWTH: u64 = 16;

/// The result of another check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The defender escapes for ever; the line begins with the check.
    Refuted(Escape),
    /// It mates too, within this number of plies, every interposition counted and itself
    /// included.
    Mates(u32),
    /// A limit came first.
    Open,
}

/// Another check than that of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NearMiss {
    /// Its ply, from 1.
    pub ply: u32,
    pub check: Move,
    pub fate: Fate,
}

impl NearMiss {
    /// How the defender escapes, if he does.
    pub fn escape(&self) -> Option<&Escape> {
        match &self.fate {
            Fate::Refuted(escape) => Some(escape),
            Fate::Mates(_) | Fate::Open => None,
        }
    }
}

/// All other checks along `line`: those that are refuted, the longest first, then those that mate
/// too, then those that are open; within these in the order of their plies. `decide` solves a
/// position with the defender to move within a number of nodes; `None` when the caller's limits
/// are reached. It is no `dyn FnMut`, because it searches, and so may be put aside
/// (`base::clock::pause`).
///
/// # Errors
/// When a position cannot be set up, which a legal line does not lead to.
pub fn near_misses(
    root: &PartialPosition,
    attacker: Color,
    line: &[Move],
    mut decide: impl FnMut(&PartialPosition, u64) -> Option<Outcome>,
) -> Result<Vec<NearMiss>, SetupError> {
    let mut found = Vec::new();
    let mut positions = Vec::new();
    for node in other_checks(root, attacker, line)? {
        for check in node.rest {
            positions.push(node.position.clone());
            found.push(NearMiss {
                ply: node.ply,
                check,
                fate: Fate::Open,
            });
        }
    }
    let mut allowed = FIRST_PASS;
    'passes: while found.iter().any(|miss| miss.fate == Fate::Open) {
        for (miss, before) in found.iter_mut().zip(&positions) {
            let mut after = before.clone();
            if miss.fate != Fate::Open || after.make_move(miss.check).is_none() {
                continue;
            }
            let Some(outcome) = decide(&after, allowed) else {
                break 'passes;
            };
            miss.fate = fate(before, miss.check, &outcome);
        }
        if allowed == u64::MAX {
            // What is open was asked without a limit.
            break;
        }
        allowed = allowed.saturating_mul(GROWTH);
    }
    found.sort_by_key(|miss| match &miss.fate {
        Fate::Refuted(escape) => (0, Reverse(escape.line.len())),
        Fate::Mates(_) => (1, Reverse(0)),
        Fate::Open => (2, Reverse(0)),
    });
    Ok(found)
}

/// The result of a check in `before` by the outcome of the position after it.
fn fate(before: &PartialPosition, check: Move, outcome: &Outcome) -> Fate {
    match outcome.verdict {
        Verdict::Mate { raw, .. } => Fate::Mates(raw.upper + 1),
        Verdict::NoMate => escape(before, check, outcome).map_or(Fate::Open, Fate::Refuted),
        Verdict::Unknown(_) => Fate::Open,
    }
}

/// The check, the saving move, and the longest line after it.
fn escape(before: &PartialPosition, check: Move, outcome: &Outcome) -> Option<Escape> {
    let found = refutation(outcome.certificate.as_ref()?)?;
    let reply = found.reply?;
    let (rest, ending) = match found.escapes.into_iter().next() {
        None => (Vec::new(), Ending::Spent),
        Some(longest) => (longest.line, longest.ending),
    };
    Some(Escape {
        line: [vec![check, reply], rest].concat(),
        ending,
        idea: Idea::of(before, (check, reply)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{sfen, usi};
    use crate::shogi::rules;
    use crate::solver::{Control, Options, Solver};
    use crate::variations::defences;
    use shogi_usi_parser::FromUsi;

    fn length(miss: &NearMiss) -> usize {
        miss.escape().map_or(0, |escape| escape.line.len())
    }

    #[test]
    fn every_other_check_is_decided_and_truly_refuted() {
        let root = sfen::parse("6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1");
        let root = root.unwrap().position;
        let attacker = Color::Black;
        let options = Options {
            memory: 16 << 20,
            ..Options::default()
        };
        let mut solver = Solver::new(options.clone());
        let line = solver
            .solve(&root, attacker, Control::default())
            .unwrap()
            .line;
        let mut decide = |position: &PartialPosition, nodes| {
            solver.set_options(Options {
                nodes: Some(nodes),
                ..options.clone()
            });
            solver.solve(position, attacker, Control::default()).ok()
        };
        let found = near_misses(&root, attacker, &line, &mut decide).unwrap();
        let nodes = other_checks(&root, attacker, &line).unwrap();
        assert_eq!(nodes.len(), line.len().div_ceil(2));
        let others: usize = nodes.iter().map(|n| n.rest.len()).sum();
        assert!(others > 10 && found.len() == others);
        let mut lengths: Vec<_> = found.iter().map(length).collect();
        assert!(lengths.first() > lengths.last());
        lengths.sort_by_key(|&length| Reverse(length));
        assert_eq!(lengths, found.iter().map(length).collect::<Vec<_>>());
        let mut refuted = 0;
        for miss in &found {
            let mut position = root.clone();
            usi::replay(&mut position, &usi::line(&line[..miss.ply as usize - 1])).unwrap();
            position.make_move(miss.check).unwrap();
            match &miss.fate {
                Fate::Refuted(escape) => {
                    refuted += 1;
                    assert_eq!(escape.line[0], miss.check);
                    for (n, mv) in escape.line[1..].iter().enumerate() {
                        let legal = match n % 2 {
                            0 => defences(&position, attacker).unwrap(),
                            _ => rules::checks(&position),
                        };
                        assert!(legal.contains(mv), "{miss:?}");
                        position.make_move(*mv).unwrap();
                        let verdict = decide(&position, 1_000_000).unwrap().verdict;
                        assert!(n % 2 == 1 || verdict == Verdict::NoMate, "{miss:?}");
                    }
                    let spent = rules::checks(&position).is_empty();
                    assert_eq!(spent, escape.ending == Ending::Spent, "{miss:?}");
                }
                Fate::Mates(plies) => {
                    let verdict = decide(&position, 1_000_000).unwrap().verdict;
                    assert!(matches!(verdict, Verdict::Mate { raw, .. } if raw.lower < *plies));
                }
                Fate::Open => panic!("{miss:?}"),
            }
        }
        assert!(refuted > 0);
    }

    #[test]
    fn nothing_is_lost_when_nothing_may_be_spent() {
        let root = sfen::parse("6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1");
        let root = root.unwrap().position;
        let line = [Move::from_usi_lite("2d1c+").unwrap()];
        let found = near_misses(&root, Color::Black, &line, |_, _| None).unwrap();
        assert!(!found.is_empty() && found.iter().all(|m| m.fate == Fate::Open));
    }
}

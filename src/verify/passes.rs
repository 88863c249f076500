//! The passes over a collection, and what one hands to the next.
//!
//! A problem is settled when it is known whether it is what it claims to be, and answered when
//! it has a verdict besides and what is still open cannot make it unsound. The easy pass gives
//! every problem a short time. Without a total time a last pass takes the undecided ones and has
//! no limits but the user's. With a total time there are three more passes: in the middle and the
//! late one the problems with anything open share parts of it; those that are not answered alone,
//! where there is not as much for all as the middle pass may give (experiment 88). Where the share
//! of a problem is so long that a thread would fill its part of the memory several times, the
//! problems get all threads and all memory one after the other (experiment 46). What the late
//! pass does not use goes to the last one, which asks again with another seed, since a long search
//! that went astray seldom does so twice (experiments 48 and 53).

use super::policy::{
    FEW_OPEN, FILLED_PER_SECOND, KEPT_LEAST, KEPT_SHARE, LAST_PASS_LEAST, MIDDLE_GROWTH,
    MIDDLE_SHARE, OVERFILLED,
};
use super::shares::Shares;
use super::types::Futile;
use crate::base::clock::Instant;
use shogi_core::Move;
use std::sync::Arc;
use std::time::Duration;

/// Where a problem stands after a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// True when a difference from what is declared is proved.
    pub differs: bool,
    /// True when a limit left something open.
    pub undecided: bool,
    /// True when mate or no mate is proved.
    pub has_verdict: bool,
    /// True when it is open whether the problem is sound.
    pub soundness_open: bool,
    /// In how many metrics the length is proved minimal: 0 to 2.
    pub minimal: usize,
    /// How many other checks of the line were decided.
    pub checks: u32,
}

impl Extent {
    /// True when nothing is left open.
    pub fn is_decided(&self) -> bool {
        !self.undecided
    }

    /// True when it is known whether the problem is what it claims to be: a difference is
    /// proved, whatever else may be open, or everything is decided.
    pub fn is_settled(&self) -> bool {
        self.differs || self.is_decided()
    }

    /// True when a verdict is proved, and nothing is left open or only what is beside a fault that
    /// decides whether the problem is sound.
    pub fn is_answered(&self) -> bool {
        self.has_verdict && (self.is_decided() || self.differs && !self.soundness_open)
    }

    /// True when more is known than in another result about the same problem: first whether it
    /// is settled counts, then the verdict, whether it is sound, the lengths and the checks.
    pub fn says_more_than(&self, other: &Extent) -> bool {
        let known = |s: &Extent| {
            let answered = (s.is_settled(), s.has_verdict, !s.soundness_open);
            (answered, s.minimal, s.checks)
        };
        known(self) > known(other)
    }
}

/// What an earlier verification found out about the same problem and its declared line.
/// It is trusted: the checks that it refuted are not asked again, and a length that it proved
/// minimal is taken as the least one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Earlier {
    /// The raw length in plies, if it is proved minimal.
    pub raw: Option<u32>,
    /// The conventional length in plies, if it is proved minimal.
    pub conventional: Option<u32>,
    /// The checks to be asked, with their plies, from 1: those that it left open, and those
    /// that it found to mate, because their certificates are wanted.
    pub ask: Vec<(u32, Move)>,
    /// How many checks in `ask` it left open.
    pub open: usize,
    /// How many checks that are not in `ask` it decided.
    pub decided: u32,
    /// Those of them that mate only by a detour (迂回手順), with their plies.
    pub detours: Vec<(u32, Move)>,
    /// What it took.
    pub effort: Effort,
}

/// What a verification took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    pub nodes: u64,
    pub time: Duration,
}

impl Earlier {
    /// True when it left only a few checks open, which are hard ones then ([`FEW_OPEN`]).
    pub fn left_few(&self) -> bool {
        (1..=FEW_OPEN).contains(&self.open)
    }

    /// `self` where the next pass should use it. Where the length is not proved minimal it
    /// should not, since searching the refutations again fills the table with half of the
    /// proof of the length; unless only a few checks are open, which then come first.
    pub fn if_useful(self, futile: Futile) -> Option<Earlier> {
        let counts = match futile {
            Futile::Return => self.conventional,
            Futile::None => self.raw,
        };
        (counts.is_some() || self.left_few()).then_some(self)
    }
}

/// Which results of the pass before it a pass takes over without asking again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// Those with nothing left open.
    Decided,
    /// Those that are answered.
    Answered,
    /// All results.
    All,
}

impl Done {
    /// True for a problem that is taken over.
    pub fn holds(self, extent: &Extent) -> bool {
        match self {
            Done::Decided => extent.is_decided(),
            Done::Answered => extent.is_answered(),
            Done::All => true,
        }
    }
}

/// A pass by its place among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Easy,
    Middle,
    Late,
    Last,
}

impl Stage {
    /// Its name in English.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Easy => "easy",
            Stage::Middle => "middle",
            Stage::Late => "late",
            Stage::Last => "last",
        }
    }
}

/// One pass over the collection.
#[derive(Clone, Debug)]
pub struct Pass {
    pub stage: Stage,
    /// What it takes over from the pass before it.
    pub done: Done,
    /// The most time for one problem, besides the limit that the user gave.
    pub time: Option<Duration>,
    /// How the problems share the time of the pass; `None` without a total time and in the easy
    /// pass.
    pub shares: Option<Arc<Shares>>,
    /// True when all threads and all memory work on one problem after the other.
    pub together: bool,
    /// Added to the seed of the searches.
    pub seed: u64,
}

impl Pass {
    /// True when problems are asked again because of what is open beside a fault, which gets
    /// the whole limit then.
    pub fn is_thorough(&self) -> bool {
        self.shares.is_some() && self.done == Done::Decided
    }

    /// The only pass, or the last one of two without a total time.
    pub fn plain() -> Pass {
        Pass {
            stage: Stage::Last,
            done: Done::Decided,
            time: None,
            shares: None,
            together: false,
            seed: 0,
        }
    }
}

/// The passes of a run, and the time, threads and memory that they share.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Time for one problem in the easy pass.
    easy: Duration,
    /// When the time for searching is over; `None` without a total time.
    end: Option<Instant>,
    threads: usize,
    memory: usize,
}

impl Schedule {
    /// The passes of a run that began at `begin`: the easy pass has `easy` for each problem,
    /// the others share what is left of `total`. `memory` is in bytes.
    pub fn new(
        begin: Instant,
        easy: Duration,
        total: Option<Duration>,
        threads: usize,
        memory: usize,
    ) -> Schedule {
        Schedule {
            easy,
            end: total.map(|total| begin + given_away(total)),
            threads,
            memory,
        }
    }

    /// The passes in their order.
    pub fn stages(&self) -> &'static [Stage] {
        match self.end {
            None => &[Stage::Easy, Stage::Last],
            Some(_) => &[Stage::Easy, Stage::Middle, Stage::Late, Stage::Last],
        }
    }

    /// The pass of a stage, with limits from the time that is left now. `left(done)` counts the
    /// results of the pass before it that `done` does not hold for, without those that this pass,
    /// if it was broken off and is taken up again, has asked already.
    ///
    /// # Errors
    /// Those of `left`.
    pub fn pass<E>(&self, stage: Stage, left: impl Fn(Done) -> Result<u64, E>) -> Result<Pass, E> {
        let plain = Pass {
            stage,
            ..Pass::plain()
        };
        let Some(end) = self.end else {
            let time = (stage == Stage::Easy).then_some(self.easy);
            return Ok(Pass { time, ..plain });
        };
        Ok(match stage {
            Stage::Easy => Pass {
                time: Some(self.easy),
                ..plain
            },
            Stage::Middle => {
                let now = Instant::now();
                let end = now + end.saturating_duration_since(now) * MIDDLE_SHARE / 100;
                let (done, problems) = self.asked(end, left)?;
                let shares = Shares::until(end, problems).of_at_most(self.most());
                Pass {
                    done,
                    shares: Some(Arc::new(shares)),
                    ..plain
                }
            }
            Stage::Late => {
                let (done, problems) = self.asked(end, left)?;
                self.sharing(end, problems, Pass { done, ..plain })
            }
            Stage::Last => {
                let time = end.saturating_duration_since(Instant::now());
                let (done, problems) = match time > LAST_PASS_LEAST {
                    true => self.asked(end, left)?,
                    false => (Done::All, 0),
                };
                let seed = 1;
                self.sharing(
                    end,
                    problems,
                    Pass {
                        done,
                        seed,
                        ..plain
                    },
                )
            }
        })
    }

    /// Which results a pass until `end` takes over, and how many problems it asks: those with
    /// anything open, where there is as much time for each of them as the middle pass may give, and
    /// else those that are not answered, if there are any.
    fn asked<E>(
        &self,
        end: Instant,
        left: impl Fn(Done) -> Result<u64, E>,
    ) -> Result<(Done, u64), E> {
        let open = left(Done::Decided)?;
        let time = end.saturating_duration_since(Instant::now());
        let most = self.most().as_secs_f64();
        Ok(match left(Done::Answered)? {
            unanswered @ 1.. if for_each(time, open, self.threads) < most => {
                (Done::Answered, unanswered)
            }
            _ => (Done::Decided, open),
        })
    }

    /// The most time that the middle pass gives a problem.
    fn most(&self) -> Duration {
        self.easy * MIDDLE_GROWTH
    }

    /// `pass` with the time until `end` shared by `problems`.
    fn sharing(&self, end: Instant, problems: u64, pass: Pass) -> Pass {
        let time = end.saturating_duration_since(Instant::now());
        Pass {
            together: fills(time, problems, self.threads, self.memory),
            shares: Some(Arc::new(Shares::until(end, problems))),
            ..pass
        }
    }
}

/// The part of the total time in which problems may be searched.
fn given_away(total: Duration) -> Duration {
    total - (total * KEPT_SHARE / 100).max(KEPT_LEAST.min(total / 4))
}

/// True when threads that share out `problems` among them for `time` would each fill a table
/// of its part of `memory` (in bytes) [`OVERFILLED`] times with one problem.
fn fills(time: Duration, problems: u64, threads: usize, memory: usize) -> bool {
    let filled = for_each(time, problems, threads) * FILLED_PER_SECOND;
    filled > OVERFILLED * memory as f64 / threads as f64
}

/// The seconds of one thread for each of `problems` that share `time` of all threads.
fn for_each(time: Duration, problems: u64, threads: usize) -> f64 {
    time.as_secs_f64() * threads as f64 / problems.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_to_write_is_kept_back() {
        let given = |ms| given_away(Duration::from_millis(ms)).as_millis();
        let minutes = 20 * 60_000;
        assert_eq!([2000, 8000, minutes].map(given), [1500, 7000, 1_176_000]);
    }

    #[test]
    fn few_hard_problems_get_everything_and_many_do_not() {
        let (minutes, gib) = (Duration::from_secs(720), 1 << 30);
        assert!(fills(minutes, 6, 2, gib), "two minutes each");
        assert!(fills(minutes, 10, 2, gib));
        assert!(!fills(minutes, 25, 2, gib), "a minute each");
        assert!(!fills(minutes, 6, 2, 64 * gib), "more than they can fill");
        assert!(fills(minutes, 0, 2, gib));
    }

    #[test]
    fn a_result_that_came_less_far_says_less() {
        let extent = |undecided, has_verdict, minimal, checks| Extent {
            differs: false,
            undecided,
            has_verdict,
            soundness_open: true,
            minimal,
            checks,
        };
        let mut rising = [
            extent(true, false, 0, 9),
            extent(true, true, 0, 7),
            extent(true, true, 0, 8),
            extent(true, true, 1, 2),
            extent(false, true, 0, 1),
        ];
        for (i, a) in rising.iter().enumerate() {
            for (j, b) in rising.iter().enumerate() {
                assert_eq!(a.says_more_than(b), i > j, "{i} {j}");
            }
        }
        // A proved difference settles it, whatever else is open.
        rising[0].differs = true;
        assert!(rising[0].says_more_than(&rising[3]));
        assert!(rising[0].is_settled() && !rising[0].is_answered());
        assert!(!Done::Answered.holds(&rising[0]) && Done::All.holds(&rising[0]));
        // It is answered once it is known whether it is sound.
        rising[0].has_verdict = true;
        assert!(!rising[0].is_answered());
        rising[0].soundness_open = false;
        assert!(rising[0].is_answered());
    }

    #[test]
    fn what_is_left_decides_what_a_pass_takes_over() {
        let begin = Instant::now();
        let schedule = |total| {
            let total = Some(Duration::from_secs(total));
            Schedule::new(begin, Duration::from_secs(1), total, 2, 1 << 30)
        };
        let hour = schedule(3600);
        assert_eq!(hour.stages().len(), 4);
        let pass = |s: Schedule, stage, answered, decided| {
            s.pass::<()>(stage, |done| match done {
                Done::Answered => Ok(answered),
                _ => Ok(decided),
            })
            .unwrap()
        };
        let easy = pass(hour, Stage::Easy, 9, 9);
        assert!(easy.time == Some(Duration::from_secs(1)) && easy.shares.is_none());
        let middle = pass(hour, Stage::Middle, 5, 9);
        assert!(middle.is_thorough() && !middle.together);
        let shares = middle.shares.unwrap();
        assert_eq!(shares.next(1), Duration::from_secs(6), "six times as long");
        let middle = pass(hour, Stage::Middle, 5, 541);
        assert_eq!(
            middle.done,
            Done::Answered,
            "not six seconds for each of all"
        );
        let middle = pass(hour, Stage::Middle, 0, 541);
        assert_eq!(middle.done, Done::Decided, "all are answered");
        let late = pass(hour, Stage::Late, 5, 9);
        assert!(late.is_thorough() && late.together);
        let last = pass(hour, Stage::Last, 5, 9);
        assert_eq!((last.done, last.seed), (Done::Decided, 1));
        let last = pass(schedule(12), Stage::Last, 5, 9);
        assert_eq!(last.done, Done::Answered);
        let last = pass(schedule(5), Stage::Last, 5, 9);
        assert_eq!(last.done, Done::All, "no time is left");
        let two = Schedule::new(begin, Duration::from_secs(1), None, 2, 1 << 30);
        assert_eq!(two.stages(), [Stage::Easy, Stage::Last]);
        let last = pass(two, Stage::Last, 5, 9);
        assert!(last.done == Done::Decided && last.shares.is_none() && last.seed == 0);
        assert!(!last.is_thorough(), "it might have no end");
    }

    #[test]
    fn a_length_or_few_open_checks_are_worth_handing_on() {
        let earlier = |conventional, open| Earlier {
            conventional,
            open,
            ..Earlier::default()
        };
        let useful = |e: Earlier, futile| e.if_useful(futile).is_some();
        assert!(useful(earlier(Some(9), 30), Futile::Return));
        assert!(
            !useful(earlier(Some(9), 30), Futile::None),
            "of the other metric"
        );
        assert!(!useful(earlier(None, 30), Futile::Return));
        assert!(!useful(earlier(None, 0), Futile::Return));
        assert!(useful(earlier(None, FEW_OPEN), Futile::Return));
    }
}

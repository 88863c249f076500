//! The passes over a collection, and what one hands to the next.
//!
//! A short pass over everything, the easy one, leaves the hard problems. With a total time
//! those that are not settled, or have no verdict, share what remains of it in two more: a
//! middle one, after which most are settled and have one, and a late one for the others.
//! Where a difference is proved and some other check is open, it has its turn in the late
//! pass if the middle one has settled everything. When each problem has so long that a
//! thread would fill its part of the memory, they get all threads and all memory one after
//! the other (experiment 46). What they do not use goes to those that are still not settled
//! in the last pass, with another seed: a long search that went astray seldom does so twice
//! (experiments 48 and 53).

use super::policy::{
    FEW_OPEN, FILLED_PER_SECOND, KEPT_LEAST, KEPT_SHARE, LAST_PASS_LEAST, MIDDLE_GROWTH,
    MIDDLE_SHARE,
};
use super::shares::Shares;
use super::types::Futile;
use shogi_core::Move;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where a problem stands after a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// A difference from what is declared is proved.
    pub differs: bool,
    /// A limit left something open.
    pub undecided: bool,
    /// Mate or no mate is proved.
    pub has_verdict: bool,
    /// The metrics in which the length is proved minimal: 0 to 2.
    pub minimal: usize,
    /// How many other checks of the line were decided.
    pub checks: u32,
}

impl Standing {
    /// True when nothing is left open.
    pub fn is_decided(&self) -> bool {
        !self.undecided
    }

    /// True when it is known whether the problem is what it claims to be: a difference is
    /// proved, whatever else may be open, or everything is decided.
    pub fn is_settled(&self) -> bool {
        self.differs || self.is_decided()
    }

    /// True when that is known and a verdict is proved as well.
    pub fn is_answered(&self) -> bool {
        self.is_settled() && self.has_verdict
    }

    /// True when it says more of the problem than another result about it.
    pub fn says_more_than(&self, other: &Standing) -> bool {
        let known = |s: &Standing| (s.is_settled(), s.has_verdict, s.minimal, s.checks);
        known(self) > known(other)
    }
}

/// What an earlier verification found out about the same problem and its declared line.
/// It is taken at its word: what it refuted is not asked again, and no more is a mate
/// sooner than its shortest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Earlier {
    /// The raw length in plies, if it is proved minimal.
    pub raw: Option<u32>,
    /// The conventional length, likewise.
    pub conventional: Option<u32>,
    /// The checks to be asked, with their plies from 1 on: what it left open, and what it
    /// found to mate, whose certificates are wanted.
    pub ask: Vec<(u32, Move)>,
    /// How many of these it left open.
    pub open: usize,
    /// How many others it decided.
    pub decided: u32,
}

impl Earlier {
    /// True when all that is left of the question of cooks are a few hard ones.
    pub fn left_few(&self) -> bool {
        (1..=FEW_OPEN).contains(&self.open)
    }

    /// What the next pass need not find out again. Where the length is not proved minimal
    /// that is nothing, for what refutes the other checks is half of that proof; unless
    /// only a few checks are open, which then come first.
    pub fn if_useful(self, futile: Futile) -> Option<Earlier> {
        let counts = match futile {
            Futile::Return => self.conventional,
            Futile::None => self.raw,
        };
        (counts.is_some() || self.left_few()).then_some(self)
    }
}

/// Which problems a pass takes over from the one before it, as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    /// Those of which nothing is open.
    Decided,
    /// Those that are settled and have a verdict.
    Answered,
    /// All of them.
    All,
}

impl Done {
    /// True for a problem that is taken over.
    pub fn holds(self, standing: &Standing) -> bool {
        match self {
            Done::Decided => standing.is_decided(),
            Done::Answered => standing.is_answered(),
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
    /// What of the total time each problem may take.
    pub shares: Option<Arc<Shares>>,
    /// All threads and all memory for one problem after the other.
    pub together: bool,
    /// Added to the seed of the searches.
    pub seed: u64,
}

impl Pass {
    /// The only pass, or the last one without a total time.
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

/// The passes of a run, and what they have to share.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Time for one problem in the easy pass.
    easy: Duration,
    /// When the time for everything is over.
    end: Option<Instant>,
    threads: usize,
    memory: usize,
}

impl Schedule {
    /// The passes of a run that began at `begin`: first with `easy` for each problem, then
    /// with what is left of `total`. `memory` is in bytes.
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

    /// One of the passes. `left` counts the problems that the pass before it left open, not
    /// done as its first argument says; of these, when the second is true, only those that
    /// this pass has still to do after it was broken off.
    ///
    /// # Errors
    /// Those of `left`.
    pub fn pass<E>(
        &self,
        stage: Stage,
        left: impl Fn(Done, bool) -> Result<u64, E>,
    ) -> Result<Pass, E> {
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
                let part = end.saturating_duration_since(now) * MIDDLE_SHARE / 100;
                let shares = Shares::until(now + part, left(Done::Answered, true)?);
                Pass {
                    done: Done::Answered,
                    shares: Some(Arc::new(shares.of_at_most(self.easy * MIDDLE_GROWTH))),
                    ..plain
                }
            }
            Stage::Late => {
                let done = match left(Done::Answered, false)? {
                    0 => Done::Decided,
                    _ => Done::Answered,
                };
                self.sharing(end, left(done, true)?, Pass { done, ..plain })
            }
            Stage::Last => {
                let problems = left(Done::Answered, true)?;
                let time = end.saturating_duration_since(Instant::now());
                let done = match time > LAST_PASS_LEAST {
                    true => Done::Answered,
                    false => Done::All,
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

    /// A pass in which so many problems share the time until `end`.
    fn sharing(&self, end: Instant, problems: u64, pass: Pass) -> Pass {
        let time = end.saturating_duration_since(Instant::now());
        Pass {
            together: fills(time, problems, self.threads, self.memory),
            shares: Some(Arc::new(Shares::until(end, problems))),
            ..pass
        }
    }
}

/// What of the total time is given away to problems.
fn given_away(total: Duration) -> Duration {
    total - (total * KEPT_SHARE / 100).max(KEPT_LEAST.min(total / 4))
}

/// True when so many problems side by side would fill their tables in that time.
fn fills(time: Duration, problems: u64, threads: usize, memory: usize) -> bool {
    let threads = threads as f64;
    let each = time.as_secs_f64() * threads / problems.max(1) as f64;
    each * FILLED_PER_SECOND > memory as f64 / threads
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
        assert!(fills(minutes, 25, 2, gib));
        assert!(!fills(minutes, 100, 2, gib), "seven seconds each");
        assert!(!fills(minutes, 6, 2, 64 * gib), "more than they can fill");
        assert!(fills(minutes, 0, 2, gib));
    }

    #[test]
    fn a_result_that_came_less_far_says_less() {
        let standing = |undecided, has_verdict, minimal, checks| Standing {
            differs: false,
            undecided,
            has_verdict,
            minimal,
            checks,
        };
        let mut rising = [
            standing(true, false, 0, 9),
            standing(true, true, 0, 7),
            standing(true, true, 0, 8),
            standing(true, true, 1, 2),
            standing(false, true, 0, 1),
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
            s.pass::<()>(stage, |done, _| match done {
                Done::Answered => Ok(answered),
                _ => Ok(decided),
            })
            .unwrap()
        };
        let easy = pass(hour, Stage::Easy, 9, 9);
        assert!(easy.time == Some(Duration::from_secs(1)) && easy.shares.is_none());
        let middle = pass(hour, Stage::Middle, 9, 9);
        assert!(middle.done == Done::Answered && !middle.together);
        let shares = middle.shares.unwrap();
        assert_eq!(shares.next(1), Duration::from_secs(6), "six times as long");
        let late = pass(hour, Stage::Late, 5, 9);
        assert!(late.done == Done::Answered && late.together);
        let late = pass(hour, Stage::Late, 0, 9);
        assert_eq!(late.done, Done::Decided, "all are answered");
        let last = pass(hour, Stage::Last, 5, 9);
        assert_eq!((last.done, last.seed), (Done::Answered, 1));
        let last = pass(schedule(5), Stage::Last, 5, 9);
        assert_eq!(last.done, Done::All, "no time is left");
        let two = Schedule::new(begin, Duration::from_secs(1), None, 2, 1 << 30);
        assert_eq!(two.stages(), [Stage::Easy, Stage::Last]);
        let last = pass(two, Stage::Last, 5, 9);
        assert!(last.done == Done::Decided && last.shares.is_none() && last.seed == 0);
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

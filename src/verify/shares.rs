//! How the problems that a pass left open share what is left of the total time.
//!
//! A problem's share is what is left of the time of all workers, divided by the problems
//! that are left. What a problem does not use goes to those that follow, so that the problems
//! that need the time have it, and every problem has its turn. Most need less than their
//! share; this is taken into account, since the last problem would otherwise get far more than
//! the first.

use super::policy::EXPECTED_USE;
use crate::base::clock::Instant;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The shares of one pass.
#[derive(Debug)]
pub struct Shares {
    end: Instant,
    /// The most that one problem may take.
    most: Duration,
    /// Problems that are not begun yet.
    left: AtomicU64,
}

impl Shares {
    /// Shares of the time until `end` for `problems`.
    pub fn until(end: Instant, problems: u64) -> Shares {
        Shares {
            end,
            most: Duration::MAX,
            left: AtomicU64::new(problems),
        }
    }

    /// These shares, but no problem gets more than `most`.
    pub fn of_at_most(self, most: Duration) -> Shares {
        Shares { most, ..self }
    }

    /// The time for the next problem, which one of `workers` begins now; this counts it as
    /// begun.
    pub fn next(&self, workers: usize) -> Duration {
        let less = |left: u64| Some(left.saturating_sub(1));
        let (Ok(before) | Err(before)) =
            self.left
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, less);
        let time = self.end.saturating_duration_since(Instant::now());
        share(time, before, workers as u64).min(self.most)
    }
}

/// The part of `time` for one of `left` problems that are not begun, while each of the other
/// workers is in the middle of a problem.
fn share(time: Duration, left: u64, workers: u64) -> Duration {
    let others = left.max(1) - 1 + workers.saturating_sub(1);
    let part = workers as f64 / (1.0 + EXPECTED_USE * others as f64);
    time.mul_f64(part.min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_have_a_part_and_the_last_one_the_rest() {
        let minute = Duration::from_secs(60);
        assert_eq!(share(minute, 11, 1), minute / 10);
        assert_eq!(share(minute, 1, 1), minute);
        assert_eq!(share(minute, 1, 2), minute);
        assert_eq!(share(minute * 2, 10, 2), minute * 4 / 10);
        assert_eq!(share(minute, 0, 4), minute);
    }

    #[test]
    fn no_problem_gets_more_than_it_may() {
        let far = Instant::now() + Duration::from_secs(3600);
        let shares = Shares::until(far, 2).of_at_most(Duration::from_secs(5));
        assert_eq!(shares.next(2), Duration::from_secs(5));
        assert!(Shares::until(far, 2).next(2) > Duration::from_secs(1000));
    }

    /// More problems may come than were counted.
    #[test]
    fn one_problem_too_many_gets_what_the_last_one_gets() {
        let far = Instant::now() + Duration::from_secs(3600);
        let shares = Shares::until(far, 1);
        for _ in 0..3 {
            assert!(shares.next(4) > Duration::from_secs(1000));
        }
    }

    #[test]
    fn no_time_is_left_after_the_end() {
        let shares = Shares::until(Instant::now(), 2);
        for _ in 0..3 {
            assert_eq!(shares.next(2), Duration::ZERO);
        }
    }
}

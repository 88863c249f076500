//! How many requests may come.

use std::time::Instant;

/// Lets this number of requests in every second, and twice as many at once.
pub struct Rate {
    a_second: f64,
    /// How many may come now.
    left: f64,
    /// When they were counted.
    at: Instant,
}

impl Rate {
    /// A rate that nobody has used yet.
    pub fn new(a_second: f64) -> Rate {
        Rate {
            a_second,
            left: 2.0 * a_second,
            at: Instant::now(),
        }
    }

    /// Counts a request that comes `now`; false when it is one too many.
    pub fn admits(&mut self, now: Instant) -> bool {
        let more = now.saturating_duration_since(self.at).as_secs_f64() * self.a_second;
        self.left = (self.left + more).min(2.0 * self.a_second);
        self.at = now;
        let admitted = self.left >= 1.0;
        if admitted {
            self.left -= 1.0;
        }
        admitted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn too_many_at_once_are_refused_and_later_ones_are_not() {
        let mut rate = Rate::new(10.0);
        let now = Instant::now();
        let mut admitted = |now| (0..100).filter(|_| rate.admits(now)).count();
        assert_eq!(admitted(now), 20);
        assert_eq!(admitted(now + Duration::from_millis(550)), 5);
        assert_eq!(admitted(now + Duration::from_secs(60)), 20);
    }
}

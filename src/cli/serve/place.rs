//! What is counted, or has to happen, as long as something goes on, and ends with it however it
//! ends: after a panic too.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// One of a limited number of places, which is free again when this is dropped.
pub struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    /// Takes one of `most` places, of which `taken` are taken; `None` when all of them are.
    pub fn take(taken: &'a AtomicUsize, most: usize) -> Option<Place<'a>> {
        let place = Place(taken);
        (taken.fetch_add(1, Ordering::SeqCst) < most).then_some(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Sets a flag when it is dropped.
pub struct Raise<'a>(pub &'a AtomicBool);

impl Drop for Raise<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn there_are_no_more_places_than_there_are() {
        let taken = AtomicUsize::new(0);
        let first = Place::take(&taken, 2);
        let second = Place::take(&taken, 2);
        assert!(first.is_some() && second.is_some());
        assert!(Place::take(&taken, 2).is_none());
        drop(first);
        assert!(Place::take(&taken, 2).is_some());
        drop(second);
        assert_eq!(taken.into_inner(), 0);
    }

    #[test]
    fn a_panic_gives_the_place_back_and_sets_the_flag() {
        let (taken, flag) = (AtomicUsize::new(0), AtomicBool::new(false));
        let work = || {
            let _place = Place::take(&taken, 1);
            let _raise = Raise(&flag);
            panic!("a defect");
        };
        assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
        assert_eq!((taken.into_inner(), flag.into_inner()), (0, true));
    }
}

//! A panic costs the problem it happened in, not the run; this is what is said of it.

use std::any::Any;
use tsumi::formats::text::shown;

/// Longest text of a panic that is shown, in characters.
const LONGEST: usize = 300;

/// The words of a panic that was caught.
pub fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("the solver panicked");
    shown(text, LONGEST)
}

//! The ground floor: values that several rooms share, and that know no room themselves.
//!
//! Lengths and limits of searches, what a problem is once it was read, moves in Japanese
//! notation, what is said to people in both languages, files for what is too much for memory.

pub mod clock;
pub mod length;
pub mod limits;
pub mod markup;
pub mod message;
pub mod names;
pub mod notation;
pub mod problem;
pub mod scratch;
pub mod tree;
pub mod words;

pub use length::{Len, Length};
pub use limits::{Limit, Limits};
pub use problem::Problem;
pub use tree::Tree;

//! What the fuzz targets hold.
//!
//! A target in `fuzz_targets/` only hands its bytes to the function of its name here.
//! The test of this package runs the seed corpus through the same functions, so that they
//! compile and hold without libFuzzer, too.

mod board;
mod certificate;
mod engine;
mod readers;
mod rows;
mod rules;
mod service;
mod solver;

pub use certificate::certificate;
pub use engine::usi;
pub use readers::{csa, jkf, jsonl, ki2, kif, sfen, text};
pub use rows::rows;
pub use rules::moves;
pub use service::service;
pub use solver::solve;

/// What a target does with its bytes.
pub type Target = fn(&[u8]);

/// Every target with its name, which is also the name of its folder in `corpus/`.
pub const TARGETS: [(&str, Target); 13] = [
    ("certificate", certificate),
    ("csa", csa),
    ("jkf", jkf),
    ("jsonl", jsonl),
    ("ki2", ki2),
    ("kif", kif),
    ("moves", moves),
    ("rows", rows),
    ("service", service),
    ("sfen", sfen),
    ("solve", solve),
    ("text", text),
    ("usi", usi),
];

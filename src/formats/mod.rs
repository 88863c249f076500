//! Everything that comes in from or goes out to people and other programs as
//! text: problem files in and out, diagrams and move lists out.
//!
//! Reading is a stream: [`read_input`] yields one [`Problem`] or one
//! [`InputError`] after the other, so that a bad problem never costs the good
//! ones around it and a file of a million lines needs no more memory than its
//! longest line. Writing is a set of small functions on `shogi_core` types.
//!
//! Nothing here knows how to solve; the only rules of shogi used are those
//! that decide whether a position makes sense at all ([`validate`]).

pub mod address;
pub mod blocks;
pub mod csa;
pub mod csa_write;
pub mod detect;
pub mod diagram;
pub mod encoding;
pub mod error;
pub mod fill;
pub mod handicap;
pub mod jkf;
pub mod jsonl;
pub mod ki2_moves;
pub mod kif;
pub mod kif_board;
pub mod kif_hand;
pub mod kif_line;
pub mod kif_moves;
pub mod kif_tree;
pub mod kif_write;
pub mod lines;
#[cfg(feature = "png")]
pub mod png;
pub mod reader;
pub mod record;
pub mod sfen;
pub mod svg;
pub mod text;
pub mod units;
pub mod usi;
pub mod validate;
pub mod write;

pub use crate::base::message::Message;
pub use crate::base::notation;
pub use crate::base::problem::{BranchFault, Expect, LineFault, Problem, Source, Warning};
pub use error::InputError;
pub use reader::{Input, ReadOptions, read_input};
pub use write::Target;

//! Text from and for people and other programs: problem files are read and written, diagrams
//! and lines of moves written.
//!
//! Reading is a stream: [`read_input`] yields one [`Problem`] or one [`InputError`] after the
//! other. So a bad problem does not keep the others from being read, and a file of any length
//! needs memory for one line, or one KIF or CSA record or JKF file (16 MiB at most). Writing is a set of small functions on `shogi_core` types.
//!
//! Nothing here solves problems. Whether a move is legal is asked of `shogi/rules.rs`, and
//! whether a position makes sense of [`SetupError`](crate::shogi::SetupError)
//! ([`validate`]).

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
pub mod input;
pub mod jkf;
pub mod jkf_array;
pub mod jkf_write;
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
pub mod options;
#[cfg(feature = "png")]
pub mod png;
pub mod reader;
pub mod record;
pub mod sfen;
mod sfen_scan;
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
pub use input::Input;
pub use options::{Accept, ReadOptions};
pub use reader::read_input;
pub use write::Target;

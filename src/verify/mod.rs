//! Is a problem what it claims to be? One problem in, a [`Judgement`] out.
//!
//! The declared line is replayed first, which is cheap, and gets a first look for
//! cooks, which shows most of those there are. Then the position is solved, the
//! declared length is set beside the proved one, and every attacker's
//! node of the main line is searched for other checks that mate (余詰), and the
//! defences of the file's branches (変化) are held against the length. Where a
//! length differs, the declared line is walked back from its end to the move
//! where it leaves the best play. All of it shares one budget of time and nodes.
//!
//! Nothing here reads files or prints; `cli/verify.rs` does that for whole
//! collections. The solver is used through its front door only.

mod branches;
mod budget;
mod cooks;
mod departure;
mod hunt;
mod judge;
mod lengths;
mod line;
mod solvers;
mod types;

pub use budget::Budget;
pub use judge::Verifier;
pub use line::{LineState, replay};
pub use types::{
    Cook, CookKind, Cooks, Departure, Earlier, Finding, Futile, Judgement, Profile, Settings,
    Status,
};

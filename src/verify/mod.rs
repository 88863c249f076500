//! Is a problem what it claims to be? One problem in, a [`Judgement`] out.
//!
//! The declared line is replayed first, which is cheap, and a short search along it finds
//! most of its cooks. Then the position is solved, the declared length is compared with the
//! proved one, the lengths of the defences in the file's branches (変化) are compared with
//! the declared one, and every attacker's node of the main line is searched for other checks
//! that mate (余詰). Where a length differs, the declared line is walked back from its end to
//! the move where it leaves the best play. All of it shares one budget of time and nodes.
//!
//! For a whole collection [`passes`] says which problems are asked again and with what
//! limits. Nothing here reads files or prints; `cli/verify` does that. Of the solver only
//! `solver.rs` is used.

mod asked;
mod audit;
mod branch_finding;
mod branches;
mod budget;
pub mod card;
mod classics;
mod cook_findings;
mod cook_kind;
mod cooked;
mod cooks;
mod departure;
mod finding;
mod glance;
mod inquiry;
mod intended;
mod judge;
mod leftover_finding;
mod length_finding;
mod lengths;
mod likely;
mod line;
mod line_finding;
mod other_mates;
mod pace;
pub mod passes;
pub mod policy;
mod prove;
mod quoted;
mod remark;
mod remarks;
mod shares;
mod solvers;
mod soundness;
mod types;
mod walked;

pub use audit::{Audit, AuditedCheck, CheckResult, Defence, Removal, Without};
pub use branch_finding::{Branch, BranchFinding};
pub use budget::Budget;
pub use cooked::{ChecksOpen, Cooked};
pub use finding::Finding;
pub use glance::{Glance, glance};
pub use inquiry::Inquiry;
pub use judge::Verifier;
pub use leftover_finding::{Leftover, LeftoverOpen, LongerLeft};
pub use length_finding::{
    AtMost, ByClassics, Counting, Departure, Left, LengthDiffers, LengthOpen, LongerReplies,
    Outlasted,
};
pub use line::{LineState, replay};
pub use line_finding::{BranchCut, LineLength};
pub use other_mates::OtherMates;
pub use passes::{Earlier, Extent};
pub use quoted::{Failure, Quoted};
pub use remark::{Equal, EqualCooked, Remark, Unrestricted, UnrestrictedLonger};
pub use shares::Shares;
pub use soundness::{Soundness, Weight};
pub use types::{Cook, CookKind, Cooks, Futile, Judgement, Pace, Profile, Settings, Status};

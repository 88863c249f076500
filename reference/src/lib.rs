//! The AND/OR tree searches of the literature side by side, each in its plain
//! published form, and what it takes to compare them.
//!
//! Every algorithm works on any [`graph::AndOrGraph`]: tsume-shogi is one (its
//! adapter belongs to the program `tsumi`), and so are graphs written down node by
//! node ([`explicit::Explicit`]). [`algorithms::Algorithm`] is the list of them, and
//! docs/algorithms.md of the repository introduces them. This package shares no code
//! with the solver `tsumi`, because the solver is compared with it, in tests and by
//! `tsumi compare`, whose rows, totals and plot are in [`compare`].
//!
//! ```
//! use tsumi_reference::algorithms::Algorithm;
//! use tsumi_reference::explicit::Explicit;
//! use tsumi_reference::limits::{Limits, Value};
//!
//! // The attacker moves at a: b is lost, c is won.
//! let graph = Explicit::parse("a or b c\nb -\nc +")?;
//! let report = Algorithm::Dfpn.solve(&graph, Limits::default());
//! assert_eq!(report.value, Value::Proved);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
pub mod algorithms;
pub mod alphabeta;
pub mod aspiration;
pub mod compare;
pub mod dfpn;
pub mod dfpn_plus;
pub mod dfpn_r;
pub mod doubling;
pub mod explicit;
pub mod family;
mod ghi;
pub mod graph;
pub mod layered;
pub mod limits;
pub mod minimax;
pub mod mtdf;
pub mod multicut;
pub mod negascout;
pub mod numbers;
pub mod parallel;
pub mod pn2;
pub mod pns;
pub mod proof_set;
pub mod scout;
pub mod small_tree_gc;
pub mod small_tree_replacement;
pub mod snda;
pub mod store;
pub mod tca;
pub mod thresholds;
pub mod tree_simulation;
pub mod wpns;

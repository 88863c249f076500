//! The field's algorithms side by side, each in its plain published form.
//!
//! This room shares no code with the solver's search; it is what the solver is
//! compared with, in tests and by `tsumi compare`. Every algorithm works on any
//! [`graph::AndOrGraph`]; shogi is one of them ([`shogi::Tsume`]), and so are
//! graphs written down node by node ([`explicit::Explicit`]). docs/algorithms.md
//! is the tour; [`algorithms::Algorithm`] is the list.
pub mod algorithms;
pub mod alphabeta;
pub mod aspiration;
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
pub mod random;
pub mod scout;
pub mod shogi;
pub mod small_tree_gc;
pub mod small_tree_replacement;
pub mod snda;
pub mod store;
pub mod tca;
pub mod thresholds;
pub mod tree_simulation;
pub mod wpns;

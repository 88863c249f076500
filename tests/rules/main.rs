//! The rules of shogi: generators, positions, hands.

mod common;

mod checker;
mod hands;
mod interpositions;
mod law;
mod perft;
mod pitfalls;
mod setup;
mod support;

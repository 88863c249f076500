//! The rules of shogi as the search needs them.
//!
//! The board is always seen from the attacker: his pieces move toward rank 1,
//! whatever colour he had in the input (`setup` and `convert` rotate at the
//! edge). That halves the code and leaves no room for a fault that shows for
//! one colour only. Everything here is `make`/`unmake` on one board; hands are
//! kept out of the board key, so that positions with different hands can be
//! compared piece for piece.
//!
//! | file | idea |
//! |---|---|
//! | `square`, `bitboard`, `kind`, `hand`, `moves` | the small values |
//! | `attacks` | where a piece can go, by tables and rays |
//! | `key` | Zobrist numbers, also run backwards |
//! | `place` | a board's key and the attacker's hand |
//! | `position` | the board itself, make and unmake |
//! | `support` | checkers, pins, who bears on a square |
//! | `coverage` | all squares the attacker bears on |
//! | `checks` | every legal checking move |
//! | `evasions` | every legal answer to a check |
//! | `captures` | where an interposed piece could be captured with check; is every reply futile |
//! | `leaf` | is there a check, an evasion, a mate in one |
//! | `legal` | slow reference for all of it |
//! | `view` | what a position looks like around the king |
//! | `other_checks` | the other checks along a line |
//! | `rules` | the rules for the other rooms, on `shogi_core` positions |
//! | `setup`, `convert` | from `shogi_core` positions and moves, and back |
mod attacks;
mod bitboard;
mod captures;
mod checks;
mod convert;
mod coverage;
mod evasions;
mod hand;
mod key;
mod kind;
mod leaf;
mod legal;
mod moves;
mod other_checks;
mod place;
mod position;
pub mod rules;
mod setup;
mod square;
mod support;
mod view;

pub use attacks::{attacks_of, between, ray_through};
pub use bitboard::Bitboard;
pub use hand::Hand;
pub use key::{hand_after, hand_before, is_key, key_before};
pub use kind::{HAND_KINDS, Kind, Side};
pub use leaf::{Leaf, Open};
pub use moves::Move;
pub use other_checks::{LineNode, other_checks};
pub use place::Place;
pub use position::Position;
pub use setup::{Holder, SetupError, check_pieces, faults};
pub use square::Square;
pub use view::zone;

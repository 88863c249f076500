//! tsumi: a checkmate proof solver for shogi (tsume-shogi, 詰将棋).
pub mod checker;
pub mod formats;
pub mod proof;
pub mod search;
pub mod shogi;
pub mod solver;
pub mod table;

//! The moves of a page, each once: in USI and in words.

use crate::base::notation;
use serde_json::{Value, json};
use shogi_core::{Move, PartialPosition, ToUsi};
use std::collections::HashMap;

/// Moves by their numbers, in the order in which they came up.
#[derive(Default)]
pub struct Names {
    /// The numbers of the moves that have come up, by what their names depend on: the names
    /// themselves take long to find.
    seen: HashMap<String, usize>,
    known: HashMap<[String; 3], usize>,
    all: Vec<[String; 3]>,
}

impl Names {
    /// The number of a legal move of a position. The same move in USI may have several: what books
    /// call it depends on the position.
    pub fn of(&mut self, position: &PartialPosition, mv: Move) -> usize {
        let key = notation::key(position, mv);
        if let Some(&number) = self.seen.get(&key) {
            return number;
        }
        let name = [
            mv.to_usi_owned(),
            notation::english_move(position, mv),
            notation::japanese_move(position, mv),
        ];
        let next = self.all.len();
        let number = *self.known.entry(name).or_insert_with_key(|name| {
            self.all.push(name.clone());
            next
        });
        self.seen.insert(key, number);
        number
    }

    /// The numbers of a line's moves.
    pub fn line(&mut self, position: &PartialPosition, moves: &[Move]) -> Vec<usize> {
        let mut at = position.clone();
        let mut one = |&mv| {
            let name = self.of(&at, mv);
            at.make_move(mv).map(|()| name)
        };
        moves.iter().map_while(&mut one).collect()
    }

    /// All of them, as `[USI, English, Japanese]`.
    pub fn value(&self) -> Value {
        json!(self.all)
    }
}

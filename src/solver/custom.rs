//! Which line is the main line where the longest defences leave pieces in hand
//! (docs/conventional.md).

use super::Outcome;
use shogi_core::{Move, PieceKind};

/// A custom of composers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Custom {
    /// The longest line, the rule of today.
    Today,
    /// The longest line that leaves nothing, the custom of the classics.
    Classic,
}

impl Custom {
    /// The custom that a declared length, in plies, follows.
    pub fn of(declared: Option<u32>, outcome: &Outcome) -> Custom {
        let plies = outcome.nothing_left.as_ref().map(Vec::len);
        match plies.is_some() && plies == declared.map(|n| n as usize) {
            true => Custom::Classic,
            false => Custom::Today,
        }
    }
}

impl Outcome {
    /// The longest line that leaves nothing, where the longest line leaves something and the
    /// custom is that of the classics.
    fn classic(&self, custom: Custom) -> Option<&[Move]> {
        let line = self.nothing_left.as_deref();
        line.filter(|_| custom == Custom::Classic)
    }

    /// The main line (本手順) by this custom.
    pub fn main_line(&self, custom: Custom) -> &[Move] {
        self.classic(custom).unwrap_or(&self.line)
    }

    /// What is left in the attacker's hand at the end of that line (駒余り).
    pub fn left(&self, custom: Custom) -> &[(PieceKind, u8)] {
        match self.classic(custom) {
            Some(_) => &[],
            None => &self.leftover,
        }
    }

    /// Does the certificate prove what the main line by this custom leaves?
    pub fn proves_left(&self, custom: Custom) -> bool {
        match self.classic(custom) {
            Some(_) => self.proves_nothing_left(),
            None => self.proves_leftover(),
        }
    }
}

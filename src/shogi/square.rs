//! A square of the board, 0..81, in the order of `shogi_core` (file by file
//! from the right, rank 1 first). Plus one is one rank down (toward the
//! attacker's side), plus nine is one file to the left.

/// A square, `(file - 1) * 9 + (rank - 1)`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub(super) u8);

/// The bit of each square; a power of two of them, so that no index is out of range.
static BITS: [u128; 128] = {
    let mut bits = [0; 128];
    let mut square = 0;
    while square < Square::NUM {
        bits[square] = 1 << square;
        square += 1;
    }
    bits
};

impl Square {
    /// The number of squares.
    pub const NUM: usize = 81;

    /// The square with that index.
    #[inline(always)]
    pub const fn new(index: u8) -> Square {
        debug_assert!(index < 81);
        Square(index)
    }

    /// The square on a file (1..=9) and rank (1..=9).
    pub const fn at(file: u8, rank: u8) -> Square {
        debug_assert!(file >= 1 && file <= 9 && rank >= 1 && rank <= 9);
        Square((file - 1) * 9 + rank - 1)
    }

    /// The set of this square alone, from a table. Where `1 << n` is put into a board, the compiler
    /// writes the four bytes that it changes, and a processor that reads the whole board next has
    /// to wait until they are in the cache.
    #[inline(always)]
    pub(super) const fn bit(self) -> u128 {
        BITS[self.0 as usize & 127]
    }

    /// 0..81.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 1..=9, from the right.
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// 1..=9, from the top; the attacker moves toward 1.
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// Steps that a king would take to the other square on an empty board, 0..=8.
    #[inline(always)]
    pub const fn steps_to(self, other: Square) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// The square seen from the other side of the board.
    #[inline(always)]
    pub const fn rotated(self) -> Square {
        Square(80 - self.0)
    }
}

impl std::fmt::Debug for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.file(), (b'a' + self.rank() - 1) as char)
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Debug::fmt(self, f)
    }
}

//! Kinds of pieces and the two sides. The numbers are chosen so that promotion
//! is one bit (8) and the kinds that can be held are the first seven.

/// What a piece is, without its owner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    Pawn = 0,
    Lance = 1,
    Knight = 2,
    Silver = 3,
    Bishop = 4,
    Rook = 5,
    Gold = 6,
    King = 7,
    ProPawn = 8,
    ProLance = 9,
    ProKnight = 10,
    ProSilver = 11,
    Horse = 12,
    Dragon = 13,
}

/// The kinds that can be held in hand.
pub const HAND_KINDS: [Kind; 7] = [
    Kind::Pawn,
    Kind::Lance,
    Kind::Knight,
    Kind::Silver,
    Kind::Bishop,
    Kind::Rook,
    Kind::Gold,
];

/// By number; 14 and 15 do not occur and stand for a king.
const BY_NUMBER: [Kind; 16] = [
    Kind::Pawn,
    Kind::Lance,
    Kind::Knight,
    Kind::Silver,
    Kind::Bishop,
    Kind::Rook,
    Kind::Gold,
    Kind::King,
    Kind::ProPawn,
    Kind::ProLance,
    Kind::ProKnight,
    Kind::ProSilver,
    Kind::Horse,
    Kind::Dragon,
    Kind::King,
    Kind::King,
];

impl Kind {
    /// The number of kinds.
    pub const NUM: usize = 14;

    /// How many pieces of each of `HAND_KINDS` a set has.
    pub const TOTALS: [u8; 7] = [18, 4, 4, 4, 2, 2, 4];

    /// The kind with that number.
    #[inline(always)]
    pub const fn from_u8(number: u8) -> Kind {
        debug_assert!(number < 14);
        BY_NUMBER[(number & 15) as usize]
    }

    /// Its number as an index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// True for the six kinds that can turn over.
    #[inline(always)]
    pub const fn can_promote(self) -> bool {
        (self as u8) < 6
    }

    /// True for a piece that is turned over.
    #[inline(always)]
    pub const fn is_promoted(self) -> bool {
        self as u8 >= 8
    }

    /// The other side of the piece; itself when there is none.
    #[inline(always)]
    pub const fn promoted(self) -> Kind {
        if self.can_promote() {
            BY_NUMBER[(self as u8 | 8) as usize]
        } else {
            self
        }
    }

    /// The face a piece has in hand; itself when it is not promoted.
    #[inline(always)]
    pub const fn unpromoted(self) -> Kind {
        if self.is_promoted() {
            BY_NUMBER[(self as u8 & 7) as usize]
        } else {
            self
        }
    }

    /// True for gold and everything that moves like it.
    #[inline(always)]
    pub const fn is_goldlike(self) -> bool {
        GOLDLIKE >> (self as u8) & 1 != 0
    }
}

const GOLDLIKE: u16 = 1 << 6 | 0b1111 << 8;

/// Who: the side that must give check, or the side with the king to be mated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    Attacker = 0,
    Defender = 1,
}

impl Side {
    /// The other side.
    #[inline(always)]
    pub const fn opposite(self) -> Side {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }

    /// As an index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

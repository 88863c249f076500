//! Lengths of mates: what a search is limited to, and what is known of a problem.
//!
//! [`Len`] keeps the arithmetic of length limits in one place: taking a ply from "no limit"
//! leaves "no limit", and a limit below zero cannot be made. (The documentation of maou and of
//! KomoringHeights both report false proofs from lengths that wrapped around.)

/// Plies until mate, or a limit on them; 0 to 65,000, or infinite.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Len(u16);

impl Len {
    /// Mate already.
    pub const ZERO: Len = Len(0);
    /// No limit, or "no mate of any length".
    pub const INFINITE: Len = Len(65_001);
    /// No mate is known (greater than every limit).
    pub const NONE_MATE: Len = Len(u16::MAX);
    /// No disproof is known. Zero serves for it, since "no mate within 0 plies" holds of
    /// every node without a proof: at an attacker's node mate takes a ply at least, and a
    /// defender's node with a legal move is not mated yet.
    pub const NONE_NOMATE: Len = Len(0);
    /// The longest finite length.
    pub const MAX_FINITE: u16 = 65_000;

    /// A finite number of plies; larger ones become the longest finite length.
    pub fn new(plies: u32) -> Len {
        Len(plies.min(Self::MAX_FINITE as u32) as u16)
    }

    pub(crate) const fn from_raw(raw: u16) -> Len {
        Len(raw)
    }

    pub(crate) const fn raw(self) -> u16 {
        self.0
    }

    /// The number of plies; `INFINITE` gives a number above `MAX_FINITE`.
    pub fn plies(self) -> u32 {
        self.0 as u32
    }

    /// One ply more; infinite stays infinite.
    pub fn up(self) -> Len {
        if self.0 >= Self::MAX_FINITE {
            self
        } else {
            Len(self.0 + 1)
        }
    }

    /// One ply less; infinite stays infinite, zero stays zero (ask `is_zero` first).
    pub fn down(self) -> Len {
        if self.0 > Self::MAX_FINITE {
            self
        } else {
            Len(self.0.saturating_sub(1))
        }
    }

    /// True for a limit of no plies at all.
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// True for a limit, false for "no limit".
    pub fn is_finite(self) -> bool {
        self.0 <= Self::MAX_FINITE
    }
}

/// What is known of a length: the shortest mate takes `lower..=upper` plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// No mate takes fewer plies than this, which is proved.
    pub lower: u32,
    /// There is a mate within this number of plies.
    pub upper: u32,
}

impl Length {
    /// True when no shorter mate exists in this metric, and that was proved.
    pub fn is_minimal(&self) -> bool {
        self.lower == self.upper
    }

    /// True when it is proved to be so many plies.
    pub fn is_exactly(&self, plies: u32) -> bool {
        (self.lower, self.upper) == (plies, plies)
    }

    /// The length with the move before the position counted too.
    pub fn after_a_move(self) -> Length {
        Length {
            lower: self.lower + 1,
            upper: self.upper + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_do_not_wrap() {
        assert_eq!(Len::ZERO.down(), Len::ZERO);
        assert_eq!(Len::INFINITE.down(), Len::INFINITE);
        assert_eq!(Len::INFINITE.up(), Len::INFINITE);
        assert_eq!(Len::new(65_000).up(), Len::new(65_000));
        assert!(Len::new(1_000_000) < Len::INFINITE);
        assert!(Len::INFINITE < Len::NONE_MATE);
        assert_eq!(Len::new(3).down().up(), Len::new(3));
    }
}

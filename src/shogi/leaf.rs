//! The questions a search asks before it makes a node: is there a check at all,
//! an evasion at all, a mate in one; and how many checks there are.
//!
//! They run the very generators of `checks` and `evasions` with an early stop,
//! so they are exact by construction. Mate in one first throws out, without
//! playing them, the checks after which a flight square is certainly open; what
//! is left is played and asked for an evasion. A filter here may only ever say
//! "no mate", and only where it has found an evasion: false mates at the leaves are
//! the classic fault of such solvers (`tests/rules/pitfalls.rs`).
use super::attacks;
use super::bitboard::Bitboard;
use super::kind::{Kind, Side};
use super::moves::Move;
use super::position::Position;
use super::square::Square;
use std::cell::Cell;

/// What an attacker's node turns out to be without a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// This check mates.
    Mate(Move),
    /// There is no legal check.
    NoCheck,
    /// There are checks, and none mates at once, as far as that was asked.
    Open(Open),
}

/// What is seen of an attacker's node that has to be searched.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Open {
    /// The number of squares the king could step to now, if it were his turn.
    pub exits: u8,
    /// The number of the attacker's checks, 255 for 255 or more. The drop of a pawn counts even
    /// where it is not legal because it would mate.
    pub checks: u8,
    /// Some check can be answered by interposing drops alone.
    pub only_drops: bool,
    /// Mate in one was looked for; if it was not, `only_drops` is false without a meaning.
    pub asked: bool,
}

/// What the defender has against a check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answers {
    None,
    /// Interpositions by drops.
    OnlyDrops,
    Others,
}

/// True for a pawn, bishop or rook that does not promote where it could. Promoted it bears
/// on more squares, so if that did not mate, this does not; and the generator visits the
/// promotion first.
#[inline(always)]
fn declines(m: Move) -> bool {
    let zone = attacks::ZONE[Side::Attacker.index()];
    !m.is_promotion()
        && matches!(m.kind(), Kind::Pawn | Kind::Bishop | Kind::Rook)
        && zone & (1 << m.from().0 | 1 << m.to().0) != 0
}

/// The number, or 255 if it is greater. A greater one must not wrap to 0, since "no check"
/// is a verdict.
fn at_most_a_byte(n: u32) -> u8 {
    u8::try_from(n).unwrap_or(u8::MAX)
}

impl Position {
    /// Does the attacker, who is to move, have a legal check?
    pub fn has_check(&self) -> bool {
        self.visit_checks(|_, squares| squares, &mut |_| true)
    }

    /// Does the defender, who is to move and in check, have a legal move?
    pub fn has_evasion(&self) -> bool {
        let king = self.target();
        self.visit_flights(king, &mut |_| true) || self.visit_other_evasions(king, &mut |_| true)
    }

    /// A check of the attacker, who is to move, that leaves no evasion.
    pub fn mate_in_one(&self) -> Option<Move> {
        match self.leaf() {
            Leaf::Mate(m) => Some(m),
            _ => None,
        }
    }

    /// Both questions about an attacker's node at once: mate in one, or no check at all?
    pub fn leaf(&self) -> Leaf {
        self.leaf_below(u8::MAX)
    }

    /// Answers as [`leaf`](Position::leaf) does, but does not look for a mate in one where the
    /// king has `many` exits or more.
    pub fn leaf_below(&self, many: u8) -> Leaf {
        debug_assert!(self.turn == Side::Attacker);
        let king = self.target();
        let exits = self.exits(king);
        let count = exits.count_ones() as u8;
        if count >= many {
            return self.leaf_without_mate(count);
        }
        let mut board: Option<Position> = None;
        let mut mate = None;
        let mut only_drops = false;
        let checks = Cell::new(0);
        // The pawn's drop never mates, and whether it is legal at all takes longer
        // to find out: it is asked last.
        let pawn = Cell::new(false);
        let worth = |kind, squares: u128| {
            if squares == 0 {
                return 0;
            }
            if kind == Kind::Pawn {
                pawn.set(true);
                return 0;
            }
            checks.set(checks.get() + squares.count_ones());
            self.drops_covering(kind, squares, king, exits)
        };
        self.visit_checks(worth, &mut |m| {
            // Drops were counted by kind.
            if !m.is_drop() {
                checks.set(checks.get() + 1);
                if declines(m) || self.surely_leaves_flight(m, king, exits) {
                    return false;
                }
            }
            let board = board.get_or_insert_with(|| self.clone());
            let answers = board.answers(m, king);
            only_drops |= answers == Answers::OnlyDrops;
            mate = (answers == Answers::None).then_some(m);
            mate.is_some()
        });
        match mate {
            Some(m) => Leaf::Mate(m),
            None if checks.get() > 0 || pawn.get() && self.has_check() => Leaf::Open(Open {
                exits: count,
                checks: at_most_a_byte(checks.get() + pawn.get() as u32),
                only_drops,
                asked: true,
            }),
            None => Leaf::NoCheck,
        }
    }

    /// The leaf where mate in one is not looked for and the king has so many exits.
    fn leaf_without_mate(&self, exits: u8) -> Leaf {
        match self.count_checks() {
            0 => Leaf::NoCheck,
            checks => Leaf::Open(Open {
                exits,
                checks,
                ..Open::default()
            }),
        }
    }

    /// What the defender has against this check of the side to move.
    #[inline(always)]
    fn answers(&mut self, check: Move, king: Square) -> Answers {
        self.make(check);
        // Flights are asked for last: after most checks that leave one, `surely_leaves_flight` has
        // said so. Among other evasions drops come last, so if the first one is a drop, there are
        // only drops.
        let mut dropped = false;
        let any = self.visit_other_evasions(king, &mut |reply| {
            dropped = reply.is_drop();
            true
        });
        let flees = (!any || dropped) && self.visit_flights(king, &mut |_| true);
        self.unmake(check);
        if flees || any && !dropped {
            Answers::Others
        } else if dropped {
            Answers::OnlyDrops
        } else {
            Answers::None
        }
    }

    /// How many checks the attacker has, as [`Open`] counts them; 0 only if there is
    /// none.
    pub fn count_checks(&self) -> u8 {
        let (mut board, drops, pawn) = (0, Cell::new(0), Cell::new(false));
        let count = |kind, squares: u128| {
            match kind {
                Kind::Pawn => pawn.set(squares != 0),
                _ => drops.set(drops.get() + squares.count_ones()),
            }
            0
        };
        self.visit_checks(count, &mut |_| {
            board += 1;
            false
        });
        match board + drops.get() {
            0 => (pawn.get() && self.has_check()) as u8,
            others => at_most_a_byte(others + pawn.get() as u32),
        }
    }

    /// Squares next to the defender's king that he could step to now, if it were his turn.
    pub fn king_exits(&self) -> Bitboard {
        Bitboard(self.exits(self.target()))
    }

    #[inline(always)]
    pub(super) fn exits(&self, king: Square) -> u128 {
        let without = self.occ() ^ king.bit();
        attacks::king(king) & !self.sides[1] & !self.coverage(without)
    }

    /// The squares among `squares` from which a dropped piece would bear on every exit: from
    /// anywhere else it does not mate. (A drop opens no line; on an exit itself the king would
    /// take it.) A pawn never mates by a drop.
    #[inline(always)]
    fn drops_covering(&self, kind: Kind, mut squares: u128, king: Square, exits: u128) -> u128 {
        if kind == Kind::Pawn {
            return 0;
        }
        let without = self.occ() ^ king.bit();
        for exit in Bitboard(exits) {
            if squares == 0 {
                break;
            }
            squares &= attacks::attacks(Side::Defender, kind, exit, without);
        }
        squares
    }

    /// True only if the king can certainly answer this check, by stepping to one of his `exits`
    /// or by taking the piece. `exits` are those before the check.
    #[inline(always)]
    fn surely_leaves_flight(&self, m: Move, king: Square, exits: u128) -> bool {
        let to = m.to();
        let bit = to.bit();
        let from = m.from().bit();
        let without = (self.occ() ^ king.bit()) & !from | bit;
        let open = exits & !bit & !attacks::attacks(Side::Attacker, m.kind_after(), to, without);
        // Nothing bore on an exit before the check, so besides the moved piece only a sliding
        // piece whose line the move opens can bear on it.
        if Bitboard(open).any_square(|square| {
            !Bitboard(self.snipers(square, Side::Attacker) & !from)
                .any_square(|sniper| attacks::between_bits(square, sniper) & without == 0)
        }) {
            return true;
        }
        bit & attacks::king(king) != 0 && !self.is_guarded(to, Side::Attacker, without, from)
    }
}

//! Every legal checking move of the attacker, built from the squares that give
//! check: for each kind the squares around the defender's king are computed
//! backwards from the king, and only pieces that can reach one of them (or that
//! stand in front of an own sliding piece) are looked at. Non-promotions are
//! generated wherever they are legal: avoiding mate by a pawn drop can depend
//! on them.
//!
//! The generator is a visitor that stops when told to, so the list, "is there a
//! check at all" and mate in one cannot disagree about what a check is.
use super::attacks;
use super::bitboard::{ALL, Bitboard};
use super::kind::{Kind, Side};
use super::moves::Move;
use super::position::Position;
use super::square::Square;

/// For a king on each square: from where could a stepping piece reach, in one
/// move, a square that gives check? Tables for pawn, knight, silver, gold.
const fn build_candidates(kind: Kind) -> [u128; 81] {
    let mut table = [0; 81];
    let mut king = 0;
    while king < 81 {
        let mut to = 0;
        while to < 81 {
            let gives_check = reaches(kind, to, king);
            let gives_check_promoted = !matches!(kind, Kind::Gold) && reaches(Kind::Gold, to, king);
            let mut from = 0;
            while from < 81 && (gives_check || gives_check_promoted) {
                if reaches(kind, from, to) {
                    let in_zone =
                        attacks::ZONE[0] >> from & 1 != 0 || attacks::ZONE[0] >> to & 1 != 0;
                    if gives_check || in_zone {
                        table[king] |= 1 << from;
                    }
                }
                from += 1;
            }
            to += 1;
        }
        king += 1;
    }
    table
}

/// Does the attacker's stepping piece on `from` bear on `to`?
const fn reaches(kind: Kind, from: usize, to: usize) -> bool {
    let df = (from / 9) as i32 - (to / 9) as i32;
    let up = (from % 9) as i32 - (to % 9) as i32;
    let side = if df < 0 { -df } else { df };
    match kind {
        Kind::Pawn => side == 0 && up == 1,
        Kind::Knight => side == 1 && up == 2,
        Kind::Silver => side <= 1 && up == 1 || side == 1 && up == -1,
        Kind::Gold => side <= 1 && up == 1 || side == 1 && up == 0 || side == 0 && up == -1,
        _ => false,
    }
}

static PAWN_FROM: [u128; 81] = build_candidates(Kind::Pawn);
static KNIGHT_FROM: [u128; 81] = build_candidates(Kind::Knight);
static SILVER_FROM: [u128; 81] = build_candidates(Kind::Silver);
static GOLD_FROM: [u128; 81] = build_candidates(Kind::Gold);

/// What bounds the attacker's moves in one position.
struct Bounds {
    /// Squares a piece other than the king may go to (own pieces excluded, own check parried).
    reach: u128,
    /// Own pieces pinned to the own king.
    pinned: u128,
    /// Own pieces that open a check when they leave their line.
    openers: u128,
    /// The defender's king.
    target: Square,
    /// The own king; any square when there is none (then nothing is pinned).
    home: Square,
}

impl Position {
    /// Appends exactly the legal checking moves of the attacker, who is to move.
    pub fn generate_checks(&self, out: &mut Vec<Move>) {
        self.visit_checks(|_, squares| squares, &mut |m| {
            out.push(m);
            false
        });
    }

    /// Calls `visit` with every legal check until it returns true; true when it did. Of the
    /// squares where the drop of a kind gives check, only those that `worth` returns are tried.
    #[inline(always)]
    pub(super) fn visit_checks(
        &self,
        worth: impl Fn(Kind, u128) -> u128,
        visit: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        debug_assert!(self.turn == Side::Attacker);
        let target = self.target();
        let occupied = self.occ();
        let own = self.sides[0];
        let mut bounds = Bounds {
            reach: !own & ALL,
            pinned: 0,
            openers: self.lone_blockers(target, Side::Attacker) & own,
            target,
            home: target,
        };
        if let Some(home) = self.kings[0] {
            bounds.home = home;
            bounds.pinned = self.lone_blockers(home, Side::Defender) & own;
            let checkers = Bitboard(self.bearing_on(home, Side::Defender, occupied));
            if let Some(checker) = checkers.first() {
                bounds.reach = if checkers.more_than_one() {
                    0
                } else {
                    checkers.0 | attacks::between_bits(home, checker)
                };
            }
            if bounds.openers >> home.0 & 1 != 0 && self.visit_king_checks(&bounds, visit) {
                return true;
            }
            if bounds.reach == 0 {
                return false;
            }
        }

        let by_bishop = attacks::bishop(target, occupied);
        let by_rook = attacks::rook(target, occupied);
        let by_lance = attacks::lance(Side::Defender, target, occupied);
        self.visit_drop_checks(&bounds, by_lance, by_bishop, by_rook, worth, visit)
            || self.visit_board_checks(&bounds, by_lance, by_bishop, by_rook, visit)
    }

    /// The own king steps out of the line of an own sliding piece.
    #[inline(always)]
    fn visit_king_checks(&self, bounds: &Bounds, visit: &mut impl FnMut(Move) -> bool) -> bool {
        let home = bounds.home;
        let without = self.occ() ^ home.bit();
        let steps =
            attacks::king(home) & !self.sides[0] & !attacks::ray_through_bits(bounds.target, home);
        for to in Bitboard(steps) {
            if !self.is_guarded(to, Side::Defender, without, 0)
                && visit(Move::board_raw(
                    home.0,
                    to.0,
                    Kind::King as u8,
                    self.kind_code(to),
                    false,
                ))
            {
                return true;
            }
        }
        false
    }

    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn visit_drop_checks(
        &self,
        bounds: &Bounds,
        by_lance: u128,
        by_bishop: u128,
        by_rook: u128,
        worth: impl Fn(Kind, u128) -> u128,
        visit: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        let hand = self.hands[0];
        if hand.is_empty() {
            return false;
        }
        let target = bounds.target;
        let free = bounds.reach & !self.sides[1];
        let mut drops = |kind: Kind, squares: u128| {
            hand.has(kind)
                && Bitboard(worth(kind, squares & free))
                    .any_square(|to| visit(Move::drop(kind, to)))
        };
        if drops(Kind::Gold, attacks::gold(Side::Defender, target))
            || drops(Kind::Silver, attacks::silver(Side::Defender, target))
            || drops(Kind::Rook, by_rook)
            || drops(Kind::Bishop, by_bishop)
            || drops(Kind::Lance, by_lance)
            || drops(Kind::Knight, attacks::knight(Side::Defender, target))
        {
            return true;
        }
        let square = attacks::pawn(Side::Defender, target) & free;
        if square != 0 && hand.has(Kind::Pawn) {
            let square = worth(Kind::Pawn, square & self.pawn_free_files(Side::Attacker));
            if square != 0 {
                let to = Square(square.trailing_zeros() as u8);
                return !self.pawn_drop_mates(Side::Attacker, to)
                    && visit(Move::drop(Kind::Pawn, to));
            }
        }
        false
    }

    #[inline(always)]
    fn visit_board_checks(
        &self,
        bounds: &Bounds,
        by_lance: u128,
        by_bishop: u128,
        by_rook: u128,
        visit: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        let target = bounds.target;
        let occupied = self.occ();
        let by_gold = attacks::gold(Side::Defender, target);
        let by_silver = attacks::silver(Side::Defender, target);
        let by_knight = attacks::knight(Side::Defender, target);
        let by_pawn = attacks::pawn(Side::Defender, target);
        let near = |pieces: u128, table: &[u128; 81]| {
            Bitboard(pieces & (table[target.index()] | bounds.openers))
        };
        let side = Side::Attacker;
        near(self.golds() & self.sides[0], &GOLD_FROM).any_square(|from| {
            let goes = attacks::gold(side, from);
            self.visit_piece(bounds, self.kind_code(from), from, goes, by_gold, 0, visit)
        }) || near(self.of(side, Kind::Silver), &SILVER_FROM).any_square(|from| {
            let (kind, goes) = (Kind::Silver as u8, attacks::silver(side, from));
            self.visit_piece(bounds, kind, from, goes, by_silver, by_gold, visit)
        }) || near(self.of(side, Kind::Knight), &KNIGHT_FROM).any_square(|from| {
            let (kind, goes) = (Kind::Knight as u8, attacks::knight(side, from));
            self.visit_piece(bounds, kind, from, goes, by_knight, by_gold, visit)
        }) || near(self.of(side, Kind::Pawn), &PAWN_FROM).any_square(|from| {
            let (kind, goes) = (Kind::Pawn as u8, attacks::pawn(side, from));
            self.visit_piece(bounds, kind, from, goes, by_pawn, by_gold, visit)
        }) || self.pieces_of(side, Kind::Lance).any_square(|from| {
            let (kind, goes) = (Kind::Lance as u8, attacks::lance(side, from, occupied));
            self.visit_piece(bounds, kind, from, goes, by_lance, by_gold, visit)
        }) || self.visit_slider_checks(bounds, by_bishop, by_rook, visit)
    }

    /// Checks by bishops and rooks, promoted ones too. `by_bishop` and `by_rook` are the squares from
    /// which either would bear on the king.
    #[inline(always)]
    fn visit_slider_checks(
        &self,
        bounds: &Bounds,
        by_bishop: u128,
        by_rook: u128,
        visit: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        let occupied = self.occ();
        let ring = attacks::king(bounds.target);
        let side = Side::Attacker;
        self.pieces_of(side, Kind::Horse).any_square(|from| {
            let goes = attacks::bishop(from, occupied) | attacks::king(from);
            let kind = Kind::Horse as u8;
            self.visit_piece(bounds, kind, from, goes, by_bishop | ring, 0, visit)
        }) || self.pieces_of(side, Kind::Dragon).any_square(|from| {
            let goes = attacks::rook(from, occupied) | attacks::king(from);
            let kind = Kind::Dragon as u8;
            self.visit_piece(bounds, kind, from, goes, by_rook | ring, 0, visit)
        }) || self.pieces_of(side, Kind::Bishop).any_square(|from| {
            let (kind, goes) = (Kind::Bishop as u8, attacks::bishop(from, occupied));
            self.visit_piece(bounds, kind, from, goes, by_bishop, by_bishop | ring, visit)
        }) || self.pieces_of(side, Kind::Rook).any_square(|from| {
            let (kind, goes) = (Kind::Rook as u8, attacks::rook(from, occupied));
            self.visit_piece(bounds, kind, from, goes, by_rook, by_rook | ring, visit)
        })
    }

    /// One piece's checking moves: `plain` and `turned` are the squares that
    /// give check without and with promotion (`turned` 0 for a piece that has none).
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn visit_piece(
        &self,
        bounds: &Bounds,
        kind: u8,
        from: Square,
        goes: u128,
        plain: u128,
        turned: u128,
        visit: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        let bit = from.bit();
        let mut goes = goes & bounds.reach;
        if bounds.pinned & bit != 0 {
            goes &= attacks::ray_through_bits(bounds.home, from);
        }
        let opens = if bounds.openers & bit != 0 {
            !attacks::ray_through_bits(bounds.target, from)
        } else {
            0
        };
        let stays =
            goes & (plain | opens) & !attacks::dead_squares(Side::Attacker, Kind::from_u8(kind));
        let turns = if turned == 0 {
            0
        } else {
            let zone = if attacks::ZONE[0] & bit != 0 {
                ALL
            } else {
                attacks::ZONE[0]
            };
            goes & (turned | opens) & zone
        };
        Bitboard(stays | turns).any_square(|to| {
            let captured = self.kind_code(to);
            turns >> to.0 & 1 != 0 && visit(Move::board_raw(from.0, to.0, kind, captured, true))
                || stays >> to.0 & 1 != 0
                    && visit(Move::board_raw(from.0, to.0, kind, captured, false))
        })
    }

    /// True when a pawn dropped there by `dropper`, right before the other king, is mate. The
    /// answer is exact: it asks for captures by pieces that no pin holds back, and for every step
    /// of the king with the pawn in place.
    pub(super) fn pawn_drop_mates(&self, dropper: Side, square: Square) -> bool {
        let victim = dropper.opposite();
        let Some(king) = self.kings[victim.index()] else {
            return false;
        };
        debug_assert!(attacks::pawn(dropper, square) >> king.0 & 1 != 0);
        let occupied = self.occ() | square.bit();
        let without = occupied ^ king.bit();
        let steps = attacks::king(king) & !self.sides[victim.index()];
        if Bitboard(steps).any_square(|to| !self.is_guarded(to, dropper, without, 0)) {
            return false;
        }
        let takers = self.bearing_on(square, victim, occupied) & !king.bit();
        if takers == 0 {
            return true;
        }
        let pinned = self.lone_blockers(king, dropper);
        !Bitboard(takers).any_square(|taker| {
            pinned >> taker.0 & 1 == 0
                || attacks::ray_through_bits(king, taker) >> square.0 & 1 != 0
        })
    }
}

impl Bitboard {
    /// True when `question` is true of a square; it is not asked about those after the first.
    #[inline(always)]
    pub(super) fn any_square(self, mut question: impl FnMut(Square) -> bool) -> bool {
        for square in self {
            if question(square) {
                return true;
            }
        }
        false
    }
}

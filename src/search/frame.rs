//! What the search keeps of a node on the current path, and of its children.

use super::conventional::Way;
use crate::base::Len;
use crate::shogi::{Hand, Move, Place, Side};
use crate::table::Found;
use crate::table::numbers::{MOST, Numbers};

/// No repetition: the result holds on every path.
pub const INDEPENDENT: u16 = u16::MAX;

/// What is known of a node: open numbers, or a final result.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// Proof and disproof number; of a final value one is 0 and the other `INF`.
    pub numbers: Numbers,
    /// Proof hand or disproof hand of a final value.
    pub hand: Hand,
    /// Of a final value: mate within, or no mate within, this number of plies.
    pub len: Len,
    /// Depth of the shallowest ancestor a disproof rests on, or `INDEPENDENT`.
    pub repetition: u16,
    /// A measure of the searched subtree: that of the largest child, and one for each of its
    /// siblings; saturating.
    pub amount: u16,
    /// Of a final value in the conventional metric: no drop that may be futile has a part
    /// in it, so it holds for other hands too (`conventional`).
    pub plain: bool,
}

impl Value {
    /// A proof.
    pub fn mate(hand: Hand, len: Len, amount: u16) -> Value {
        Value {
            numbers: Numbers::PROVED,
            hand,
            len,
            repetition: INDEPENDENT,
            amount,
            plain: true,
        }
    }

    /// A disproof.
    pub fn nomate(hand: Hand, len: Len, repetition: u16, amount: u16) -> Value {
        Value {
            numbers: Numbers::DISPROVED,
            hand,
            len,
            repetition,
            amount,
            plain: true,
        }
    }

    /// Neither.
    pub fn open(numbers: Numbers, amount: u16) -> Value {
        Value {
            numbers,
            hand: Hand::EMPTY,
            len: Len::ZERO,
            repetition: INDEPENDENT,
            amount,
            plain: true,
        }
    }

    /// What the table says; `plain` is for a final answer (`conventional`).
    #[inline(always)]
    pub fn known(found: Found, plain: bool) -> Value {
        let value = match found {
            Found::Mate { hand, len, .. } => Value::mate(hand, len, 1),
            Found::NoMate { hand, len } => Value::nomate(hand, len, INDEPENDENT, 1),
            Found::Open {
                numbers, amount, ..
            } => Value::open(numbers, amount),
        };
        Value { plain, ..value }
    }

    /// True for a proof.
    #[inline(always)]
    pub fn is_mate(&self) -> bool {
        self.numbers.pn == 0
    }

    /// True for a disproof.
    #[inline(always)]
    pub fn is_nomate(&self) -> bool {
        self.numbers.dn == 0
    }

    /// True for either.
    #[inline(always)]
    pub fn is_final(&self) -> bool {
        self.is_mate() || self.is_nomate()
    }
}

/// In `Child::next`: no further member of the chain.
pub const NO_CHILD: u16 = u16::MAX;

/// A move of a node on the path and what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The position after the move.
    pub place: Place,
    pub mv: Move,
    pub value: Value,
    /// The child, counted from the node's first, that is revealed when this one is used up; or
    /// `NO_CHILD`.
    pub next: u16,
    /// Tie-break: smaller first.
    pub order: i16,
    /// Waits for an earlier member of its chain.
    pub hidden: bool,
    /// Never searched before.
    pub first: bool,
    /// Its numbers come from a smaller depth.
    pub old: bool,
    /// Shares a leaf with a sibling (`source`): it counts in the maximum, not in the sum.
    pub shared: bool,
    /// Was looked up; until then `value` is a placeholder.
    pub known: bool,
    /// Carries no length: a head that has decided, or a futile drop.
    pub silent: bool,
    /// Added to its number when a thread chooses a check, because of other threads below it
    /// (`team`).
    pub crowd: u32,
    /// Plies the mate may take after it.
    pub len: Len,
    /// How it is reached; other than `Play` for heads only (`conventional`).
    pub way: Way,
    /// Of a head, or of a drop behind it: the head's number at this node; else `NO_HEAD`.
    pub head: u8,
}

impl Child {
    /// A move that was not looked up yet. It leads to `place`, and the mate may take `len` plies
    /// from there.
    #[inline(always)]
    pub fn new(place: Place, mv: Move, len: Len) -> Child {
        Child {
            place,
            mv,
            value: Value::open(Numbers::new(MOST, MOST), 0),
            next: NO_CHILD,
            order: 0,
            hidden: false,
            first: true,
            old: false,
            shared: false,
            known: false,
            silent: false,
            crowd: 0,
            len,
            way: Way::Play,
            head: NO_HEAD,
        }
    }

    /// True for a head, which asks about a square and is no reply.
    #[inline(always)]
    pub fn is_head(&self) -> bool {
        self.way != Way::Play
    }
}

/// In `Child::head`: neither a head nor behind one.
pub const NO_HEAD: u8 = u8::MAX;

/// The state of a head, the child that asks whether the drops on a square are futile; Q(s) and
/// L0 are those of `conventional`. All children are counted from the node's first.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// How the slider goes to the square: 0 without promotion, 1 with it, `u8::MAX` when no
    /// way was asked about yet.
    pub version: u8,
    /// The reply in question.
    pub reply: u16,
    /// Length found for Q(s).
    pub found: Len,
    /// The next square's head.
    pub next: u16,
    /// The last drop on the square.
    pub last_drop: u16,
    /// It is asked from the beginning, not only when every other reply is a proved mate.
    pub early: bool,
    /// An early head that has found the length of Q(s), and now waits until every other reply
    /// is a proved mate.
    pub waits: bool,
    /// For the hands that `against` covers, drops on the square are not futile, whatever L0 is.
    pub strong: bool,
    pub against: Hand,
    /// Depth of the ancestor that "not futile" rests on, as in `Value::repetition`.
    pub rests: u16,
}

/// A node on the current path.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub place: Place,
    /// The move that led here.
    pub mv: Move,
    /// The side to move.
    pub side: Side,
    /// First child in the workspace's list of children, and the end of the node's children.
    pub start: u32,
    pub end: u32,
    /// First head in the workspace's list of heads.
    pub heads: u32,
    /// The number of hidden children.
    pub hidden: u16,
    /// Plies the mate may take from here.
    pub len: Len,
    /// Key of the path up to here.
    pub path: u64,
    /// Thresholds as the parent set them.
    pub thresholds: Numbers,
    /// TCA's counter at entry.
    pub increments: u32,
    /// The child that is being searched.
    pub current: u16,
    /// The next older frame in its bucket of the path index.
    pub older: u32,
    /// What it looks like around the king, where the path index has it under that too
    /// (`recurring`), and the next older frame in that bucket.
    pub view: Option<u64>,
    pub older_view: u32,
    /// The check that was played at an earlier node of the path that looks the same, counted from
    /// the node's first; or `NO_CHILD`.
    pub recurring: u16,
    /// The value, where it was known as soon as the moves were generated.
    pub at_once: Option<Value>,
    /// Set when a child was just searched.
    pub visited: bool,
    /// The number of children before the first head, called normal replies (all children where
    /// there is no head).
    pub normals: u16,
    /// Every normal reply is a proved mate, and `open_gate` has gone on with the heads.
    pub opened: bool,
    /// The low bits of the node counter when the children were last looked up; used only when
    /// several threads search.
    pub refreshed: u32,
    /// How it was reached from its parent.
    pub way: Way,
    /// Positions of the path before this frame do not count for repetition: it is the last one,
    /// up to this node, that a head's question led to; 0 where there is none.
    pub base: u32,
}

impl Frame {
    /// True at a node of the attacker, an OR node: one move that mates is enough.
    #[inline(always)]
    pub fn is_or(&self) -> bool {
        self.side == Side::Attacker
    }

    /// True when an ordinary move led here.
    pub fn is_played(&self) -> bool {
        self.way == Way::Play
    }
}

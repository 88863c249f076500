//! What the search keeps of a node on the current path, and of its children.

use super::conventional::Way;
use super::numbers::INF;
use crate::base::Len;
use crate::shogi::{Hand, Move};
use crate::table::Found;

/// No repetition: the result holds on every path.
pub const INDEPENDENT: u16 = u16::MAX;

/// What is known of a node: open numbers, or a final result.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// Proof number; 0 when mate, `INF` when no mate.
    pub pn: u32,
    /// Disproof number; `INF` when mate, 0 when no mate.
    pub dn: u32,
    /// Proof hand or disproof hand of a final value.
    pub hand: Hand,
    /// Mate within, or no mate within, of a final value.
    pub len: Len,
    /// Depth of the shallowest ancestor a disproof rests on, or `INDEPENDENT`.
    pub repetition: u16,
    /// Size of the searched subtree.
    pub amount: u16,
    /// Of a final value in the conventional metric: no drop that may be futile has a part
    /// in it, so it holds for other hands too (`conventional`).
    pub plain: bool,
}

impl Value {
    /// A proof.
    pub fn mate(hand: Hand, len: Len, amount: u16) -> Value {
        Value {
            pn: 0,
            dn: INF,
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
            pn: INF,
            dn: 0,
            hand,
            len,
            repetition,
            amount,
            plain: true,
        }
    }

    /// Neither.
    pub fn open(pn: u32, dn: u32, amount: u16) -> Value {
        Value {
            pn,
            dn,
            hand: Hand::EMPTY,
            len: Len::ZERO,
            repetition: INDEPENDENT,
            amount,
            plain: true,
        }
    }

    /// What the table says; a final answer may be plain (`conventional`).
    #[inline(always)]
    pub fn known(found: Found, plain: bool) -> Value {
        let value = match found {
            Found::Mate { hand, len, .. } => Value::mate(hand, len, 1),
            Found::NoMate { hand, len } => Value::nomate(hand, len, INDEPENDENT, 1),
            Found::Open { pn, dn, amount, .. } => Value::open(pn, dn, amount),
        };
        Value { plain, ..value }
    }

    /// True for a proof.
    #[inline(always)]
    pub fn is_mate(&self) -> bool {
        self.pn == 0
    }

    /// True for a disproof.
    #[inline(always)]
    pub fn is_nomate(&self) -> bool {
        self.dn == 0
    }

    /// True for either.
    #[inline(always)]
    pub fn is_final(&self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}

/// No further member in the chain of delayed moves.
pub const NO_CHILD: u16 = u16::MAX;

/// A move of a node on the path and what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// Board key after the move.
    pub key: u64,
    /// Attacker's hand after the move.
    pub hand: Hand,
    pub mv: Move,
    pub value: Value,
    /// The move revealed when this one is final.
    pub next: u16,
    /// Tie-break: smaller first.
    pub order: i16,
    /// Waits for an earlier member of its chain.
    pub hidden: bool,
    /// Never searched before.
    pub first: bool,
    /// Its numbers come from a smaller depth.
    pub old: bool,
    /// Belongs to the maximum, not to the sum.
    pub shared: bool,
    /// Was looked up; until then `value` is a placeholder.
    pub known: bool,
    /// Carries no length: a head that has decided, or a futile drop.
    pub silent: bool,
    /// How much harder it looks to a thread by others below it (`team`).
    pub crowd: u32,
    /// Plies the mate may take after it.
    pub len: Len,
    /// How it is reached; other than `Play` for heads only (`conventional`).
    pub way: Way,
    /// Of a head, or of a drop behind it: the head's number at this node; else `NO_HEAD`.
    pub head: u8,
}

impl Child {
    /// A move that was not looked up yet. The attacker holds `hand` after it, and the mate may
    /// take `len` plies from there.
    #[inline(always)]
    pub fn new(key: u64, hand: Hand, mv: Move, len: Len) -> Child {
        Child {
            key,
            hand,
            mv,
            value: Value::open(INF - 1, INF - 1, 0),
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

/// No head's number.
pub const NO_HEAD: u8 = u8::MAX;

/// The state of a head, the child that asks whether the drops on a square are futile
/// (`conventional`). All children are counted from the node's first.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// Which way the slider goes.
    pub version: u8,
    /// The reply in question.
    pub reply: u16,
    /// Length found for Q(s).
    pub found: Len,
    /// The next square's head.
    pub next: u16,
    /// The last drop on the square.
    pub last_drop: u16,
    /// It does not wait until every other reply is a mate.
    pub early: bool,
    /// It has asked about Q(s), and waits for that after all.
    pub waits: bool,
    /// For the hands that `against` covers the square is not futile, whatever L0 is.
    pub strong: bool,
    pub against: Hand,
    /// Depth of the ancestor that this rests on, as in `Value::repetition`.
    pub rests: u16,
}

/// A node on the current path.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub key: u64,
    pub hand: Hand,
    /// The move that led here.
    pub mv: Move,
    /// True where the attacker moves.
    pub or: bool,
    /// First child in the arena; the children end where the next frame's begin.
    pub start: u32,
    pub end: u32,
    /// First head in the arena of heads.
    pub heads: u32,
    /// Hidden children.
    pub hidden: u16,
    /// Plies the mate may take from here.
    pub len: Len,
    /// Key of the path up to here.
    pub path: u64,
    /// Thresholds as the parent set them.
    pub thpn: u32,
    pub thdn: u32,
    /// TCA's counter at entry.
    pub increments: u32,
    /// The child that is being searched.
    pub current: u16,
    /// The next older frame in its bucket of the path index.
    pub older: u32,
    /// The value, where it was known as soon as the moves were generated.
    pub at_once: Option<Value>,
    /// Set when a child was just searched.
    pub visited: bool,
    /// Children before the first head (all of them where there is none).
    pub normals: u16,
    /// Every reply before the first head is proved mate, and the others were shown.
    pub opened: bool,
    /// The node counter, as far as it fits, when the children were last looked up;
    /// of use to several threads only.
    pub refreshed: u32,
    /// How it was reached.
    pub way: Way,
    /// Repetition counts from this frame on: the last one below that no ordinary move led to.
    pub base: u32,
}

impl Frame {
    /// True when an ordinary move led here.
    pub fn is_played(&self) -> bool {
        self.way == Way::Play
    }
}

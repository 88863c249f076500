//! Knobs that experiments turn, and a switch for every technique of the search;
//! `docs/tuning.md` has their values and `docs/log` the measurements.
//!
//! With everything off what is left is plain df-pn (Nagai 2002) with the handling of
//! repetition that keeps it right (Kishimoto & Müller 2004).

use super::conventional::Metric;
use super::overcount::Cap;
use super::thresholds::Epsilon;
use crate::shogi::{Move, Side};
use crate::table::numbers::{MOST, UNIT};

/// What a further defence that is no drop adds to a proof number at most (WPNS), here and in the
/// upper tree of a cluster.
pub const REPLY_CAP: u32 = 4 * UNIT;
/// What a further interposing drop adds to it at most.
pub const DROP_CAP: u32 = UNIT;
/// What a further check adds to a disproof number at most.
pub const CHECK_CAP: u32 = UNIT;

/// How the search weighs and delays moves. Changes speed, never a verdict.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// What a further defence that is no drop adds to a defender's node at most (WPNS).
    pub and_cap: Cap,
    /// What a further interposing drop adds there at most (experiment 39).
    pub drop_cap: Cap,
    /// What a further check adds to an attacker's node at most (WPNS).
    pub or_cap: Cap,
    /// All interposing drops of a line form one chain, supported or not.
    pub one_chain: bool,
    /// Steps along parent pointers in search of a shared source (SNDA); 0 turns it off.
    pub source_hops: u32,
    /// Nodes that the first of several threads searches before the others begin:
    /// ten milliseconds, in which most problems are solved.
    pub alone: u64,
    /// First numbers guess how hard a position is (df-pn+); otherwise each is `UNIT`, one leaf.
    pub guess: bool,
    /// The first disproof number after an evasion grows with the number of checks; otherwise it
    /// is as if there was one (experiment 33).
    pub mobility: bool,
    /// The guess is corrected by weights learned from solved trees (experiment 25).
    pub learned: bool,
    /// Among equal numbers the move that looks better is first; else the one generated first.
    pub order: bool,
    /// The best check is searched until it is worse than the second by this fraction (1+ε;
    /// experiment 34).
    pub or_epsilon: Epsilon,
    /// The best evasion is searched until it is worse than the second by this fraction.
    pub and_epsilon: Epsilon,
    /// Thresholds are stretched at a standstill (TCA).
    pub tca: bool,
    /// Similar moves of the defender wait for one another (delayed expansion).
    pub delay: bool,
    /// A result serves all hands for which it holds (dominance); otherwise only the hand that
    /// it was found with.
    pub dominance: bool,
    /// A board of the path met again with a smaller hand is a repetition too.
    pub smaller_hand: bool,
    /// A position that was disproved by a repetition gets a high proof number on other paths;
    /// otherwise it is like new there (experiment 4).
    pub give_up: bool,
    /// After an evasion, mate in one and "no check at all" are asked before there is a node.
    pub leaves: bool,
    /// Mate in one is not asked for after an evasion that leaves the king this many squares
    /// to step to, or more (experiment 27).
    pub many_exits: u8,
    /// Two and four plies before the limit a check is refuted by leaf tests alone; only searches
    /// for a length have limits.
    pub horizon: bool,
    /// In searches for a length an attacker's node that looks like no mate stays with the check
    /// that was begun.
    pub stay: bool,
    /// A full table loses the smallest subtrees (SmallTreeGC); else any half.
    pub small_tree_gc: bool,
    /// The proof of a defence is tried on the similar one that waited for it.
    pub simulation: bool,
    /// First numbers are corrected by the outcome of positions that looked alike around the king.
    pub echoes: bool,
    /// A check that was played at an earlier node of the path that looks the same around the king
    /// is preferred (experiment 91).
    pub recurring: bool,
    /// First numbers in searches for a conventional length come from what the raw search knows.
    pub raw_numbers: bool,
    /// Where echoes lie in their memory; see [`Tuning::shaken`].
    pub shake: u64,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            and_cap: Cap(REPLY_CAP),
            drop_cap: Cap(DROP_CAP),
            or_cap: Cap(CHECK_CAP),
            one_chain: false,
            source_hops: 8,
            alone: 4096,
            guess: true,
            mobility: true,
            learned: true,
            order: true,
            or_epsilon: Epsilon(32),
            and_epsilon: Epsilon(8),
            tca: true,
            delay: true,
            dominance: true,
            smaller_hand: true,
            give_up: true,
            leaves: true,
            many_exits: 5,
            horizon: true,
            stay: true,
            small_tree_gc: true,
            simulation: true,
            echoes: true,
            recurring: true,
            raw_numbers: true,
            shake: 0,
        }
    }
}

/// The least cap of a defence where lengths are conventional: with low caps now and then
/// a bishop saw of 351 plies goes round for 40 M nodes instead of 0.4 M (experiment 42).
const CONVENTIONAL_CAP: u32 = 10 * UNIT;

/// No cap: the plain sum.
const SUM: Cap = Cap(MOST);

impl Tuning {
    /// The search with one technique off or changed at a time, each under a name;
    /// the last one has them all off.
    pub fn ablations() -> Vec<(&'static str, Tuning)> {
        let base = Tuning::default();
        let change = |change: fn(&mut Tuning)| {
            let mut tuning = base;
            change(&mut tuning);
            tuning
        };
        vec![
            ("-dfpn+", change(|t| t.guess = false)),
            ("-mobility", change(|t| t.mobility = false)),
            ("-learned", change(|t| t.learned = false)),
            ("-order", change(|t| t.order = false)),
            (
                "-epsilon",
                change(|t| (t.or_epsilon, t.and_epsilon) = (Epsilon::NONE, Epsilon::NONE)),
            ),
            ("-tca", change(|t| t.tca = false)),
            ("-snda", change(|t| t.source_hops = 0)),
            (
                "-wpns-and",
                change(|t| (t.and_cap, t.drop_cap) = (SUM, SUM)),
            ),
            ("-wpns-drop", change(|t| t.drop_cap = t.and_cap)),
            ("-wpns-or", change(|t| t.or_cap = SUM)),
            (
                "-wpns",
                change(|t| (t.and_cap, t.drop_cap, t.or_cap) = (SUM, SUM, SUM)),
            ),
            ("-delay", change(|t| t.delay = false)),
            ("+one-chain", change(|t| t.one_chain = true)),
            ("-simulation", change(|t| t.simulation = false)),
            ("-echoes", change(|t| t.echoes = false)),
            ("-recurring", change(|t| t.recurring = false)),
            ("-raw-numbers", change(|t| t.raw_numbers = false)),
            ("-dominance", change(|t| t.dominance = false)),
            ("-smaller-hand", change(|t| t.smaller_hand = false)),
            ("-give-up", change(|t| t.give_up = false)),
            ("-leaves", change(|t| t.leaves = false)),
            ("-horizon", change(|t| t.horizon = false)),
            ("-stay", change(|t| t.stay = false)),
            ("-small-tree-gc", change(|t| t.small_tree_gc = false)),
            ("-all", Tuning::plain()),
        ]
    }

    /// The most that a further child reached by `mv`, a move of `side`, adds to the maximum.
    #[inline(always)]
    pub fn cap(&self, side: Side, mv: Move, metric: Metric) -> Cap {
        match (side, metric) {
            (Side::Attacker, _) => self.or_cap,
            (Side::Defender, Metric::Conventional) => Cap(self.and_cap.0.max(CONVENTIONAL_CAP)),
            (Side::Defender, Metric::Raw) if mv.is_drop() => self.drop_cap,
            (Side::Defender, Metric::Raw) => self.and_cap,
        }
    }

    /// How far the best move of the side to move may be worse than the second before it is left.
    #[inline(always)]
    pub fn epsilon(&self, side: Side) -> Epsilon {
        match side {
            Side::Attacker => self.or_epsilon,
            Side::Defender => self.and_epsilon,
        }
    }

    /// A search that differs by chance only: echoes lie elsewhere in their memory, so that
    /// other ones overwrite each other. No seed is better than another, and the program uses
    /// 0; the spread between seeds tells how little a single run of a long problem means
    /// (experiment 48).
    pub fn shaken(self, seed: u64) -> Tuning {
        Tuning {
            shake: seed.wrapping_mul(0xD6E8_FEB8_6659_FD93),
            ..self
        }
    }

    /// Everything off.
    pub fn plain() -> Tuning {
        Tuning {
            and_cap: SUM,
            drop_cap: SUM,
            or_cap: SUM,
            one_chain: false,
            source_hops: 0,
            guess: false,
            mobility: false,
            learned: false,
            order: false,
            or_epsilon: Epsilon::NONE,
            and_epsilon: Epsilon::NONE,
            tca: false,
            delay: false,
            dominance: false,
            smaller_hand: false,
            give_up: false,
            leaves: false,
            many_exits: u8::MAX,
            horizon: false,
            stay: false,
            small_tree_gc: false,
            simulation: false,
            echoes: false,
            recurring: false,
            raw_numbers: false,
            shake: 0,
            alone: Tuning::default().alone,
        }
    }
}

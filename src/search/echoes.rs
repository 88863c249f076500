//! What became of positions that look alike around the king.
//!
//! In a long problem a few local fights are repeated many times while something far away
//! changes: then the key of the board differs, but not the view of the king (`shogi::view`).
//! A small memory keeps for a view whether its positions came out as mate or as no
//! mate (its *lean*), and the move that decided the last one. Where a view leaned clearly
//! before a position was decided, it foretold the outcome in 96% to 99.9% of cases. The
//! first numbers of a new position are corrected by the lean; nothing else depends on it
//! (experiment 31).
//!
//! The threads of one search share the memory (experiment 37). A slot is one atomic word:
//! a reader always gets a whole note, and when two threads write at once one note is lost.

use super::driver::Search;
use super::frame::{Frame, Value};
use super::initial::OCTAVE;
use crate::base::Len;
use crate::shogi::{Move, Side};
use crate::table::memory::prefetch;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// The lean of a view whose positions were mate every time, in 1/[`OCTAVE`] octaves of the
/// proof number; for no mate every time it is the opposite number.
const ALWAYS_MATE: i32 = -OCTAVE;
/// The lean is multiplied by this when it corrects a first number: two octaves at most.
const WEIGHT: i32 = 2;
/// From this lean on, in either direction, the move that decided the last position is
/// preferred: a view gets there by three equal outcomes in a row.
const SURE: i32 = 52;
/// What that preference is worth, in 1/[`OCTAVE`] octaves: for a check, for an evasion.
const BY_ADVICE: [i32; 2] = [96, 128];
/// Slots of a memory, 1 MiB: neither half, twice nor four times as many were better.
const SLOTS: usize = 1 << 17;
/// The first slots that are written are listed, up to this number, so that clearing a memory
/// with few notes need not touch all of it.
const FEW: usize = 1 << 10;

/// A note: the tag tells views of one slot apart; `known` holds the move in its low 24 bits
/// and the lean above it. In memory the tag is the low half of a word.
#[derive(Clone, Copy, Default)]
struct Echo {
    tag: u32,
    known: u32,
}

impl Echo {
    #[inline(always)]
    fn from_bits(bits: u64) -> Echo {
        Echo {
            tag: bits as u32,
            known: (bits >> 32) as u32,
        }
    }

    #[inline(always)]
    fn bits(self) -> u64 {
        self.tag as u64 | (self.known as u64) << 32
    }

    fn lean(self) -> i32 {
        self.known as i32 >> 24
    }

    fn mv(self) -> Move {
        Move::from_bits(self.known & 0xFF_FFFF)
    }
}

/// The memory of one search, for one problem at a time.
pub struct Echoes {
    slots: Box<[AtomicU64; SLOTS]>,
    /// The first slots that were written, and how many have been.
    written: Box<[AtomicU32; FEW]>,
    count: AtomicUsize,
    problem: AtomicU64,
}

/// An array on the heap: it would be too large for the stack.
fn zeros<T: Default, const N: usize>() -> Box<[T; N]> {
    let all: Box<[T]> = (0..N).map(|_| T::default()).collect();
    all.try_into()
        .unwrap_or_else(|_| unreachable!("`N` values were made"))
}

impl Default for Echoes {
    fn default() -> Self {
        Echoes {
            slots: zeros(),
            written: zeros(),
            count: AtomicUsize::new(0),
            problem: AtomicU64::new(0),
        }
    }
}

impl Echoes {
    /// Forgets everything if `problem` is another one than before, because a search must not
    /// depend on what was solved before it. No other thread may use the memory then.
    pub fn begin(&self, problem: u64) {
        if self.problem.swap(problem, Relaxed) == problem {
            return;
        }
        match self.written.get(..self.count.swap(0, Relaxed)) {
            Some(few) => {
                let places = few.iter().map(|at| at.load(Relaxed) as usize);
                places.for_each(|at| self.slots[at].store(0, Relaxed));
            }
            None => self.slots.iter().for_each(|slot| slot.store(0, Relaxed)),
        }
    }

    /// The slot and the tag of a view; a tag is never 0, which marks an empty slot.
    #[inline(always)]
    fn place(view: u64) -> (usize, u32) {
        let mixed = view.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (
            (mixed >> 40) as usize & (SLOTS - 1),
            (mixed >> 8) as u32 | 1,
        )
    }

    #[inline(always)]
    fn find(&self, view: u64) -> Echo {
        let (at, tag) = Self::place(view);
        let slot = Echo::from_bits(self.slots[at].load(Relaxed));
        if slot.tag == tag {
            slot
        } else {
            Echo::default()
        }
    }

    #[inline(always)]
    fn prefetch(&self, view: u64) {
        prefetch(&self.slots[Self::place(view).0]);
    }

    /// Notes that a position of this view was decided, by `mv` if it was one move.
    fn note(&self, view: u64, mate: bool, mv: Option<Move>) {
        let (at, tag) = Self::place(view);
        let mut slot = Echo::from_bits(self.slots[at].load(Relaxed));
        if slot.tag != tag {
            slot = Echo { tag, known: 0 };
            // Beyond `FEW` the exact count does not matter.
            if self.count.load(Relaxed) <= FEW
                && let Some(written) = self.written.get(self.count.fetch_add(1, Relaxed))
            {
                written.store(at as u32, Relaxed);
            }
        }
        let goal = if mate { ALWAYS_MATE } else { -ALWAYS_MATE };
        let lean = slot.lean() + ((goal - slot.lean()) >> 1);
        let mv = mv.unwrap_or(slot.mv());
        slot.known = (lean as u32) << 24 | mv.bits();
        self.slots[at].store(slot.bits(), Relaxed);
    }
}

/// The views from a node.
#[derive(Clone, Copy)]
pub struct Outlook {
    /// `Position::view_of_board`, from which the views after its moves are computed.
    board: u64,
    /// The node's own view.
    pub(super) view: u64,
}

impl Search<'_> {
    /// The outlook from the last frame.
    pub(super) fn outlook(&self) -> Outlook {
        let mut outlook = Outlook { board: 0, view: 0 };
        let wanted = self.tuning.echoes || self.tuning.recurring;
        if let (true, Some(f)) = (wanted, self.work.frames.last()) {
            outlook.board = self.pos.view_of_board();
            outlook.view = self.pos.view(outlook.board, f.mv) ^ self.tuning.shake;
            self.work.echoes.prefetch(outlook.view);
        }
        outlook
    }

    /// The view after `mv`, a move of the last frame, which will be asked for soon.
    #[inline(always)]
    pub(super) fn view_after(&self, outlook: &Outlook, mv: Move) -> u64 {
        if !self.tuning.echoes {
            return 0;
        }
        let view = self.pos.view_after(outlook.board, mv) ^ self.tuning.shake;
        self.work.echoes.prefetch(view);
        view
    }

    /// How much the first proof number after `mv` is to be raised, and the disproof number
    /// lowered, in 1/[`OCTAVE`] octaves. `view` is the view after `mv`.
    pub(super) fn echo(&self, outlook: &Outlook, mv: Move, view: u64) -> i32 {
        if !self.tuning.echoes {
            return 0;
        }
        let lean = self.work.echoes.find(view).lean() * WEIGHT;
        let here = self.work.echoes.find(outlook.view);
        if here.mv() != mv {
            return lean;
        }
        match self.pos.side_to_move() {
            Side::Attacker if here.lean() <= -SURE => lean - BY_ADVICE[0],
            Side::Defender if here.lean() >= SURE => lean + BY_ADVICE[1],
            _ => lean,
        }
    }

    /// Notes that the last frame, `f`, was decided as `value`.
    pub(super) fn note_outcome(&mut self, f: &Frame, value: &Value) {
        let for_good = value.is_mate() || value.is_nomate() && value.len == Len::INFINITE;
        if !self.tuning.echoes || !for_good || !f.is_played() {
            return;
        }
        let decided_by = (value.is_mate() == f.is_or()).then(|| self.deciding_move(f));
        let view = self.pos.view(self.pos.view_of_board(), f.mv) ^ self.tuning.shake;
        self.work.echoes.note(view, value.is_mate(), decided_by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::numbers;
    use crate::shogi::{Kind, Square};

    fn gold(square: u8) -> Move {
        Move::drop(Kind::Gold, Square::new(square))
    }

    #[test]
    fn leans_by_what_was_seen() {
        let echoes = Echoes::default();
        assert_eq!(echoes.find(7).lean(), 0);
        let mut before = 0;
        for n in 0..20 {
            echoes.note(7, true, Some(gold(n)));
            let now = echoes.find(7);
            assert!(now.lean() < before || now.lean() == ALWAYS_MATE);
            assert_eq!(now.mv(), gold(n));
            before = now.lean();
        }
        assert_eq!(before, ALWAYS_MATE);
        echoes.note(7, false, None);
        assert_eq!(echoes.find(7).lean(), 0, "half way back");
        assert_eq!(echoes.find(7).mv(), gold(19), "a loss names no move");
        for _ in 0..20 {
            echoes.note(7, false, None);
        }
        assert!(echoes.find(7).lean() >= SURE);
        assert!(echoes.find(7).lean() <= -ALWAYS_MATE);
    }

    #[test]
    fn three_in_a_row_are_sure() {
        for mate in [true, false] {
            let echoes = Echoes::default();
            for times in 1..4 {
                echoes.note(7, mate, None);
                let sure = echoes.find(7).lean().abs() >= SURE;
                assert_eq!(sure, times == 3, "{times}");
            }
        }
    }

    #[test]
    fn threads_read_whole_notes() {
        let echoes = Echoes::default();
        // All in one slot, each with a move of its own.
        let views: Vec<u64> = (0..).filter(|&v| Echoes::place(v).0 == 5).take(4).collect();
        std::thread::scope(|scope| {
            for (n, &view) in views.iter().enumerate() {
                let (echoes, own) = (&echoes, gold(n as u8));
                scope.spawn(move || {
                    for _ in 0..50_000 {
                        echoes.note(view, true, Some(own));
                        let slot = echoes.find(view);
                        let empty = slot.tag == 0 && slot.lean() == 0;
                        assert!(empty || slot.mv() == own && slot.lean() < 0);
                    }
                });
            }
        });
        assert!(views.iter().any(|&v| echoes.find(v).tag != 0));
    }

    #[test]
    fn another_problem_hears_nothing() {
        for count in [10, FEW, 50_000] {
            let (echoes, mut any) = (Echoes::default(), numbers());
            echoes.begin(1);
            for _ in 0..count {
                let view = (any.below(u32::MAX) as u64) << 32 | any.below(u32::MAX) as u64;
                echoes.note(view, true, Some(gold(3)));
                assert!(echoes.find(view).lean() < 0);
            }
            let written =
                |echoes: &Echoes| echoes.slots.iter().filter(|s| s.load(Relaxed) != 0).count();
            echoes.begin(1);
            assert!(written(&echoes) > 0, "the same problem");
            echoes.begin(2);
            assert_eq!(written(&echoes), 0);
        }
    }
}

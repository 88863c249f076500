//! Tests of `main_table`.

use super::*;
use crate::shogi::Kind;

pub(super) const KEY: u64 = 0x1234_5678_9ABC_DEF0 | 1 << 31;

pub(super) fn hand(pieces: &[(Kind, u8)]) -> Hand {
    let none = Hand::EMPTY;
    pieces.iter().fold(none, |h, &(k, n)| h.with_count(k, n))
}

pub(super) fn at(key: u64, hand: Hand) -> Place {
    Place { key, hand }
}

/// Keys all over the table, bit 31 set as in every board key.
pub(super) fn keys() -> impl Iterator<Item = u64> {
    (0..).map(keys_at)
}

/// The key number `i` of `keys`.
pub(super) fn keys_at(i: usize) -> u64 {
    let x = (i as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (x ^ x >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) | 1 << 31
}

pub(super) fn mate(found: Found) -> Option<(Hand, Len, u32)> {
    match found {
        Found::Mate { hand, len, mv } => Some((hand, len, mv)),
        _ => None,
    }
}

fn nomate(found: Found) -> Option<(Hand, Len)> {
    match found {
        Found::NoMate { hand, len } => Some((hand, len)),
        _ => None,
    }
}

pub(super) fn numbers(found: Found) -> (u32, u32, u16, bool) {
    match found {
        Found::Open {
            numbers: Numbers { pn, dn },
            amount,
            old,
            ..
        } => (pn, dn, amount, old),
        _ => panic!("final: {found:?}"),
    }
}

#[test]
fn nothing_is_known_at_first() {
    let t = Table::new(1 << 20).unwrap();
    let found = t.probe(at(KEY, Hand::EMPTY), 5, Len::INFINITE);
    assert_eq!(numbers(found), (0, 0, 0, false));
}

#[test]
fn a_proof_holds_for_more_in_hand_only() {
    let t = Table::new(1 << 20).unwrap();
    let proved = hand(&[(Kind::Gold, 1), (Kind::Pawn, 2)]);
    t.store_mate(at(KEY, proved), 5, Len::new(7), 1, 99);
    let ask = |h: Hand| mate(t.probe(at(KEY, h), 9, Len::INFINITE));
    let answer = Some((proved, Len::new(7), 99));
    assert_eq!(ask(proved), answer);
    assert_eq!(ask(proved.added(Kind::Rook)), answer);
    assert_eq!(ask(proved.added(Kind::Pawn)), answer);
    assert_eq!(ask(proved.removed(Kind::Pawn)), None);
    assert_eq!(ask(hand(&[(Kind::Rook, 2), (Kind::Pawn, 9)])), None);
    assert!(mate(t.probe(at(KEY ^ 1, proved), 9, Len::INFINITE)).is_none());
}

#[test]
fn a_disproof_holds_for_less_in_hand_only() {
    let t = Table::new(1 << 20).unwrap();
    let refuted = hand(&[(Kind::Gold, 1), (Kind::Pawn, 2)]);
    t.store_nomate(at(KEY, refuted), 5, Len::INFINITE, 1);
    let ask = |h: Hand| nomate(t.probe(at(KEY, h), 9, Len::INFINITE));
    let answer = Some((refuted, Len::INFINITE));
    assert_eq!(ask(refuted), answer);
    assert_eq!(ask(Hand::EMPTY), answer);
    assert_eq!(ask(hand(&[(Kind::Pawn, 1)])), answer);
    assert_eq!(ask(refuted.added(Kind::Pawn)), None);
    assert_eq!(ask(hand(&[(Kind::Rook, 1)])), None);
}

#[test]
fn both_bounds_stand_side_by_side() {
    let t = Table::new(1 << 20).unwrap();
    let h = hand(&[(Kind::Silver, 1)]);
    t.store_mate(at(KEY, h), 5, Len::new(9), 1, 42);
    t.store_nomate(at(KEY, h), 5, Len::new(5), 1);
    let ask = |n: u32| t.probe(at(KEY, h), 5, Len::new(n));
    assert!(nomate(ask(3)).is_some() && nomate(ask(5)).is_some());
    // Between the bounds nothing is known.
    assert_eq!(numbers(ask(7)).2, 1);
    assert_eq!(mate(ask(9)), Some((h, Len::new(9), 42)));
    assert!(mate(ask(11)).is_some());
    assert!(mate(t.probe(at(KEY, h), 5, Len::INFINITE)).is_some());
    // A worse bound changes nothing, a better one counts, move and all.
    t.store_mate(at(KEY, h), 5, Len::new(11), 1, 43);
    t.store_nomate(at(KEY, h), 5, Len::new(3), 1);
    assert_eq!(mate(t.probe(at(KEY, h), 5, Len::new(9))).unwrap().2, 42);
    assert!(nomate(t.probe(at(KEY, h), 5, Len::new(5))).is_some());
    t.store_mate(at(KEY, h), 5, Len::new(7), 1, 44);
    assert_eq!(mate(t.probe(at(KEY, h), 5, Len::new(7))).unwrap().2, 44);
}

#[test]
fn open_numbers_do_not_wipe_out_bounds_or_their_move() {
    let t = Table::new(1 << 20).unwrap();
    t.store_mate(at(KEY, Hand::EMPTY), 5, Len::new(9), 1, 42);
    t.store_nomate(at(KEY, Hand::EMPTY), 5, Len::new(3), 1);
    t.store_open(at(KEY, Hand::EMPTY), 2, Numbers::new(70, 80), 6, 7);
    t.store_repetition(at(KEY, Hand::EMPTY), 2, Numbers::new(71, 81), 6);
    let ask = |n: u32| t.probe(at(KEY, Hand::EMPTY), 2, Len::new(n));
    assert_eq!(mate(ask(9)), Some((Hand::EMPTY, Len::new(9), 42)));
    assert!(nomate(ask(3)).is_some());
    assert_eq!(numbers(ask(7)), (71, 81, 6, false));
    assert!(matches!(
        ask(7),
        Found::Open {
            maybe_repetition: true,
            ..
        }
    ));
}

#[test]
fn numbers_of_a_smaller_depth_are_old() {
    let t = Table::new(1 << 20).unwrap();
    t.store_open(at(KEY, Hand::EMPTY), 5, Numbers::new(70, 80), 6, 0);
    let old = |depth| numbers(t.probe(at(KEY, Hand::EMPTY), depth, Len::INFINITE)).3;
    assert!(!old(5) && old(6) && !old(4));
}

#[test]
fn other_hands_bound_the_numbers() {
    let t = Table::new(1 << 20).unwrap();
    let (one, two, three) = (
        hand(&[(Kind::Gold, 1)]),
        hand(&[(Kind::Gold, 2)]),
        hand(&[(Kind::Gold, 3)]),
    );
    t.store_open(at(KEY, one), 5, Numbers::new(100, 30), 1, 0);
    t.store_open(at(KEY, three), 5, Numbers::new(20, 200), 1, 0);
    // With less in hand a mate is at least as hard to prove, with more at least as hard to
    // refute.
    let (pn, dn, amount, _) = numbers(t.probe(at(KEY, two), 5, Len::INFINITE));
    assert_eq!((pn, dn, amount), (20, 30, 0));
    // Entries met at a greater depth are left out: their numbers may have come from this
    // very position.
    let found = t.probe(at(KEY, two), 4, Len::INFINITE);
    assert_eq!(numbers(found), (0, 0, 0, false));
}

/// Stores for the i-th key what `holds` expects of it.
fn fill(t: &Table, i: usize, key: u64) {
    let h = hand(&[(Kind::Pawn, (i % 5) as u8)]);
    match i % 3 {
        0 => t.store_mate(at(key, h), 1, Len::new(2 * i as u32 % 99 + 1), 1, i as u32),
        1 => t.store_nomate(at(key, h), 1, Len::INFINITE, 1),
        _ => t.store_open(at(key, h), 1, Numbers::new(i as u32 + 1, 2), 1, 0),
    }
}

fn holds(t: &Table, i: usize, key: u64) -> bool {
    let h = hand(&[(Kind::Pawn, (i % 5) as u8)]);
    match (i % 3, t.probe(at(key, h), 1, Len::INFINITE)) {
        (0, Found::Mate { hand, len, mv }) => {
            (hand, len, mv) == (h, Len::new(2 * i as u32 % 99 + 1), i as u32)
        }
        (1, Found::NoMate { hand, .. }) => hand == h,
        (
            2,
            Found::Open {
                numbers, amount, ..
            },
        ) => (numbers, amount) == (Numbers::new(i as u32 + 1, 2), 1),
        (2, _) => false,
        _ => false,
    }
}

#[test]
fn growth_keeps_every_entry() {
    let t = Table::new(8 * BYTES).unwrap();
    let mut sizes = vec![t.bytes()];
    // Up to 60% of the whole: no segment is full then.
    let count = 8 * SEGMENT * 6 / 10;
    for (i, key) in keys().take(count).enumerate() {
        fill(&t, i, key);
        assert!(holds(&t, i, key), "{i}");
        if sizes.last() != Some(&t.bytes()) {
            sizes.push(t.bytes());
            for (i, key) in keys().take(i + 1).enumerate().step_by(7) {
                assert!(holds(&t, i, key), "{i} after growing to {sizes:?}");
            }
        }
    }
    assert_eq!(t.collections(), 0);
    assert!(sizes.iter().copied().eq((1..=8).map(|n| n * BYTES)));
    assert!(keys().take(count).enumerate().all(|(i, k)| holds(&t, i, k)));
    assert_eq!(t.entries() as usize, count);
}

#[test]
fn growth_to_a_size_that_is_no_power_of_two() {
    let t = Table::new(7 * BYTES + 12_345).unwrap();
    let count = 7 * SEGMENT * 6 / 10;
    let room = 7 * u64::from(FULL);
    assert_eq!(t.room(), room);
    for (i, key) in keys().take(count).enumerate() {
        fill(&t, i, key);
    }
    assert_eq!(t.room(), room - count as u64);
    assert_eq!((t.bytes(), t.collections()), (7 * BYTES, 0));
    assert!(keys().take(count).enumerate().all(|(i, k)| holds(&t, i, k)));
}

#[test]
fn collection_keeps_large_subtrees_and_the_size() {
    let t = Table::new(1 << 20).unwrap();
    let count = 10 * SEGMENT;
    let is_final = |i: usize| i.is_multiple_of(5);
    let is_large = |i: usize| i % 1000 < 2;
    let kept = |i: usize, key: u64| match t.probe(at(key, Hand::EMPTY), 1, Len::INFINITE) {
        Found::Mate { mv, .. } => mv == i as u32,
        Found::Open { amount, .. } => amount > 0,
        Found::NoMate { .. } => false,
    };
    for (i, key) in keys().take(count).enumerate() {
        let amount = if is_large(i) { 2000 } else { 1 };
        match is_final(i) {
            true => t.store_mate(at(key, Hand::EMPTY), 1, Len::new(5), amount, i as u32),
            false => t.store_open(at(key, Hand::EMPTY), 1, Numbers::new(5, 6), amount, 0),
        }
        // What was stored last is there: the search must find its own result.
        assert!(kept(i, key), "{i}");
        assert!(t.used[0].load(Relaxed) <= FULL + 1);
        assert_eq!(t.bytes(), BYTES);
    }
    assert!(t.collections() >= 10);
    assert_eq!(t.room(), 0);
    // Large subtrees stay, final or not; of the small ones most went, and finals
    // have no advantage over the others.
    let small = |finals: bool| {
        let of = |i: usize| is_final(i) == finals && !is_large(i);
        let all = keys().take(count).enumerate().filter(|&(i, _)| of(i));
        let (there, n) = all.fold((0, 0), |(there, n), (i, k)| {
            (there + usize::from(kept(i, k)), n + 1)
        });
        there as f64 / f64::from(n)
    };
    assert!(
        keys()
            .take(count)
            .enumerate()
            .all(|(i, k)| !is_large(i) || kept(i, k))
    );
    let (finals, others) = (small(true), small(false));
    assert!(
        finals < 0.2 && (finals - others).abs() < 0.02,
        "{finals} {others}"
    );
    let entries = t.slots.as_slice().iter().filter(|e| e.key() != 0).count();
    assert_eq!(entries, t.used[0].load(Relaxed) as usize);
    assert!(t.fill() <= 1000 * FULL / SEGMENT as u32 + 1, "{}", t.fill());
}

/// Of entries with equal subtrees a collection leaves some all over the segment. When it removed
/// them in the order of the slots, the end of the segment stayed full, and look-ups there passed
/// thousands of slots.
#[test]
fn a_collection_of_equals_leaves_no_long_runs() {
    let t = Table::new(1 << 20).unwrap();
    for (i, key) in keys().take(200_000).enumerate() {
        t.store_open(at(key, Hand::EMPTY), 5, Numbers::new(i as u32 + 1, 1), 1, 0);
    }
    assert!(t.collections() > 5);
    let full = t.slots_of(0).iter().map(|slot| slot.key() != 0);
    let (mut run, mut longest) = (0, 0);
    for full in full {
        run = if full { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    assert!(longest < 300, "{longest} slots in a row");
}

#[test]
fn what_an_earlier_question_left_goes_first() {
    let mut t = Table::new(1 << 20).unwrap();
    let (old, new): (Vec<u64>, Vec<u64>) = (
        keys().take(60_000).collect(),
        keys().skip(60_000).take(9_000).collect(),
    );
    let store = |t: &Table, keys: &[u64], amount| {
        for &key in keys {
            t.store_open(at(key, Hand::EMPTY), 5, Numbers::new(1, 1), amount, 0);
        }
    };
    let left = |t: &Table, keys: &[u64]| {
        let known = |key| numbers(t.probe(at(key, Hand::EMPTY), 5, Len::INFINITE)).2 > 0;
        keys.iter().filter(|&&key| known(key)).count()
    };
    store(&t, &old, 200);
    let before = left(&t, &old);
    assert!(t.collections() > 0 && before > 9_000);
    t.age();
    t.age();
    assert_eq!(left(&t, &old), before, "nothing goes before there is need");
    // Smaller subtrees than the old ones were.
    store(&t, &new, 20);
    let filler: Vec<u64> = keys().skip(80_000).take(20_000).collect();
    store(&t, &filler, 2);
    assert_eq!(
        left(&t, &new),
        new.len(),
        "after {} collections",
        t.collections()
    );
}

#[test]
fn all_hands_of_a_board_lie_in_one_run() {
    let t = Table::new(1 << 20).unwrap();
    for n in (0..=18).rev() {
        let h = hand(&[(Kind::Pawn, n)]);
        t.store_open(at(KEY, h), 1, Numbers::new(10 + n as u32, 10), 1, 0);
    }
    assert_eq!(t.used[0].load(Relaxed), 19);
    for n in 0..=18 {
        let h = hand(&[(Kind::Pawn, n)]);
        assert_eq!(numbers(t.probe(at(KEY, h), 1, Len::INFINITE)).2, 1, "{n}");
    }
}

#[test]
fn a_run_goes_on_at_the_start_of_the_segment() {
    let t = Table::new(1 << 20).unwrap();
    let last = KEY | (SEGMENT - 1) as u64;
    for i in 0..4u64 {
        t.store_mate(at(last ^ i << 40, Hand::EMPTY), 1, Len::new(1), 1, i as u32);
    }
    for i in 0..4u64 {
        let found = t.probe(at(last ^ i << 40, Hand::EMPTY), 1, Len::new(1));
        assert_eq!(mate(found).unwrap().2, i as u32);
    }
}

#[test]
fn clear_forgets_everything() {
    let mut t = Table::new(4 * BYTES).unwrap();
    for (i, key) in keys().take(2 * SEGMENT).enumerate() {
        fill(&t, i, key);
    }
    t.clear();
    assert_eq!((t.bytes(), t.fill(), t.collections()), (BYTES, 0, 0));
    assert!(t.slots.as_slice().iter().all(|e| e.key() == 0));
}

#[test]
fn a_table_of_no_bytes_has_one_segment() {
    let t = Table::new(0).unwrap();
    t.store_mate(at(KEY, Hand::EMPTY), 1, Len::new(1), 1, 3);
    assert!(mate(t.probe(at(KEY, Hand::EMPTY), 1, Len::new(1))).is_some());
}

//! Hands as packed numbers: every operation against plain counting.

use fastrand::Rng;
use tsumi::shogi::{HAND_KINDS, Hand, Kind};

#[test]
fn hands_are_what_they_say() {
    let mut random = Rng::with_seed(4);
    let draw = |random: &mut Rng| {
        let mut hand = Hand::EMPTY;
        for (kind, total) in HAND_KINDS.into_iter().zip(Kind::TOTALS) {
            hand = hand.with_count(kind, random.usize(..usize::from(total) + 1) as u8);
        }
        hand
    };
    for _ in 0..50_000 {
        let (a, b) = (draw(&mut random), draw(&mut random));
        let mut covers = true;
        for kind in HAND_KINDS {
            let (x, y) = (a.count(kind), b.count(kind));
            covers &= x >= y;
            assert_eq!(a.union(b).count(kind), x.max(y));
            assert_eq!(a.intersection(b).count(kind), x.min(y));
            assert_eq!(a.has(kind), x > 0);
            if x > 0 {
                assert_eq!(a.removed(kind).added(kind), a);
                assert_eq!(a.removed(kind).count(kind), x - 1);
            }
        }
        assert_eq!(a.covers(b), covers);
        assert!(a.union(b).covers(a) && a.covers(a.intersection(b)));
        assert_eq!(a.union(b).minus(b).plus(b), a.union(b));
        assert_eq!(Hand::from_bits(a.bits()), a);
        assert!(a.bits() < 1 << 28);
        assert_eq!(a.total() == 0, a.is_empty());
    }
}

//! Which interpositions the checker takes for futile (無駄合い), and which it does not.
use crate::common::{edited, refused, verdict};

/// A rook is dropped, the king steps aside, a gold mates, and a pawn is left. A lance between rook and
/// king is futile: where the rook takes it, it lasts no longer than after the king's move.
const SPARES: &str = "\
tsumi-certificate 2
position 8k/9/7P1/7N1/9/9/9/9/9 b RGPl 1
attacker black
claim spares 1
entries 8
leaves 7k1/9/7P1/7N1/8R/9/9/9/9 GP G*2b 1
mate 7k1/9/7P1/7N1/8R/9/9/9/9 G G*2b 1
mate 7k1/9/7P+R/7N1/9/9/9/9/9 G G*2b 1
mate 7k1/9/7P1/7NR/9/9/9/9/9 G G*2b 1
mated 8k/8+R/7P1/7N1/9/9/9/9/9 GP 0
mated 8k/9/7P+R/7N1/9/9/9/9/9 GP 2
mated 8k/9/7P1/7NR/9/9/9/9/9 GP 2
spares 8k/9/7P1/7N1/9/9/9/9/9 RGP R*1e 1
end
";

#[test]
fn after_a_futile_drop_nothing_has_to_be_spared() {
    assert_eq!(verdict(SPARES), "VERIFIED spares 1");
    // Each of the three places has to be shown.
    let seven = SPARES.replace("entries 8", "entries 7");
    for (entry, line, reply) in [
        ("mated 8k/8+R/7P1/7N1/9/9/9/9/9 GP 0\n", 10, "L*1b"),
        ("mated 8k/9/7P+R/7N1/9/9/9/9/9 GP 2\n", 11, "L*1c"),
        ("mated 8k/9/7P1/7NR/9/9/9/9/9 GP 2\n", 12, "L*1d"),
    ] {
        let why = format!("reply {reply} is not covered within 1 plies");
        refused(&seven, entry, "", line, &why);
    }
}

/// What is futile does not count either where pieces have to be left.
#[test]
fn after_a_futile_drop_nothing_has_to_be_left() {
    let leaves = SPARES
        .replace("claim spares 1", "claim leaves 3")
        .replace("spares 8k", "leaves 8k")
        .replace("R*1e 1", "R*1e 3");
    assert_eq!(verdict(&leaves), "VERIFIED leaves 3");
    let place = "mated 8k/9/7P1/7NR/9/9/9/9/9 GP 2";
    let why = "reply L*1d is not covered within 1 plies";
    refused(&leaves, place, &place.replace("GP 2", "GP 4"), 13, why);
}

/// Each move of the bishop mates but for futile interpositions. The one that takes a pawn leaves it;
/// with the others nothing is left.
#[test]
fn a_mate_but_for_futile_drops_leaves_nothing() {
    let text = "\
tsumi-certificate 2
position 8k/6S2/7P1/7NB/8L/6p2/9/9/9 b g 1
attacker black
claim leaves 1
entries 4
mated 8k/6S1+L/7P1/7N1/9/6B2/9/9/9 P 0
mated 8k/6S2/7PL/7N1/9/6B2/9/9/9 P 0
mated 8k/6S2/7P1/7NL/9/6B2/9/9/9 P 0
leaves 8k/6S2/7P1/7NB/8L/6p2/9/9/9 - 1d3f 1
end
";
    let why = "1d2e may mate and leaves nothing in hand";
    assert_eq!(verdict(text), format!("NOT VERIFIED line 9: {why}"));
    // That the move mates is right.
    let within = edited(
        &text.replace("claim leaves", "claim within"),
        "leaves 8k",
        "within 8k",
    );
    assert_eq!(within, "VERIFIED within 1");
}

/// A horse is uncovered behind a lance, which mates at once, and a pawn is left. A futile drop does
/// not show that the mate takes longer.
#[test]
fn a_futile_drop_spends_nothing() {
    let text = "\
tsumi-certificate 2
position 8k/6S2/9/8B/8L/9/9/9/9 b P2rb4g3s4n3l17p 1
attacker black
claim spends 3
entries 5
mated 8k/6S1L/7+B1/9/9/9/9/9/9 P 0
mated 8k/6S2/7+BL/9/9/9/9/9/9 P 0
mated 8k/6S2/7+B1/8L/9/9/9/9/9 P 0
within 8k/6S2/9/8B/8L/9/9/9/9 P 1d2c+ 1
spends 8k/6S2/9/8B/8L/9/9/9/9 P 3 P*1b:1a2b 3b2a+:1a2a 1d2c+:G*1d 1d2c:G*1d 1d2e:G*1d 1d3f:G*1d 1d4g:G*1d 1d5h:G*1d 1d6i:G*1d
end
";
    let why = "reply G*1d is not covered beyond 1 plies";
    assert_eq!(verdict(text), format!("NOT VERIFIED line 10: {why}"));
}

/// The king at the edge can only interpose at `8e`. When the rook takes there, it stands in the
/// bishop's way: the king steps up, and a gold mates two plies later.
const IN_THE_WAY: &str = "\
tsumi-certificate 2
position 9/9/2S6/9/k1R6/2B6/1G7/9/9 w Gp 1
attacker black
claim within 2
entries 2
mate 9/9/2S6/k8/1R7/2B6/1G7/9/9 G G*8d 1
mated 9/9/2S6/9/kR7/2B6/1G7/9/9 G 2
end
";

/// The same, but the king can step down at once, too, and lasts two plies there.
const STEPS_DOWN: &str = "\
tsumi-certificate 2
position 9/9/2S6/9/k1R6/2B6/2G6/1S7/9 w Gp 1
attacker black
claim within 2
entries 4
mate 9/9/2S6/9/2R6/k1B6/2G6/1S7/9 G G*8f 1
mate 9/9/2S6/k8/1R7/2B6/2G6/1S7/9 G G*8d 1
mate 9/9/2S6/9/1R7/k1B6/2G6/1S7/9 G G*8f 1
mated 9/9/2S6/9/kR7/2B6/2G6/1S7/9 G 2
end
";

/// A drop that lasts longer than all other replies counts.
#[test]
fn a_drop_that_lasts_longer_than_other_replies_counts() {
    let why = "reply P*8e is not covered within 1 plies";
    assert_eq!(verdict(IN_THE_WAY), format!("NOT VERIFIED line 4: {why}"));
    // The entries themselves are right.
    let taken = edited(IN_THE_WAY, "k1R6/2B6/1G7/9/9 w", "kR7/2B6/1G7/9/9 w");
    assert_eq!(taken, "VERIFIED within 2");
    assert_eq!(verdict(STEPS_DOWN), "VERIFIED within 2");
    // It has to be shown how long it lasts, and that the other reply is a mate.
    let mated = "mated 9/9/2S6/9/kR7/2B6/2G6/1S7/9 G 2";
    refused(STEPS_DOWN, mated, &mated.replace(" G ", " - "), 4, why);
    refused(
        STEPS_DOWN,
        "mate 9/9/2S6/9/2R6/k1B6/2G6/1S7/9 G",
        "mate 9/9/2S6/9/2R6/k1B6/2G6/1S7/9 2G",
        4,
        "reply 9e9f is not covered within 1 plies",
    );
}

/// The king steps to `1b` and is mated after three plies more. Where the horse takes the pawn that is put
/// at `3c`, it takes four plies as well: the pawn is futile. A lance or a pawn at `2b` is taken, too.
const FOUR: &str = "\
tsumi-certificate 2
position 8k/9/5L2N/5+B3/8G/9/9/9/9 w GSLlp 1
attacker black
claim within 4
entries 13
mate 9/7G1/5L2k/5+B3/8G/9/9/9/9 S S*1d 1
mate 9/8k/5L2N/5+B3/8G/9/9/9/9 GS G*2b 3
mate 7G1/7pk/5L2N/5+B3/8G/9/9/9/9 - 4d2b 1
mate 8k/7p1/5L2N/5+B3/8G/9/9/9/9 G G*2a 3
mate 7G1/7lk/5L2N/5+B3/8G/9/9/9/9 - 4d2b 1
mate 8k/7l1/5L2N/5+B3/8G/9/9/9/9 G G*2a 3
beyond 9/8k/5L2N/5+B3/8G/9/9/9/9 GSL 1 G*1a:1b2c G*2b:1b1c G*2c:1b2c S*2a:1b2c S*2c:1b2c 4d1a:1b2c 4d2b:1b2b 4d3d:1b2b 4d4e:1b2b
mate 9/8k/5L+B1N/9/8G/9/9/9/9 G G*2c 1
mate 7G1/7pk/5L+B1N/9/8G/9/9/9/9 - 3c2b 1
mate 8k/7p1/5L+B1N/9/8G/9/9/9/9 G G*2a 3
mate 7G1/7lk/5L+B1N/9/8G/9/9/9/9 - 3c2b 1
mate 8k/7l1/5L+B1N/9/8G/9/9/9/9 G G*2a 3
mated 8k/9/5L+B1N/9/8G/9/9/9/9 GSL 4
end
";

/// Such a drop is futile where another reply lasts as long, which has to be shown.
#[test]
fn a_drop_is_futile_where_another_reply_lasts_as_long() {
    assert_eq!(verdict(FOUR), "VERIFIED within 4");
    let lasts = "beyond 9/8k/5L2N/5+B3/8G/9/9/9/9 GSL";
    let why = "reply P*3c is not covered within 3 plies";
    refused(FOUR, lasts, &lasts.replace("GSL", "SL"), 4, why);
}

/// What shows that the drop at `8e` lasts: an entry for the rook's capture, and one for all other
/// checks. Nothing is claimed but that the length is more than two plies.
const LASTS: &str = "\
tsumi-certificate 2
position 9/9/2S6/9/k1R6/2B6/1G7/9/9 w Gp 1
attacker black
claim beyond 2
entries 2
lasts 9/9/2S6/9/kR7/2B6/1G7/9/9 G 0 9e9d
beyond-exact 9/9/2S6/9/kpR6/2B6/1G7/9/9 G 1 G*9d:9e9d G*9f:9e9d G*8f:9e9d 7e8e:9e9d 7c8d:9e9d 8g8f:9e9d 8g9f:9e9d
end
";

/// A drop that lasts more than no ply counts where there is no other reply. Where there is one that may
/// last longer, the drop may be futile.
#[test]
fn a_drop_counts_only_beside_shorter_replies() {
    assert_eq!(verdict(LASTS), "VERIFIED beyond 2");
    let steps_down = LASTS
        .replace("1G7/9/9", "2G6/1S7/9")
        .replace(" 8g8f:9e9d 8g9f:9e9d", " 7g8f:9e9d");
    let why = "the root is not covered beyond 2 plies";
    assert_eq!(verdict(&steps_down), format!("NOT VERIFIED line 4: {why}"));
    // No other reply has a say where the drop lasts as long as is to be shown.
    let shorter = steps_down.replace("beyond 2", "beyond 0");
    assert_eq!(verdict(&shorter), "VERIFIED beyond 0");
    let drop = "entries 3\nlasts 9/9/2S6/9/k1R6/2B6/2G6/1S7/9 G 0 P*8e\n";
    assert_eq!(edited(&shorter, "entries 2\n", drop), "VERIFIED beyond 0");
}

/// The king's step is mate in one. The pawn at `8a` counts, because the king takes the rook that takes
/// it: the claim is more than four plies, which is more than the three of the step.
const COUNTS: &str = "\
tsumi-certificate 2
position k3R4/1l7/9/P8/9/9/9/9/9 w Gp 1
attacker black
claim beyond 4
entries 7
mate 4R4/kl7/9/P8/9/9/9/9/9 G G*9c 1
beyond 1k7/1l7/9/P8/9/9/9/9/9 GP 1 G*9b:8a9b G*7b:8a7b G*9a:8a9a G*7a:8a7a
beyond 1k7/1l7/9/P8/9/9/9/9/9 G 1 G*9b:8a9b G*7b:8a7b G*9a:8a9a G*7a:8a7a
beyond 1p2R4/kl7/9/P8/9/9/9/9/9 - 1 5a8a+:9b8a 9d9c:9b9c 9d9c+:9b9c
beyond-exact kp2R4/1l7/9/P8/9/9/9/9/9 G 3 5a8a:9a8a 5a8a+:9a8a G*9b:9a9b
lasts kR7/1l7/9/P8/9/9/9/9/9 G 2 9a8a
lasts k+R7/1l7/9/P8/9/9/9/9/9 G 2 9a8a
end
";

/// A drop counts that is known to last as long as all other replies do, and no longer.
#[test]
fn a_drop_counts_beside_replies_that_are_mated_sooner() {
    assert_eq!(verdict(COUNTS), "VERIFIED beyond 4");
    let why = "the root is not covered beyond 4 plies";
    let mate = "mate 4R4/kl7/9/P8/9/9/9/9/9 G G*9c 1";
    refused(COUNTS, mate, &mate.replace("9c 1", "9c 3"), 4, why);
    for rook in ["kR7", "k+R7"] {
        let lasts = format!("lasts {rook}/1l7/9/P8/9/9/9/9/9 G");
        let short = format!("{lasts} 0");
        refused(COUNTS, &format!("{lasts} 2"), &short, 4, why);
    }
}

/// A bare king, and a rook that may promote where it takes the pawn.
const PROMOTES: &str = "\
tsumi-certificate 2
position 9/9/4k3R/9/9/9/9/9/9 w p 1
attacker black
claim beyond 2
entries 4
longer 9/9/5k3/9/9/9/9/9/9 - ever
beyond-exact 9/9/4kp2R/9/9/9/9/9/9 - 1 1c4c:5c4c 1c4c+:5c4c
lasts 9/9/4kR3/9/9/9/9/9/9 - 2 5c4c
lasts 9/9/4k+R3/9/9/9/9/9/9 - 2 5c4c
end
";

/// A drop counts when it lasts whether the rook promotes or not.
#[test]
fn a_drop_lasts_as_long_as_after_the_better_capture() {
    assert_eq!(verdict(PROMOTES), "VERIFIED beyond 2");
    let why = "the root is not covered beyond 2 plies";
    for rook in ["kR3", "k+R3"] {
        let lasts = format!("lasts 9/9/4{rook}/9/9/9/9/9/9 -");
        let short = format!("{lasts} 0");
        refused(PROMOTES, &format!("{lasts} 2"), &short, 4, why);
    }
}

/// A lance that takes a drop does not check when it promotes, unless it stands beside the king then.
#[test]
fn a_capture_without_check_is_none() {
    let text = "\
tsumi-certificate 2
position 8k/9/9/9/9/9/9/9/8L w p 1
attacker black
claim beyond 0
entries 2
lasts 8k/9/9/9/9/9/9/9/8L - 0 P*1c
lasts 8k/9/8L/9/9/9/9/9/9 - 0 1a2a
end
";
    assert_eq!(verdict(text), "VERIFIED beyond 0");
    let near = text
        .replace("0 P*1c", "0 P*1b")
        .replace("8k/9/8L/", "8k/8L/9/")
        .replace("0 1a2a", "0 1a1b");
    let why = "reply P*1b is not covered beyond 0 plies";
    assert_eq!(verdict(&near), format!("NOT VERIFIED line 6: {why}"));
}

/// A rook that is pinned to its own king cannot take what is dropped, so that a drop counts.
#[test]
fn a_pinned_checker_takes_nothing() {
    let pinned = "\
tsumi-certificate 2
position 3r5/9/2S6/9/k2R5/2B6/1G7/9/3K5 w p 1
attacker black
claim beyond 0
entries 1
lasts 3r5/9/2S6/9/k2R5/2B6/1G7/9/3K5 - 0 P*8e
end
";
    assert_eq!(verdict(pinned), "VERIFIED beyond 0");
    let free = pinned.replace("3K5", "4K4");
    assert_eq!(
        verdict(&free),
        "NOT VERIFIED line 6: reply P*8e is not covered beyond 0 plies"
    );
}

/// Between a bishop and the king a drop is as futile as between a rook and the king.
#[test]
fn drops_on_a_diagonal() {
    let text = "\
tsumi-certificate 2
position 8k/9/7GN/5B3/9/9/9/9/9 w p 1
attacker black
claim within 0
entries 2
mated 8k/7+B1/7GN/9/9/9/9/9/9 - 0
mated 8k/9/6+BGN/9/9/9/9/9/9 - 0
end
";
    assert_eq!(verdict(text), "VERIFIED within 0");
    let why = "reply P*2b is not covered within 0 plies";
    refused(text, "7+B1/7GN/9", "7G1/7GN/9", 4, why);
}

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

//! Which interpositions the checker takes for futile (無駄合い), and which it does not.
mod common;

use common::{edited, refused, verdict};

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

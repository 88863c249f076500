//! What the checker says of the length with nothing left in hand, right claims and wrong ones.
use crate::common::{MATED, edited, refused, verdict};
use tsumi_check::{Claim, check};

/// `B*5e` mates in five plies with a lance left, after `3b3c`, or in three with nothing left, after
/// `1a2a`.
const SPENDS: &str = include_str!("../data/spends.tsc");
/// The same with five plies instead of seven, of which the last three are an entry of their own.
const TWICE: &str = include_str!("../data/spends-twice.tsc");
/// Mate in five with something left, whatever the defender does.
const SPARES: &str = include_str!("../data/spares.tsc");
/// The mate in three after `G*4b 3a2a`.
const NEVER: &str = include_str!("../data/spares-never.tsc");

#[test]
fn right_claims_are_verified() {
    assert_eq!(verdict(SPENDS), "VERIFIED spends 3");
    assert_eq!(verdict(TWICE), "VERIFIED spends 5");
    assert_eq!(verdict(SPARES), "VERIFIED spares 1");
    assert_eq!(verdict(NEVER), "VERIFIED spares 1");
    assert_eq!(check(SPENDS).unwrap().claims, [Claim::Spends(3)]);
    assert_eq!(check(SPARES).unwrap().claims, [Claim::Spares(1)]);
    // Weaker claims, and an entry that says more.
    let weaker = |text, claim, other| edited(text, &format!("claim {claim}"), other);
    assert_eq!(
        weaker(SPENDS, "spends 3", "claim spends 1"),
        "VERIFIED spends 1"
    );
    assert_eq!(
        weaker(SPARES, "spares 1", "claim spares 3"),
        "VERIFIED spares 3"
    );
    let never = edited(SPARES, "G G*4b 1", "G G*4b never");
    assert_eq!(never, "VERIFIED spares 1");
}

#[test]
fn spends_that_are_not_shown() {
    let (last, not_covered) = (25, "reply 1a2b is not covered beyond 1 plies");
    let two = "a reply to a move that is no legal check, or two to one";
    for (old, new, line, why) in [
        (
            "claim spends 3",
            "claim spends 5",
            4,
            "the root is not covered beyond 5 plies",
        ),
        // More than the entries show.
        (
            "B 3 B*2b:",
            "B 5 B*2b:",
            last,
            "reply 1a2a is not covered beyond 3 plies",
        ),
        (
            "B 3 B*2b:",
            "B 2 B*2b:",
            last,
            "not an entry, or not as many as announced",
        ),
        // Each check has one reply, which is legal and after which nothing is left in time.
        ("B*5e:1a2a ", "", last, "the check B*5e has no reply"),
        ("B*5e:1a2a", "B*5e:1a2a B*5e:1a2a", last, two),
        ("B*5e:1a2a", "B*5e:1a2b", last, "1a2b is not legal"),
        (
            "B*5e:1a2a",
            "B*5e:3b3c",
            last,
            "reply 3b3c is not covered beyond 1 plies",
        ),
        // The length has to be covered from above, and a longer one lets more checks count.
        (
            "mate 8k/6l1p/9/8N/9/9/9/9/9 B B*5e 5\n",
            "beyond 8k/9/9/9/9/9/9/9/9 - 3\n",
            last,
            "the length is not covered",
        ),
        ("B B*5e 5", "B B*5e 7", last, not_covered),
        // It holds for one hand.
        (
            "spends 8k/6l1p/9/8N/9/9/9/9/9 B",
            "spends 8k/6l1p/9/8N/9/9/9/9/9 -",
            4,
            "the root is not covered beyond 3 plies",
        ),
    ] {
        refused(SPENDS, old, new, line, why);
    }
    let inner = "spends 7k1/9/6+B1b/9/9/9/9/9/9 2G 3";
    refused(
        TWICE,
        inner,
        &inner.replace("2G 3", "2G 1"),
        76,
        "reply 1a2a is not covered beyond 3 plies",
    );
    let other_hand = inner.replace("2G 3", "G 3");
    refused(TWICE, inner, &other_hand, 47, "the length is not covered");
}

#[test]
fn spares_that_are_not_shown() {
    let last = 38;
    for (old, new, line, why) in [
        (
            "claim spares 1",
            "claim spends 1",
            4,
            "the root is not covered beyond 1 plies",
        ),
        (
            "claim spares 1",
            "claim spares never",
            4,
            "no claim, or one with a number that does not fit",
        ),
        (
            "claim spares 1",
            "claim spares 0",
            4,
            "no claim, or one with a number that does not fit",
        ),
        (
            "G G*4b 1",
            "G G*4b 3",
            4,
            "the root is not covered within 1 plies",
        ),
        (
            "G G*4b 1",
            "G G*4b 2",
            last,
            "not an entry, or not as many as announced",
        ),
        (
            "G G*4b 1",
            "G G*2a 1",
            last,
            "reply 3a4a is not covered within 1 plies",
        ),
        ("G G*4b 1", "G G*5e 1", last, "G*5e gives no check"),
        ("G G*4b 1", "G S*4b 1", last, "S*4b is not legal"),
        // What comes after the reply spares pieces for ever, which `1` does not say.
        (
            "- 4b3b never",
            "- 4b3b 1",
            last,
            "reply 3a2a is not covered within 1 plies",
        ),
        (
            "- 4b3b never",
            "- 4b3a never",
            28,
            "reply 2a1b is not covered within 0 plies",
        ),
        // A mate in one is not excluded.
        (
            "beyond 7k1/5Gb2/6+R2/9/9/9/9/9/9 - 1",
            "beyond 7k1/5Gb2/6+R2/9/9/9/9/9/9 B 1",
            27,
            "more pieces than the root has",
        ),
        // The move has to be one of the shortest mates.
        (
            "beyond 6k2/6b2/6+R2/9/9/9/9/9/9 G 3",
            "beyond 6k2/6b2/6+R2/9/9/9/9/9/9 G 1",
            last,
            "reply 3a2a is not covered within 1 plies",
        ),
    ] {
        refused(SPARES, old, new, line, why);
    }
}

/// An entry `beyond` that nothing else needs has to be right: the mate has five plies, not more.
#[test]
fn a_length_is_not_more_than_itself() {
    let beyond = "beyond 6k2/6b2/6+R2/9/9/9/9/9/9 G";
    let three = SPARES.replace("claim spares 1", "claim beyond 3");
    assert_eq!(verdict(&three), "VERIFIED beyond 3");
    let five = three.replace("claim beyond 3", "claim beyond 5");
    refused(
        &five,
        &format!("{beyond} 3"),
        &format!("{beyond} 5"),
        37,
        "reply 3a2b is not covered beyond 3 plies",
    );
}

/// Three plies with three golds, of which one is left whatever the defender does.
const GOLDS: &str = "\
tsumi-certificate 2
position 9/8k/9/8P/9/9/9/9/9 b 3Gr2p 1
attacker black
claim leaves 3
entries 3
leaves 9/8k/9/8P/9/9/9/9/9 3G G*1c 3
leaves 8k/9/8G/8P/9/9/9/9/9 2G G*1b 1
leaves 7k1/9/8G/8P/9/9/9/9/9 2G G*2b 1
end
";

/// What takes less or leaves pieces spares them, too; how it does so, the entries say.
#[test]
fn claims_by_entries_of_other_kinds() {
    assert_eq!(verdict(GOLDS), "VERIFIED leaves 3");
    let mates = GOLDS
        .replace("leaves 9/", "mate 9/")
        .replace("leaves 8", "mate 8")
        .replace("leaves 7", "mate 7")
        .replace("claim leaves 3", "claim mate 3");
    assert_eq!(verdict(&mates), "VERIFIED mate 3");
    for (text, old, claim, holds) in [
        (GOLDS, "leaves 3", "leaves 5", true),
        (GOLDS, "leaves 3", "spares 1", true),
        (GOLDS, "leaves 3", "leaves 1", false),
        (&mates, "mate 3", "leaves 5", true),
        (&mates, "mate 3", "leaves 7", true),
        (&mates, "mate 3", "leaves 3", false),
        (&mates, "mate 3", "spares 3", true),
        (&mates, "mate 3", "spares 1", false),
    ] {
        let said = edited(text, &format!("claim {old}"), &format!("claim {claim}"));
        if holds {
            assert_eq!(said, format!("VERIFIED {claim}"));
        } else {
            let plies = claim.split_once(' ').unwrap().1;
            let why = format!("the root is not covered within {plies} plies");
            assert_eq!(said, format!("NOT VERIFIED line 4: {why}"), "{claim}");
        }
    }
}

/// Three plies, after which a mate in one ply has to follow each reply.
#[test]
fn spares_in_three_plies() {
    let spares = GOLDS
        .replace("leaves 9/", "spares 9/")
        .replace("leaves 8", "mate 8")
        .replace("leaves 7", "mate 7")
        .replace("claim leaves 3", "claim spares 3");
    assert_eq!(verdict(&spares), "VERIFIED spares 3");
    let why = "reply 1b1a is not covered within 3 plies";
    refused(&spares, "2G G*1b 1", "2G G*1b 3", 6, why);
}

/// What leaves pieces in five plies spares them in three; nothing is said of one.
#[test]
fn spares_by_an_entry_that_leaves() {
    let five = GOLDS.replace("3G G*1c 3", "3G G*1c 5");
    let three = edited(&five, "claim leaves 3", "claim spares 3");
    assert_eq!(three, "VERIFIED spares 3");
    let why = "the root is not covered within 1 plies";
    refused(&five, "claim leaves 3", "claim spares 1", 4, why);
}

/// A mate in one with these hands, and no entries.
fn mate_in_one(hands: &str, claim: &str) -> String {
    format!(
        "tsumi-certificate 2\nposition 8k/9/8P/9/9/9/9/9/9 b {hands}2r2b2g4s4n4l17p 1\n\
         attacker black\nclaim {claim}\nentries 0\nend\n"
    )
}

/// With the last move nothing is left where that is so after some mate, and no entry has to say it.
#[test]
fn nothing_is_left_by_a_mate_in_one() {
    assert_eq!(verdict(&mate_in_one("G", "spends 1")), "VERIFIED spends 1");
    let why = "the root is not covered beyond 1 plies";
    let left = verdict(&mate_in_one("2G", "spends 1"));
    assert_eq!(left, format!("NOT VERIFIED line 4: {why}"));
}

/// That a mate in one always leaves something, only an entry `leaves` can say.
#[test]
fn a_mate_in_one_is_not_spared_for_ever() {
    let entry = "entries 1\nspares 8k/9/8P/9/9/9/9/9/9 G G*1b never\n";
    let text = mate_in_one("G", "spares 1");
    let why = "reply G*1b is not covered within 0 plies";
    refused(&text, "entries 0\n", entry, 6, why);
    // A mate in one leaves more than nothing in three plies, because it is shorter.
    let entry = "entries 1\nmate 8k/9/8P/9/9/9/9/9/9 G G*1b 1\n";
    let text = mate_in_one("G", "leaves 3");
    assert_eq!(edited(&text, "entries 0\n", entry), "VERIFIED leaves 3");
}

/// A defender who is not mated leaves the attacker nothing to count, though he is mated soon.
#[test]
fn a_mate_that_is_still_to_come_leaves_nothing() {
    let later = MATED
        .replace("certificate 1", "certificate 2")
        .replace("\n8k", "\nmate 8k")
        .replace("\n7k", "\nmate 7k");
    assert_eq!(verdict(&later), "VERIFIED mate 2");
    let why = "reply 1b2a is not covered within 0 plies";
    refused(&later, "claim mate 2", "claim leaves 0", 4, why);
}

/// Of several entries about the length of a position the one that says most counts, whatever its kind.
#[test]
fn the_length_is_that_of_the_best_entry() {
    let within = "entries 21\nwithin 8k/6l1p/9/8N/9/9/9/9/9 B B*5e 7\n";
    let more = edited(SPENDS, "entries 20\n", within);
    assert_eq!(more, "VERIFIED spends 3");
    let root = "6k2/6b2/6+R2/9/9/9/9/9/9 G";
    let beyond = SPARES
        .lines()
        .find_map(|line| line.strip_prefix(&format!("beyond {root} 3 ")));
    let exact = format!("entries 39\nbeyond-exact {root} 1 {}\n", beyond.unwrap());
    let more = edited(SPARES, "entries 38\n", &exact);
    assert_eq!(more, "VERIFIED spares 1");
    // One for these hands only will do, and so will one that says of the longest mate what it leaves.
    let only = format!("beyond-exact {root} 3");
    let exact = edited(SPARES, &format!("beyond {root} 3"), &only);
    assert_eq!(exact, "VERIFIED spares 1");
    let leaves = SPENDS
        .replace(
            "mate 7k1/8p/6+B2/8N/9/9/9/9/9 -",
            "leaves 7k1/8p/6+B2/8N/9/9/9/9/9 L",
        )
        .replace("mate 8k", "leaves 8k");
    assert_eq!(verdict(&leaves), "VERIFIED spends 3");
}

/// Of a defender who begins such a claim cannot be made.
#[test]
fn the_attacker_begins() {
    for claim in ["spends 2", "spares 2", "spends 1", "spares 1"] {
        let text = format!(
            "tsumi-certificate 2\nposition 8k/8G/8P/9/9/9/9/9/9 w G2r2b2g4s4n4l17p 1\n\
             attacker black\nclaim {claim}\nentries 0\nend\n"
        );
        let why = "no claim, or one with a number that does not fit";
        assert_eq!(verdict(&text), format!("NOT VERIFIED line 4: {why}"));
    }
}

//! What the entries of a certificate say is checked, one after the other.
use crate::common::{MATE, MATED, NOMATE, SAVED, edited, refused, verdict};
use tsumi_check::check_with;

#[test]
fn mate_entries_are_checked() {
    for (old, new, line, why) in [
        ("9/9 2G G*1c 3", "9/9 2G G*1d 3", 6, "G*1d is not legal"),
        ("9/9 2G G*1c 3", "9/9 2G G*5e 3", 6, "G*5e gives no check"),
        (
            "9/9 2G G*1c 3",
            "9/9 G G*1c 3",
            6,
            "reply 1b2a is not covered within 1 plies",
        ),
        (
            "9/9 G G*1b 1",
            "9/9 G G*2a 1",
            7,
            "reply 1a2a is not covered within 0 plies",
        ),
        (
            "9/9 G G*1b 1",
            "9/9 G G*1b 3",
            6,
            "reply 1b1a is not covered within 1 plies",
        ),
        (
            "9/9 G G*1b 1",
            "9/9 3G G*1b 1",
            6,
            "reply 1b1a is not covered within 1 plies",
        ),
        (
            "9/9 G G*1b 1\n7k1",
            "9/9 G G*1b 1\n1k7",
            6,
            "reply 1b2a is not covered within 1 plies",
        ),
        (
            "mate 3",
            "mate 1",
            4,
            "the root is not covered within 1 plies",
        ),
        (
            "b 2Gr2p",
            "b Gr2p",
            4,
            "the root is not covered within 3 plies",
        ),
    ] {
        refused(MATE, old, new, line, why);
    }
    // An entry that nothing needs has to be right as well.
    for (entry, why) in [
        (
            "8k/9/8G/8P/9/9/9/9/9 2G G*1b 1",
            "more pieces than the root has",
        ),
        (
            "8k/9/9/9/9/9/9/9/9 5G G*1b 1",
            "more pieces than the root has",
        ),
        (
            "8k/9/8G/8P/8P/9/9/9/9 G G*1b 1",
            "the position has two pawns on a file",
        ),
        (
            "7Pk/9/8G/8P/9/9/9/9/9 G G*1b 1",
            "the position has a piece that can never move",
        ),
        (
            "8k/8G/8P/9/9/9/9/9/9 G G*2b 1",
            "the position has a king that can be taken",
        ),
        (
            "9/9/8G/8P/9/9/9/9/9 G G*1b 1",
            "other kings than at the root",
        ),
        (
            "8k/9/8G/8P/9/9/9/9/4K4 G G*1b 1",
            "other kings than at the root",
        ),
    ] {
        let text = MATE.replace("entries 3\n", "entries 4\n");
        refused(&text, "end\n", &format!("{entry}\nend\n"), 9, why);
    }
    refused(
        MATED,
        "9/9 G G*2b 1",
        "9/9 G G*2b 3",
        4,
        "reply 1b2a is not covered within 1 plies",
    );
    // A distance falls by two, so that no entry can lean on itself.
    assert!(edited(MATE, "mate 3", "mate 5").starts_with("VERIFIED"));
}

#[test]
fn no_mate_entries_are_checked() {
    let surplus = "a reply to a move that is no legal check, or two to one";
    for (old, new, line, why) in [
        (" 1c2b:1a2b", "", 6, "the check 1c2b has no reply"),
        (" 1c2b:1a2b", " 1c2b:1a2b 1c1c:1a1b", 6, surplus),
        (" 1c2b:1a2b", " 1c2b:1a2b P*1b:1a1b", 6, surplus),
        (" 1c2b:1a2b", " 1c2b:1a2b 1c2b:1a2b", 6, surplus),
        (" 1c2b:1a2b", " 1c2b:1a1b", 6, "1a1b is not legal"),
        (" 1c2b:1a2b", " 1c2b:9a9b", 6, "9a9b is not legal"),
        (
            "7n1/7k1/9/9/9/9/9/9/9 P P*2c:2b1a",
            "7n1/7k1/9/9/9/9/9/9/9 -",
            6,
            "reply 1a2b is not covered",
        ),
        ("P*2c:2b1a", "P*2c:2b2c", 7, "reply 2b2c is not covered"),
        ("9 P 1c1b", "9 - 1c1b", 4, "the root is not covered"),
    ] {
        refused(NOMATE, old, new, line, why);
    }
    refused(SAVED, " G*1a:1b1a", "", 11, "the check G*1a has no reply");
    refused(SAVED, "reply 1a1b", "reply 1a2b", 4, "1a2b is not legal");
    refused(SAVED, "reply 1a1b", "reply 1a2a", 4, "1a2a is not legal");
    refused(
        SAVED,
        "9 G G*1a:1b1a",
        "9 - G*1a:1b1a",
        4,
        "reply 1a1b is not covered",
    );
    // What proves a no-mate proves no mate.
    refused(
        SAVED,
        "claim nomate\nreply 1a1b",
        "claim mate 4",
        6,
        "not an entry, or not as many as announced",
    );
}

#[test]
fn the_first_fault_is_named() {
    // Faults of form come before those of the root, these before those of entries.
    let two = MATE.replace("G*1b 1", "G*5e 1").replace("G*2b 1", "G*5e 1");
    assert_eq!(verdict(&two), "NOT VERIFIED line 7: G*5e gives no check");
    assert_eq!(
        verdict(&two.replace("mate 3", "mate 1")),
        "NOT VERIFIED line 4: the root is not covered within 1 plies"
    );
    let form = two.replace("mate 3", "mate 1").replace("7k1/", "7k/");
    assert_eq!(
        verdict(&form),
        "NOT VERIFIED line 8: not an entry, or not as many as announced"
    );
}

#[test]
fn a_check_can_be_stopped() {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    for threads in [1, 2] {
        // Twice while it is read, once or more while the entries are checked.
        let entries = 65;
        let more = "8k/9/8G/8P/9/9/9/9/9 G G*1b 1\n".repeat(entries - 3);
        let text = MATE
            .replace("entries 3\n", &format!("entries {entries}\n"))
            .replace("end\n", &(more + "end\n"));
        let counted = AtomicUsize::new(0);
        let never = || {
            counted.fetch_add(1, Relaxed);
            false
        };
        assert!(check_with(text.as_bytes(), threads, &never).is_ok());
        assert_eq!(counted.load(Relaxed), 4, "entries 0 and 64, twice");
        for (looks, line) in [(0, 6), (1, 70), (2, 6), (3, 70)] {
            let left = AtomicUsize::new(looks);
            let stop = || {
                left.fetch_update(Relaxed, Relaxed, |n| n.checked_sub(1))
                    .is_err()
            };
            let rejected = check_with(text.as_bytes(), threads, &stop).unwrap_err();
            assert!(rejected.interrupted);
            assert_eq!(rejected.reason, "interrupted");
            if threads == 1 {
                assert_eq!(rejected.line, line, "{looks}");
            }
        }
    }
}

/// A board with more entries than are looked through one after the other.
#[test]
fn many_entries_of_one_board() {
    let entries = 3 + 2_000;
    let text = MATE.replace("entries 3", &format!("entries {entries}"));
    let mut many = String::new();
    for i in 0..1_000 {
        many += &format!("8k/9/8G/8P/9/9/9/9/9 G G*1b {}\n", 2_001 - 2 * i);
        many += "9/8k/9/8P/9/9/9/9/9 2G G*1c 3\n";
    }
    assert_eq!(
        edited(&text, "entries 2003\n", &format!("entries 2003\n{many}")),
        "VERIFIED mate 3"
    );
    let without = many.replace("8P/9/9/9/9/9 G G*1b 3\n", "8P/9/9/9/9/9 G G*1b 5\n");
    assert_eq!(
        edited(&text, "entries 2003\n", &format!("entries 2003\n{without}")),
        "VERIFIED mate 3"
    );
    // The short distance is the only one that covers.
    let text = text.replace("9/9 G G*1b 1", "9/9 G G*1b 3");
    let refused = edited(&text, "entries 2003\n", &format!("entries 2003\n{many}"));
    assert_eq!(
        refused,
        "NOT VERIFIED line 7: reply 1b1a is not covered within 1 plies"
    );
}

/// In version 2 the checker looks for the saving reply itself.
#[test]
fn a_defender_who_begins_is_saved_by_some_reply() {
    let saved = "\
tsumi-certificate 2
position 8k/8G/9/9/9/9/9/9/9 w Gr2p 1
attacker black
claim nomate
claim longer 2
entries 5
longer 8k/9/9/9/9/9/9/9/9 - ever
longer 9/9/8k/9/9/9/9/9/9 - ever
longer 9/7k1/9/9/9/9/9/9/9 - ever
longer 9/9/7k1/9/9/9/9/9/9 - ever
longer 9/8k/9/9/9/9/9/9/9 G ever G*1a:1b1a G*1c:1b1c G*2b:1b2b G*2c:1b2c
end
";
    assert_eq!(verdict(saved), "VERIFIED nomate, longer 2");
    // An entry that speaks of three plies shows no more than these.
    let three = edited(saved, "G ever G*1a", "G 3 G*1a");
    assert_eq!(three, "NOT VERIFIED line 4: the root is not covered");
    let longer = saved.replace("claim nomate\n", "").replace("G ever", "G 1");
    assert_eq!(verdict(&longer), "VERIFIED longer 2");
    let why = "the root is not covered beyond 4 plies";
    refused(&longer, "longer 2", "longer 4", 4, why);
    refused(
        &longer,
        "9 G 1 G*1a",
        "9 - 1 G*1a",
        4,
        &why.replace('4', "2"),
    );
}

/// The conventional length falls by two with every entry, as the other one does.
#[test]
fn within_entries_are_checked() {
    let within = "\
tsumi-certificate 2
position 9/8k/9/8P/9/9/9/9/9 b 2Gr2p 1
attacker black
claim within 3
entries 3
within 9/8k/9/8P/9/9/9/9/9 2G G*1c 3
within 8k/9/8G/8P/9/9/9/9/9 G G*1b 1
within 7k1/9/8G/8P/9/9/9/9/9 G G*2b 1
end
";
    assert_eq!(verdict(within), "VERIFIED within 3");
    let why = "reply 1b1a is not covered within 1 plies";
    refused(within, "G G*1b 1", "G G*1b 3", 6, why);
    refused(within, "9 G G*1b 1", "9 2G G*1b 1", 6, why);
}

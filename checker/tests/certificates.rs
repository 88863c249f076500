//! What the checker says of certificates, right ones and wrong ones.
mod common;

use common::{edited, refused, verdict};
use tsumi_check::{Claim, Color, check, check_reader, check_with};

const MATE: &str = "\
tsumi-certificate 1
position 9/8k/9/8P/9/9/9/9/9 b 2Gr2p 1
attacker black
claim mate 3
entries 3
9/8k/9/8P/9/9/9/9/9 2G G*1c 3
8k/9/8G/8P/9/9/9/9/9 G G*1b 1
7k1/9/8G/8P/9/9/9/9/9 G G*2b 1
end
";

/// The same a ply later.
const MATED: &str = "\
tsumi-certificate 1
position 9/8k/8G/8P/9/9/9/9/9 w Gr2p 1
attacker black
claim mate 2
entries 2
8k/9/8G/8P/9/9/9/9/9 G G*1b 1
7k1/9/8G/8P/9/9/9/9/9 G G*2b 1
end
";

const NOMATE: &str = "\
tsumi-certificate 1
position 7nk/9/8G/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1
attacker black
claim nomate
entries 5
7nk/9/8G/9/9/9/9/9/9 P 1c1b:1a1b 1c2b:1a2b
7n1/7k1/9/9/9/9/9/9/9 P P*2c:2b1a
7nk/9/7P1/9/9/9/9/9/9 - 2c2b+:1a2b
7n1/8k/9/9/9/9/9/9/9 P P*1c:1b1a
7nk/9/8P/9/9/9/9/9/9 - 1c1b:1a1b 1c1b+:1a1b
end
";

const SAVED: &str = "\
tsumi-certificate 1
position 8k/8G/9/9/9/9/9/9/9 w Gr2p 1
attacker black
claim nomate
reply 1a1b
entries 5
8k/9/9/9/9/9/9/9/9 -
9/9/8k/9/9/9/9/9/9 -
9/7k1/9/9/9/9/9/9/9 -
9/9/7k1/9/9/9/9/9/9 -
9/8k/9/9/9/9/9/9/9 G G*1a:1b1a G*1c:1b1c G*2b:1b2b G*2c:1b2c
end
";

const ALL: [&str; 4] = [MATE, MATED, NOMATE, SAVED];

#[test]
fn right_certificates_are_verified() {
    let words = ALL.map(verdict);
    assert_eq!(
        words,
        ["mate 3", "mate 2", "nomate", "nomate"].map(|w| format!("VERIFIED {w}"))
    );
    let verified = check(MATE).unwrap();
    assert_eq!(verified.claims, [Claim::Mate(3)]);
    assert_eq!(verified.entries, 3);
    assert_eq!(verified.position, "9/8k/9/8P/9/9/9/9/9 b 2Gr2p 1");
    assert_eq!(verified.attacker, Color::Black);
    assert_eq!(check(SAVED).unwrap().claims, [Claim::NoMate]);
}

#[test]
fn what_may_be_written_in_more_than_one_way() {
    for text in ALL {
        let expected = check(text);
        assert_eq!(
            check_reader(text.replace('\n', "\r\n").as_bytes()),
            expected
        );
        assert_eq!(check(text.trim_end()), expected);
        // The order of the entries, and one of them twice.
        let mut lines: Vec<&str> = text.lines().collect();
        let first = lines
            .iter()
            .position(|line| line.starts_with("entries"))
            .unwrap()
            + 1;
        let end = lines.len() - 1;
        lines[first..end].reverse();
        assert_eq!(check(&lines.join("\n")), expected);
        let (entries, twice) = (end - first, lines[first]);
        lines.insert(first, twice);
        let more = format!("entries {}", entries + 1);
        lines[first - 1] = &more;
        assert_eq!(check(&lines.join("\n")).unwrap().entries, entries + 1);
    }
    assert_eq!(edited(MATE, "2Gr2p 1", "2p2Gr"), "VERIFIED mate 3");
    assert_eq!(edited(MATE, "b 2Gr2p 1", "b 2Gr2p 77"), "VERIFIED mate 3");
    assert_eq!(
        edited(MATE, "9/8k/9/8P/9/9/9/9/9 2G ", "54/8k/9/71P/9/9/9/9/9 2G "),
        "VERIFIED mate 3"
    );
    // A weaker claim.
    assert_eq!(
        edited(MATE, "mate 3", "mate 999999999"),
        "VERIFIED mate 999999999"
    );
    // More in hand than the mate needs, less than the no-mate can bear.
    assert_eq!(edited(MATE, "2Gr2p", "2GRB2Prb"), "VERIFIED mate 3");
    assert_eq!(
        edited(NOMATE, "b P2r2b3g4s3n4l17p", "b 2r2b3g4s3n4l18p"),
        "VERIFIED nomate"
    );
}

#[test]
fn white_attacks_in_capitals() {
    let white = "\
tsumi-certificate 1
position 9/9/9/9/9/p8/9/K8/9 w R2P2g 1
attacker white
claim mate 3
entries 3
9/9/9/9/9/p8/9/K8/9 2G G*9g 3
9/9/9/9/9/p8/g8/9/K8 G G*9h 1
9/9/9/9/9/p8/g8/9/1K7 G G*8h 1
end
";
    assert_eq!(verdict(white), "VERIFIED mate 3");
    assert_eq!(check(white).unwrap().attacker, Color::White);
    refused(
        white,
        "9 2G G*9g",
        "9 2g G*9g",
        6,
        "not an entry, or not as many as announced",
    );
    refused(
        white,
        "attacker white",
        "attacker black",
        3,
        "the defender has no king",
    );
}

#[test]
fn mates_without_entries() {
    let mated = "\
tsumi-certificate 1
position 8k/8G/8P/9/9/9/9/9/9 w r 1
attacker black
claim mate 0
entries 0
end
";
    assert_eq!(verdict(mated), "VERIFIED mate 0");
    // Whoever is not mated has a move that is not covered.
    refused(
        mated,
        "8k/8G/8P",
        "8k/9/8L",
        4,
        "reply 1a2b is not covered within 0 plies",
    );
    assert_eq!(edited(mated, "mate 0", "mate 2"), "VERIFIED mate 2");
}

#[test]
fn the_head_is_read_strictly() {
    for (old, new, line, why) in [
        (
            "tsumi-certificate 1",
            "tsumi-certificate 3",
            1,
            "an unknown version",
        ),
        (
            "tsumi-certificate 1",
            "tsumi-certificates 1",
            1,
            "expected: tsumi-certificate …",
        ),
        (
            "tsumi-certificate 1",
            "tsumi-certificate",
            1,
            "expected: tsumi-certificate …",
        ),
        (
            "tsumi-certificate 1",
            "",
            1,
            "expected: tsumi-certificate …",
        ),
        ("position 9/8k", "position  9/8k", 2, "not a position"),
        ("b 2Gr2p 1", "b 2Gr2p 1 1", 2, "not a position"),
        ("b 2Gr2p 1", "b 2Gr2p one", 2, "not a position"),
        ("b 2Gr2p 1", "b", 2, "not a position"),
        ("b 2Gr2p 1", "x 2Gr2p 1", 2, "not a position"),
        (
            "b 2Gr2p 1",
            "b 2G3r2p 1",
            2,
            "the position has more pieces than a set",
        ),
        (
            "position 9/8k",
            "position k8/8k",
            2,
            "the position has two kings of a side",
        ),
        (
            "position 9/8k",
            "position 8P/8k",
            2,
            "the position has a piece that can never move",
        ),
        (
            "position 9/8k/9",
            "position 9/7Pk/7P1",
            2,
            "the position has two pawns on a file",
        ),
        (
            "position 9/8k/9",
            "position 9/8k/8G",
            2,
            "the position has a king that can be taken",
        ),
        (
            "attacker black",
            "attacker Black",
            3,
            "the attacker is neither black nor white",
        ),
        (
            "attacker black",
            "attacker white",
            3,
            "the defender has no king",
        ),
        (
            "position 9/8k/9",
            "position 9/9/9",
            3,
            "the defender has no king",
        ),
        (
            "b 2Gr2p 1",
            "w 2Gr2p 1",
            3,
            "the defender is to move, but not in check",
        ),
        (
            "mate 3",
            "mate 2",
            4,
            "neither nomate nor a mate in a fitting number",
        ),
        (
            "mate 3",
            "mate 03",
            4,
            "neither nomate nor a mate in a fitting number",
        ),
        (
            "mate 3",
            "mate",
            4,
            "neither nomate nor a mate in a fitting number",
        ),
        (
            "mate 3",
            "mate 1000000001",
            4,
            "neither nomate nor a mate in a fitting number",
        ),
        (
            "mate 3",
            "nomates",
            4,
            "neither nomate nor a mate in a fitting number",
        ),
        ("claim mate 3", "clam mate 3", 4, "expected: claim …"),
        ("entries 3", "entries three", 5, "not a number of entries"),
        ("entries 3", "entries -3", 5, "not a number of entries"),
        (
            "entries 3",
            "reply 1a1b\nentries 3",
            5,
            "expected: entries …",
        ),
    ] {
        refused(MATE, old, new, line, why);
    }
    refused(
        MATED,
        "mate 2",
        "mate 3",
        4,
        "neither nomate nor a mate in a fitting number",
    );
    refused(SAVED, "reply 1a1b", "reply 1a1", 5, "not a move");
    refused(SAVED, "reply 1a1b\n", "", 5, "expected: reply …");
}

#[test]
fn entries_and_end_are_read_strictly() {
    let no_entry = "not an entry, or not as many as announced";
    for (old, new) in [
        ("9 2G G*1c 3", "9 2G G*1c 3 "),
        ("9 2G G*1c 3", "9 2G G*1c"),
        ("9 2G G*1c 3", "9 2G G*1c 4"),
        ("9 2G G*1c 3", "9 2G G*1c 0"),
        ("9 2G G*1c 3", "9 2Gp G*1c 3"),
        ("9 2G G*1c 3", "9 2G g*1c 3"),
        ("9 2G G*1c 3", "9 2G G*1c:1b1a 3"),
        ("9 2G G*1c 3", "9 2G"),
        ("9 2G G*1c 3", "9  G*1c 3"),
        ("9 2G G*1c 3", "8 2G G*1c 3"),
        ("9 2G G*1c 3", "9"),
        ("entries 3\n", "entries 3\n\n"),
    ] {
        refused(MATE, old, new, 6, no_entry);
    }
    refused(NOMATE, "1c1b:1a1b 1c2b:1a2b", "1c1b:1a1b 1c2b", 6, no_entry);
    refused(
        NOMATE,
        "1c1b:1a1b 1c2b:1a2b",
        "1c1b:1a1b 1c2b:",
        6,
        no_entry,
    );
    refused(
        NOMATE,
        "1c1b:1a1b 1c2b:1a2b",
        "1c1b:1a1b:1a1b 1c2b:1a2b",
        6,
        no_entry,
    );
    refused(MATE, "entries 3", "entries 4", 9, no_entry);
    refused(
        MATE,
        "entries 3",
        "entries 2",
        8,
        "expected: end, after the entries announced",
    );
    refused(MATE, "entries 3", "entries 999999999", 9, no_entry);
    refused(
        MATE,
        "end\n",
        "",
        9,
        "expected: end, after the entries announced",
    );
    refused(MATE, "end\n", "end\n\n", 10, "something follows the end");
    refused(
        MATE,
        "end\n",
        "END\n",
        9,
        "expected: end, after the entries announced",
    );
}

/// A line of 16,383 bytes with its end is read, one more is too long; so is a line
/// that never ends. Nothing after it is read.
#[test]
fn a_line_has_a_greatest_length() {
    for (length, expected) in [
        (16_383, "NOT VERIFIED line 2: not a position"),
        (16_384, "NOT VERIFIED line 2: not a position"),
        (16_385, "NOT VERIFIED line 2: too long a line"),
    ] {
        let position = "9".repeat(length - "position \n".len());
        assert_eq!(
            edited(MATE, "9/8k/9/8P/9/9/9/9/9 b 2Gr2p 1", &position),
            expected,
            "{length}"
        );
    }
    let endless = std::io::BufReader::new(std::io::repeat(b'9'));
    let rejected = check_reader(endless).unwrap_err();
    assert_eq!(rejected.to_string(), "NOT VERIFIED line 1: too long a line");
    let last = "tsumi-certificate 1".to_string() + &" ".repeat(16_384 - 19);
    assert_eq!(verdict(&last), "NOT VERIFIED line 1: too long a line");
    assert_eq!(
        verdict(&last[1..]),
        "NOT VERIFIED line 1: expected: tsumi-certificate …"
    );
    let not_text = check_reader(&b"\xff\n"[..]).unwrap_err().to_string();
    assert!(
        not_text.starts_with("NOT VERIFIED line 1: cannot be read: "),
        "{not_text}"
    );
}

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

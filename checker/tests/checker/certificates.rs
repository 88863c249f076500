//! Right certificates are verified, and what departs from their form is refused.
use crate::common::{MATE, MATED, NOMATE, SAVED, edited, refused, verdict};
use tsumi_check::{Claim, Color, check, check_reader};

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

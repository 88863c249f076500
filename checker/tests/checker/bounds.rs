//! What the checker says of claims about lengths, right ones and wrong ones.
use crate::common::{edited, refused, verdict};
use tsumi_check::{Claim, check};

/// A discovered check: mate at once by the convention, in three plies with every ply counted.
const FUTILE: &str = "\
tsumi-certificate 2
position 8k/6S2/9/8B/8L/9/9/9/9 b P2rb4g3s4n3l17p 1
attacker black
claim mate 3
claim within 1
claim longer 1
entries 8
mate 9/6S1k/9/8B/8L/9/9/9/9 - 1d2c+ 1
mate 9/6SkP/9/8B/8L/9/9/9/9 - 1d2c+ 1
mate 8k/6S2/9/8B/8L/9/9/9/9 P P*1b 3
mated 8k/6S1L/7+B1/9/9/9/9/9/9 P 0
mated 8k/6S2/7+BL/9/9/9/9/9/9 P 0
mated 8k/6S2/7+B1/8L/9/9/9/9/9 P 0
within 8k/6S2/9/8B/8L/9/9/9/9 P 1d2c+ 1
longer 8k/6S2/9/8B/8L/9/9/9/9 P 1 P*1b:1a2b 3b2a+:1a2a 1d2c+:G*1d 1d2c:G*1d 1d2e:G*1d 1d3f:G*1d 1d4g:G*1d 1d5h:G*1d 1d6i:G*1d
end
";

/// The reply to `R*1c` is a drop that the rook could capture with check; it counts because the
/// king takes the rook then.
const LASTS: &str = "\
tsumi-certificate 2
position 6G1k/9/9/8N/9/9/9/9/9 b Rr2b3g4s3n4l18p 1
attacker black
claim mate 3
claim beyond 1
entries 5
mate 6GR1/8k/9/8N/9/9/9/9/9 - 2a2b+ 1
mate 6G1k/9/9/8N/9/9/9/9/9 R R*2a 3
lasts 6G1k/8R/9/8N/9/9/9/9/9 - 0 1a1b
lasts 6G1k/8+R/9/8N/9/9/9/9/9 - 0 1a1b
beyond-exact 6G1k/9/9/8N/9/9/9/9/9 R 1 R*1b:1a1b R*1c:P*1b R*2a:1a1b 3a2a:1a2a 1d2b+:1a2b
end
";

/// No mate, however long: a white king that no piece can reach.
const EVER: &str = "\
tsumi-certificate 2
position 8k/9/9/9/9/9/9/9/9 b 2r2b4g4s4n4l18p 1
attacker black
claim nomate
claim longer 999
claim beyond 7
entries 1
longer 8k/9/9/9/9/9/9/9/9 - ever
end
";

#[test]
fn right_claims_are_verified() {
    assert_eq!(verdict(FUTILE), "VERIFIED mate 3, within 1, longer 1");
    assert_eq!(verdict(LASTS), "VERIFIED mate 3, beyond 1");
    assert_eq!(verdict(EVER), "VERIFIED nomate, longer 999, beyond 7");
    let claims = check(LASTS).unwrap().claims;
    assert_eq!(claims, [Claim::Mate(3), Claim::Beyond(1)]);
    // Weaker claims, and one by entries of another kind.
    assert_eq!(
        edited(FUTILE, "claim within 1", "claim within 3"),
        "VERIFIED mate 3, within 3, longer 1"
    );
    let mates = FUTILE
        .replace("claim within 1", "claim within 3")
        .lines()
        .filter(|line| !line.starts_with("within") && !line.starts_with("mated"))
        .map(|line| format!("{line}\n"))
        .collect::<String>()
        .replace("entries 8", "entries 4");
    assert_eq!(verdict(&mates), "VERIFIED mate 3, within 3, longer 1");
    assert_eq!(
        edited(EVER, "ever", "999"),
        "NOT VERIFIED line 4: the root is not covered"
    );
}

/// The defender begins: the claims are about him a ply later.
#[test]
fn the_defender_may_begin() {
    let later = "\
tsumi-certificate 2
position 8k/6S2/7+B1/9/8L/9/9/9/9 w P2rb4g3s4n3l17p 1
attacker black
claim within 0
entries 3
mated 8k/6S1L/7+B1/9/9/9/9/9/9 P 0
mated 8k/6S2/7+BL/9/9/9/9/9/9 P 0
mated 8k/6S2/7+B1/8L/9/9/9/9/9 P 0
end
";
    assert_eq!(verdict(later), "VERIFIED within 0");
    assert_eq!(
        edited(later, "within 0", "within 1"),
        "NOT VERIFIED line 4: no claim, or one with a number that does not fit"
    );
    for claim in ["longer 0", "beyond 0", "mate 0"] {
        let words = edited(later, "within 0", claim);
        // Nothing has to be shown for a reply that may be played; each is a futile drop.
        let expected = match claim {
            "longer 0" => "VERIFIED longer 0".to_string(),
            "mate 0" => "NOT VERIFIED line 4: reply P*1b is not covered within 0 plies".into(),
            _ => "NOT VERIFIED line 4: the root is not covered beyond 0 plies".into(),
        };
        assert_eq!(words, expected);
    }
    let answered = "\
tsumi-certificate 2
position 6G1k/9/8R/8N/9/9/9/9/9 w r2b3g4s3n4l18p 1
attacker black
claim longer 0
claim beyond 0
entries 2
lasts 6G1k/8R/9/8N/9/9/9/9/9 - 0 1a1b
lasts 6G1k/8+R/9/8N/9/9/9/9/9 - 0 1a1b
end
";
    assert_eq!(verdict(answered), "VERIFIED longer 0, beyond 0");
}

#[test]
fn claims_that_are_not_shown() {
    for (text, old, new, line, why) in [
        (
            FUTILE,
            "claim mate 3",
            "claim mate 1",
            4,
            "the root is not covered within 1 plies",
        ),
        (
            FUTILE,
            "claim longer 1",
            "claim longer 3",
            6,
            "the root is not covered beyond 3 plies",
        ),
        (
            FUTILE,
            "claim longer 1",
            "claim beyond 1",
            6,
            "the root is not covered beyond 1 plies",
        ),
        (
            LASTS,
            "claim mate 3",
            "claim within 1",
            4,
            "the root is not covered within 1 plies",
        ),
        (
            LASTS,
            "claim beyond 1",
            "claim nomate",
            5,
            "the root is not covered",
        ),
        (
            EVER,
            "claim nomate",
            "claim mate 1",
            4,
            "the root is not covered within 1 plies",
        ),
    ] {
        refused(text, old, new, line, why);
    }
}

#[test]
fn entries_that_are_not_right() {
    let no_entry = "not an entry, or not as many as announced";
    for (text, old, new, line, why) in [
        // An interposition that is not shown to be futile.
        (
            FUTILE,
            "mated 8k/6S1L/7+B1/9/9/9/9/9/9 P 0",
            "mated 8k/6S1L/7+B1/9/9/9/9/9/9 - 0",
            12,
            "reply P*1b is not covered within 0 plies",
        ),
        // Its number may not be greater than what is to be shown.
        (
            FUTILE,
            "mated 8k/6S1L/7+B1/9/9/9/9/9/9 P 0",
            "mated 8k/6S1L/7+B1/9/9/9/9/9/9 P 2",
            12,
            "reply P*1b is not covered within 0 plies",
        ),
        // Every ply counts for `longer`, so a drop will do; it has to be a legal one.
        (FUTILE, "1d2c+:G*1d 1d2c:", "1d2c+:K*1d 1d2c:", 15, no_entry),
        (
            FUTILE,
            "1d2c+:G*1d 1d2c:",
            "1d2c+:G*2b 1d2c:",
            15,
            "G*2b is not legal",
        ),
        (FUTILE, " 1d6i:G*1d", "", 15, "the check 1d6i has no reply"),
        (
            FUTILE,
            " 1d6i:G*1d",
            " 1d6i:G*1d 1d6i:G*1d",
            15,
            "a reply to a move that is no legal check, or two to one",
        ),
        (
            FUTILE,
            "P 1d2c+ 1\nlonger",
            "P 3b4a 1\nlonger",
            14,
            "3b4a gives no check",
        ),
        // A drop that the checker could capture, and what shows that it counts.
        (
            LASTS,
            "lasts 6G1k/8R/9/8N/9/9/9/9/9 - 0 1a1b",
            "lasts 6G1k/8R/9/8N/9/9/9/9/9 P 0 1a1b",
            11,
            "reply P*1b is not covered beyond 0 plies",
        ),
        (
            LASTS,
            "lasts 6G1k/8R/9/8N/9/9/9/9/9 - 0 1a1b",
            "lasts 6G1k/8R/9/8N/9/9/9/9/9 - 2 1a1b",
            9,
            "reply 1a1b is not covered beyond 1 plies",
        ),
        (
            LASTS,
            "lasts 6G1k/8R/9/8N/9/9/9/9/9 - 0 1a1b",
            "lasts 6G1k/8R/9/8N/9/9/9/9/9 - 0 1a2a",
            9,
            "1a2a is not legal",
        ),
        // `beyond` is for smaller hands too, and such a drop does not hold there.
        (
            LASTS,
            "beyond-exact",
            "beyond",
            11,
            "reply P*1b may be futile",
        ),
        (
            LASTS,
            "beyond-exact 6G1k/9/9/8N/9/9/9/9/9 R 1",
            "beyond-exact 6G1k/9/9/8N/9/9/9/9/9 R 3",
            11,
            "reply 1a2a is not covered beyond 1 plies",
        ),
        // With the defender to move he has to be in check, and numbers are even.
        (
            LASTS,
            "lasts 6G1k/8R/9/8N/9/9/9/9/9",
            "lasts 6G1k/7R1/9/8N/9/9/9/9/9",
            9,
            "the defender is to move, but not in check",
        ),
        (
            LASTS,
            "8R/9/8N/9/9/9/9/9 - 0 1a1b",
            "8R/9/8N/9/9/9/9/9 - 1 1a1b",
            9,
            no_entry,
        ),
        (LASTS, "R 1 R*1b", "R 2 R*1b", 11, no_entry),
        (LASTS, "lasts 6G1k/8R/", "remains 6G1k/8R/", 9, no_entry),
    ] {
        refused(text, old, new, line, why);
    }
}

#[test]
fn the_head_of_version_2() {
    for (old, new, line, why) in [
        (
            "claim mate 3\nclaim beyond 1\n",
            "",
            4,
            "expected: claim …, or entries … after a claim",
        ),
        (
            "claim mate 3",
            "claim mate 2",
            4,
            "no claim, or one with a number that does not fit",
        ),
        (
            "claim mate 3",
            "claim shorter 3",
            4,
            "no claim, or one with a number that does not fit",
        ),
        (
            "claim beyond 1\n",
            "reply 1a1b\n",
            5,
            "expected: claim …, or entries … after a claim",
        ),
        ("entries 5", "entries x", 6, "not a number of entries"),
    ] {
        refused(LASTS, old, new, line, why);
    }
    // Version 1 has neither these claims nor these entries.
    for claim in ["beyond 1", "longer 1", "within 1"] {
        let first = FUTILE.replace("certificate 2", "certificate 1");
        let why = "neither nomate nor a mate in a fitting number";
        refused(&first, "claim mate 3", &format!("claim {claim}"), 4, why);
    }
    let first = LASTS.replace("certificate 2", "certificate 1");
    assert_eq!(
        edited(&first, "claim beyond 1\n", ""),
        "NOT VERIFIED line 6: not an entry, or not as many as announced"
    );
}

/// Two checks by the silver's side lead nowhere, and the third one mates with the gold that it wins.
const ONLY: &str = "\
tsumi-certificate 2
position 7gk/7P1/8S/9/9/9/9/9/9 b 2r2b3g3s4n4l17p 1
attacker black
claim only 2b2a+
entries 1
longer 7g1/7Pk/9/9/9/9/9/9/9 - ever
end
";

#[test]
fn no_other_check_mates() {
    assert_eq!(verdict(ONLY), "VERIFIED only 2b2a+");
    // The other checks are refuted by no entry, or by one with another hand.
    for entry in [
        "longer 7g1/7Pk/9/9/9/9/9/9/9 - 99",
        "longer 7g1/8k/9/9/9/9/9/9/9 - ever",
    ] {
        refused(
            ONLY,
            "longer 7g1/7Pk/9/9/9/9/9/9/9 - ever",
            entry,
            4,
            "ply 1: the check 1c1b is not refuted",
        );
    }
    // One that is not refuted may be named.
    let except = "only 2b2a+ / 1:1c1b+ 1:1c1b";
    assert_eq!(
        edited(
            &ONLY.replace("longer 7g1/7Pk", "longer 7g1/8k"),
            "only 2b2a+",
            except
        ),
        format!("VERIFIED {except}")
    );
    // Of one that is not refuted a number of plies may be said: here with nothing to show for, ...
    let bounded = "only 2b2a+ / 1:1c1b+>1 1:1c1b>1";
    let no_entry = ONLY.replace("longer 7g1/7Pk", "longer 7g1/8k");
    assert_eq!(
        edited(&no_entry, "only 2b2a+", bounded),
        format!("VERIFIED {bounded}")
    );
    // ... or with an entry that says as much.
    let three = ONLY.replace("- ever", "- 1");
    let bounded = "only 2b2a+ / 1:1c1b+>3 1:1c1b>3";
    assert_eq!(
        edited(&three, "only 2b2a+", bounded),
        format!("VERIFIED {bounded}")
    );
    for (old, new) in [("1c1b+>3", "1c1b+>5"), ("1:1c1b>3", "1:1c1b 1:1c1b>5")] {
        let said = edited(&three, "only 2b2a+", &bounded.replace(old, new));
        let check = if new.contains('+') { "1c1b+" } else { "1c1b" };
        let why = format!("ply 1: the check {check} is not refuted within 5 plies");
        assert_eq!(said, format!("NOT VERIFIED line 4: {why}"));
    }
    for (line, why) in [
        ("only 2b2a+ / 1:1c1b>2", "no exception: 1:1c1b>2"),
        ("only 2b2a+ / 1:1c1b>", "no exception: 1:1c1b>"),
        ("only 2b2a+ / 2:1c1b>1", "no exception: 2:1c1b>1"),
        (
            "only 2b2a+ / 1:1c2d",
            "ply 1: the exception 1c2d is no check",
        ),
        (
            "only 2b2a+ / 1:1c2d>1",
            "ply 1: the exception 1c2d is no check",
        ),
        ("only 2b2a", "no legal move of the line: 2b2a"),
        ("only 1c2d", "a move of the line gives no check: 1c2d"),
        ("only 2b2a+ 1a1b", "no legal move of the line: 1a1b"),
        ("only 2b2a+ / 3:1c1b", "no exception: 3:1c1b"),
        ("only 2b2a+ / 1c1b", "no exception: 1c1b"),
        ("only 2b2a+ / 1:1j1b", "no exception: 1:1j1b"),
        ("only 2b2a+\nclaim only 2b2a+", "two claims about a line"),
    ] {
        let text = ONLY.replace("only 2b2a+", line);
        let said = verdict(&text);
        assert!(said.ends_with(&format!(": {why}")), "{line}: {said}");
    }
}

/// Mate in one with two golds in hand, of which one is left.
const LEFT: &str = "\
tsumi-certificate 2
position 8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1
attacker black
claim leaves 1
entries 1
leaves 8k/9/8P/9/9/9/9/9/9 2G G*1b 1
end
";

/// A position of a game, White to mate in three: much is left.
const LEFT_IN_THREE: &str = "\
tsumi-certificate 2
position 1n3ksnl/1r7/p2+Ppp1P1/5+S3/5KG+r1/2p1SbP2/PP2P+s2P/4+n4/L8 w G2Pb2gn2l5p 116
attacker white
claim leaves 3
entries 2
leaves 1n3ksnl/1r7/p2+Ppp+SP1/9/5KG+r1/2p1SbP2/PP2P+s2P/4+n4/L8 B2G2L5P G*5d 1
leaves 1n3ksnl/1r7/p2+Ppp1P1/5+S3/5KG+r1/2p1SbP2/PP2P+s2P/4+n4/L8 B2GN2L5P N*3c 3
end
";

#[test]
fn pieces_that_are_left() {
    assert_eq!(verdict(LEFT), "VERIFIED leaves 1");
    assert_eq!(verdict(LEFT_IN_THREE), "VERIFIED leaves 3");
    assert_eq!(
        edited(LEFT, "claim leaves 1", "claim leaves 3"),
        "VERIFIED leaves 3"
    );
    // With one gold nothing is left, unless a piece is taken with the last move.
    let one = LEFT.replace("2G2r2b2g", "G2r2b3g");
    let nothing = "G*1b may mate and leaves nothing in hand";
    refused(&one, " 2G G*1b", " G G*1b", 6, nothing);
    let none = "the root is not covered within 1 plies";
    refused(LEFT, " 2G G*1b", " G G*1b", 4, none);
    refused(
        LEFT,
        "G*1b 1",
        "G*2b 1",
        6,
        "reply 1a2b is not covered within 0 plies",
    );
    refused(LEFT, "G*1b 1", "G*5e 1", 6, "G*5e gives no check");
    let short = "the root is not covered within 1 plies";
    refused(LEFT_IN_THREE, "claim leaves 3", "claim leaves 1", 4, short);
    let reply = "reply 4d3c is not covered within 1 plies";
    refused(LEFT_IN_THREE, "B2G2L5P G*5d 1", "B2G2L4P G*5d 1", 7, reply);
    // Something is left there within three plies, which is too late after a reply.
    refused(LEFT_IN_THREE, "B2G2L5P G*5d 1", "B2G2L5P G*5d 3", 7, reply);
    // Of a mate with exactly these hands nothing is said of others.
    refused(
        LEFT_IN_THREE,
        "B2GN2L5P N*3c 3",
        "B2GN2L4P N*3c 3",
        4,
        "the root is not covered within 3 plies",
    );
}

/// With the defender to move, and with a mate on the board.
#[test]
fn pieces_that_are_left_with_the_defender_to_move() {
    let root = "8k/8G/8P/9/9/9/9/9/9 w G2r2b2g4s4n4l17p 1";
    let text = format!(
        "tsumi-certificate 2\nposition {root}\nattacker black\nclaim leaves 0\nentries 0\nend\n"
    );
    assert_eq!(verdict(&text), "VERIFIED leaves 0");
    refused(
        &text,
        " w G2r2b2g",
        " w 2r2b3g",
        4,
        "nothing is left in hand",
    );
    let escapes = "reply 1a1b is not covered within 0 plies";
    refused(&text, "8k/8G/8P/9/9/9", "8k/8G/9/9/9/8P", 4, escapes);
}

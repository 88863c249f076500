//! The claim `only` along a line of several moves: who comes to a position of the line has found
//! no other mate.
use crate::common::{edited, refused, verdict};

/// A rook chases a king. At ply 3 the check `5i4i` with the reply `4a5a` leads to the first
/// position again; all other checks are excepted.
const AGAIN: &str = "\
tsumi-certificate 2
position 4k4/9/9/9/9/9/9/9/5R3 b r2b4g4s4n4l18p 1
attacker black
claim only 4i5i 5a4a 5i5a+ / 1:4i4a 1:4i4a+ 1:4i4b+ 3:5i5a 3:5i5b+
entries 0
end
";

#[test]
fn a_position_of_the_line_refutes_a_check() {
    let good = verdict(AGAIN);
    assert!(good.starts_with("VERIFIED only 4i5i 5a4a "), "{good}");
    // Nothing refutes the others.
    for (except, ply, check) in [
        ("1:4i4a ", 1, "4i4a"),
        (" 3:5i5b+", 3, "5i5b+"),
        ("1:4i4a+ ", 1, "4i4a+"),
    ] {
        let why = format!("ply {ply}: the check {check} is not refuted");
        refused(AGAIN, except, "", 4, &why);
    }
    // Before the first position there is none on the line.
    let later = AGAIN.replace("5i5a+ / ", "5i4i / 3:5i5a+ ");
    assert!(verdict(&later).starts_with("VERIFIED"));
}

/// An entry `besides` for the first position of `AGAIN`, and what it leans on when the rook is
/// taken. Its check `4i5i` leads to the position of ply 3.
const BESIDES: &str = "\
entries 3
longer 5k3/9/9/9/9/9/9/9/9 - ever
longer 9/5k3/9/9/9/9/9/9/9 - ever
besides 4k4/9/9/9/9/9/9/9/5R3 - 3 4i5i:5a4a 4i4a:5a4a 4i4a+:5a4a 4i4b+:5a4b
";

#[test]
fn an_entry_may_lean_on_the_line_up_to_its_ply() {
    let text = AGAIN.replace("entries 0\n", BESIDES);
    assert!(verdict(&text).starts_with("VERIFIED"));
    assert!(edited(&text, "R3 - 3 ", "R3 - 4 ").starts_with("VERIFIED"));
    for ply in 0..=2 {
        let why = "reply 5a4a is not covered";
        refused(&text, "R3 - 3 ", &format!("R3 - {ply} "), 8, why);
    }
}

/// With a pawn more in hand than on the line the position is another one.
#[test]
fn a_greater_hand_is_not_on_the_line() {
    let entries = "\
entries 6
longer 5k3/9/9/9/9/9/9/9/9 - ever
longer 9/5k3/9/9/9/9/9/9/9 - ever
longer 9/9/5k3/9/9/9/9/9/9 - ever
longer 5k3/9/9/9/9/9/9/9/9 P ever P*4b:4a4b
longer 9/5k3/9/9/9/9/9/9/9 P ever P*4c:4b4c
besides 4k4/9/9/9/9/9/9/9/5R3 P 3 4i5i:5a4a 4i4a:5a4a 4i4a+:5a4a 4i4b+:5a4b P*5b:5a5b
";
    // Of the two replies of this name the one to `4i5i` is meant: an entry covers the other.
    let text = AGAIN.replace("entries 0\n", entries);
    assert_eq!(
        verdict(&text),
        "NOT VERIFIED line 11: reply 5a4a is not covered"
    );
}

/// What `besides` says of a ply holds for later ones, not for earlier ones.
#[test]
fn an_entry_covers_its_ply_and_later_ones() {
    let text = "\
tsumi-certificate 2
position 7gk/7P1/8S/9/9/9/9/9/9 b 2r2b3g3s4n4l17p 1
attacker black
claim only 2b2a+
entries 1
besides 7g1/7Pk/9/9/9/9/9/9/9 - 1
end
";
    assert_eq!(verdict(text), "VERIFIED only 2b2a+");
    assert_eq!(edited(text, "- 1\n", "- 0\n"), "VERIFIED only 2b2a+");
    let why = "ply 1: the check 1c1b is not refuted";
    refused(text, "- 1\n", "- 2\n", 4, why);
}

/// Without a claim `only` there is no line that an entry could lean on.
#[test]
fn no_line_to_lean_on() {
    let claim = AGAIN
        .lines()
        .find(|line| line.starts_with("claim"))
        .unwrap();
    let longer = "longer 4k4/9/9/9/9/9/9/9/5R3 - 1 4i5i:5a4a 4i4a:5a4a 4i4a+:5a4a 4i4b+:5a4b\n";
    let entries = BESIDES.replace("entries 3\n", &format!("entries 4\n{longer}"));
    let text = AGAIN.replace("entries 0\n", &entries);
    let both = text.replace(claim, &format!("{claim}\nclaim longer 1"));
    assert!(verdict(&both).ends_with(", longer 1"));
    let why = "reply 5a4a is not covered";
    refused(&text, claim, "claim longer 1", 9, why);
}

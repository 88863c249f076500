//! A certificate three thousand plies deep, checked on a thread with 2 MiB.

use crate::on_a_stack_of;
use std::fmt::Write as _;
use tsumi::checker::{Claim, check};

const PLIES: usize = 3_000;
const STACK: usize = 2 << 20;

/// A rook drives the king to and fro, 1b and 1a, fifteen hundred times before the
/// gold mates. The boards repeat, the distances fall: a right certificate, and as
/// deep as it says.
fn to_and_fro(plies: usize) -> String {
    let boards = [
        ("4R4/8k/9/8P/9/9/9/9/7L1", "5a5b"),
        ("8k/4R4/9/8P/9/9/9/9/7L1", "5b5a"),
    ];
    let mut text = format!(
        "tsumi-certificate 1\nposition {} b G 1\nattacker black\nclaim mate {plies}\nentries {}\n",
        boards[0].0,
        plies.div_ceil(2)
    );
    for distance in (3..=plies).rev().step_by(2) {
        let (board, check) = boards[(plies - distance) / 2 % 2];
        let _ = writeln!(text, "{board} G {check} {distance}");
    }
    let _ = writeln!(text, "{} G G*1c 1\nend", boards[0].0);
    text
}

#[test]
fn a_certificate_of_three_thousand_and_one_plies() {
    on_a_stack_of(STACK, || {
        let text = to_and_fro(PLIES + 1);
        let verified = check(&text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(verified.claims, [Claim::Mate(PLIES as u32 + 1)]);
        assert_eq!(verified.entries, PLIES / 2 + 1);
        // Without the mating entry nothing of it is proved.
        let headless = text.replace(" G G*1c 1\n", " G 5a5b 1\n");
        assert!(check(&headless).is_err());
        // The king is on the wrong square after an odd number of checks.
        assert!(check(&to_and_fro(PLIES + 3)).is_err());
    });
}

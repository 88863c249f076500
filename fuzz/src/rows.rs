//! Rows of a report: the checker never panics, and what it takes as proved without any
//! certificate is a declared line that breaks the rules.

use std::collections::HashMap;
use tsumi::checker::{self, Claim, Verified, rows::Rows};

/// The text of a list of rows.
pub fn rows(bytes: &[u8]) {
    let rows = match Rows::read(bytes) {
        Ok(rows) => rows,
        Err(rejected) => {
            let lines = bytes.iter().filter(|&&b| b == b'\n').count() + 1;
            assert!((1..=lines + 1).contains(&rejected.line), "{rejected}");
            return;
        }
    };
    let alone = rows.judge(&HashMap::new());
    let text = String::from_utf8_lossy(bytes);
    assert_eq!(alone.rows, alone.proved + alone.open + alone.lacking.len());
    let fails = text.matches("line-fails").count();
    assert!(alone.proved <= fails, "{text}");
    // A certificate more may prove a row, and never takes one away.
    let accepted = rows.files().map(|name| (name.to_string(), mate_in_one()));
    let more = rows.judge(&accepted.collect());
    assert!(more.proved >= alone.proved, "{text}");
}

/// What the checker says of a small certificate.
fn mate_in_one() -> Verified {
    const TEXT: &str = "tsumi-certificate 1\n\
        position 8k/9/8P/9/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1\n\
        attacker black\nclaim mate 1\nentries 1\n\
        8k/9/8P/9/9/9/9/9/9 2G G*1b 1\nend\n";
    let verified = checker::check(TEXT).expect("a certificate");
    assert_eq!(verified.claims, [Claim::Mate(1)]);
    verified
}

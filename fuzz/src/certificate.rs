//! Certificates: the checker never panics, what it accepts is true, and the value that the
//! program reads of the text says the same.

use crate::solver::{DEPTH, quick, shortest_mate};
use tsumi::checker::{self, Claim, Verified, check_reader, check_with};
use tsumi::proof::certificate::Certificate;
use tsumi::solver::Verdict;

/// The text of a certificate.
pub fn certificate(bytes: &[u8]) {
    let verdict = check_reader(bytes);
    if let Err(rejected) = &verdict {
        let lines = bytes.iter().filter(|&&b| b == b'\n').count() + 1;
        assert!((1..=lines + 1).contains(&rejected.line), "{rejected}");
        assert!(!rejected.interrupted && !rejected.reason.is_empty());
    }
    assert_eq!(check_with(bytes, 2, &|| false), verdict);
    let read = std::str::from_utf8(bytes).map(str::parse::<Certificate>);
    let Ok(Ok(value)) = read else {
        assert!(verdict.is_err(), "{read:?}");
        return;
    };
    let text = value.to_string();
    let again: Certificate = text.parse().unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(again, value, "{text}");
    assert_eq!(again.to_string(), text);
    let Ok(verified) = verdict else {
        return;
    };
    let position = value.position().to_sfen_owned();
    // Leading blanks of the number of the move and the like are written in one way.
    assert_eq!(
        checker::check(&text),
        Ok(Verified {
            position,
            ..verified.clone()
        }),
        "{text}"
    );
    let claims: Vec<String> = value.claims().iter().map(ToString::to_string).collect();
    let accepted: Vec<String> = verified.claims.iter().map(ToString::to_string).collect();
    assert_eq!(claims, accepted, "{value}");
    for claim in &verified.claims {
        is_true(&value, claim);
    }
}

/// Holds a claim that was accepted against brute force and against a short search.
fn is_true(value: &Certificate, claim: &Claim) {
    let (position, attacker) = (value.position(), value.attacker());
    let shortest = shortest_mate(position, attacker);
    match (claim, quick(position, attacker)) {
        (Claim::NoMate, Verdict::Mate { .. }) => panic!("{value}"),
        (Claim::Mate(_) | Claim::Within(_), Verdict::NoMate) => panic!("{value}"),
        (Claim::Mate(plies), Verdict::Mate { raw, .. }) => {
            assert!(raw.lower <= *plies, "{raw:?}, {value}");
        }
        (Claim::Longer(plies), Verdict::Mate { raw, .. }) => {
            assert!(raw.upper > *plies, "{raw:?}, {value}");
        }
        (Claim::Within(plies), Verdict::Mate { conventional, .. }) => {
            assert!(conventional.lower <= *plies, "{conventional:?}, {value}");
        }
        (Claim::Beyond(plies), Verdict::Mate { conventional, .. }) => {
            assert!(conventional.upper > *plies, "{conventional:?}, {value}");
        }
        _ => {}
    }
    match (claim, shortest) {
        (Claim::NoMate, Some(Some(_))) => panic!("{value}"),
        (Claim::Mate(plies), Some(shortest)) if *plies <= DEPTH => {
            let within = shortest.is_some_and(|n| n <= *plies);
            assert!(within, "{shortest:?}, {value}");
        }
        (Claim::Longer(plies) | Claim::Beyond(plies), Some(Some(shortest))) => {
            assert!(shortest > *plies, "{shortest:?}, {value}");
        }
        _ => {}
    }
}

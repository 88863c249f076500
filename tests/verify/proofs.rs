//! What `verify` writes into the certificates: lengths, and that no other check mates.

use super::common::{judged, zuko};
use fastrand::Rng;
use tsumi::checker::check;
use tsumi::proof::certificate::Claim;
use tsumi::verify::{Settings, Status};

fn proved(number: &str) -> (Vec<Status>, Vec<Claim>, String) {
    let settings = Settings {
        proofs: true,
        ..Settings::default()
    };
    let judgement = judged(&zuko(number), settings);
    assert_eq!(judgement.outcome.defect, None, "{number}");
    let certificate = judgement.outcome.certificate.unwrap();
    let (claims, text) = (certificate.claims().to_vec(), certificate.to_string());
    let claimed: Vec<String> = claims.iter().map(Claim::to_string).collect();
    let accepted = check(&text).unwrap();
    let accepted: Vec<String> = accepted.claims.iter().map(ToString::to_string).collect();
    assert_eq!(accepted, claimed, "{number}");
    (judgement.statuses, claims, text)
}

/// The plies of the claims about the conventional length.
fn plies(claims: &[Claim]) -> (Option<u32>, Option<u32>, bool) {
    let upper = claims.iter().filter_map(|c| match c {
        Claim::Mate { plies } | Claim::Within { plies } => Some(*plies),
        _ => None,
    });
    let mate = upper.min();
    let beyond = claims.iter().find_map(|c| match c {
        Claim::Beyond { plies } => Some(*plies),
        _ => None,
    });
    let only = claims.iter().any(|c| matches!(c, Claim::Only { .. }));
    (mate, beyond, only)
}

#[test]
fn what_a_problem_is_found_to_be_is_proved() {
    for (number, status, expected) in [
        ("092", Status::Ok, (Some(13), Some(11), true)),
        ("018", Status::Ok, (Some(23), Some(21), true)),
        // Declared with 21 plies, so that a bound of more than 21 is enough.
        ("012", Status::Longer, (Some(27), Some(25), false)),
        ("068", Status::Cooked, (Some(27), Some(25), false)),
    ] {
        let (statuses, claims, _) = proved(number);
        assert_eq!(statuses, [status], "{number}");
        assert_eq!(plies(&claims), expected, "{number}");
    }
}

/// The claim that a check besides the line's does not mate is refused for one that does, whatever
/// else is changed. Zuko 42 has a detour at its ply 25 and another mate at ply 19.
#[test]
fn a_check_that_mates_is_never_refuted() {
    let (statuses, claims, text) = proved("042");
    assert_eq!(statuses, [Status::Ok]);
    let Some(Claim::Only { line, except }) = claims.last() else {
        panic!("{claims:?}")
    };
    assert_eq!(line.len(), 25);
    assert!(!except.is_empty());
    let lines: Vec<&str> = text.lines().collect();
    let at = lines
        .iter()
        .position(|l| l.starts_with("claim only"))
        .unwrap();
    assert!(lines.iter().any(|l| l.starts_with("besides ")));
    let (moves, _) = lines[at].split_once(" / ").unwrap();
    let mut random = Rng::with_seed(42);
    let marked: Vec<usize> = (0..lines.len())
        .filter(|&i| lines[i].starts_with("besides "))
        .collect();
    for round in 0..60 {
        let mut changed: Vec<String> = lines.iter().map(ToString::to_string).collect();
        changed[at] = moves.to_string();
        if round > 0 {
            for _ in 0..3 {
                let i = marked[random.usize(..marked.len())];
                let words: Vec<&str> = lines[i].split(' ').collect();
                let ply = [0, 1, 19, 23, 25, 99][random.usize(..6)].to_string();
                let rest = words[4..].join(" ");
                let line = format!("besides {} {} {ply} {rest}", words[1], words[2]);
                changed[i] = line.trim_end().to_string();
            }
        }
        let text = changed.join("\n") + "\n";
        let why = check(&text).unwrap_err().to_string();
        assert!(why.starts_with("NOT VERIFIED line"), "{why}");
        if round == 0 {
            let expected = format!("NOT VERIFIED line {}: ply 19: ", at + 1);
            assert!(why.starts_with(&expected), "{why}");
        }
    }
    // The detour comes back to a position that the line has been through by then.
    for ply in ["27", "23", "1"] {
        let changed: Vec<String> = lines
            .iter()
            .map(|l| match l.strip_prefix("besides ") {
                None => l.to_string(),
                Some(rest) => {
                    let mut words: Vec<&str> = rest.split(' ').collect();
                    words[2] = ply;
                    format!("besides {}", words.join(" "))
                }
            })
            .collect();
        assert!(check(&(changed.join("\n") + "\n")).is_err(), "{ply}");
    }
}

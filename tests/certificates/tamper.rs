//! Certificates in which something was changed are refused, or are still true.
//!
//! The certificates tampered with are tight (`tighten`): no entry can be
//! spared and no hand narrowed, so those changes must be refused. Where a
//! change may leave a certificate right, the naive checker of
//! `naive` says whether it does, and both must agree.

use crate::naive::corpus::{mates, nomates};
use crate::naive::{
    Pieces, after, checks, color, holds, minus, narrower, replies, set_of, tighten, with_hand,
};
use shogi_core::Hand;
use tsumi::checker::{Claim, Rejected, check};

fn refused(pieces: &Pieces, what: &str) -> Rejected {
    let text = pieces.text();
    let Err(rejected) = check(&text) else {
        panic!("{what}: accepted\n{text}")
    };
    assert!(!rejected.interrupted);
    rejected
}

/// Both checkers on a changed certificate; whether it was refused.
fn agreed(pieces: &Pieces, what: &str) -> bool {
    let verdict = check(&pieces.text());
    assert_eq!(
        verdict.is_ok(),
        holds(pieces),
        "{what}: {verdict:?}\n{}",
        pieces.text()
    );
    verdict.is_err()
}

#[test]
fn a_shorter_mate_is_refused() {
    let mut count = 0;
    for pieces in mates() {
        // Exact hands and exact distances: anything less is false.
        for i in 0..pieces.items.len() {
            for distance in (1..pieces.items[i].distance).step_by(2) {
                let mut other = pieces.clone();
                other.items[i].distance = distance;
                assert_eq!(refused(&other, "distance").line, pieces.line(i));
                count += 1;
            }
        }
        let plies = pieces.mate.unwrap();
        for claim in (plies % 2..plies).step_by(2) {
            let other = Pieces {
                mate: Some(claim),
                ..pieces.clone()
            };
            assert_eq!(refused(&other, "claim").line, 4);
            count += 1;
        }
        for wrong in [plies + 1, plies.wrapping_sub(1)] {
            let other = Pieces {
                mate: Some(wrong),
                ..pieces.clone()
            };
            assert_eq!(refused(&other, "parity").line, 4);
        }
        // More plies are a weaker claim, and true.
        let other = Pieces {
            mate: Some(plies + 2),
            ..pieces.clone()
        };
        assert_eq!(
            check(&other.text()).unwrap().claims,
            [Claim::Mate(plies + 2)]
        );
    }
    println!("{count} shorter mates refused");
}

#[test]
fn longer_distances_and_other_moves_are_judged_alike() {
    let (mut count, mut fails) = (0, 0);
    for pieces in mates().into_iter().filter(|pieces| pieces.items.len() < 11) {
        for i in 0..pieces.items.len() {
            let mut other = pieces.clone();
            other.items[i].distance += 2;
            fails += usize::from(agreed(&other, "longer"));
            count += 1;
            for mv in replies(&pieces.items[i].board) {
                let mut other = pieces.clone();
                other.items[i].moves = vec![mv];
                if mv != pieces.items[i].moves[0] {
                    let rejected = agreed(&other, "move");
                    let gives_check = checks(&pieces.items[i].board).contains(&mv);
                    assert!(rejected || gives_check);
                    fails += usize::from(rejected);
                    count += 1;
                }
            }
        }
    }
    println!("{count} moves or distances changed, {fails} refused");
    assert!(fails > 1000);
}

#[test]
fn tight_certificates_tolerate_no_loss() {
    let (mut dropped, mut narrowed) = (0, 0);
    for pieces in mates()
        .into_iter()
        .chain(nomates())
        .filter(|p| p.items.len() < 40)
    {
        let pieces = tighten(pieces);
        check(&pieces.text()).unwrap();
        for i in 0..pieces.items.len() {
            let mut other = pieces.clone();
            other.items.remove(i);
            refused(&other, "dropped");
            dropped += 1;
            for other in narrower(&pieces, i) {
                refused(&other, "narrowed");
                narrowed += 1;
            }
            // A wider claim may be true or not; a hand too large cannot be.
            for kind in Hand::all_hand_pieces() {
                let hand = pieces.items[i].hand;
                let wider = [hand.removed(kind), hand.added(kind)];
                let Some(hand) = wider[usize::from(pieces.mate.is_none())] else {
                    continue;
                };
                let mut other = pieces.clone();
                other.items[i].hand = hand;
                agreed(&other, "widened");
                let mut board = pieces.items[i].board.clone();
                board.side_to_move_set(pieces.attacker);
                let set = set_of(&pieces.root);
                if with_hand(&board, pieces.attacker, hand, set).is_none() {
                    assert_eq!(refused(&other, "too wide").line, pieces.line(i));
                }
            }
        }
    }
    println!("{dropped} entries dropped, {narrowed} hands narrowed, all refused");
    assert!(dropped > 100 && narrowed > 200);
}

#[test]
fn other_replies_are_judged_alike() {
    let (mut count, mut fails) = (0, 0);
    for pieces in nomates() {
        if let Some(reply) = pieces.reply {
            for other in replies(&pieces.root) {
                let other = Pieces {
                    reply: Some(other),
                    ..pieces.clone()
                };
                fails += usize::from(agreed(&other, "root reply"));
                count += 1;
            }
            let mut illegal = pieces.clone();
            illegal.reply = Some(pieces.items[0].moves.first().copied().unwrap_or(reply));
            assert!(illegal.reply == Some(reply) || refused(&illegal, "illegal").line == 4);
        }
        for i in 0..pieces.items.len() {
            let item = &pieces.items[i];
            for pair in 0..item.moves.len() / 2 {
                let mut without = pieces.clone();
                without.items[i].moves.drain(2 * pair..2 * pair + 2);
                assert_eq!(refused(&without, "no reply").line, pieces.line(i));
                let mut twice = pieces.clone();
                twice.items[i]
                    .moves
                    .extend_from_slice(&item.moves[2 * pair..2 * pair + 2]);
                assert_eq!(refused(&twice, "two replies").line, pieces.line(i));
                for reply in replies(&after(&item.board, item.moves[2 * pair])) {
                    let mut other = pieces.clone();
                    other.items[i].moves[2 * pair + 1] = reply;
                    fails += usize::from(agreed(&other, "reply"));
                    count += 1;
                }
            }
        }
        // The entries of a mate prove no "no mate", and the other way round.
        let text = pieces.text();
        assert!(check(&text.replace("claim nomate", "claim mate 3")).is_err());
    }
    println!("{count} replies changed, {fails} refused");
    assert!(fails > 500);
}

#[test]
fn another_root_is_not_covered() {
    for pieces in mates().into_iter().chain(nomates()) {
        let attacker = pieces.attacker;
        for kind in Hand::all_hand_pieces() {
            // A piece from the attacker's hand into the defender's, or back.
            for (from, to) in [(attacker, attacker.flip()), (attacker.flip(), attacker)] {
                let mut other = pieces.clone();
                let given = other.root.hand_of_a_player(from).removed(kind);
                let Some(given) = given else { continue };
                *other.root.hand_of_a_player_mut(from) = given;
                let taken = other.root.hand_of_a_player(to).added(kind).unwrap();
                *other.root.hand_of_a_player_mut(to) = taken;
                agreed(&other, "root");
            }
            // A piece out of the box: all defenders' hands change.
            let mut other = pieces.clone();
            let hand = other.root.hand_of_a_player(attacker.flip());
            let Some(hand) = hand.removed(kind) else {
                continue;
            };
            *other.root.hand_of_a_player_mut(attacker.flip()) = hand;
            assert!(minus(set_of(&pieces.root), set_of(&other.root)).is_some());
            agreed(&other, "smaller set");
        }
        let other = Pieces {
            attacker: attacker.flip(),
            ..pieces.clone()
        };
        refused(&other, "attacker");
    }
}

/// Swapping colours and turning the board leaves a certificate right.
#[test]
fn a_turned_certificate_is_verified() {
    for pieces in mates().into_iter().chain(nomates()) {
        let turned: Vec<String> = pieces.text().lines().map(turn).collect();
        let verified = check(&(turned.join("\n") + "\n")).unwrap();
        assert_ne!(verified.attacker, color(pieces.attacker));
        assert_eq!(verified.entries, pieces.items.len());
    }
}

fn turn(line: &str) -> String {
    let words = line.split(' ').enumerate().map(|(i, word)| match word {
        "black" => "white".into(),
        "white" => "black".into(),
        _ if word.contains('/') => turn_board(word),
        "b" | "w" => ["b", "w"][usize::from(word == "b")].into(),
        _ if line.starts_with("position") && i == 3 => turn_case(word),
        _ if line.starts_with("position") || i < 1 || word == "-" => word.into(),
        _ if i == 1 && line.contains('/') => word.into(),
        _ if !line.contains('/') && !line.starts_with("reply") => word.into(),
        _ => word.split(':').map(turn_move).collect::<Vec<_>>().join(":"),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn turn_case(word: &str) -> String {
    let swap = |c: char| {
        if c.is_uppercase() {
            c.to_ascii_lowercase()
        } else {
            c.to_ascii_uppercase()
        }
    };
    let turned: String = word.chars().map(swap).collect();
    turned
}

fn turn_board(board: &str) -> String {
    let turned: String = turn_case(board).chars().rev().collect();
    // The plus signs now follow their letters.
    let mut out = String::new();
    let mut chars = turned.chars().peekable();
    while let Some(c) = chars.next() {
        if chars.next_if_eq(&'+').is_some() {
            out.push('+');
        }
        out.push(c);
    }
    out
}

fn turn_move(usi: &str) -> String {
    let drop = usi.contains('*');
    let squares = |(i, c): (usize, char)| match c {
        '1'..='9' if !drop || i > 1 => char::from(b'0' + b'9' + 1 - c as u8),
        'a'..='i' => char::from(b'a' + b'i' - c as u8),
        _ => c,
    };
    let is_move = usi.len() > 3 || drop;
    if is_move {
        usi.chars().enumerate().map(squares).collect()
    } else {
        usi.into()
    }
}

#[test]
fn colours_fold_the_right_way() {
    assert_eq!(turn("attacker black"), "attacker white");
    assert_eq!(
        turn("8k/9/9/9/9/9/9/9/+P8 G G*5b 1"),
        "8+p/9/9/9/9/9/9/9/K8 G G*5h 1"
    );
    assert_eq!(turn("entries 3"), "entries 3");
    assert_eq!(turn("claim mate 3"), "claim mate 3");
}

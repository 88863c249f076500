//! A naive solver and a naive checker, for tests only.
//!
//! Plain brute force over `shogi_legality_lite`: iterative deepening for
//! mates, trial and error for closed sets, linear scans for the check. Slow and
//! short, so that its answers can be believed by reading it; it shares nothing
//! with the checker but the definitions of docs/certificate.md.
pub mod corpus;

use shogi_core::{Color, Hand, Move, PartialPosition, Piece, PieceKind, Square};
use shogi_legality_lite as rules;
use shogi_usi_parser::FromUsi;
use std::collections::{HashMap, HashSet};
use tsumi::proof::certificate::{Board, MateDraft, MateEntry, NoMateDraft, NoMateEntry};
use tsumi::shogi;

/// Reads an SFEN without the word in front.
pub fn position(sfen: &str) -> PartialPosition {
    PartialPosition::from_usi(&format!("sfen {sfen}")).unwrap_or_else(|_| panic!("{sfen}"))
}

/// One line of a certificate.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    pub board: PartialPosition,
    pub hand: Hand,
    /// Mate: the move. No mate: check, reply, check, reply, …
    pub moves: Vec<Move>,
    pub distance: u32,
}

/// A certificate in pieces, to be tampered with.
#[derive(Clone, Debug)]
pub struct Pieces {
    pub root: PartialPosition,
    pub attacker: Color,
    /// Plies, or none for no mate.
    pub mate: Option<u32>,
    pub reply: Option<Move>,
    pub items: Vec<Item>,
}

impl Pieces {
    /// The text, by way of the library's writer.
    pub fn text(&self) -> String {
        let of = |item: &Item| (Board::of(&item.board), shogi::Hand::from_core(item.hand));
        if let Some(plies) = self.mate {
            let mut draft = MateDraft::new(&self.root, self.attacker);
            for item in &self.items {
                let (board, hand) = of(item);
                draft.push(&MateEntry {
                    board,
                    hand,
                    mv: item.moves[0],
                    distance: item.distance,
                });
            }
            return draft.finish(plies).to_string();
        }
        let mut draft = NoMateDraft::new(&self.root, self.attacker);
        for item in &self.items {
            let (board, hand) = of(item);
            let pairs = item.moves.chunks(2).map(|pair| (pair[0], pair[1]));
            draft.push(&NoMateEntry {
                board,
                hand,
                replies: pairs.collect(),
            });
        }
        draft.finish(self.reply).to_string()
    }

    /// The line of an item in that text.
    pub fn line(&self, item: usize) -> usize {
        6 + usize::from(self.reply.is_some()) + item
    }
}

/// A colour in the checker's words.
pub fn color(color: Color) -> tsumi::checker::Color {
    match color {
        Color::Black => tsumi::checker::Color::Black,
        Color::White => tsumi::checker::Color::White,
    }
}

pub fn replies(position: &PartialPosition) -> Vec<Move> {
    rules::all_legal_moves_partial(position)
}

pub fn checks(position: &PartialPosition) -> Vec<Move> {
    let mut checks = rules::all_checks_partial(position);
    checks.retain(|&mv| rules::is_legal_partial_lite(position, mv));
    checks
}

pub fn after(position: &PartialPosition, mv: Move) -> PartialPosition {
    let mut next = position.clone();
    next.make_move(mv).unwrap();
    let _ = next.ply_set(1);
    next
}

/// All pieces of the root but the kings.
pub fn set_of(position: &PartialPosition) -> Hand {
    let mut set = Hand::new();
    let board = Square::all().filter_map(|square| position.piece_at(square));
    for kind in board.map(|piece: Piece| piece.piece_kind()) {
        set = set.added(kind.unpromote().unwrap_or(kind)).unwrap_or(set);
    }
    for color in Color::all() {
        set = plus(set, position.hand_of_a_player(color));
    }
    set
}

pub fn plus(hand: Hand, more: Hand) -> Hand {
    Hand::all_hand_pieces().fold(hand, |hand, kind| {
        (0..more.count(kind).unwrap()).fold(hand, |hand, _| hand.added(kind).unwrap())
    })
}

pub fn minus(hand: Hand, less: Hand) -> Option<Hand> {
    Hand::all_hand_pieces().try_fold(hand, |hand, kind| {
        (0..less.count(kind).unwrap()).try_fold(hand, |hand, _| hand.removed(kind))
    })
}

/// The attacker's hand and the rest to the defender, the attacker to move.
pub fn with_hand(
    board: &PartialPosition,
    attacker: Color,
    hand: Hand,
    set: Hand,
) -> Option<PartialPosition> {
    let mut position = board.clone();
    position.side_to_move_set(attacker);
    let _ = position.ply_set(1);
    for color in Color::all() {
        *position.hand_of_a_player_mut(color) = Hand::new();
    }
    let rest = minus(minus(set, set_of(&position))?, hand)?;
    *position.hand_of_a_player_mut(attacker) = hand;
    *position.hand_of_a_player_mut(attacker.flip()) = rest;
    Some(position)
}

fn key(position: &PartialPosition) -> String {
    position.to_sfen_owned()
}

/// Brute force with memory: for each attacker-to-move position the shortest
/// mate and its move, or the depth to which there is none.
#[derive(Default)]
pub struct Solver {
    mates: HashMap<String, (u32, Move)>,
    none: HashMap<String, u32>,
}

impl Solver {
    /// The shortest mate within `plies` from a position with the attacker to
    /// move, and its move.
    pub fn mate(&mut self, position: &PartialPosition, plies: u32) -> Option<(u32, Move)> {
        (1..=plies)
            .step_by(2)
            .find_map(|plies| self.within(position, plies))
    }

    fn within(&mut self, position: &PartialPosition, plies: u32) -> Option<(u32, Move)> {
        let key = key(position);
        if let Some(&found) = self.mates.get(&key) {
            return Some(found).filter(|found| found.0 <= plies);
        }
        if self.none.get(&key).is_some_and(|&depth| depth >= plies) {
            return None;
        }
        for check in checks(position) {
            if self.mated_within(&after(position, check), plies - 1) {
                self.mates.insert(key, (plies, check));
                return Some((plies, check));
            }
        }
        self.none.insert(key, plies);
        None
    }

    /// Is the defender, to move and in check, mated within `plies`?
    pub fn mated_within(&mut self, position: &PartialPosition, plies: u32) -> bool {
        let mut replies = replies(position).into_iter().peekable();
        if plies == 0 {
            return replies.peek().is_none();
        }
        replies.all(|reply| self.mate(&after(position, reply), plies - 1).is_some())
    }

    /// A certificate of the shortest mate within `plies`.
    pub fn certify_mate(
        &mut self,
        root: &PartialPosition,
        attacker: Color,
        plies: u32,
    ) -> Option<Pieces> {
        let mut pieces = Pieces {
            root: root.clone(),
            attacker,
            mate: None,
            reply: None,
            items: Vec::new(),
        };
        let mut todo = vec![root.clone()];
        if root.side_to_move() == attacker {
            pieces.mate = Some(self.mate(root, plies)?.0);
        } else {
            let shortest = (0..=plies)
                .step_by(2)
                .find(|&d| self.mated_within(root, d))?;
            pieces.mate = Some(shortest);
            todo = replies(root)
                .iter()
                .map(|&reply| after(root, reply))
                .collect();
        }
        let mut seen = HashSet::new();
        while let Some(position) = todo.pop() {
            if !seen.insert(key(&position)) {
                continue;
            }
            let (distance, mv) = self.mate(&position, plies)?;
            let hand = position.hand_of_a_player(attacker);
            let next = after(&position, mv);
            todo.extend(replies(&next).iter().map(|&reply| after(&next, reply)));
            pieces.items.push(Item {
                board: position,
                hand,
                moves: vec![mv],
                distance,
            });
        }
        Some(pieces)
    }

    /// A closed set around the root, of at most `most` positions. Replies are
    /// tried in order; one that runs into a mate within `plies`, or into a
    /// position given up before, is passed over.
    pub fn certify_nomate(
        &mut self,
        root: &PartialPosition,
        attacker: Color,
        plies: u32,
        most: usize,
    ) -> Option<Pieces> {
        let mut given_up = HashSet::new();
        loop {
            match self.closed_set(root, attacker, plies, most, &mut given_up) {
                Ok(pieces) => return Some(pieces),
                Err(true) => {}
                Err(false) => return None,
            }
        }
    }

    /// The set; or whether it is worth another try.
    fn closed_set(
        &mut self,
        root: &PartialPosition,
        attacker: Color,
        plies: u32,
        most: usize,
        given_up: &mut HashSet<String>,
    ) -> Result<Pieces, bool> {
        let mut pieces = Pieces {
            root: root.clone(),
            attacker,
            mate: None,
            reply: None,
            items: Vec::new(),
        };
        let mut start = root.clone();
        if root.side_to_move() != attacker {
            let reply = self
                .escape(root, plies, given_up, &HashSet::new())
                .ok_or(false)?;
            pieces.reply = Some(reply);
            start = after(root, reply);
        }
        let first = key(&start);
        let mut seen = HashSet::from([first.clone()]);
        let mut todo = vec![start];
        while let Some(position) = todo.pop() {
            if seen.len() > most {
                return Err(false);
            }
            let mut moves = Vec::new();
            for check in checks(&position) {
                let next = after(&position, check);
                let Some(reply) = self.escape(&next, plies, given_up, &seen) else {
                    let lost = key(&position);
                    let again = lost != first || root.side_to_move() != attacker;
                    given_up.insert(lost);
                    return Err(again);
                };
                moves.extend([check, reply]);
                let reached = after(&next, reply);
                if seen.insert(key(&reached)) {
                    todo.push(reached);
                }
            }
            let hand = position.hand_of_a_player(attacker);
            pieces.items.push(Item {
                board: position,
                hand,
                moves,
                distance: 0,
            });
        }
        Ok(pieces)
    }

    /// A reply that is not seen to lose, one into the set before others.
    fn escape(
        &mut self,
        position: &PartialPosition,
        plies: u32,
        given_up: &HashSet<String>,
        seen: &HashSet<String>,
    ) -> Option<Move> {
        let mut replies = replies(position);
        replies.sort_by_key(|&reply| !seen.contains(&key(&after(position, reply))));
        replies.into_iter().find(|&reply| {
            let reached = after(position, reply);
            let known = key(&reached);
            seen.contains(&known)
                || (!given_up.contains(&known) && self.mate(&reached, plies).is_none())
        })
    }
}

/// The definitions of docs/certificate.md, word for word and by linear scans.
pub fn holds(pieces: &Pieces) -> bool {
    let (attacker, set) = (pieces.attacker, set_of(&pieces.root));
    let covered = |position: &PartialPosition, plies: u32| {
        let held = position.hand_of_a_player(attacker);
        pieces.items.iter().any(|item| {
            Square::all().all(|s| item.board.piece_at(s) == position.piece_at(s))
                && match pieces.mate {
                    Some(_) => item.distance <= plies && minus(held, item.hand).is_some(),
                    None => minus(item.hand, held).is_some(),
                }
        })
    };
    let all_covered = |position: &PartialPosition, plies: u32| {
        let mut replies = replies(position).into_iter();
        replies.all(|reply| plies > 0 && covered(&after(position, reply), plies - 1))
    };
    let escapes = |position: &PartialPosition, reply: Move| {
        rules::is_legal_partial_lite(position, reply) && covered(&after(position, reply), 0)
    };
    let root_holds = match (pieces.mate, pieces.reply) {
        (Some(plies), _) if pieces.root.side_to_move() == attacker => covered(&pieces.root, plies),
        (Some(plies), _) => all_covered(&pieces.root, plies),
        (None, None) => covered(&pieces.root, 0),
        (None, Some(reply)) => escapes(&pieces.root, reply),
    };
    let item_holds = |item: &Item| {
        let Some(position) = with_hand(&item.board, attacker, item.hand, set) else {
            return false;
        };
        let checks = checks(&position);
        if pieces.mate.is_some() {
            let mv = item.moves[0];
            return checks.contains(&mv) && all_covered(&after(&position, mv), item.distance - 1);
        }
        let given: HashMap<_, _> = item.moves.chunks(2).map(|p| (usi(p[0]), p[1])).collect();
        given.len() == checks.len()
            && item.moves.len() == 2 * checks.len()
            && checks.iter().all(|&check| {
                let reply = given.get(&usi(check));
                reply.is_some_and(|&reply| escapes(&after(&position, check), reply))
            })
    };
    root_holds && pieces.items.iter().all(item_holds)
}

fn usi(mv: Move) -> String {
    use shogi_core::ToUsi;
    mv.to_usi_owned()
}

/// Makes a certificate tight: no entry can be left out, no least hand made
/// larger and no greatest hand smaller. Needs a small certificate.
pub fn tighten(mut pieces: Pieces) -> Pieces {
    assert!(holds(&pieces));
    loop {
        let before = pieces.clone();
        for i in (0..pieces.items.len()).rev() {
            let mut shorter = pieces.clone();
            shorter.items.remove(i);
            if holds(&shorter) {
                pieces = shorter;
            }
        }
        for i in 0..pieces.items.len() {
            while let Some(better) = narrower(&pieces, i).into_iter().find(holds) {
                pieces = better;
            }
        }
        if pieces.items == before.items {
            return pieces;
        }
    }
}

/// The certificate with the claim of one entry made narrower by one piece: its
/// least hand larger, or its greatest hand smaller.
pub fn narrower(pieces: &Pieces, item: usize) -> Vec<Pieces> {
    let change = |kind: PieceKind| {
        let hand = pieces.items[item].hand;
        let hand = if pieces.mate.is_some() {
            hand.added(kind)
        } else {
            hand.removed(kind)
        }?;
        let set = set_of(&pieces.root);
        with_hand(&pieces.items[item].board, pieces.attacker, hand, set)?;
        let mut other = pieces.clone();
        other.items[item].hand = hand;
        Some(other)
    };
    Hand::all_hand_pieces().filter_map(change).collect()
}

//! The conventional length (手数) by the letter of docs/conventional.md: a recursion over all moves
//! with a memo, on our move generators, without any part of the search.

use crate::common::{Problem, examine, solve};
use std::collections::HashMap;
use tsumi::shogi::{Kind, Move, Position, Side, Square, between};
use tsumi::solver::{Control, Solver, Verdict};

/// Lengths that are known: exactly, or "more than".
#[derive(Clone, Copy)]
enum Known {
    Exactly(u32),
    MoreThan(u32),
}

/// The evaluator. A length is `None` when it is more than the bound asked for.
#[derive(Default)]
pub struct Oracle {
    memo: HashMap<(u64, u32), Known>,
    /// Squares found futile.
    pub futile: u64,
    calls: u64,
}

impl Oracle {
    /// The length at `pos`, when it is at most `bound`.
    pub fn length(&mut self, pos: &mut Position, bound: u32) -> Option<u32> {
        let key = (pos.board_key(), pos.attacker_hand().bits());
        match self.memo.get(&key) {
            Some(&Known::Exactly(n)) => return (n <= bound).then_some(n),
            Some(&Known::MoreThan(n)) if n >= bound => return None,
            _ => {}
        }
        self.calls += 1;
        let found = match pos.side_to_move() {
            Side::Attacker => self.shortest_check(pos, bound),
            Side::Defender => self.replies(pos, bound).map(|(longest, _)| longest),
        };
        let known = found.map_or(Known::MoreThan(bound), Known::Exactly);
        self.memo.insert(key, known);
        found
    }

    fn shortest_check(&mut self, pos: &mut Position, bound: u32) -> Option<u32> {
        let mut checks = Vec::new();
        pos.generate_checks(&mut checks);
        // Deeper and deeper, so that the first mate found is a shortest one.
        for n in (1..=bound).step_by(2) {
            for &mv in &checks {
                pos.make(mv);
                let after = self.length(pos, n - 1);
                pos.unmake(mv);
                if let Some(after) = after {
                    return Some(after + 1);
                }
            }
        }
        None
    }

    /// The length of a defender's node and the replies that are not futile, when it is at most
    /// `bound`.
    fn replies(&mut self, pos: &mut Position, bound: u32) -> Option<(u32, Vec<Move>)> {
        let mut replies = Vec::new();
        pos.generate_evasions(&mut replies);
        let takes = recaptures(pos);
        let can_take = |mv: &Move| mv.is_drop() && takes.iter().any(|t| t.1 == mv.to());
        // L0: the replies that are not drops which X can capture with check.
        let mut longest = 0;
        let mut counted: Vec<Move> = replies.iter().filter(|mv| !can_take(mv)).copied().collect();
        for &mv in &counted {
            longest = longest.max(self.after_reply(pos, mv, bound)?);
        }
        let others = longest;
        let mut squares: Vec<Square> = replies
            .iter()
            .filter(|mv| can_take(mv))
            .map(|mv| mv.to())
            .collect();
        squares.dedup();
        for square in squares {
            let mut futile = false;
            for &(from, to, promote) in takes.iter().filter(|t| t.1 == square) {
                // Q(s): X on the square, hands as they are, the defender to move.
                pos.special_slide(from, to, promote);
                futile |= self.length(pos, others).is_some();
                pos.special_unslide(from, to, promote);
            }
            self.futile += u64::from(futile);
            if !futile {
                for &mv in replies
                    .iter()
                    .filter(|mv| mv.is_drop() && mv.to() == square)
                {
                    longest = longest.max(self.after_reply(pos, mv, bound)?);
                    counted.push(mv);
                }
            }
        }
        Some((longest, counted))
    }

    /// The longest defence that leaves nothing in the attacker's hand, of a mate within `bound`;
    /// `None` when all leave something. The attacker plays shortest mates, and among them those
    /// that leave something, the shortest otherwise; with the last move he leaves nothing if he
    /// can.
    fn nothing_left(&mut self, pos: &mut Position, bound: u32) -> Option<u32> {
        let length = self.length(pos, bound).expect("a mate");
        if pos.side_to_move() == Side::Attacker {
            let mut checks = Vec::new();
            pos.generate_checks(&mut checks);
            let mut least = None;
            for mv in checks {
                pos.make(mv);
                let shortest = self.length(pos, length - 1).is_some();
                let after = shortest.then(|| self.nothing_left(pos, length - 1));
                pos.unmake(mv);
                match after {
                    Some(Some(_)) if length == 1 => return Some(1),
                    Some(None) if length == 1 => {}
                    Some(None) => return None,
                    Some(Some(n)) => least = Some(least.map_or(n, |l: u32| l.min(n))),
                    None => {}
                }
            }
            return least.map(|n| n + 1);
        }
        let (_, replies) = self.replies(pos, bound).expect("a mate");
        if replies.is_empty() {
            return pos.attacker_hand().is_empty().then_some(0);
        }
        let mut longest = None;
        for mv in replies {
            pos.make(mv);
            let after = self.nothing_left(pos, bound - 1);
            pos.unmake(mv);
            longest = longest.max(after.map(|n| n + 1));
        }
        longest
    }

    fn after_reply(&mut self, pos: &mut Position, mv: Move, bound: u32) -> Option<u32> {
        pos.make(mv);
        let after = bound.checked_sub(1).and_then(|n| self.length(pos, n));
        pos.unmake(mv);
        after.map(|n| n + 1)
    }
}

/// The ways in which a distant single checker takes on the squares between it and
/// the king, giving check, its own king safe.
fn recaptures(pos: &mut Position) -> Vec<(Square, Square, bool)> {
    let mut ways = Vec::new();
    let checkers: Vec<Square> = pos.checkers().into_iter().collect();
    let (&[from], Some(king)) = (&checkers[..], pos.king(Side::Defender)) else {
        return ways;
    };
    let Some((_, kind)) = pos.piece_on(from) else {
        return ways;
    };
    for to in between(from, king) {
        let zone = from.rank() <= 3 || to.rank() <= 3;
        for promote in [false, true] {
            let can = matches!(kind, Kind::Lance | Kind::Bishop | Kind::Rook) && zone;
            if promote && !can {
                continue;
            }
            pos.special_slide(from, to, promote);
            let check = pos.in_check(Side::Defender);
            let safe = pos.king(Side::Attacker).is_none() || !pos.in_check(Side::Attacker);
            pos.special_unslide(from, to, promote);
            if check && safe {
                ways.push((from, to, promote));
            }
        }
    }
    ways
}

/// How the comparison of many positions went.
#[derive(Debug, Default)]
pub struct Tally {
    pub compared: u32,
    /// Conventional length shorter than the raw one.
    pub shorter: u32,
    pub no_mate: u32,
    /// Every line leaves something.
    pub leaves: u32,
    /// The longest line that leaves nothing is shorter than the longest.
    pub classic: u32,
    /// Replies to the first check that last as long as any and leave nothing.
    pub equal: u32,
    pub futile: u64,
}

/// Compares where the solver's lengths are at most `raw` and `plies`; true then.
pub fn compare(
    solver: &mut Solver,
    p: &Problem,
    raw_bound: u32,
    plies_bound: u32,
    tally: &mut Tally,
) -> bool {
    let o = solve(solver, p);
    let Ok(mut pos) = Position::new(&p.position, p.attacker) else {
        panic!("{}: solved, but no position", p.id)
    };
    let mut oracle = Oracle::default();
    let sfen = p.position.to_sfen_owned();
    match o.verdict {
        Verdict::Mate { raw, conventional } => {
            assert!(
                raw.is_minimal() && conventional.is_minimal(),
                "{}: {:?}",
                p.id,
                o.verdict
            );
            examine(p, &o);
            if raw.upper > raw_bound || conventional.upper > plies_bound {
                return false;
            }
            let length = oracle.length(&mut pos, conventional.upper);
            assert_eq!(
                length,
                Some(conventional.upper),
                "{}: {sfen}: {raw:?}",
                p.id
            );
            let found = match &o.nothing_left {
                Some(line) => Some(line.len() as u32),
                None => o.leftover.is_empty().then_some(conventional.upper),
            };
            let longest = oracle.nothing_left(&mut pos, conventional.upper);
            assert_eq!(found, longest, "{}: {sfen}: nothing left", p.id);
            tally.leaves += u32::from(longest.is_none());
            tally.classic += u32::from(o.nothing_left.is_some());
            tally.equal += equal_defences(solver, p, &mut oracle, &o.line, length);
            tally.compared += 1;
            tally.shorter += u32::from(conventional.upper < raw.upper);
            tally.futile += oracle.futile;
            true
        }
        Verdict::NoMate => {
            assert_eq!(
                oracle.length(
                    &mut pos,
                    3 + u32::from(p.position.side_to_move() != p.attacker)
                ),
                None,
                "{}: {sfen}",
                p.id
            );
            tally.no_mate += 1;
            false
        }
        Verdict::Unknown(_) => false,
    }
}

/// Compares the replies to the first move of `line` that last as long as any and leave nothing.
/// Returns how many there are; 0 where the defender is the first to move.
fn equal_defences(
    solver: &mut Solver,
    p: &Problem,
    oracle: &mut Oracle,
    line: &[shogi_core::Move],
    length: Option<u32>,
) -> u32 {
    let (Some(&first), Some(length)) = (line.first(), length) else {
        return 0;
    };
    if p.position.side_to_move() != p.attacker {
        return 0;
    }
    let mut position = p.position.clone();
    position.make_move(first).expect("a legal line");
    let mut session = solver.session(p.attacker);
    let found = session.equal_defences(&position, length - 1, Control::default());
    let lines = found.expect("a position").0.expect("no limit");
    let mut found: Vec<shogi_core::Move> = lines.iter().map(|line| line[0]).collect();
    for line in &lines {
        assert_eq!(line.len() as u32, length - 1, "{}: {line:?}", p.id);
        let whole = [&[first], &line[..]].concat();
        end_of_line(p, &whole);
    }
    let mut pos = Position::new(&position, p.attacker).expect("a position");
    let (longest, replies) = oracle.replies(&mut pos, length - 1).expect("a mate");
    assert_eq!(longest, length - 1);
    let mut all = Vec::new();
    for mv in replies {
        let as_long = oracle.after_reply(&mut pos, mv, longest) == Some(longest);
        pos.make(mv);
        let none = as_long && oracle.nothing_left(&mut pos, longest - 1) == Some(longest - 1);
        pos.unmake(mv);
        if none {
            all.push(pos.to_core_move(mv, p.attacker));
        }
    }
    let key = |mv: &shogi_core::Move| format!("{mv:?}");
    found.sort_by_key(key);
    all.sort_by_key(key);
    let sfen = p.position.to_sfen_owned();
    assert_eq!(found, all, "{}: {sfen}: replies as long", p.id);
    all.len() as u32
}

/// The position at the end of the line, which must be a mate by the convention.
pub fn end_of_line(p: &Problem, line: &[shogi_core::Move]) {
    let mut end = p.position.clone();
    for &mv in line {
        end.make_move(mv).unwrap();
    }
    let mut pos = Position::new(&end, p.attacker).unwrap();
    let length = Oracle::default().length(&mut pos, 0);
    assert_eq!(length, Some(0), "{}: {line:?}", p.id);
}

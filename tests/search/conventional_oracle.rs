//! The conventional length (手数) by the letter of the rules, section 5, compared
//! with the solver's: a recursion over all moves with a memo, on our move
//! generators, without any part of the search.

use crate::common::{Problem, attacker_of, both_metrics, examine, jsonl, pick, position, solve};
use fastrand::Rng;
use shogi_core::{Color, PartialPosition, Piece, PieceKind, Square as CoreSquare};
use std::collections::HashMap;
use tsumi::shogi::{Kind, Move, Position, Side, Square, between};
use tsumi::solver::{Control, Lengths, Options, Solver, Verdict};

/// Lengths that are known: exactly, or "more than".
#[derive(Clone, Copy)]
enum Known {
    Exactly(u32),
    MoreThan(u32),
}

/// The evaluator. A length is `None` when it is more than the bound asked for.
#[derive(Default)]
struct Oracle {
    memo: HashMap<(u64, u32), Known>,
    /// Squares found futile.
    futile: u64,
    calls: u64,
}

impl Oracle {
    /// The length at `pos`, when it is at most `bound`.
    fn length(&mut self, pos: &mut Position, bound: u32) -> Option<u32> {
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
struct Tally {
    compared: u32,
    /// Conventional length shorter than the raw one.
    shorter: u32,
    no_mate: u32,
    /// Every line leaves something.
    leaves: u32,
    /// The longest line that leaves nothing is shorter than the longest.
    classic: u32,
    /// Replies to the first check that last as long as any and leave nothing.
    equal: u32,
    futile: u64,
}

/// Compares where the solver's lengths are at most `raw` and `plies`; true then.
fn compare(
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

#[test]
fn the_futile_group() {
    let mut solver = Solver::new(both_metrics(2_000_000));
    let ids = [
        "A1-capture-frees-nifu",
        "A8-non-promotion",
        "B10-counter-check-twin",
        "B12-gold-interposition-twin",
        "C1-pinned-supporter",
        "C2-futile",
        "C4-futile",
        "C6-leftover-before-length",
        "C9-futile",
        "C11-futile",
        "C12-futile",
        "D15-nine",
        "D15-smoke",
    ];
    let mut tally = Tally::default();
    for p in pick(&jsonl("pitfalls"), &ids) {
        assert!(compare(&mut solver, &p, 13, 9, &mut tally), "{}", p.id);
    }
    println!("{tally:?}");
    assert!(tally.shorter >= 6, "{tally:?}");
}

#[test]
fn positions_from_games() {
    let mut solver = Solver::new(both_metrics(2_000_000));
    let mut tally = Tally::default();
    for p in jsonl("game") {
        if tally.compared < 70 && p.raw_plies.is_some_and(|n| n <= 7) {
            compare(&mut solver, &p, 7, 7, &mut tally);
        }
    }
    println!("{tally:?}");
    assert!(tally.compared >= 60, "{tally:?}");
}

/// Positions in which the attacker has one, two or three pieces in hand: now and then the longest
/// defence leaves one, and a shorter one does not.
#[test]
fn what_is_left_of_changed_problems() {
    let mut solver = Solver::new(both_metrics(20_000));
    let group: Vec<Problem> = jsonl("game").into_iter().chain(jsonl("pitfalls")).collect();
    let mut random = Rng::with_seed(25);
    let mut tally = Tally::default();
    for n in 0..3_000 {
        let origin = &group[random.usize(..group.len())];
        let mut position = mutated(&origin.position, &mut random);
        for kind in shogi_core::Hand::all_hand_pieces() {
            while let Some(held) = position.hand_of_a_player(origin.attacker).removed(kind) {
                *position.hand_of_a_player_mut(origin.attacker) = held;
                let other = position.hand_of_a_player_mut(origin.attacker.flip());
                *other = other.added(kind).expect("at most eighteen");
            }
        }
        for _ in 0..1 + n % 3 {
            position = given(&position, origin.attacker.flip(), &mut random);
        }
        if Position::new(&position, origin.attacker).is_err() {
            continue;
        }
        let p = Problem {
            id: format!("{} changed", origin.id),
            position,
            ..origin.clone()
        };
        if let Verdict::Mate { raw, conventional } = solve(&mut solver, &p).verdict
            && raw.upper <= 5
            && raw.is_minimal()
            && conventional.is_minimal()
        {
            compare(&mut solver, &p, 5, 5, &mut tally);
        }
    }
    println!("{tally:?}");
    assert!(tally.equal >= 100, "{tally:?}");
    assert!(tally.classic >= 5, "{tally:?}");
}

/// The position at the end of the line, which must be a mate by the convention.
fn end_of_line(p: &Problem, line: &[shogi_core::Move]) {
    let mut end = p.position.clone();
    for &mv in line {
        end.make_move(mv).unwrap();
    }
    let mut pos = Position::new(&end, p.attacker).unwrap();
    let length = Oracle::default().length(&mut pos, 0);
    assert_eq!(length, Some(0), "{}: {line:?}", p.id);
}

/// Positions whose printed line was shorter than both lengths that were printed with it:
/// the defender hasn't the pieces for which the entries of the certificate are right.
#[test]
fn the_line_is_as_long_as_the_length_says() {
    let roots = [
        ("9/9/K8/1l7/1+n+b1p4/3p5/9/3P5/9 w 3L2rsn2p 1", false),
        ("9/k4L3/9/6B2/N8/2L6/9/9/9 b B2r4g4s3n2l18p 1", false),
        ("3p5/9/6n2/9/4g4/9/9/7b1/1k1+R5 w RBG2gnp 1", false),
        ("3p5/9/6n2/9/4g4/9/9/7b1/1k1+R5 w RBG2gnp 1", true),
    ];
    for (sfen, shortest) in roots {
        let position = position(sfen);
        let p = Problem {
            id: sfen.into(),
            attacker: attacker_of(&position),
            position,
            mate: true,
            plies: None,
            raw_plies: None,
        };
        let o = solve(
            &mut Solver::new(Options {
                nodes: Some(if shortest { 2_000 } else { 3_000 }),
                memory: 16 << 20,
                shortest_raw: shortest,
                shortest_conventional: shortest,
                ..Options::default()
            }),
            &p,
        );
        examine(&p, &o).expect("a mate");
        end_of_line(&p, &o.line);
    }
}

/// With little to spend, when the lengths mostly stay open, the line is still legal (by another
/// library's rules), checks with every move, ends in a mate, and has as many plies as the length
/// printed; the certificate is accepted. Returns how many mates there were.
fn lines_of_lengths_that_stayed_open(seed: u64, tries: usize) -> u32 {
    let mut random = Rng::with_seed(seed);
    let roots: Vec<Problem> = jsonl("game").into_iter().chain(jsonl("pitfalls")).collect();
    let (mut mates, mut open, mut proofs) = (0, 0, 0);
    for n in 0..tries {
        let from = &roots[random.usize(..roots.len())];
        let position = mutated(&from.position, &mut random);
        let shortest = n % 3 == 0;
        let lengths = [Lengths::None, Lengths::Quick, Lengths::Answer][n % 5 % 3];
        let mut solver = Solver::new(Options {
            nodes: Some(100 << random.u32(..6)),
            memory: 2 << 20,
            shortest_raw: shortest,
            shortest_conventional: shortest,
            lengths,
            ..Options::default()
        });
        let p = Problem {
            id: position.to_sfen_owned(),
            attacker: from.attacker,
            position,
            mate: true,
            plies: None,
            raw_plies: None,
        };
        let solved = solver.solve(&p.position, p.attacker, Control::default());
        let Ok(o) = solved else { continue };
        let Verdict::Mate { raw, conventional } = o.verdict else {
            continue;
        };
        examine(&p, &o);
        end_of_line(&p, &o.line);
        mates += 1;
        open += u32::from(!conventional.is_minimal());
        proofs += u32::from(conventional.upper < raw.upper);
    }
    println!("{mates} mates, {open} lengths open, {proofs} shorter than the certificate");
    assert!(mates > 300 && open > 50 && proofs > 20);
    mates
}

#[test]
fn lines_of_open_lengths() {
    lines_of_lengths_that_stayed_open(24, 1_500);
}

#[test]
#[ignore = "long: about a minute"]
fn thousands_of_lines_of_open_lengths() {
    assert!(lines_of_lengths_that_stayed_open(25, 12_000) > 2_000);
}

/// Moves pieces between board and hands, or over the board, a few times; all 40
/// pieces stay. What comes out may be no position at all.
fn mutated(position: &PartialPosition, random: &mut Rng) -> PartialPosition {
    let mut p = position.clone();
    for _ in 0..1 + random.usize(..3) {
        let any = |random: &mut Rng| CoreSquare::from_u8(1 + random.usize(..81) as u8).unwrap();
        let occupied: Vec<CoreSquare> = CoreSquare::all()
            .filter(|&s| p.piece_at(s).is_some())
            .collect();
        let at = occupied[random.usize(..occupied.len())];
        let (kind, color) = p.piece_at(at).unwrap().to_parts();
        match random.usize(..4) {
            // A piece goes elsewhere.
            0 | 1 => {
                let to = any(random);
                if p.piece_at(to).is_none() {
                    p.piece_set(to, p.piece_at(at));
                    p.piece_set(at, None);
                }
            }
            // A piece goes to the defender's hand.
            2 if kind != PieceKind::King => {
                let hand = p.hand_of_a_player_mut(Color::White);
                *hand = hand.added(kind.unpromote().unwrap_or(kind)).unwrap();
                p.piece_set(at, None);
            }
            // A piece comes from his hand, for either side.
            _ => {
                let kinds = [
                    PieceKind::Rook,
                    PieceKind::Bishop,
                    PieceKind::Lance,
                    PieceKind::Gold,
                    PieceKind::Silver,
                    PieceKind::Knight,
                    PieceKind::Pawn,
                ];
                let kind = kinds[random.usize(..7)];
                let to = any(random);
                let less = p.hand_of_a_player(Color::White).removed(kind);
                if let (Some(less), None) = (less, p.piece_at(to)) {
                    *p.hand_of_a_player_mut(Color::White) = less;
                    let promoted = kind
                        .promote()
                        .filter(|_| random.usize(..3) == 0)
                        .unwrap_or(kind);
                    let color = if random.usize(..3) > 0 {
                        Color::Black
                    } else {
                        color
                    };
                    p.piece_set(to, Some(Piece::new(promoted, color)));
                }
            }
        }
    }
    p
}

/// A solver of both metrics with a small table, and the pitfalls of the conventional one.
fn solver_and_origins() -> (Solver, Vec<Problem>) {
    let mut options = both_metrics(30_000);
    options.memory = 32 << 20;
    let mut group = jsonl("pitfalls");
    group.retain(|p| p.id.starts_with('C') && !p.id.starts_with("C17"));
    (Solver::new(options), group)
}

fn mutations(seed: u64, wanted: u32) {
    let (mut solver, group) = solver_and_origins();
    let mut random = Rng::with_seed(seed);
    let mut tally = Tally::default();
    let (mut tried, mut distant) = (0, 0);
    while distant < wanted {
        tried += 1;
        assert!(tried < 20_000, "{tally:?}");
        let origin = &group[random.usize(..group.len())];
        let position = mutated(&origin.position, &mut random);
        if Position::new(&position, Color::Black).is_err() {
            continue;
        }
        let p = Problem {
            id: format!("{} #{tried}", origin.id),
            position,
            ..origin.clone()
        };
        let before = tally.futile;
        let lengths = solve(&mut solver, &p).verdict;
        if lengths == Verdict::NoMate {
            compare(&mut solver, &p, 7, 7, &mut tally);
        }
        let Verdict::Mate { raw, conventional } = lengths else {
            continue;
        };
        if raw.upper <= 7 && raw.is_minimal() && conventional.is_minimal() {
            compare(&mut solver, &p, 7, 7, &mut tally);
            distant += u32::from(tally.futile > before);
        }
    }
    println!("{tried} tried, {distant} with futile drops, {tally:?}");
    assert!(
        tally.shorter > wanted / 4 && tally.no_mate > wanted,
        "{tally:?}"
    );
}

#[test]
#[ignore = "long: about 10 s"]
fn changed_positions_of_the_futile_group() {
    mutations(0x9E37_79B9_7F4A_7C15, 60);
}

#[test]
fn more_changed_positions_of_the_futile_group() {
    mutations(0xD1B5_4A32_D192_ED03, 60);
}

/// The same board with a piece or two given from one hand to the other.
fn other_hands(position: &PartialPosition, random: &mut Rng) -> PartialPosition {
    let mut p = position.clone();
    for _ in 0..1 + random.usize(..2) {
        let giver = [Color::Black, Color::White][random.usize(..2)];
        p = given(&p, giver, random);
    }
    p
}

/// The same board with a piece of some kind given to the other side, if `giver` has one in hand.
fn given(position: &PartialPosition, giver: Color, random: &mut Rng) -> PartialPosition {
    let mut p = position.clone();
    let kinds: Vec<PieceKind> = shogi_core::Hand::all_hand_pieces().collect();
    let kind = kinds[random.usize(..kinds.len())];
    let held = p.hand_of_a_player(giver).removed(kind);
    let given = p.hand_of_a_player(giver.flip()).added(kind);
    if let (Some(held), Some(given)) = (held, given) {
        *p.hand_of_a_player_mut(giver) = held;
        *p.hand_of_a_player_mut(giver.flip()) = given;
    }
    p
}

/// One table for a board with several hands: what is found with one must hold for those
/// it is taken for.
fn warm_hands(seed: u64, wanted: u32) {
    let (mut solver, group) = solver_and_origins();
    let mut random = Rng::with_seed(seed);
    let (mut boards, mut compared, mut futile, mut shorter) = (0, 0, 0, 0);
    while futile < u64::from(wanted) {
        boards += 1;
        assert!(boards < 20_000, "{compared} compared, {futile} futile");
        let board = mutated(&group[random.usize(..group.len())].position, &mut random);
        let mut session = solver.session(Color::Black);
        for _ in 0..8 {
            let position = other_hands(&board, &mut random);
            let Ok(mut pos) = Position::new(&position, Color::Black) else {
                break;
            };
            let Ok(o) = session.solve(&position, Control::default()) else {
                break;
            };
            let Verdict::Mate { raw, conventional } = o.verdict else {
                continue;
            };
            if raw.upper <= 9 && raw.is_minimal() && conventional.is_minimal() {
                let mut oracle = Oracle::default();
                let length = oracle.length(&mut pos, conventional.upper);
                let sfen = position.to_sfen_owned();
                assert_eq!(length, Some(conventional.upper), "{sfen}: {raw:?}");
                compared += 1;
                futile += u64::from(oracle.futile > 0);
                shorter += u32::from(conventional.upper < raw.upper);
            }
        }
    }
    println!("{boards} boards, {compared} compared, {futile} with futile drops");
    assert!(shorter > wanted / 4, "{shorter} shorter by the convention");
}

#[test]
#[ignore = "long: about 15 s"]
fn a_warm_table_with_other_hands() {
    warm_hands(0xA076_1D64_78BD_642F, 300);
}

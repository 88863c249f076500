//! The law of the generators, over random positions: what is generated is what
//! is legal. Two judges that share no code with tsumi or each other:
//! `rsshogi` for every list, `shogi_legality_lite` (slow) for a part of them.
//!
//! Seeds are the problems in `tests/data/` and random set-ups; from each seed
//! random play goes on, partly with checks and evasions only, partly with any
//! legal move, and each position is also seen mirrored and with colours
//! exchanged. Everything follows from a fixed seed. At the end the number of
//! positions in which something rare happened is asserted, so that the law
//! cannot become true by never meeting a hard case.
use rsshogi::board::{Move32List, Position as Judge, generate_legal_all_move32};
use rsshogi::movegen::generate_checks_all_move32;
use rsshogi::types::Move32;
use shogi_core::{
    Color, Move as CoreMove, PartialPosition, Piece, PieceKind, Square as CoreSquare,
};
use shogi_usi_parser::FromUsi;
use tsumi::shogi::{Hand, Kind, Move, Position, Side, between, hand_before, key_before};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// How often something was met.
#[derive(Default, Debug)]
struct Tally {
    check_lists: usize,
    checks: usize,
    no_check: usize,
    evasion_lists: usize,
    evasions: usize,
    lite_lists: usize,
    mates: usize,
    mate_in_one: usize,
    pawn_mates: usize,
    defender_pawn_mates: usize,
    double_checks: usize,
    discovered: usize,
    king_checks: usize,
    attacker_in_check: usize,
    attacker_in_double_check: usize,
    attacker_pinned: usize,
    defender_pinned: usize,
    interpositions: usize,
    non_promotions: usize,
    kingless: usize,
}

impl Tally {
    fn at_least(&self, floors: &[(&str, usize, usize)]) {
        println!("{self:#?}");
        for &(what, seen, floor) in floors {
            assert!(seen >= floor, "only {seen} {what}, {floor} wanted");
        }
    }
}

fn parse(sfen: &str) -> PartialPosition {
    PartialPosition::from_usi(&format!("sfen {sfen}")).unwrap_or_else(|e| panic!("{sfen}: {e:?}"))
}

fn judge(partial: &PartialPosition) -> Judge {
    let sfen = partial.to_sfen_owned();
    let mut judge = Judge::from_sfen(&sfen).unwrap_or_else(|e| panic!("{sfen}: {e:?}"));
    judge.init_stack();
    judge
}

/// A move as a number, the same for all three programs: the squares as in
/// `shogi_core`, from 90 + kind for drops (P, L, N, S, B, R, G).
fn code(from: usize, to: usize, promote: bool) -> u32 {
    (to + (from << 8) + (usize::from(promote) << 16)) as u32
}

fn core_code(m: CoreMove) -> u32 {
    match m {
        CoreMove::Normal { from, to, promote } => {
            code(from.index() as usize - 1, to.index() as usize - 1, promote)
        }
        CoreMove::Drop { piece, to } => {
            let kind = Kind::from(piece.piece_kind()).index();
            code(90 + kind, to.index() as usize - 1, false)
        }
    }
}

fn judge_code(m: Move32) -> u32 {
    let to = m.to_sq().to_board_index();
    match m.dropped_piece() {
        Some(kind) if m.is_drop() => code(90 + kind.raw() as usize - 1, to, false),
        _ => code(m.from_sq().to_board_index(), to, m.is_promotion()),
    }
}

fn sorted(codes: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut codes: Vec<u32> = codes.collect();
    codes.sort_unstable();
    codes
}

fn ours(position: &Position, moves: &[Move], attacker: Color) -> Vec<u32> {
    sorted(
        moves
            .iter()
            .map(|&m| core_code(position.to_core_move(m, attacker))),
    )
}

fn theirs(list: &Move32List) -> Vec<u32> {
    sorted(list.iter().map(|&m| judge_code(m)))
}

fn checks_of(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.generate_checks(&mut moves);
    moves
}

fn evasions_of(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.generate_evasions(&mut moves);
    moves
}

/// All the attacker's questions about one position.
fn check_attack(partial: &PartialPosition, lite: bool, tally: &mut Tally) {
    let attacker = partial.side_to_move();
    let Ok(mut position) = Position::new(partial, attacker) else {
        return;
    };
    let sfen = partial.to_sfen_owned();
    assert_eq!(
        position.to_partial(attacker).to_sfen_owned(),
        sfen,
        "there and back"
    );
    let mut referee = judge(partial);

    let checks = checks_of(&position);
    let list = ours(&position, &checks, attacker);
    let mut expected = Move32List::new();
    generate_checks_all_move32(&referee, &mut expected);
    // rsshogi's list is pseudo-legal.
    assert_eq!(
        list,
        sorted(
            expected
                .iter()
                .filter(|m| referee.is_legal_move32(**m))
                .map(|&m| judge_code(m))
        ),
        "checks {sfen}"
    );
    if lite {
        // all_checks_partial 0.1.3 lists drops without asking whether the
        // dropping side's own king stays in check; its own legality test does.
        let expected = shogi_legality_lite::all_checks_partial(partial)
            .into_iter()
            .filter(|&m| shogi_legality_lite::is_legal_partial_lite(partial, m));
        assert_eq!(
            list,
            sorted(expected.map(core_code)),
            "checks (lite) {sfen}"
        );
        tally.lite_lists += 1;
    }
    assert_eq!(position.has_check(), !checks.is_empty(), "has_check {sfen}");
    let no_check = position.leaf() == tsumi::shogi::Leaf::NoCheck;
    assert_eq!(no_check, checks.is_empty(), "leaf {sfen}");

    let home = position.king(Side::Attacker);
    tally.check_lists += 1;
    tally.checks += checks.len();
    tally.no_check += usize::from(checks.is_empty());
    tally.kingless += usize::from(home.is_none());
    if let Some(home) = home {
        let checkers = position.attackers_to(home, Side::Defender, position.occupied());
        tally.attacker_in_check += usize::from(checkers.any());
        tally.attacker_in_double_check += usize::from(checkers.more_than_one());
        tally.attacker_pinned += usize::from(position.pinned(Side::Attacker).any());
    }
    let pawn_square = position.drop_checks(Kind::Pawn).first();
    if position.attacker_hand().has(Kind::Pawn)
        && !position.in_check(Side::Attacker)
        && pawn_square.is_some_and(|to| !checks.contains(&Move::drop(Kind::Pawn, to)))
    {
        tally.pawn_mates += 1;
    }

    let original = position.clone();
    let mut mates = Vec::new();
    for &m in &checks {
        let (key, hand) = (position.key_after(m), position.attacker_hand_after(m));
        position.make(m);
        assert_eq!(position.board_key(), key, "key after {m:?} {sfen}");
        assert_ne!(key, 0);
        assert_eq!(
            position.key_from_scratch(),
            key,
            "key from scratch {m:?} {sfen}"
        );
        assert_eq!(position.attacker_hand(), hand, "hand after {m:?} {sfen}");
        assert_eq!(key_before(key, m, Side::Attacker), original.board_key());
        assert_eq!(
            hand_before(hand, m, Side::Attacker),
            original.attacker_hand()
        );
        assert!(m.bits() < 1 << 24 && m != Move::NONE && Move::from_bits(m.bits()) == m);
        let checkers = position.checkers();
        assert!(checkers.any(), "{m:?} gives no check {sfen}");
        tally.double_checks += usize::from(checkers.more_than_one());
        tally.discovered += usize::from(!checkers.contains(m.to()));
        tally.king_checks += usize::from(m.kind() == Kind::King);
        tally.non_promotions += usize::from(
            !m.is_drop() && !m.is_promotion() && checks.contains(&m.with_promotion(true)),
        );

        let theirs_move = *expected
            .iter()
            .find(|&&e| judge_code(e) == core_code(original.to_core_move(m, attacker)))
            .expect("compared above");
        referee.apply_move32(theirs_move);
        let partial =
            (lite && tally.evasion_lists.is_multiple_of(8)).then(|| position.to_partial(attacker));
        let evasions = check_defence(&mut position, &referee, attacker, tally);
        if let Some(partial) = partial {
            let expected = shogi_legality_lite::all_legal_moves_partial(&partial);
            assert_eq!(
                evasions,
                sorted(expected.into_iter().map(core_code)),
                "evasions (lite) {sfen} {m:?}"
            );
            tally.lite_lists += 1;
        }
        if evasions.is_empty() {
            mates.push(m);
        }
        referee.undo_move32(theirs_move).expect("undo");
        position.unmake(m);
        assert_eq!(position, original, "make and unmake {m:?} {sfen}");
    }

    let mate = position.mate_in_one();
    match mate {
        Some(m) => assert!(mates.contains(&m), "false mate {m:?} {sfen}"),
        None => assert!(mates.is_empty(), "missed mate {mates:?} {sfen}"),
    }
    assert_eq!(
        rsshogi::mate::solve_mate_in_one(&referee).is_some(),
        mate.is_some(),
        "rsshogi's mate in one {sfen}"
    );
    tally.mate_in_one += usize::from(mate.is_some());

    // The board mirrored left to right: the same, mirrored.
    let twin = Position::new(&mirrored(partial), attacker).expect("as good as the original");
    let twin_checks = sorted(
        checks_of(&twin)
            .iter()
            .map(|&m| core_code(mirrored_move(twin.to_core_move(m, attacker)))),
    );
    assert_eq!(twin_checks, list, "mirrored {sfen}");
    assert_eq!(
        twin.mate_in_one().is_some(),
        mate.is_some(),
        "mirrored mate {sfen}"
    );
}

/// All the defender's questions; the evasions as codes.
fn check_defence(
    position: &mut Position,
    referee: &Judge,
    attacker: Color,
    tally: &mut Tally,
) -> Vec<u32> {
    let evasions = evasions_of(position);
    let list = ours(position, &evasions, attacker);
    let mut expected = Move32List::new();
    generate_legal_all_move32(referee, &mut expected);
    let sfen = || position.to_partial(attacker).to_sfen_owned();
    assert_eq!(list, theirs(&expected), "evasions {}", sfen());
    assert_eq!(
        position.has_evasion(),
        !evasions.is_empty(),
        "has_evasion {}",
        sfen()
    );
    tally.evasion_lists += 1;
    tally.evasions += evasions.len();
    tally.mates += usize::from(evasions.is_empty());
    tally.defender_pinned += usize::from(position.pinned(Side::Defender).any());
    check_order(position, &evasions, tally);
    let original = position.clone();
    for &m in &evasions {
        let (key, hand) = (position.key_after(m), position.attacker_hand_after(m));
        position.make(m);
        assert_eq!(position.board_key(), key);
        assert_eq!(position.key_from_scratch(), key);
        assert_eq!(position.attacker_hand(), hand);
        assert_eq!(key_before(key, m, Side::Defender), original.board_key());
        assert_eq!(
            hand_before(hand, m, Side::Defender),
            original.attacker_hand()
        );
        assert!(!position.in_check(Side::Defender));
        position.unmake(m);
    }
    assert_eq!(*position, original);
    list
}

/// Captures of the checker, king moves, interpositions by moves nearest first,
/// then by drops, square by square and P L N S B R G; the promoting twin comes
/// directly before the other.
fn check_order(position: &Position, evasions: &[Move], tally: &mut Tally) {
    let king = position.king(Side::Defender).expect("a king");
    let checkers = position.checkers();
    let line = match checkers.first() {
        Some(checker) if !checkers.more_than_one() => between(king, checker),
        _ => {
            assert!(
                evasions.iter().all(|m| m.kind() == Kind::King),
                "double check"
            );
            return;
        }
    };
    let distance = |m: &Move| {
        let (a, b) = (king, m.to());
        a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()))
    };
    let rank = |m: &Move| {
        if m.kind() == Kind::King {
            (1, 0, 0)
        } else if m.is_drop() {
            assert!(line.contains(m.to()));
            (3, distance(m), m.kind() as u8 + 1)
        } else if line.contains(m.to()) {
            (2, distance(m), 0)
        } else {
            assert!(checkers.contains(m.to()));
            (0, 0, 0)
        }
    };
    assert!(evasions.is_sorted_by_key(rank), "{evasions:?}");
    for (i, m) in evasions.iter().enumerate() {
        if m.is_promotion() {
            let twin = m.with_promotion(false);
            if evasions.contains(&twin) {
                assert_eq!(evasions[i + 1], twin);
            }
        }
    }
    tally.interpositions += evasions.iter().filter(|m| rank(m).0 >= 2).count();
    // A pawn that would mate the attacker's king must be absent (the judges say
    // so too); count that it happened.
    if let Some(home) = position.king(Side::Attacker)
        && position.defender_hand().has(Kind::Pawn)
        && home.rank() > 1
    {
        let before = tsumi::shogi::Square::new(home.index() as u8 - 1);
        if line.contains(before)
            && position.can_drop(Side::Defender, Kind::Pawn, before)
            && !evasions.contains(&Move::drop(Kind::Pawn, before))
        {
            tally.defender_pawn_mates += 1;
        }
    }
}

fn mirrored_square(square: CoreSquare) -> CoreSquare {
    CoreSquare::new(10 - square.file(), square.rank()).expect("a square")
}

fn mirrored_move(m: CoreMove) -> CoreMove {
    match m {
        CoreMove::Normal { from, to, promote } => CoreMove::Normal {
            from: mirrored_square(from),
            to: mirrored_square(to),
            promote,
        },
        CoreMove::Drop { piece, to } => CoreMove::Drop {
            piece,
            to: mirrored_square(to),
        },
    }
}

fn mirrored(partial: &PartialPosition) -> PartialPosition {
    rebuilt(partial, mirrored_square, |color| color)
}

fn flipped(partial: &PartialPosition) -> PartialPosition {
    rebuilt(partial, |square| square.flip(), |color| color.flip())
}

fn rebuilt(
    partial: &PartialPosition,
    square: fn(CoreSquare) -> CoreSquare,
    color: fn(Color) -> Color,
) -> PartialPosition {
    let mut new = PartialPosition::empty();
    for at in CoreSquare::all() {
        if let Some(piece) = partial.piece_at(at) {
            new.piece_set(
                square(at),
                Some(Piece::new(piece.piece_kind(), color(piece.color()))),
            );
        }
    }
    for owner in Color::all() {
        *new.hand_of_a_player_mut(color(owner)) = partial.hand_of_a_player(owner);
    }
    new.side_to_move_set(color(partial.side_to_move()));
    new
}

/// A position of random play: both sides' questions, as far as they can be asked.
fn check_both(partial: &PartialPosition, lite: bool, tally: &mut Tally) {
    check_attack(partial, lite, tally);
    let attacker = partial.side_to_move().flip();
    if let Ok(mut position) = Position::new(partial, attacker) {
        let evasions = check_defence(&mut position, &judge(partial), attacker, tally);
        if lite {
            let expected = shogi_legality_lite::all_legal_moves_partial(partial);
            assert_eq!(
                evasions,
                sorted(expected.into_iter().map(core_code)),
                "evasions (lite)"
            );
            tally.lite_lists += 1;
        }
    }
}

/// Random play from a seed: `percent` of the moves are checks when there are any.
fn play(
    seed: &PartialPosition,
    plies: usize,
    percent: usize,
    random: &mut Random,
    tally: &mut Tally,
) {
    let mut partial = seed.clone();
    for _ in 0..plies {
        let _ = partial.ply_set(1);
        let lite = random.below(2) == 0;
        check_both(&partial, lite, tally);
        let referee = judge(&partial);
        let mut moves = Move32List::new();
        if random.below(100) < percent {
            generate_checks_all_move32(&referee, &mut moves);
            moves.retain(|m| referee.is_legal_move32(*m));
        }
        if moves.is_empty() {
            generate_legal_all_move32(&referee, &mut moves);
        }
        if moves.is_empty() {
            return;
        }
        let m = moves.as_slice()[random.below(moves.len())];
        let usi = m.to_usi();
        let mut m = CoreMove::from_usi(&usi).expect("a move");
        if let CoreMove::Drop { piece, to } = m {
            let piece = Piece::new(piece.piece_kind(), partial.side_to_move());
            m = CoreMove::Drop { piece, to };
        }
        partial
            .make_move(m)
            .unwrap_or_else(|| panic!("{usi} in {}", partial.to_sfen_owned()));
    }
}

fn seeds(text: &str) -> Vec<PartialPosition> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(parse)
        .collect()
}

fn view(seed: &PartialPosition, n: usize) -> PartialPosition {
    match n % 4 {
        0 => seed.clone(),
        1 => flipped(seed),
        2 => mirrored(seed),
        _ => mirrored(&flipped(seed)),
    }
}

#[test]
fn play_from_zuko() {
    let mut random = Random(1);
    let mut tally = Tally::default();
    for (i, seed) in seeds(include_str!("data/rules-zuko.sfen"))
        .iter()
        .enumerate()
    {
        for n in 0..16 {
            play(&view(seed, i + n), 30, 100, &mut random, &mut tally);
            play(&view(seed, i + n), 20, 50, &mut random, &mut tally);
        }
    }
    tally.at_least(&[
        ("check lists", tally.check_lists, 30_000),
        ("evasion lists", tally.evasion_lists, 100_000),
        ("lists of the slow judge", tally.lite_lists, 20_000),
        (
            "positions without an attacker's king",
            tally.kingless,
            10_000,
        ),
        ("mates in one", tally.mate_in_one, 300),
        ("double checks", tally.double_checks, 1000),
        ("mates by a pawn drop", tally.pawn_mates, 10),
    ]);
}

#[test]
fn play_from_games_and_pitfalls() {
    let mut random = Random(2);
    let mut tally = Tally::default();
    let mut all = seeds(include_str!("data/rules-game.sfen"));
    all.extend(seeds(include_str!("data/rules-pitfalls.sfen")));
    for (i, seed) in all.iter().enumerate() {
        for n in 0..4 {
            play(&view(seed, i + n), 30, 90, &mut random, &mut tally);
            play(&view(seed, i + n), 30, 40, &mut random, &mut tally);
        }
    }
    tally.at_least(&[
        ("check lists", tally.check_lists, 50_000),
        ("evasion lists", tally.evasion_lists, 200_000),
        ("lists of the slow judge", tally.lite_lists, 30_000),
        (
            "positions with the attacker in check",
            tally.attacker_in_check,
            1000,
        ),
        (
            "positions with the attacker in double check",
            tally.attacker_in_double_check,
            20,
        ),
        (
            "positions with a pinned attacker",
            tally.attacker_pinned,
            1000,
        ),
        ("discovered checks", tally.discovered, 1000),
        ("checks by the king", tally.king_checks, 50),
        ("mates by a pawn drop", tally.pawn_mates, 20),
    ]);
}

/// Any pieces anywhere: many lines, pins and unlikely kinds on one board.
#[test]
fn random_set_ups() {
    let mut random = Random(3);
    let mut tally = Tally::default();
    let set: Vec<PieceKind> = [
        (PieceKind::Pawn, 18),
        (PieceKind::Lance, 4),
        (PieceKind::Knight, 4),
        (PieceKind::Silver, 4),
        (PieceKind::Gold, 4),
        (PieceKind::Bishop, 2),
        (PieceKind::Rook, 2),
    ]
    .into_iter()
    .flat_map(|(kind, count)| std::iter::repeat_n(kind, count))
    .collect();
    for _ in 0..120_000 {
        let mut partial = PartialPosition::empty();
        let place = |random: &mut Random, partial: &mut PartialPosition, piece: Piece| {
            let square = CoreSquare::from_u8(random.below(81) as u8 + 1).expect("a square");
            if partial.piece_at(square).is_none() {
                partial.piece_set(square, Some(piece));
            }
        };
        place(
            &mut random,
            &mut partial,
            Piece::new(PieceKind::King, Color::White),
        );
        if random.below(3) > 0 {
            place(
                &mut random,
                &mut partial,
                Piece::new(PieceKind::King, Color::Black),
            );
        }
        let density = random.below(100);
        for &kind in &set {
            let color = Color::all()[random.below(2)];
            let fate = random.below(100);
            if fate < density {
                let kind = if random.below(3) == 0 {
                    kind.promote().unwrap_or(kind)
                } else {
                    kind
                };
                place(&mut random, &mut partial, Piece::new(kind, color));
            } else if fate < density + 30 {
                let hand = partial.hand_of_a_player_mut(color);
                *hand = hand.added(kind).expect("a hand");
            }
        }
        partial.side_to_move_set(Color::all()[random.below(2)]);
        // Only what can arise: the side that just moved is not in check.
        let waiting = partial.side_to_move().flip();
        let legal = [Color::Black, Color::White].into_iter().any(|attacker| {
            Position::new(&partial, attacker).is_ok_and(|position| {
                let waiting = if waiting == attacker {
                    Side::Attacker
                } else {
                    Side::Defender
                };
                !position.in_check(waiting)
            })
        });
        if legal {
            let lite = random.below(2) == 0;
            check_both(&partial, lite, &mut tally);
        }
    }
    tally.at_least(&[
        ("check lists", tally.check_lists, 20_000),
        ("evasion lists", tally.evasion_lists, 100_000),
        ("lists of the slow judge", tally.lite_lists, 20_000),
        (
            "positions with the attacker in check",
            tally.attacker_in_check,
            1000,
        ),
        (
            "positions with the attacker in double check",
            tally.attacker_in_double_check,
            50,
        ),
        ("discovered checks", tally.discovered, 200),
        ("checks by the king", tally.king_checks, 50),
    ]);
}

#[test]
fn hands_are_what_they_say() {
    let mut random = Random(4);
    let draw = |random: &mut Random| {
        let mut hand = Hand::EMPTY;
        for (kind, total) in tsumi::shogi::HAND_KINDS.into_iter().zip(Kind::TOTALS) {
            hand = hand.with_count(kind, random.below(usize::from(total) + 1) as u8);
        }
        hand
    };
    for _ in 0..50_000 {
        let (a, b) = (draw(&mut random), draw(&mut random));
        let mut covers = true;
        for kind in tsumi::shogi::HAND_KINDS {
            let (x, y) = (a.count(kind), b.count(kind));
            covers &= x >= y;
            assert_eq!(a.union(b).count(kind), x.max(y));
            assert_eq!(a.intersection(b).count(kind), x.min(y));
            assert_eq!(a.has(kind), x > 0);
            if x > 0 {
                assert_eq!(a.removed(kind).added(kind), a);
                assert_eq!(a.removed(kind).count(kind), x - 1);
            }
        }
        assert_eq!(a.covers(b), covers);
        assert!(a.union(b).covers(a) && a.covers(a.intersection(b)));
        assert_eq!(a.union(b).minus(b).plus(b), a.union(b));
        assert_eq!(Hand::from_bits(a.bits()), a);
        assert!(a.bits() < 1 << 28);
        assert_eq!(a.total() == 0, a.is_empty());
    }
}

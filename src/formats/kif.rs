//! Positions drawn as KIF or BOD diagrams.
//!
//! The habits of a dozen programs meet here: hands labelled 先手 後手, 攻方 玉方
//! or 下手 上手, hands that say 残り全部 or are simply left out, 竜 and 龍, 手合割
//! lines that contradict the diagram. The diagram is the truth; everything
//! that is not understood is passed over.

use super::error::{Fault, InputError};
use super::kif_hand::{self, HandText};
use super::kif_moves;
use super::lines::Line;
use super::names::{KANJI_DIGITS, digit, kind_of_kanji, number};
use super::problem::{Expect, Problem, Source, Warning};
use super::text::push_shown;
use super::validate::{At, Objection, give, incomplete, missing, validate};
use shogi_core::{Color, PartialPosition, Piece, PieceKind, Square};

/// What a line of a KIF file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    Blank,
    /// `#` and `*` lines.
    Comment,
    /// The line of file numbers above the board.
    Files,
    /// `+-----+`
    Border,
    /// `| ・v玉 … |一`
    Row,
    /// The hand of a side.
    Hand(Color),
    /// Who is to move.
    Turn(Color),
    /// `key：value`
    Header,
    /// A numbered move.
    Move,
    /// `変化：12手`
    Variation,
    /// `まで69手で詰み`
    End,
    Other,
}

const BARS: [char; 4] = ['|', '｜', '│', '┃'];

/// Says what a line is.
pub fn classify(line: &str) -> LineKind {
    let text = line.trim();
    let Some(first) = text.chars().next() else {
        return LineKind::Blank;
    };
    if matches!(first, '#' | '*' | '&') {
        return LineKind::Comment;
    }
    if BARS.contains(&first) {
        return LineKind::Row;
    }
    if text.starts_with("+-") || text.starts_with("+－") || text.starts_with('┌') {
        return LineKind::Border;
    }
    if let Some((side, _)) = kif_hand::label(text) {
        return LineKind::Hand(side);
    }
    let mut numbers = text.split_whitespace();
    let nine_to_one = (1..=9)
        .rev()
        .all(|n| numbers.next().is_some_and(|w| is_digit_word(w, n)));
    if nine_to_one {
        return LineKind::Files;
    }
    if text.starts_with("変化：") || text.starts_with("変化:") {
        return LineKind::Variation;
    }
    if text.starts_with("まで") {
        return LineKind::End;
    }
    if let Some(side) = turn(text) {
        return LineKind::Turn(side);
    }
    if first.is_ascii_digit() && kif_moves::looks_like_move(text) {
        return LineKind::Move;
    }
    if header(text).is_some() {
        return LineKind::Header;
    }
    LineKind::Other
}

fn is_digit_word(word: &str, n: u32) -> bool {
    let mut chars = word.chars();
    chars.next().and_then(digit) == Some(n) && chars.next().is_none()
}

/// True when a line is characteristic of KIF and BOD files.
pub fn belongs(line: &str) -> bool {
    !matches!(classify(line), LineKind::Blank | LineKind::Other) || line.starts_with('手')
}

/// `key：value`, with a key of at most twenty characters.
fn header(text: &str) -> Option<(&str, &str)> {
    let at = text.find(['：', ':'])?;
    let key = text[..at].trim();
    let sane = !key.is_empty() && key.chars().count() <= 20 && !key.is_ascii();
    let value = text[at..].trim_start_matches(['：', ':']).trim();
    sane.then_some((key, value))
}

/// `後手番`, `上手番`, `手番：後手` and their like.
fn turn(text: &str) -> Option<Color> {
    let text = text.trim_end_matches(['。', ' ', '　']);
    let who = text
        .strip_suffix('番')
        .or_else(|| text.strip_prefix("手番：").or(text.strip_prefix("手番:")))?;
    kif_hand::side(who.trim())
}

/// A place in the text: index into the block, column, length.
type Place = (usize, usize, usize);

/// A board under construction, with the place of every square.
struct Diagram {
    position: PartialPosition,
    places: [Place; 82],
    first: Place,
}

/// Reads the lines of one problem.
pub fn read(
    block: &[(LineKind, Line)],
    file: &str,
    id: String,
    attacker: Option<Color>,
) -> Result<Problem, InputError> {
    read_block(block, file, id, attacker).map_err(|(index, fault)| {
        let (number, text) = block
            .get(index)
            .map_or((1, ""), |(_, line)| (line.number, line.text.as_str()));
        fault.at(file, number, text)
    })
}

fn read_block(
    block: &[(LineKind, Line)],
    file: &str,
    id: String,
    attacker: Option<Color>,
) -> Result<Problem, (usize, Fault)> {
    let mut diagram = read_diagram(block)?;
    let mut hands: [Option<(usize, HandText)>; 2] = [None, None];
    let mut side = Color::Black;
    let mut plies = None;
    let mut moves = Vec::new();
    let mut main_line = true;
    for (index, (kind, line)) in block.iter().enumerate() {
        match kind {
            LineKind::Hand(color) => {
                let hand = kif_hand::parse(&line.text).map_err(|f| (index, f))?;
                hands[color.array_index()] = Some((index, hand));
            }
            LineKind::Turn(color) if main_line && moves.is_empty() => side = *color,
            LineKind::Header => plies = plies.or_else(|| declared_length(&line.text)),
            LineKind::Move if main_line => moves.push(line.text.as_str()),
            LineKind::End if main_line => plies = plies.or_else(|| final_length(&line.text)),
            LineKind::Variation => main_line = false,
            _ => {}
        }
    }
    diagram.position.side_to_move_set(side);
    let first_line = block.get(diagram.first.0).map_or(1, |(_, l)| l.number);
    let mut warnings = Vec::new();
    let mut warn = |message: String| {
        warnings.push(Warning {
            line: first_line,
            message,
        });
    };
    fill_hands(&mut diagram.position, &hands, attacker, &mut warn)?;
    let position = diagram.position.clone();
    let attacker = validate(&position, attacker).map_err(|o| diagram.fault(&hands, o))?;
    if let Some(message) = incomplete(&position, attacker.flip()) {
        warn(message);
    }
    let line = match kif_moves::replay(&mut position.clone(), &moves) {
        Ok(line) => (!line.is_empty()).then_some(line),
        Err(message) => {
            warn(format!("the moves of the file are ignored: {message}"));
            None
        }
    };
    Ok(Problem {
        id,
        position,
        attacker,
        plies,
        line,
        expect: Expect::default(),
        source: Source {
            file: file.to_string(),
            line: first_line,
            column: 1,
        },
        warnings,
    })
}

/// Puts the pieces in hand on the position: as listed, or what is left.
fn fill_hands(
    position: &mut PartialPosition,
    hands: &[Option<(usize, HandText)>; 2],
    attacker: Option<Color>,
    warn: &mut dyn FnMut(String),
) -> Result<(), (usize, Fault)> {
    for side in Color::all() {
        if let Some((_, hand)) = &hands[side.array_index()] {
            give(position.hand_of_a_player_mut(side), &hand.pieces);
        }
    }
    let wants_rest = |side: Color| {
        hands[side.array_index()]
            .as_ref()
            .is_some_and(|(_, hand)| hand.rest)
    };
    if let (true, true, Some((index, _))) = (
        wants_rest(Color::Black),
        wants_rest(Color::White),
        &hands[1],
    ) {
        return Err((
            *index,
            Fault::new(1, 6, "both sides hold all the rest (残り全部)")
                .hint("write out the pieces of one of them"),
        ));
    }
    // Who defends: the owner of the only king, else the side that does not move.
    let kings = Color::all().map(|side| position.king_position(side).is_some());
    let defender = match (kings, attacker) {
        ([true, false], _) => Color::Black,
        ([false, true], _) => Color::White,
        (_, Some(attacker)) => attacker.flip(),
        _ => position.side_to_move().flip(),
    };
    let receiver = Color::all().into_iter().find(|&side| wants_rest(side));
    let left = missing(position);
    if left.is_empty() {
        return Ok(());
    }
    if let Some(side) = receiver {
        give(position.hand_of_a_player_mut(side), &left);
        return Ok(());
    }
    match &hands[defender.array_index()] {
        None => {
            warn("the defender's hand is not given: all the rest is in it (残り全部)".into());
        }
        Some((_, hand)) if hand.pieces.is_empty() => {
            warn(
                "the defender's hand is given as empty while pieces are missing: \
                 all the rest is in it (残り全部)"
                    .into(),
            );
        }
        Some(_) => return Ok(()),
    }
    give(position.hand_of_a_player_mut(defender), &left);
    Ok(())
}

impl Diagram {
    /// An objection of the validation at its place in the block.
    fn fault(&self, hands: &[Option<(usize, HandText)>; 2], o: Objection) -> (usize, Fault) {
        let (index, column, length) = match o.at {
            At::Square(sq) => self.places[sq.index() as usize],
            At::Board => self.first,
            At::Hand(side, kind) => {
                hands[side.array_index()]
                    .as_ref()
                    .map_or(self.first, |(index, hand)| {
                        let (column, length) = hand.places[kind.array_index()];
                        (*index, column.max(1), length.max(1))
                    })
            }
        };
        (index, Fault::new(column, length, o.message).hint(o.hint))
    }
}

/// Reads the rows of the board.
fn read_diagram(block: &[(LineKind, Line)]) -> Result<Diagram, (usize, Fault)> {
    let rows: Vec<(usize, &Line)> = block
        .iter()
        .enumerate()
        .filter(|(_, (kind, _))| *kind == LineKind::Row)
        .map(|(index, (_, line))| (index, line))
        .collect();
    let Some(&(first, _)) = rows.first() else {
        return Err((
            0,
            Fault::new(1, 1, "no diagram: a problem needs a drawn board")
                .hint("rows look like |v香v桂 ・ ・v玉 ・ ・ ・ ・|一"),
        ));
    };
    let mut diagram = Diagram {
        position: PartialPosition::empty(),
        places: [(first, 1, 1); 82],
        first: (first, 1, 1),
    };
    for (n, &(index, line)) in rows.iter().enumerate() {
        let rank = n as u8 + 1;
        let label = rank_label(&line.text);
        if rank > 9 {
            return Err((
                index,
                Fault::new(
                    1,
                    1,
                    format!("the board has {} ranks; it needs 9", rows.len()),
                )
                .hint("a second diagram needs its own line of file numbers"),
            ));
        }
        if let Some(label) = label
            && label != u32::from(rank)
        {
            let name = KANJI_DIGITS[rank as usize - 1];
            return Err((
                index,
                Fault::new(
                    line.text.trim_end().chars().count(),
                    1,
                    format!("rank {name} is missing or out of order"),
                )
                .hint("the rows go from 一 at the top to 九 at the bottom"),
            ));
        }
        read_row(&line.text, index, rank, &mut diagram).map_err(|f| (index, f))?;
    }
    if rows.len() < 9 {
        let last = rows[rows.len() - 1].0;
        return Err((
            last,
            Fault::new(
                1,
                1,
                format!(
                    "the board has {} rank{}; it needs 9",
                    rows.len(),
                    if rows.len() == 1 { "" } else { "s" }
                ),
            )
            .hint("every row begins with |"),
        ));
    }
    Ok(diagram)
}

/// The rank that stands to the right of a row.
fn rank_label(text: &str) -> Option<u32> {
    let (_, label) = text.trim_end().rsplit_once(BARS)?;
    let chars: Vec<char> = label.trim().chars().collect();
    number(&chars)
        .filter(|&(_, used)| used == chars.len())
        .map(|(n, _)| n)
}

/// Reads the nine squares of a row.
fn read_row(text: &str, index: usize, rank: u8, diagram: &mut Diagram) -> Result<(), Fault> {
    let chars: Vec<char> = text.chars().collect();
    let name = KANJI_DIGITS[rank as usize - 1];
    let open = chars.iter().position(|c| BARS.contains(c)).unwrap_or(0);
    let close = chars
        .iter()
        .rposition(|c| BARS.contains(c))
        .filter(|&n| n > open)
        .unwrap_or(chars.len());
    let mut files = 0u8;
    let mut white: Option<usize> = None;
    let mut n = open + 1;
    while n < close {
        let c = chars[n];
        let at = n;
        n += 1;
        let kind = match c {
            ' ' | '^' | '▲' => continue,
            'v' | 'V' | 'ｖ' | 'Ｖ' | '△' | '▽' | '↓' => {
                white = Some(at);
                continue;
            }
            '・' | '･' | '．' | '.' | '·' | '　' => None,
            '成' => {
                let next = chars.get(n).and_then(|&c| kind_of_kanji(c));
                n += 1;
                Some(
                    next.and_then(PieceKind::promote)
                        .ok_or_else(|| no_piece(at, c, name))?,
                )
            }
            c => Some(kind_of_kanji(c).ok_or_else(|| no_piece(at, c, name))?),
        };
        if kind.is_none() && white.is_some() {
            return Err(
                Fault::new(at, 1, format!("'v' without a piece in rank {name}"))
                    .hint("v stands before a piece of the upper side"),
            );
        }
        if files < 9
            && let Some(sq) = Square::new(9 - files, rank)
        {
            let start = white.unwrap_or(at);
            diagram.places[sq.index() as usize] = (index, start + 1, n - start);
            let color = if white.is_some() {
                Color::White
            } else {
                Color::Black
            };
            diagram
                .position
                .piece_set(sq, kind.map(|kind| Piece::new(kind, color)));
        }
        files = files.saturating_add(1);
        white = None;
    }
    if files != 9 {
        return Err(Fault::new(
            open + 2,
            close.saturating_sub(open + 1).max(1),
            format!(
                "rank {name} has {files} file{}; it needs 9",
                if files == 1 { "" } else { "s" }
            ),
        )
        .hint("an empty square is written as a space and ・"));
    }
    Ok(())
}

fn no_piece(at: usize, c: char, rank: char) -> Fault {
    let mut shown = String::new();
    push_shown(&mut shown, c);
    Fault::new(at + 1, 1, format!("'{shown}' in rank {rank} is no piece"))
        .hint("pieces are 歩香桂銀金角飛玉 and と杏圭全馬龍, an empty square is ・")
}

/// The length in a header such as `手数：69手`.
fn declared_length(text: &str) -> Option<u32> {
    let (key, value) = header(text)?;
    if !matches!(key, "手数" | "詰手数" | "詰め手数") {
        return None;
    }
    let chars: Vec<char> = value.chars().collect();
    number(&chars)
        .map(|(n, _)| n)
        .filter(|&n| n > 0 && n < 9_999)
}

/// The length in `まで69手で詰み`; other endings say nothing about a mate.
fn final_length(text: &str) -> Option<u32> {
    let chars: Vec<char> = text.trim().chars().skip(2).collect();
    let (n, _) = number(&chars)?;
    (text.contains('詰') && n > 0 && n < 9_999).then_some(n)
}

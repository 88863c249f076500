//! Records in CSA, the format of computer shogi (versions 1 to 3): `P1-KY-KE…`,
//! `PI`, `P+00KI`, `P-00AL`, `+7776FU`, `%TSUMI`.
//!
//! Each statement has a line of its own, or commas separate several in a line. `AL` gives a
//! side all pieces that are nowhere else.

use super::error::{Fault, InputError};
use super::error::{not_legal, not_understood, refused, squares, unknown_ending};
use super::fill::{Draft, MoveFault, Oddities, Refusal};
use super::handicap;
use super::lines::Line;
use super::options::ReadOptions;
use super::text::shown;
use super::validate::At;
use crate::base::message::{Message, message};
use crate::base::names::{HAND_KINDS, base};
use crate::base::problem::{Problem, Source};
use crate::base::tree::{Ending, ROOT, Tree};
use crate::shogi::rules;
use shogi_core::{Color, Move, PartialPosition, Piece, PieceKind, Square};

/// The two letters for each kind, which JKF uses as well.
pub const CODES: [(PieceKind, &str); 14] = [
    (PieceKind::Pawn, "FU"),
    (PieceKind::Lance, "KY"),
    (PieceKind::Knight, "KE"),
    (PieceKind::Silver, "GI"),
    (PieceKind::Gold, "KI"),
    (PieceKind::Bishop, "KA"),
    (PieceKind::Rook, "HI"),
    (PieceKind::King, "OU"),
    (PieceKind::ProPawn, "TO"),
    (PieceKind::ProLance, "NY"),
    (PieceKind::ProKnight, "NK"),
    (PieceKind::ProSilver, "NG"),
    (PieceKind::ProBishop, "UM"),
    (PieceKind::ProRook, "RY"),
];

/// The letters of a kind.
pub fn code(kind: PieceKind) -> &'static str {
    CODES.iter().find(|c| c.0 == kind).map_or("OU", |c| c.1)
}

/// The kind of two letters.
pub fn kind_of_code(code: &str) -> Option<PieceKind> {
    CODES.iter().find(|c| c.1 == code).map(|c| c.0)
}

/// True when a line belongs to a CSA file and to no other.
pub fn belongs(text: &str) -> bool {
    let begins = |words: &[&str]| words.iter().any(|w| text.starts_with(w));
    let rank = text.starts_with('P')
        && text[1..].starts_with(|c: char| ('1'..='9').contains(&c))
        && text[2..].starts_with(['+', '-', ' ', '*']);
    rank || text == "PI"
        || begins(&[
            "'", "V1.", "V2", "V3.", "N+", "N-", "P+", "P-", "$EVENT", "$START", "$SITE",
        ])
        || (text.starts_with("PI") && text[2..].starts_with(|c: char| c.is_ascii_digit()))
}

/// A statement with its place.
struct Statement<'a> {
    line: &'a Line,
    /// The column at which it begins, from 1.
    column: usize,
    text: &'a str,
}

impl Statement<'_> {
    /// An error about this statement of a file.
    fn error(&self, fault: Fault, file: &str) -> InputError {
        let fault = fault.shifted(self.column - 1);
        fault.at(file, self.line.number, &self.line.text)
    }
}

/// The statements of the lines, without the blanks around them. Comments and headers are not cut
/// at commas.
fn statements(lines: &[Line]) -> Vec<Statement<'_>> {
    let mut out = Vec::new();
    for line in lines {
        let text = line.text.trim_end();
        let whole = text.trim_start().starts_with(['\'', '$', 'N']);
        let mut column = 1;
        for part in text.split(|c| c == ',' && !whole) {
            let text = part.trim();
            let blanks = part.chars().take_while(|c| c.is_whitespace()).count();
            out.push(Statement {
                line,
                column: column + blanks,
                text,
            });
            column += part.chars().count() + 1;
        }
    }
    out
}

/// Reads the lines of one record.
///
/// # Errors
/// When a statement before the moves cannot be read, there is no board, or the position makes
/// no sense. A fault in the moves is only noted in the problem.
pub fn read(
    lines: &[Line],
    file: &str,
    id: String,
    options: &ReadOptions,
) -> Result<Problem, InputError> {
    let statements = statements(lines);
    let source = Source::at(file, lines.first().map_or(1, |l| l.number));
    let mut reader = Reader {
        draft: Draft::new(id, source),
        board: false,
        begun: false,
        places: [None; 82],
    };
    let mut moves = Vec::new();
    for (n, statement) in statements.iter().enumerate() {
        let place = |fault| statement.error(fault, file);
        if reader.statement(statement, n).map_err(place)? {
            moves.push(statement);
        }
    }
    let Reader {
        draft,
        board,
        places,
        ..
    } = reader;
    if !board && !draft.complete {
        return Err(no_board(file));
    }
    let finished = draft.finish(options, |position, tree, odd| {
        play(position, &moves, tree, odd)
    });
    finished.map_err(|refusal| {
        let given = square_at_fault(&refusal).and_then(|sq| places[sq.index() as usize]);
        let (n, column, length) = given.unwrap_or_else(|| {
            let first = statements.iter().position(|s| s.text.starts_with('P'));
            (first.unwrap_or(0), 1, 1)
        });
        let (message, hint) = refusal.texts();
        let fault = Fault::new(column, length, message).hint(hint);
        match statements.get(n) {
            Some(statement) => statement.error(fault, file),
            None => fault.at(file, 1, ""),
        }
    })
}

fn no_board(file: &str) -> InputError {
    let what = message!(
        "no board: a CSA record needs P1 to P9, PI or pieces with their squares",
        "盤面がない：CSA には P1 から P9、PI、またはマスつきの駒が要る"
    );
    let hint = message!(
        "rows look like P1-KY-KE * -OU * ...",
        "段は P1-KY-KE * -OU * ... のように書く"
    );
    InputError::whole(file, what, Some(hint))
}

fn square_at_fault(refusal: &Refusal) -> Option<Square> {
    match refusal {
        Refusal::Position(objection) => match objection.at {
            At::Square(square) => Some(square),
            At::Hand(..) | At::Board => None,
        },
        Refusal::BothRest => None,
    }
}

struct Reader {
    draft: Draft,
    /// True when a piece or a row was given.
    board: bool,
    /// True once the side to move or a move was given: what is nothing else is then a move.
    begun: bool,
    /// For each square the number of the statement that gives it, with column and length there.
    places: [Option<(usize, usize, usize)>; 82],
}

impl Reader {
    /// Reads a statement; true when it belongs to the moves.
    fn statement(&mut self, statement: &Statement<'_>, number: usize) -> Result<bool, Fault> {
        let text = statement.text;
        if let Some(rest) = text.strip_prefix("PI") {
            self.even_game(rest)?;
        } else if let Some(rest) = text.strip_prefix("P+") {
            self.pieces(rest, Color::Black, number)?;
        } else if let Some(rest) = text.strip_prefix("P-") {
            self.pieces(rest, Color::White, number)?;
        } else if let Some(rest) = text.strip_prefix('P') {
            if self.draft.source.line == 1 || !self.board {
                self.draft.source.line = statement.line.number;
            }
            self.row(rest, number)?;
        } else if let Some(rest) = text.strip_prefix('$') {
            if let Some((key, value)) = rest.split_once(':') {
                let key = match key {
                    "EVENT" => "作品名",
                    "SITE" => "場所",
                    "START_TIME" => "開始日時",
                    other => other,
                };
                self.draft.header(key, value.trim());
            }
        } else if let Some(name) = text.strip_prefix("N+") {
            self.draft.header("先手", name.trim());
        } else if let Some(name) = text.strip_prefix("N-") {
            self.draft.header("後手", name.trim());
        } else if text == "+" || text == "-" {
            let side = if text == "+" {
                Color::Black
            } else {
                Color::White
            };
            self.draft.position.side_to_move_set(side);
            self.begun = true;
        } else if !text.is_empty() && !is_time(text) {
            self.begun |= text.starts_with(['+', '-']);
            return Ok(self.begun || text.starts_with(['%', '\'']));
        }
        Ok(false)
    }

    /// Reads what follows `PI`: the pieces that are taken off the even game, as in `PI82HI22KA`.
    fn even_game(&mut self, rest: &str) -> Result<(), Fault> {
        let side = self.draft.position.side_to_move();
        let Some(position) = handicap::by_kif("平手") else {
            return Ok(());
        };
        self.draft.position = position;
        self.draft.position.side_to_move_set(side);
        self.draft.complete = true;
        for (column, text) in chunks(rest, 4) {
            let square = square(text).filter(|_| text.len() == 4);
            let Some(square) = square else {
                return Err(bad_piece(
                    column + 2,
                    text,
                    message!(
                        "PI82HI22KA takes off a rook and a bishop",
                        "PI82HI22KA は飛と角を落とす"
                    ),
                ));
            };
            self.draft.position.piece_set(square, None);
        }
        Ok(())
    }

    /// Reads what follows `P+` or `P-`: pieces in hand (00) and on squares, as in `P+00KI27FU`.
    fn pieces(&mut self, rest: &str, side: Color, number: usize) -> Result<(), Fault> {
        fn hint() -> Message {
            message!(
                "pieces look like 27FU, 00KI in hand, 00AL for all the rest",
                "駒は 27FU、持駒は 00KI、残り全部は 00AL のように書く"
            )
        }
        self.board = true;
        let mut hand = self.draft.hands[side.array_index()]
            .take()
            .unwrap_or_default();
        let done = chunks(rest.trim_end(), 4).try_for_each(|(column, text)| {
            let bad = || bad_piece(column + 2, text, hint());
            let (place, name) = text.split_at_checked(2).ok_or_else(bad)?;
            if name == "AL" && place == "00" {
                hand.rest = true;
                return Ok(());
            }
            let kind = kind_of_code(name).ok_or_else(bad)?;
            if place == "00" {
                if kind == PieceKind::King || base(kind) != kind {
                    return Err(bad());
                }
                hand.add(kind, 1);
            } else {
                let square = square(place).ok_or_else(bad)?;
                let piece = Piece::new(kind, side);
                self.draft.position.piece_set(square, Some(piece));
                self.places[square.index() as usize] = Some((number, column + 2, 4));
            }
            Ok(())
        });
        let given = hand.rest || !hand.pieces.is_empty();
        self.draft.hands[side.array_index()] = given.then_some(hand);
        done
    }

    /// Reads what follows `P`: a rank of nine squares, as in `1-KY-KE * …`.
    fn row(&mut self, rest: &str, number: usize) -> Result<(), Fault> {
        fn hint() -> Message {
            message!(
                "a row is P, its rank and nine squares of three characters: +FU, -OU, ' * '",
                "段は P、段の番号、3文字ずつの9マス：+FU、-OU、' * '"
            )
        }
        let mut chars = rest.chars();
        let rank = chars.next().and_then(|c| c.to_digit(10)).unwrap_or(0) as u8;
        if !(1..=9).contains(&rank) {
            return Err(Fault::new(
                2,
                1,
                message!(
                    "a row without its rank (1 to 9)",
                    "段の番号（1 から 9）がない"
                ),
            )
            .hint(hint()));
        }
        self.board = true;
        let mut files = 0u8;
        for (column, text) in chunks(chars.as_str(), 3) {
            let (sign, name) = (text.chars().next(), text.trim_start_matches(['+', '-']));
            let piece = if text.contains('*') || text.trim().is_empty() {
                None
            } else {
                let side = match sign {
                    Some('+') => Color::Black,
                    Some('-') => Color::White,
                    _ => return Err(bad_piece(column + 2, text, hint())),
                };
                let kind = kind_of_code(name).ok_or_else(|| bad_piece(column + 2, text, hint()))?;
                Some(Piece::new(kind, side))
            };
            files = files.saturating_add(1);
            if let Some(square) = 9u8
                .checked_sub(files - 1)
                .and_then(|file| Square::new(file, rank))
            {
                self.draft.position.piece_set(square, piece);
                self.places[square.index() as usize] = Some((number, column + 2, 3));
            }
            if files > 9 && piece.is_some() {
                break;
            }
        }
        if files != 9 {
            let length = rest.chars().count().max(1);
            let what = squares(char::from(b'0' + rank), files.into());
            return Err(Fault::new(2, length, what).hint(hint()));
        }
        Ok(())
    }
}

/// True for the time of a move, as in `T12`.
fn is_time(text: &str) -> bool {
    let time = text.strip_prefix('T');
    time.is_some_and(|time| time.starts_with(|c: char| c.is_ascii_digit()))
}

/// The text in parts of `size` characters, each with its column, from 1.
fn chunks(text: &str, size: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = text;
    let mut column = 1;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.char_indices().nth(size).map_or(rest.len(), |c| c.0);
        let (chunk, tail) = rest.split_at(end);
        let at = column;
        column += size;
        rest = tail;
        Some((at, chunk))
    })
}

fn bad_piece(column: usize, text: &str, hint: Message) -> Fault {
    let what = message!(
        "'{text}' is no piece",
        "「{text}」は駒ではない",
        text = shown(text, 8)
    );
    Fault::new(column, text.chars().count().max(1), what).hint(hint)
}

/// The square of the first two characters, as in `27`.
fn square(text: &str) -> Option<Square> {
    let mut digits = text.chars().map(|c| c.to_digit(10));
    let (file, rank) = (digits.next()??, digits.next()??);
    Square::new(file as u8, rank as u8)
}

/// Plays the moves into `tree`, where those before a fault stay.
///
/// # Errors
/// The first move that cannot be read or is not legal.
fn play(
    root: &PartialPosition,
    statements: &[&Statement<'_>],
    tree: &mut Tree,
    odd: &mut Oddities,
) -> Result<(), MoveFault> {
    let mut position = root.clone();
    let mut at = ROOT;
    let mut plies = 0;
    for statement in statements {
        let text = statement.text;
        if let Some(comment) = text.strip_prefix('\'') {
            // `'*` begins a comment on a move, `'` alone one that belongs to no move.
            if let Some(comment) = comment.strip_prefix('*') {
                tree.node_mut(at).comments.push(comment.trim().to_string());
            }
            continue;
        }
        if let Some(name) = text.strip_prefix('%') {
            let known = Ending::from_csa_for(name.trim(), position.side_to_move());
            if known.is_none() {
                odd.warn_at(
                    statement.line.number,
                    statement.column,
                    unknown_ending(text),
                );
            }
            tree.node_mut(at).ending = Some(known.unwrap_or(Ending::Unknown));
            break;
        }
        plies += 1;
        let what = |what: Message| MoveFault {
            ply: plies,
            message: refused(plies, &shown(text, 20), what),
            at: Some((statement.line.number, statement.column)),
        };
        let mv = parse_move(&position, text.trim()).ok_or_else(|| what(not_understood()))?;
        if !rules::play(&mut position, mv) {
            return Err(what(not_legal()));
        }
        at = tree.add(at, mv);
    }
    Ok(())
}

/// Reads a move such as `+7776FU`, which names the piece as it is after the move.
fn parse_move(position: &PartialPosition, text: &str) -> Option<Move> {
    let text = text.strip_prefix(['+', '-'])?;
    if !text.is_ascii() || text.len() != 6 {
        return None;
    }
    let to = square(&text[2..4])?;
    let kind = kind_of_code(&text[4..])?;
    if &text[..2] == "00" {
        let piece = Piece::new(kind, position.side_to_move());
        return Some(Move::Drop { piece, to });
    }
    let from = square(&text[..2])?;
    let before = position.piece_at(from)?.piece_kind();
    let promote = before != kind;
    (!promote || before.promote() == Some(kind)).then_some(Move::Normal { from, to, promote })
}

/// A hand as the codes of all kinds with their numbers, 0 included.
pub fn hand_codes(position: &PartialPosition, side: Color) -> Vec<(&'static str, u8)> {
    let hand = position.hand_of_a_player(side);
    HAND_KINDS
        .iter()
        .map(|&kind| (code(kind), hand.count(kind).unwrap_or(0)))
        .collect()
}

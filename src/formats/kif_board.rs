//! The board of a KIF or BOD file: nine rows of nine squares between bars,
//! `| ・v玉 ・ … |一`, with the place of every square for later complaints.

use super::error::Fault;
use super::error::{ranks, squares};
use super::kif_line::{BARS, LineKind};
use super::lines::Line;
use super::text::shown_char;
use crate::base::message::message;
use crate::base::names::{KANJI_DIGITS, kind_of_kanji, number};
use shogi_core::{Color, PartialPosition, Piece, PieceKind, Square};

/// A place in the text: index into the block, column, length.
pub type Place = (usize, usize, usize);

/// Characters for an empty square.
const DOTS: [char; 5] = ['・', '･', '．', '.', '·'];

/// A board under construction, with the place of every square.
pub struct Diagram {
    pub position: PartialPosition,
    /// Of each square, by its index.
    pub places: [Place; 82],
    /// Of the board as a whole.
    pub first: Place,
}

/// Reads the rows of the board.
pub fn read_diagram(block: &[(LineKind, Line)]) -> Result<Diagram, (usize, Fault)> {
    let rows: Vec<(usize, &Line)> = block
        .iter()
        .enumerate()
        .filter(|(_, (kind, _))| *kind == LineKind::Row)
        .map(|(index, (_, line))| (index, line))
        .collect();
    let Some(&(first, _)) = rows.first() else {
        return Err((0, no_diagram()));
    };
    // Where a dot is an empty square, a wide blank only stands between two squares.
    let is_dotted = rows.iter().any(|(_, line)| line.text.contains(DOTS));
    let mut diagram = Diagram {
        position: PartialPosition::empty(),
        places: [(first, 1, 1); 82],
        first: (first, 1, 1),
    };
    for (rank, &(index, line)) in (1..).zip(&rows) {
        if rank > 9 {
            let hint = message!(
                "a second diagram needs its own line of file numbers",
                "二つ目の図には筋の番号の行が要る"
            );
            return Err((index, Fault::new(1, 1, ranks(rows.len())).hint(hint)));
        }
        check_label(&line.text, rank)
            .and_then(|()| {
                // Both blanks are one character, so places stay what they are.
                let text = match is_dotted {
                    true => line.text.replace('　', " "),
                    false => line.text.clone(),
                };
                read_row(&text, index, rank, &mut diagram)
            })
            .map_err(|fault| (index, fault))?;
    }
    if rows.len() < 9 {
        let last = rows[rows.len() - 1].0;
        let hint = message!("every row begins with |", "どの段も | で始まる");
        return Err((last, Fault::new(1, 1, ranks(rows.len())).hint(hint)));
    }
    Ok(diagram)
}

fn no_diagram() -> Fault {
    let what = message!(
        "no diagram: a problem needs a drawn board",
        "図がない：問題には盤面の図が要る"
    );
    Fault::new(1, 1, what).hint(message!(
        "rows look like |v香v桂 ・ ・v玉 ・ ・ ・ ・|一",
        "段は |v香v桂 ・ ・v玉 ・ ・ ・ ・|一 のように書く"
    ))
}

/// Objects to a row that names another rank than its own.
fn check_label(text: &str, rank: u8) -> Result<(), Fault> {
    if rank_label(text).is_none_or(|label| label == u32::from(rank)) {
        return Ok(());
    }
    let name = KANJI_DIGITS[rank as usize - 1];
    let what = message!(
        "rank {name} is missing or out of order",
        "{name}段目がないか、順番が違う",
        name
    );
    let last = text.trim_end().chars().count();
    Err(Fault::new(last, 1, what).hint(message!(
        "the rows go from 一 at the top to 九 at the bottom",
        "段は上から 一 … 九 の順"
    )))
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
        let (at, c) = (n, chars[n]);
        n += 1;
        match c {
            ' ' | '^' | '▲' => continue,
            'v' | 'V' | 'ｖ' | 'Ｖ' | '△' | '▽' | '↓' => {
                white = Some(at);
                continue;
            }
            // Such as 成銀, which is one piece.
            '成' => n += 1,
            _ => {}
        }
        let kind = kind_at(&chars, at, name)?;
        let color = match white {
            None => Color::Black,
            Some(_) if kind.is_some() => Color::White,
            Some(_) => return Err(no_piece_of_white(at, name)),
        };
        let start = white.take().unwrap_or(at);
        if files < 9
            && let Some(sq) = Square::new(9 - files, rank)
        {
            diagram.places[sq.index() as usize] = (index, start + 1, n - start);
            let piece = kind.map(|kind| Piece::new(kind, color));
            diagram.position.piece_set(sq, piece);
        }
        files = files.saturating_add(1);
    }
    if files == 9 {
        return Ok(());
    }
    let length = close.saturating_sub(open + 1).max(1);
    let fault = Fault::new(open + 2, length, squares(name, files.into()));
    Err(fault.hint(message!(
        "an empty square is written as a space and ・",
        "空きマスは空白と ・ で書く"
    )))
}

/// The kind of the piece whose name begins at `at`; `None` for an empty square.
fn kind_at(chars: &[char], at: usize, rank: char) -> Result<Option<PieceKind>, Fault> {
    let kind = match chars[at] {
        '　' => return Ok(None),
        c if DOTS.contains(&c) => return Ok(None),
        '成' => chars
            .get(at + 1)
            .and_then(|&c| kind_of_kanji(c))
            .and_then(PieceKind::promote),
        c => kind_of_kanji(c),
    };
    kind.map(Some).ok_or_else(|| no_piece(at, chars[at], rank))
}

fn no_piece_of_white(at: usize, rank: char) -> Fault {
    let what = message!(
        "'v' without a piece in rank {rank}",
        "{rank}段目に駒のない「v」がある",
        rank
    );
    Fault::new(at, 1, what).hint(message!(
        "v stands before a piece of the upper side",
        "v は後手の駒の前に置く"
    ))
}

fn no_piece(at: usize, c: char, rank: char) -> Fault {
    let what = message!(
        "'{shown}' in rank {rank} is no piece",
        "{rank}段目の「{shown}」は駒ではない",
        shown = shown_char(c),
        rank
    );
    Fault::new(at + 1, 1, what).hint(message!(
        "pieces are 歩香桂銀金角飛玉 and と杏圭全馬龍, an empty square is ・",
        "駒は 歩香桂銀金角飛玉 と と杏圭全馬龍、空きマスは ・"
    ))
}

//! Records in KIF, KI2 and BOD: a drawn board, hands, headers, moves.
//!
//! The habits of a dozen programs meet here: hands labelled 先手 後手, 攻方 玉方
//! or 下手 上手, hands that say 残り全部 or are simply left out, 竜 and 龍, 手合割
//! lines that contradict the diagram. The diagram is the truth; everything
//! that is not understood is passed over.

use super::error::{Fault, InputError};
use super::fill::{Draft, HandText, Refusal};
use super::handicap;
use super::kif_board::{Diagram, read_diagram};
use super::kif_hand;
use super::kif_line::{LineKind, header, is_about_form};
use super::kif_moves;
use super::kif_tree;
use super::lines::Line;
use super::options::ReadOptions;
use super::validate::{At, Objection};
use crate::base::names::number;
use crate::base::problem::{Problem, Source};
use shogi_core::{Color, PartialPosition};

/// Reads the lines of one problem.
pub fn read(
    block: &[(LineKind, Line)],
    file: &str,
    id: String,
    options: &ReadOptions,
) -> Result<Problem, InputError> {
    read_block(block, file, id, options).map_err(|(index, fault)| {
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
    options: &ReadOptions,
) -> Result<Problem, (usize, Fault)> {
    let mut draft = Draft::new(id, Source::at(file, 1));
    let (diagram, start) = start(block)?;
    draft.complete = matches!(start, Start::Named | Start::Unnamed);
    draft.open = start == Start::Drawn;
    let mut lines = [None, None];
    let mut side = if draft.complete {
        diagram.position.side_to_move()
    } else {
        Color::Black
    };
    let (mut moves, mut branch) = (false, false);
    for (index, (kind, line)) in block.iter().enumerate() {
        match kind {
            // Below the moves such a line may be prose.
            LineKind::Hand(color)
                if !draft.complete && (!moves || lines[color.array_index()].is_none()) =>
            {
                let hand = kif_hand::parse(&line.text).map_err(|f| (index, f))?;
                draft.hands[color.array_index()] = hand;
                lines[color.array_index()] = Some(index);
            }
            LineKind::Turn(color) if !moves => side = *color,
            // A move that cannot be read looks like a header by the colon of its time.
            LineKind::Header if moves && kif_moves::body(&line.text).is_some() => {}
            LineKind::Header => {
                if let Some((key, value)) = header(&line.text) {
                    note_header(key, value, &mut draft);
                }
            }
            LineKind::Move | LineKind::Ki2Moves => moves = true,
            LineKind::Variation => (moves, branch) = (true, true),
            // How long a branch is says nothing about the problem.
            LineKind::End if !branch => {
                draft.plies = draft.plies.or_else(|| final_length(&line.text))
            }
            _ => {}
        }
    }
    draft.position = diagram.position.clone();
    draft.position.side_to_move_set(side);
    draft.source.line = block.get(diagram.first.0).map_or(1, |(_, l)| l.number);
    let hands = draft.hands.clone();
    let finished = draft.finish(options, |position, tree, odd| {
        kif_tree::read(position, block, tree, odd)
    });
    let problem = finished.map_err(|refusal| match refusal {
        Refusal::Position(o) => diagram.fault(&hands, &lines, o),
        Refusal::BothRest => {
            let (message, hint) = refusal.texts();
            (lines[1].unwrap_or(0), Fault::new(1, 6, message).hint(hint))
        }
    })?;
    // Moves that do not even begin in the even game belong to a diagram that is missing.
    if start == Start::Unnamed && problem.line.is_none() {
        read_diagram(block)?;
    }
    Ok(problem)
}

/// Where a record begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    /// In a diagram.
    Drawn,
    /// In a diagram, with 手合割 of a handicap, whose pieces are in no hand.
    DrawnWithHandicap,
    /// In the set-up that 手合割 names.
    Named,
    /// In the even game, which is meant where neither is given (省略したときは、平手と判断する).
    Unnamed,
}

/// The board on which a record begins. The diagram beats 手合割; a game without one has only that.
fn start(block: &[(LineKind, Line)]) -> Result<(Diagram, Start), (usize, Fault)> {
    let named = set_up(block);
    if block.iter().any(|(kind, _)| *kind == LineKind::Row) {
        let even = handicap::by_kif("平手");
        let start = match named {
            Some((_, position)) if Some(&position) != even.as_ref() => Start::DrawnWithHandicap,
            _ => Start::Drawn,
        };
        return Ok((read_diagram(block)?, start));
    }
    let unnamed = || Some((first_move_of_game(block)?, handicap::by_kif("平手")?));
    let (start, found) = match named {
        Some(named) => (Start::Named, Some(named)),
        None => (Start::Unnamed, unnamed()),
    };
    let Some((index, position)) = found else {
        return Ok((read_diagram(block)?, Start::Drawn));
    };
    let place = (index, 1, 1);
    let diagram = Diagram {
        position,
        places: [place; 82],
        first: place,
    };
    Ok((diagram, start))
}

/// The place of the first move of a record in which nothing hints at a position of its own:
/// neither a 手合割 nor a part of a diagram.
fn first_move_of_game(block: &[(LineKind, Line)]) -> Option<usize> {
    let hints = |(kind, line): &(LineKind, Line)| match kind {
        LineKind::Hand(_) | LineKind::Files | LineKind::Border | LineKind::Turn(_) => true,
        LineKind::Header => {
            header(&line.text).is_some_and(|(key, value)| key == "手合割" && !value.is_empty())
        }
        _ => false,
    };
    if block.iter().any(hints) {
        return None;
    }
    block
        .iter()
        .position(|(kind, _)| matches!(kind, LineKind::Move | LineKind::Ki2Moves))
}

/// The set-up that a 手合割 line names, with the place of the line.
fn set_up(block: &[(LineKind, Line)]) -> Option<(usize, PartialPosition)> {
    let lines = block.iter().enumerate();
    let mut headers = lines.filter(|(_, (kind, _))| *kind == LineKind::Header);
    headers.find_map(|(index, (_, line))| {
        let (key, value) = header(&line.text)?;
        let position = (key == "手合割").then(|| handicap::by_kif(value))??;
        Some((index, position))
    })
}

/// Takes the length from a header, and keeps those that say something about the record and not
/// about its form.
pub fn note_header(key: &str, value: &str, draft: &mut Draft) {
    draft.plies = draft.plies.or_else(|| declared_length(key, value));
    if !is_about_form(key) {
        draft.header(key, value);
    }
}

impl Diagram {
    /// An objection of the validation at its place in the block.
    fn fault(
        &self,
        hands: &[Option<HandText>; 2],
        lines: &[Option<usize>; 2],
        o: Objection,
    ) -> (usize, Fault) {
        let (index, column, length) = match o.at {
            At::Square(sq) => self.places[sq.index() as usize],
            At::Board => self.first,
            At::Hand(side, kind) => {
                let side = side.array_index();
                match (&hands[side], lines[side]) {
                    (Some(hand), Some(index)) => {
                        let (column, length) = hand.places[kind.array_index()];
                        (index, column.max(1), length.max(1))
                    }
                    _ => self.first,
                }
            }
        };
        (index, Fault::new(column, length, o.message).hint(o.hint))
    }
}

/// The length in a header such as `手数：69手`.
fn declared_length(key: &str, value: &str) -> Option<u32> {
    if !matches!(key, "手数" | "詰手数" | "詰め手数") {
        return None;
    }
    let chars: Vec<char> = value.chars().collect();
    number(&chars)
        .map(|(n, _)| n)
        .filter(|&n| n > 0 && n < 9_999)
}

/// The length in `まで69手で詰み`; other endings, 不詰 too, declare none.
fn final_length(text: &str) -> Option<u32> {
    let chars: Vec<char> = text.trim().chars().skip(2).collect();
    let (n, _) = number(&chars)?;
    let mates = text.contains('詰') && !text.contains("不詰");
    (mates && n > 0 && n < 9_999).then_some(n)
}

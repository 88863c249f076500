//! Positions drawn as KIF or BOD diagrams.
//!
//! The habits of a dozen programs meet here: hands labelled 先手 後手, 攻方 玉方
//! or 下手 上手, hands that say 残り全部 or are simply left out, 竜 and 龍, 手合割
//! lines that contradict the diagram. The diagram is the truth; everything
//! that is not understood is passed over.

use super::error::{Fault, InputError};
use super::kif_board::{Diagram, read_diagram};
use super::kif_hand::{self, HandText};
use super::kif_line::{LineKind, header};
use super::kif_moves;
use super::lines::Line;
use super::names::number;
use super::problem::{Expect, Problem, Source, Warning};
use super::validate::{At, Objection, give, incomplete, missing, validate};
use shogi_core::{Color, PartialPosition};

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

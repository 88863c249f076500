//! Records in JKF (JSON-kifu-format), one object or an array of them in a file.
//!
//! serde reads and writes the text; unknown keys are passed over. Branches lie
//! within branches, so their depth is limited, the length of a line is not. `jkf_write.rs` writes
//! the same records.

use super::csa::kind_of_code;
use super::error::{Fault, InputError};
use super::error::{not_legal, not_understood, refused, unknown_ending, why_no_json};
use super::fill::{Draft, HandText, MoveFault, Oddities};
use super::handicap;
use super::jkf_array::{Element, elements};
pub use super::jkf_write::write;
use super::kif::note_header;
use super::options::ReadOptions;
use super::text::shown;
use crate::base::message::{Message, message};
use crate::base::names::HAND_KINDS;
use crate::base::problem::{Problem, Source};
use crate::base::tree::{Ending, ROOT, Tree};
use crate::shogi::rules;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use shogi_core::{Color, Move, PartialPosition, Piece, Square};
use std::collections::BTreeMap;

/// Branches within branches beyond this are left out.
pub(super) const DEPTH: usize = 30;

/// Reads `null` as if the key were left out, as the schema of the format has it.
fn or_default<'de, D, T>(value: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(value)?.unwrap_or_default())
}

#[derive(Serialize, Deserialize, Default)]
pub(super) struct Jkf {
    #[serde(default, deserialize_with = "or_default")]
    pub(super) header: BTreeMap<String, Value>,
    #[serde(default)]
    pub(super) initial: Option<Initial>,
    #[serde(default, deserialize_with = "or_default")]
    pub(super) moves: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Initial {
    pub(super) preset: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) data: Option<State>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct State {
    #[serde(default)]
    pub(super) color: u8,
    pub(super) board: Vec<Vec<Cell>>,
    #[serde(default)]
    pub(super) hands: Option<Vec<BTreeMap<String, u32>>>,
}

#[derive(Serialize, Deserialize, Default)]
pub(super) struct Cell {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) color: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<String>,
}

#[derive(Serialize, Deserialize, Default)]
pub(super) struct Entry {
    #[serde(default, deserialize_with = "or_default")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) comments: Vec<String>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub(super) mv: Option<Step>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) special: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) forks: Vec<Vec<Entry>>,
}

#[derive(Serialize, Deserialize)]
pub(super) struct Step {
    #[serde(default)]
    pub(super) color: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) from: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) to: Option<Place>,
    pub(super) piece: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) same: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) promote: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) capture: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) relative: Option<String>,
}

#[derive(Serialize, Deserialize, Clone, Copy)]
pub(super) struct Place {
    pub(super) x: u8,
    pub(super) y: u8,
}

impl Place {
    fn square(self) -> Option<Square> {
        Square::new(self.x, self.y)
    }
}

/// Reads a file: one record, or an array of records. `name` makes the ids. A record that cannot be
/// read costs no other.
pub fn read(
    text: &str,
    file: &str,
    name: &dyn Fn(usize) -> String,
    options: &ReadOptions,
) -> Vec<Result<Problem, InputError>> {
    let whole = Element {
        line: 1,
        indent: 0,
        text,
    };
    if !text.trim_start().starts_with('[') {
        return vec![record(&whole, file, name(1), options)];
    }
    let mut all = Vec::new();
    for (n, element) in (1..).zip(elements(text)) {
        let id = name(n);
        let read = record(&element, file, id.clone(), options);
        all.push(read.map_err(|e| of_array(e, n, element.line).with_id(Some(id))));
    }
    // What is wrong between the records or behind them.
    if all.iter().all(Result::is_ok)
        && let Err(e) = serde_json::from_str::<Vec<IgnoredAny>>(text)
    {
        all.push(Err(no_jkf(&e, &whole, file)));
    }
    all
}

/// Reads one record of a file.
fn record(
    element: &Element<'_>,
    file: &str,
    id: String,
    options: &ReadOptions,
) -> Result<Problem, InputError> {
    let record = serde_json::from_str(element.text).map_err(|e| no_jkf(&e, element, file))?;
    problem(record, Source::at(file, element.line), id, options)
}

/// The error about a part of a file that is no record.
fn no_jkf(e: &serde_json::Error, element: &Element<'_>, file: &str) -> InputError {
    let index = e.line().saturating_sub(1);
    let line = element.text.lines().nth(index).unwrap_or("");
    let (column, why) = why_no_json(e, line);
    let what = message!("not JKF: {why}", "JKF ではない：{why}", why);
    let fault = Fault::new(column, 1, what).hint(hint());
    let mut error = fault.at(file, element.line + index as u64, line);
    if index == 0 {
        error.column += element.indent;
    }
    error
}

/// An error about record `n` of an array, which begins in `line`.
fn of_array(error: InputError, n: usize, line: u64) -> InputError {
    let message = message!(
        "record {n}: {message}",
        "{n}番目の記録：{message}",
        n,
        message = error.message
    );
    let line = if error.line == 0 { line } else { error.line };
    InputError {
        message,
        line,
        ..error
    }
}

fn hint() -> Message {
    message!(
        "a JKF file is a JSON object with header, initial and moves",
        "JKF は header、initial、moves をもつ JSON のオブジェクト"
    )
}

fn problem(
    record: Jkf,
    source: Source,
    id: String,
    options: &ReadOptions,
) -> Result<Problem, InputError> {
    let file = source.file.clone();
    let fail = |message: Message, hint: Message| {
        InputError::whole(&file, message, Some(hint)).with_id(Some(id.clone()))
    };
    let mut draft = Draft::new(id.clone(), source);
    for (key, value) in &record.header {
        note_header(key, value.as_str().unwrap_or_default(), &mut draft);
    }
    let set_up = record.initial.as_ref().map_or("HIRATE", |i| &i.preset);
    match record.initial.as_ref().and_then(|i| i.data.as_ref()) {
        Some(state) => place(state, &mut draft).map_err(|m| fail(m, hint()))?,
        None => {
            draft.complete = true;
            draft.position = handicap::by_jkf(set_up).ok_or_else(|| {
                fail(
                    message!(
                        "no set-up is called \"{set_up}\"",
                        "\"{set_up}\" という手合割はない",
                        set_up = shown(set_up, 40)
                    ),
                    hint(),
                )
            })?;
        }
    }
    let finished = draft.finish(options, |position, tree, odd| {
        Player { tree, odd }.moves(&record.moves, (ROOT, position.clone()), 0, "")
    });
    finished.map_err(|refusal| {
        let (message, hint) = refusal.texts();
        fail(message, hint)
    })
}

/// Puts the pieces of `initial.data` on the board.
fn place(state: &State, draft: &mut Draft) -> Result<(), Message> {
    if state.board.len() != 9 || state.board.iter().any(|file| file.len() != 9) {
        return Err(message!(
            "initial.data.board needs nine files of nine squares",
            "initial.data.board には9マスの筋が9つ要る"
        ));
    }
    for (x, file) in state.board.iter().enumerate() {
        for (y, cell) in file.iter().enumerate() {
            let Some(name) = &cell.kind else { continue };
            let at = format!("initial.data.board[{x}][{y}]");
            let kind = kind_of_code(name).ok_or_else(|| {
                message!(
                    "{at}: no piece \"{name}\"",
                    "{at}：\"{name}\" という駒はない",
                    at,
                    name = shown(name, 20)
                )
            })?;
            let color = color(cell.color)
                .ok_or_else(|| message!("{at}: color is 0 or 1", "{at}：color は 0 か 1", at))?;
            if let Some(square) = Square::new(x as u8 + 1, y as u8 + 1) {
                let piece = Piece::new(kind, color);
                draft.position.piece_set(square, Some(piece));
            }
        }
    }
    let side = color(Some(state.color)).ok_or_else(|| {
        message!(
            "initial.data.color is 0 or 1",
            "initial.data.color は 0 か 1"
        )
    })?;
    draft.position.side_to_move_set(side);
    draft.open = state.hands.is_none();
    for (hand, side) in state.hands.iter().flatten().zip(Color::all()) {
        let mut held = HandText::default();
        for (name, &count) in hand {
            // Programs list all kinds, the king and promoted ones too.
            if count == 0 && kind_of_code(name).is_some() {
                continue;
            }
            let kind = kind_of_code(name).filter(|kind| HAND_KINDS.contains(kind));
            let kind = kind.ok_or_else(|| {
                message!(
                    "initial.data.hands: no piece \"{name}\" in a hand",
                    "initial.data.hands：\"{name}\" は持駒にならない",
                    name = shown(name, 20)
                )
            })?;
            held.add(kind, count);
        }
        draft.hands[side.array_index()] = Some(held);
    }
    Ok(())
}

fn color(number: Option<u8>) -> Option<Color> {
    match number {
        Some(0) => Some(Color::Black),
        Some(1) => Some(Color::White),
        _ => None,
    }
}

/// Plays the moves of a record into a tree.
struct Player<'a> {
    tree: &'a mut Tree,
    odd: &'a mut Oddities,
}

/// The other moves that an entry gives.
struct Forks<'a> {
    lines: &'a [Vec<Entry>],
    /// The node and the position in which they are played.
    start: (usize, PartialPosition),
    /// The entry, for messages.
    place: String,
}

impl Player<'_> {
    /// Plays a list of entries below a node; its branches come after it. `path` is where the list
    /// stands, `depth` how many lists it is within. The error has the ply of the move at fault.
    fn moves(
        &mut self,
        entries: &[Entry],
        (mut at, mut position): (usize, PartialPosition),
        depth: usize,
        path: &str,
    ) -> Result<(), MoveFault> {
        let mut all_forks = Vec::new();
        // The node at which this list was said to end.
        let mut ended = None;
        for (n, entry) in entries.iter().enumerate() {
            let place = format!("{path}moves[{n}]");
            if !entry.forks.is_empty() {
                all_forks.push(Forks {
                    lines: &entry.forks,
                    start: (at, position.clone()),
                    place: place.clone(),
                });
            }
            if let Some(step) = &entry.mv {
                if ended == Some(at) {
                    self.tree.node_mut(at).ending = None;
                }
                at = self.step(step, at, &mut position, &place)?;
            }
            let node = self.tree.node_mut(at);
            node.comments.extend(entry.comments.iter().cloned());
            if let Some(name) = &entry.special
                && node.children.is_empty()
                && node.ending.is_none()
            {
                let known = Ending::from_csa_for(name, position.side_to_move());
                if known.is_none() {
                    self.odd.warn(unknown_ending(name));
                }
                node.ending = Some(known.unwrap_or(Ending::Unknown));
                ended = Some(at);
            }
        }
        for forks in &all_forks {
            self.forks(forks, depth);
        }
        Ok(())
    }

    /// Plays the move of an entry below a node. Returns the node of the move.
    fn step(
        &mut self,
        step: &Step,
        at: usize,
        position: &mut PartialPosition,
        place: &str,
    ) -> Result<usize, MoveFault> {
        let fault = |what| MoveFault {
            message: refused(self.next_ply(at), place, what),
            ply: self.next_ply(at),
            at: None,
        };
        let last = self.tree.node(at).mv.map(|mv| mv.to());
        let mv = step_move(position, step, last).ok_or_else(|| fault(not_understood()))?;
        if !rules::play(position, mv) {
            return Err(fault(not_legal()));
        }
        Ok(self.tree.branch(at, mv))
    }

    /// The ply of a move below a node.
    fn next_ply(&self, at: usize) -> u32 {
        self.tree.ply(at) as u32 + 1
    }

    /// Plays the other moves of an entry, each up to the first fault.
    fn forks(&mut self, forks: &Forks<'_>, depth: usize) {
        let (at, position) = &forks.start;
        let node = self.tree.node(*at);
        // Where nothing follows, not even an ending, the branch would continue the line itself.
        if node.children.is_empty() && node.ending.is_none() {
            self.odd.cut(MoveFault {
                ply: self.next_ply(*at),
                message: message!(
                    "{place}.forks: the line has no such move",
                    "{place}.forks：手順にその手数がない",
                    place = forks.place
                ),
                at: None,
            });
            return;
        }
        for (n, line) in forks.lines.iter().enumerate() {
            if depth == DEPTH {
                self.odd.warn(too_deep());
                continue;
            }
            let path = format!("{}.forks[{n}].", forks.place);
            let start = (*at, position.clone());
            if let Err(fault) = self.moves(line, start, depth + 1, &path) {
                self.odd.cut(fault);
            }
        }
    }
}

fn step_move(position: &PartialPosition, step: &Step, last: Option<Square>) -> Option<Move> {
    let kind = kind_of_code(&step.piece)?;
    let to = match step.to {
        Some(to) => to.square()?,
        None => last.filter(|_| step.same == Some(true))?,
    };
    let Some(from) = step.from else {
        let piece = Piece::new(kind, position.side_to_move());
        return Some(Move::Drop { piece, to });
    };
    let from = from.square()?;
    let promote = step.promote == Some(true);
    (position.piece_at(from)?.piece_kind() == kind).then_some(Move::Normal { from, to, promote })
}

/// What is said of branches within too many branches.
pub fn too_deep() -> Message {
    message!(
        "branches within {what} branches are left out",
        "{what}段より深い変化は省く",
        what = DEPTH
    )
}

/// True for a tree with branches within so many branches that some of them are left out.
pub fn leaves_out(tree: &Tree) -> bool {
    let mut depth = vec![0; tree.len()];
    for index in 1..tree.len() {
        let parent = tree.node(index).parent;
        let branches = tree.branches(parent).contains(&index);
        depth[index] = depth[parent] + usize::from(branches);
    }
    depth.into_iter().max() > Some(DEPTH)
}

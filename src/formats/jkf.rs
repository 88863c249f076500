//! Records in JKF (JSON-kifu-format), one object or an array of them in a file.
//!
//! serde reads and writes the text; unknown keys are passed over. Branches lie
//! within branches, so their depth is limited, the length of a line is not.

use super::csa::{code, hand_codes, kind_of_code};
use super::error::{Fault, InputError};
use super::error::{not_legal, not_understood, refused, unknown_ending, why_no_json};
use super::fill::{Draft, HandText, MoveFault, Oddities};
use super::handicap;
use super::kif::note_header;
use super::kif_line::is_about_form;
use super::notation::japanese_move;
use super::text::shown;
use super::write::{Document, Target, written};
use crate::base::message::{Message, message};
use crate::base::names::HAND_KINDS;
use crate::base::problem::{Problem, Source, title};
use crate::base::tree::{Ending, ROOT, Tree};
use crate::shogi::rules;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shogi_core::{Color, Move, PartialPosition, Piece, PieceKind, Square};
use std::collections::BTreeMap;

/// Branches within branches beyond this are left out.
const DEPTH: usize = 30;

#[derive(Serialize, Deserialize, Default)]
struct Jkf {
    #[serde(default)]
    header: BTreeMap<String, Value>,
    #[serde(default)]
    initial: Option<Initial>,
    #[serde(default)]
    moves: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
struct Initial {
    preset: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<State>,
}

#[derive(Serialize, Deserialize)]
struct State {
    #[serde(default)]
    color: u8,
    board: Vec<Vec<Cell>>,
    #[serde(default)]
    hands: Option<Vec<BTreeMap<String, u32>>>,
}

#[derive(Serialize, Deserialize, Default)]
struct Cell {
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
}

#[derive(Serialize, Deserialize, Default)]
struct Entry {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<Step>,
    #[serde(skip_serializing_if = "Option::is_none")]
    special: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    forks: Vec<Vec<Entry>>,
}

#[derive(Serialize, Deserialize)]
struct Step {
    #[serde(default)]
    color: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Place>,
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<Place>,
    piece: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    promote: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    capture: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    relative: Option<String>,
}

#[derive(Serialize, Deserialize, Clone, Copy)]
struct Place {
    x: u8,
    y: u8,
}

impl Place {
    fn square(self) -> Option<Square> {
        Square::new(self.x, self.y)
    }
}

/// Reads a file: one record, or an array of records. `name` makes the ids.
pub fn read(
    text: &str,
    file: &str,
    name: &dyn Fn(usize) -> String,
    attacker: Option<Color>,
) -> Vec<Result<Problem, InputError>> {
    let parsed: Result<Vec<Jkf>, _> = if text.trim_start().starts_with('[') {
        serde_json::from_str(text)
    } else {
        serde_json::from_str(text).map(|one| vec![one])
    };
    match parsed {
        Ok(records) => records
            .into_iter()
            .enumerate()
            .map(|(n, record)| problem(record, file, name(n + 1), attacker))
            .collect(),
        Err(e) => {
            let line = text.lines().nth(e.line().saturating_sub(1)).unwrap_or("");
            let (column, why) = why_no_json(&e, line);
            let what = message!("not JKF: {why}", "JKF ではない：{why}", why);
            let fault = Fault::new(column, 1, what).hint(hint());
            vec![Err(fault.at(file, e.line().max(1) as u64, line))]
        }
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
    file: &str,
    id: String,
    attacker: Option<Color>,
) -> Result<Problem, InputError> {
    let fail = |message: Message, hint: Message| {
        InputError::whole(file, message, Some(hint)).with_id(Some(id.clone()))
    };
    let mut draft = Draft::new(id.clone(), Source::at(file, 1));
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
    let finished = draft.finish(attacker, |position, tree, odd| {
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
    for (hand, side) in state.hands.iter().flatten().zip(Color::all()) {
        let mut held = HandText::default();
        for (name, &count) in hand {
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

/// Writes one record, in one line.
pub fn write(document: &Document<'_>) -> String {
    let mut header: BTreeMap<String, Value> = document
        .headers
        .iter()
        .filter(|(key, _)| !is_about_form(key))
        .map(|(key, value)| (key.clone(), Value::String(value.clone())))
        .collect();
    if !document.title.is_empty() && title(document.headers).is_none() {
        header.insert("作品名".into(), document.title.into());
    }
    if let Some(plies) = document.unshown_plies() {
        header.insert("詰手数".into(), format!("{plies}手").into());
    }
    let jkf = Jkf {
        header,
        initial: Some(Initial {
            preset: "OTHER".into(),
            data: Some(state(document.position)),
        }),
        moves: entries(document, ROOT, 0),
    };
    serde_json::to_string(&jkf).unwrap_or_default()
}

fn state(position: &PartialPosition) -> State {
    let cell = |file, rank| {
        let piece = Square::new(file, rank).and_then(|sq| position.piece_at(sq));
        piece.map_or_else(Cell::default, |piece| Cell {
            color: Some(piece.color().array_index() as u8),
            kind: Some(code(piece.piece_kind()).to_string()),
        })
    };
    let hand = |side| {
        let codes = hand_codes(position, side).into_iter();
        codes
            .map(|(code, n)| (code.to_string(), n.into()))
            .collect()
    };
    State {
        color: position.side_to_move().array_index() as u8,
        board: (1..=9)
            .map(|file| (1..=9).map(|rank| cell(file, rank)).collect())
            .collect(),
        hands: Some(Color::all().map(hand).into_iter().collect()),
    }
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

/// The entries of the line that begins with `first`.
fn entries(document: &Document<'_>, first: usize, depth: usize) -> Vec<Entry> {
    let tree = document.tree;
    let parent = tree.node(first).parent;
    let mut position = tree.position(document.position, parent);
    let mut last = tree.node(parent).mv.map(|mv| mv.to());
    // Branches stand beside the entry in whose place they come.
    let forks = |index: usize| {
        let branches = tree.branches(index).iter().filter(|_| depth < DEPTH);
        branches
            .map(|&branch| entries(document, branch, depth + 1))
            .collect()
    };
    let mut out = Vec::new();
    for index in tree.line_from(first) {
        let node = tree.node(index);
        let mut entry = Entry {
            comments: node.comments.clone(),
            ..Entry::default()
        };
        if let Some(mv) = node.mv {
            entry.mv = Some(step(&position, mv, last));
            last = Some(mv.to());
            if position.make_move(mv).is_none() {
                break;
            }
        }
        if index != first {
            entry.forks = forks(node.parent);
        }
        out.push(entry);
        if let Some(ending) = node.ending {
            let ending = written(ending, Target::Jkf);
            out.push(Entry {
                special: Some(ending.csa_for(position.side_to_move())),
                forks: forks(index),
                ..Entry::default()
            });
        }
    }
    out
}

fn step(position: &PartialPosition, mv: Move, last: Option<Square>) -> Step {
    let place = |sq: Square| Place {
        x: sq.file(),
        y: sq.rank(),
    };
    let side = position.side_to_move();
    let to = mv.to();
    let (from, kind, promote) = match mv {
        Move::Drop { piece, .. } => (None, piece.piece_kind(), None),
        Move::Normal { from, promote, .. } => {
            let kind = position
                .piece_at(from)
                .map_or(PieceKind::King, |p| p.piece_kind());
            let zone = from.relative_rank(side) <= 3 || to.relative_rank(side) <= 3;
            let may = zone && kind.promote().is_some();
            (Some(from), kind, may.then_some(promote))
        }
    };
    // The words of book notation, in the letters of JKF.
    let letters: String = japanese_move(position, mv)
        .chars()
        .skip(3)
        .filter_map(|c| match c {
            '左' => Some('L'),
            '直' => Some('C'),
            '右' => Some('R'),
            '上' => Some('U'),
            '寄' => Some('M'),
            '引' => Some('D'),
            '打' => Some('H'),
            _ => None,
        })
        .collect();
    Step {
        color: Some(side.array_index() as u8),
        from: from.map(place),
        to: Some(place(to)),
        piece: code(kind).to_string(),
        same: (last == Some(to)).then_some(true),
        promote,
        capture: position
            .piece_at(to)
            .map(|p| code(p.piece_kind()).to_string()),
        relative: (!letters.is_empty()).then_some(letters),
    }
}

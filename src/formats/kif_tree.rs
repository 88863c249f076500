//! The moves of a KIF or KI2 file, with branches (変化), comments and endings.
//!
//! Reading never fails a problem: a main line that is not understood is given up
//! as a whole with a sentence that says why, a branch is cut where it fails.

use super::error::{not_legal, not_understood, refused, unknown_ending};
use super::fill::{MoveFault, Oddities};
use super::ki2_moves;
use super::kif_line::LineKind;
use super::kif_moves;
use super::lines::Line;
use super::text::{column_of, shown};
use crate::base::message::{Message, message};
use crate::base::names::number;
use crate::base::tree::{Ending, Node, ROOT, Tree};
use crate::shogi::rules;
use shogi_core::{Move, PartialPosition, Square};

/// The words of a move that cannot be played, and why.
type Refused<'t> = (&'t str, Message);

/// What is done with what follows in a line of moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It is read.
    Reading,
    /// The line has ended: to the next branch nothing is a move.
    Over,
    /// The branch could not be read on: to the next one all is passed over.
    CutOff,
}

/// Where the reading stands.
struct Cursor<'a> {
    tree: &'a mut Tree,
    root: &'a PartialPosition,
    position: PartialPosition,
    /// Nodes from the root to here.
    path: Vec<usize>,
    /// The destination of the last move, for 同.
    last: Option<Square>,
    state: State,
    /// True up to the first branch.
    main: bool,
    /// True once the numbered moves of KIF have begun.
    numbers: bool,
    /// The first line that has moves of KI2 without signs.
    bare: Option<&'a Line>,
    /// The node at which this line was said to end.
    ended: Option<usize>,
}

/// Reads the moves of a block that begin at `root` into `tree`, those of the main line
/// before a fault too.
///
/// # Errors
/// Why the main line cannot be played.
pub fn read(
    root: &PartialPosition,
    block: &[(LineKind, Line)],
    tree: &mut Tree,
    odd: &mut Oddities,
) -> Result<(), MoveFault> {
    let mut cursor = Cursor {
        tree,
        root,
        position: root.clone(),
        path: vec![ROOT],
        last: None,
        state: State::Reading,
        main: true,
        numbers: false,
        bare: None,
        ended: None,
    };
    for (index, (kind, line)) in block.iter().enumerate() {
        if let Err((part, message)) = cursor.line(*kind, line, &block[index + 1..], odd) {
            let fault = MoveFault {
                ply: cursor.path.len() as u32,
                message,
                at: Some((line.number, column_of(&line.text, part))),
            };
            if cursor.main {
                return Err(fault);
            }
            odd.cut(fault);
            cursor.state = State::CutOff;
        }
    }
    match cursor.bare {
        Some(line) if cursor.tree.is_empty() => Err(without_signs(line)),
        _ => Ok(()),
    }
}

/// The fault of moves of KI2 that cannot be told from other text, and would be lost.
fn without_signs(line: &Line) -> MoveFault {
    let text = line.text.split_whitespace().next().unwrap_or_default();
    MoveFault {
        ply: 1,
        message: message!(
            "move 1, {text}, has no ▲ or △ before it",
            "1手目 {text} の前に ▲ や △ がない",
            text = shown(text, 20)
        ),
        at: Some((line.number, column_of(&line.text, text))),
    }
}

/// The word of a numbered line that ends the moves, though it is none of the usual words. `rest`
/// is what comes after the line: where the numbers go on, a move is meant.
fn other_ending<'t>(text: &'t str, rest: &[(LineKind, Line)]) -> Option<&'t str> {
    let word = kif_moves::without_times(kif_moves::body(text)?);
    let same_line = rest
        .iter()
        .take_while(|(kind, _)| !matches!(kind, LineKind::Variation | LineKind::End));
    let goes_on = |(_, line): &(LineKind, Line)| kif_moves::body(&line.text).is_some();
    (kif_moves::is_other_ending(word) && !same_line.into_iter().any(goes_on)).then_some(word)
}

/// True for the line above the moves, `手数----指手---------消費時間--`.
pub fn is_heading(text: &str) -> bool {
    text.starts_with("手数") && text.contains('指')
}

impl<'a> Cursor<'a> {
    /// Reads a line of text; `rest` is what follows it.
    fn line(
        &mut self,
        kind: LineKind,
        line: &'a Line,
        rest: &[(LineKind, Line)],
        odd: &mut Oddities,
    ) -> Result<(), Refused<'a>> {
        let text = line.text.trim();
        match kind {
            LineKind::Variation => return self.branch(text),
            _ if self.state == State::CutOff => {}
            LineKind::Move => return self.numbered(text),
            // Whatever stands behind a number among the moves is meant as one, or as an ending.
            LineKind::Header | LineKind::Other if self.numbers && self.state == State::Reading => {
                match other_ending(text, rest) {
                    Some(word) => self.end_unknown(word, line, odd),
                    None if text.starts_with(|c: char| c.is_ascii_digit()) => {
                        return self.numbered(text);
                    }
                    None => {}
                }
            }
            LineKind::Other => {
                self.numbers |= is_heading(text);
                if ki2_moves::looks_like_bare_moves(text) {
                    self.bare = self.bare.or(Some(line));
                }
            }
            LineKind::Ki2Moves => return self.several(text, line, odd),
            LineKind::Comment => self.comment(text),
            LineKind::End => self.last_word(text, line, odd),
            _ => {}
        }
        Ok(())
    }

    /// The node of the last move.
    fn here(&self) -> usize {
        self.path.last().copied().unwrap_or(ROOT)
    }

    /// Keeps a comment that begins with `*`; `#` and `&` begin others.
    fn comment(&mut self, text: &str) {
        if let Some(comment) = text.strip_prefix('*') {
            let here = self.here();
            let comments = &mut self.tree.node_mut(here).comments;
            comments.push(comment.to_string());
        }
    }

    /// Notes an ending, the first one said of a line; but 不詰 may follow a 中断, for programs
    /// that know no move of this name. A branch that is nothing but an ending (`変化：4手`,
    /// `4 投了`) is passed over.
    fn end(&mut self, ending: Option<Ending>) {
        self.state = State::Over;
        let here = self.here();
        let node = self.tree.node_mut(here);
        let is_no_mate = (node.ending, ending) == (Some(Ending::Unknown), Some(Ending::NoMate));
        if node.children.is_empty() && (node.ending.is_none() || is_no_mate) {
            node.ending = ending;
            self.ended = Some(here);
        }
    }

    /// Notes the ending in `まで69手で詰み`, and warns of one that is not known.
    fn last_word(&mut self, text: &str, line: &Line, odd: &mut Oddities) {
        let known = kif_moves::ending_within(text);
        let word = text.split_once("手で").map_or("", |parts| parts.1.trim());
        if known.is_some() || word.is_empty() || self.tree.node(self.here()).ending.is_some() {
            return self.end(known);
        }
        self.end_unknown(word, line, odd);
    }

    /// Notes an ending that a word names which is not known, with a warning.
    fn end_unknown(&mut self, word: &str, line: &Line, odd: &mut Oddities) {
        let column = column_of(&line.text, word);
        odd.warn_at(line.number, column, unknown_ending(word));
        self.end(Some(Ending::Unknown));
    }

    /// `変化：12手`: back to before the twelfth move of the line just read.
    fn branch<'t>(&mut self, text: &'t str) -> Result<(), Refused<'t>> {
        self.main = false;
        let chars: Vec<char> = text
            .chars()
            .skip(3)
            .skip_while(|c| c.is_whitespace())
            .collect();
        let ply = number(&chars).map_or(0, |(n, _)| n as usize);
        (self.state, self.ended) = (State::Reading, None);
        let before = ply.checked_sub(1).and_then(|n| self.path.get(n));
        // Where nothing follows, not even an ending, the branch would continue the line itself.
        let nothing = |node: &Node| node.children.is_empty() && node.ending.is_none();
        if before.is_none_or(|&node| nothing(self.tree.node(node))) {
            let why = message!(
                "{text}: the line before it has no such move",
                "{text}：その前の手順にその手数がない",
                text = shown(text, 20)
            );
            return Err((text, why));
        }
        self.path.truncate(ply);
        let here = self.here();
        self.position = self.tree.position(self.root, here);
        self.last = self.tree.node(here).mv.map(|mv| mv.to());
        Ok(())
    }

    /// A numbered line of KIF; one without a number is passed over.
    fn numbered<'t>(&mut self, text: &'t str) -> Result<(), Refused<'t>> {
        let Some(text) = kif_moves::body(text) else {
            return Ok(());
        };
        self.numbers = true;
        if let Some(ending) = kif_moves::ending(text) {
            self.end(Some(ending));
            return Ok(());
        }
        let mv = kif_moves::parse_move(&self.position, text, self.last);
        let text = kif_moves::without_times(text);
        let mv = mv.ok_or_else(|| self.refused(text, not_understood()))?;
        self.play(mv, text)
    }

    /// A line of moves of KI2, with まで behind the last one or without.
    fn several<'t>(
        &mut self,
        text: &'t str,
        line: &Line,
        odd: &mut Oddities,
    ) -> Result<(), Refused<'t>> {
        let (moves, end) = text.split_at(text.find("まで").unwrap_or(text.len()));
        for text in ki2_moves::words(moves) {
            if let Some(ending) = kif_moves::ending(text) {
                self.end(Some(ending));
                return Ok(());
            }
            let mv = ki2_moves::parse_move(&self.position, text, self.last)
                .map_err(|what| self.refused(text, what))?;
            self.play(mv, text)?;
        }
        if !end.is_empty() {
            self.last_word(end, line, odd);
        }
        Ok(())
    }

    fn refused<'t>(&self, text: &'t str, what: Message) -> Refused<'t> {
        (
            text,
            refused(self.path.len() as u32, &shown(text, 20), what),
        )
    }

    fn play<'t>(&mut self, mv: Move, text: &'t str) -> Result<(), Refused<'t>> {
        if !rules::play(&mut self.position, mv) {
            return Err(self.refused(text, not_legal()));
        }
        self.last = Some(mv.to());
        let here = self.here();
        // A line that goes on has not ended; elsewhere a move beside an ending is a branch.
        let next = if self.ended == Some(here) {
            self.tree.add(here, mv)
        } else {
            self.tree.branch(here, mv)
        };
        self.path.push(next);
        Ok(())
    }
}

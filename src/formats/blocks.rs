//! Cuts a KIF, KI2 or BOD file into records.
//!
//! Most files have one record; collections have many, one after the other without a
//! separator. A new one is noticed when another diagram begins, or when what stands above the moves
//! of a game comes after moves. The header lines right above it (title, the upper hand) belong to
//! the new record; what stands right below a diagram (the lower hand, the players) and comments on
//! the moves belong to the old one.

use super::kif_line::{LineKind, classify, header};
use super::kif_tree::is_heading;
use super::lines::{Line, MAX_RECORD};
use shogi_core::Color;

/// Headers with which records begin, and which never stand behind moves.
const OPENING: [&str; 6] = ["手合割", "開始日時", "対局日", "棋戦", "作品名", "表題"];

/// Headers that stand right below a diagram.
const PLAYERS: [&str; 4] = ["先手", "後手", "下手", "上手"];

/// Collects lines and returns them record by record.
#[derive(Debug, Default)]
pub struct Blocks {
    lines: Vec<(LineKind, Line)>,
    /// Bytes of the lines, about.
    bytes: usize,
    /// Rows of the diagram so far.
    rows: usize,
    /// True when a line that is no part of the diagram came after its first row.
    after: bool,
    /// True once there was the heading of the moves, a move, or an end.
    moved: bool,
}

/// The lines of one record.
pub type Block = Vec<(LineKind, Line)>;

impl Blocks {
    /// Adds a line. Returns the record that ended before it, if one did.
    pub fn push(&mut self, line: Line) -> Option<Block> {
        let kind = classify(&line.text);
        let done = self.begins(kind, &line.text).then(|| self.split());
        match kind {
            LineKind::Row => self.rows += 1,
            LineKind::Files | LineKind::Border | LineKind::Blank => {}
            _ => self.after |= self.rows > 0,
        }
        self.moved |= match kind {
            LineKind::Move | LineKind::Ki2Moves | LineKind::End => true,
            _ => is_heading(line.text.trim()),
        };
        self.bytes += line.text.len() + 64;
        if self.is_whole() {
            self.lines.push((kind, line));
        }
        done
    }

    /// True when the next line is one of another record.
    fn begins(&self, kind: LineKind, text: &str) -> bool {
        match kind {
            LineKind::Files => self.rows > 0 || self.moved,
            LineKind::Row if self.rows == 0 => self.moved,
            LineKind::Border | LineKind::Row => self.rows > 0 && self.after,
            LineKind::Header => {
                self.moved && header(text).is_some_and(|(key, _)| OPENING.contains(&key))
            }
            LineKind::Move | LineKind::Ki2Moves => self.rows == 0 && self.moves_anew(kind, text),
            _ => self.moved && is_heading(text.trim()),
        }
    }

    /// True when moves begin again: in KIF with the first one after others, in KI2 below headers
    /// after an end.
    fn moves_anew(&self, kind: LineKind, text: &str) -> bool {
        let run = self.lines.iter().rev().map(|(kind, _)| *kind);
        let mut before = run.clone().skip_while(|&kind| is_aside(kind));
        let has_header = run
            .take_while(|&kind| is_aside(kind))
            .any(|kind| kind == LineKind::Header);
        match (kind, before.next()) {
            (LineKind::Move, Some(LineKind::Move | LineKind::End)) => {
                text.split_whitespace().next() == Some("1")
            }
            (LineKind::Ki2Moves, Some(LineKind::End)) => has_header,
            _ => false,
        }
    }

    /// False when lines of the record were dropped, because it is too long.
    pub fn is_whole(&self) -> bool {
        self.bytes < MAX_RECORD
    }

    /// The last record; `None` when only blank lines and comments are left.
    pub fn finish(&mut self) -> Option<Block> {
        let block = std::mem::take(self).lines;
        let empty = |kind: &LineKind| matches!(kind, LineKind::Blank | LineKind::Comment);
        (!block.iter().all(|(kind, _)| empty(kind))).then_some(block)
    }

    /// Cuts where the header of the next record begins.
    fn split(&mut self) -> Block {
        let mut lines = std::mem::take(self).lines;
        let backwards = || lines.iter().rev().map(|(kind, _)| *kind);
        // The frame of a diagram whose first row comes next.
        let frame = backwards()
            .take_while(|&kind| kind == LineKind::Border)
            .count();
        let run = backwards()
            .skip(frame)
            .take_while(|&kind| is_aside(kind) || matches!(kind, LineKind::Hand(_)))
            .count();
        let begin = lines.len() - frame - run;
        let cut = begin + tail(&lines[..begin], &lines[begin..lines.len() - frame]);
        let rest = lines.split_off(cut);
        self.bytes = rest.iter().map(|(_, line)| line.text.len() + 64).sum();
        self.lines = rest;
        lines
    }
}

/// True for lines that may stand above a record and below one.
fn is_aside(kind: LineKind) -> bool {
    matches!(kind, LineKind::Blank | LineKind::Comment | LineKind::Header)
}

/// How many lines of a run of headers, hands and comments belong to the record above it.
fn tail(above: &[(LineKind, Line)], run: &[(LineKind, Line)]) -> usize {
    let mut count = 0;
    let lower = LineKind::Hand(Color::Black);
    let is_drawn = above.iter().any(|(kind, _)| *kind == LineKind::Row);
    let has_lower = above.iter().any(|(kind, _)| *kind == lower);
    let first = run.iter().position(|(kind, _)| *kind != LineKind::Blank);
    if let Some(first) = first
        && run[first].0 == lower
        && is_drawn
        && !has_lower
    {
        count = first + 1;
    }
    let is_below_diagram = above.last().is_some_and(|(kind, _)| {
        matches!(kind, LineKind::Row | LineKind::Border | LineKind::Turn(_))
    });
    if is_below_diagram {
        count += run[count..].iter().take_while(|l| names_player(l)).count();
    }
    // Comments belong to what stands above them, but a paragraph of them right above a header or a
    // diagram to that.
    let run = &run[count..];
    let is_blank = |(kind, _): &(LineKind, Line)| *kind == LineKind::Blank;
    let said = run
        .iter()
        .take_while(|line| is_blank(line) || is_said(line))
        .count();
    match run[..said].iter().rposition(is_blank) {
        Some(blank) if blank + 1 < said => count + blank + 1,
        _ => count + said,
    }
}

fn names_player((kind, line): &(LineKind, Line)) -> bool {
    let key = header(&line.text).map(|(key, _)| key);
    *kind == LineKind::Header && key.is_some_and(|key| PLAYERS.contains(&key))
}

/// True for a comment on a move, and not on the file.
fn is_said((kind, line): &(LineKind, Line)) -> bool {
    *kind == LineKind::Comment && line.text.trim_start().starts_with(['*', '&'])
}

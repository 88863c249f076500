//! Cuts a KIF or BOD file into problems.
//!
//! Most files have one diagram; collections have many, one after the other without a
//! separator. A new problem is noticed when another diagram begins. The header lines right
//! above it (title, the upper hand) belong to the new problem, the lower hand and the side to
//! move right below the diagram before it to the old one.

use super::kif_line::{LineKind, classify};
use super::lines::Line;
use shogi_core::Color;

/// The most bytes of one problem that are kept; what follows is dropped.
const MAX_BLOCK: usize = 4 << 20;

/// Collects lines and returns them problem by problem.
#[derive(Debug, Default)]
pub struct Blocks {
    lines: Vec<(LineKind, Line)>,
    /// Bytes of the lines, about.
    bytes: usize,
    /// Rows of the diagram so far.
    rows: usize,
    /// True when a line that is no part of the diagram came after its first row.
    after: bool,
}

/// The lines of one problem.
pub type Block = Vec<(LineKind, Line)>;

impl Blocks {
    /// Adds a line. Returns the problem that ended before it, if one did.
    pub fn push(&mut self, line: Line) -> Option<Block> {
        let kind = classify(&line.text);
        let begins = match kind {
            LineKind::Files => self.rows > 0,
            LineKind::Border | LineKind::Row => self.rows > 0 && self.after,
            _ => false,
        };
        let done = begins.then(|| self.split());
        match kind {
            LineKind::Row => self.rows += 1,
            LineKind::Files | LineKind::Border | LineKind::Blank => {}
            _ => self.after |= self.rows > 0,
        }
        self.bytes += line.text.len() + 64;
        if self.is_whole() {
            self.lines.push((kind, line));
        }
        done
    }

    /// False when lines of the problem were dropped, because it is too long.
    pub fn is_whole(&self) -> bool {
        self.bytes < MAX_BLOCK
    }

    /// The last problem; `None` when only blank lines and comments are left.
    pub fn finish(&mut self) -> Option<Block> {
        let block = std::mem::take(self).lines;
        let empty = |kind: &LineKind| matches!(kind, LineKind::Blank | LineKind::Comment);
        (!block.iter().all(|(kind, _)| empty(kind))).then_some(block)
    }

    /// Cuts where the header of the next diagram begins.
    fn split(&mut self) -> Block {
        let mut lines = std::mem::take(self).lines;
        let is_header = |kind: &LineKind| {
            matches!(
                kind,
                LineKind::Blank | LineKind::Comment | LineKind::Header | LineKind::Hand(_)
            )
        };
        let run = lines
            .iter()
            .rev()
            .take_while(|(kind, _)| is_header(kind))
            .count();
        let mut cut = lines.len() - run;
        let lower = LineKind::Hand(Color::Black);
        if !lines[..cut].iter().any(|(kind, _)| *kind == lower)
            && let Some(at) = lines[cut..].iter().position(|(kind, _)| *kind == lower)
            && lines[cut..cut + at]
                .iter()
                .all(|(kind, _)| *kind == LineKind::Blank)
        {
            cut += at + 1;
        }
        let rest = lines.split_off(cut);
        self.bytes = rest.iter().map(|(_, line)| line.text.len() + 64).sum();
        self.lines = rest;
        lines
    }
}

//! Cuts a KIF or BOD file into problems.
//!
//! Most files hold one diagram, collections hold many, one after the other
//! with no separator at all. A new problem is noticed when a second diagram
//! begins; the header lines right above it (title, the upper hand) belong to
//! it too, while the lower hand and the side to move right below the first
//! diagram stay with the first.

use super::kif_line::{LineKind, classify};
use super::lines::Line;
use shogi_core::Color;

/// Most bytes of one problem that are kept.
const MAX_BLOCK: usize = 4 << 20;

/// Collects lines and gives them out problem by problem.
#[derive(Debug, Default)]
pub struct Blocks {
    lines: Vec<(LineKind, Line)>,
    bytes: usize,
    rows: usize,
    after: bool,
}

/// The lines of one problem.
pub type Block = Vec<(LineKind, Line)>;

impl Blocks {
    /// Takes a line; gives the problem that ended before it, if one did.
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
        if self.bytes < MAX_BLOCK {
            self.lines.push((kind, line));
        }
        done
    }

    /// The last problem, unless nothing but blank lines and comments is left.
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

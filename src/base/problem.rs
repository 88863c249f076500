//! A problem as it was read: the position, who attacks, and what its source
//! says about it. The declared facts (length, line, expected verdict) are
//! carried along for comparison; the solver never sees them.

use super::message::Message;
use super::tree::Tree;
use shogi_core::{Color, Move, PartialPosition};

/// Where a problem stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Name of the input.
    pub file: String,
    /// Line of the position, 1-based.
    pub line: u64,
    /// Column of the position, 1-based.
    pub column: usize,
}

impl Source {
    /// A line of an input, from its first column on.
    pub fn at(file: &str, line: u64) -> Source {
        Source {
            file: file.to_string(),
            line,
            column: 1,
        }
    }
}

/// Something odd that does not keep a problem from being solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// Line it is about.
    pub line: u64,
    /// Column in characters, 1-based; 0 when the line as a whole is meant.
    pub column: usize,
    /// What is odd.
    pub message: Message,
    /// True for moves that cannot be played, which `line_fault` and `branch_faults` have too:
    /// who judges those needs no warning of them.
    pub of_moves: bool,
}

impl Warning {
    /// A warning about a line as a whole, and not about its moves.
    pub fn of_line(line: u64, message: Message) -> Warning {
        Warning {
            line,
            column: 0,
            message,
            of_moves: false,
        }
    }
}

/// What the source of a test problem says the answer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Expect {
    /// `Some(true)` for mate, `Some(false)` for no mate.
    pub mate: Option<bool>,
    /// The proven shortest raw length.
    pub raw_plies: Option<u32>,
    /// A raw length that is known to suffice.
    pub raw_upper: Option<u32>,
}

/// Why a declared line is no line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineFault {
    /// The legal moves before the fault.
    pub before: Vec<Move>,
    /// What is wrong with the move after them.
    pub message: Message,
}

/// Why a branch (変化) was cut short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchFault {
    /// Line of the file, 1-based; that of the position where a format has one line only.
    pub line: u64,
    /// The ply of the move at fault, from 1.
    pub ply: u32,
    /// What is wrong with it.
    pub message: Message,
}

/// One problem, ready to solve.
#[derive(Clone, Debug)]
pub struct Problem {
    /// Name of the problem: given, or made of file and line.
    pub id: String,
    /// The position; its side to move begins.
    pub position: PartialPosition,
    /// The side that has to give check with every move (攻方).
    pub attacker: Color,
    /// Declared length (手数).
    pub plies: Option<u32>,
    /// Declared line (作意), when it could be replayed from the position.
    pub line: Option<Vec<Move>>,
    /// The moves of the file with branches and comments; its main line is `line`.
    pub tree: Tree,
    /// Header lines (作者 and the like), as they were read.
    pub headers: Vec<(String, String)>,
    /// What is wrong with the declared line, when it could not be replayed.
    pub line_fault: Option<LineFault>,
    /// What is wrong with branches of `tree`, which end before the fault.
    pub branch_faults: Vec<BranchFault>,
    /// What a test file expects.
    pub expect: Expect,
    /// Where it was read.
    pub source: Source,
    /// What was odd about it.
    pub warnings: Vec<Warning>,
}

/// The headers that name a problem; an earlier one goes before a later one.
pub const TITLES: [&str; 2] = ["作品名", "表題"];

/// The header with the name of the author.
pub const AUTHOR: &str = "作者";

/// The index of the first of these headers that is there.
pub fn find_header(headers: &[(String, String)], names: &[&str]) -> Option<usize> {
    let find = |name: &&str| headers.iter().position(|header| header.0 == *name);
    names.iter().find_map(find)
}

/// The name that its headers give a problem.
pub fn title(headers: &[(String, String)]) -> Option<&str> {
    said(headers, &TITLES)
}

/// Who composed a problem, as its headers say.
pub fn author(headers: &[(String, String)]) -> Option<&str> {
    said(headers, &[AUTHOR])
}

/// What the first of these headers says, unless it is empty.
fn said<'a>(headers: &'a [(String, String)], names: &[&str]) -> Option<&'a str> {
    let text = find_header(headers, names).map(|index| headers[index].1.as_str());
    text.filter(|text| !text.is_empty())
}

impl Problem {
    /// A problem of which nothing is declared.
    pub fn plain(
        id: String,
        position: PartialPosition,
        attacker: Color,
        source: Source,
    ) -> Problem {
        Problem {
            id,
            position,
            attacker,
            plies: None,
            line: None,
            tree: Tree::default(),
            headers: Vec::new(),
            line_fault: None,
            branch_faults: Vec::new(),
            expect: Expect::default(),
            source,
            warnings: Vec::new(),
        }
    }

    /// Adds a warning about the whole line that the problem was read from.
    pub fn warn(&mut self, message: Message) {
        self.warnings
            .push(Warning::of_line(self.source.line, message));
    }

    /// The position in SFEN, without the prefix.
    pub fn sfen(&self) -> String {
        self.position.to_sfen_owned()
    }
}

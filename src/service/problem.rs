//! `read` and `write`: problems as data, from any text and into any format.

use super::Run;
use super::event::{Event, Written};
use super::failure::{Code, Failure};
use super::request::{self, HandsShown};
use super::value::{MoveText, Side, Text, sfen};
use crate::base::message::{Message, message};
use crate::base::problem::{AUTHOR, TITLES, author, find_header, title};
use crate::base::problem::{BranchFault, Expect, Problem, Source};
use crate::base::problem::{LineFault as LineCut, Warning as Warned};
use crate::base::tree::{Ending, ROOT, Tree};
use crate::formats::svg::{Hands, svg};
use crate::formats::text::shown;
use crate::formats::validate;
use crate::formats::write::{Target, write_all};
use crate::formats::{Input, InputError, ReadOptions, read_input, usi};
use crate::shogi::rules;
use serde::{Deserialize, Serialize};
use shogi_core::{Color, Move, PartialPosition, ToUsi};

/// A problem, as `read` gives it and `write` takes it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    #[serde(default)]
    pub id: String,
    pub title: Option<String>,
    pub author: Option<String>,
    pub sfen: String,
    pub attacker: Option<Side>,
    /// Declared length.
    pub plies: Option<u32>,
    pub expect: Option<Expected>,
    /// What a test file says of the raw length: the shortest, and one that is known to suffice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw_plies: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw_upper: Option<u32>,
    /// Declared line, as far as it can be played.
    #[serde(default)]
    pub line: Vec<MoveText>,
    /// All moves, where there are branches or comments, or the declared line breaks off; the first
    /// node is the position.
    pub tree: Option<Vec<Node>>,
    #[serde(default)]
    pub headers: Vec<(String, String)>,
}

/// What a test file says of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Expected {
    Mate,
    NoMate,
}

/// A node of a tree of moves.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// The index of the node before the move.
    pub parent: usize,
    /// `None` of the first node only.
    pub usi: Option<String>,
    #[serde(default)]
    pub comments: Vec<String>,
    /// How the line ends here, by its name in CSA.
    pub ending: Option<String>,
}

/// The event `problem`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Read {
    pub problem: Record,
    pub at: Place,
    pub warnings: Vec<Warning>,
    /// Where the declared line cannot be played.
    pub fault: Option<LineFault>,
}

/// A place in the text; 0 where the line or the text as a whole is meant.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Place {
    pub line: u64,
    pub column: usize,
}

/// Something odd that does not keep a problem from being read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Warning {
    #[serde(flatten)]
    pub at: Place,
    /// Of a branch that is cut off, the ply of the move that cannot be played, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
    pub message: Text,
}

/// Why a declared line cannot be played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LineFault {
    /// From 1.
    pub ply: usize,
    pub message: Text,
}

/// The event `fault`: a problem that cannot be read.
#[derive(Clone, Debug, Serialize)]
pub struct Fault {
    pub id: Option<String>,
    pub at: Place,
    /// The line around the fault, and how many characters of it are at fault.
    pub excerpt: Option<String>,
    pub length: Option<usize>,
    pub message: Text,
    pub hint: Option<Text>,
}

/// Reads a text, a problem or a fault an event.
pub(super) fn read(ask: &request::Read, run: &Run<'_>) -> Result<(), Failure> {
    let bytes = match (&ask.text, &ask.base64) {
        (Some(text), None) => text.clone().into_bytes(),
        (None, Some(text)) => base64(text).ok_or_else(|| bad(no_base64()))?,
        _ => {
            return Err(bad(message!(
                "either text or base64 is needed",
                "text か base64 のどちらか一つが要る"
            )));
        }
    };
    let name = ask.name.clone().unwrap_or_default();
    let options = ReadOptions {
        attacker: ask.attacker.map(Color::from),
        accept: ask.accept.into(),
        rest_to_defender: ask.rest.is_some(),
    };
    for read in read_input(&Input::Memory { name, bytes }, &options) {
        if run.is_stopped() {
            break;
        }
        run.send(match read {
            Ok(problem) => Event::Problem(Box::new(Read::of(&problem))),
            Err(error) => Event::Fault(Fault::of(&error)),
        });
    }
    Ok(())
}

fn bad(message: Message) -> Failure {
    Failure::new(Code::Request, &message)
}

fn no_base64() -> Message {
    message!("base64 is not Base64", "base64 が Base64 でない")
}

/// The bytes of a text in Base64, with or without `=` at its end.
fn base64(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| {
        Some(u32::from(match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        }))
    };
    let text = text.trim_end_matches('=').as_bytes();
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for four in text.chunks(4) {
        let mut bits = 0;
        for n in 0..4 {
            bits = bits << 6 | four.get(n).map_or(Some(0), |&c| digit(c))?;
        }
        let whole = match four.len() {
            1 => return None,
            n => n - 1,
        };
        out.extend(&bits.to_be_bytes()[1..=whole]);
    }
    Some(out)
}

impl Read {
    /// A problem that was read.
    pub fn of(problem: &Problem) -> Read {
        let fault = problem.line_fault.as_ref();
        let cuts = problem.branch_faults.iter().map(|cut| Warning {
            at: Place {
                line: cut.line,
                column: 0,
            },
            ply: Some(cut.ply),
            message: (&cut.message).into(),
        });
        let odd = problem.warnings.iter().map(|warning| Warning {
            at: Place {
                line: warning.line,
                column: warning.column,
            },
            ply: None,
            message: (&warning.message).into(),
        });
        Read {
            problem: Record::of(problem),
            at: Place {
                line: problem.source.line,
                column: problem.source.column,
            },
            warnings: odd.chain(cuts).collect(),
            fault: fault.map(|fault| LineFault {
                ply: fault.before.len() + 1,
                message: (&fault.message).into(),
            }),
        }
    }
}

impl Read {
    /// The problem again, of a source of this name.
    ///
    /// # Errors
    /// When the position or a move cannot be read.
    pub fn problem(self, file: &str) -> Result<Problem, Failure> {
        let line = self.problem.line.clone();
        let bare = self.problem.tree.is_none();
        let mut problem = self.problem.problem()?;
        problem.source = Source {
            file: file.to_string(),
            line: self.at.line,
            column: self.at.column,
        };
        for warning in self.warnings {
            let (Place { line, column }, message) = (warning.at, warning.message.into());
            match warning.ply {
                Some(ply) => problem
                    .branch_faults
                    .push(BranchFault { line, ply, message }),
                None => problem.warnings.push(Warned {
                    line,
                    column,
                    message,
                    of_moves: false,
                }),
            }
        }
        if let Some(fault) = self.fault {
            let played = request::legal_line(&problem.position, &line)?;
            problem.line = None;
            if bare {
                problem.tree = Tree::default();
            }
            problem.line_fault = Some(LineCut {
                before: played,
                message: fault.message.into(),
            });
        }
        Ok(problem)
    }
}

impl Fault {
    fn of(error: &InputError) -> Fault {
        let excerpt = error.excerpt.as_deref();
        Fault {
            id: error.id.clone().filter(|id| !id.is_empty()),
            at: Place {
                line: error.line,
                column: error.column,
            },
            excerpt: excerpt.map(|excerpt| excerpt.text.clone()),
            length: excerpt.map(|excerpt| excerpt.marked),
            message: (&error.message).into(),
            hint: error.hint.as_ref().map(Text::from),
        }
    }
}

impl Record {
    /// A problem that was read.
    fn of(problem: &Problem) -> Record {
        let line = match (&problem.line, &problem.line_fault) {
            (Some(line), _) => &line[..],
            (None, Some(fault)) => &fault.before,
            (None, None) => &[],
        };
        let said = |n| !problem.tree.node(n).comments.is_empty();
        let tree = problem.tree.has_branches() || (0..problem.tree.len()).any(said);
        // Where the line cannot be played on, the moves that were read need not be its beginning.
        let tree = tree || problem.line_fault.is_some() && problem.tree.len() > 1;
        Record {
            id: problem.id.clone(),
            title: title(&problem.headers).map(str::to_string),
            author: author(&problem.headers).map(str::to_string),
            sfen: sfen(&problem.position),
            attacker: Some(problem.attacker.into()),
            plies: problem.plies,
            expect: problem.expect.mate.map(|mate| match mate {
                true => Expected::Mate,
                false => Expected::NoMate,
            }),
            raw_plies: problem.expect.raw_plies,
            raw_upper: problem.expect.raw_upper,
            line: line
                .iter()
                .map(|mv| MoveText::Usi(mv.to_usi_owned()))
                .collect(),
            tree: tree.then(|| nodes(&problem.tree)),
            headers: problem.headers.clone(),
        }
    }

    /// The problem of a record. Its position need not make sense.
    ///
    /// # Errors
    /// When the position or a move cannot be read.
    fn problem(&self) -> Result<Problem, Failure> {
        let position = request::position(&self.sfen)?.position;
        let tree = match &self.tree {
            Some(nodes) => tree(&position, nodes)?,
            None => {
                let line = request::legal_line(&position, &self.line)?;
                let declared = self.plies.map(|n| n as usize) == Some(line.len());
                let mate = declared || rules::is_mate(&rules::along(&position, &line));
                let mate = mate && !line.is_empty();
                Tree::of_line(&line, mate.then_some(Ending::Mate))
            }
        };
        let line = Some(tree.main_line()).filter(|line| !line.is_empty());
        let mut headers = self.headers.clone();
        for (names, value) in [(&TITLES[..], &self.title), (&[AUTHOR], &self.author)] {
            let Some(value) = value else {
                continue;
            };
            match find_header(&headers, names) {
                Some(index) => headers[index].1 = value.clone(),
                None => headers.push((names[0].to_string(), value.clone())),
            }
        }
        let attacker = self.attacker.map(Color::from);
        let attacker = attacker.unwrap_or_else(|| validate::attacker_of(&position));
        Ok(Problem {
            plies: self.plies,
            line,
            tree,
            headers,
            expect: Expect {
                mate: self.expect.map(|expect| expect == Expected::Mate),
                raw_plies: self.raw_plies,
                raw_upper: self.raw_upper,
            },
            ..Problem::plain(
                self.id.clone(),
                position,
                attacker,
                Source::at("problem", 1),
            )
        })
    }
}

/// A tree as an array.
fn nodes(tree: &Tree) -> Vec<Node> {
    let node = |n| {
        let node = tree.node(n);
        Node {
            parent: node.parent,
            usi: node.mv.map(|mv| mv.to_usi_owned()),
            comments: node.comments.clone(),
            ending: node.ending.map(|ending| ending.names().csa.to_string()),
        }
    };
    (0..tree.len()).map(node).collect()
}

/// The tree of an array.
fn tree(root: &PartialPosition, nodes: &[Node]) -> Result<Tree, Failure> {
    let mut tree = Tree::default();
    // The index in `tree` and the position of each node.
    let mut known: Vec<(usize, PartialPosition)> = Vec::with_capacity(nodes.len());
    for (n, node) in nodes.iter().enumerate() {
        let wrong = || {
            let said = message!(
                "node {n} of the tree, {mv}, cannot be played",
                "手順の木の節 {n}（{mv}）は指せない",
                n,
                mv = shown(node.usi.as_deref().unwrap_or("null"), 20)
            );
            Failure::new(Code::Move, &said)
        };
        let (at, position) = match (&node.usi, known.get(node.parent)) {
            (None, _) if n == 0 => (ROOT, root.clone()),
            (Some(text), Some((parent, before))) => {
                let mv: Move = usi::parse_move(before, text).ok_or_else(wrong)?;
                let after = rules::after(before, mv).ok_or_else(wrong)?;
                (tree.branch(*parent, mv), after)
            }
            _ => return Err(wrong()),
        };
        let written = tree.node_mut(at);
        written.comments.extend(node.comments.iter().cloned());
        written.ending = match &node.ending {
            None => None,
            Some(name) => Some(Ending::from_csa(name).ok_or_else(wrong)?),
        };
        known.push((at, position));
    }
    Ok(tree)
}

/// The formats that `write` writes, by their names.
pub fn targets() -> Vec<&'static str> {
    let texts = Target::ALL.iter().map(|target| target.1);
    texts.chain(["svg"]).collect()
}

/// Writes problems in a format.
pub(super) fn written(ask: &request::Write) -> Result<Written, Failure> {
    let name = targets().into_iter().find(|name| *name == ask.target);
    let Some(target) = name else {
        return Err(bad(message!(
            "no such target: {target}",
            "書けない形式：{target}",
            target = shown(&ask.target, 20)
        )));
    };
    let problems = ask.problems.iter().map(Record::problem);
    let problems = problems.collect::<Result<Vec<_>, _>>()?;
    let text = match Target::ALL.iter().find(|known| known.1 == target) {
        Some(&(format, _)) => write_all(&problems, format),
        None => picture(ask, &problems)?,
    };
    Ok(Written {
        target,
        extension: target,
        text,
    })
}

/// A problem as a picture.
fn picture(ask: &request::Write, problems: &[Problem]) -> Result<String, Failure> {
    let [problem] = problems else {
        return Err(bad(message!("a picture is of one problem", "図は1局ずつ")));
    };
    let hands = match ask.hands.unwrap_or(HandsShown::Usual) {
        HandsShown::Usual => Hands::usual(&problem.position, problem.attacker),
        HandsShown::Both => Hands::Both,
        HandsShown::Attacker => Hands::Only(problem.attacker),
    };
    let caption = ask.caption.as_deref().unwrap_or(&problem.id);
    Ok(svg(&problem.position, caption, hands))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_in_all_lengths() {
        for (text, bytes) in [
            ("", &b""[..]),
            ("Zg==", b"f"),
            ("Zm8=", b"fo"),
            ("Zm9v", b"foo"),
            ("Zm9vYg", b"foob"),
            ("/+8A", b"\xff\xef\x00"),
        ] {
            assert_eq!(base64(text).as_deref(), Some(bytes), "{text}");
        }
        for bad in ["Z", "Zm9vY", "Zm 9", "Zm-_"] {
            assert_eq!(base64(bad), None, "{bad}");
        }
    }
}

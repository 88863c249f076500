//! `tsumi convert`: problems and records from one format into another, one problem after
//! the other, so that a file of any length can be converted; and certificates, plain or
//! compressed.

use super::args::{self, Encoding};
use super::certificates;
use super::exit::Exit;
use super::fault::Result;
use super::new_file::NewFile;
use super::outputs::{Outputs, Places, cannot_write, is_folder};
use super::terminal::Terminal;
use super::verify::report_file::cannot_read;
use encoding_rs::SHIFT_JIS;
use std::io::Write;
use std::path::{Path, PathBuf};
use tsumi::base::message::{Message, message};
use tsumi::formats::text::{shown, shown_char};
use tsumi::formats::write::{Sheet, Target, changed_ending, left_out, write};
use tsumi::formats::{Input, Problem, jkf};

/// The option that names the output, for messages.
const OUTPUT: &str = "-o";

/// Runs the command.
pub fn run(args: &args::Convert, terminal: Terminal) -> Result<Exit> {
    let output = args.output.as_deref().filter(|o| *o != Path::new("-"));
    let inputs = args.reading.inputs()?;
    if let (Some(output), [Input::File(input)]) = (output, &inputs[..])
        && certificates::is_name(output)
        && certificates::is_name(input)
    {
        let text = certificates::open(input).map_err(|error| cannot_read(input, &error))?;
        let packed = certificates::packed(output, text);
        let packed = packed.map_err(|error| cannot_write(OUTPUT, output, &error))?;
        Outputs::new(args.force, &inputs).copy(OUTPUT, output, packed)?;
        return Ok(Exit::Decided);
    }
    let target = target(args.to, output)?;
    let mut out = Out::new(
        output,
        target,
        Outputs::new(args.force, &inputs),
        args.encoding,
        terminal,
    )?;
    let mut exit = Exit::Decided;
    for problem in args.reading.problems(inputs) {
        match problem {
            Ok(problem) => {
                if !args.quiet {
                    terminal.aside(&terminal.warnings(&problem, |_| true));
                    let losses = [
                        loss(&problem, target),
                        unencodable(&problem, target, args.encoding),
                    ];
                    for loss in losses.iter().flatten() {
                        terminal.aside(loss.text(terminal.lang));
                    }
                }
                out.put(&problem)?;
            }
            Err(error) => {
                terminal.aside(&terminal.fault(&error));
                exit = Exit::Unreadable;
            }
        }
    }
    out.end()?;
    Ok(exit)
}

/// The format to write.
fn target(to: Option<Target>, output: Option<&Path>) -> Result<Target, Message> {
    match (to, output) {
        (Some(to), _) => Ok(to),
        (None, Some(path)) => Target::by_extension(path).ok_or_else(|| {
            message!(
                "-o {name}: the name does not say a format; end it in .kif, .ki2, .bod, .csa, .jkf, \
                 .sfen or .jsonl, or add --to kif (or another of these)",
                "-o {name}：名から形式がわからない。.kif、.ki2、.bod、.csa、.jkf、.sfen、.jsonl の\
                 どれかで終えるか、--to kif などを加える",
                name = path.display().to_string()
            )
        }),
        (None, None) => Err(message!(
            "name a file with -o, or a format with --to",
            "-o でファイルを、または --to で形式を指定する"
        )),
    }
}

/// Where the problems go.
enum Out {
    /// One text on standard output.
    Standard(Sheet, Encoding, Terminal),
    /// One file, which is created when the first problem is read.
    File {
        sheet: Sheet,
        encoding: Encoding,
        path: PathBuf,
        outputs: Outputs,
        file: Option<NewFile>,
    },
    /// A file for each problem.
    Folder {
        target: Target,
        encoding: Encoding,
        places: Places,
        outputs: Outputs,
    },
}

impl Out {
    fn new(
        output: Option<&Path>,
        target: Target,
        outputs: Outputs,
        encoding: Encoding,
        terminal: Terminal,
    ) -> Result<Out, Message> {
        let sheet = Sheet::new(target);
        Ok(match output {
            None => Out::Standard(sheet, encoding, terminal),
            Some(path) if is_folder(path) => Out::Folder {
                target,
                encoding,
                places: outputs.places(OUTPUT, target.extension(), output, true)?,
                outputs,
            },
            Some(path) => {
                outputs.check(OUTPUT, path)?;
                Out::File {
                    sheet,
                    encoding,
                    path: path.to_path_buf(),
                    outputs,
                    file: None,
                }
            }
        })
    }

    /// Writes a problem.
    fn put(&mut self, problem: &Problem) -> Result<()> {
        match self {
            Out::Standard(sheet, encoding, terminal) => {
                terminal.answer(encoded(sheet.next(problem), *encoding))?;
            }
            Out::File {
                sheet,
                encoding,
                path,
                outputs,
                file,
            } => {
                let file = match file {
                    Some(file) => file,
                    None => file.insert(outputs.create(OUTPUT, path)?),
                };
                let bytes = encoded(sheet.next(problem), *encoding);
                let written = file.write_all(&bytes);
                written.map_err(|error| cannot_write(OUTPUT, path, &error))?;
            }
            Out::Folder {
                target,
                encoding,
                places,
                outputs,
            } => {
                let text = write(problem, *target);
                if let Some(path) = places.place(&problem.id) {
                    outputs.write(OUTPUT, &path, &encoded(text, *encoding))?;
                }
            }
        }
        Ok(())
    }

    /// Writes what the format has after the last problem.
    fn end(self) -> Result<()> {
        match self {
            Out::Standard(sheet, encoding, terminal) => {
                terminal.answer(encoded(sheet.end(), encoding))
            }
            Out::File {
                sheet,
                encoding,
                path,
                file,
                ..
            } => {
                if let Some(mut file) = file {
                    let written = file.write_all(&encoded(sheet.end(), encoding));
                    written
                        .and_then(|()| file.complete())
                        .map_err(|error| cannot_write(OUTPUT, &path, &error))?;
                }
                Ok(())
            }
            Out::Folder { .. } => Ok(()),
        }
    }
}

/// The bytes of a text, in whose headers the encoding is named as well.
fn encoded(text: String, encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Utf8 => text.into_bytes(),
        Encoding::ShiftJis => {
            let text = text
                .replace("encoding=UTF-8\nV2", "encoding=SHIFT_JIS\nV2")
                .replace(
                    "version=2.0 encoding=UTF-8",
                    "version=2.0 encoding=Shift_JIS",
                );
            shift_jis(&text).0
        }
    }
}

/// The bytes of a text in Shift_JIS, and whether some character has none. Five characters of JIS X
/// 0208 have other code points in the table of the web, which is that of Windows.
fn shift_jis(text: &str) -> (Vec<u8>, bool) {
    let of_windows = |c| match c {
        '〜' => '～',
        '‖' => '∥',
        '¢' => '￠',
        '£' => '￡',
        '¬' => '￢',
        other => other,
    };
    let text: String = text.chars().map(of_windows).collect();
    let (bytes, _, lost) = SHIFT_JIS.encode(&text);
    (bytes.into_owned(), lost)
}

/// A warning about the first character of a problem that the encoding does not have.
fn unencodable(problem: &Problem, target: Target, encoding: Encoding) -> Option<Message> {
    if encoding == Encoding::Utf8 {
        return None;
    }
    let text = write(problem, target);
    let instead = |c: char| {
        let text = c.to_string();
        let (bytes, lost) = shift_jis(&text);
        lost.then(|| String::from_utf8_lossy(&bytes).into_owned())
    };
    let mut characters = text.chars();
    let (character, instead) = characters.find_map(|c| Some((c, instead(c)?)))?;
    Some(message!(
        "{id}: warning: Shift_JIS has no {character}: {instead} is written instead, first in \"{line}\"\n",
        "{id}: 警告：Shift_JIS に「{character}」はないので、{instead} と書く（最初に出てくる行：「{line}」）\n",
        id = shown(&problem.id, 200),
        character = shown_char(character),
        instead,
        line = shown(
            text.lines()
                .find(|l| l.contains(character))
                .unwrap_or_default(),
            60
        )
    ))
}

/// A warning about what the target has no place for.
fn loss(problem: &Problem, target: Target) -> Option<Message> {
    let name = target.extension();
    let of_moves = if !target.keeps_moves() && !problem.tree.is_empty() {
        Some(message!(
            "{name} has no moves, only the position is written",
            "{name} には指し手を書けないので、局面だけを書く",
            name
        ))
    } else if target == Target::Jkf && jkf::leaves_out(&problem.tree) {
        Some(jkf::too_deep())
    } else {
        (!target.keeps_branches() && problem.tree.has_branches()).then(|| {
            message!(
                "{name} has no branches (変化), only the main line is written",
                "{name} には変化を書けないので、本手順だけを書く",
                name
            )
        })
    };
    let names = left_out(problem, target).join(", ");
    let of_facts = (!names.is_empty()).then(|| {
        message!(
            "{name} has no place for {names}",
            "{name} には {names} を書けないので省く",
            name,
            names
        )
    });
    let of_endings = changed_ending(problem, target).map(|(ending, instead)| {
        message!(
            "{name} has no word for {ending}, {instead} is written",
            "{name} には {ending} を書けないので {instead} と書く",
            name,
            ending = ending.names().kif,
            instead = instead.names().kif
        )
    });
    let losses = [of_moves, of_endings, of_facts].into_iter().flatten();
    let what = losses.reduce(|all, loss| message!("{all}; {loss}", "{all}。{loss}", all, loss))?;
    Some(message!(
        "{id}: warning: {what}\n",
        "{id}: 警告：{what}\n",
        id = shown(&problem.id, 200),
        what
    ))
}

//! `tsumi convert`: problems and records from one format into another, one problem after
//! the other, so that a file of any length can be converted; and certificates, plain or
//! compressed.

use super::args::{self, Encoding};
use super::certificates;
use super::exit::Exit;
use super::fault::Result;
use super::outputs::{Outputs, Places, cannot_write, is_folder};
use super::terminal::Terminal;
use super::verify::report_file::cannot_read;
use encoding_rs::SHIFT_JIS;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tsumi::base::message::{Message, message};
use tsumi::formats::write::{Sheet, Target};
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
        Encoder::new(args.encoding),
        terminal,
    )?;
    let mut exit = Exit::Decided;
    for problem in args.reading.problems(inputs) {
        match problem {
            Ok(problem) => {
                if !args.quiet {
                    terminal.aside(&terminal.warnings(&problem, |_| true));
                    if let Some(loss) = loss(&problem, target) {
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
    if out.end()? && !args.quiet {
        terminal.remark(&message!(
            "warning: some characters do not exist in Shift_JIS",
            "警告：Shift_JIS にない文字がある"
        ));
    }
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
    Standard(Sheet, Encoder, Terminal),
    /// One file, which is created when the first problem is read.
    File {
        sheet: Sheet,
        encoder: Encoder,
        path: PathBuf,
        outputs: Outputs,
        file: Option<BufWriter<File>>,
    },
    /// A file for each problem.
    Folder {
        target: Target,
        encoder: Encoder,
        places: Places,
        outputs: Outputs,
    },
}

impl Out {
    fn new(
        output: Option<&Path>,
        target: Target,
        outputs: Outputs,
        encoder: Encoder,
        terminal: Terminal,
    ) -> Result<Out, Message> {
        let sheet = Sheet::new(target);
        Ok(match output {
            None => Out::Standard(sheet, encoder, terminal),
            Some(path) if is_folder(path) => Out::Folder {
                target,
                encoder,
                places: outputs.places(OUTPUT, target.extension(), output, true)?,
                outputs,
            },
            Some(path) => {
                outputs.check(OUTPUT, path)?;
                Out::File {
                    sheet,
                    encoder,
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
            Out::Standard(sheet, encoder, terminal) => {
                terminal.answer(encoder.bytes(sheet.next(problem)))?;
            }
            Out::File {
                sheet,
                encoder,
                path,
                outputs,
                file,
            } => {
                let file = match file {
                    Some(file) => file,
                    None => file.insert(BufWriter::new(outputs.create(OUTPUT, path)?)),
                };
                let bytes = encoder.bytes(sheet.next(problem));
                let written = file.write_all(&bytes);
                written.map_err(|error| cannot_write(OUTPUT, path, &error))?;
            }
            Out::Folder {
                target,
                encoder,
                places,
                outputs,
            } => {
                let text = tsumi::formats::write::write(problem, *target);
                if let Some(path) = places.place(&problem.id) {
                    outputs.write(OUTPUT, &path, &encoder.bytes(text))?;
                }
            }
        }
        Ok(())
    }

    /// Writes what the format has after the last problem. True when characters were lost.
    fn end(self) -> Result<bool> {
        match self {
            Out::Standard(sheet, mut encoder, terminal) => {
                terminal.answer(encoder.bytes(sheet.end()))?;
                Ok(encoder.lost)
            }
            Out::File {
                sheet,
                mut encoder,
                path,
                file,
                ..
            } => {
                if let Some(mut file) = file {
                    let written = file.write_all(&encoder.bytes(sheet.end()));
                    written
                        .and_then(|()| file.flush())
                        .map_err(|error| cannot_write(OUTPUT, &path, &error))?;
                }
                Ok(encoder.lost)
            }
            Out::Folder { encoder, .. } => Ok(encoder.lost),
        }
    }
}

/// Encodes texts.
struct Encoder {
    encoding: Encoding,
    /// True when a text had a character that the encoding does not have.
    lost: bool,
}

impl Encoder {
    fn new(encoding: Encoding) -> Encoder {
        Encoder {
            encoding,
            lost: false,
        }
    }

    /// The bytes of a text, in whose headers the encoding is named as well.
    fn bytes(&mut self, text: String) -> Vec<u8> {
        match self.encoding {
            Encoding::Utf8 => text.into_bytes(),
            Encoding::ShiftJis => {
                let text = text
                    .replace("encoding=UTF-8\nV2", "encoding=SHIFT_JIS\nV2")
                    .replace(
                        "version=2.0 encoding=UTF-8",
                        "version=2.0 encoding=Shift_JIS",
                    );
                let (bytes, _, lost) = SHIFT_JIS.encode(&text);
                self.lost |= lost;
                bytes.into_owned()
            }
        }
    }
}

/// A warning about moves or branches that the target cannot hold.
fn loss(problem: &Problem, target: Target) -> Option<Message> {
    let id = tsumi::formats::text::shown(&problem.id, 200);
    let name = target.extension();
    if !target.keeps_moves() && !problem.tree.is_empty() {
        return Some(message!(
            "{id}: warning: {name} has no moves, only the position is written\n",
            "{id}: 警告：{name} には指し手を書けないので、局面だけを書く\n",
            id,
            name
        ));
    }
    if target == Target::Jkf && jkf::leaves_out(&problem.tree) {
        return Some(message!(
            "{id}: warning: {what}\n",
            "{id}: 警告：{what}\n",
            id,
            what = jkf::too_deep()
        ));
    }
    (!target.keeps_branches() && problem.tree.has_branches()).then(|| {
        message!(
            "{id}: warning: {name} has no branches (変化), only the main line is written\n",
            "{id}: 警告：{name} には変化を書けないので、本手順だけを書く\n",
            id,
            name
        )
    })
}

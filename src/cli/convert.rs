//! `tsumi convert`: problems and records from one format into another.

use super::args::{self, Encoding};
use super::exit::Exit;
use super::file_names::Names;
use super::lang::{Lang, say};
use super::solve::{inputs, warnings};
use anyhow::{Context, Result, bail};
use encoding_rs::SHIFT_JIS;
use std::io::Write;
use std::path::Path;
use tsumi::formats::write::{Target, write_all};
use tsumi::formats::{Problem, ReadOptions, read_input};

/// Runs the command.
pub fn run(args: &args::Convert) -> Result<Exit> {
    let output = args.output.as_deref().filter(|o| *o != Path::new("-"));
    let target = match (args.to, output) {
        (Some(to), _) => to,
        (None, Some(path)) => match Target::by_extension(path) {
            Some(target) => target,
            None => bail!(say!(
                "-o {}: the name does not say a format; add --to kif (or ki2, csa, jkf, sfen, jsonl)",
                "-o {}：名から形式がわからない。--to kif（または ki2、csa、jkf、sfen、jsonl）を加える",
                path.display()
            )),
        },
        (None, None) => bail!(say!(
            "name a file with -o, or a format with --to",
            "-o でファイルを、または --to で形式を指定する"
        )),
    };
    let read = ReadOptions {
        attacker: args.attacker.map(Into::into),
    };
    let mut exit = Exit::Decided;
    let mut problems = Vec::new();
    for input in inputs(&args.inputs)? {
        for problem in read_input(&input, &read) {
            match problem {
                Ok(problem) => {
                    if !args.quiet {
                        eprint!("{}", warnings(&problem));
                        eprint!("{}", losses(&problem, target));
                    }
                    problems.push(problem);
                }
                Err(error) => {
                    eprintln!("{}", Lang::current().fault(&error));
                    exit = Exit::Unreadable;
                }
            }
        }
    }
    if problems.is_empty() {
        return Ok(exit);
    }
    match output {
        None => {
            let mut stdout = std::io::stdout().lock();
            stdout.write_all(&bytes(&problems, target, args))?;
            stdout.flush()?;
        }
        Some(path) if is_folder(path) => {
            std::fs::create_dir_all(path)
                .with_context(|| format!("-o {}: cannot make the folder", path.display()))?;
            let mut names = Names::default();
            for problem in &problems {
                let name = names.next(&problem.id);
                let place = path.join(format!("{name}.{}", target.extension()));
                let one = std::slice::from_ref(problem);
                put(&place, &bytes(one, target, args))?;
            }
        }
        Some(path) => put(path, &bytes(&problems, target, args))?,
    }
    Ok(exit)
}

fn is_folder(path: &Path) -> bool {
    let text = path.to_string_lossy();
    path.is_dir() || text.ends_with(['/', std::path::MAIN_SEPARATOR])
}

fn put(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("-o {}: cannot be written", path.display()))
}

/// The text in the encoding that was asked for.
fn bytes(problems: &[Problem], target: Target, args: &args::Convert) -> Vec<u8> {
    let text = write_all(problems, target);
    match args.encoding {
        Encoding::Utf8 => text.into_bytes(),
        Encoding::ShiftJis => {
            let text = text
                .replace("encoding=UTF-8\nV2", "encoding=SHIFT_JIS\nV2")
                .replace(
                    "version=2.0 encoding=UTF-8",
                    "version=2.0 encoding=Shift_JIS",
                );
            let (bytes, _, lost) = SHIFT_JIS.encode(&text);
            if lost && !args.quiet {
                let text = say!(
                    "warning: some characters do not exist in Shift_JIS",
                    "警告：Shift_JIS にない文字がある"
                );
                eprintln!("tsumi: {text}");
            }
            bytes.into_owned()
        }
    }
}

/// What the target cannot say.
fn losses(problem: &Problem, target: Target) -> String {
    if target.keeps_branches() || !problem.tree.has_branches() {
        return String::new();
    }
    let name = target.extension();
    let id = tsumi::formats::text::shown(&problem.id, 200);
    say!(
        "{id}: warning: {name} has no branches (変化), only the main line is written\n",
        "{id}: 警告：{name} には変化を書けないので、本手順だけを書く\n"
    )
}

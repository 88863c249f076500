//! `tsumi show`: a position as text or as an SVG picture.

use super::args;
use super::exit::Exit;
use super::places::Places;
use super::solve::{inputs, warnings};
use anyhow::{Context, Result};
use std::io::{IsTerminal, Write};
use tsumi::formats::diagram::bod;
use tsumi::formats::svg::svg;
use tsumi::formats::text::shown;
use tsumi::formats::{ReadOptions, read_input};

/// Runs the command.
pub fn run(args: &args::Show) -> Result<Exit> {
    let inputs = inputs(&args.inputs)?;
    let read = ReadOptions {
        attacker: args.attacker.map(Into::into),
    };
    let problems: Vec<_> = inputs
        .iter()
        .flat_map(|input| read_input(input, &read))
        .collect();
    let mut places = Places::new("-o", "svg", args.output.as_deref(), problems.len() > 1)?;
    let mut exit = Exit::Decided;
    let mut stdout = std::io::stdout().lock();
    let colour = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    for problem in problems {
        let problem = match problem {
            Ok(problem) => problem,
            Err(error) => {
                eprintln!("{error}");
                exit = Exit::Unreadable;
                continue;
            }
        };
        eprint!("{}", warnings(&problem));
        match places.place(&problem.id) {
            Some(path) => std::fs::write(&path, svg(&problem.position, &problem.id))
                .with_context(|| format!("-o {}: cannot be written", path.display()))?,
            None => {
                let text = bod(&problem.position);
                let text = if colour { coloured(&text) } else { text };
                writeln!(stdout, "{}\n{text}", shown(&problem.id, 200))?;
            }
        }
    }
    Ok(exit)
}

/// The pieces of the upper side in red.
fn coloured(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c == 'v'
            && let Some(piece) = chars.next()
        {
            out += &format!("\u{1b}[31mv{piece}\u{1b}[0m");
        } else {
            out.push(c);
        }
    }
    out
}

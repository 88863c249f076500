//! The command itself: rows in, table and pages out.

use super::page::{Page, Renderer};
use super::totals::Totals;
use super::{headline, html, markdown};
use crate::cli::args_verify::{Format, Report};
use crate::cli::exit::Exit;
use crate::cli::outputs::Outputs;
use crate::cli::terminal::Terminal;
use crate::cli::verify::row::Row;
use anyhow::Result;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use tsumi::base::message::message;
use tsumi::formats::Input;

/// Runs the command.
pub fn run(args: &Report, terminal: Terminal) -> Result<Exit> {
    let mut totals = Totals::default();
    let mut pages = Vec::new();
    let outputs = Outputs::new(args.force, &Input::from_args(&args.files));
    let wanted = [
        ("--html", &args.html, html::write as Renderer),
        ("--markdown", &args.markdown, markdown::write as Renderer),
    ];
    for (option, path, render) in wanted {
        if let Some(path) = path {
            pages.push(Page::new(
                &outputs,
                option,
                path,
                &args.title,
                render,
                terminal.lang,
            )?);
        }
    }
    let mut stdout = BufWriter::new(std::io::stdout().lock());
    for file in &args.files {
        each_row(file, |row, text| {
            totals.add(row);
            match args.format {
                Format::Json => stdout.write_all(text.as_bytes())?,
                Format::Text if row.differs || !row.decided() => {
                    writeln!(stdout, "{}", headline(row, terminal.lang))?;
                }
                Format::Text => {}
            }
            pages.iter_mut().for_each(|page| page.add(row));
            Ok(())
        })?;
    }
    if args.format == Format::Text {
        write!(stdout, "{}", totals.table(terminal.lang))?;
    }
    stdout.flush()?;
    for page in pages {
        page.end(&totals)?;
    }
    Ok(if totals.all_well() {
        Exit::Decided
    } else {
        Exit::Undecided
    })
}

/// Hands out the rows of a report with their lines.
fn each_row(file: &str, mut each: impl FnMut(&Row, &str) -> Result<()>) -> Result<()> {
    let cannot = |error: std::io::Error| {
        message!(
            "{file}: cannot be read: {error}",
            "{file}：読めない：{error}",
            file,
            error = error.to_string()
        )
    };
    let mut input: Box<dyn BufRead> = if file == "-" {
        Box::new(BufReader::new(std::io::stdin()))
    } else {
        Box::new(BufReader::new(File::open(file).map_err(cannot)?))
    };
    let mut text = String::new();
    for number in 1u64.. {
        text.clear();
        if input.read_line(&mut text).map_err(cannot)? == 0 {
            break;
        }
        if text.trim().is_empty() {
            continue;
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let row = serde_json::from_str(&text).map_err(|error| {
            message!(
                "{file}:{number}: not a line of a tsumi verify report: {error}",
                "{file}:{number}：tsumi verify の報告の行ではない：{error}",
                file,
                number,
                error = error.to_string()
            )
        })?;
        each(&row, &text)?;
    }
    Ok(())
}

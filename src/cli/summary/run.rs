//! `tsumi report` itself: rows in, table and pages out.

use super::page::{Page, Renderer};
use super::totals::Totals;
use super::{headline, html, markdown};
use crate::cli::args_verify::{Format, Report};
use crate::cli::exit::Exit;
use crate::cli::fault::{Fault, Result};
use crate::cli::inputs::is_stdin;
use crate::cli::outputs::{Outputs, repeated};
use crate::cli::verify::report_file::{cannot_read, no_row, read_line};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use tsumi::base::message::{Lang, message};
use tsumi::formats::Input;
use tsumi::row::Row;

/// Runs the command.
///
/// # Errors
/// When a report is named twice or cannot be read, or something cannot be written.
pub fn run(args: &Report, lang: Lang) -> Result<Exit> {
    let mut totals = Totals::default();
    let inputs: Vec<Input> = args
        .files
        .iter()
        .zip(1..)
        .map(|(file, number)| Input::from_arg(file, number))
        .collect();
    if let Some(twice) = repeated(&inputs) {
        return Err(message!(
            "{file}: is named twice, and its problems would be counted twice",
            "{file}：二度指定されていて、作品が二度数えられてしまう",
            file = args.files[twice].display().to_string()
        )
        .into());
    }
    let outputs = Outputs::new(args.force, &inputs);
    let mut pages = Vec::new();
    let wanted = [
        ("--html", &args.html, html::page as Renderer),
        ("--markdown", &args.markdown, markdown::page as Renderer),
    ];
    for (option, path, render) in wanted {
        if let Some(path) = path {
            pages.push(Page::new(option, path, &outputs, &args.title, render)?);
        }
    }
    let mut stdout = BufWriter::new(std::io::stdout().lock());
    for file in &args.files {
        each_row(file, |row, text| {
            totals.add(row);
            pages.iter_mut().for_each(|page| page.add(row));
            let said = match args.format {
                Format::Json => stdout.write_all(text.as_bytes()),
                Format::Text if row.is_odd() => writeln!(stdout, "{}", headline(row, lang)),
                Format::Text => Ok(()),
            };
            said.map_err(Fault::Output)
        })?;
    }
    if args.format == Format::Text {
        let table = totals.table(lang);
        stdout.write_all(table.as_bytes()).map_err(Fault::Output)?;
    }
    stdout.flush().map_err(Fault::Output)?;
    for page in pages {
        page.end(&outputs, &totals, lang)?;
    }
    Ok(if totals.all_well() {
        Exit::Decided
    } else {
        Exit::Undecided
    })
}

/// Calls `each` with every row of a report and its line.
///
/// # Errors
/// Those of `each`, and when the report cannot be read.
fn each_row(file: &Path, mut each: impl FnMut(&Row, &str) -> Result<()>) -> Result<()> {
    let cannot = |error: std::io::Error| cannot_read(file, &error);
    let mut input: Box<dyn BufRead> = if is_stdin(file) {
        Box::new(BufReader::new(std::io::stdin()))
    } else {
        Box::new(BufReader::new(File::open(file).map_err(cannot)?))
    };
    let mut line = Vec::new();
    for number in 1u64.. {
        let fits = read_line(&mut input, &mut line).map_err(cannot)?;
        if fits && line.is_empty() {
            break;
        }
        let row = match std::str::from_utf8(&line) {
            _ if !fits => Err(message!(
                "no text, or a line without an end",
                "テキストでないか、行に終わりがない"
            )),
            Ok(text) if text.trim().is_empty() => continue,
            Ok(text) => serde_json::from_str(text)
                .map(|row: Row| (row, text.trim_end().to_string() + "\n"))
                .map_err(|error| no_row(&error)),
            Err(_) => Err(message!("no text in UTF-8", "UTF-8 のテキストでない")),
        };
        match row {
            Ok((row, text)) => each(&row, &text)?,
            Err(why) => {
                return Err(message!(
                    "{file}:{number}: not a line of a tsumi verify report: {why}",
                    "{file} {number}行目：tsumi verify の報告の行ではない：{why}",
                    file = file.display().to_string(),
                    number,
                    why
                )
                .into());
            }
        }
    }
    Ok(())
}

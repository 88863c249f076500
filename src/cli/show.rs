//! `tsumi show`: a position as text, or as a picture in SVG or PNG.

use super::args::{self, Picture};
use super::exit::Exit;
use super::lang::Lang;
use super::places::Places;
use super::solve::{inputs, warnings};
use anyhow::{Context, Result};
use std::io::{IsTerminal, Write};
use std::path::Path;
use tsumi::formats::diagram::bod;
use tsumi::formats::svg::{Hands, svg};
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
    let output = args.output.as_deref();
    let (extension, draw) = match kind(args) {
        Picture::Svg => ("svg", None),
        Picture::Png => ("png", Some(png::drawer(args.font.as_deref())?)),
    };
    let mut places = Places::new("-o", extension, output, problems.len() > 1)?;
    let mut exit = Exit::Decided;
    let mut stdout = std::io::stdout().lock();
    let colour = stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    for problem in problems {
        let problem = match problem {
            Ok(problem) => problem,
            Err(error) => {
                eprintln!("{}", Lang::current().fault(&error));
                exit = Exit::Unreadable;
                continue;
            }
        };
        eprint!("{}", warnings(&problem));
        match places.place(&problem.id) {
            Some(path) => {
                let hands = match args.both_hands {
                    true => Hands::Both,
                    false => Hands::usual(&problem.position, problem.attacker),
                };
                let picture = svg(&problem.position, &problem.id, hands);
                let bytes = match &draw {
                    None => picture.into_bytes(),
                    Some(draw) => draw(&picture)?,
                };
                std::fs::write(&path, bytes)
                    .with_context(|| format!("-o {}: cannot be written", path.display()))?;
            }
            None => {
                let text = bod(&problem.position);
                let text = if colour { coloured(&text) } else { text };
                writeln!(stdout, "{}\n{text}", shown(&problem.id, 200))?;
            }
        }
    }
    Ok(exit)
}

/// The kind of picture that was asked for.
fn kind(args: &args::Show) -> Picture {
    let named_png = |path: &Path| {
        path.extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("png"))
    };
    match (args.to, args.output.as_deref()) {
        (Some(kind), _) => kind,
        (None, Some(path)) if named_png(path) => Picture::Png,
        _ => Picture::Svg,
    }
}

/// Makes PNG of an SVG picture.
type Draw = Box<dyn Fn(&str) -> Result<Vec<u8>>>;

#[cfg(feature = "png")]
mod png {
    use super::{Draw, Path, Result};
    use crate::cli::lang::say;
    use anyhow::anyhow;
    use tsumi::formats::png::{Fonts, PngError};

    /// Draws with the fonts of a file, or with those of this machine.
    pub fn drawer(font: Option<&Path>) -> Result<Draw> {
        let named = font.map(|file| file.display().to_string());
        let said = move |error: PngError| anyhow!(said(&error, named.as_deref()));
        let fonts = Fonts::load(font).map_err(&said)?;
        Ok(Box::new(move |svg| fonts.png(svg).map_err(&said)))
    }

    fn said(error: &PngError, font: Option<&str>) -> String {
        match (error, font) {
            (PngError::FontFile(why), Some(font)) => say!(
                "--font {font}: cannot be read as a font: {why}",
                "--font {font}：フォントとして読めない：{why}"
            ),
            (PngError::NoFont, Some(font)) => say!(
                "--font {font}: has no Japanese signs; name a Japanese font",
                "--font {font}：漢字がない。日本語フォントを指定する"
            ),
            (PngError::NoFont, None) => say!(
                "no Japanese font on this machine: install one (Debian: fonts-noto-cjk or \
                 fonts-ipafont-mincho) or name a font file with --font",
                "この機械に日本語フォントがない。インストールするか（Debian なら fonts-noto-cjk、\
                 fonts-ipafont-mincho）、--font でフォントファイルを指定する"
            ),
            (error, _) => error.to_string(),
        }
    }
}

#[cfg(not(feature = "png"))]
mod png {
    use super::{Draw, Path, Result};
    use crate::cli::lang::say;
    use anyhow::bail;

    /// Says how to come by one.
    pub fn drawer(_font: Option<&Path>) -> Result<Draw> {
        bail!(say!(
            "this tsumi was built without PNG: build it with `--features png`, or write SVG and \
             turn it into PNG (rsvg-convert FILE.svg -o FILE.png)",
            "この tsumi は PNG なしでビルドされている。`--features png` でビルドするか、SVG を書いて \
             PNG に変換する（rsvg-convert FILE.svg -o FILE.png）"
        ))
    }
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

//! `tsumi show`: a position as text, or as a picture in SVG or PNG.

use super::args::{self, Picture};
use super::exit::Exit;
use super::fault::Result;
use super::outputs::{Outputs, is_folder};
use super::terminal::Terminal;
use std::io::IsTerminal;
use std::path::Path;
use tsumi::base::message::{Message, message};
use tsumi::formats::diagram::bod;
use tsumi::formats::svg::{Hands, svg};
use tsumi::formats::text::shown;

/// The option that names the output, for messages.
const OUTPUT: &str = "-o";

/// Runs the command.
pub fn run(args: &args::Show, terminal: Terminal) -> Result<Exit> {
    let output = args.output.as_deref();
    let (extension, draw) = match kind(args.to, output)? {
        Picture::Svg => ("svg", None),
        Picture::Png => ("png", Some(png::drawer(args.font.as_deref())?)),
    };
    let inputs = args.reading.inputs()?;
    let outputs = Outputs::new(args.force, &inputs);
    let mut problems = args.reading.problems(inputs);
    // Two problems are read ahead, to know whether there are many.
    let first: Vec<_> = problems.by_ref().take(2).collect();
    let mut places = outputs.places(OUTPUT, extension, output, first.len() > 1)?;
    let mut exit = Exit::Decided;
    let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    for problem in first.into_iter().chain(problems) {
        let problem = match problem {
            Ok(problem) => problem,
            Err(error) => {
                terminal.aside(&terminal.fault(&error));
                exit = Exit::Unreadable;
                continue;
            }
        };
        terminal.aside(&terminal.warnings(&problem, |_| true));
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
                outputs.write(OUTPUT, &path, &bytes)?;
            }
            None => {
                let text = bod(&problem.position);
                let text = if colour { coloured(&text) } else { text };
                terminal.answer(format!("{}\n{text}\n", shown(&problem.id, 200)))?;
            }
        }
    }
    Ok(exit)
}

/// The kind of picture, by the option or by the name of the file; SVG in a folder.
fn kind(to: Option<Picture>, output: Option<&Path>) -> Result<Picture, Message> {
    let path = match (to, output) {
        (Some(kind), _) => return Ok(kind),
        (None, None) => return Ok(Picture::Svg),
        (None, Some(path)) if is_folder(path) => return Ok(Picture::Svg),
        (None, Some(path)) => path,
    };
    let extension = path.extension().map(|e| e.to_ascii_lowercase());
    match extension.as_ref().and_then(|e| e.to_str()) {
        Some("svg") => Ok(Picture::Svg),
        Some("png") => Ok(Picture::Png),
        _ => Err(message!(
            "-o {name}: end the name in .svg or .png, name a folder with / behind it, or add --to svg",
            "-o {name}：名を .svg か .png で終えるか、/ をつけてフォルダを指定するか、--to svg を加える",
            name = path.display().to_string()
        )),
    }
}

/// Converts an SVG picture to PNG.
type Draw = Box<dyn Fn(&str) -> Result<Vec<u8>, Message>>;

#[cfg(feature = "png")]
mod png {
    use super::{Draw, Message, Path, message};
    use tsumi::formats::png::{Fonts, PngError};

    /// Draws with the fonts of a file, or with those of this machine.
    pub fn drawer(font: Option<&Path>) -> Result<Draw, Message> {
        let named = font.map(|file| file.display().to_string());
        let said = move |error: PngError| said(&error, named.as_deref());
        let fonts = Fonts::load(font).map_err(&said)?;
        Ok(Box::new(move |svg| fonts.png(svg).map_err(&said)))
    }

    fn said(error: &PngError, font: Option<&str>) -> Message {
        match (error, font) {
            (PngError::FontFile(why), Some(font)) => message!(
                "--font {font}: cannot be read as a font: {why}",
                "--font {font}：フォントとして読めない：{why}",
                font,
                why = why.to_string()
            ),
            (PngError::NoFont, Some(font)) => message!(
                "--font {font}: has no Japanese signs; name a Japanese font",
                "--font {font}：漢字がない。日本語フォントを指定する",
                font
            ),
            (PngError::NoFont, None) => message!(
                "no Japanese font on this machine: install one (Debian: fonts-noto-cjk or \
                 fonts-ipafont-mincho) or name a font file with --font",
                "この機械に日本語フォントがない。インストールするか（Debian なら fonts-noto-cjk、\
                 fonts-ipafont-mincho）、--font でフォントファイルを指定する"
            ),
            (error, _) => message!(
                "the picture cannot be drawn: {why}",
                "図を描けない：{why}",
                why = error.to_string()
            ),
        }
    }
}

#[cfg(not(feature = "png"))]
mod png {
    use super::{Draw, Message, Path, message};

    /// An error that says how to get PNG files, as this program was built without them.
    pub fn drawer(_font: Option<&Path>) -> Result<Draw, Message> {
        Err(message!(
            "this tsumi was built without PNG: build it with `cargo build --release --features png`, \
             or write SVG and turn it into PNG (rsvg-convert FILE.svg -o FILE.png)",
            "この tsumi は PNG なしでビルドされている。`cargo build --release --features png` で\
             ビルドするか、SVG を書いて PNG に変換する（rsvg-convert FILE.svg -o FILE.png）"
        ))
    }
}

/// The text of a diagram with White's pieces in red.
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

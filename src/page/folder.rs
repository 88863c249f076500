//! The page that lists the pages of a folder.

use super::parts;
use crate::base::markup::escaped;
use crate::base::message::{Lang, Message};
use std::fmt::Write as _;

/// A page of the folder, as the list shows it.
pub struct Listed {
    /// The name of its file in the folder.
    pub file: String,
    /// The name of the problem.
    pub title: String,
    pub author: Option<String>,
    pub verdict: Message,
}

const STYLE: &str = "main { display: block; }\nli { margin: 0.4rem 0; overflow-wrap: anywhere; }\n\
    a { color: var(--accent); font-family: var(--serif); }\n";

/// The text of `index.html` of a folder of pages.
pub fn index(pages: &[Listed], lang: Lang) -> String {
    let title = match lang {
        Lang::En => "Problems",
        Lang::Ja => "作品一覧",
    };
    let mut items = String::new();
    for page in pages {
        let author = page.author.as_deref().unwrap_or_default();
        let _ = writeln!(
            items,
            "<li><a href=\"{}\">{}</a> <span class=\"small\">{}</span> {}</li>",
            link(&page.file),
            escaped(&page.title),
            escaped(author),
            escaped(page.verdict.text(lang)),
        );
    }
    format!(
        "{}<main>\n<h1>{title}</h1>\n<ol>\n{items}</ol>\n</main>\n</body>\n</html>\n",
        parts::head(lang, title, STYLE)
    )
}

/// A file name as a relative URL: every byte but ASCII letters, digits and `-_.` is
/// percent-encoded.
fn link(file: &str) -> String {
    let mut out = String::new();
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
                out.push(char::from(byte));
            }
            byte => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

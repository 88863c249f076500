//! The page that lists the pages of a folder.

use super::code;
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

const STYLE: &str = "body{margin:0 auto;max-width:60rem;padding:1rem;\
    font:1rem/1.5 system-ui,\"Noto Sans CJK JP\",\"Hiragino Sans\",\"Yu Gothic\",sans-serif}\
    li{margin:.3rem 0;overflow-wrap:anywhere}.by{opacity:.7}";

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
            "<li><a href=\"{}\">{}</a> <span class=\"by\">{}</span> {}</li>",
            link(&page.file),
            escaped(&page.title),
            escaped(author),
            escaped(page.verdict.text(lang)),
        );
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <ol>\n{items}</ol>\n</body>\n</html>\n",
        code(lang),
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

//! The page of a problem without a proof: its position and what is said of it.

use super::Head;
use crate::base::markup::escaped;
use crate::base::message::message;
use crate::formats::svg::{Hands, svg};
use shogi_core::{Color, PartialPosition};

const STYLE: &str = "body{margin:0 auto;max-width:40rem;padding:1rem;\
    font:1rem/1.5 system-ui,\"Noto Sans CJK JP\",\"Hiragino Sans\",\"Yu Gothic\",sans-serif}\
    h1{font-size:1.2rem;margin:0;overflow-wrap:anywhere}svg{width:100%;height:auto}";

/// The page as HTML.
pub fn plain(head: Head<'_>, position: &PartialPosition, attacker: Color) -> String {
    let said = |text: &str| format!("<p>{}</p>\n", escaped(text));
    let author = head.author.map(|author| {
        let author = author.to_string();
        message!("Author: {author}", "作者：{author}", author)
    });
    let below: String = [author, Some(head.verdict.clone())]
        .into_iter()
        .flatten()
        .map(|message| said(message.text(head.lang)))
        .collect();
    let title = escaped(head.title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         {below}{}</body>\n</html>\n",
        head.code(),
        svg(position, head.title, Hands::usual(position, attacker)),
    )
}

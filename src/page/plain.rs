//! The page of a problem without a mate: its position and the verdict.

use super::Head;
use crate::base::markup::escaped;
use crate::base::message::message;
use crate::formats::notation::japanese_move;
use crate::formats::svg::{Hands, svg};
use shogi_core::{Color, Move, PartialPosition};

const STYLE: &str = "body{margin:0 auto;max-width:40rem;padding:1rem;\
    font:1rem/1.5 system-ui,\"Noto Sans CJK JP\",\"Hiragino Sans\",\"Yu Gothic\",sans-serif}\
    h1{font-size:1.2rem;margin:0;overflow-wrap:anywhere}svg{width:100%;height:auto}";

/// The page as HTML. `reply` is the move by which the defender escapes, where he is to move and
/// it is known.
pub fn plain(
    head: Head<'_>,
    position: &PartialPosition,
    attacker: Color,
    reply: Option<Move>,
) -> String {
    let said = |text: &str| format!("<p>{}</p>\n", escaped(text));
    let author = head.author.map(|author| {
        let author = author.to_string();
        message!("Author: {author}", "作者：{author}", author)
    });
    let reply = reply.map(|mv| {
        let mv = japanese_move(position, mv, None);
        message!("{mv} escapes.", "{mv} で逃れ。", mv)
    });
    let below: String = [author, Some(head.verdict.clone()), reply]
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

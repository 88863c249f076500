//! One line of a JSONL file: an object with `sfen` and usually `id`, perhaps
//! `plies`, `raw_plies`, `raw_upper`, `expect` (`"mate"` or `"nomate"`) and
//! `line`. Other keys are ignored.
//!
//! serde_json does the reading. A fault inside the SFEN is pointed at in the
//! raw line, so the string literal is walked once more to find the columns of
//! its characters, escapes included.

use super::error::{Fault, why_no_json};
use super::options::ReadOptions;
use super::record::{Declared, problem};
use super::sfen;
use crate::base::message::{Message, message};
use crate::base::problem::{Expect, Problem, Source};
use serde_json::{Map, Value};

/// Reads an object. The id, when it was found, is given with the fault.
pub fn read(
    text: &str,
    default_id: String,
    options: &ReadOptions,
    mut source: Source,
) -> Result<Problem, (Fault, Option<String>)> {
    let object = parse_object(text).map_err(|f| (f, None))?;
    let given_id = match object.get("id") {
        Some(Value::String(s)) => Some(s.clone()),
        Some(Value::Number(n)) => Some(n.to_string()),
        _ => None,
    };
    let fail = |f: Fault| (f, given_id.clone());
    let sfen_text = sfen_of(&object, text).map_err(fail)?;
    let columns = value_columns(text, "sfen", sfen_text);
    let end = columns.last().copied().unwrap_or(1);
    let at = |n: usize| columns.get(n).copied().unwrap_or(end);
    let place = |f: Fault| {
        fail(f.placed(|(column, length)| {
            let from = at(column.saturating_sub(1));
            let to = at(column + length - 1);
            (from, to.saturating_sub(from).max(1))
        }))
    };
    source.column = columns.first().copied().unwrap_or(1);
    let parsed = sfen::parse(sfen_text).map_err(place)?;
    let mut odd = Vec::new();
    let declared = declared(&object, &mut odd);
    let id = given_id.clone().unwrap_or(default_id);
    let headers = headers(&object, &mut odd);
    let mut problem = problem(id, &parsed, declared, options, source).map_err(place)?;
    problem.headers = headers;
    for key in odd {
        problem.warn(message!(
            "\"{key}\" is ignored: not what it should be",
            "\"{key}\" は無視する：値の種類が違う",
            key
        ));
    }
    Ok(problem)
}

/// The SFEN of an object, whose text is `text`.
fn sfen_of<'a>(object: &'a Map<String, Value>, text: &str) -> Result<&'a str, Fault> {
    let fault = match object.get("sfen") {
        Some(Value::String(sfen)) => return Ok(sfen),
        Some(_) => Fault::new(
            key_column(text, "sfen").unwrap_or(1),
            6,
            message!("\"sfen\" is not a string", "\"sfen\" が文字列ではない"),
        ),
        None => Fault::new(
            1,
            1,
            message!(
                "no \"sfen\" in the object",
                "オブジェクトに \"sfen\" がない"
            ),
        ),
    };
    Err(fault.hint(example()))
}

fn example() -> Message {
    message!(
        "one object a line, like {{\"id\": \"a\", \"sfen\": \"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\"}}",
        "1行に1オブジェクト、例：{{\"id\": \"a\", \"sfen\": \"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\"}}"
    )
}

fn parse_object(text: &str) -> Result<Map<String, Value>, Fault> {
    match serde_json::from_str(text) {
        Ok(Value::Object(object)) => Ok(object),
        Ok(_) => Err(Fault::new(
            1,
            1,
            message!("not a JSON object", "JSON のオブジェクトではない"),
        )
        .hint(example())),
        Err(e) => {
            let (column, why) = why_no_json(&e, text);
            let what = message!("not JSON: {why}", "JSON ではない：{why}", why);
            Err(Fault::new(column, 1, what).hint(example()))
        }
    }
}

/// The headers, where they are texts under names.
fn headers(object: &Map<String, Value>, odd: &mut Vec<&'static str>) -> Vec<(String, String)> {
    let pairs = match object.get("headers") {
        None | Some(Value::Null) => return Vec::new(),
        Some(Value::Object(headers)) => headers
            .iter()
            .map(|(key, value)| Some((key.clone(), value.as_str()?.to_string())))
            .collect(),
        Some(_) => None,
    };
    pairs.unwrap_or_else(|| {
        odd.push("headers");
        Vec::new()
    })
}

/// What the object declares; keys of a wrong type are listed in `odd`.
fn declared(object: &Map<String, Value>, odd: &mut Vec<&'static str>) -> Declared {
    let mut number = |key: &'static str| match object.get(key) {
        None | Some(Value::Null) => None,
        Some(value) => {
            let n = value
                .as_u64()
                .or_else(|| value.as_str().and_then(|s| s.trim().parse().ok()))
                .and_then(|n| u32::try_from(n).ok());
            if n.is_none() {
                odd.push(key);
            }
            n
        }
    };
    let plies = number("plies");
    let raw_plies = number("raw_plies");
    let raw_upper = number("raw_upper");
    let mate = match object.get("expect") {
        None | Some(Value::Null) => None,
        Some(Value::String(s)) if s == "mate" => Some(true),
        Some(Value::String(s)) if s == "nomate" => Some(false),
        Some(_) => {
            odd.push("expect");
            None
        }
    };
    let line = match object.get("line") {
        None | Some(Value::Null) => None,
        Some(Value::String(s)) => Some(s.clone()),
        Some(_) => {
            odd.push("line");
            None
        }
    };
    Declared {
        plies,
        line,
        expect: Expect {
            mate,
            raw_plies,
            raw_upper,
        },
    }
}

/// Column of `"key"` where it stands as a key.
fn key_column(text: &str, key: &str) -> Option<usize> {
    key_ends(text, key)
        .next()
        .map(|(at, _)| text[..at].chars().count() + 1)
}

/// Byte offsets of every `"key" :`: where the key begins and the colon ends.
fn key_ends<'a>(text: &'a str, key: &str) -> impl Iterator<Item = (usize, usize)> + 'a {
    let quoted = format!("\"{key}\"");
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let at = from + text[from..].find(&quoted)?;
            from = at + quoted.len();
            let rest = text[from..].trim_start();
            if rest.starts_with(':') {
                return Some((at, text.len() - rest.len() + 1));
            }
        }
    })
}

/// The column of every character of the string that is the value of `key`,
/// and of the closing quote. Of several keys of that name the last whose value
/// is `value` counts.
fn value_columns(text: &str, key: &str, value: &str) -> Vec<usize> {
    let mut best = Vec::new();
    for (_, colon) in key_ends(text, key) {
        let rest = text[colon..].trim_start();
        if !rest.starts_with('"') {
            continue;
        }
        let open = text.len() - rest.len();
        let mut column = text[..open].chars().count() + 2;
        let mut columns = Vec::new();
        let mut chars = rest[1..].chars();
        while let Some(c) = chars.next() {
            columns.push(column);
            column += 1;
            if c == '"' {
                break;
            }
            if c == '\\' {
                column += 1;
                if chars.next() == Some('u') {
                    column += chars.by_ref().take(4).count();
                }
            }
        }
        if columns.len() == value.chars().count() + 1 || best.is_empty() {
            best = columns;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_a_value_with_escapes() {
        let text = r#"{"id": "sfen", "sfen" : "a\/bA"}"#;
        assert_eq!(value_columns(text, "sfen", "a/bA"), [26, 27, 29, 30, 31]);
    }
}

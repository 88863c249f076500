//! What `verify` finds, in Japanese.
//!
//! A report is read by other programs too, and is English whatever the language of the
//! run; so what people are shown is translated when it is shown, old reports included.
//! The English is matched against the table, and its parts against the table again; what
//! the table does not have stays as it is.

use tsumi::base::names::{HAND_KINDS, counted, kanji};

/// English and Japanese; `{}` is a part, `{1}` the second one where the order differs.
const TEXTS: &[(&str, &str)] = &[
    // Several things in one sentence: from the last to the first.
    (
        "ply {}: {} mates too, in {}, instead of {} ({})",
        "{0}手目{1}でも詰む：本手順は{3}、{2}（{4}）",
    ),
    (
        "{}; ply {}: {} instead of {} mates in {} plies",
        "{}；{}手目、{3}でなく{2}なら{4}手で詰む",
    ),
    (
        "{}; ply {}: {} instead of {} holds out {} plies",
        "{}；{}手目、{3}でなく{2}なら{4}手もつ",
    ),
    (
        "{}; the longest lines leave pieces in hand, which custom allows two plies longer (2手変長駒余り)",
        "{}；最長の手順は駒余り（2手変長駒余り、慣例では許される）",
    ),
    // The verdict.
    ("no verdict: {}", "結論なし：{}"),
    (
        "no mate (不詰): the defender is never mated",
        "不詰：玉方は詰まない",
    ),
    (
        "mate in at most {} plies; no mate was declared",
        "{}手以内で詰む。申告は不詰",
    ),
    // Lengths.
    ("raw: {}", "無駄合を数えて：{}"),
    (
        "mate in at most {} plies, {} declared, not proved minimal",
        "{}手以内で詰む。申告は{}手。最短は未証明",
    ),
    (
        "mate in {}, {} declared (早詰)",
        "{}で詰む。申告は{}手（早詰）",
    ),
    (
        "mate takes {}, {} declared (変化長手数)",
        "詰むまで{}。申告は{}手（変化長手数）",
    ),
    (
        "ply {}: {} instead of {} holds out to ply {}, {} declared (変化長手数)",
        "{}手目{2}でなく{1}なら{3}手目までもつ。申告は{4}手（変化長手数）",
    ),
    (
        "ply {}: {} instead of {} holds out past ply {}, {} declared (変化長手数)",
        "{}手目{2}でなく{1}なら{3}手目を越えてもつ。申告は{4}手（変化長手数）",
    ),
    (
        "ply {}: another reply than {} holds out past ply {}, {} declared (変化長手数)",
        "{}手目{}でない応手が{}手目を越えてもつ。申告は{}手（変化長手数）",
    ),
    ("at most {} plies", "{}手以内"),
    ("{} to {} plies", "{}～{}手"),
    ("{} plies", "{}手"),
    // The line that is declared.
    (
        "the line has {} plies, {} are declared",
        "手順は{}手、申告は{}手",
    ),
    (
        "no mate at the end: the reply {} is left, and it takes {} more plies",
        "手順の終わりで詰んでいない：応手{}があり、あと{}手かかる",
    ),
    (
        "no mate at the end: the reply {} is left",
        "手順の終わりで詰んでいない：応手{}がある",
    ),
    (
        "no mate at the end: the reply {} escapes",
        "手順の終わりで詰んでいない：応手{}で逃れる",
    ),
    (
        "whether the reply {} at the end of the line is futile",
        "手順の終わりの応手{}が無駄かどうか",
    ),
    (
        "the line ends with a move of the defender",
        "手順が玉方の手で終わる",
    ),
    ("move {}, {}, cannot be played", "{}手目{}は指せない"),
    ("move {}, {}, gives no check", "{}手目{}は王手でない"),
    (
        "pieces left in hand at the end: {} (駒余り)",
        "最後に持駒が余る：{}（駒余り）",
    ),
    // Branches.
    ("line {}, a branch (変化): {}", "{}行目の変化：{}"),
    ("the branch (変化) at ply {}, {}: {}", "{}手目{}の変化：{}"),
    (
        "the branch (変化) at ply {}, {}, holds out to ply {}, {} declared (変化長手数)",
        "{}手目{}の変化は{}手目までもつ。申告は{}手（変化長手数）",
    ),
    (
        "the branch (変化) at ply {}, {}, is given to ply {}, past the {} declared, and is mate at ply {}",
        "{}手目{}の変化は、申告の{3}手を越えて{2}手目まであるが、{4}手目に詰む",
    ),
    (
        "mate at ply {} at the latest, {} declared",
        "遅くとも{}手目に詰む。申告は{}手",
    ),
    ("the defender is never mated", "玉方は詰まない"),
    (
        "it ends with a move of the defender, and mate is said",
        "玉方の手で終わるのに、詰みとある",
    ),
    ("not looked at", "未検討"),
    ("no verdict", "結論なし"),
    // Cooks.
    (
        "other checks undecided: {}, the first at ply {}, {}: {}",
        "ほかの王手が{}個未決、最初は{}手目{}：{}",
    ),
    // Limits.
    ("out of time", "時間切れ"),
    ("out of nodes", "局面数の上限"),
    ("the tables are too small", "表が小さすぎる"),
    ("interrupted", "中断"),
    (
        "a certificate failed its check, a defect of tsumi",
        "証明書が検査に通らない（tsumi の欠陥）",
    ),
    // Faults of the input.
    ("the id {} was given before", "id {} は前にもある"),
    (
        "the line is neither UTF-8 nor Shift_JIS",
        "行が UTF-8 でも Shift_JIS でもない",
    ),
    ("{} (hint: {})", "{}（手掛かり：{}）"),
    ("column {}: {}", "{}桁目：{}"),
    ("ply {}: {}", "{}手目：{}"),
];

/// Puts parts in the places of a text, `{}` in their order and `{1}` by number. What is
/// put in is not looked at again.
fn filled(text: &str, parts: &[String]) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut next = 0;
    while let Some((before, after)) = rest.split_once('{') {
        out.push_str(before);
        let place = after.split_once('}').and_then(|(number, after)| {
            let n = if number.is_empty() {
                Some(next)
            } else {
                number.parse().ok()
            }?;
            Some((parts.get(n)?, after))
        });
        rest = match place {
            Some((part, after)) => {
                out.push_str(part);
                next += 1;
                after
            }
            // A brace of the text itself, as in an example of JSON.
            None => {
                out.push('{');
                after
            }
        };
    }
    out + rest
}

/// A sentence of a finding in Japanese, as far as it is known.
pub fn japanese(english: &str) -> String {
    // What was appended last is taken off first; a list of reasons has no such end.
    for (key, japanese) in TEXTS {
        if let Some(parts) = parts(key, english) {
            let parts: Vec<String> = parts.iter().map(|part| self::japanese(part)).collect();
            return filled(japanese, &parts);
        }
    }
    pieces(english).unwrap_or_else(|| english.to_string())
}

/// A list of pieces, as in `1 gold, 2 pawns`.
fn pieces(english: &str) -> Option<String> {
    let one = |item: &str| {
        let n: u32 = item.split_once(' ')?.0.parse().ok()?;
        let kind = HAND_KINDS
            .into_iter()
            .find(|&kind| counted(n, kind) == item);
        kind.map(|kind| format!("{}{n}", kanji(kind)))
    };
    let list: Option<Vec<String>> = english.split(", ").map(one).collect();
    Some(list?.join("、"))
}

/// The parts of a text that has the form of `key`; none is empty.
fn parts<'t>(key: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut pieces = key.split("{}");
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let mut parts = Vec::new();
    let mut pieces = pieces.peekable();
    while let Some(piece) = pieces.next() {
        let at = match pieces.peek() {
            Some(_) => rest.find(piece)?,
            // The last one ends the text.
            None => rest.len().checked_sub(piece.len())?,
        };
        if at == 0 || !rest.is_char_boundary(at) || !rest[at..].starts_with(piece) {
            return None;
        }
        parts.push(&rest[..at]);
        rest = &rest[at + piece.len()..];
    }
    rest.is_empty().then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_of_all_kinds() {
        let same = [
            (
                "mate takes 15 plies, 13 declared (変化長手数); ply 6: 8c9d instead of 9e9d holds out 10 plies",
                "詰むまで15手。申告は13手（変化長手数）；6手目、9e9dでなく8c9dなら10手もつ",
            ),
            (
                "mate in at most 45 plies, 45 declared, not proved minimal",
                "45手以内で詰む。申告は45手。最短は未証明",
            ),
            (
                "other checks undecided: 4, the first at ply 3, G*8f: out of time",
                "ほかの王手が4個未決、最初は3手目G*8f：時間切れ",
            ),
            (
                "ply 25: 9b3b mates too, in at most 17 plies, instead of 4c3b (余詰)",
                "25手目9b3bでも詰む：本手順は4c3b、17手以内（余詰）",
            ),
            (
                "raw: mate in at most 11 plies, 13 declared (早詰)",
                "無駄合を数えて：11手以内で詰む。申告は13手（早詰）",
            ),
            (
                "pieces left in hand at the end: 1 gold, 2 pawns (駒余り)",
                "最後に持駒が余る：金1、歩2（駒余り）",
            ),
            ("something new", "something new"),
        ];
        for (english, want) in same {
            assert_eq!(japanese(english), want);
        }
    }

    #[test]
    fn both_languages_have_the_same_parts() {
        for (english, japanese) in TEXTS {
            let count = english.matches("{}").count();
            let names: Vec<String> = (0..count).map(|n| format!("<{n}>")).collect();
            let text = filled(japanese, &names);
            assert!(
                names.iter().all(|n| text.matches(n.as_str()).count() == 1),
                "{japanese}"
            );
        }
    }
}

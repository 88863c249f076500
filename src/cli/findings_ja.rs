//! What `verify` finds, in Japanese.
//!
//! A report is read by other programs too, and is English whatever the language of the
//! run; so what people are shown is translated when it is shown, old reports included.
//! The English is matched against the table, and its parts against the table again; what
//! the table does not have stays as it is.

use tsumi::formats::japanese_of;

/// English and Japanese; `{}` is a part, `{1}` the second one where the order differs.
const TEXTS: &[(&str, &str)] = &[
    // Several things in one sentence: from the last to the first.
    ("ply {}: {} mates too, in {} plies, instead of {} ({})", "{0}手目{1}でも詰む：本手順は{3}、{2}手（{4}）"),
    ("{}; ply {}: {} instead of {} mates in {} plies", "{}；{}手目、{3}でなく{2}なら{4}手で詰む"),
    ("{}; ply {}: {} instead of {} holds out {} plies", "{}；{}手目、{3}でなく{2}なら{4}手もつ"),
    (
        "{}; the longest lines leave pieces in hand, which custom allows two plies longer (2手変長駒余り)",
        "{}；最長の手順は駒余り（2手変長駒余り、慣例では許される）",
    ),
    // The verdict.
    ("no verdict: {}", "結論なし：{}"),
    ("no mate (不詰): the defender is never mated", "不詰：玉方は詰まない"),
    ("mate in at most {} plies; no mate was declared", "{}手以内で詰む。宣言は不詰"),
    // Lengths.
    ("raw: {}", "無駄合を数えて：{}"),
    ("mate in at most {} plies, {} declared, not proved minimal", "{}手以内で詰む。宣言は{}手。最短は未証明"),
    ("mate in {} plies, {} declared (早詰)", "{}手で詰む。宣言は{}手（早詰）"),
    ("mate takes {} plies, {} declared (変化長手数)", "詰むまで{}手。宣言は{}手（変化長手数）"),
    ("at most {}", "{}手以内、"),
    // The line that is declared.
    ("the line has {} plies, {} are declared", "手順は{}手、宣言は{}手"),
    ("no mate at the end: the reply {} is left, and it takes {} more plies", "手順の終わりで詰んでいない：応手{}があり、あと{}手かかる"),
    ("no mate at the end: the reply {} is left", "手順の終わりで詰んでいない：応手{}がある"),
    ("no mate at the end: the reply {} escapes", "手順の終わりで詰んでいない：応手{}で逃れる"),
    ("whether the reply {} at the end of the line is futile", "手順の終わりの応手{}が無駄かどうか"),
    ("the line ends with a move of the defender", "手順が玉方の手で終わる"),
    ("move {}, {}, cannot be played", "{}手目{}は指せない"),
    ("move {}, {}, gives no check", "{}手目{}は王手でない"),
    ("pieces left in hand at the end: {} (駒余り)", "最後に持駒が余る：{}（駒余り）"),
    // Branches.
    ("line {}, a branch (変化): {}", "{}行目の変化：{}"),
    ("the branch (変化) at ply {}, {}: {}", "{}手目{}の変化：{}"),
    (
        "the branch (変化) at ply {}, {}, holds out to ply {}, {} declared (変化長手数)",
        "{}手目{}の変化は{}手目までもつ。宣言は{}手（変化長手数）",
    ),
    (
        "the branch (変化) at ply {}, {}, is given to ply {}, past the {} declared, and is mate at ply {}",
        "{}手目{}の変化は、宣言の{3}手を越えて{2}手目まであるが、{4}手目に詰む",
    ),
    ("mate at ply {} at the latest, {} declared", "遅くとも{}手目に詰む。宣言は{}手"),
    ("the defender is never mated", "玉方は詰まない"),
    ("it ends with a move of the defender, and mate is said", "玉方の手で終わるのに、詰みとある"),
    ("not looked at", "未検討"),
    ("no verdict", "結論なし"),
    // Cooks.
    ("other checks undecided: {}, the first at ply {}, {}: {}", "ほかの王手が{}個未決、最初は{}手目{}：{}"),
    // Limits.
    ("out of time", "時間切れ"),
    ("out of nodes", "局面数の上限"),
    ("the tables are too small", "表が小さすぎる"),
    ("interrupted", "中断"),
    ("a certificate failed its check, a defect of tsumi", "証明書が検査に通らない（tsumi の欠陥）"),
    // Faults of the input.
    ("the id {} was given before", "id {} は前にもある"),
    ("the line is neither UTF-8 nor Shift_JIS", "行が UTF-8 でも Shift_JIS でもない"),
    ("{} (hint: {})", "{}（手掛かり：{}）"),
    ("column {}: {}", "{}桁目：{}"),
    ("ply {}: {}", "{}手目：{}"),
];

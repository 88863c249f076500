//! The sentences about a problem of a report.

use super::shown;
use tsumi::base::length::Length;
use tsumi::base::message::{In, Lang, Message, Part, message};
use tsumi::formats::text::shown;
use tsumi::row::{CookRow, Counts, NOTE, Row};
use tsumi::verify::{AtMost, Status};

/// How many other mates a line names, the shortest first.
const NAMED: usize = 3;

/// One line about a problem: `zuko-007  longer  mate takes 15 plies, 13 declared …`.
pub fn headline(row: &Row, lang: Lang) -> String {
    let mut out = format!(
        "{:<16} {:<18} ",
        shown(&row.name(), 60),
        shown(&row.status.join(" "), 100)
    );
    if row.has(Status::Error) {
        out += &format!("{}: ", shown(&row.place(), 200));
    }
    let reasons = reasons(row, lang);
    let faults = reasons.iter().filter(|(status, _)| status != NOTE);
    let texts: Vec<String> = faults.map(|(_, text)| shown(text, 300)).collect();
    out += &texts.join(match lang {
        Lang::En => "; ",
        Lang::Ja => "；",
    });
    out.trim_end().to_string()
}

/// The findings in words, each with its status, and a defect of tsumi; all other mates are in one
/// sentence.
pub fn reasons(row: &Row, lang: Lang) -> Vec<(String, String)> {
    let cooks = row.mates(Counts::Fault);
    let cooked = Status::Cooked.name();
    let mut said_of_cooks = false;
    let mut out = Vec::new();
    for finding in &row.findings {
        let text = match finding.status == cooked && cooks.len() > 1 {
            false => finding.said(lang).to_string(),
            true if said_of_cooks => continue,
            true => {
                said_of_cooks = true;
                others(row, &cooks).text(lang).to_string()
            }
        };
        out.push((finding.status.clone(), text));
    }
    let defect = row.defect_besides();
    out.extend(defect.map(|said| (Status::Error.name().into(), said.text(lang).into())));
    out
}

/// Shows another mate: its ply, its move and its length.
struct Other<'a>(&'a Row, &'a CookRow);

impl Part for Other<'_> {
    fn show(&self, lang: Lang, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Other(row, cook) = self;
        let length = at_most(cook.plies, cook.minimal);
        let length = In(&length, lang);
        let ply = cook.ply;
        let moves = shown::cook_in_words(row, cook, lang);
        let mv = moves.first().unwrap_or(&cook.mv);
        match lang {
            Lang::En => write!(f, "ply {ply} {mv} in {length}"),
            Lang::Ja => write!(f, "{ply}手目{mv}（{length}）"),
        }
    }
}

/// A length of a report, which has its upper bound and whether that is proved minimal.
pub fn at_most(plies: u32, minimal: bool) -> AtMost {
    AtMost(Length {
        lower: if minimal { plies } else { 0 },
        upper: plies,
    })
}

/// One sentence about several other mates.
fn others(row: &Row, cooks: &[&CookRow]) -> Message {
    let mut cooks = cooks.to_vec();
    cooks.sort_by_key(|cook| (cook.plies, cook.ply));
    let named = cooks.iter().take(NAMED).map(|&cook| Other(row, cook));
    let named = tsumi::base::message::List(named.collect());
    let count = cooks.len();
    match count.saturating_sub(NAMED) {
        0 => message!(
            "{count} other moves mate too (余詰): {named}",
            "余詰{count}件：{named}",
            count,
            named
        ),
        more => message!(
            "{count} other moves mate too (余詰), the shortest {named} and {more} more",
            "余詰{count}件、短いものから{named}、ほか{more}件",
            count,
            named,
            more
        ),
    }
}

/// What the marks of [`lengths`] mean.
pub fn legend() -> Message {
    message!(
        "Lengths: ✓ proved by a checked certificate, ≤ an upper bound, without a mark found by \
         search.",
        "手数：✓は検査済みの証明書による証明済み、≤は上限、印のないものは探索による。"
    )
}

/// The length: `21 ✓` where it is proved, `21` where the search has found it, or `≤ 53` where it may
/// be less, and the raw one in brackets where it differs; without a mate the verdict.
pub fn lengths(row: &Row, lang: Lang) -> String {
    let Some(plies) = row.plies else {
        return result(row, lang);
    };
    let one = |n: u32, metric: &str| {
        let has = |metrics: &[String]| metrics.iter().any(|m| m == metric);
        match (has(&row.minimal), has(&row.proved)) {
            (true, true) => format!("{n} ✓"),
            (true, false) => n.to_string(),
            (false, _) => format!("≤ {n}"),
        }
    };
    let counted = one(plies, "conventional");
    match row.raw_plies.filter(|&raw| raw != plies) {
        None => counted,
        Some(raw) => message!(
            "{counted} (raw {raw})",
            "{counted}（無駄合を数えて{raw}）",
            counted,
            raw = one(raw, "raw")
        )
        .text(lang)
        .to_string(),
    }
}

/// The verdict in a word.
fn result(row: &Row, lang: Lang) -> String {
    let said = match row.result.as_str() {
        "mate" => message!("mate", "詰み"),
        "nomate" => message!("no mate", "不詰"),
        "unknown" => message!("unknown", "不明"),
        "error" => message!("error", "誤り"),
        other => Message::from(other.to_string()),
    };
    said.text(lang).to_string()
}

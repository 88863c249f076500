//! Answers for a person at a terminal.

use super::report::Solved;
use super::{near_misses, refutation, variations};
use shogi_core::PieceKind;
use std::fmt;
pub use tsumi::base::message::Plies;
use tsumi::base::message::{Lang, Message, Part, message};
use tsumi::base::words::{length, pieces, proof};
use tsumi::formats::{Problem, diagram, notation, text, usi};
use tsumi::search::Metric;
use tsumi::shogi::rules;
use tsumi::solver::{Length, Limit, Outcome, Verdict};
use tsumi::verify::{AtMost, OtherMates, Quoted};

/// `1234567` as `1,234,567`.
pub fn grouped(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    out
}

/// [`wrapped_at`] with two blanks before each line.
pub fn wrapped(words: &[String]) -> String {
    wrapped_at(words, 2)
}

/// Full-width marks, after which Japanese has no blank.
const CLOSERS: [char; 4] = ['、', '。', '：', '；'];

/// Words in lines of about eighty columns, with `indent` blanks before each line.
pub fn wrapped_at(words: &[String], indent: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for word in words {
        let width = text::width(word);
        if column > 0 && column + 1 + width > 78 {
            out.push('\n');
            column = 0;
        }
        let gap = match column {
            0 => indent,
            _ if out.ends_with(CLOSERS) => 0,
            _ => 1,
        };
        out.push_str(&" ".repeat(gap));
        out.push_str(word);
        column += width + gap;
    }
    out
}

/// A text in lines, as [`wrapped_at`] has words; control characters are shown as such.
pub fn paragraph(said: &str, indent: usize) -> String {
    let shown = text::shown(said, 2_000);
    let words = shown.split(' ').flat_map(|word| word.split_inclusive('、'));
    let words: Vec<String> = words.map(str::to_string).collect();
    wrapped_at(&words, indent)
}

/// A number of entries of a certificate: `1 entry`, `1,234 entries`, 1,234 項.
struct Entries(usize);

impl Part for Entries {
    fn show(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = grouped(self.0 as u64);
        match (lang, self.0) {
            (Lang::En, 1) => write!(f, "1 entry"),
            (Lang::En, _) => write!(f, "{n} entries"),
            (Lang::Ja, _) => write!(f, "{n} 項"),
        }
    }
}

/// The verdict in one line.
fn verdict(outcome: &Outcome) -> Message {
    match outcome.verdict {
        Verdict::Mate { conventional, .. } => message!(
            "mate in {length}",
            "詰み：{length}",
            length = length(conventional, outcome.proves(Metric::Conventional))
        ),
        Verdict::NoMate => message!("no mate", "不詰"),
        Verdict::Unknown(limit) => message!("unknown: {why}", "不明：{why}", why = why(limit)),
    }
}

/// The verdict in one line, with both lengths where what is left makes a difference.
pub fn answer(solved: &Solved) -> Message {
    let verdict = verdict(&solved.outcome);
    let Some(line) = &solved.outcome.nothing_left else {
        return verdict;
    };
    message!(
        "{verdict}, {left} left; {plies} with nothing left{proof}, the main line by the custom of the classics",
        "{verdict}、{left}余り。駒余りのない最長は{plies}{proof}で、古典の慣習ではこれが本手順",
        verdict,
        left = pieces(&solved.outcome.leftover),
        plies = Plies(line.len() as u32),
        proof = proof(solved.outcome.proves_nothing_left())
    )
}

/// Why there is no verdict, and which option to raise.
fn why(limit: Limit) -> Message {
    let option = match limit {
        Limit::Time => "--time",
        Limit::Nodes => "--nodes",
        Limit::Memory => "--memory",
        Limit::Interrupted => return limit.message(),
        Limit::SelfCheck => {
            let defect = limit.message();
            return message!(
                "{defect}: please report it",
                "{defect}。報告をお願いします",
                defect
            );
        }
    };
    message!(
        "{limit} (raise {option})",
        "{limit}（{option} を増やす）",
        limit = limit.message(),
        option
    )
}

/// What is known of what is left in hand: that the longest defence leaves pieces may be proved, that
/// the attacker cannot leave any is found by search; while that is open, the line alone is meant.
fn known_of_leftover(solved: &Solved) -> Message {
    match solved.outcome.left_settled {
        true => proof(solved.outcome.proves_left(solved.custom)),
        false => message!(" (of this line)", "（この手順で）"),
    }
}

/// The pieces left in hand: `1 gold, 2 pawns`, 3枚（金1歩2）.
fn leftover(left: &[(PieceKind, u8)]) -> Message {
    let total: u32 = left.iter().map(|&(_, n)| u32::from(n)).sum();
    if total == 0 {
        return message!("pieces left in hand: none", "駒余り：なし");
    }
    message!(
        "pieces left in hand: {pieces}",
        "駒余り：{total}枚（{pieces}）",
        pieces = pieces(left)
    )
}

/// All lines about a solved problem.
pub fn solved(solved: &Solved, lang: Lang) -> String {
    let mut out = heading(&solved.problem, lang);
    out += &diagram::bod(solved.position());
    for said in findings(solved) {
        out += &format!("{}\n", said.text(lang));
    }
    if matches!(solved.outcome.verdict, Verdict::Mate { .. }) && !solved.line().is_empty() {
        out += &line(solved, lang);
    }
    if let Some(found) = solved.refutation() {
        out += &refutation::text(solved.position(), &found, solved.most, lang);
    }
    if let Some(found) = &solved.variations {
        out += &variations::text(solved.position(), found, lang);
    }
    if let Some(found) = &solved.near_misses {
        out += &near_misses::text(solved, found, lang);
    }
    out + "  " + effort(solved).text(lang) + "\n"
}

/// The id of a problem, and its place where the id is not the name of its file.
fn heading(problem: &Problem, lang: Lang) -> String {
    let id = text::shown(&problem.id, 200);
    if problem.id == problem.source.file {
        return id + "\n";
    }
    let place = message!(
        "  ({file}:{line})",
        "（{file} {line}行）",
        file = text::shown(&problem.source.file, 200),
        line = problem.source.line
    );
    id + place.text(lang) + "\n"
}

/// The verdict, and what is known of a mate, a line each.
fn findings(solved: &Solved) -> Vec<Message> {
    let outcome = &solved.outcome;
    let mut said = vec![answer(solved)];
    let Verdict::Mate { raw, conventional } = outcome.verdict else {
        return said;
    };
    if raw != conventional {
        said.push(message!(
            "  every interposition counted: {length}",
            "  無駄合いも数えた手数：{length}",
            length = length(raw, outcome.proves(Metric::Raw))
        ));
    }
    said.push(message!(
        "  {left}{known}",
        "  {left}{known}",
        left = leftover(solved.left()),
        known = known_of_leftover(solved)
    ));
    if let Some(declared) = solved.problem.plies {
        said.push(message!(
            "  declared length: {plies}{differs}",
            "  申告の手数：{plies}{differs}",
            plies = Plies(declared),
            differs = difference(declared, outcome, raw, conventional)
        ));
    }
    let glance = solved.glance.as_ref();
    said.extend(glance.map(|found| soundness(solved, found)));
    said
}

/// How a declared length differs from those of the mate; empty where it does not.
fn difference(declared: u32, outcome: &Outcome, raw: Length, conventional: Length) -> Message {
    let nothing_left = outcome.nothing_left.as_ref();
    if nothing_left.is_some_and(|line| line.len() == declared as usize) {
        return message!(" (by the custom of the classics)", "（古典の慣習による）");
    }
    match declared {
        n if n > conventional.upper && raw.is_exactly(n) => message!(
            " (with futile interpositions counted)",
            "（無駄合いを数えている）"
        ),
        n if n > conventional.upper => message!(" (differs: 早詰)", "（相違：早詰）"),
        n if n < conventional.lower => message!(" (differs: 変化長手数)", "（相違：変化長手数）"),
        _ => message!("", ""),
    }
}

/// What is known of the soundness of a composition whose length is proved, after a first look for
/// other mates.
fn soundness(solved: &Solved, found: &OtherMates) -> Message {
    let outcome = &solved.outcome;
    let left = match (&outcome.nothing_left, outcome.leftover.is_empty()) {
        (None, true) => message!("", ""),
        (None, false) if !outcome.left_settled => message!(
            "whether pieces are left over is open; ",
            "駒余りかどうか未決、"
        ),
        (None, false) => message!("pieces left over (駒余り); ", "駒余り、"),
        (Some(line), _) => message!(
            "a defence {more} longer leaves pieces (変長駒余り); ",
            "駒の余る変化が{more}長い（変長駒余り）、",
            more = Plies((outcome.line.len() - line.len()) as u32)
        ),
    };
    message!(
        "  soundness, at a first look: {left}{mates}",
        "  簡易検討：{left}{mates}",
        left,
        mates = other_mates(solved, found)
    )
}

/// What a first look for other mates found. Along a line that nobody declared they need not be
/// cooks (余詰), since another defence as long may be the intended one.
fn other_mates(solved: &Solved, found: &OtherMates) -> Message {
    let line = solved.looked_along();
    let along = match solved.problem.line.as_deref() == Some(line) {
        true => message!("the declared line", "作意"),
        false => message!("this line", "この手順"),
    };
    if let Some(cook) = found.shortest() {
        let at = rules::along(solved.position(), &line[..cook.ply as usize - 1]);
        return message!(
            "another mate along {along} at ply {ply}, {mv}, in {length}{more}{open}",
            "{along}のほかに詰みあり：{ply}手目{mv}以下{length}{more}{open}",
            along,
            ply = cook.ply,
            mv = Quoted::new(&at, cook.mv),
            length = AtMost(cook.conventional),
            more = match found.faults().count() - 1 {
                0 => message!("", ""),
                n => message!(", and {n} more", "（ほか{n}件）", n),
            },
            open = match found.open.len() {
                0 => message!("", ""),
                open => message!(
                    "; checks open: {open} (see tsumi verify)",
                    "、未決の王手{open}手（tsumi verify で検討）",
                    open
                ),
            }
        );
    }
    match found.open.len() {
        0 => message!(
            "no other mate along {along} before the last move (found by search)",
            "{along}のほかに詰みなし（最終手を除く。探索による）",
            along
        ),
        open => message!(
            "no other mate along {along} found yet; checks open: {open} (see tsumi verify)",
            "{along}のほかの詰みは見つからず、未決の王手{open}手（tsumi verify で検討）",
            along,
            open
        ),
    }
}

/// The line as books write it and in USI. In Japanese there are headings, and the notation ends
/// with まで…手詰 as a record does.
fn line(solved: &Solved, lang: Lang) -> String {
    let line = solved.line();
    let mut words = notation::words(solved.position(), line, lang);
    let usi: Vec<String> = usi::line(line).split(' ').map(str::to_string).collect();
    match lang {
        Lang::En => format!("{}\n{}\n", wrapped(&words), wrapped(&usi)),
        Lang::Ja => {
            words.push(format!("まで{}手詰", line.len()));
            format!(
                "  本手順：\n{}\n  USI：\n{}\n",
                wrapped(&words),
                wrapped(&usi)
            )
        }
    }
}

/// Nodes, time, memory and certificate in one line.
fn effort(solved: &Solved) -> Message {
    let outcome = &solved.outcome;
    let nothing = || Message::from(String::new());
    let certificate = match &outcome.certificate {
        None => nothing(),
        Some(_) => message!(
            ", certificate {entries}, {checked}",
            "、証明書 {entries}（{checked}）",
            entries = Entries(outcome.certificate_entries()),
            checked = match outcome.verified {
                true => message!("verified", "検査済み"),
                false => message!("not checked", "未検証"),
            }
        ),
    };
    let place = match &solved.certificate {
        None => nothing(),
        Some(path) => message!(
            ", in {path}",
            "：{path}",
            path = text::shown(&path.display().to_string(), 200)
        ),
    };
    message!(
        "{nodes} nodes, {seconds:.3} s, {speed} nodes/s, table {mib:.1} MiB{certificate}{place}",
        "局面数 {nodes}、{seconds:.3} 秒、毎秒 {speed} 局面、置換表 {mib:.1} MiB{certificate}{place}",
        nodes = grouped(outcome.nodes),
        seconds = outcome.elapsed.as_secs_f64(),
        speed = grouped(solved.speed() as u64),
        mib = outcome.table_bytes as f64 / f64::from(1 << 20),
        certificate,
        place
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_groups() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(123), "123");
    }

    #[test]
    fn words_of_the_leftover() {
        let none = leftover(&[(PieceKind::Gold, 0)]);
        assert_eq!(none.english(), "pieces left in hand: none");
        assert_eq!(none.japanese(), "駒余り：なし");
        let two = leftover(&[(PieceKind::Gold, 1), (PieceKind::Pawn, 2)]);
        assert_eq!(two.english(), "pieces left in hand: 1 gold, 2 pawns");
        assert_eq!(two.japanese(), "駒余り：3枚（金1歩2）");
    }
}

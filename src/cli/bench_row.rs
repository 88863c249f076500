//! One line of a benchmark: the cost of a search, and whether its answer contradicts the file.

use serde::{Deserialize, Serialize, Serializer};
use tsumi::base::message::{Message, message};
use tsumi::formats::Problem;
use tsumi::row::{minimal, reason};
use tsumi::solver::{Length, Outcome, Verdict};

/// The result of one problem, as it is printed and saved.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Row {
    pub id: String,
    /// `mate`, `nomate`, `unknown` or `error`.
    pub result: String,
    /// Conventional length of a mate in plies; an upper bound.
    pub plies: Option<u32>,
    /// Raw length of a mate in plies; an upper bound.
    pub raw_plies: Option<u32>,
    /// Plies of the longest line that leaves nothing, where the longest one leaves pieces.
    #[serde(default)]
    pub nothing_left: Option<u32>,
    /// The metrics in which the length is proved minimal: `raw`, `conventional`.
    #[serde(default)]
    pub minimal: Vec<String>,
    pub nodes: u64,
    /// Time of the search in milliseconds.
    pub ms: f64,
    /// Entries of the certificate.
    pub entries: usize,
    /// Greatest memory of the process so far, in MiB.
    pub peak_mib: f64,
    /// The limit that was reached, or why there is an error.
    #[serde(default)]
    pub reason: Option<String>,
    /// Contradictions with facts that the file states.
    #[serde(serialize_with = "english", skip_deserializing)]
    pub wrong: Vec<Message>,
    /// Differences from lengths that the file only declares.
    #[serde(serialize_with = "english", skip_deserializing)]
    pub differs: Vec<Message>,
}

fn english<S: Serializer>(texts: &[Message], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(texts.iter().map(Message::english))
}

impl Row {
    /// The row of a search that ended.
    pub fn new(problem: &Problem, outcome: &Outcome) -> Row {
        let (result, lengths, why) = match outcome.verdict {
            Verdict::Mate { raw, conventional } => ("mate", Some((raw, conventional)), None),
            Verdict::NoMate => ("nomate", None, None),
            Verdict::Unknown(limit) => ("unknown", None, Some(reason(limit).to_string())),
        };
        let mut row = Row {
            id: problem.id.clone(),
            result: result.to_string(),
            plies: lengths.map(|(_, conventional)| conventional.upper),
            raw_plies: lengths.map(|(raw, _)| raw.upper),
            nothing_left: outcome.nothing_left.as_ref().map(|line| line.len() as u32),
            minimal: minimal(&outcome.verdict)
                .into_iter()
                .map(str::to_string)
                .collect(),
            nodes: outcome.nodes,
            ms: outcome.elapsed.as_secs_f64() * 1e3,
            entries: outcome.certificate_entries(),
            peak_mib: peak_mib(),
            reason: why,
            wrong: Vec::new(),
            differs: Vec::new(),
        };
        row.compare_with_file(problem, outcome);
        row
    }

    /// The row of a problem without an outcome.
    pub fn broken(problem: &Problem, why: &Message) -> Row {
        Row {
            id: problem.id.clone(),
            result: "error".to_string(),
            plies: None,
            raw_plies: None,
            nothing_left: None,
            minimal: Vec::new(),
            nodes: 0,
            ms: 0.0,
            entries: 0,
            peak_mib: peak_mib(),
            reason: Some(why.english().to_string()),
            wrong: vec![message!("internal error: {why}", "内部エラー：{why}", why)],
            differs: Vec::new(),
        }
    }

    /// True when there is a verdict.
    pub fn decided(&self) -> bool {
        matches!(self.result.as_str(), "mate" | "nomate")
    }

    /// Compares what is proved with what the file says. In a row with `expect` the file states
    /// proved facts; without it `plies` is only what the author declared.
    fn compare_with_file(&mut self, problem: &Problem, outcome: &Outcome) {
        let expect = problem.expect;
        if let (Some(mate), true) = (expect.mate, self.decided())
            && mate != (self.result == "mate")
        {
            self.wrong.push(match mate {
                true => message!("expected mate, proved nomate", "詰みのはずが不詰を証明"),
                false => message!("expected nomate, proved mate", "不詰のはずが詰みを証明"),
            });
        }
        let Verdict::Mate { raw, conventional } = outcome.verdict else {
            return;
        };
        if let Some(fact) = expect.raw_plies
            && let Some(text) = contradiction(message!("raw length", "全手数"), raw, fact)
        {
            self.wrong.push(text);
        }
        if let Some(upper) = expect.raw_upper
            && raw.lower > upper
        {
            self.wrong.push(message!(
                "raw length at least {lower}, the file knows {upper} to suffice",
                "全手数は {lower} 以上。ファイルによれば {upper} で足りる",
                lower = raw.lower,
                upper
            ));
        }
        if let Some(fact) = problem.plies {
            let text = contradiction(message!("length", "手数"), conventional, fact);
            if expect.mate.is_some() {
                self.wrong.extend(text);
            } else if self.nothing_left != Some(fact) {
                self.differs.extend(text);
            }
        }
    }
}

/// How a length contradicts the true one, `fact`; `None` where it does not.
fn contradiction(name: Message, found: Length, fact: u32) -> Option<Message> {
    if found.upper < fact {
        Some(message!(
            "{name} {upper} found, {fact} expected",
            "{name} {upper}（{fact} のはず）",
            name,
            upper = found.upper,
            fact
        ))
    } else if found.lower > fact {
        Some(message!(
            "{name} at least {lower} proved, {fact} expected",
            "{name}は {lower} 以上と証明（{fact} のはず）",
            name,
            lower = found.lower,
            fact
        ))
    } else {
        None
    }
}

/// Greatest resident memory of this process so far, in MiB; 0 where the system does not tell.
pub fn peak_mib() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let kib = line.and_then(|l| l.split_whitespace().next()?.parse::<f64>().ok());
    kib.unwrap_or(0.0) / 1024.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contradictions() {
        let found =
            |lower, upper| contradiction("length".to_string().into(), Length { lower, upper }, 15);
        assert_eq!(found(15, 15), None);
        assert_eq!(found(0, 21), None, "an upper bound says nothing");
        assert!(found(0, 13).is_some(), "shorter than possible");
        assert!(found(17, 21).is_some());
        assert!(peak_mib() > 1.0);
    }
}

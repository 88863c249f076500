//! One contestant on one problem.
use super::{Answer, Problem};
use serde::Serialize;
use std::fmt;

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The attacker wins.
    Mate,
    /// The attacker does not win.
    NoMate,
    /// A limit came first.
    Unknown,
    /// The contestant returned an error or panicked.
    Error,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Mate => "mate",
            Verdict::NoMate => "nomate",
            Verdict::Unknown => "unknown",
            Verdict::Error => "error",
        })
    }
}

/// What one contestant did on one problem. The fields are those of CSV and JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub problem: String,
    pub algorithm: String,
    pub result: Verdict,
    /// Why there is no verdict; none when there is one.
    pub reason: Option<String>,
    /// Raw length found, in plies; exact from the algorithms that measure it, else
    /// an upper bound.
    pub raw_plies: Option<u32>,
    pub nodes: u64,
    pub seconds: f64,
    /// Entries of the table or nodes of the tree.
    pub entries: u64,
    /// True when it contradicts what is known of the problem, or is an error.
    pub wrong: bool,
    /// False for the algorithms that are known to err.
    pub sound: bool,
}

impl Row {
    /// The row of an answer, or of the message of an error or a panic.
    pub(super) fn new(
        problem: &Problem,
        name: &str,
        answer: Result<Answer, String>,
        seconds: f64,
    ) -> Row {
        let mut row = Row {
            problem: problem.id.clone(),
            algorithm: name.to_string(),
            result: Verdict::Unknown,
            reason: None,
            raw_plies: None,
            nodes: 0,
            seconds,
            entries: 0,
            wrong: false,
            sound: true,
        };
        let answer = match answer {
            Ok(answer) => answer,
            Err(message) => {
                row.result = Verdict::Error;
                row.reason = Some(message);
                row.wrong = true;
                return row;
            }
        };
        match answer.value {
            Ok(true) => row.result = Verdict::Mate,
            Ok(false) => row.result = Verdict::NoMate,
            Err(why) => row.reason = Some(why.to_string()),
        }
        row.raw_plies = answer.raw_plies;
        row.nodes = answer.nodes;
        row.entries = answer.entries;
        row.sound = answer.sound;
        if let (Some(known), Ok(found)) = (problem.mate, answer.value) {
            row.wrong = known != found;
        }
        if let (Some(known), Some(found)) = (problem.raw_plies, answer.raw_plies) {
            row.wrong |= found < known;
        }
        row
    }

    /// True when there is a verdict, mate or no mate.
    pub fn decided(&self) -> bool {
        matches!(self.result, Verdict::Mate | Verdict::NoMate)
    }

    /// The row as a line of JSON.
    ///
    /// # Errors
    /// Never with the fields of today.
    pub fn json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string(self)? + "\n")
    }

    /// The row as a line of CSV, below the line of headings if that is wanted.
    ///
    /// # Errors
    /// Never with the fields of today.
    pub fn csv(&self, heading: bool) -> csv::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut builder = csv::WriterBuilder::new();
        builder.has_headers(heading);
        builder.from_writer(&mut bytes).serialize(self)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_quotes_and_has_its_heading_when_asked() {
        let problem = Problem {
            id: "a,b".into(),
            ..Problem::default()
        };
        let row = Row::new(&problem, "pns", Err("no king".into()), 0.5);
        let line = "\"a,b\",pns,error,no king,,0,0.5,0,true,true\n";
        let heading =
            "problem,algorithm,result,reason,raw_plies,nodes,seconds,entries,wrong,sound\n";
        assert_eq!(row.csv(false).unwrap(), line.as_bytes());
        assert_eq!(
            row.csv(true).unwrap(),
            format!("{heading}{line}").as_bytes()
        );
    }
}

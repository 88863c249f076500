//! A row as it is made: from a problem, an error of the reader, a judgement.

use super::pin::Pin;
use super::words::{minimal, proved, reason, rounded};
use super::{
    Certificate, Checks, CookRow, Declared, DetourRow, ERROR, NOTE, Note, OpenCheck, OutlastingRow,
    Row, UNKNOWN,
};
use crate::base::message::{Message, message};
use crate::base::names::color;
use crate::formats::{InputError, Problem, usi};
use crate::proof::certificate::Claim;
use crate::solver::{self, Verdict};
use crate::verify::{Cook, Finding, Judgement, Status, Weight};
use shogi_core::ToUsi;

impl Row {
    /// The row of a problem before the search, or of an error of the reader.
    pub fn new(read: &Result<Problem, InputError>, from: Pin) -> Row {
        let mut row = match read {
            Ok(problem) => Row::of(problem, UNKNOWN),
            Err(error) => Row::unreadable(error),
        };
        row.from = Some(from);
        row
    }

    /// The row of an error of the reader.
    fn unreadable(error: &InputError) -> Row {
        let mut row = Row::empty(&error.file, error.line, ERROR);
        row.id = error.id.clone();
        let (column, what) = (error.column, &error.message);
        let mut why = match column {
            0 => what.clone(),
            _ => message!(
                "column {column}: {what}",
                "{column}桁目：{what}",
                column,
                what
            ),
        };
        if let Some(hint) = &error.hint {
            why = message!("{why} (hint: {hint})", "{why}（ヒント：{hint}）", why, hint);
        }
        row.complain("input", &why);
        row
    }

    /// The row of a problem on which the solver panicked, or which it refused.
    pub fn broken(mut self, reason: &str, why: &Message) -> Row {
        self.result = ERROR.to_string();
        self.complain(reason, why);
        self
    }

    /// Adds an error to the statuses and the findings.
    pub fn complain(&mut self, reason: &str, why: &Message) {
        let error = Status::Error.name().to_string();
        self.status
            .retain(|s| s != Status::Ok.name() && *s != error);
        self.status.insert(0, error.clone());
        self.differs = true;
        let note = Note {
            status: error,
            weight: Some(Weight::Fatal.name().to_string()),
            ply: None,
            mv: None,
            plies: None,
            reason: Some(reason.to_string()),
            text: why.english().to_string(),
            ja: Some(why.japanese().to_string()),
        };
        self.findings.insert(0, note);
    }

    /// The row of a problem with what is declared of it.
    pub fn of(problem: &Problem, result: &str) -> Row {
        let mut row = Row::empty(&problem.source.file, problem.source.line, result);
        row.id = Some(problem.id.clone());
        row.sfen = Some(problem.sfen());
        row.attacker = Some(color(problem.attacker).to_string());
        row.declared = Declared {
            plies: problem.plies,
            line: problem.line.as_ref().map(|line| usi::line(line)),
            expect: problem
                .expect
                .mate
                .map(|m| if m { "mate" } else { "nomate" }.to_string()),
            raw_plies: problem.expect.raw_plies,
        };
        row
    }

    /// The row with the judgement of the problem.
    pub fn judged(self, problem: &Problem, judgement: &Judgement) -> Row {
        let outcome = &judgement.outcome;
        let (result, lengths) = match outcome.verdict {
            Verdict::Mate { raw, conventional } => ("mate", Some((raw, conventional))),
            Verdict::NoMate => ("nomate", None),
            Verdict::Unknown(_) => (UNKNOWN, None),
        };
        let mut row = self;
        row.result = result.to_string();
        row.status = names(&judgement.statuses);
        row.differs = judgement.differs;
        row.plies = lengths.map(|(_, conventional)| conventional.upper);
        row.raw_plies = lengths.map(|(raw, _)| raw.upper);
        let names = |metrics: Vec<&str>| metrics.into_iter().map(str::to_string).collect();
        row.minimal = names(minimal(&outcome.verdict));
        row.proved = names(proved(outcome));
        row.leftover = lengths.map(|_| outcome.leftover.iter().map(|&(_, n)| u32::from(n)).sum());
        row.moves = usi::line(&outcome.line);
        row.nothing_left = outcome.nothing_left.as_ref().map(|line| usi::line(line));
        row.findings = judgement.findings.iter().map(note).collect();
        row.soundness = judgement.soundness.map(|s| s.name().to_string());
        let line = &judgement.main_line;
        row.searched = (!line.is_empty()).then(|| searched(problem, judgement).to_string());
        row.cooks = judgement.cooks.iter().map(cook).collect();
        row.checks = Checks {
            decided: judgement.decided,
            open: judgement.open.len() as u32,
        };
        row.open = open_checks(judgement);
        let detours = judgement.detours.iter().map(|&(ply, mv)| DetourRow {
            ply,
            mv: mv.to_usi_owned(),
        });
        row.detours = Some(detours.collect());
        let certificate = outcome.certificate.as_ref();
        row.certificate = certificate
            .filter(|_| result != UNKNOWN)
            .map(|certificate| Certificate::new(certificate, outcome.verified));
        let outlasting = judgement.outlasting.as_ref();
        row.outlasting = outlasting.map(|(ply, certificate)| OutlastingRow {
            ply: *ply,
            certificate: Certificate::new(certificate, true),
        });
        row.defect = outcome.defect.clone();
        row.nodes = judgement.nodes;
        row.threads = judgement.threads;
        row.ms = rounded(judgement.elapsed.as_secs_f64() * 1e3, 3);
        row.table_mib = rounded(judgement.table_bytes as f64 / f64::from(1 << 20), 1);
        row
    }
}

impl Certificate {
    fn new(certificate: &solver::Certificate, verified: bool) -> Certificate {
        Certificate {
            file: None,
            claim: certificate.claim().to_string(),
            claims: certificate.claims().iter().map(Claim::to_string).collect(),
            entries: certificate.len(),
            verified,
        }
    }
}

/// Which line was searched for cooks, where there is one.
fn searched(problem: &Problem, judgement: &Judgement) -> &'static str {
    let line = Some(&judgement.main_line);
    if problem.line.as_ref() == line {
        "declared"
    } else if judgement.outcome.nothing_left.as_ref() == line {
        "nothing_left"
    } else {
        "proved"
    }
}

/// The other checks that were not decided.
fn open_checks(judgement: &Judgement) -> Vec<OpenCheck> {
    let bounds = judgement.outcome.bounds_of_checks();
    let open = judgement.open.iter().map(|&(ply, mv)| OpenCheck {
        ply,
        mv: mv.to_usi_owned(),
        longer: bounds
            .iter()
            .find(|bound| (bound.ply, bound.mv) == (ply, mv))
            .and_then(|bound| bound.longer),
    });
    open.collect()
}

fn names(statuses: &[Status]) -> Vec<String> {
    statuses.iter().map(|s| s.name().to_string()).collect()
}

fn note(finding: &Finding) -> Note {
    let said = finding.message();
    Note {
        status: finding.status().map_or(NOTE, Status::name).to_string(),
        weight: Some(finding.weight().name().to_string()),
        ply: finding.ply(),
        mv: finding.mv().map(|mv| mv.to_usi_owned()),
        plies: finding.plies(),
        reason: finding.limit().map(|l| reason(l).to_string()),
        text: said.english().to_string(),
        ja: Some(said.japanese().to_string()),
    }
}

fn cook(cook: &Cook) -> CookRow {
    CookRow {
        ply: cook.ply,
        intended: cook.intended.to_usi_owned(),
        mv: cook.mv.to_usi_owned(),
        kind: cook.kind.name().to_string(),
        plies: cook.conventional.upper,
        minimal: cook.conventional.is_minimal(),
        raw_plies: cook.raw.upper,
        line: usi::line(&cook.line),
        certificate: Certificate::new(&cook.certificate, cook.verified),
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::base::message::Lang;
    use crate::formats::{Input, ReadOptions, read_input};
    use crate::solver::{Control, Limit};
    use crate::verify::{Settings, Verifier};

    const NINE: &str = "nine\t6s2/6l2/9/6BBk/9/9/9/9/9 b RPr4g3s4n3l17p 1\t9\t\
                        2d1c+ 1d1c R*2c 1c1b P*1c 1b1a 2c2a+ 1a2a 3d1b+";

    pub fn nine() -> Problem {
        let input = Input::Memory {
            name: "x.sfen".into(),
            bytes: NINE.into(),
        };
        let mut read = read_input(&input, &ReadOptions::default());
        read.next().unwrap().unwrap()
    }

    /// No certificate of the solver is known that is refused, so the refusal is set by hand.
    #[test]
    fn a_row_says_why_the_checker_refused_the_certificate() {
        let problem = nine();
        let settings = Settings {
            nodes: Some(1),
            ..Settings::default()
        };
        let mut verifier = Verifier::new(settings);
        let mut judgement = verifier.judge(&problem, Control::default()).unwrap();
        let defect = Some("entry 3: no move".to_string());
        judgement.outcome.verdict = Verdict::Unknown(Limit::SelfCheck);
        judgement.outcome.defect = defect.clone();
        judgement.findings = vec![Finding::NoVerdict {
            limit: Limit::SelfCheck,
            defect: defect.clone(),
        }];
        let row = Row::of(&problem, UNKNOWN).judged(&problem, &judgement);
        assert!(row.is_defect());
        assert_eq!(row.defect, defect);
        let line = serde_json::to_string(&row).unwrap();
        assert!(line.contains("\"defect\":\"entry 3: no move\""), "{line}");
        let said = [Lang::En, Lang::Ja].map(|lang| row.findings[0].said(lang));
        let want = [
            "no verdict: a certificate failed its check, a defect of tsumi: entry 3: no move",
            "結論なし：証明書の検査に失敗（tsumi の欠陥）：entry 3: no move",
        ];
        assert_eq!(said, want);
    }
}

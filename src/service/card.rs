//! The event `card`: what `tsumi verify` says of a single problem, in its order and its words.

use super::value::{Named, State, Step, Text};
use crate::base::problem::Problem;
use crate::shogi::rules;
use crate::verify::card::{ORDER, ideas, likewise};
use crate::verify::{Cook, Finding, Judgement, Quoted, Soundness, Status, Weight};
use serde::Serialize;
use shogi_core::{PartialPosition, ToUsi};

/// What is found out about a problem so far.
#[derive(Clone, Debug, Serialize)]
pub struct Card {
    pub soundness: Option<Grade>,
    /// True when nothing is open.
    pub settled: bool,
    /// True when the problem is proved not to be what it claims to be.
    pub differs: bool,
    /// The names of its statuses (docs/verify.md).
    pub status: Vec<&'static str>,
    /// The line that was looked at.
    pub along: Option<Along>,
    pub checks: Checks,
    pub groups: Vec<Group>,
}

/// Whether a problem is sound.
#[derive(Clone, Debug, Serialize)]
pub struct Grade {
    pub grade: &'static str,
    pub text: Text,
}

/// Which line was looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Along {
    Declared,
    Found,
}

/// How many other checks along the line were decided.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Checks {
    pub decided: u32,
    pub open: usize,
}

/// The findings of one weight.
#[derive(Clone, Debug, Serialize)]
pub struct Group {
    pub weight: &'static str,
    pub heading: Text,
    pub findings: Vec<Found>,
}

/// A finding.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// The status that it gives the problem; `None` of a remark.
    pub status: Option<&'static str>,
    /// From 1.
    pub ply: Option<u32>,
    /// The move that it is about, in USI and as books write it.
    pub usi: Option<String>,
    pub en: Option<String>,
    pub ja: Option<String>,
    /// Plies of the mate that was found, or the ply of the mate after a defence that lasts longer.
    pub plies: Option<u32>,
    /// What is known of `plies`, where they are those of another mate.
    pub state: Option<State>,
    pub text: Text,
    /// Another mate, from the position before `ply`.
    pub line: Vec<Step>,
    /// Other moves of the same idea.
    pub alike: Vec<Named>,
}

/// The card of a problem.
pub(super) fn card(problem: &Problem, judged: &Judgement) -> Card {
    let declared = problem.line.as_ref() == Some(&judged.main_line);
    let grade = |grade: Soundness| Grade {
        grade: grade.name(),
        text: grade.message().into(),
    };
    let writer = Writer { problem, judged };
    Card {
        soundness: judged.soundness.map(grade),
        settled: judged.is_settled(),
        differs: judged.differs,
        status: judged.statuses.iter().map(|status| status.name()).collect(),
        along: (!judged.main_line.is_empty()).then_some(match declared {
            true => Along::Declared,
            false => Along::Found,
        }),
        checks: Checks {
            decided: judged.decided,
            open: judged.open.len(),
        },
        groups: ORDER.into_iter().filter_map(|w| writer.group(w)).collect(),
    }
}

struct Writer<'a> {
    problem: &'a Problem,
    judged: &'a Judgement,
}

impl Writer<'_> {
    /// The findings of one weight, other mates last; `None` when there are none.
    fn group(&self, weight: Weight) -> Option<Group> {
        let here = self.judged.findings.iter().filter(|f| f.weight() == weight);
        let (cooked, others): (Vec<_>, Vec<_>) =
            here.partition(|f| matches!(f, Finding::Cooked(_)));
        let mut findings: Vec<Found> = others.into_iter().map(|f| self.found(f)).collect();
        let of = |f: &&Finding| {
            let mut cooks = self.judged.cooks.iter();
            cooks.find(|c| Some(c.ply) == f.ply() && Some(c.mv) == f.mv())
        };
        let mates = cooked.into_iter().filter_map(|f| Some((f, of(&f)?)));
        let key = |(_, cook): &(&Finding, &Cook)| {
            ((cook.conventional.upper, cook.ply), cook.mv.to_usi_owned())
        };
        for idea in ideas(mates.collect(), key) {
            findings.push(self.idea(&idea));
        }
        (!findings.is_empty()).then(|| Group {
            weight: weight.name(),
            heading: weight.message().into(),
            findings,
        })
    }

    /// The position before a ply of the line.
    fn before(&self, ply: u32) -> PartialPosition {
        rules::before(&self.problem.position, &self.judged.main_line, ply)
    }

    fn found(&self, finding: &Finding) -> Found {
        let (ply, mv) = (finding.ply(), finding.mv());
        let named = mv.zip(ply).and_then(|(mv, ply)| {
            let before = self.before(ply);
            rules::is_legal(&before, mv).then(|| Named::new(&before, mv))
        });
        let [usi, en, ja] = match named {
            Some(Named { usi, en, ja }) => [usi, en, ja].map(Some),
            None => [const { None }; 3],
        };
        Found {
            status: finding.status().map(Status::name),
            ply,
            usi,
            en,
            ja,
            plies: finding.plies(),
            state: None,
            text: finding.message().into(),
            line: Vec::new(),
            alike: Vec::new(),
        }
    }

    /// Other mates of one idea.
    fn idea(&self, idea: &[(&Finding, &Cook)]) -> Found {
        let (finding, cook) = idea[0];
        let before = self.before(cook.ply);
        let others = idea[1..].iter().map(|(_, other)| other);
        let quoted = others
            .clone()
            .map(|other| (Quoted::new(&before, other.mv), other.conventional));
        let more = likewise(cook.conventional, quoted.collect());
        let said = Text::from(finding.message());
        Found {
            state: Some(State::of(cook.conventional, false)),
            text: Text {
                en: said.en + more.english(),
                ja: said.ja + more.japanese(),
            },
            line: Step::line(&before, &cook.line),
            alike: others.map(|other| Named::new(&before, other.mv)).collect(),
            ..self.found(finding)
        }
    }
}

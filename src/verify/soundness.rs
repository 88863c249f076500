//! How much a finding weighs, and whether a problem is sound (完全作).

use super::finding::Finding;
use super::judge::Case;
use super::length_finding::ByClassics;
use super::remark::Remark;
use super::types::{CookKind, Cooks, Pace, Profile, Status};
use crate::base::message::{Message, message};
use crate::solver::{Outcome, Verdict};

/// What a finding means for a composition, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// The problem is unsound.
    Fatal,
    /// A fault by today's custom, tolerated in the classics; or one on which judges differ.
    Disputed,
    /// Nobody rejects a problem for it.
    Noted,
    /// Something is not known.
    Open,
}

impl Weight {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Weight::Fatal => "fatal",
            Weight::Disputed => "disputed",
            Weight::Noted => "noted",
            Weight::Open => "open",
        }
    }

    /// The heading for people.
    pub fn message(self) -> Message {
        match self {
            Weight::Fatal => message!("fatal:", "欠陥："),
            Weight::Disputed => message!("disputed:", "見方の分かれる点："),
            Weight::Noted => message!("noted:", "注記："),
            Weight::Open => message!("open:", "未決："),
        }
    }
}

impl Finding {
    /// How much it weighs.
    pub fn weight(&self) -> Weight {
        match (self, self.status()) {
            (Finding::Remark(remark), _) => remark.weight(),
            (Finding::LongerLeft(_), _) => Weight::Disputed,
            (Finding::Length(found), _) if found.is_shorter() && found.counts_all => {
                Weight::Disputed
            }
            (_, None) => Weight::Noted,
            (_, Some(Status::LongerLeft)) => Weight::Disputed,
            (_, Some(Status::Undecided)) => Weight::Open,
            _ if self.by_classics() == Some(ByClassics::Open) => Weight::Open,
            _ => Weight::Fatal,
        }
    }
}

impl Remark {
    fn weight(&self) -> Weight {
        match self {
            Remark::EqualCooked(_) => Weight::Disputed,
            Remark::UnrestrictedLonger(found) => match (found.kind, found.pace) {
                (_, Pace::Returns) => Weight::Noted,
                // Promotion that makes the mate longer would be another solution.
                (CookKind::Promotion, _) => Weight::Open,
                _ => Weight::Disputed,
            },
            _ => Weight::Noted,
        }
    }
}

/// Whether a problem is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Soundness {
    /// Not even an alternative that custom allows was found (完全限定).
    Flawless,
    /// Nothing but what custom allows was found (完全作).
    Sound,
    /// Sound by the custom of the classics, or disputed.
    Disputed,
    /// A fatal fault is proved (不完全作).
    Unsound,
    /// Something is not known that could make it unsound.
    Open,
}

impl Soundness {
    /// All grades, in the order in which summaries list them.
    pub const ALL: [Soundness; 5] = [
        Soundness::Flawless,
        Soundness::Sound,
        Soundness::Disputed,
        Soundness::Unsound,
        Soundness::Open,
    ];

    /// The grade with this name in reports.
    pub fn named(name: &str) -> Option<Soundness> {
        Soundness::ALL
            .into_iter()
            .find(|grade| grade.name() == name)
    }

    /// What the findings about a problem make of it.
    pub fn of(findings: &[Finding]) -> Soundness {
        let has = |weight| findings.iter().any(|f| f.weight() == weight);
        if has(Weight::Fatal) {
            Soundness::Unsound
        } else if has(Weight::Open) {
            Soundness::Open
        } else if has(Weight::Disputed) {
            Soundness::Disputed
        } else if has(Weight::Noted) {
            Soundness::Sound
        } else {
            Soundness::Flawless
        }
    }

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Soundness::Flawless => "flawless",
            Soundness::Sound => "sound",
            Soundness::Disputed => "disputed",
            Soundness::Unsound => "unsound",
            Soundness::Open => "open",
        }
    }

    /// In words.
    pub fn message(self) -> Message {
        match self {
            Soundness::Flawless => message!("sound, without any alternative", "完全作（完全限定）"),
            Soundness::Sound => message!("sound", "完全作"),
            Soundness::Disputed => message!(
                "disputed: a fault by one custom, none by another",
                "評価が分かれる（慣習によっては許容）"
            ),
            Soundness::Unsound => message!("unsound", "不完全作"),
            Soundness::Open => message!("open", "未決"),
        }
    }
}

impl Case<'_> {
    /// Whether the problem is sound; `None` where that is not asked.
    pub(super) fn soundness(&self, outcome: &Outcome) -> Option<Soundness> {
        let declared_none = self.problem.expect.mate == Some(false);
        if self.settings.profile == Profile::Game || declared_none {
            return None;
        }
        let cooks_known = matches!(self.settings.cooks, Cooks::Main | Cooks::All);
        let known = match outcome.verdict {
            Verdict::Mate { .. } => cooks_known && self.lengths(outcome).1.is_minimal(),
            _ => true,
        };
        Some(match Soundness::of(&self.findings) {
            Soundness::Unsound => Soundness::Unsound,
            _ if !known => Soundness::Open,
            grade => grade,
        })
    }
}

//! The order of the questions about one problem, and what follows from the answers.

use super::budget::{Beside, Budget};
use super::cooks::CookSearch;
use super::finding::Finding;
use super::leftover_finding::{Leftover, LeftoverOpen, LongerLeft};
use super::length_finding::{Departure, Left};
use super::other_mates::OtherMates;
use super::passes::Earlier;
use super::policy::{CLASSICS_FIRST, CLASSICS_NODES, COOKS_SHARE, FEW_OPEN_SHARE};
use super::solvers::{Sessions, Solvers};
use super::soundness::Weight;
use super::types::{Futile, Judgement, Profile, Settings, Status};
use crate::base::Problem;
use crate::search::Tuning;
use crate::shogi::{SetupError, rules};
use crate::solver::{Certificate, Control, Length, OutOfMemory, Outcome, Spare, Verdict};
use shogi_core::Move;
use std::sync::Arc;

/// Judges problems, one after the other, with one set of tables.
pub struct Verifier {
    pub(super) settings: Settings,
    pub(super) solvers: Solvers,
}

impl Verifier {
    /// Reserves the tables; memory is taken only as they fill.
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn try_new(settings: Settings) -> Result<Verifier, OutOfMemory> {
        let tuning = Tuning::default().shaken(settings.seed);
        let mut solvers = Solvers::new(settings.memory, settings.threads, tuning)?;
        solvers.set_proof_memory(settings.proof_memory);
        Ok(Verifier { settings, solvers })
    }

    /// [`Verifier::try_new`], for callers who need no error.
    ///
    /// # Panics
    /// When the system does not give the memory.
    pub fn new(settings: Settings) -> Verifier {
        Verifier::try_new(settings).unwrap_or_else(|error| panic!("{error}"))
    }

    /// From the next problem on, threads that are free elsewhere help
    /// ([`Solver::borrow_from`](crate::solver::Solver::borrow_from)).
    pub fn borrow_from(&mut self, spare: Arc<Spare>) {
        self.solvers.borrow_from(spare);
    }

    /// From the next problem on, nobody waits for the results of what is stopped, which ends the
    /// sooner for that and is worth nothing.
    pub fn abandon_what_is_stopped(&mut self) {
        self.solvers.abandon_what_is_stopped();
    }

    /// From the next problem on, problems are meant to keep other rules.
    pub fn set_profile(&mut self, profile: Profile) {
        self.settings.profile = profile;
    }

    /// Judges one problem.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn judge(
        &mut self,
        problem: &Problem,
        control: Control<'_>,
    ) -> Result<Judgement, SetupError> {
        self.judge_within(problem, self.settings.time, None, control)
    }

    /// Judges one problem with `time` in place of the limit in the settings, and with what an
    /// earlier verification of the same problem found out; its settings may differ from these
    /// in limits only.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn judge_within(
        &mut self,
        problem: &Problem,
        time: Option<std::time::Duration>,
        earlier: Option<&Earlier>,
        control: Control<'_>,
    ) -> Result<Judgement, SetupError> {
        let budget = Budget::new(time, self.settings.nodes, control);
        let beside = match self.settings.thorough {
            true => Beside::Everything,
            false => Beside::Part,
        };
        self.judge_in(budget.asking(beside), problem, earlier)
    }

    /// Judges one problem until a fault is proved.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub(super) fn judge_in_haste(
        &mut self,
        problem: &Problem,
        control: Control<'_>,
    ) -> Result<Judgement, SetupError> {
        let budget = Budget::new(self.settings.time, self.settings.nodes, control);
        self.judge_in(budget.asking(Beside::Nothing), problem, None)
    }

    fn judge_in(
        &mut self,
        budget: Budget<'_>,
        problem: &Problem,
        earlier: Option<&Earlier>,
    ) -> Result<Judgement, SetupError> {
        self.case(budget, problem, earlier).run()
    }

    /// A problem of which nothing is known yet but what an `earlier` verification has found.
    pub(super) fn case<'a>(
        &'a mut self,
        budget: Budget<'a>,
        problem: &'a Problem,
        earlier: Option<&'a Earlier>,
    ) -> Case<'a> {
        let sessions = self.solvers.begin(problem.attacker);
        Case::new(problem, &self.settings, earlier, sessions, budget)
    }
}

/// One problem while it is judged.
pub(super) struct Case<'a> {
    pub(super) problem: &'a Problem,
    pub(super) settings: &'a Settings,
    pub(super) earlier: Option<&'a Earlier>,
    pub(super) solvers: Sessions<'a>,
    pub(super) budget: Budget<'a>,
    /// The verdict with its lengths, where it was found before the judgement began.
    pub(super) answer: Option<Outcome>,
    /// True when the tables hold what was found before, and are kept.
    pub(super) is_warm: bool,
    pub(super) findings: Vec<Finding>,
    /// Where the declared line leaves the best play, when that is known, and what that leaves.
    pub(super) departure: Option<(Departure, Left)>,
    /// Whether a defence lasts longer than the line says; `None` before that was asked.
    pub(super) outlasted: Option<bool>,
    /// The ply of such a defence with the proof that it does.
    pub(super) outlasting: Option<(u32, Certificate)>,
}

/// The answers about one problem.
pub(super) struct Answers {
    pub(super) outcome: Outcome,
    /// The line along which other mates are searched for.
    pub(super) main_line: Vec<Move>,
    /// What was found besides it.
    pub(super) found: OtherMates,
}

impl Answers {
    fn without_line(outcome: Outcome) -> Answers {
        Answers {
            outcome,
            main_line: Vec::new(),
            found: OtherMates::default(),
        }
    }
}

impl<'a> Case<'a> {
    /// A problem about which nothing was asked yet.
    pub(super) fn new(
        problem: &'a Problem,
        settings: &'a Settings,
        earlier: Option<&'a Earlier>,
        solvers: Sessions<'a>,
        budget: Budget<'a>,
    ) -> Case<'a> {
        Case {
            problem,
            settings,
            earlier,
            solvers,
            budget,
            answer: None,
            is_warm: false,
            findings: Vec::new(),
            departure: None,
            outlasted: None,
            outlasting: None,
        }
    }
}

impl Case<'_> {
    /// Asks all questions and draws the conclusions.
    pub(super) fn run(&mut self) -> Result<Judgement, SetupError> {
        let line = self.declared_line();
        if !self.is_warm {
            self.solvers.main.forget();
        }
        // Most cooks are found by a short search, and the length of a cooked problem matters
        // less. So this comes before the verdict.
        let begun = match &line {
            Some(line) if !self.is_game() => Some(self.first_look(line)?),
            _ => None,
        };
        let outcome = self.verdict(line.as_deref(), begun.as_ref())?;
        let mut answers = match outcome.verdict {
            Verdict::Mate { .. } => self.mate(outcome, line.as_deref(), begun)?,
            Verdict::NoMate => {
                self.no_mate();
                self.branches(None)?;
                Answers::without_line(outcome)
            }
            Verdict::Unknown(limit) => {
                let defect = outcome.defect.clone();
                self.findings.push(Finding::NoVerdict { limit, defect });
                self.branches(None)?;
                let mut answers = Answers::without_line(outcome);
                if let (false, Some(line)) = (self.is_game(), line) {
                    // A cook proves that the problem differs, which needs no verdict.
                    answers.found = self.cooks(&line, begun, 100)?;
                    answers.main_line = line;
                }
                answers
            }
        };
        if self.settings.proofs && self.budget.beside != Beside::Nothing {
            self.prove(&mut answers)?;
        }
        Ok(self.judgement(answers))
    }

    /// Judges a mate: its length, its branches, and whether something else mates too.
    fn mate(
        &mut self,
        mut outcome: Outcome,
        line: Option<&[Move]>,
        mut begun: Option<CookSearch>,
    ) -> Result<Answers, SetupError> {
        let game = self.is_game();
        let mut early = None;
        if let (false, Some(line)) = (game, line)
            && self.is_open(&outcome, line)
            && self.outlasted != Some(true)
        {
            early = Some(self.early_cooks(line, begun.take())?);
            outcome = self.measured(outcome, line)?;
        }
        let agrees = self.compare_lengths(&outcome, line);
        let (_, length) = self.lengths(&outcome);
        if self.is_faulty() {
            self.budget.cut_back();
        }
        if !self.is_unsound() {
            self.settle_left(&mut outcome, line, CLASSICS_FIRST)?;
        }
        let mut main_line = self.main_line(line, &outcome);
        if !agrees && let Some(line) = line {
            self.find_departure(line, &outcome)?;
        }
        self.branches(self.declared(line))?;
        let mut found = OtherMates::default();
        if !game {
            if agrees {
                self.leftover(line, &outcome, length);
            }
            found = match early {
                Some(found) => found,
                None => self.cooks(&main_line, begun, 100)?,
            };
        }
        outcome = self.finished(outcome, line)?;
        self.settle_left(&mut outcome, line, CLASSICS_NODES)?;
        if line.is_none() && !game {
            self.follow_length(&outcome, &mut main_line, &mut found)?;
        }
        self.agree_on_what_is_left();
        self.go_on_with_cooks(&main_line, &mut found)?;
        if line.is_none() && !game {
            self.settle_intended(&mut outcome, &mut main_line, &mut found)?;
        }
        if let Some(line) = line {
            self.name_longer_replies(line)?;
        }
        if !game {
            self.remark(&main_line, &found)?;
            if !self.is_faulty() && self.is_as_long(&outcome, &main_line) {
                self.equal_defences(&main_line)?;
            }
        }
        Ok(Answers {
            outcome,
            main_line,
            found,
        })
    }

    /// Searches for other mates before the length is asked for again: where no other check mates, it
    /// follows from the line.
    fn early_cooks(
        &mut self,
        line: &[Move],
        begun: Option<CookSearch>,
    ) -> Result<OtherMates, SetupError> {
        let share = match self.left_few() {
            true => FEW_OPEN_SHARE,
            false => COOKS_SHARE,
        };
        let found = self.cooks(line, begun, share)?;
        if self.budget.beside == Beside::Nothing && self.is_unsound() {
            self.budget.cut_back();
        }
        Ok(found)
    }

    /// True for a position from a game, of which less is asked.
    fn is_game(&self) -> bool {
        self.settings.profile == Profile::Game
    }

    /// True when the mate is proved to be as long as a line.
    pub(super) fn is_as_long(&self, outcome: &Outcome, line: &[Move]) -> bool {
        let (_, length) = self.lengths(outcome);
        length.is_minimal() && length.upper as usize == line.len()
    }

    /// True when a fault is proved.
    pub(super) fn is_faulty(&self) -> bool {
        let proved = |f: &Finding| f.status().is_some_and(|s| s != Status::Undecided);
        self.findings.iter().any(proved)
    }

    /// True when a fatal fault is proved.
    pub(super) fn is_unsound(&self) -> bool {
        self.findings.iter().any(|f| f.weight() == Weight::Fatal)
    }

    /// True when an earlier verification left only a few checks open ([`Earlier::left_few`]).
    pub(super) fn left_few(&self) -> bool {
        self.earlier.is_some_and(Earlier::left_few)
    }

    /// The declared length in plies: the declared number, otherwise the length of the line.
    pub(super) fn declared(&self, line: Option<&[Move]>) -> Option<u32> {
        self.problem.plies.or(line.map(|l| l.len() as u32))
    }

    /// Adds the finding that the defender is never mated, unless that was declared.
    fn no_mate(&mut self) {
        if self.problem.expect.mate != Some(false) {
            self.findings.push(Finding::NoMate);
        }
    }

    /// Adds a finding about pieces that are left in hand at the end of the declared line, or of
    /// the solver's where none is declared and its length is minimal.
    pub(super) fn leftover(&mut self, line: Option<&[Move]>, outcome: &Outcome, length: Length) {
        let pieces = match line {
            Some(line) => {
                let end = rules::along(&self.problem.position, line);
                rules::held(&end, self.problem.attacker)
            }
            None if length.is_minimal() => outcome.leftover.clone(),
            None => return,
        };
        if pieces.is_empty() {
            return;
        }
        let is_declared = self.declared(line).is_some();
        self.findings.push(match &outcome.nothing_left {
            _ if line.is_none() && outcome.left_open => {
                let limit = self.budget.blame();
                Finding::LeftoverOpen(LeftoverOpen { limit })
            }
            Some(shorter) if !is_declared => Finding::LongerLeft(LongerLeft {
                pieces,
                plies: length.upper,
                nothing_left: shorter.len() as u32,
            }),
            _ => Finding::Leftover(Leftover { pieces }),
        });
    }

    /// What the findings make of the problem.
    fn judgement(&mut self, answers: Answers) -> Judgement {
        let Answers {
            outcome,
            main_line,
            found,
        } = answers;
        // What is said of the whole line comes before what is said of a ply.
        let ply = |f: &Finding| f.ply().filter(|_| !matches!(f, Finding::Length(_)));
        self.findings
            .sort_by_key(|f| (f.status().is_none(), f.status(), ply(f)));
        let mut statuses: Vec<Status> = self.findings.iter().filter_map(Finding::status).collect();
        statuses.dedup();
        if self.is_unsound_today() {
            // What is open besides changes nothing about the answer; the findings have it.
            statuses.retain(|&status| status != Status::Undecided);
        }
        let problem = self.problem;
        let claims = problem.plies.is_some()
            || problem.line.is_some()
            || problem.expect.mate.is_some()
            || problem.expect.raw_plies.is_some();
        let mate = matches!(outcome.verdict, Verdict::Mate { .. });
        // For a position from a game "no mate" is no difference, unless a mate was declared.
        let plain =
            self.is_game() && (!claims || problem.expect.mate.is_none() && problem.plies.is_none());
        let differs = statuses.iter().any(|s| match s {
            Status::Ok | Status::Undecided => false,
            Status::NoMate => !plain,
            _ => true,
        });
        if statuses.is_empty() {
            statuses.push(if mate && !claims {
                Status::Mate
            } else {
                Status::Ok
            });
        }
        let soundness = self.soundness(&outcome);
        let counts_left = !self.is_game() && self.settings.futile == Futile::Return;
        let lacks_length = self.lacks_length(&outcome, self.aim(problem.line.as_deref()));
        Judgement {
            answer_open: lacks_length || counts_left && outcome.left_open,
            statuses,
            differs,
            findings: std::mem::take(&mut self.findings),
            soundness,
            outcome,
            main_line,
            departure: self.departure.take().map(|(departure, _)| departure),
            outlasting: self.outlasting.take(),
            cooks: found.cooks,
            detours: found.detours,
            decided: found.decided,
            open: found.open,
            nodes: self.budget.used,
            elapsed: self.budget.elapsed(),
            table_bytes: self.budget.table_bytes,
            threads: self.budget.threads,
        }
    }
}

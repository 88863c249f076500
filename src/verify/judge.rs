//! The order of things for one problem, and what follows from what was found.

use super::budget::{Aim, Budget};
use super::solvers::{Sessions, Solvers};
use super::types::{
    Cook, CookKind, Cooks, Departure, Earlier, Finding, Futile, Judgement, Profile, Settings,
    Status,
};
use super::{LineState, cooks, replay};
use crate::base::Problem;
use crate::base::names::counted;
use crate::search::Tuning;
use crate::shogi::SetupError;
use crate::solver::{Control, Length, Limit, OutOfMemory, Outcome, Spare, Verdict};
use shogi_core::{Color, Hand, Move, PartialPosition, ToUsi};
use std::sync::Arc;

/// Judges problems, one after the other, with one set of tables.
pub struct Verifier {
    settings: Settings,
    solvers: Solvers,
}

impl Verifier {
    /// Reserves the tables (lazily mapped).
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn try_new(settings: Settings) -> Result<Verifier, OutOfMemory> {
        let tuning = Tuning::default().shaken(settings.seed);
        let solvers = Solvers::new(settings.memory, settings.threads, tuning)?;
        Ok(Verifier { settings, solvers })
    }

    /// [`Verifier::try_new`] where the memory is sure to be there.
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

    /// The same with a time limit of its own, and with what an earlier verification of
    /// this very problem found out, by the same settings but for limits.
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
        Case {
            problem,
            settings: &self.settings,
            earlier,
            solvers: self.solvers.begin(problem.attacker),
            budget: Budget::new(time, self.settings.nodes, control),
            findings: Vec::new(),
            departure: None,
            outlasted: None,
        }
        .run()
    }
}

/// Percent of the budget for a first look for cooks, before the verdict.
const FIRST_SHARE: u32 = 25;

/// Percent of the budget for cooks where the length is still open.
const COOKS_SHARE: u32 = 85;

/// The same where an earlier search left few of them ([`Earlier::left_few`]).
const FEW_SHARE: u32 = 95;

/// A problem before the judge.
pub(super) struct Case<'a> {
    pub(super) problem: &'a Problem,
    pub(super) settings: &'a Settings,
    pub(super) earlier: Option<&'a Earlier>,
    pub(super) solvers: Sessions<'a>,
    pub(super) budget: Budget<'a>,
    pub(super) findings: Vec<Finding>,
    /// Where the declared line leaves the best play, when that is known.
    pub(super) departure: Option<Departure>,
    /// Whether a defence lasts longer than the line says, once asked for.
    pub(super) outlasted: Option<bool>,
}

impl Case<'_> {
    fn run(mut self) -> Result<Judgement, SetupError> {
        let line = self.declared_line()?;
        self.solvers.main.forget();
        let game = self.settings.profile == Profile::Game;
        // Most cooks are found soon, and then the minimal length is not worth so much.
        let mut hunt = None;
        if let (false, Some(line)) = (game, &line) {
            let mut search = self.cook_search(line)?;
            search.pass(&mut self.solvers, &mut self.budget, FIRST_SHARE)?;
            hunt = Some(search);
        }
        let mut outcome = self.verdict(line.as_deref(), hunt.as_ref())?;
        let mut found = cooks::Found::default();
        let mut main_line = Vec::new();
        match outcome.verdict {
            Verdict::Unknown(limit) => {
                self.undecided(limit, format!("no verdict: {}", said(limit)));
                self.branches(None)?;
                if let (false, Some(line)) = (game, line) {
                    // A cook is a mate as well; without a verdict it says even more.
                    main_line = line;
                    found = self.cooks(&main_line, hunt, 100)?;
                }
            }
            Verdict::NoMate => {
                self.no_mate();
                self.branches(None)?;
            }
            Verdict::Mate { .. } => {
                let mut early = None;
                if let (false, Some(line)) = (game, &line)
                    && self.is_open(&outcome, line)
                    && self.outlasted != Some(true)
                {
                    // Where nothing else mates, the length follows from the line.
                    let share = match self.left_few() {
                        true => FEW_SHARE,
                        false => COOKS_SHARE,
                    };
                    early = Some(self.cooks(line, hunt.take(), share)?);
                    outcome = self.measured(outcome, line)?;
                }
                let (raw, length) = self.lengths(&outcome);
                let agrees = self.compare_lengths(length, raw, &line, &outcome);
                if self.findings.iter().any(|f| f.status != Status::Undecided) {
                    self.budget.settle();
                }
                main_line = line.clone().unwrap_or_else(|| outcome.line.clone());
                if !agrees && let Some(line) = &line {
                    self.find_departure(line, length);
                }
                self.branches(self.declared(line.as_deref()))?;
                if !game {
                    if agrees {
                        self.leftover(line.as_deref(), &outcome, length);
                    }
                    found = match early {
                        Some(found) => found,
                        None => self.cooks(&main_line, hunt, 100)?,
                    };
                }
            }
        }
        Ok(self.judgement(outcome, main_line, found))
    }

    /// True when an earlier search left a few hard checks open.
    pub(super) fn left_few(&self) -> bool {
        self.earlier.is_some_and(Earlier::left_few)
    }

    /// The declared length, by a number or by the line.
    pub(super) fn declared(&self, line: Option<&[Move]>) -> Option<u32> {
        self.problem.plies.or(line.map(|l| l.len() as u32))
    }

    /// Replays the declared line; its moves when it holds.
    fn declared_line(&mut self) -> Result<Option<Vec<Move>>, SetupError> {
        let state = replay(self.problem);
        let moves = match state {
            LineState::None => None,
            LineState::Fails { ply, why } => {
                self.line_fails(ply, why);
                None
            }
            LineState::Mate(moves) => Some(moves),
            LineState::Reply(moves, reply) => {
                let mut end = self.problem.position.clone();
                for &mv in &moves {
                    if end.make_move(mv).is_none() {
                        break;
                    }
                }
                let why = self.not_mate_yet(&end, reply)?;
                match why {
                    None => Some(moves),
                    Some(why) => {
                        self.line_fails(moves.len() as u32 + 1, why);
                        None
                    }
                }
            }
        };
        if let (Some(moves), Some(plies)) = (&moves, self.problem.plies)
            && moves.len() as u32 != plies
        {
            let text = format!("the line has {} plies, {plies} are declared", moves.len());
            self.findings.push(Finding::new(Status::LineFails, text));
        }
        Ok(moves)
    }

    /// The end of a line at which a reply is left: why it is no mate, unless every
    /// reply is futile.
    pub(super) fn not_mate_yet(
        &mut self,
        end: &PartialPosition,
        reply: Move,
    ) -> Result<Option<String>, SetupError> {
        let reply = reply.to_usi_owned();
        if self.settings.futile == Futile::None {
            return Ok(Some(format!(
                "no mate at the end: the reply {reply} is left"
            )));
        }
        let aim = Aim {
            shortest_conventional: true,
            ..Aim::default()
        };
        // The position is asked about by itself.
        self.solvers.main.forget();
        let outcome = self.budget.solve(&mut self.solvers.main, end, aim)?;
        Ok(match outcome.verdict {
            Verdict::Mate { conventional, .. } if conventional.upper == 0 => None,
            Verdict::Mate { conventional, .. } if conventional.lower > 0 => Some(format!(
                "no mate at the end: the reply {reply} is left, and it takes {} more plies",
                conventional.upper
            )),
            Verdict::NoMate => Some(format!("no mate at the end: the reply {reply} escapes")),
            Verdict::Mate { .. } | Verdict::Unknown(_) => {
                let text = format!("whether the reply {reply} at the end of the line is futile");
                self.undecided(self.budget.blame(), text);
                None
            }
        })
    }

    fn line_fails(&mut self, ply: u32, why: String) {
        self.findings.push(Finding {
            ply: Some(ply),
            ..Finding::new(Status::LineFails, format!("ply {ply}: {why}"))
        });
    }

    pub(super) fn undecided(&mut self, limit: Limit, text: String) {
        self.findings.push(Finding {
            limit: Some(limit),
            ..Finding::new(Status::Undecided, text)
        });
    }

    fn no_mate(&mut self) {
        if self.problem.expect.mate != Some(false) {
            let text = "no mate (不詰): the defender is never mated";
            self.findings.push(Finding::new(Status::NoMate, text));
        }
    }

    /// Pieces left in hand at the end of the line that counts.
    fn leftover(&mut self, line: Option<&[Move]>, outcome: &Outcome, length: Length) {
        let left = match line {
            Some(line) => hand_at_end(&self.problem.position, self.problem.attacker, line),
            None if length.is_minimal() => outcome.leftover.clone(),
            None => return,
        };
        if left.is_empty() {
            return;
        }
        let words: Vec<String> = left
            .iter()
            .map(|&(kind, n)| counted(u32::from(n), kind))
            .collect();
        let text = format!(
            "pieces left in hand at the end: {} (駒余り)",
            words.join(", ")
        );
        self.findings.push(Finding::new(Status::Leftover, text));
    }

    fn cook_search(&self, line: &[Move]) -> Result<cooks::Search, SetupError> {
        let (position, attacker) = (&self.problem.position, self.problem.attacker);
        let search = cooks::Search::new(position, attacker, line, self.settings.cooks)?;
        let declared = self.problem.line.as_deref() == Some(line);
        Ok(match self.earlier.filter(|_| declared) {
            Some(earlier) => search.after(earlier),
            None => search,
        })
    }

    /// Searches for cooks, or goes on with it, until that part of the budget is used.
    fn cooks(
        &mut self,
        line: &[Move],
        begun: Option<cooks::Search>,
        share: u32,
    ) -> Result<cooks::Found, SetupError> {
        let search = match begun {
            Some(search) => search,
            None => self.cook_search(line)?,
        };
        let found = search.run(&mut self.solvers, &mut self.budget, share)?;
        let counts = |c: &&Cook| self.settings.cooks == Cooks::All || !c.kind.is_minor();
        self.findings
            .extend(found.cooks.iter().filter(counts).map(cooked));
        if self.settings.cooks != Cooks::Off
            && let Some(&(ply, mv)) = found.open.first()
        {
            let limit = self.budget.blame();
            let text = format!(
                "other checks undecided: {}, the first at ply {ply}, {}: {}",
                found.open.len(),
                mv.to_usi_owned(),
                said(limit)
            );
            self.undecided(limit, text);
        }
        Ok(found)
    }

    fn judgement(
        mut self,
        outcome: Outcome,
        main_line: Vec<Move>,
        found: cooks::Found,
    ) -> Judgement {
        self.findings.sort_by_key(|f| (f.status, f.ply));
        let mut statuses: Vec<Status> = self.findings.iter().map(|f| f.status).collect();
        statuses.dedup();
        let problem = self.problem;
        let claims = problem.plies.is_some()
            || problem.line.is_some()
            || problem.expect.mate.is_some()
            || problem.expect.raw_plies.is_some();
        let mate = matches!(outcome.verdict, Verdict::Mate { .. });
        // In a game no mate is an answer like any other, unless a mate was declared.
        let plain = self.settings.profile == Profile::Game
            && (!claims || problem.expect.mate.is_none() && problem.plies.is_none());
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
        Judgement {
            statuses,
            differs,
            findings: self.findings,
            outcome,
            main_line,
            departure: self.departure,
            cooks: found.cooks,
            decided: found.decided,
            open: found.open,
            nodes: self.budget.used,
            elapsed: self.budget.elapsed(),
            table_bytes: self.budget.table_bytes,
            threads: self.budget.threads,
        }
    }
}

fn cooked(cook: &Cook) -> Finding {
    let plies = if cook.plies.is_minimal() {
        format!("{}", cook.plies.upper)
    } else {
        format!("at most {}", cook.plies.upper)
    };
    let kind = match cook.kind {
        CookKind::Move => "余詰",
        CookKind::Promotion => "成不成非限定",
        CookKind::Distance => "距離非限定",
    };
    Finding {
        status: Status::Cooked,
        ply: Some(cook.ply),
        mv: Some(cook.mv),
        plies: Some(cook.plies.upper),
        limit: None,
        text: format!(
            "ply {}: {} mates too, in {plies} plies, instead of {} ({kind})",
            cook.ply,
            cook.mv.to_usi_owned(),
            cook.intended.to_usi_owned()
        ),
    }
}

/// What the attacker holds at the end of a line.
fn hand_at_end(
    root: &PartialPosition,
    attacker: Color,
    line: &[Move],
) -> Vec<(shogi_core::PieceKind, u8)> {
    let mut end = root.clone();
    for &mv in line {
        if end.make_move(mv).is_none() {
            break;
        }
    }
    let hand = end.hand_of_a_player(attacker);
    Hand::all_hand_pieces()
        .filter_map(|kind| hand.count(kind).filter(|&n| n > 0).map(|n| (kind, n)))
        .collect()
}

/// A limit in words.
fn said(limit: Limit) -> &'static str {
    match limit {
        Limit::Time => "out of time",
        Limit::Nodes => "out of nodes",
        Limit::Memory => "the tables are too small",
        Limit::Interrupted => "interrupted",
        Limit::SelfCheck => "a certificate failed its check, a defect of tsumi",
    }
}

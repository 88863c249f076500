//! The work on one problem of a collection.

use super::collection::Member;
use super::progress::Progress;
use super::proofs;
use crate::cli::args_verify::Verify;
use crate::cli::fault::{Fault, too_much};
use crate::cli::panics;
use crate::cli::stop::Stop;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use tsumi::base::message::{Message, message};
use tsumi::formats::Problem;
use tsumi::formats::text::shown;
use tsumi::row::AuditRow;
use tsumi::row::Row;
use tsumi::shogi::SetupError;
use tsumi::solver::{Control, Limit, OutOfMemory, Plan};
use tsumi::verify::passes::Pass;
use tsumi::verify::{Audit, Earlier, Finding, Judgement, Settings, Shares, Verifier};

/// A job for a worker.
pub enum Job {
    /// A problem, its row before the search, and its row of the pass before.
    Problem {
        member: Box<Member>,
        new: Box<Row>,
        before: Option<Box<Row>>,
    },
    /// A row of the pass before that is taken over.
    Done(Box<Row>),
    /// The run cannot go on.
    Fatal(Fault),
}

/// The result of a job.
pub enum Finished {
    Row(Box<Row>),
    /// The run was stopped during the search, so the problem gets no row in the report and a run
    /// that continues it asks it again.
    Stopped,
    /// The run cannot go on.
    Fatal(Fault),
}

/// Judges problems, one after the other.
pub struct Worker {
    settings: Settings,
    plan: Plan,
    shares: Option<Arc<Shares>>,
    /// The folder of certificates.
    folder: Option<PathBuf>,
    /// True to audit each problem.
    audits: bool,
    /// True when a report is written, which another run may continue.
    keeps: bool,
    progress: Arc<Progress>,
    stop: Stop,
    /// Kept from problem to problem; `None` before the first, and after a panic.
    verifier: Option<Verifier>,
}

/// A clone makes a verifier with tables of its own.
impl Clone for Worker {
    fn clone(&self) -> Worker {
        Worker {
            settings: self.settings.clone(),
            plan: self.plan.clone(),
            shares: self.shares.clone(),
            folder: self.folder.clone(),
            audits: self.audits,
            keeps: self.keeps,
            progress: self.progress.clone(),
            stop: self.stop.clone(),
            verifier: None,
        }
    }
}

impl Worker {
    /// A worker of a pass.
    pub fn new(
        args: &Verify,
        pass: &Pass,
        plan: &Plan,
        progress: &Arc<Progress>,
        stop: &Stop,
    ) -> Worker {
        let settings = args.settings(plan.memory);
        Worker {
            settings: Settings {
                threads: plan.threads,
                proof_memory: plan.proof_memory,
                time: settings.time.into_iter().chain(pass.time).min(),
                thorough: pass.is_thorough(),
                seed: settings.seed + pass.seed,
                ..settings
            },
            plan: plan.clone(),
            shares: pass.shares.clone(),
            folder: args.certificates.clone(),
            audits: args.audit,
            keeps: args.keeps_a_report(),
            progress: progress.clone(),
            stop: stop.clone(),
            verifier: None,
        }
    }

    /// A verifier with the settings of this worker.
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub fn try_verifier(&self) -> Result<Verifier, OutOfMemory> {
        Verifier::try_new(self.settings.clone())
    }

    /// The verifier of this worker, or a new one, which borrows spare threads.
    ///
    /// # Errors
    /// When the system does not give the memory.
    fn take_verifier(&mut self) -> Result<Verifier, OutOfMemory> {
        if let Some(verifier) = self.verifier.take() {
            return Ok(verifier);
        }
        let mut verifier = self.try_verifier()?;
        if let Some(spare) = &self.plan.spare {
            verifier.borrow_from(spare.clone());
        }
        Ok(verifier)
    }

    /// Does a job.
    pub fn work(&mut self, job: Job) -> Finished {
        match job {
            Job::Done(row) => Finished::Row(row),
            Job::Fatal(error) => Finished::Fatal(error),
            Job::Problem {
                member,
                new,
                before,
            } => match &member.read {
                // The row of an error of the reader is complete.
                Err(_) => Finished::Row(new),
                Ok(problem) => {
                    self.progress.begins(&problem.id);
                    self.judge(problem, &member, *new, before.as_deref())
                }
            },
        }
    }

    /// Judges a problem. A panic of the solver ends the problem, but not the run.
    fn judge(
        &mut self,
        problem: &Problem,
        member: &Member,
        new: Row,
        before: Option<&Row>,
    ) -> Finished {
        let earlier = before.and_then(|row| row.earlier(problem, self.settings.futile));
        let mut verifier = match self.take_verifier() {
            Ok(verifier) => verifier,
            Err(error) => return Finished::Fatal(too_much(error).into()),
        };
        let search = || self.search(&mut verifier, problem, earlier.as_ref());
        let judged = catch_unwind(AssertUnwindSafe(search));
        if judged.is_ok() {
            self.verifier = Some(verifier);
        }
        let mut row = match judged {
            Ok(Ok((judgement, audit))) => {
                if self.keeps && self.is_cut(&judgement, audit.as_ref(), before) {
                    return Finished::Stopped;
                }
                let mut row = new.judged(problem, &judgement);
                if let Some(audit) = &audit {
                    row.nodes += audit.nodes;
                    row.ms += audit.elapsed.as_secs_f64() * 1e3;
                    row.note_defect(audit.defect.as_ref());
                    row.audit = Some(AuditRow::new(audit));
                }
                if let Some(before) = before
                    && before.extent().says_more_than(&judgement.extent())
                {
                    // Within less time this pass can find out less than the one before it.
                    let mut kept = before.clone();
                    kept.add_effort(&row);
                    return Finished::Row(Box::new(kept));
                }
                if let (Some(before), Some(_)) = (before, &earlier) {
                    row.add_effort(before);
                }
                if let Some(folder) = &self.folder
                    && let Err(error) = proofs::write(folder, &member.name, &judgement, &mut row)
                {
                    return Finished::Fatal(error.into());
                }
                row
            }
            Ok(Err(error)) => new.broken("input", &Message::from(error.to_string())),
            Err(panic) => new.broken("internal", &Message::from(panics::words(&*panic))),
        };
        faults(problem, member.duplicate, &mut row);
        Finished::Row(Box::new(row))
    }

    /// Finds out what a row says of a problem.
    fn search(
        &self,
        verifier: &mut Verifier,
        problem: &Problem,
        earlier: Option<&Earlier>,
    ) -> Result<(Judgement, Option<Audit>), SetupError> {
        let control = Control {
            stop: Some(self.stop.flag()),
            progress: None,
        };
        let share = self.shares.as_ref().map(|s| s.next(self.plan.workers));
        let time = self.settings.time.into_iter().chain(share).min();
        let judged = verifier.judge_within(problem, time, earlier, control)?;
        let audit = match self.audits {
            true => Some(verifier.audit(problem, &judged, control)?),
            false => None,
        };
        Ok((judged, audit))
    }

    /// True when a stop has cut a problem short, which is then left for `--resume`: proofs and
    /// remarks need not have left a trace of it. Where only the time for everything is over, and an
    /// earlier pass has an answer, it is not left for proofs alone: no row would follow it.
    fn is_cut(&self, judged: &Judgement, audit: Option<&Audit>, before: Option<&Row>) -> bool {
        let stopped = |f: &Finding| f.limit() == Some(Limit::Interrupted);
        let asked = judged.findings.iter().any(stopped) || audit.is_some();
        self.stop.is_set() && (asked || before.is_none() || self.stop.quits())
    }
}

/// Adds errors about the id and the encoding of a problem to its row.
fn faults(problem: &Problem, duplicate: bool, row: &mut Row) {
    if problem.id.contains('\u{fffd}') {
        let why = message!(
            "the line is neither UTF-8 nor Shift_JIS nor EUC-JP",
            "行が UTF-8 でも Shift_JIS でも EUC-JP でもない"
        );
        row.complain("encoding", &why);
    }
    if duplicate {
        let why = message!(
            "the id {id} was given before",
            "id {id} は前にもある",
            id = shown(&problem.id, 100)
        );
        row.complain("duplicate", &why);
    }
}

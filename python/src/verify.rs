//! Verifying problems, and auditing them.

use crate::arguments::{self, Given, flag, named};
use crate::certificate::Certificate;
use crate::errors::{at, guarded, too_much};
use crate::problem::Problem;
use crate::watch::{Stop, Watch};
use parking_lot::Mutex;
use pyo3::prelude::*;
use std::sync::Arc;
use tsumi::row::{AuditRow, Besides, Pin, Row};
use tsumi::shogi::SetupError;
use tsumi::solver::{self, Control, Plan};
use tsumi::verify::{self, Audit, Cooks, Futile, Judgement, Profile, Settings};

/// Verifiers with their tables, one for each call that runs at the same time.
#[pyclass(frozen, module = "tsumi._tsumi")]
pub struct Verifier {
    settings: Settings,
    plan: Plan,
    idle: Mutex<Vec<verify::Verifier>>,
}

#[pymethods]
impl Verifier {
    /// Verifiers for so many problems, with so many threads and bytes for tables all together.
    #[new]
    #[expect(
        clippy::too_many_arguments,
        reason = "they are the keywords of tsumi.verify"
    )]
    fn new(
        memory: usize,
        threads: &Bound<'_, PyAny>,
        problems: usize,
        profile: &Bound<'_, PyAny>,
        futile: &Bound<'_, PyAny>,
        cooks: &Bound<'_, PyAny>,
        time: Given<'_>,
        nodes: Given<'_>,
        shortest_raw: &Bound<'_, PyAny>,
        proofs: &Bound<'_, PyAny>,
    ) -> PyResult<Verifier> {
        let proofs = flag("proofs", proofs)?;
        let plan = Plan::new(arguments::threads(threads)?, memory, problems).for_proofs(proofs);
        let settings = Settings {
            profile: named(
                "profile",
                profile,
                &Profile::ALL.map(|one| (one, one.name())),
            )?,
            futile: named("futile", futile, &Futile::ALL.map(|one| (one, one.name())))?,
            cooks: named("cooks", cooks, &Cooks::ALL.map(|one| (one, one.name())))?,
            time: arguments::time(time)?,
            nodes: arguments::nodes(nodes)?,
            memory: plan.memory,
            proof_memory: plan.proof_memory,
            threads: plan.threads,
            shortest_raw: flag("shortest_raw", shortest_raw)?,
            proofs,
            thorough: false,
            seed: 0,
        };
        let first = make(&settings, &plan)?;
        Ok(Verifier {
            settings,
            plan,
            idle: Mutex::new(vec![first]),
        })
    }

    /// Problems at a time.
    #[getter]
    fn workers(&self) -> usize {
        self.plan.workers
    }

    /// Judges a problem, and audits it where that is asked for.
    #[pyo3(signature = (problem, audit, stop=None))]
    fn judge(
        &self,
        py: Python<'_>,
        problem: &Problem,
        audit: bool,
        stop: Option<PyRef<'_, Stop>>,
    ) -> PyResult<Judged> {
        let idle = self.idle.lock().pop();
        let mut verifier = match idle {
            Some(verifier) => verifier,
            None => make(&self.settings, &self.plan)?,
        };
        let watch = Watch::new(stop.as_deref());
        let problem = problem.0.clone();
        let control = Control {
            stop: Some(&watch.halt),
            progress: None,
        };
        // After a panic nobody knows what state the tables are in: they are dropped with it.
        let work = || {
            let mut judge = || -> Result<_, SetupError> {
                let judged = verifier.judge(&problem, control)?;
                let audit = audit.then(|| verifier.audit(&problem, &judged, control));
                Ok((judged, audit.transpose()?))
            };
            let judged = judge();
            (verifier, judged)
        };
        let (verifier, judged) = watch.during(py, work)?;
        self.idle.lock().push(verifier);
        let (judged, audit) = judged.map_err(|why| at(&problem, why.message()))?;
        Ok(self.judged(&problem, judged, audit.as_ref()))
    }

    /// One problem fewer will be judged at a time: its threads help with the others.
    fn end(&self) {
        self.idle.lock().pop();
        self.plan.ended();
    }
}

impl Verifier {
    fn judged(
        &self,
        problem: &tsumi::formats::Problem,
        judged: Judgement,
        audit: Option<&Audit>,
    ) -> Judged {
        let read = Ok(problem.clone());
        let besides = Besides {
            certificates: false,
            audit: audit.is_some(),
        };
        let pin = Pin::new(&read, &self.settings, besides);
        let mut row = Row::new(&read, pin).judged(problem, &judged);
        if let Some(audit) = audit {
            row.nodes += audit.nodes;
            row.ms += audit.elapsed.as_secs_f64() * 1e3;
            row.audit = Some(AuditRow::new(audit));
        }
        let certificate = |given: solver::Certificate| Certificate(Arc::new(given));
        Judged {
            row: serde_json::to_string(&row).unwrap_or_default(),
            settled: judged.is_settled(),
            certificate: judged.outcome.certificate.map(certificate),
            cooks: judged
                .cooks
                .into_iter()
                .map(|c| certificate(c.certificate))
                .collect(),
            outlasting: judged.outlasting.map(|(_, given)| certificate(given)),
        }
    }
}

/// A row of a report, with the certificates that it speaks of.
#[derive(IntoPyObject)]
struct Judged {
    row: String,
    settled: bool,
    certificate: Option<Certificate>,
    cooks: Vec<Certificate>,
    outlasting: Option<Certificate>,
}

fn make(settings: &Settings, plan: &Plan) -> PyResult<verify::Verifier> {
    let made = guarded(|| verify::Verifier::try_new(settings.clone()))?;
    let mut verifier = made.map_err(too_much)?;
    verifier.abandon_what_is_stopped();
    if let Some(spare) = &plan.spare {
        verifier.borrow_from(spare.clone());
    }
    Ok(verifier)
}

//! Problems in parallel, answers in order.
//!
//! Workers take jobs from one iterator, so that an input of any size is read only as fast as
//! it is solved. An answer that is finished early waits until all answers before it are
//! written. A worker that finds no more jobs ends, and its threads are lent to the others
//! (`solver::Plan`). When the user interrupts, the threads are not joined, because one of them may wait
//! for standard input for ever.

use super::fault::{Result, no_thread};
use super::panics::words;
use super::stop::Stop;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;
use tsumi::base::message::{Message, message};
use tsumi::solver::Plan;

/// The most jobs that workers may be ahead of the output.
const AHEAD: usize = 4096;

/// What a worker sends: the number of a job and its answer, or the text of its panic.
type Answer<R> = std::result::Result<(usize, R), String>;

struct Shared<I> {
    /// The jobs, with the number of the next one.
    jobs: Mutex<(I, usize)>,
    /// How many workers have a job.
    busy: AtomicUsize,
    /// How many answers are written.
    out: Mutex<usize>,
    /// Signals that more answers are written.
    more_out: Condvar,
}

/// Runs `jobs` on the workers of the `plan`, each made by `make` in its own thread,
/// and hands the answers to `sink` in the order of the jobs.
///
/// # Errors
/// Those of `sink`, and when a thread cannot be started or panics.
pub fn run<I, R, M, W>(
    jobs: I,
    plan: &Plan,
    stop: &Stop,
    make: M,
    sink: impl FnMut(R) -> Result<()>,
) -> Result<()>
where
    I: Iterator + Send + 'static,
    R: Send + 'static,
    M: Fn() -> W + Send + Sync + 'static,
    W: FnMut(I::Item) -> R,
{
    let shared = Arc::new(Shared {
        jobs: Mutex::new((jobs, 0)),
        busy: AtomicUsize::new(0),
        out: Mutex::new(0),
        more_out: Condvar::new(),
    });
    let make = Arc::new(make);
    let (sender, answers) = mpsc::channel();
    for n in 0..plan.workers {
        let (shared, make, stop, sender) =
            (shared.clone(), make.clone(), stop.clone(), sender.clone());
        let plan = plan.clone();
        std::thread::Builder::new()
            .name(format!("solver-{n}"))
            .spawn(move || {
                let work = || shared.work(make(), &stop, &sender);
                if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
                    // Nobody may be left to hear of it.
                    let _ = sender.send(Err(words(&*panic)));
                }
                plan.ended();
            })
            .map_err(|error| no_thread(&error))?;
    }
    drop(sender);
    shared.write(&answers, stop, sink)
}

impl<I: Iterator> Shared<I> {
    /// Does one job after the other, as long as there are some and somebody takes the answers.
    fn work<R>(&self, mut work: impl FnMut(I::Item) -> R, stop: &Stop, sender: &Sender<Answer<R>>) {
        while let Some((number, job)) = self.take(stop) {
            let sent = sender.send(Ok((number, work(job))));
            self.busy.fetch_sub(1, Ordering::SeqCst);
            if sent.is_err() {
                break;
            }
        }
    }

    /// Hands the answers to `sink` in the order of the jobs, until no more come.
    fn write<R>(
        &self,
        answers: &Receiver<Answer<R>>,
        stop: &Stop,
        mut sink: impl FnMut(R) -> Result<()>,
    ) -> Result<()> {
        let mut early = BTreeMap::new();
        let mut next = 0;
        loop {
            match answers.recv_timeout(Duration::from_millis(100)) {
                Ok(Err(panic)) => {
                    // The answer to the worker's job will never come.
                    stop.output_is_gone();
                    return Err(panicked(panic).into());
                }
                Ok(Ok((number, answer))) => {
                    early.insert(number, answer);
                    while let Some(answer) = early.remove(&next) {
                        next += 1;
                        if let Err(error) = sink(answer) {
                            stop.output_is_gone();
                            return Err(error);
                        }
                    }
                    *lock(&self.out) = next;
                    self.more_out.notify_all();
                }
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    if stop.quits() && self.busy.load(Ordering::SeqCst) == 0 {
                        early.extend(answers.try_iter().flatten());
                        break;
                    }
                }
            }
        }
        // After an interruption some answers are missing; those that are finished are still
        // written.
        early.into_values().try_for_each(sink)
    }

    /// The next job; `None` when there is none left or the run is to end.
    fn take(&self, stop: &Stop) -> Option<(usize, I::Item)> {
        let mut jobs = lock(&self.jobs);
        let mut out = lock(&self.out);
        while jobs.1 > *out + AHEAD && !stop.quits() {
            let wait = Duration::from_millis(100);
            out = self
                .more_out
                .wait_timeout(out, wait)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        drop(out);
        if stop.quits() {
            return None;
        }
        let job = jobs.0.next()?;
        let number = jobs.1;
        jobs.1 += 1;
        self.busy.fetch_add(1, Ordering::SeqCst);
        if stop.quits() {
            self.busy.fetch_sub(1, Ordering::SeqCst);
            return None;
        }
        Some((number, job))
    }
}

/// Why the run has ended when a worker has panicked.
fn panicked(panic: String) -> Message {
    message!(
        "internal error: {panic}; please report it",
        "内部エラー：{panic}（報告をお願いします）",
        panic
    )
}

/// Locks a mutex, also when a thread that held it has panicked.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::super::fault::Fault;
    use super::*;

    #[test]
    fn answers_come_in_order() {
        let mut got = Vec::new();
        let made = Arc::new(AtomicUsize::new(0));
        let count = made.clone();
        let make = move || {
            count.fetch_add(1, Ordering::SeqCst);
            |n: u64| {
                std::thread::sleep(Duration::from_micros(n * 37 % 400));
                n
            }
        };
        run(
            0..500u64,
            &Plan::without_tables(4),
            &Stop::default(),
            make,
            |n| {
                got.push(n);
                Ok(())
            },
        )
        .unwrap();
        assert_eq!(got, (0..500).collect::<Vec<_>>());
        assert_eq!(made.load(Ordering::SeqCst), 4, "workers");
    }

    #[test]
    fn a_panic_of_a_worker_is_an_error_and_ends_the_run() {
        let work = |n: u64| match n {
            20 => panic!("a job that panics"),
            n => n,
        };
        let mut got = Vec::new();
        let ended = run(
            0u64..,
            &Plan::without_tables(2),
            &Stop::default(),
            move || work,
            |n| {
                got.push(n);
                Ok(())
            },
        );
        let said = ended.unwrap_err().to_string();
        assert!(said.contains("a job that panics"), "{said}");
        assert_eq!(got, (0..got.len() as u64).collect::<Vec<_>>());
        assert!(got.len() <= 20);
    }

    #[test]
    fn a_closed_output_ends_an_endless_input() {
        let stop = Stop::default();
        let error = run(
            0u64..,
            &Plan::without_tables(2),
            &stop,
            || |n| n,
            |n| {
                if n < 10 {
                    Ok(())
                } else {
                    Err(Fault::Output(std::io::ErrorKind::BrokenPipe.into()))
                }
            },
        );
        assert!(error.is_err() && stop.quits());
    }
}

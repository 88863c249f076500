//! Progress on standard error while a collection is verified: how many problems are done, ok,
//! different and undecided, the rate, the time left, and the problem of each worker.

use crate::cli::gauge::gauge;
use indicatif::ProgressBar;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::thread::ThreadId;
use tsumi::base::message::{Lang, message};
use tsumi::formats::Input;
use tsumi::formats::text::shown;
use tsumi::row::Row;

/// Draws progress, unless it is hidden.
pub struct Progress {
    bar: ProgressBar,
    state: Mutex<State>,
    lang: Lang,
}

#[derive(Default)]
struct State {
    ok: u64,
    differ: u64,
    undecided: u64,
    /// The id of the problem that each worker is at, by the worker's number.
    at: BTreeMap<usize, String>,
    /// The threads of the workers, by their numbers.
    workers: Vec<ThreadId>,
}

impl Progress {
    /// Progress over `inputs`, or over so many problems of them.
    pub fn new(inputs: &[Input], picked: Option<u64>, quiet: bool, lang: Lang) -> Progress {
        let template = |total| match total {
            Some(_) => message!(
                "{{elapsed}} [{{bar:20}}] {{pos}}/{{len}}  {{prefix}}  {{rate}}, {{eta}} left  {{wide_msg}}",
                "{{elapsed}} [{{bar:20}}] {{pos}}/{{len}}  {{prefix}}  {{rate}}、残り {{eta}}  {{wide_msg}}"
            ),
            None => message!(
                "{{spinner}} {{elapsed}}  {{pos}} done  {{prefix}}  {{rate}}  {{wide_msg}}",
                "{{spinner}} {{elapsed}}  {{pos}} 局  {{prefix}}  {{rate}}  {{wide_msg}}"
            ),
        };
        let template = |total| template(total).text(lang).to_string();
        let bar = gauge(inputs, picked, quiet, template);
        Progress {
            bar,
            state: Mutex::default(),
            lang,
        }
    }

    /// Notes that the calling worker begins a problem.
    pub fn begins(&self, id: &str) {
        if self.bar.is_hidden() {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let me = std::thread::current().id();
        let number = state.workers.iter().position(|&w| w == me);
        let number = number.unwrap_or_else(|| {
            state.workers.push(me);
            state.workers.len() - 1
        });
        state.at.insert(number, shown(id, 24));
        let at: Vec<&str> = state.at.values().map(String::as_str).collect();
        let at = message!("at {at}", "検討中 {at}", at = at.join(", "));
        self.bar.set_message(at.text(self.lang).to_string());
    }

    /// Counts a problem that is done.
    pub fn finished(&self, row: &Row) {
        if self.bar.is_hidden() {
            return;
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if row.differs {
            state.differ += 1;
        } else if row.extent().is_decided() {
            state.ok += 1;
        }
        state.undecided += u64::from(!row.extent().is_settled());
        let (ok, differing, undecided) = (state.ok, state.differ, state.undecided);
        let counts = message!(
            "ok {ok}, differing {differing}, undecided {undecided}",
            "一致 {ok}、相違 {differing}、未決 {undecided}",
            ok,
            differing,
            undecided
        );
        self.bar.set_prefix(counts.text(self.lang).to_string());
        self.bar.inc(1);
    }

    /// Counts problems of an earlier run, which do not enter into the rate.
    pub fn skip(&self, problems: u64) {
        self.bar.inc(problems);
        self.bar.reset_eta();
    }

    /// Calls `print` while the bar is taken away.
    pub fn aside<R>(&self, print: impl FnOnce() -> R) -> R {
        self.bar.suspend(print)
    }

    /// Takes the bar away for good.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

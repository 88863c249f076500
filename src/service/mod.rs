//! The engine for pages and programs: requests in, a stream of events out, as docs/interface.md
//! describes them.
//!
//! The same over HTTP (`tsumi serve`) and in a Web Worker (`wasm/`): both only carry texts. A
//! [`Request`] is a value; [`Service::run`] takes it with a sink for events and a flag that stops
//! it, and sends `done` or `error` as the last event. Nothing here reads files or sockets.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use parking_lot::Mutex;
//! use tsumi::service::{Engine, Request, Service, Settings};
//!
//! let ask = r#"{"method": "analyse", "sfen": "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"}"#;
//! let mut service = Service::new(Settings {
//!     engine: Engine::Native,
//!     memory: 16 << 20,
//!     threads: 1,
//! });
//! let events = Mutex::new(Vec::new());
//! let stop = AtomicBool::new(false);
//! let request = Request::parse(ask.as_bytes()).unwrap();
//! service.run(&request, &stop, &|event| {
//!     events.lock().push(serde_json::to_string(&event).unwrap());
//! });
//! let events = events.into_inner();
//! assert!(events[0].contains(r#""verdict":"mate""#));
//! assert!(events.last().unwrap().contains(r#""event":"done""#));
//! ```

mod analyse;
pub mod answer;
mod answers;
pub mod board;
mod card;
mod clock;
pub mod event;
mod explore;
mod failure;
mod follower;
pub mod near_misses;
mod page;
pub mod problem;
mod request;
pub mod value;

use crate::base::clock::Instant;
use crate::solver::OutOfMemory;
use crate::verify::{self, Verifier};
use answers::Answers;
use event::{Done, Event, Hello};
pub use failure::{Code, Failure};
pub use request::Request;
use serde::Serialize;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The version of the interface.
pub const INTERFACE: u32 = 1;

/// The most bytes of a request.
pub const LARGEST: usize = 16 << 20;

/// What runs the searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    Native,
    Wasm,
}

/// What a service may use.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub engine: Engine,
    /// Bytes for the tables.
    pub memory: usize,
    /// Threads that work on a request.
    pub threads: usize,
}

/// Answers requests, one after the other, with one set of tables, which are reserved for the first
/// search.
pub struct Service {
    settings: Settings,
    verifier: Option<Verifier>,
    answers: Arc<Answers>,
}

/// A request that is being answered.
pub(crate) struct Run<'a> {
    sink: Sink<'a>,
    stop: &'a AtomicBool,
    begin: Instant,
    /// Positions whose moves were generated, in the questions that are done.
    nodes: AtomicU64,
}

/// Where events go.
pub type Sink<'a> = &'a (dyn Fn(Event) + Sync);

impl Service {
    /// A service that remembers its own answers.
    pub fn new(settings: Settings) -> Service {
        Service {
            settings,
            verifier: None,
            answers: Arc::default(),
        }
    }

    /// Another service that shares the answers of this one: what one has proved, the other knows.
    #[must_use]
    pub fn beside(&self, settings: Settings) -> Service {
        Service {
            settings,
            verifier: None,
            answers: self.answers.clone(),
        }
    }

    /// Answers a request: events go to `sink`, the last of them `done` or `error`. When `stop`
    /// becomes true the search ends soon, and what is known then is sent.
    pub fn run(&mut self, request: &Request, stop: &AtomicBool, sink: Sink<'_>) {
        let run = Run {
            sink,
            stop,
            begin: Instant::now(),
            nodes: AtomicU64::new(0),
        };
        let answered = catch_unwind(AssertUnwindSafe(|| self.answer(request, &run)));
        let last = match answered {
            Ok(Ok(settled)) => Event::Done(Done {
                stopped: run.is_stopped(),
                settled,
                nodes: run.nodes(),
                seconds: run.seconds(),
            }),
            Ok(Err(failure)) => Event::Error(Box::new(failure)),
            Err(panic) => {
                // Nobody knows what state its tables are in.
                self.verifier = None;
                Event::Error(Box::new(Failure::internal(words(&*panic))))
            }
        };
        run.send(last);
    }

    /// Answers a request but for the last event. Returns true when nothing is open.
    fn answer(&mut self, request: &Request, run: &Run<'_>) -> Result<bool, Failure> {
        let answers = self.answers.clone();
        match request {
            Request::Hello(_) => run.send(Event::Hello(self.hello())),
            Request::Read(ask) => problem::read(ask, run)?,
            Request::Position(ask) => run.send(Event::Position(Box::new(board::look(ask)?))),
            Request::Write(ask) => run.send(Event::Text(problem::written(ask)?)),
            Request::Analyse(ask) => return analyse::analyse(self.verifier()?, &answers, ask, run),
            Request::Certificate(ask) => {
                return analyse::certificate(self.verifier()?, &answers, ask, run);
            }
            Request::Variations(ask) => return explore::variations(self.verifier()?, ask, run),
            Request::NearMisses(ask) => return near_misses::find(self.verifier()?, ask, run),
            Request::Page(ask) => return page::write(self.verifier()?, &answers, ask, run),
            Request::Reply(ask) => return explore::reply(self.verifier()?, &answers, ask, run),
            // Who carries the requests knows which of them are under way; here is only this one.
            Request::Stop(_) => {}
        }
        Ok(!run.is_stopped())
    }

    fn hello(&self) -> Hello {
        Hello {
            interface: INTERFACE,
            version: env!("CARGO_PKG_VERSION"),
            engine: self.settings.engine,
            threads: self.settings.threads,
            memory: self.settings.memory,
            targets: problem::targets(),
            largest: LARGEST,
        }
    }

    fn verifier(&mut self) -> Result<&mut Verifier, OutOfMemory> {
        if self.verifier.is_none() {
            self.verifier = Some(Verifier::try_new(verify::Settings {
                memory: self.settings.memory,
                threads: self.settings.threads,
                ..verify::Settings::default()
            })?);
        }
        Ok(self.verifier.as_mut().expect("made above"))
    }
}

impl Run<'_> {
    fn send(&self, event: Event) {
        (self.sink)(event);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn count(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    fn seconds(&self) -> f64 {
        self.begin.elapsed().as_secs_f64()
    }
}

/// The text of a panic.
fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a panic")
}

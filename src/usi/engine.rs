//! The engine: waits for commands, reports and the clock, and answers each `go`
//! exactly once.

use super::command::{Clock, Command, Time};
use super::current::{Asked, Current, Start};
use super::options::Settings;
use super::output::Output;
use super::root;
use super::worker::{self, Conclusion, Job, Report, Request, Stage};
use crate::base::clock::Instant;
use crate::formats::lines::{Item, Lines};
use crate::formats::usi;
use shogi_core::{PartialPosition, ToUsi};
use shogi_usi_parser::FromUsi;
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

/// The time of a `go` of which a depth is all that was said. A search of proof numbers has no
/// depth that it could be limited to.
const DEPTH_TIME: Duration = Duration::from_secs(1);

/// Without an event the engine checks after this time whether the GUI is still there.
const PULSE: Duration = Duration::from_secs(1);

/// What the engine waits for.
enum Event {
    /// A line from the GUI.
    Line(String),
    /// A line from the GUI that is longer than any command.
    TooLong,
    /// Standard input has ended.
    End,
    Report(Report),
}

/// Why the engine did not serve to the end.
#[derive(Debug)]
pub enum Failure {
    /// A thread cannot be started.
    Start(std::io::Error),
    /// The output is closed or full.
    Output(std::io::Error),
}

/// Serves a GUI until `quit`, until `output` is closed, or until `input` has ended and the
/// search that is running is answered.
///
/// # Errors
/// When a thread cannot be started, or a line could not be written.
pub fn run(input: Box<dyn BufRead + Send>, output: Box<dyn Write + Send>) -> Result<(), Failure> {
    let output = Arc::new(Output::new(output));
    let (send, events) = std::sync::mpsc::channel();
    let (for_worker, tasks) = std::sync::mpsc::channel();
    let mut engine = Engine::new(output.clone(), for_worker);
    // The first command, which is `usi`, is answered before the threads are started: on a busy
    // machine it can take long until a new thread runs.
    let mut lines = Lines::new(input);
    let goes_on = match lines.next() {
        Some(Item::Text(line)) => engine.command(Command::parse(&line.text)),
        _ => true,
    };
    if goes_on {
        let from_worker = send.clone();
        let report = move |report| from_worker.send(Event::Report(report)).is_ok();
        worker::start(tasks, report, output.clone()).map_err(Failure::Start)?;
        std::thread::Builder::new()
            .name("commands".into())
            .spawn(move || read(lines, &send))
            .map_err(Failure::Start)?;
        engine.serve(&events);
    }
    output
        .take_error()
        .map_or(Ok(()), |error| Err(Failure::Output(error)))
}

/// Sends every line to the engine, and at the end of the input [`Event::End`].
fn read(lines: Lines, send: &Sender<Event>) {
    for item in lines {
        let sent = match item {
            Item::Text(line) => send.send(Event::Line(line.text)),
            Item::Long(_) => send.send(Event::TooLong),
            Item::Failed(..) => break,
        };
        if sent.is_err() {
            return;
        }
    }
    let _ = send.send(Event::End);
}

/// The engine proper: what was set, and the search that is not answered yet.
pub(super) struct Engine {
    output: Arc<Output>,
    tasks: Sender<Request>,
    settings: Settings,
    /// The position of the last `position` command, or why it could not be read.
    position: Result<PartialPosition, String>,
    current: Option<Current>,
    /// The number of the last search, 0 before the first one.
    number: u64,
}

impl Engine {
    /// An engine that writes to `output` and sends its searches to `tasks`.
    pub(super) fn new(output: Arc<Output>, tasks: Sender<Request>) -> Engine {
        Engine {
            output,
            tasks,
            settings: Settings::default(),
            position: PartialPosition::from_usi("startpos").map_err(|e| e.to_string()),
            current: None,
            number: 0,
        }
    }

    /// True from the moment at which a search was told to stop until it is answered.
    pub(super) fn is_stopping(&self) -> bool {
        let current = self.current.as_ref();
        current.is_some_and(|current| current.last_moment.is_some())
    }

    /// Handles events and the clock until the end.
    fn serve(&mut self, events: &Receiver<Event>) {
        let mut ended = false;
        loop {
            if self.output.is_gone() || (ended && self.current.is_none()) {
                break;
            }
            let next = self.current.as_ref().and_then(Current::next);
            let wait = next.map_or(PULSE, |at| {
                at.saturating_duration_since(Instant::now()).min(PULSE)
            });
            match events.recv_timeout(wait) {
                Ok(Event::Line(line)) => {
                    if !self.command(Command::parse(&line)) {
                        break;
                    }
                }
                // Which command it was is not known, so no position is trusted any more.
                Ok(Event::TooLong) => {
                    let why = "a line is too long; send the position anew";
                    self.output.say(&format!("info string {why}"));
                    self.position = Err(why.into());
                }
                Ok(Event::End) => {
                    ended = true;
                    if let Some(current) = &mut self.current {
                        current.release();
                    }
                }
                Ok(Event::Report(report)) => self.report(report),
                // A GUI that has died is noticed by its closed pipe, which only a line that is
                // written shows.
                Err(RecvTimeoutError::Timeout) if ended && wait == PULSE => {
                    let text = "info string the input has ended, the search goes on";
                    self.output.info(self.number, text);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.look_at_the_clock();
        }
        if let Some(current) = &self.current {
            current.stop.store(true, Ordering::SeqCst);
        }
    }

    /// Stops a search whose time is over, and answers one that is due.
    pub(super) fn look_at_the_clock(&mut self) {
        let Some(current) = &mut self.current else {
            return;
        };
        if current.last_moment.is_none() && current.deadline.is_some_and(|t| t <= Instant::now()) {
            current.tell_to_stop();
        }
        if current.is_due() {
            self.answer();
        }
    }

    /// Takes a report of the current search; those of earlier ones are dropped.
    pub(super) fn report(&mut self, report: Report) {
        if let Some(current) = &mut self.current
            && current.number == report.number
        {
            match report.stage {
                Stage::Shortening => current.known = Some(report.found),
                Stage::Answered | Stage::Ended => current.found = Some(report.found),
            }
            current.done = report.stage == Stage::Ended;
        }
    }

    /// The current search has ended by a defect and reports nothing.
    pub(super) fn fail(&mut self) {
        if let Some(current) = &mut self.current {
            current.done = true;
        }
    }

    /// Executes a command; false for `quit`.
    pub(super) fn command(&mut self, command: Command) -> bool {
        match command {
            Command::Usi => {
                let version = env!("CARGO_PKG_VERSION");
                let options = Settings::declaration();
                self.output.say(&format!(
                    "id name tsumi {version}\nid author the tsumi authors\n{options}usiok"
                ));
            }
            Command::IsReady => {
                // Reserving the tables takes no time, since their memory is mapped and not
                // filled. So the answer does not wait for it.
                self.output.say("readyok");
                let _ = self.tasks.send(Request::Prepare(self.settings.clone()));
            }
            Command::SetOption(name, value) => {
                if let Err(why) = self.settings.set(&name, &value) {
                    let why: String = why.chars().take(200).collect();
                    self.output.say(&format!("info string {why}"));
                }
            }
            Command::Position(text) => {
                self.position = root::parse(&text);
                if let Err(why) = &self.position {
                    self.output.say(&format!("info string {why}"));
                }
            }
            Command::GoMate(time) => self.go_mate(time),
            Command::Go(clock) => self.go(&clock),
            Command::Stop | Command::GameOver => {
                if let Some(current) = &mut self.current {
                    current.tell_to_stop();
                }
            }
            Command::PonderHit => {
                if let Some(current) = &mut self.current {
                    current.release();
                }
            }
            Command::Quit => return false,
            Command::NewGame | Command::Unknown => {}
        }
        true
    }

    fn go_mate(&mut self, time: Time) {
        let limit = match time {
            Time::Unlimited => None,
            Time::Limited(limit) => Some(limit),
            Time::Malformed => {
                self.end_the_last();
                self.output
                    .say("info string go mate wants milliseconds or infinite");
                self.output.say("checkmate notimplemented");
                return;
            }
        };
        self.start(Asked::Mate, Start::Now(limit), None);
    }

    fn go(&mut self, clock: &Clock) {
        if let Some(word) = clock.malformed {
            self.end_the_last();
            let text = format!("info string go {word} wants a whole number");
            self.output.say(&text);
            self.output.say("bestmove resign");
            return;
        }
        let side = self
            .position
            .as_ref()
            .map_or(0, |p| p.side_to_move().array_index());
        let budget = if clock.wants_depth_alone(side) {
            self.end_the_last();
            let text = "info string go depth is no limit here, so the search takes a second at most; \
                        movetime, byoyomi and nodes limit it";
            self.output.say(text);
            Some(DEPTH_TIME)
        } else {
            clock.budget(side)
        };
        let start = match clock.held {
            true => Start::Held { after_hit: budget },
            false => Start::Now(budget),
        };
        self.start(Asked::Move, start, clock.nodes);
    }

    /// Answers the current search, because each `go` is answered before the next one starts.
    fn end_the_last(&mut self) {
        if let Some(current) = &mut self.current {
            current.tell_to_stop();
            self.answer();
        }
    }

    /// Starts a search, of at most `nodes`.
    fn start(&mut self, asked: Asked, start: Start, nodes: Option<u64>) {
        self.end_the_last();
        self.number += 1;
        self.output.begin(self.number);
        let stop = Arc::new(AtomicBool::new(false));
        let mut current = Current::new(self.number, asked, start, stop.clone());
        let root = self
            .position
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|p| root::prepare(p, &self.settings));
        match root {
            Ok(root) => {
                let job = Job {
                    number: self.number,
                    root,
                    settings: self.settings.clone(),
                    nodes,
                    limited: start.is_limited() || nodes.is_some(),
                    stop,
                };
                let _ = self.tasks.send(Request::Search(Box::new(job)));
            }
            Err(why) => {
                let text = format!("info string cannot search: {why}");
                self.output.info(self.number, &text);
                current.found = Some(Conclusion::Refused);
                current.done = true;
            }
        }
        self.current = Some(current);
    }

    /// Stops and answers the current search.
    fn answer(&mut self) {
        let Some(current) = self.current.take() else {
            return;
        };
        current.stop.store(true, Ordering::SeqCst);
        let found = current.found.or(current.known);
        let found = found.unwrap_or(Conclusion::Unknown);
        if found == Conclusion::Mate(Vec::new()) {
            let text = "info string the side to move is mated already";
            self.output.info(current.number, text);
        }
        let text = match current.asked {
            Asked::Mate => checkmate(&found),
            Asked::Move => best_move(&found),
        };
        self.output.answer(current.number, &text);
    }
}

/// The answer to `go mate`.
fn checkmate(found: &Conclusion) -> String {
    match found {
        // The protocol has no answer for a side that is mated already, and clients fail on
        // `checkmate` without moves.
        Conclusion::Mate(line) if line.is_empty() => "checkmate notimplemented".into(),
        Conclusion::Mate(line) => format!("checkmate {}", usi::line(line)),
        Conclusion::NoMate(_) => "checkmate nomate".into(),
        Conclusion::Unknown => "checkmate timeout".into(),
        Conclusion::Refused => "checkmate notimplemented".into(),
    }
}

/// The answer to a `go` without `mate`.
fn best_move(found: &Conclusion) -> String {
    match found {
        Conclusion::Mate(line) if !line.is_empty() => {
            format!("bestmove {}", line[0].to_usi_owned())
        }
        Conclusion::NoMate(Some(reply)) => format!("bestmove {reply}"),
        _ => "bestmove resign".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::usi::current::GRACE;
    use std::sync::mpsc::channel;

    /// The engine after a command, and whether its search knows of a limit.
    fn after(go: &str) -> (Engine, bool) {
        let (send, tasks) = channel();
        let mut engine = Engine::new(Arc::new(Output::new(Box::new(std::io::sink()))), send);
        assert!(engine.command(Command::parse("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1")));
        assert!(engine.command(Command::parse(go)));
        let Ok(Request::Search(job)) = tasks.recv() else {
            panic!("{go}: no search");
        };
        (engine, job.limited)
    }

    #[test]
    fn a_limit_that_begins_with_ponderhit_is_a_limit() {
        for (go, limited) in [
            ("go byoyomi 12000", true),
            ("go ponder byoyomi 12000", true),
            ("go ponder nodes 5", true),
            ("go ponder", false),
            ("go infinite", false),
            ("go mate 100", true),
            ("go mate infinite", false),
        ] {
            assert_eq!(after(go).1, limited, "{go}");
        }
    }

    /// The answer after `ponderhit` came as much too late as the way of an answer takes.
    #[test]
    fn the_time_after_ponderhit_ends_as_early_as_any_other() {
        let time = Duration::from_millis(1000);
        let (mut engine, _) = after("go ponder byoyomi 1000");
        assert!(engine.current.as_ref().is_some_and(|c| c.next().is_none()));
        engine.command(Command::PonderHit);
        let deadline = engine.current.as_ref().and_then(Current::next);
        assert!(deadline.is_some_and(|at| at <= Instant::now() + (time - GRACE)));
    }
}

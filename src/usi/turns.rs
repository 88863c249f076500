//! The engine without threads, as in a browser: whoever holds it hands over the commands line by line,
//! and gives the search its turns. A search that is put aside in the middle of a turn
//! (`base::clock::pause`) does not keep the engine from taking commands, since the two share only the
//! output, a flag and two channels.

use super::command::Command;
use super::engine::Engine;
use super::output::Output;
use super::worker::{Report, Request, Worker};
use std::io::Write;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// What takes commands and answers them.
pub struct Front {
    engine: Engine,
    reports: Receiver<Report>,
}

/// What searches.
pub struct Searcher {
    tasks: Receiver<Request>,
    worker: Worker,
    reports: Sender<Report>,
}

/// An engine in two parts, which writes to `output`.
pub fn engine(output: Box<dyn Write + Send>) -> (Front, Searcher) {
    let output = Arc::new(Output::new(output));
    let (for_worker, tasks) = channel();
    let (from_worker, reports) = channel();
    let front = Front {
        engine: Engine::new(output.clone(), for_worker),
        reports,
    };
    let searcher = Searcher {
        tasks,
        worker: Worker::new(output),
        reports: from_worker,
    };
    (front, searcher)
}

impl Front {
    /// Executes a command; false for `quit`. Only short work is done: a search waits for its turn.
    pub fn line(&mut self, line: &str) -> bool {
        let goes_on = self.engine.command(Command::parse(line));
        self.look();
        goes_on
    }

    /// Looks for reports of the search and at the clock, and answers what is due. To be called after
    /// every turn, and while a search is put aside.
    pub fn look(&mut self) {
        for report in self.reports.try_iter() {
            self.engine.report(report);
        }
        self.engine.look_at_the_clock();
    }

    /// Answers the current search, which has ended by a defect, without a result.
    pub fn fail(&mut self) {
        self.engine.fail();
        self.look();
    }

    /// True while a search that was told to stop has a moment left to say what it knows: a turn now
    /// lets it.
    pub fn is_stopping(&self) -> bool {
        self.engine.is_stopping()
    }
}

impl Searcher {
    /// Does what there is to do.
    pub fn turn(&mut self) {
        let send = |report| self.reports.send(report).is_ok();
        for task in self.tasks.try_iter() {
            self.worker.execute(task, &send);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parking_lot::Mutex;

    /// What was written.
    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl Lines {
        fn taken(&self) -> String {
            String::from_utf8(std::mem::take(&mut *self.0.lock())).unwrap()
        }
    }

    #[test]
    fn commands_and_turns() {
        let lines = Lines::default();
        let (mut front, mut searcher) = engine(Box::new(lines.clone()));
        assert!(front.line("usi"));
        assert!(lines.taken().ends_with("usiok\n"));
        assert!(front.line("setoption name USI_Hash value 16"));
        assert!(front.line("isready"));
        assert_eq!(lines.taken(), "readyok\n");
        front.line("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
        front.line("go mate infinite");
        assert_eq!(lines.taken(), "", "the search waits for its turn");
        searcher.turn();
        front.look();
        assert!(lines.taken().ends_with("checkmate G*5b\n"));
        // Stopped before its turn came: the search says at once that it knows nothing.
        front.line("go mate infinite");
        front.line("stop");
        assert!(front.is_stopping());
        searcher.turn();
        front.look();
        assert!(!front.is_stopping());
        assert_eq!(lines.taken().lines().last(), Some("checkmate timeout"));
        assert!(!front.line("quit"));
        searcher.turn();
        assert_eq!(lines.taken(), "");
    }
}

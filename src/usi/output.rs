//! Output to the GUI: whole lines, each flushed at once, and one answer for each search.
//!
//! Two threads write, that of the engine and that of the search. A search may go on for a
//! moment after it was answered; by its number its lines are then dropped.

use parking_lot::Mutex;
use std::io::Write;

/// Writes lines for several threads.
pub struct Output {
    inner: Mutex<Inner>,
}

struct Inner {
    writer: Box<dyn Write + Send>,
    /// The number of the search that is not answered yet; 0 when there is none.
    live: u64,
    /// Why a line could not be written, the first time.
    gone: Option<std::io::Error>,
}

impl Output {
    /// Writes to `writer`.
    pub fn new(writer: Box<dyn Write + Send>) -> Output {
        let inner = Mutex::new(Inner {
            writer,
            live: 0,
            gone: None,
        });
        Output { inner }
    }

    /// Writes lines that belong to no search.
    pub fn say(&self, text: &str) {
        self.inner.lock().write(text);
    }

    /// From now on lines of search `number` are written.
    pub fn begin(&self, number: u64) {
        self.inner.lock().live = number;
    }

    /// Writes a line of search `number`, unless the search has been answered.
    pub fn info(&self, number: u64, text: &str) {
        let mut inner = self.inner.lock();
        if inner.live == number {
            inner.write(text);
        }
    }

    /// Writes the answer of search `number`, unless it has been answered.
    pub fn answer(&self, number: u64, text: &str) {
        let mut inner = self.inner.lock();
        if inner.live == number {
            inner.live = 0;
            inner.write(text);
        }
    }

    /// True when the output is closed: a line could not be written.
    pub fn is_gone(&self) -> bool {
        self.inner.lock().gone.is_some()
    }

    /// Why the output is closed; `None` when it is not, or this was asked before.
    pub fn take_error(&self) -> Option<std::io::Error> {
        self.inner.lock().gone.take()
    }
}

impl Inner {
    fn write(&mut self, text: &str) {
        let mut line = plain(text);
        line.push('\n');
        let written = self.writer.write_all(line.as_bytes());
        if let Err(error) = written.and_then(|()| self.writer.flush()) {
            self.gone.get_or_insert(error);
        }
    }
}

/// The printable ASCII characters and line feeds of a text. Japanese terms in brackets are left
/// out with their brackets, and so are control characters that a message quotes from a command.
fn plain(text: &str) -> String {
    let ascii: String = text
        .trim_end()
        .chars()
        .filter(|&c| c == '\n' || (' '..='~').contains(&c))
        .collect();
    ascii.replace(" ()", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_ascii_leaves() {
        assert_eq!(plain("two pawns (二歩)\u{1b}[2J\n"), "two pawns[2J");
        assert_eq!(plain("a\nb\r\n"), "a\nb");
    }
}

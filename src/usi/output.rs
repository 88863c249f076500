//! What is said to the GUI: whole lines, flushed at once, each search's last line
//! printed once.
//!
//! Two threads speak, the engine and the search. A search may outlive its answer
//! by a moment; its number decides whether it may still speak.

use parking_lot::Mutex;
use std::io::Write;

/// Shared way out.
pub struct Output {
    inner: Mutex<Inner>,
}

struct Inner {
    writer: Box<dyn Write + Send>,
    /// The search whose answer is still owed; 0 when none is.
    live: u64,
    /// Nobody listens any more.
    gone: bool,
}

impl Output {
    /// Writes to `writer`.
    pub fn new(writer: Box<dyn Write + Send>) -> Output {
        let inner = Mutex::new(Inner {
            writer,
            live: 0,
            gone: false,
        });
        Output { inner }
    }

    /// Lines outside any search.
    pub fn say(&self, text: &str) {
        self.inner.lock().write(text);
    }

    /// From now on search `number` speaks.
    pub fn begin(&self, number: u64) {
        self.inner.lock().live = number;
    }

    /// A line of search `number`; dropped when it has been answered for.
    pub fn info(&self, number: u64, text: &str) {
        let mut inner = self.inner.lock();
        if inner.live == number {
            inner.write(text);
        }
    }

    /// The last line of search `number`.
    pub fn answer(&self, number: u64, text: &str) {
        let mut inner = self.inner.lock();
        if inner.live == number {
            inner.live = 0;
            inner.write(text);
        }
    }

    /// True when the reader of our output has gone away.
    pub fn is_gone(&self) -> bool {
        self.inner.lock().gone
    }
}

impl Inner {
    fn write(&mut self, text: &str) {
        let mut line = plain(text);
        line.push('\n');
        let written = self.writer.write_all(line.as_bytes());
        self.gone |= written.and_then(|()| self.writer.flush()).is_err();
    }
}

/// ASCII only, one line feed between lines: Japanese terms in brackets are left
/// out, and whatever a hostile command smuggled into a message.
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

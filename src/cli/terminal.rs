//! The output of a command: answers on standard output, everything else on standard error,
//! in one language.

use super::fault::{Fault, Result};
use std::io::Write;
use tsumi::base::message::{Lang, Message, message};
use tsumi::formats::text::shown;
use tsumi::formats::{InputError, Problem, Warning};

/// The two output streams, and the language of the run.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    pub lang: Lang,
}

impl Terminal {
    /// Writes an answer, or a part of one, to standard output and flushes it.
    ///
    /// # Errors
    /// When standard output is closed or full.
    pub fn answer(self, bytes: impl AsRef<[u8]>) -> Result<()> {
        let mut stdout = std::io::stdout().lock();
        let written = stdout.write_all(bytes.as_ref());
        written.and_then(|()| stdout.flush()).map_err(Fault::Output)
    }

    /// Writes to standard error. When that fails, there is no way to report it.
    pub fn aside(self, text: &str) {
        let _ = std::io::stderr().write_all(text.as_bytes());
    }

    /// Writes a message of the program, with its name before it, to standard error.
    pub fn remark(self, message: &Message) {
        self.aside(&format!("tsumi: {}\n", message.text(self.lang)));
    }

    /// The text about a problem that cannot be read: its place, a caret, a hint.
    pub fn fault(self, error: &InputError) -> String {
        message!("{error}\n", "{error}\n", error)
            .text(self.lang)
            .to_string()
    }

    /// The warnings about a problem that are wanted, a line each.
    pub fn warnings(self, problem: &Problem, wanted: impl Fn(&Warning) -> bool) -> String {
        let one = |w: &Warning| {
            let column = match w.column {
                0 => String::new(),
                n => format!(":{n}"),
            };
            let said = message!(
                "{file}:{line}{column}: warning: {what}\n",
                "{file}:{line}{column}: 警告：{what}\n",
                file = shown(&problem.source.file, 400),
                line = w.line,
                column,
                what = w.message
            );
            said.text(self.lang).to_string()
        };
        let wanted = problem.warnings.iter().filter(|w| wanted(w));
        wanted.map(one).collect()
    }
}

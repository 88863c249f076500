//! The exit codes of all commands.

use std::process::ExitCode;

/// How a command ended, from the least to the most important: the greatest value of any
/// problem decides the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Every problem is decided, every certificate verified, all as expected.
    Decided,
    /// Some problem is undecided; `check`: some certificate is not verified.
    Undecided,
    /// Some input could not be read, or the usage is wrong.
    Unreadable,
    /// Standard output was closed or full before all answers were written. This is no success,
    /// because any of the other answers may be a failure.
    Unwritable,
    /// The user stopped it.
    Interrupted,
    /// A self-check failed: a defect of tsumi. `bench`: a wrong answer.
    SelfCheck,
}

impl Exit {
    /// The exit code for the shell.
    pub fn code(self) -> u8 {
        match self {
            Exit::Decided => 0,
            Exit::Undecided => 1,
            Exit::Unreadable => 2,
            Exit::SelfCheck => 3,
            Exit::Unwritable => 4,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}

//! The exit codes, all of them, here and nowhere else.

use std::process::ExitCode;

/// How a command ended. The order is that of importance: the gravest thing
/// that happened to any problem decides the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Every problem is decided, every certificate verified, all as expected.
    Decided,
    /// Some problem is undecided; `check`: some certificate is not verified.
    Undecided,
    /// Some input could not be read, or the usage is wrong.
    Unreadable,
    /// Standard output was closed or full before everything was said. This is no success:
    /// what was not said may have been bad news.
    Unwritable,
    /// The user stopped it.
    Interrupted,
    /// A self-check failed: a defect of tsumi. `bench`: a wrong answer.
    SelfCheck,
}

impl Exit {
    /// The number the shell sees.
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

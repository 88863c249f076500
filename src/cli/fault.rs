//! Why a command ends early.

use super::exit::Exit;
use std::fmt;
use std::io;
use tsumi::base::message::{Message, message};
use tsumi::solver::OutOfMemory;

/// The result of a command, or of a part of one.
pub type Result<T, E = Fault> = std::result::Result<T, E>;

/// Why a command ends early.
#[derive(Debug)]
pub enum Fault {
    /// Wrong usage, or a file that cannot be read or written; a sentence for the user.
    Said(Message),
    /// Standard output is closed or full.
    Output(io::Error),
}

impl Fault {
    /// How the command ends.
    pub fn exit(&self) -> Exit {
        match self {
            Fault::Said(_) => Exit::Unreadable,
            Fault::Output(_) => Exit::Unwritable,
        }
    }

    /// The message for the user; `None` when the reader of standard output has closed it
    /// (`| head`), which is no fault.
    pub fn message(&self) -> Option<Message> {
        match self {
            Fault::Said(message) => Some(message.clone()),
            Fault::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => None,
            Fault::Output(error) => Some(message!(
                "standard output cannot be written: {error}",
                "標準出力に書けない：{error}",
                error = error.to_string()
            )),
        }
    }
}

/// The message that the system gives no thread.
pub fn no_thread(error: &io::Error) -> Message {
    message!(
        "a thread cannot be started: {error}",
        "スレッドを起動できない：{error}",
        error = error.to_string()
    )
}

impl From<Message> for Fault {
    fn from(message: Message) -> Fault {
        Fault::Said(message)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Said(message) => message.fmt(f),
            Fault::Output(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

/// The error when the system does not give the memory.
pub fn too_much(error: OutOfMemory) -> Message {
    let mib = (error.bytes >> 20).max(1) as u64;
    message!(
        "the system does not give {mib} MiB for a table; try a smaller --memory",
        "メモリ不足：表のための {mib} MiB を確保できない（--memory を小さくする）",
        mib
    )
}

//! Where problems come from: files, standard input, memory.

use super::{address, detect, encoding, sfen};
use crate::base::message::{Message, message};
use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Where problems come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
    /// Bytes in memory, with a name, whose extension decides the format as that of a file does.
    Memory { name: String, bytes: Vec<u8> },
}

impl Input {
    /// The input that an argument of the command line names: `-`, a file that exists, an SFEN or
    /// an address with one, otherwise a file that does not exist, which is an error when it is
    /// read. An SFEN is named after `number`, the place of the argument.
    /// The name of a file may be of any bytes.
    pub fn from_arg(arg: impl AsRef<OsStr>, number: usize) -> Input {
        let path = Path::new(arg.as_ref());
        match arg.as_ref().to_str() {
            Some("-") => Input::Stdin,
            Some(text) if !path.exists() && is_position(text) => Input::Memory {
                name: format!("argument-{number}"),
                bytes: text.as_bytes().to_vec(),
            },
            _ => Input::File(path.to_path_buf()),
        }
    }

    /// The name used in messages.
    pub fn name(&self) -> String {
        match self {
            Input::File(path) => encoding::file_name(path.as_os_str()),
            Input::Stdin => "<stdin>".to_string(),
            Input::Memory { name, .. } => name.clone(),
        }
    }

    /// The beginning of the ids of problems that have none: the name without its extension. A
    /// text in memory without a name gives none, and its problems stay without ids.
    pub fn stem(&self) -> String {
        let of = |path: &Path| {
            path.file_stem()
                .map_or_else(|| "file".to_string(), encoding::file_name)
        };
        match self {
            Input::File(path) => of(path),
            Input::Stdin => "stdin".to_string(),
            Input::Memory { name, .. } if name.is_empty() => String::new(),
            Input::Memory { name, .. } => of(Path::new(name)),
        }
    }
}

/// True for an argument that is an address or an SFEN. An SFEN has no points and begins with a
/// rank, so what begins as a path or has a point is none.
fn is_position(arg: &str) -> bool {
    let is_path = arg.starts_with(['/', '~', '.']) || (arg.contains('.') && !arg.contains(' '));
    address::is_address(arg)
        || address::find(arg).is_some()
        || (!is_path && sfen::looks_like_sfen(arg))
}

/// Why a folder is no input.
fn folder(path: &Path) -> Message {
    let files = match path.read_dir() {
        Ok(files) => files.flatten().map(|file| file.path()),
        Err(error) => {
            return message!(
                "the folder cannot be read: {error}",
                "フォルダを読めない：{error}",
                error = error.to_string()
            );
        }
    };
    match files
        .into_iter()
        .any(|file| detect::by_extension(&file).is_some())
    {
        true => message!(
            "is a folder; name the files in it, as in folder/*.kif",
            "フォルダである。その中のファイルを folder/*.kif のように指定する"
        ),
        false => message!(
            "no file with problems in this folder (.sfen, .jsonl, .kif, .ki2, .bod, .csa, .jkf, .txt)",
            "このフォルダに問題のファイル（.sfen、.jsonl、.kif、.ki2、.bod、.csa、.jkf、.txt）がない"
        ),
    }
}

/// Opens a file.
///
/// # Errors
/// A message for the user, and a hint if there is one.
pub(super) fn open(path: &Path) -> Result<File, (Message, Option<Message>)> {
    if path.is_dir() {
        return Err((folder(path), None));
    }
    File::open(path).map_err(|e| {
        // A link in a folder may lead nowhere; what is no link either may be a part of an SFEN.
        let is_nothing = path.symlink_metadata().is_err();
        let hint = (e.kind() == std::io::ErrorKind::NotFound && is_nothing).then(|| {
            message!(
                "an SFEN has at least a board, a side and hands, on a command line in quotes all together",
                "SFEN には盤面・手番・持駒が要る。コマンド行では全体を引用符で囲む"
            )
        });
        (
            message!(
                "cannot be opened: {error}",
                "開けない：{error}",
                error = e.to_string()
            ),
            hint,
        )
    })
}

//! Files that a command writes. A file that exists already is replaced only with
//! `--force`, and an input of the command is never replaced.

use super::file_names::Names;
use super::new_file::NewFile;
use std::collections::HashSet;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tsumi::base::message::{Message, message};
use tsumi::formats::Input;

/// What tells one file from another, whatever names it has: its device and its number there.
#[cfg(unix)]
type Identity = (u64, u64);
/// What tells one file from another: its absolute name.
#[cfg(not(unix))]
type Identity = PathBuf;

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    // A terminal may be standard input and output at once, and nothing in it is overwritten.
    let file = path.metadata().ok().filter(|found| found.is_file())?;
    Some((file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    path.canonicalize().ok()
}

/// The file that standard input reads from.
fn identity_of_stdin() -> Option<Identity> {
    match cfg!(unix) {
        true => identity(Path::new("/dev/stdin")),
        false => None,
    }
}

/// The file that an input is read from; `None` for a pipe and for what is no file.
fn identity_of(input: &Input) -> Option<Identity> {
    match input {
        Input::File(path) => identity(path),
        Input::Stdin => identity_of_stdin(),
        Input::Memory { .. } => None,
    }
}

/// The number, from 0, of the first input that is the same file as one before it, whatever names
/// they have, or standard input once more.
pub fn repeated(inputs: &[Input]) -> Option<usize> {
    let (mut files, mut stdin) = (HashSet::new(), false);
    inputs.iter().position(|input| match identity_of(input) {
        Some(file) => !files.insert(file),
        None => *input == Input::Stdin && std::mem::replace(&mut stdin, true),
    })
}

/// Creates the files of a command.
#[derive(Clone)]
pub struct Outputs {
    force: bool,
    /// The files that the command reads.
    inputs: Arc<HashSet<Identity>>,
}

impl Outputs {
    /// For a command that reads `inputs`. With `force` files that exist may be overwritten.
    pub fn new(force: bool, inputs: &[Input]) -> Outputs {
        Outputs {
            force,
            inputs: Arc::new(inputs.iter().filter_map(identity_of).collect()),
        }
    }

    /// True when files of an earlier run may be replaced.
    pub fn replaces(&self) -> bool {
        self.force
    }

    /// Refuses what [`Outputs::create`] would refuse, so that the user is told before the search
    /// and not after it.
    ///
    /// # Errors
    /// When the path is a folder, an input, or a file that exists without `--force`, and when it
    /// is in a folder that does not exist.
    pub fn check(&self, option: &str, path: &Path) -> Result<(), Message> {
        let name = path.display().to_string();
        let Ok(found) = path.metadata() else {
            let folder = path.parent().filter(|f| !f.as_os_str().is_empty());
            return match folder.map(Path::metadata) {
                Some(Err(error)) => Err(cannot_write(option, path, &error)),
                _ => Ok(()),
            };
        };
        if found.is_dir() {
            return Err(message!(
                "{option} {name}: is a folder; name a file",
                "{option} {name}：フォルダである。ファイルを指定する",
                option,
                name
            ));
        }
        self.refuse_input(option, path)?;
        // A device or a pipe holds nothing that writing to it would destroy.
        if found.is_file() && !self.force {
            return Err(exists(option, &name));
        }
        Ok(())
    }

    /// Refuses to write to a file that is read as well.
    ///
    /// # Errors
    /// When the path is one of the inputs.
    pub fn refuse_input(&self, option: &str, path: &Path) -> Result<(), Message> {
        if identity(path).is_some_and(|file| self.inputs.contains(&file)) {
            return Err(message!(
                "{option} {name}: is an input of this command, which is never overwritten; name \
                 another file",
                "{option} {name}：入力のファイルなので上書きしない。別のファイルを指定する",
                option,
                name = path.display().to_string()
            ));
        }
        Ok(())
    }

    /// Creates a file, or opens a device or a pipe.
    ///
    /// # Errors
    /// As of [`Outputs::check`], and when the system refuses.
    pub fn create(&self, option: &str, path: &Path) -> Result<NewFile, Message> {
        self.check(option, path)?;
        NewFile::create(path, self.force).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => exists(option, &path.display().to_string()),
            _ => cannot_write(option, path, &error),
        })
    }

    /// Writes bytes to a file that it creates.
    ///
    /// # Errors
    /// As of [`Outputs::create`], and when it cannot be written.
    pub fn write(&self, option: &str, path: &Path, bytes: &[u8]) -> Result<(), Message> {
        self.copy(option, path, bytes)
    }

    /// Writes all that a reader has to a file that it creates.
    ///
    /// # Errors
    /// As of [`Outputs::write`].
    pub fn copy(&self, option: &str, path: &Path, mut from: impl Read) -> Result<(), Message> {
        let mut file = self.create(option, path)?;
        std::io::copy(&mut from, &mut file)
            .and_then(|_| file.complete())
            .map_err(|error| cannot_write(option, path, &error))
    }

    /// Decides whether the path given to an option is a file or a folder. It is a folder when
    /// there is one, when it is written like one ([`is_folder`]) or when `many` problems come;
    /// then the folder is created if it is missing. Without a path there are no files.
    ///
    /// # Errors
    /// As of [`Outputs::check`] for a file, and of [`make_folder`] for a folder.
    pub fn places(
        &self,
        option: &'static str,
        extension: &'static str,
        path: Option<&Path>,
        many: bool,
    ) -> Result<Places, Message> {
        let Some(path) = path else {
            return Ok(Places::None);
        };
        if !many && !is_folder(path) {
            self.check(option, path)?;
            return Ok(Places::File(path.to_path_buf()));
        }
        make_folder(option, path)?;
        Ok(Places::Folder {
            folder: path.to_path_buf(),
            extension,
            names: Names::default(),
        })
    }
}

/// The error about a file that could not be written.
pub fn cannot_write(option: &str, path: &Path, error: &std::io::Error) -> Message {
    message!(
        "{option} {name}: cannot be written: {error}",
        "{option} {name}：書けない：{error}",
        option,
        name = path.display().to_string(),
        error = error.to_string()
    )
}

fn exists(option: &str, name: &str) -> Message {
    message!(
        "{option} {name}: exists already; name another file, or add --force to overwrite it",
        "{option} {name}：すでにある。別のファイルを指定するか、--force を加えて上書きする",
        option,
        name
    )
}

/// True for a folder, and for a path that ends in a slash.
pub fn is_folder(path: &Path) -> bool {
    let text = path.to_string_lossy();
    path.is_dir() || text.ends_with(['/', std::path::MAIN_SEPARATOR])
}

/// Creates a folder, and those above it, where there is none.
///
/// # Errors
/// When a file has that name, or the system refuses.
pub fn make_folder(option: &str, path: &Path) -> Result<(), Message> {
    let name = path.display().to_string();
    if path.is_file() {
        return Err(message!(
            "{option} {name}: is a file, but there are several problems; name a folder",
            "{option} {name}：問題が複数あるので、ファイルではなくフォルダを指定する",
            option,
            name
        ));
    }
    std::fs::create_dir_all(path).map_err(|error| {
        message!(
            "{option} {name}: the folder cannot be made: {error}",
            "{option} {name}：フォルダを作れない：{error}",
            option,
            name,
            error = error.to_string()
        )
    })
}

/// Where the files of the problems go, one for each.
pub enum Places {
    /// No files are asked for.
    None,
    /// The file of the only problem.
    File(PathBuf),
    /// A folder, the extension of its files, and the names that are in use.
    Folder {
        folder: PathBuf,
        extension: &'static str,
        names: Names,
    },
}

impl Places {
    /// Keeps a name free of problems' files. Returns the folder; `None` when there is none.
    pub fn reserve(&mut self, name: &str) -> Option<PathBuf> {
        let Places::Folder { folder, names, .. } = self else {
            return None;
        };
        names.next(name);
        Some(folder.clone())
    }

    /// The file for the next problem; `None` when no files are asked for.
    pub fn place(&mut self, id: &str) -> Option<PathBuf> {
        match self {
            Places::None => None,
            Places::File(path) => Some(path.clone()),
            Places::Folder {
                folder,
                extension,
                names,
            } => Some(folder.join(format!("{}.{extension}", names.next(id)))),
        }
    }
}

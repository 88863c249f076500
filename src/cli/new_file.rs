//! A file that a command writes: it stands there whole, or not at all.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A file while it is written. Where it is dropped before it is complete, as after an error, a new
/// file is removed again, and one that was to be replaced stays as it was.
pub struct NewFile {
    file: BufWriter<File>,
    /// Where the bytes go until then; none for a device or a pipe, which is written to at once.
    written: Option<PathBuf>,
    /// Where the file is to stand in the end.
    path: PathBuf,
}

impl NewFile {
    /// Creates a file, or opens a device or a pipe.
    ///
    /// # Errors
    /// When there is a file of this name and `replaces` is false ([`ErrorKind::AlreadyExists`]), and
    /// when the system refuses.
    pub fn create(path: &Path, replaces: bool) -> io::Result<NewFile> {
        let (path, written, file) = match path.metadata() {
            Ok(found) if !found.is_file() => {
                let device = OpenOptions::new().write(true).open(path)?;
                (path.to_path_buf(), None, device)
            }
            Ok(found) if replaces => {
                // A link stays one: what it names is replaced.
                let path = path.canonicalize()?;
                let (beside, file) = beside(&path)?;
                fs::set_permissions(&beside, found.permissions())?;
                (path, Some(beside), file)
            }
            _ => {
                let file = File::create_new(path)?;
                (path.to_path_buf(), Some(path.to_path_buf()), file)
            }
        };
        Ok(NewFile {
            file: BufWriter::new(file),
            written,
            path,
        })
    }

    /// Ends the writing: from now on the file stands under its name.
    ///
    /// # Errors
    /// When the rest cannot be written.
    pub fn complete(mut self) -> io::Result<()> {
        self.file.flush()?;
        if let Some(written) = &self.written
            && *written != self.path
        {
            fs::rename(written, &self.path)?;
        }
        self.written = None;
        Ok(())
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(written) = &self.written {
            // Nothing can be done where it stays.
            let _ = fs::remove_file(written);
        }
    }
}

/// A new file in the folder of another one, under a name that nobody has.
fn beside(path: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        let name = format!(".tsumi-{:016x}", RandomState::new().hash_one(path));
        let other = path.with_file_name(name);
        match File::create_new(&other) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            opened => return Ok((other, opened?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tsumi-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn what_is_not_complete_leaves_nothing_behind() {
        let folder = folder("new-file");
        let path = folder.join("a");
        let mut file = NewFile::create(&path, false).unwrap();
        file.write_all(b"half").unwrap();
        drop(file);
        assert!(names(&folder).is_empty());

        let mut file = NewFile::create(&path, false).unwrap();
        file.write_all(b"first").unwrap();
        file.complete().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        let refused = NewFile::create(&path, false).map(|_| ()).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::AlreadyExists);

        let mut file = NewFile::create(&path, true).unwrap();
        file.write_all(b"half").unwrap();
        file.flush().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"first");

        let mut file = NewFile::create(&path, true).unwrap();
        file.write_all(b"second").unwrap();
        file.complete().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(names(&folder), ["a"]);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_rights_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder("new-file-link");
        let (path, link) = (folder.join("a"), folder.join("link"));
        fs::write(&path, "first").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink("a", &link).unwrap();
        let mut file = NewFile::create(&link, true).unwrap();
        file.write_all(b"second").unwrap();
        file.complete().unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        fs::remove_dir_all(&folder).unwrap();
    }
}

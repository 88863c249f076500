//! A file without a name, for what would take too much memory.
//!
//! It lies where the system keeps such files (`TMPDIR`), belongs to this process alone and is gone
//! with it, however that ends.

use std::fs::File;
use std::io;

/// An empty file to write and to read.
///
/// # Errors
/// When the system refuses it; a WebAssembly module has no files.
#[cfg(not(target_family = "wasm"))]
pub fn file() -> io::Result<File> {
    use std::hash::{BuildHasher, RandomState};
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // FILE_FLAG_DELETE_ON_CLOSE
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::custom_flags(&mut options, 0x0400_0000);
    loop {
        let name = format!("tsumi-{:016x}", RandomState::new().hash_one(()));
        let path = std::env::temp_dir().join(name);
        match options.open(&path) {
            // Somebody else's.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            opened => {
                #[cfg(unix)]
                if opened.is_ok() {
                    std::fs::remove_file(&path)?;
                }
                return opened;
            }
        }
    }
}

#[cfg(target_family = "wasm")]
pub fn file() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Reads bytes of a file from a place on, as many as there are and `out` has room for; several
/// readers do not get into each other's way.
///
/// # Errors
/// When the system cannot read them.
pub fn read_at(file: &File, mut place: u64, mut out: &mut [u8]) -> io::Result<usize> {
    let room = out.len();
    while !out.is_empty() {
        match read_some(file, place, out) {
            Ok(0) => break,
            Ok(n) => {
                place += n as u64;
                out = &mut out[n..];
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(room - out.len())
}

#[cfg(unix)]
fn read_some(file: &File, place: u64, out: &mut [u8]) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, out, place)
}

#[cfg(windows)]
fn read_some(file: &File, place: u64, out: &mut [u8]) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, out, place)
}

#[cfg(not(any(unix, windows)))]
fn read_some(_: &File, _: u64, _: &mut [u8]) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_file_is_read_from_any_place_and_has_no_name() {
        let mut files: Vec<File> = (0..3).map(|_| file().unwrap()).collect();
        for (n, file) in files.iter_mut().enumerate() {
            file.write_all(&[n as u8; 100]).unwrap();
        }
        for (n, file) in files.iter().enumerate() {
            #[cfg(unix)]
            assert_eq!(
                std::os::unix::fs::MetadataExt::nlink(&file.metadata().unwrap()),
                0
            );
            let mut out = [9; 60];
            assert_eq!(read_at(file, 0, &mut out).unwrap(), 60);
            assert_eq!(out, [n as u8; 60]);
            assert_eq!(read_at(file, 70, &mut out).unwrap(), 30);
            assert_eq!(read_at(file, 100, &mut out).unwrap(), 0);
        }
    }
}

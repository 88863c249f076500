//! Files of certificates: plain text, or the same text compressed (zstd), as the name says.
//!
//! A binary form of the entries was measured too: compressed it is a tenth smaller than the
//! compressed text, which is not worth a second format (docs/log/61-70.md, experiment 62).

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use tsumi::solver::Certificate;
use zstd::stream::read::{Decoder, Encoder};

/// How the name of a plain certificate ends.
pub const PLAIN: &str = ".tsc";
/// How the name of a compressed one ends.
pub const COMPRESSED: &str = ".tsc.zst";
/// In folders certificates with more entries than this are compressed: nobody reads a megabyte.
const MANY: usize = 10_000;
/// zstd's level: a tenth of the text at 120 MB a second; level 19 makes a thirteenth at 2 MB a
/// second.
const LEVEL: i32 = 6;

/// True for a name that ends like that of a certificate.
pub fn is_name(path: &Path) -> bool {
    let name = path.to_string_lossy();
    [PLAIN, COMPRESSED].iter().any(|end| name.ends_with(end))
}

fn is_compressed(path: &Path) -> bool {
    path.to_string_lossy().ends_with(COMPRESSED)
}

/// How the file of a certificate begins: as its text does, or as what zstd has compressed.
pub const HEADS: [&[u8]; 2] = [b"tsumi-certificate ", b"\x28\xb5\x2f\xfd"];

/// The path of a certificate in a folder, from the plain one.
pub fn in_folder(plain: PathBuf, certificate: &Certificate) -> PathBuf {
    match certificate.len() > MANY {
        true => compressed(&plain),
        false => plain,
    }
}

/// The path of a certificate that is compressed, from the plain one.
pub fn compressed(plain: &Path) -> PathBuf {
    plain.with_added_extension("zst")
}

/// What is written into the file of this name, of a text.
///
/// # Errors
/// When the system has no memory for a compressor.
pub fn packed<'a>(path: &Path, text: impl BufRead + 'a) -> io::Result<Box<dyn Read + 'a>> {
    Ok(match is_compressed(path) {
        true => Box::new(Encoder::with_buffer(text, LEVEL)?),
        false => Box::new(text),
    })
}

/// The text of the certificate in a file.
///
/// # Errors
/// When it cannot be opened, or is a folder.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut input = BufReader::with_capacity(1 << 16, File::open(path)?);
    // A folder can be opened, and fails only at the first read.
    input.fill_buf()?;
    Ok(match is_compressed(path) {
        true => Box::new(BufReader::new(Decoder::with_buffer(input)?)),
        false => Box::new(input),
    })
}

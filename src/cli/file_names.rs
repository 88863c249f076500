//! Names of files made from the ids of problems: valid on every file system, and each
//! different from all others.
//!
//! The letters of an id are kept. Names that differ only in case count as equal, because some
//! file systems do not distinguish them. Of each name only a hash value is kept, so that a
//! million problems take about 20 MB.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use tsumi::row::digest;

/// Makes names that are all different.
#[derive(Default)]
pub struct Names {
    /// Hash values of the names so far, in lower case.
    used: HashSet<u64>,
    /// How many names were made.
    count: u64,
    hasher: RandomState,
}

impl Names {
    /// The name for the next problem, without an extension. A name that is in use already gets
    /// the number of the problem as a suffix, so that among equal ids a free name is mostly
    /// found at once.
    pub fn next(&mut self, id: &str) -> String {
        self.count += 1;
        let plain = safe(id);
        let mut name = plain.clone();
        let mut number = self.count;
        while !self.used.insert(self.hasher.hash_one(name.to_lowercase())) {
            name = format!("{plain}-{number}");
            number += 1;
        }
        name
    }
}

/// The most characters that a name takes from an id.
const LONGEST: usize = 60;
/// The most bytes that a name takes from an id: with a digest, a number, the move of a cook and
/// an extension it stays below the 255 bytes that common file systems allow.
const LONGEST_BYTES: usize = 180;

/// An id as a file name: letters, digits, `_`, and `-` and points that are not at the beginning,
/// where they would make an option or a hidden file of it, are kept. An id that is too long is cut,
/// and a digest of the whole is appended.
fn safe(id: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let mut name = String::new();
    for c in id.chars().take(LONGEST) {
        if name.len() + c.len_utf8() > LONGEST_BYTES {
            break;
        }
        name.push(if plain(c) { c } else { '_' });
    }
    if name.chars().count() < id.chars().count() {
        name += &format!("-{:08x}", digest(id.as_bytes()) as u32);
    }
    match name.trim_start_matches(['.', '-']) {
        "" => "problem".to_string(),
        name if is_device(name) => format!("_{name}"),
        name => name.to_string(),
    }
}

/// True for a name that Windows reserves for a device, with any extension: `CON`, `com1.x`.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_lowercase();
    let port = stem.strip_prefix("com").or(stem.strip_prefix("lpt"));
    let numbered = |rest: &str| rest.chars().count() == 1 && "0123456789¹²³".contains(rest);
    ["con", "prn", "aux", "nul"].contains(&stem.as_str()) || port.is_some_and(numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_single() {
        assert_eq!(safe("../../etc/passwd"), "_.._etc_passwd");
        assert_eq!(safe("--help"), "help");
        assert_eq!(safe(".-"), "problem");
        assert_eq!(safe(""), "problem");
        assert_eq!(safe("図巧 1"), "図巧_1");
        let mut names = Names::default();
        let got = ["a", "A", "a-2", "a", "b"].map(|id| names.next(id));
        assert_eq!(got, ["a", "A-2", "a-2-3", "a-4", "b"]);
    }

    #[test]
    fn long_names_and_names_of_devices() {
        let long = |last: char| "\u{20000}".repeat(60) + &last.to_string();
        let (a, b) = (safe(&long('a')), safe(&long('b')));
        assert!(a != b && a.len() <= LONGEST_BYTES + 9 && a.starts_with("\u{20000}"));
        let kanji = "図".repeat(60);
        assert_eq!(safe(&kanji), kanji);
        for device in ["CON", "nul", "Aux.x", "COM1", "lpt9.a", "COM¹"] {
            assert_eq!(safe(device), format!("_{device}"));
        }
        for name in ["COM", "CON1", "console", "com10", "x.con"] {
            assert_eq!(safe(name), name);
        }
    }
}

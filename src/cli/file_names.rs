//! Names of files after the ids of problems: safe on every file system, and no two
//! the same.
//!
//! The id's own letters stay, but names that differ only in case count as the same,
//! since some file systems do not tell them apart. Of each name given out only a
//! hash value is kept, so that a million problems take some 20 MB.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

/// Gives out names, each once.
#[derive(Default)]
pub struct Names {
    used: HashSet<u64>,
    count: u64,
    hasher: RandomState,
}

impl Names {
    /// The name for the next problem, without an ending. A name that was used gets
    /// the place of the problem among all behind it, so that a thousand equal ids
    /// are no thousand tries.
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

/// Longest name, in characters; with a number and an ending behind it a name of
/// kanji stays below the 255 bytes of common file systems.
const LONGEST: usize = 60;

/// An id as a file name: letters, digits, `-`, `_` and inner points stay.
fn safe(id: &str) -> String {
    let safe = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    let name: String = id
        .chars()
        .take(LONGEST)
        .map(|c| if safe(c) { c } else { '_' })
        .collect();
    match name.trim_start_matches('.') {
        "" => "problem".to_string(),
        name => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_single() {
        assert_eq!(safe("../../etc/passwd"), "_.._etc_passwd");
        assert_eq!(safe(""), "problem");
        assert_eq!(safe("図巧 1"), "図巧_1");
        let mut names = Names::default();
        let got = ["a", "A", "a-2", "a", "b"].map(|id| names.next(id));
        assert_eq!(got, ["a", "A-2", "a-2-3", "a-4", "b"]);
    }
}

//! The problems of a collection, one after the other: files, folders and standard
//! input, with the things that only show in the whole, such as an id given twice.
//!
//! Of every problem two hash values are remembered, sixteen bytes, and nothing
//! else; with the spare room of hash sets a million problems take some 40 MB.

use anyhow::{Context, Result, bail};
use std::collections::HashSet;
use std::hash::{BuildHasher, Hasher};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use tsumi::formats::{Input, InputError, Problem, ReadOptions, detect, read_input};

/// A problem or an error, with what the collection says about it.
pub struct Entry {
    pub read: Result<Problem, InputError>,
    /// The id stood in front of an earlier problem too.
    pub duplicate: bool,
    /// The name of its certificates, without an ending; no two are the same.
    pub name: String,
}

/// The inputs named by the arguments; folders become the files in them.
pub fn inputs(args: &[String]) -> Result<Vec<Input>> {
    if args.is_empty() {
        if std::io::stdin().is_terminal() {
            bail!("nothing to verify: name a file or a folder, or - for standard input");
        }
        return Ok(vec![Input::Stdin]);
    }
    let mut inputs = Vec::new();
    for (arg, number) in args.iter().zip(1..) {
        let path = Path::new(arg);
        if !path.is_dir() {
            inputs.push(Input::from_arg(arg, number));
            continue;
        }
        let mut files = Vec::new();
        walk(path, &mut files, 0)?;
        if files.is_empty() {
            bail!("{arg}: no file with problems in this folder (.sfen, .jsonl, .kif, .bod, .txt)");
        }
        inputs.extend(files.into_iter().map(Input::File));
    }
    Ok(inputs)
}

/// Folders in folders that are followed, so that a link to itself ends.
const DEEPEST: u32 = 32;

fn walk(folder: &Path, files: &mut Vec<PathBuf>, depth: u32) -> Result<()> {
    let cannot = || format!("{}: the folder cannot be read", folder.display());
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(cannot)? {
        paths.push(entry.with_context(cannot)?.path());
    }
    paths.sort();
    for path in paths {
        let hidden = path
            .file_name()
            .is_some_and(|n| n.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        if path.is_dir() {
            if depth < DEEPEST {
                walk(&path, files, depth + 1)?;
            }
        } else if detect::by_extension(&path).is_some()
            || path
                .extension()
                .is_some_and(|e| e.eq_ignore_ascii_case("txt"))
        {
            files.push(path);
        }
    }
    Ok(())
}

/// The entries of a collection.
pub fn entries(inputs: Vec<Input>, read: ReadOptions) -> impl Iterator<Item = Entry> + Send {
    let mut seen = Seen::default();
    inputs
        .into_iter()
        .flat_map(move |input| read_input(&input, &read))
        .map(move |read| seen.entry(read))
}

#[derive(Default)]
struct Seen {
    ids: HashSet<u64>,
    names: HashSet<u64>,
    repeated: u64,
    hasher: ahash::RandomState,
}

impl Seen {
    fn hash(&self, text: &str) -> u64 {
        let mut hasher = self.hasher.build_hasher();
        hasher.write(text.as_bytes());
        hasher.finish()
    }

    fn entry(&mut self, read: Result<Problem, InputError>) -> Entry {
        let Ok(problem) = &read else {
            return Entry {
                read,
                duplicate: false,
                name: String::new(),
            };
        };
        let duplicate = !self.ids.insert(self.hash(&problem.id));
        self.repeated += u64::from(duplicate);
        let plain = file_name(&problem.id);
        let mut name = plain.clone();
        // Numbered by the place in the collection, so that a thousand equal ids are
        // no thousand tries.
        let mut number = self.ids.len() as u64 + self.repeated;
        while !self.names.insert(self.hash(&name)) {
            name = format!("{plain}-{number}");
            number += 1;
        }
        Entry {
            read,
            duplicate,
            name,
        }
    }
}

/// An id as a file name: letters, digits, `-`, `_` and inner points stay. Small
/// letters, since some file systems do not tell them apart.
fn file_name(id: &str) -> String {
    let safe = |c: char| {
        if c.is_alphanumeric() || "-_.".contains(c) {
            c
        } else {
            '_'
        }
    };
    let name: String = id.to_lowercase().chars().take(60).map(safe).collect();
    let name = name.trim_start_matches('.');
    if name.is_empty() {
        "problem".to_string()
    } else {
        name.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_and_single() {
        assert_eq!(file_name("../../etc/passwd"), "_.._etc_passwd");
        assert_eq!(file_name(""), "problem");
        assert_eq!(file_name("図巧 1"), "図巧_1");
        let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        let text: String = ["a", "A", "a-2", "a"]
            .iter()
            .map(|id| format!("{id}\t{sfen}\n"))
            .collect();
        let input = Input::Memory {
            name: "x.sfen".into(),
            bytes: text.into_bytes(),
        };
        let got: Vec<_> = entries(vec![input], ReadOptions::default())
            .map(|e| (e.name, e.duplicate))
            .collect();
        let want = [
            ("a", false),
            ("a-2", false),
            ("a-2-3", false),
            ("a-4", true),
        ];
        assert_eq!(got, want.map(|(n, d)| (n.to_string(), d)));
    }
}

//! The problems of a collection, one after the other, from files, folders and standard input,
//! with what only the whole collection shows, such as an id that is used twice.
//!
//! Of every problem only two hash values are kept, 16 bytes; with the empty places of hash
//! sets a million problems take about 40 MB.

use crate::cli::file_names::Names;
use crate::cli::inputs::Reading;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use tsumi::formats::{Input, InputError, Problem, read_input};

/// A problem or an error, with its properties within the collection.
pub struct Member {
    pub read: Result<Problem, InputError>,
    /// True when an earlier problem of the same file has the same id.
    pub duplicate: bool,
    /// The name of its certificates without an extension, different from those of all others;
    /// empty for an error.
    pub name: String,
}

/// The problems of a collection that the user picks, or all of them. A problem without an id gets one from the name of its file;
/// where files in several folders have the same name, it gets one from the whole path.
pub fn members(
    inputs: Vec<Input>,
    reading: &Reading,
) -> impl Iterator<Item = Member> + Send + 'static {
    let mut seen = Seen::default();
    let mut files: HashMap<String, HashSet<String>> = HashMap::new();
    for input in &inputs {
        files.entry(input.stem()).or_default().insert(input.name());
    }
    files.retain(|_, names| names.len() > 1);
    let options = reading.options();
    let all = inputs.into_iter().flat_map(move |input| {
        let problems = read_input(&input, &options);
        match files.contains_key(&input.stem()) {
            true => problems.with_stem(input.name()),
            false => problems,
        }
    });
    reading.picked_of(all).map(move |read| seen.member(read))
}

#[derive(Default)]
struct Seen {
    ids: HashSet<u64>,
    names: Names,
    hasher: RandomState,
}

impl Seen {
    fn member(&mut self, read: Result<Problem, InputError>) -> Member {
        let (duplicate, name) = match &read {
            Ok(problem) => (
                !self
                    .ids
                    .insert(self.hasher.hash_one((&problem.source.file, &problem.id))),
                self.names.next(&problem.id),
            ),
            Err(_) => (false, String::new()),
        };
        Member {
            read,
            duplicate,
            name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_single_and_repeated_ids_seen() {
        let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        let text: String = ["a", "A", "a-2", "a"]
            .iter()
            .map(|id| format!("{id}\t{sfen}\n"))
            .collect();
        let input = |name: &str| Input::Memory {
            name: name.into(),
            bytes: text.clone().into_bytes(),
        };
        let got: Vec<_> = members(vec![input("x.sfen")], &Reading::default())
            .map(|e| (e.name, e.duplicate))
            .collect();
        let want = [
            ("a", false),
            ("A-2", false),
            ("a-2-3", false),
            ("a-4", true),
        ];
        assert_eq!(got, want.map(|(n, d)| (n.to_string(), d)));
        // The same ids in another file are other problems.
        let both = vec![input("2025/x.sfen"), input("2026/x.sfen")];
        let twice = members(both, &Reading::default()).filter(|e| e.duplicate);
        assert_eq!(twice.count(), 2, "one in each file");
    }
}

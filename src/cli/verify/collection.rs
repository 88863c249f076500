//! The problems of a collection, one after the other: files, folders and standard
//! input, with the things that only show in the whole, such as an id given twice.
//!
//! Of every problem two hash values are remembered, sixteen bytes, and nothing
//! else; with the spare room of hash sets a million problems take some 40 MB.

use crate::cli::file_names::Names;
use anyhow::{Result, bail};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use tsumi::base::message::{Message, message};
use tsumi::formats::text::shown;
use tsumi::formats::{Input, InputError, Problem, ReadOptions, detect, read_input};

/// A problem or an error, with what the collection says about it.
pub struct Member {
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
            bail!(message!(
                "nothing to verify: name a file or a folder, or - for standard input",
                "問題がない：ファイルかフォルダ、または標準入力の - を指定する"
            ));
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
            bail!(message!(
                "{arg}: no file with problems in this folder (.sfen, .jsonl, .kif, .bod, .txt)",
                "{arg}：このフォルダに問題のファイル（.sfen、.jsonl、.kif、.bod、.txt）がない",
                arg = shown(arg, 400)
            ));
        }
        inputs.extend(files.into_iter().map(Input::File));
    }
    Ok(inputs)
}

/// Folders in folders that are followed, so that a link to itself ends.
const DEEPEST: u32 = 32;

fn walk(folder: &Path, files: &mut Vec<PathBuf>, depth: u32) -> Result<(), Message> {
    let cannot = |error: std::io::Error| {
        message!(
            "{name}: the folder cannot be read: {error}",
            "{name}：フォルダを読めない：{error}",
            name = folder.display().to_string(),
            error = error.to_string()
        )
    };
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(cannot)? {
        paths.push(entry.map_err(cannot)?.path());
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

/// The problems of a collection. Where files in several folders have the same name, the ids
/// of problems that have none begin with the whole path.
pub fn members(
    inputs: Vec<Input>,
    read: ReadOptions,
) -> impl Iterator<Item = Member> + Send + 'static {
    let mut seen = Seen::default();
    let mut files: HashMap<String, HashSet<String>> = HashMap::new();
    for input in &inputs {
        files.entry(input.stem()).or_default().insert(input.name());
    }
    files.retain(|_, names| names.len() > 1);
    inputs
        .into_iter()
        .flat_map(move |input| {
            let problems = read_input(&input, &read);
            match files.contains_key(&input.stem()) {
                true => problems.with_stem(input.name()),
                false => problems,
            }
        })
        .map(move |read| seen.member(read))
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
                !self.ids.insert(self.hasher.hash_one(&problem.id)),
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
        let input = Input::Memory {
            name: "x.sfen".into(),
            bytes: text.into_bytes(),
        };
        let got: Vec<_> = members(vec![input], ReadOptions::default())
            .map(|e| (e.name, e.duplicate))
            .collect();
        let want = [
            ("a", false),
            ("A-2", false),
            ("a-2-3", false),
            ("a-4", true),
        ];
        assert_eq!(got, want.map(|(n, d)| (n.to_string(), d)));
    }
}

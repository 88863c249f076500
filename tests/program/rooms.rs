//! The rooms of `src/` know only those below them, in the order of docs/architecture.md.

use std::fs::{read_dir, read_to_string};
use std::path::{Path, PathBuf};

/// The rooms from the ground floor up, as the manual lists them.
fn order() -> Vec<String> {
    let page = read_to_string("docs/architecture.md").unwrap();
    let (_, list) = page.split_once("- **Arrows go down**:").unwrap();
    let (list, _) = list.split_once('.').unwrap();
    let names = list.split(',').map(|name| name.trim().trim_matches('`'));
    names.map(str::to_owned).collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The rooms that a source names, with the numbers of the lines. Comments are left out, and
/// unit tests, which stand at the end of a file.
fn names(text: &str) -> Vec<(usize, String)> {
    let code = text.lines().take_while(|line| *line != "#[cfg(test)]");
    let mut found = Vec::new();
    for (number, line) in code.enumerate() {
        let line = line.split("//").next().unwrap();
        for start in ["crate::", "tsumi::"] {
            for (_, path) in line.match_indices(start).map(|(at, _)| line.split_at(at)) {
                let path = &path[start.len()..];
                let end = path.find(|c: char| !c.is_alphanumeric() && c != '_');
                found.push((number + 1, path[..end.unwrap_or(path.len())].to_owned()));
            }
        }
    }
    found
}

#[test]
fn what_a_line_names() {
    let text = "use crate::base::Len; // crate::cli\nlet _ = tsumi::usi::x(crate::page::y);\n\
                #[cfg(test)]\nuse crate::cli;";
    let named = names(text);
    let want = [(1, "base"), (2, "page"), (2, "usi")].map(|(line, name)| (line, name.to_owned()));
    assert_eq!(named, want);
}

#[test]
fn every_arrow_goes_down() {
    let order = order();
    assert_eq!(
        (
            order.first().unwrap().as_str(),
            order.last().unwrap().as_str()
        ),
        ("base", "cli")
    );
    let floor = |room: &str| order.iter().position(|name| name == room);
    let mut files = Vec::new();
    sources(Path::new("src"), &mut files);
    let (mut arrows, mut wrong) = (0, Vec::new());
    for file in &files {
        let inside = file.strip_prefix("src").unwrap();
        let room = inside.iter().next().unwrap().to_str().unwrap();
        let room = room.strip_suffix(".rs").unwrap_or(room);
        if ["lib", "main"].contains(&room) || file.to_str().unwrap().ends_with("tests.rs") {
            continue;
        }
        let here = floor(room).unwrap_or_else(|| panic!("{room} is not in the list of rooms"));
        for (line, name) in names(&read_to_string(file).unwrap()) {
            // What stands in no room: the checker and its results, macros.
            let other = match name.as_str() {
                "checker" | "message" => continue,
                name => floor(name),
            };
            arrows += 1;
            if other.is_none_or(|other| other > here) {
                wrong.push(format!("{}:{line}: {room} names {name}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(arrows > 300, "{arrows}: the paths were not found");
}

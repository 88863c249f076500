//! Where certificates go: one file, or a folder with one file for each problem.

use anyhow::{Context, Result, bail};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The place named by `--certificate`.
pub enum Certificates {
    /// Not wanted.
    None,
    /// The only problem's file.
    File(PathBuf),
    /// A folder, with how often each name was given out.
    Folder(PathBuf, HashMap<String, u32>),
}

impl Certificates {
    /// Settles what `path` means: a folder when it is one, looks like one or
    /// `many` problems come; it is made when it is missing.
    pub fn new(path: Option<&Path>, many: bool) -> Result<Certificates> {
        let Some(path) = path else {
            return Ok(Certificates::None);
        };
        let named_folder = path
            .to_string_lossy()
            .ends_with(['/', std::path::MAIN_SEPARATOR]);
        if !many && !named_folder && !path.is_dir() {
            return Ok(Certificates::File(path.to_path_buf()));
        }
        if path.is_file() {
            bail!(
                "--certificate {}: is a file, but there are several problems; name a folder",
                path.display()
            );
        }
        std::fs::create_dir_all(path)
            .with_context(|| format!("--certificate {}: cannot make the folder", path.display()))?;
        Ok(Certificates::Folder(path.to_path_buf(), HashMap::new()))
    }

    /// The file for the next problem.
    pub fn place(&mut self, id: &str) -> Option<PathBuf> {
        match self {
            Certificates::None => None,
            Certificates::File(path) => Some(path.clone()),
            Certificates::Folder(folder, used) => loop {
                let name = file_name(id);
                let count = used.entry(name.clone()).or_insert(0);
                *count += 1;
                let n = *count;
                let name = if n == 1 { name } else { format!("{name}-{n}") };
                // `a-2` may be somebody's own name as well.
                if n == 1 || used.insert(name.clone(), 1).is_none() {
                    return Some(folder.join(format!("{name}.tsc")));
                }
            },
        }
    }
}

/// An id as a file name: letters, digits, `-`, `_` and inner points stay.
fn file_name(id: &str) -> String {
    let name: String = id
        .chars()
        .take(60)
        .map(|c| {
            if c.is_alphanumeric() || "-_.".contains(c) {
                c
            } else {
                '_'
            }
        })
        .collect();
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
        let mut folder = Certificates::Folder(PathBuf::from("x"), HashMap::new());
        let mut next = |id| folder.place(id).unwrap().display().to_string();
        assert_eq!(next("a"), "x/a.tsc");
        assert_eq!(next("a"), "x/a-2.tsc");
        assert_eq!(next("a-2"), "x/a-2-2.tsc");
        assert_eq!(next("a"), "x/a-3.tsc");
    }
}

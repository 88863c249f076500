//! Where certificates, pictures and pages go: one file, or a folder with one file
//! for each problem.

use anyhow::{Context, Result, bail};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The place named by an option such as `--certificate`.
pub enum Places {
    /// Not wanted.
    None,
    /// The only problem's file.
    File(PathBuf),
    /// A folder, the extension of its files, and the names given out.
    Folder(PathBuf, &'static str, Names),
}

/// Names of files in a folder, no two the same.
#[derive(Default)]
pub struct Names {
    /// How often each name was given out.
    used: HashMap<String, u32>,
}

impl Names {
    /// The file name for a problem.
    pub fn next(&mut self, id: &str, extension: &str) -> String {
        loop {
            let name = file_name(id);
            let count = self.used.entry(name.clone()).or_insert(0);
            *count += 1;
            let n = *count;
            let name = if n == 1 { name } else { format!("{name}-{n}") };
            // `a-2` may be somebody's own name as well.
            if n == 1 || self.used.insert(name.clone(), 1).is_none() {
                return format!("{name}.{extension}");
            }
        }
    }
}

impl Places {
    /// Settles what `path` means: a folder when it is one, looks like one or
    /// `many` problems come; it is made when it is missing.
    pub fn new(
        option: &str,
        extension: &'static str,
        path: Option<&Path>,
        many: bool,
    ) -> Result<Places> {
        let Some(path) = path else {
            return Ok(Places::None);
        };
        let named_folder = path
            .to_string_lossy()
            .ends_with(['/', std::path::MAIN_SEPARATOR]);
        if !many && !named_folder && !path.is_dir() {
            return Ok(Places::File(path.to_path_buf()));
        }
        if path.is_file() {
            bail!(
                "{option} {}: is a file, but there are several problems; name a folder",
                path.display()
            );
        }
        std::fs::create_dir_all(path)
            .with_context(|| format!("{option} {}: cannot make the folder", path.display()))?;
        Ok(Places::Folder(
            path.to_path_buf(),
            extension,
            Names::default(),
        ))
    }

    /// The file for the next problem.
    pub fn place(&mut self, id: &str) -> Option<PathBuf> {
        match self {
            Places::None => None,
            Places::File(path) => Some(path.clone()),
            Places::Folder(folder, extension, names) => {
                Some(folder.join(names.next(id, extension)))
            }
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
        let mut folder = Places::Folder(PathBuf::from("x"), "tsc", Names::default());
        let mut next = |id| folder.place(id).unwrap().display().to_string();
        assert_eq!(next("a"), "x/a.tsc");
        assert_eq!(next("a"), "x/a-2.tsc");
        assert_eq!(next("a-2"), "x/a-2-2.tsc");
        assert_eq!(next("a"), "x/a-3.tsc");
    }
}

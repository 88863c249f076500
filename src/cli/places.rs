//! Where certificates, pictures and pages go: one file, or a folder with one file
//! for each problem.

use super::file_names::Names;
use super::lang::say;
use anyhow::{Context, Result, bail};
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
            bail!(say!(
                "{option} {}: is a file, but there are several problems; name a folder",
                "{option} {}：問題が複数あるので、ファイルではなくフォルダを指定する",
                path.display()
            ));
        }
        std::fs::create_dir_all(path)
            .with_context(|| format!("{option} {}: cannot make the folder", path.display()))?;
        Ok(Places::Folder(
            path.to_path_buf(),
            extension,
            Names::default(),
        ))
    }

    /// The folder, if it is one. Its file of that name is then no problem's.
    pub fn folder_with(&mut self, name: &str) -> Option<PathBuf> {
        let Places::Folder(folder, _, names) = self else {
            return None;
        };
        names.next(name);
        Some(folder.clone())
    }

    /// The file for the next problem.
    pub fn place(&mut self, id: &str) -> Option<PathBuf> {
        match self {
            Places::None => None,
            Places::File(path) => Some(path.clone()),
            Places::Folder(folder, extension, names) => {
                Some(folder.join(format!("{}.{extension}", names.next(id))))
            }
        }
    }
}

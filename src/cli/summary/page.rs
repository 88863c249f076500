//! A page in the making: rows are taken up as they come, and a renderer writes them.

use super::shown::Shown;
use super::totals::Totals;
use crate::cli::verify::row::Row;
use anyhow::{Context, Result};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes title, rows and totals in some format.
pub type Renderer = fn(&mut dyn Write, &str, &Shown, &Totals) -> std::io::Result<()>;

/// The page in the making.
pub struct Page {
    path: PathBuf,
    file: File,
    title: String,
    shown: Shown,
    render: Renderer,
}

impl Page {
    /// A page at `path`, which the user gave to `option`.
    pub fn new(option: &str, path: &Path, title: &str, render: Renderer) -> Result<Page> {
        let cannot = || format!("{option} {}: cannot be written", path.display());
        Ok(Page {
            path: path.to_path_buf(),
            file: File::create(path).with_context(cannot)?,
            title: title.to_string(),
            shown: Shown::default(),
            render,
        })
    }

    /// Takes a row up.
    pub fn add(&mut self, row: &Row) {
        self.shown.add(row);
    }

    /// Writes the page.
    pub fn end(self, totals: &Totals) -> Result<()> {
        let mut file = BufWriter::new(&self.file);
        (self.render)(&mut file, &self.title, &self.shown, totals)
            .and_then(|()| file.flush())
            .with_context(|| format!("{}: cannot be written", self.path.display()))
    }
}

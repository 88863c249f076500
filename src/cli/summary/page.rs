//! A page in the making: rows are taken up as they come, and a renderer makes the page.

use super::shown::Shown;
use super::totals::Totals;
use crate::cli::verify::report_file::{cannot_write, refuse_input};
use crate::cli::verify::row::Row;
use std::path::{Path, PathBuf};
use tsumi::base::message::{Lang, Message};
use tsumi::formats::Input;

/// The page of a title, rows and totals in some format.
pub type Renderer = fn(&str, &Shown, &Totals, Lang) -> String;

/// The page in the making.
pub struct Page {
    path: PathBuf,
    title: String,
    shown: Shown,
    render: Renderer,
}

impl Page {
    /// A page that will be written to `path`.
    ///
    /// # Errors
    /// When that is one of the inputs.
    pub fn new(
        path: &Path,
        inputs: &[Input],
        title: &str,
        render: Renderer,
    ) -> Result<Page, Message> {
        refuse_input(path, inputs)?;
        Ok(Page {
            path: path.to_path_buf(),
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
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn end(self, totals: &Totals, lang: Lang) -> Result<(), Message> {
        let text = (self.render)(&self.title, &self.shown, totals, lang);
        let written = std::fs::write(&self.path, text);
        written.map_err(|error| cannot_write(&self.path, &error))
    }
}

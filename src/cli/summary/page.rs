//! A page that is written once all rows are read: rows are added one by one, and at the end a
//! renderer makes the text.

use super::shown::Shown;
use super::totals::Totals;
use crate::cli::outputs::Outputs;
use std::path::{Path, PathBuf};
use tsumi::base::message::{Lang, Message};
use tsumi::row::Row;

/// Makes the text of a page in some format from a title, rows and totals.
pub type Renderer = fn(&str, &Shown, &Totals, Lang) -> String;

/// A page that is still to be written.
pub struct Page {
    /// The option that names the page, for messages.
    option: &'static str,
    path: PathBuf,
    title: String,
    shown: Shown,
    render: Renderer,
}

impl Page {
    /// A page that will be written to `path`, which an option names.
    ///
    /// # Errors
    /// As of [`Outputs::check`].
    pub fn new(
        option: &'static str,
        path: &Path,
        outputs: &Outputs,
        title: &str,
        render: Renderer,
    ) -> Result<Page, Message> {
        outputs.check(option, path)?;
        Ok(Page {
            option,
            path: path.to_path_buf(),
            title: title.to_string(),
            shown: Shown::default(),
            render,
        })
    }

    /// Adds a row.
    pub fn add(&mut self, row: &Row) {
        self.shown.add(row);
    }

    /// Writes the page.
    ///
    /// # Errors
    /// As of [`Outputs::write`].
    pub fn end(self, outputs: &Outputs, totals: &Totals, lang: Lang) -> Result<(), Message> {
        let text = (self.render)(&self.title, &self.shown, totals, lang);
        outputs.write(self.option, &self.path, text.as_bytes())
    }
}

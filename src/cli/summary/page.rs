//! A page in the making: rows are taken up as they come, and a renderer writes them.

use super::shown::Shown;
use super::totals::Totals;
use crate::cli::outputs::{Outputs, cannot_write};
use crate::cli::verify::row::Row;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tsumi::base::message::{Lang, Message};

/// Writes title, rows and totals in some format.
pub type Renderer = fn(&mut dyn Write, &str, &Shown, &Totals, Lang) -> std::io::Result<()>;

/// The page in the making.
pub struct Page {
    option: &'static str,
    path: PathBuf,
    file: File,
    title: String,
    shown: Shown,
    render: Renderer,
    lang: Lang,
}

impl Page {
    /// A page at `path`, which the user gave to `option`.
    ///
    /// # Errors
    /// When there is a file already, or none can be made.
    pub fn new(
        outputs: &Outputs,
        option: &'static str,
        path: &Path,
        title: &str,
        render: Renderer,
        lang: Lang,
    ) -> Result<Page, Message> {
        Ok(Page {
            option,
            path: path.to_path_buf(),
            file: outputs.create(option, path)?,
            title: title.to_string(),
            shown: Shown::default(),
            render,
            lang,
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
    pub fn end(self, totals: &Totals) -> Result<(), Message> {
        let mut file = BufWriter::new(&self.file);
        (self.render)(&mut file, &self.title, &self.shown, totals, self.lang)
            .and_then(|()| file.flush())
            .map_err(|error| cannot_write(self.option, &self.path, &error))
    }
}

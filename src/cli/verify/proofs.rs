//! The folder of `--certificates`: a file for every verdict and every cook, and
//! `index.jsonl`, which has a line for each file with the problem, the position and the
//! claim. `tsumi check DIR` compares the files with the index.

use super::row::{Certificate, Row};
use crate::cli::fault::Result;
use crate::cli::outputs::{self, Outputs, cannot_write};
use serde::{Deserialize, Serialize};
use shogi_core::ToUsi;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tsumi::base::message::{Message, message};
use tsumi::solver;
use tsumi::verify::Judgement;

const OPTION: &str = "--certificates";

/// The name of the index in its folder.
pub const INDEX: &str = "index.jsonl";

/// A line of the index.
#[derive(Debug, Serialize, Deserialize)]
pub struct Listed {
    pub file: String,
    pub id: Option<String>,
    /// The ply of a cook, from 1.
    pub ply: Option<u32>,
    /// The move of a cook in USI.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The position of the problem.
    pub sfen: Option<String>,
    /// The attacking side; indexes of older versions do not have it.
    #[serde(default)]
    pub attacker: Option<String>,
    /// The moves before a cook, in USI.
    pub line: Option<String>,
    pub claim: String,
    /// All that it claims; indexes of older versions do not have it.
    #[serde(default)]
    pub claims: Vec<String>,
}

/// Creates the folder, unless it is there.
///
/// # Errors
/// When its index would overwrite an input, or the system refuses.
pub fn make_folder(folder: &Path, outputs: &Outputs) -> Result<(), Message> {
    outputs.refuse_input(OPTION, &folder.join(INDEX))?;
    outputs::make_folder(OPTION, folder)
}

/// An error when a certificate of a row is not in the folder.
pub fn missing(folder: &Path, row: &Row) -> Option<Message> {
    let cooks = row.cooks.iter().map(|cook| &cook.certificate);
    let mut files = row.certificate.iter().chain(cooks);
    let lacks = |c: &&Certificate| {
        let file = c.file.as_ref();
        !file.is_some_and(|file| folder.join(file).is_file())
    };
    let file = files.find(lacks)?.file.clone().unwrap_or_default();
    Some(message!(
        "{name}: its certificate {file} is not in the folder of --certificates",
        "{name}：証明書 {file} が --certificates のフォルダにない",
        name = row.name(),
        file
    ))
}

/// Writes the certificates of a judgement, and the names of their files into its row.
///
/// # Errors
/// When a file cannot be written.
pub fn write(
    folder: &Path,
    name: &str,
    judgement: &Judgement,
    row: &mut Row,
) -> Result<(), Message> {
    let put = |file: String, proof: &solver::Certificate, noted: &mut Certificate| {
        let path = folder.join(&file);
        proof
            .write_file(&path)
            .map_err(|error| cannot_write(OPTION, &path, &error))?;
        noted.file = Some(file);
        Ok::<(), Message>(())
    };
    if let (Some(proof), Some(noted)) = (&judgement.outcome.certificate, &mut row.certificate) {
        put(format!("{name}.tsc"), proof, noted)?;
    }
    for (cook, noted) in judgement.cooks.iter().zip(&mut row.cooks) {
        // Some file systems do not allow `*`, and `+` means a blank in some URLs.
        let mv: String = cook.mv.to_usi_owned().replace('*', "@").replace('+', "p");
        let file = format!("{name}.cook{}.{mv}.tsc", cook.ply);
        put(file, &cook.certificate, &mut noted.certificate)?;
    }
    Ok(())
}

/// The index that is being written; nothing without a folder.
pub struct Index(Option<(PathBuf, BufWriter<File>)>);

impl Index {
    /// Creates an empty index in the folder, if there is one.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn new(folder: Option<&Path>) -> Result<Index> {
        let Some(folder) = folder else {
            return Ok(Index(None));
        };
        let path = folder.join(INDEX);
        let file = File::create(&path).map_err(|error| cannot_write(OPTION, &path, &error))?;
        Ok(Index(Some((path, BufWriter::new(file)))))
    }

    /// Adds the certificates of a row.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, row: &Row) -> Result<()> {
        let Some((path, file)) = &mut self.0 else {
            return Ok(());
        };
        let cannot = |error: std::io::Error| cannot_write(OPTION, path, &error);
        let cooks = row
            .cooks
            .iter()
            .map(|c| (&c.certificate, Some((c.ply, &c.mv))));
        for (certificate, cook) in row.certificate.iter().map(|c| (c, None)).chain(cooks) {
            let Some(name) = &certificate.file else {
                continue;
            };
            let before = |ply: u32| {
                let moves: Vec<&str> = row.main_line().split(' ').take(ply as usize - 1).collect();
                moves.join(" ")
            };
            let listed = Listed {
                file: name.clone(),
                id: row.id.clone(),
                ply: cook.map(|c| c.0),
                mv: cook.map(|c| c.1.clone()),
                sfen: row.sfen.clone(),
                attacker: row.attacker.clone(),
                line: cook.map(|c| before(c.0)),
                claim: certificate.claim.clone(),
                claims: certificate.claims.clone(),
            };
            serde_json::to_writer(&mut *file, &listed).map_err(|error| cannot(error.into()))?;
            file.write_all(b"\n").map_err(cannot)?;
        }
        Ok(file.flush().map_err(cannot)?)
    }
}

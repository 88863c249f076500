//! The folder of `--certificates`: a file for every verdict and every cook, and
//! `index.jsonl`, a line for each file with the problem, the position it is about
//! and the claim. `tsumi check DIR` holds the files against the index.

use super::row::{Certificate, Row};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use shogi_core::ToUsi;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use tsumi::solver;
use tsumi::verify::Judgement;

/// The name of the index in its folder.
pub const INDEX: &str = "index.jsonl";

/// A line of the index.
#[derive(Debug, Serialize, Deserialize)]
pub struct Listed {
    pub file: String,
    pub id: Option<String>,
    /// The ply and the move of a cook.
    pub ply: Option<u32>,
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The problem's position.
    pub sfen: Option<String>,
    /// The moves before those of a cook.
    pub line: Option<String>,
    pub claim: String,
}

/// Makes the folder.
pub fn make_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| {
        format!(
            "--certificates {}: cannot make the folder",
            folder.display()
        )
    })
}

/// Writes the certificates of a judgement and notes their names in its row.
pub fn write(folder: &Path, name: &str, judgement: &Judgement, row: &mut Row) -> Result<()> {
    let put = |file: String, proof: &solver::Certificate, noted: &mut Certificate| {
        let path = folder.join(&file);
        proof
            .write_file(&path)
            .with_context(|| format!("{}: cannot be written", path.display()))?;
        noted.file = Some(file);
        anyhow::Ok(())
    };
    if let (Some(proof), Some(noted)) = (&judgement.outcome.certificate, &mut row.certificate) {
        put(format!("{name}.tsc"), proof, noted)?;
    }
    for (cook, noted) in judgement.cooks.iter().zip(&mut row.cooks) {
        // '*' and '+' are no good in file names.
        let mv: String = cook.mv.to_usi_owned().replace('*', "@").replace('+', "p");
        let file = format!("{name}.cook{}.{mv}.tsc", cook.ply);
        put(file, &cook.certificate, &mut noted.certificate)?;
    }
    Ok(())
}

/// The index as it grows.
pub struct Index(Option<(PathBuf, BufWriter<File>)>);

impl Index {
    /// An empty index in the folder, if there is one.
    pub fn new(folder: Option<&Path>) -> Result<Index> {
        let Some(folder) = folder else {
            return Ok(Index(None));
        };
        let path = folder.join(INDEX);
        let file = File::create(&path)
            .with_context(|| format!("{}: cannot be written", path.display()))?;
        Ok(Index(Some((path, BufWriter::new(file)))))
    }

    /// Lists the certificates of a row.
    pub fn add(&mut self, row: &Row) -> Result<()> {
        let Some((path, file)) = &mut self.0 else {
            return Ok(());
        };
        let cannot = || format!("{}: cannot be written", path.display());
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
                line: cook.map(|c| before(c.0)),
                claim: certificate.claim.clone(),
            };
            serde_json::to_writer(&mut *file, &listed).with_context(cannot)?;
            file.write_all(b"\n").with_context(cannot)?;
        }
        file.flush().with_context(cannot)
    }
}

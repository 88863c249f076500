//! The folder of `--certificates`: a file for every verdict and every cook;
//! `index.jsonl`, which has a line for each file with the problem, the position and the
//! claim; and `rows.txt` with what is to be proved of every problem. `tsumi check DIR` compares
//! the files with both.

use super::rows::HEAD;
use crate::cli::certificates;
use crate::cli::fault::Result;
use crate::cli::new_file::NewFile;
use crate::cli::outputs::{self, Outputs, cannot_write};
use serde::{Deserialize, Serialize};
use shogi_core::ToUsi;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use tsumi::base::message::{Message, message};
use tsumi::checker::rows;
use tsumi::row::{Certificate, CookRow, OutlastingRow, Row};
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
    /// The ply of a cook, or of a reply that another one outlasts, from 1.
    pub ply: Option<u32>,
    /// The move of a cook in USI.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The position of the problem.
    pub sfen: Option<String>,
    /// The attacking side; indexes of older versions do not have it.
    #[serde(default)]
    pub attacker: Option<String>,
    /// The moves before that, in USI.
    pub line: Option<String>,
    pub claim: String,
    /// All that it claims; indexes of older versions do not have it.
    #[serde(default)]
    pub claims: Vec<String>,
}

impl Listed {
    /// The line about the certificate of a row.
    pub fn new(row: &Row, certificate: &Certificate) -> Listed {
        Listed {
            file: certificate.file.clone().unwrap_or_default(),
            id: row.id.clone(),
            ply: None,
            mv: None,
            sfen: row.sfen.clone(),
            attacker: row.attacker.clone(),
            line: None,
            claim: certificate.claim.clone(),
            claims: certificate.claims.clone(),
        }
    }

    /// The line about a certificate of the position after another check.
    pub fn of_cook(row: &Row, cook: &CookRow) -> Listed {
        Listed {
            mv: Some(cook.mv.clone()),
            ..Listed::later(row, &cook.certificate, cook.ply)
        }
    }

    /// The line about a certificate of the position before a reply that another one outlasts.
    pub fn of_outlasting(row: &Row, outlasting: &OutlastingRow) -> Listed {
        Listed::later(row, &outlasting.certificate, outlasting.ply)
    }

    /// The line about a certificate of the position before the move at `ply`.
    fn later(row: &Row, certificate: &Certificate, ply: u32) -> Listed {
        let moves = row.main_line().split(' ');
        let moves: Vec<&str> = moves.take((ply as usize).saturating_sub(1)).collect();
        Listed {
            ply: Some(ply),
            line: Some(moves.join(" ")),
            ..Listed::new(row, certificate)
        }
    }
}

/// Creates the folder, unless it is there, and keeps other runs from writing into it as long as what
/// is returned lives.
///
/// # Errors
/// When its index would overwrite an input or another file of the user's, or that of an earlier
/// run that is not resumed without `--force`, another run writes into it, or the system refuses.
pub fn make_folder(folder: &Path, outputs: &Outputs, resume: bool) -> Result<File, Message> {
    for (name, head) in [(INDEX, "{\"file\":"), (rows::FILE, HEAD)] {
        let path = folder.join(name);
        outputs.refuse_input(OPTION, &path)?;
        refuse_other(&path, &[head.as_bytes()])?;
    }
    outputs::make_folder(OPTION, folder)?;
    let path = folder.join(INDEX);
    let is_used = path.metadata().is_ok_and(|index| index.len() > 0);
    if is_used && !resume && !outputs.replaces() {
        return Err(message!(
            "{option} {name}: has the certificates of an earlier run; name another folder, or add \
             --force to replace them",
            "{option} {name}：前回の証明書がある。別のフォルダを指定するか、--force を加えて置き換える",
            option = OPTION,
            name = folder.display().to_string()
        ));
    }
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    let file = options.open(&path);
    let file = file.map_err(|error| cannot_write(OPTION, &path, &error))?;
    // Some file systems have no locks, and on Windows one would keep this run from writing, too.
    if cfg!(unix) && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(message!(
            "{option} {name}: another run is writing into this folder",
            "{option} {name}：別の実行がこのフォルダに書いている",
            option = OPTION,
            name = folder.display().to_string()
        ));
    }
    Ok(file)
}

/// Refuses to overwrite a file that begins with none of these heads: it is none of an earlier run.
fn refuse_other(path: &Path, heads: &[&[u8]]) -> Result<(), Message> {
    let Ok(file) = File::open(path) else {
        // There is none, or the system will say why it cannot be written.
        return Ok(());
    };
    let most = heads
        .iter()
        .map(|head| head.len())
        .max()
        .unwrap_or_default();
    let mut begin = Vec::new();
    let read = file.take(most as u64).read_to_end(&mut begin);
    read.map_err(|error| cannot_write(OPTION, path, &error))?;
    if begin.is_empty() || heads.iter().any(|head| begin.starts_with(head)) {
        return Ok(());
    }
    Err(message!(
        "{option} {name}: is no file that tsumi has written there, and is not overwritten; name \
         another folder",
        "{option} {name}：tsumi が書いたファイルではないので上書きしない。別のフォルダを指定する",
        option = OPTION,
        name = path.display().to_string()
    ))
}

/// An error when a certificate of a row is not in the folder.
pub fn missing(folder: &Path, row: &Row) -> Option<Message> {
    let cooks = row.cooks.iter().map(|cook| &cook.certificate);
    let outlasting = row.outlasting.iter().map(|o| &o.certificate);
    let mut files = row.certificate.iter().chain(outlasting).chain(cooks);
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
        let path = certificates::in_folder(folder.join(file), proof);
        refuse_other(&path, &certificates::HEADS)?;
        let written = || {
            let mut text = certificates::packed(&path, proof.reader())?;
            let mut file = NewFile::create(&path, true)?;
            std::io::copy(&mut text, &mut file)?;
            file.complete()
        };
        written().map_err(|error| cannot_write(OPTION, &path, &error))?;
        noted.file = path.file_name().map(|n| n.to_string_lossy().into_owned());
        Ok::<(), Message>(())
    };
    if let (Some(proof), Some(noted)) = (&judgement.outcome.certificate, &mut row.certificate) {
        put(format!("{name}.tsc"), proof, noted)?;
    }
    if let (Some((ply, proof)), Some(noted)) = (&judgement.outlasting, &mut row.outlasting) {
        put(
            format!("{name}.longer{ply}.tsc"),
            proof,
            &mut noted.certificate,
        )?;
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
pub struct Index(Option<Files>);

/// The files of an index, and their folder.
struct Files {
    folder: PathBuf,
    index: BufWriter<File>,
    /// The rows, where the certificates are to prove all of what they say.
    rows: Option<BufWriter<File>>,
    /// How many rows there are.
    count: usize,
}

impl Index {
    /// Creates an empty index in the folder, if there is one, and with `proofs` an empty list of
    /// rows; without, that of an earlier run is removed, for its certificates are overwritten.
    ///
    /// # Errors
    /// When a file cannot be created or removed.
    pub fn new(folder: Option<&Path>, proofs: bool) -> Result<Index> {
        let Some(folder) = folder else {
            return Ok(Index(None));
        };
        let create = |name| {
            let path = folder.join(name);
            let file = File::create(&path);
            file.map(BufWriter::new)
                .map_err(|error| cannot_write(OPTION, &path, &error))
        };
        let stale = folder.join(rows::FILE);
        if !proofs && stale.is_file() {
            let removed = std::fs::remove_file(&stale);
            removed.map_err(|error| cannot_write(OPTION, &stale, &error))?;
        }
        let mut files = Files {
            folder: folder.to_path_buf(),
            index: create(INDEX)?,
            rows: proofs.then(|| create(rows::FILE)).transpose()?,
            count: 0,
        };
        files.put_rows(HEAD)?;
        Ok(Index(Some(files)))
    }

    /// Adds the certificates of a row, and the row.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn add(&mut self, row: &Row) -> Result<()> {
        let Some(files) = &mut self.0 else {
            return Ok(());
        };
        files.count += 1;
        files.put_rows(&super::rows::text(row))?;
        let (folder, file) = (&files.folder, &mut files.index);
        let cannot = |error: std::io::Error| cannot_write(OPTION, folder, &error);
        let cooks = row.cooks.iter().map(|cook| Listed::of_cook(row, cook));
        let main = row.certificate.iter().map(|c| Listed::new(row, c));
        let outlasting = row.outlasting.iter().map(|o| Listed::of_outlasting(row, o));
        for listed in main.chain(outlasting).chain(cooks) {
            if listed.file.is_empty() {
                continue;
            }
            serde_json::to_writer(&mut *file, &listed).map_err(|error| cannot(error.into()))?;
            file.write_all(b"\n").map_err(cannot)?;
        }
        Ok(file.flush().map_err(cannot)?)
    }

    /// Ends the list of rows, when the last one has been added. A list without an end is that
    /// of a run that was cut off.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn end(&mut self) -> Result<()> {
        match &mut self.0 {
            Some(files) => files.put_rows(&super::rows::end(files.count)),
            None => Ok(()),
        }
    }
}

impl Files {
    fn put_rows(&mut self, text: &str) -> Result<()> {
        let Some(rows) = &mut self.rows else {
            return Ok(());
        };
        let written = rows.write_all(text.as_bytes()).and_then(|()| rows.flush());
        Ok(written.map_err(|error| cannot_write(OPTION, &self.folder, &error))?)
    }
}

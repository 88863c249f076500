//! A folder of certificates: those that its index lists, or without one all in it.

use super::certificates;
use super::fault::{Fault, Result};
use super::verify::proofs::{INDEX, Listed};
use super::verify::report_file::{cannot_read, read_line};
use shogi_core::Move;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use tsumi::base::message::{Message, message};
use tsumi::checker::{Claim, Color, Verified, rows};
use tsumi::formats::sfen::{self, without_number};
use tsumi::formats::usi;

/// What the index says a certificate proves.
#[derive(Debug)]
pub struct Wanted {
    /// The position, as an SFEN without move number.
    position: String,
    /// `mate <plies>`, `nomate`, `beyond <plies>`; all of them have to be proved.
    claims: Vec<String>,
    /// The attacking side, `black` or `white`; `None` in an index that does not name it.
    attacker: Option<String>,
}

impl Wanted {
    /// What a line of the index says. Its position is that of the problem, or the one after a line
    /// and, for a cook, the cook itself. `None` when it cannot be read.
    pub fn new(listed: &Listed) -> Option<Wanted> {
        let mut position = sfen::parse(listed.sfen.as_deref()?).ok()?.position;
        match (listed.line.as_deref(), listed.mv.as_deref()) {
            (Some(line), mv) => {
                let mut moves: Vec<Move> = Vec::new();
                let line = format!("{line} {}", mv.unwrap_or_default());
                usi::replay_onto(&mut position, line.trim(), &mut moves).ok()?;
            }
            (None, None) => {}
            (None, Some(_)) => return None,
        }
        Some(Wanted {
            position: without_number(&position),
            claims: match listed.claims.is_empty() {
                true => vec![listed.claim.clone()],
                false => listed.claims.clone(),
            },
            attacker: listed.attacker.clone(),
        })
    }

    /// How a certificate that holds differs from what it should prove; `None` where it does not.
    pub fn differs(&self, verified: &Verified) -> Option<String> {
        let claims: Vec<String> = verified.claims.iter().map(Claim::to_string).collect();
        if let Some(lacking) = self.claims.iter().find(|claim| !claims.contains(claim)) {
            let claims = claims.join(", ");
            return Some(format!("it proves {claims}, the index says {lacking}"));
        }
        let attacker = match verified.attacker {
            Color::Black => "black",
            Color::White => "white",
        };
        if self
            .attacker
            .as_ref()
            .is_some_and(|wanted| wanted != attacker)
        {
            return Some(format!(
                "{attacker} attacks in it, the index says the other side"
            ));
        }
        (normal(&verified.position) != self.position)
            .then(|| "it is about another position than the index says".to_string())
    }
}

/// Board, side to move and hands of an SFEN; the hands in the order that `shogi_core` writes.
fn normal(text: &str) -> String {
    match sfen::parse(text) {
        Ok(sfen) => without_number(&sfen.position),
        Err(_) => text.to_string(),
    }
}

/// The certificates of a folder, one after the other.
pub enum Folder {
    /// The folder, its index, and how many lines of that were read.
    Indexed(PathBuf, BufReader<File>, u64),
    /// The files of a folder without an index.
    Plain(std::vec::IntoIter<PathBuf>),
}

impl Folder {
    /// Opens a folder.
    ///
    /// # Errors
    /// When it cannot be read, or there is no certificate in it.
    pub fn open(path: &Path) -> Result<Folder> {
        let index = path.join(INDEX);
        if index.is_file() {
            let file = File::open(&index).map_err(|error| cannot_read(&index, &error))?;
            let index = BufReader::new(file);
            return Ok(Folder::Indexed(path.to_path_buf(), index, 0));
        }
        let mut files = Vec::new();
        let cannot = |error| cannot_read(path, &error);
        for entry in std::fs::read_dir(path).map_err(cannot)? {
            let path = entry.map_err(cannot)?.path();
            if certificates::is_name(&path) {
                files.push(path);
            }
        }
        if files.is_empty() {
            return Err(Fault::Said(message!(
                "{name}: no certificate (.tsc) in this folder",
                "{name}：このフォルダに証明書（.tsc）がない",
                name = path.display().to_string()
            )));
        }
        files.sort();
        Ok(Folder::Plain(files.into_iter()))
    }
}

impl Iterator for Folder {
    type Item = Result<(PathBuf, Option<Wanted>)>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Folder::Plain(files) => files.next().map(|file| Ok((file, None))),
            Folder::Indexed(folder, index, number) => {
                let mut line = Vec::new();
                let read = read_line(index, &mut line);
                if read.is_ok() && line.is_empty() {
                    // A run that has decided nothing has rows all the same.
                    if *number > 0 || folder.join(rows::FILE).is_file() {
                        return None;
                    }
                    *number = 1;
                    return Some(Err(Fault::Said(message!(
                        "{name}: its index lists no certificate",
                        "{name}：索引に証明書が一つもない",
                        name = folder.display().to_string()
                    ))));
                }
                *number += 1;
                let fault = |why: Message| {
                    Fault::Said(message!(
                        "{folder}/{file}:{number}: not a line of an index: {why}",
                        "{folder}/{file}:{number}：索引の行ではない：{why}",
                        folder = folder.display().to_string(),
                        file = INDEX,
                        number = *number,
                        why
                    ))
                };
                let line = read.map(|fits| if fits { &line[..] } else { &[] });
                Some(one(folder, line).map_err(fault))
            }
        }
    }
}

/// The certificate that a line of the index lists.
fn one(folder: &Path, line: std::io::Result<&[u8]>) -> Result<(PathBuf, Option<Wanted>), Message> {
    let line = line.map_err(|error| Message::from(error.to_string()))?;
    let listed: Listed = serde_json::from_slice(line).map_err(|_| {
        message!(
            "no object with file, sfen and claim",
            "file、sfen、claim がない"
        )
    })?;
    let wanted = Wanted::new(&listed)
        .ok_or_else(|| message!("no position that can be read", "読める局面がない"))?;
    // An index must not name files outside the folder.
    if listed.file.contains(['/', '\\']) {
        return Err(message!(
            "a file outside the folder",
            "フォルダの外のファイル"
        ));
    }
    Ok((folder.join(&listed.file), Some(wanted)))
}

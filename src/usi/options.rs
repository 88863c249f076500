//! The engine's options, under the names that other mate engines use.
//!
//! Of the whole numbers one table gives both what `usi` prints and what `setoption` accepts.
//! A number out of range is set to the nearest bound, and the user is told.

use crate::solver::{self, Lengths};
use std::fmt::Write;
use std::time::Duration;

/// MiB of the tables. A browser ends a page that takes too much memory, so a WebAssembly module has
/// less.
const HASH: u64 = if IS_MODULE { 128 } else { 1024 };
/// The most MiB of the tables.
const MOST_HASH: u64 = if IS_MODULE { 256 } else { 1 << 20 };
/// The most threads; a WebAssembly module has one.
const THREADS: u64 = if IS_MODULE { 1 } else { 1024 };
const IS_MODULE: bool = cfg!(target_family = "wasm");

/// Values of all options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Memory of the tables in MiB.
    pub hash: u64,
    /// Threads that work on a search.
    pub threads: u64,
    /// The most first moves that mate to list.
    pub multi_pv: u64,
    /// Nodes of one search; 0 for no limit.
    pub nodes_limit: u64,
    /// Milliseconds between two `info` lines of a running search.
    pub pv_interval: u64,
    /// How far the search goes on after the first mate.
    pub post_search: Lengths,
    /// True when, with both kings on the board, a side to move that is in check defends.
    pub root_is_and_if_checked: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: HASH,
            threads: 1,
            multi_pv: 1,
            nodes_limit: 0,
            pv_interval: 1000,
            post_search: Lengths::Answer,
            root_is_and_if_checked: true,
        }
    }
}

/// The field of the settings that holds a whole number.
type Field = fn(&mut Settings) -> &mut u64;

/// Name, least value, greatest value and field of the options that are whole numbers.
const SPINS: [(&str, u64, u64, Field); 5] = [
    ("USI_Hash", 2, MOST_HASH, |s| &mut s.hash),
    ("Threads", 1, THREADS, |s| &mut s.threads),
    ("MultiPV", 1, 600, |s| &mut s.multi_pv),
    ("NodesLimit", 0, 1 << 60, |s| &mut s.nodes_limit),
    ("PvInterval", 0, 1 << 30, |s| &mut s.pv_interval),
];

const POST_SEARCH: &str = "PostSearchLevel";
const ROOT_IS_AND: &str = "RootIsAndNodeIfChecked";

impl Settings {
    /// The `option` lines of the answer to `usi`.
    pub fn declaration() -> String {
        let mut defaults = Settings::default();
        let mut out = String::new();
        for (name, least, most, field) in SPINS {
            let value = *field(&mut defaults);
            let _ = writeln!(
                out,
                "option name {name} type spin default {value} min {least} max {most}"
            );
        }
        let _ = writeln!(
            out,
            "option name {POST_SEARCH} type combo default MinLength var None var UpperBound var MinLength"
        );
        let _ = writeln!(out, "option name {ROOT_IS_AND} type check default true");
        out
    }

    /// Sets an option; the case of its name does not matter.
    ///
    /// # Errors
    /// A sentence for the user when there is no such option or the value is not taken as it was
    /// given.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        for (known, least, most, field) in SPINS {
            if !is(known) {
                continue;
            }
            let Ok(wanted) = value.parse::<i128>() else {
                return Err(format!("{known} wants a whole number"));
            };
            let held = wanted.clamp(i128::from(least), i128::from(most));
            *field(self) = held as u64;
            return if held == wanted {
                Ok(())
            } else {
                Err(format!("{known} is set to {held}"))
            };
        }
        if is(POST_SEARCH) {
            self.post_search = match value {
                "None" => Lengths::None,
                "UpperBound" => Lengths::Quick,
                "MinLength" => Lengths::Answer,
                _ => return Err(format!("{POST_SEARCH} is None, UpperBound or MinLength")),
            };
        } else if is(ROOT_IS_AND) {
            self.root_is_and_if_checked = match value {
                "true" => true,
                "false" => false,
                _ => return Err(format!("{ROOT_IS_AND} is true or false")),
            };
        } else if !is("USI_Ponder") {
            // USI_Ponder is an option of the protocol that changes nothing for a solver.
            return Err(format!("no option {name}"));
        }
        Ok(())
    }

    /// Options of the solver, without a time limit, because the engine stops the search.
    pub fn solver_options(&self) -> solver::Options {
        let bytes = usize::try_from(self.hash << 20).unwrap_or(usize::MAX / 4);
        let usual = solver::Options::default();
        solver::Options {
            nodes: Some(self.nodes_limit).filter(|&n| n > 0),
            memory: bytes,
            threads: usize::try_from(self.threads).unwrap_or(1),
            lengths: self.post_search,
            // Reports that come more often than lines are written bring each shorter mate at once.
            progress_every: self.interval().min(usual.progress_every),
            ..usual
        }
    }

    /// Time between two `info` lines.
    pub fn interval(&self) -> Duration {
        Duration::from_millis(self.pv_interval)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_taken_held_or_refused() {
        let mut s = Settings::default();
        assert_eq!(s.set("usi_hash", "64"), Ok(()));
        assert_eq!(s.hash, 64);
        assert!(s.set("USI_Hash", "0").unwrap_err().contains("set to 2"));
        assert!(s.set("MultiPV", "-9999999999999999").is_err());
        assert_eq!(s.multi_pv, 1);
        assert!(s.set("USI_Hash", "a lot").is_err());
        assert_eq!(s.hash, 2);
        assert_eq!(s.set("PostSearchLevel", "UpperBound"), Ok(()));
        assert_eq!(s.solver_options().lengths, Lengths::Quick);
        assert!(s.set("PostSearchLevel", "Most").is_err());
        assert_eq!(s.set("RootIsAndNodeIfChecked", "false"), Ok(()));
        assert_eq!(s.set("Threads", "8"), Ok(()));
        assert_eq!(s.solver_options().threads, 8);
        assert!(s.set("Threads", "0").is_err());
        assert_eq!(s.threads, 1);
        assert!(s.set("Colour", "red").is_err());
        assert_eq!(s.set("USI_Ponder", "true"), Ok(()));
    }

    #[test]
    fn every_option_is_declared_with_its_default() {
        let text = Settings::declaration();
        let mut s = Settings::default();
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let default = words.iter().position(|&w| w == "default").unwrap() + 1;
            assert_eq!(s.set(words[2], words[default]), Ok(()), "{line}");
            assert_eq!(s, Settings::default(), "{line}");
        }
        assert_eq!(text.lines().count(), 7);
    }
}

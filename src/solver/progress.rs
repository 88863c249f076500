//! What a running search reports, and how often.

use super::Control;
use crate::base::clock::Instant;
use crate::search::Poll;
use crate::shogi::Position;
use crate::table::Numbers;
use parking_lot::Mutex;
use shogi_core::{Color, Move};
use std::time::Duration;

/// A report from a running search.
#[derive(Clone, Debug)]
pub struct Progress {
    /// Positions whose moves were generated so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Proof and disproof number of the root, 16 for one leaf.
    pub numbers: Numbers,
    /// Table fill in 1/1000.
    pub hashfull: u32,
    /// The line that is being searched.
    pub line: Vec<Move>,
    /// The line of the shortest mate so far that has one; empty before there is a mate.
    pub mate: Vec<Move>,
}

impl Progress {
    fn new(poll: &Poll<'_>, search: &Reporter<'_>) -> Progress {
        let mut pos = search.root.clone();
        let mut line = Vec::new();
        for frame in poll.frames.iter().skip(1).take_while(|f| f.is_played()) {
            line.push(pos.to_core_move(frame.mv, search.attacker));
            pos.make(frame.mv);
        }
        Progress {
            nodes: poll.nodes,
            elapsed: search.begin.elapsed(),
            numbers: poll.numbers,
            hashfull: poll.fill,
            line,
            mate: search.mate.lock().clone(),
        }
    }
}

/// Tells the caller of a search how it goes.
pub(super) struct Reporter<'a> {
    control: Control<'a>,
    /// Time between two reports, that of the first mate aside.
    every: Duration,
    root: Position,
    attacker: Color,
    begin: Instant,
    /// When the last report was, and whether it had a mate.
    last: Mutex<(Instant, bool)>,
    /// The line of the shortest mate so far.
    pub mate: Mutex<Vec<Move>>,
}

impl<'a> Reporter<'a> {
    /// For a search of `root` that began at `begin`.
    pub fn new(
        control: Control<'a>,
        every: Duration,
        root: Position,
        attacker: Color,
        begin: Instant,
    ) -> Self {
        Reporter {
            control,
            every,
            root,
            attacker,
            begin,
            last: Mutex::new((begin, false)),
            mate: Mutex::default(),
        }
    }

    /// Reports where the search stands, when it is time for that.
    pub fn report(&self, poll: &Poll<'_>) {
        let Some(tell) = self.control.progress else {
            return;
        };
        let mut last = self.last.lock();
        let has_mate = !self.mate.lock().is_empty();
        if has_mate && !last.1 || last.0.elapsed() >= self.every {
            *last = (Instant::now(), has_mate);
            tell(&Progress::new(poll, self));
        }
    }
}

//! A cure for graph history interaction: disproofs beside their lines.
//!
//! Kishimoto, A., Müller, M.: A general solution to the graph history interaction
//! problem. AAAI 2004.
//!
//! A disproof that rests on coming back to a node *above* holds only on lines that
//! pass that node. The table keeps the node open (its numbers begin anew) and
//! keeps, in a *twin*, the disproof with a code of its line. On another line the
//! disproof is not believed but *simulated*: the stored replies are played through;
//! when every line of them ends in a disproof here too, it holds here. A disproof
//! whose repetitions all stay below its own root holds everywhere and is stored as
//! such. Proofs need none of that: repetition never helps the attacker.
use super::family::{NEVER, Paths, Place, Search, Variant, longer};
use super::graph::{AndOrGraph, Player};
use super::limits::Stopped;
use super::numbers::Numbers;
use super::store::Store;

/// Nodes that one simulation may generate; a longer one would cost as much as a search.
const SIMULATION: u64 = 1000;

impl<G: AndOrGraph, V: Variant<G>, S: Store<G::Key>> Search<'_, G, V, S> {
    /// Tries to carry a disproof from other lines over to this one.
    pub(super) fn simulate_root(&mut self, at: Place<'_, G::Node, G::Key>) -> Result<(), Stopped> {
        debug_assert_eq!(self.paths, Paths::Kept);
        let elsewhere = self.store.get(&at.key).is_some_and(|e| e.twins);
        if elsewhere && !self.on_line.contains_key(&at.key) {
            let most = self.meter.nodes + SIMULATION;
            self.simulate(at, most)?;
        }
        Ok(())
    }

    /// `Some(start)` when the node is disproved on this line by replies that are
    /// stored; the result is stored as well.
    fn simulate(
        &mut self,
        at: Place<'_, G::Node, G::Key>,
        most: u64,
    ) -> Result<Option<u32>, Stopped> {
        if let Some(&depth) = self.on_line.get(&at.key) {
            return Ok(Some(depth));
        }
        if let Some(won) = self.graph.terminal(at.state) {
            return Ok((!won).then_some(NEVER));
        }
        let Some(&entry) = self.store.get(&at.key) else {
            return Ok(None);
        };
        if entry.numbers.is_final() {
            return Ok(entry.numbers.is_disproved().then_some(NEVER));
        }
        if let Some(start) = self.twin(at.key, at.code) {
            return Ok(Some(start));
        }
        if !entry.twins || self.meter.nodes >= most || self.meter.at_depth(at.depth).is_err() {
            return Ok(None);
        }
        self.meter.count()?;
        let all = self.graph.player(at.state) == Player::Attacker;
        self.line.push(at.key);
        self.on_line.insert(at.key, at.depth);
        let mut start = if all { Some(NEVER) } else { None };
        for (_, state) in self.graph.successors(at.state) {
            let key = self.graph.key(&state);
            if !all && entry.reply != Some(key) {
                continue;
            }
            let child = Place {
                state: &state,
                key,
                depth: at.depth + 1,
                code: longer(at.code, key),
            };
            let below = self.simulate(child, most)?;
            start = match (start, below) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (None, below) if !all => below,
                _ => None,
            };
            if start.is_none() {
                break;
            }
        }
        self.line.pop();
        self.on_line.remove(&at.key);
        if let Some(found) = start {
            let found = if found >= at.depth { NEVER } else { found };
            start = Some(found);
            if found != NEVER {
                self.twins.insert((at.key, at.code), found);
            } else if let Some(entry) = self.store.get_mut(&at.key) {
                entry.numbers = Numbers::DISPROVED;
            }
        }
        Ok(start)
    }
}

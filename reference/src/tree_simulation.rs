//! Tree simulation.
//!
//! Kawano, Y.: Using similar positions to search game trees. In: Games of No
//! Chance, MSRI Publications 29, 1996.
//!
//! Replies of a defender are often alike: what refutes one refutes the other. When
//! a reply has been proved, its proof is played through under every open sibling:
//! at OR nodes the *same move* as in the proof, at AND nodes every reply, each
//! against the proof of the same reply. Where that works out the sibling is proved
//! without a search; where it does not, nothing is lost but the attempt. It is a
//! proof, not a guess: every move of the defender was considered.
use super::family::{Search, Variant};
use super::graph::{AndOrGraph, Player};
use super::limits::Stopped;
use super::numbers::Numbers;
use super::store::{Entry, Store};

/// df-pn with tree simulation.
#[derive(Clone, Copy, Debug, Default)]
pub struct TreeSimulation;

impl<G: AndOrGraph> Variant<G> for TreeSimulation {
    fn borrows_proofs(&self) -> bool {
        true
    }
}

/// Nodes that one attempt may generate.
const ATTEMPT: u64 = 500;

impl<G: AndOrGraph, V: Variant<G>, S: Store<G::Key>> Search<'_, G, V, S> {
    /// Tries the proof of `children[model]`, which was just proved, on its siblings.
    pub(super) fn borrow_proof(
        &mut self,
        children: &[(G::Move, G::Node)],
        model: usize,
    ) -> Result<(), Stopped> {
        for (i, (_, state)) in children.iter().enumerate() {
            if i != model {
                let most = self.meter.nodes + ATTEMPT;
                self.imitate(state, &children[model].1, 0, most)?;
            }
        }
        Ok(())
    }

    /// True when the proof of `model` proves `node` as well, which is stored then.
    fn imitate(
        &mut self,
        node: &G::Node,
        model: &G::Node,
        depth: u32,
        most: u64,
    ) -> Result<bool, Stopped> {
        let key = self.graph.key(node);
        let known = self.store.get(&key).map(|e| e.numbers);
        if let Some(numbers) = known.filter(|n| n.is_final()) {
            return Ok(numbers.is_proved());
        }
        if let Some(won) = self.graph.terminal(node) {
            return Ok(won);
        }
        let Some(&proof) = self.store.get(&self.graph.key(model)) else {
            return Ok(false);
        };
        let player = self.graph.player(node);
        if !proof.numbers.is_proved()
            || player != self.graph.player(model)
            || self.graph.terminal(model).is_some()
            || self.meter.nodes >= most
            || self.meter.at_depth(depth).is_err()
        {
            return Ok(false);
        }
        self.meter.count()?;
        let of_model = self.graph.successors(model);
        let mut proved = player == Player::Defender;
        let mut reply = None;
        for (mv, next) in self.graph.successors(node) {
            let same = of_model.iter().find(|(m, _)| *m == mv);
            if player == Player::Attacker {
                let move_of_proof = same.filter(|(_, n)| Some(self.graph.key(n)) == proof.reply);
                let Some((_, follow)) = move_of_proof else {
                    continue;
                };
                proved = self.imitate(&next, follow, depth + 1, most)?;
                reply = Some(self.graph.key(&next));
                break;
            }
            proved = match same {
                Some((_, follow)) => self.imitate(&next, follow, depth + 1, most)?,
                None => self.is_proved(&next),
            };
            if !proved {
                break;
            }
        }
        if proved && !self.on_line.contains_key(&key) {
            let entry = self.store.entry(key, Entry::new(Numbers::PROVED, depth));
            entry.numbers = Numbers::PROVED;
            entry.reply = reply;
        }
        Ok(proved)
    }

    fn is_proved(&self, node: &G::Node) -> bool {
        let known = self.store.get(&self.graph.key(node));
        known.is_some_and(|e| e.numbers.is_proved()) || self.graph.terminal(node) == Some(true)
    }
}

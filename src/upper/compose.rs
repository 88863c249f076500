//! One certificate of the whole: the parts that the workers proved, and entries for the nodes
//! between them.

use super::graph::Id;
use super::{Part, Upper};
use crate::checker;
use crate::proof::certificate::{Certificate, Claim, Composition};
use crate::shogi::Move;
use ahash::{AHashSet, HashMap};
use shogi_core::PartialPosition;

/// Why no certificate was put together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ComposeError {
    /// The problem is not decided.
    #[error("the problem is not decided yet")]
    Open,
    /// A part is not to be had.
    #[error("the proof of a part is missing: {0}")]
    Missing(String),
    /// The independent checker does not accept the whole.
    #[error("the certificate was refused: {0}")]
    False(String),
}

/// Gives the certificate that came back about a position.
pub type Fetch<'a> = dyn FnMut(&PartialPosition) -> Option<Certificate> + 'a;

/// On what the verdict of a node rests.
enum Reason {
    /// A worker's proof.
    Part(Part),
    /// A node of the same board.
    Same(Id),
    /// One move, by its number: a check that mates, a reply that saves.
    One(usize),
    /// Every move.
    All,
}

impl Upper {
    /// The certificate of the problem, which the independent checker has accepted. `fetch` is asked
    /// for each part, one at a time; `stop` is asked now and then while the checker reads the whole.
    ///
    /// # Errors
    /// When the problem is open, when a part is missing, or when the checker refuses the whole.
    pub fn compose(
        &self,
        fetch: &mut Fetch<'_>,
        stop: impl Fn() -> bool + Sync,
    ) -> Result<Certificate, ComposeError> {
        let whole = match self.verdict().ok_or(ComposeError::Open)? {
            true => self.compose_mate(fetch)?,
            false => self.compose_nomate(fetch)?,
        };
        checker::check_with(whole.reader(), 1, &stop)
            .map_err(|why| ComposeError::False(why.to_string()))?;
        Ok(whole)
    }

    /// The nodes on which the verdict of the root rests, the root first.
    fn needed(&self) -> Vec<Id> {
        let (mut seen, mut needed) = (AHashSet::new(), vec![0]);
        seen.insert(0);
        let mut next = 0;
        while let Some(&id) = needed.get(next) {
            next += 1;
            let edges = self.graph.edges(id);
            let rests_on: Vec<Id> = match self.reason(id) {
                Reason::Part(_) => Vec::new(),
                Reason::Same(other) => vec![other],
                Reason::One(n) => vec![edges[n].to],
                Reason::All => edges.iter().map(|edge| edge.to).collect(),
            };
            needed.extend(rests_on.into_iter().filter(|&id| seen.insert(id)));
        }
        needed
    }

    fn reason(&self, id: Id) -> Reason {
        let graph = &self.graph;
        let mate = graph.verdict(id) == Some(true);
        if let Some(part) = self.record(id).part {
            return Reason::Part(part);
        }
        let is_so = |to: Id| graph.verdict(to) == Some(mate);
        // A mate rests on what was proved earlier, so that nothing rests on itself; "no mate" may
        // go round in a circle.
        let holds = |to: Id| is_so(to) && (!mate || graph.proved(to) < graph.proved(id));
        let edges = graph.edges(id);
        if !graph.is_leaf(id) {
            if graph.is_or(id) != mate && edges.iter().all(|edge| holds(edge.to)) {
                return Reason::All;
            }
            if graph.is_or(id) == mate
                && let Some(n) = edges.iter().position(|edge| holds(edge.to))
            {
                return Reason::One(n);
            }
        }
        let same = if mate { graph.less(id) } else { graph.more(id) };
        let same = same.iter().copied().filter(|&other| holds(other));
        // Of those without mate the one with most in hand rests on no other.
        let other = same.max_by_key(|&other| (self.record(other).place.hand.total(), other));
        Reason::Same(other.expect("a verdict rests on something"))
    }

    fn compose_mate(&self, fetch: &mut Fetch<'_>) -> Result<Certificate, ComposeError> {
        let mut whole = Composition::new(&self.position, self.attacker);
        let mut needed = self.needed();
        needed.sort_unstable_by_key(|&id| self.graph.proved(id));
        let mut plies: HashMap<Id, u32> = HashMap::default();
        for id in needed {
            let edges = self.graph.edges(id);
            let within = match self.reason(id) {
                Reason::Part(_) => {
                    let part = self.part_of(id, fetch)?;
                    whole.take(&part);
                    match *part.claim() {
                        Claim::Mate { plies } => plies,
                        _ => 0,
                    }
                }
                Reason::Same(other) => plies[&other],
                Reason::One(n) => {
                    let within = plies[&edges[n].to] + 1;
                    whole.push_mate(&self.board_at(id), self.record(id).moves[n], within);
                    within
                }
                Reason::All => {
                    let replies = edges.iter().map(|edge| plies[&edge.to] + 1);
                    replies.max().unwrap_or(0)
                }
            };
            plies.insert(id, within);
        }
        let within = plies[&0];
        Ok(whole.mate(within))
    }

    fn compose_nomate(&self, fetch: &mut Fetch<'_>) -> Result<Certificate, ComposeError> {
        let mut whole = Composition::new(&self.position, self.attacker);
        for id in self.needed() {
            match self.reason(id) {
                Reason::Part(_) => whole.take(&self.part_of(id, fetch)?),
                Reason::All => {
                    let board = self.board_at(id);
                    let checks = self.graph.edges(id).iter().zip(&self.record(id).moves);
                    let replies: Vec<(Move, Move)> = checks
                        .map(|(edge, &check)| (check, self.saving_reply(edge.to)))
                        .collect();
                    whole.push_nomate(&board, &replies);
                }
                Reason::Same(_) | Reason::One(_) => {}
            }
        }
        let reply = (!self.graph.is_or(0))
            .then(|| self.start.to_core_move(self.saving_reply(0), self.attacker));
        Ok(whole.nomate(reply))
    }

    /// The reply that saves the defender, who is to move.
    fn saving_reply(&self, id: Id) -> Move {
        match self.reason(id) {
            Reason::Part(part) => part.reply.unwrap_or(Move::NONE),
            Reason::Same(other) => self.saving_reply(other),
            Reason::One(n) => self.record(id).moves[n],
            Reason::All => Move::NONE,
        }
    }

    fn part_of(&self, id: Id, fetch: &mut Fetch<'_>) -> Result<Certificate, ComposeError> {
        let position = self.partial(id);
        fetch(&position).ok_or_else(|| ComposeError::Missing(position.to_sfen_owned()))
    }
}

//! A position searched for a while: its proof, or how it stands.
//!
//! That is what a machine does for another one that keeps the proof of a larger problem
//! ([`upper`](crate::upper)). The question is about the position alone, whatever line led to it,
//! so a proof that comes back holds wherever the position occurs.

use super::{Certificate, Control, Outcome, Session, Task};
use crate::base::{Limit, Limits};
use crate::proof::Failure;
use crate::search::frame::INDEPENDENT;
use crate::shogi::SetupError;
use shogi_core::{Move, PartialPosition};

/// How long a position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ceiling {
    /// Nodes of the search, at least 1; writing a proof down may take more.
    pub nodes: u64,
    /// The position is left when its proof number has reached this, 16 for one leaf.
    pub pn: u32,
    /// The same of the disproof number.
    pub dn: u32,
}

/// What a search of a position has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The proof of a mate or of no mate. It was checked if the solver's options say so.
    pub certificate: Option<Certificate>,
    /// Without a proof: proof and disproof number, at least 1, 16 for one leaf.
    pub pn: u32,
    pub dn: u32,
    /// Without a proof: the same numbers after the moves that the search has looked at.
    pub moves: Vec<(Move, u32, u32)>,
    /// The nodes ran out, and not the numbers.
    pub spent: bool,
    /// Positions whose moves were generated.
    pub nodes: u64,
    /// Why the checker refused the proof: a defect of tsumi. The position stays open.
    pub defect: Option<String>,
}

impl Session<'_> {
    /// Searches a position for a while. The next such question of this session begins with what
    /// was found.
    ///
    /// # Errors
    /// When the position is not one a search can start from.
    pub fn stand(
        &mut self,
        position: &PartialPosition,
        ceiling: Ceiling,
        control: Control<'_>,
    ) -> Result<Standing, SetupError> {
        let (found, outcome) = self.ask_besides(position, control, |task| task.stand(ceiling))?;
        let standing: Standing = found.expect("a standing comes in any case");
        Ok(Standing {
            nodes: outcome.nodes,
            certificate: outcome.certificate,
            defect: outcome.defect,
            ..standing
        })
    }
}

/// Nodes that writing a proof down may take: this multiple of those of the search, and this number
/// besides.
const PROOF_FACTOR: u64 = 8;
const PROOF_NODES: u64 = 1_000_000;

impl Task<'_> {
    fn stand(&mut self, ceiling: Ceiling) -> (Option<Standing>, Outcome) {
        let mut outcome = Outcome::unknown(Limit::Nodes);
        let whole = self.question;
        let nodes = whole.limits.nodes.unwrap_or(u64::MAX).min(ceiling.nodes);
        let mut question = whole.limited(Limits {
            nodes: Some(nodes),
            ..whole.limits
        });
        question.leave_at = (ceiling.pn.max(2), ceiling.dn.max(2));
        let mut standing = Standing {
            certificate: None,
            pn: 1,
            dn: 1,
            moves: Vec::new(),
            spent: true,
            nodes: 0,
            defect: None,
        };
        match self.search.solve_together(question) {
            Err(stopped) => {
                (standing.pn, standing.dn) = stopped.numbers.unwrap_or((1, 1));
                standing.moves = self.prospects();
                standing.spent = stopped.limit != Limit::Interrupted;
            }
            Ok(answer) => {
                let searched = self.search.nodes();
                self.question = whole.at_most((1 + PROOF_FACTOR) * searched + PROOF_NODES);
                let proved = if answer.value.is_mate() {
                    let proof = self.mate_certificate(answer.value.len, &mut outcome);
                    proof.map(|_| ())
                } else if answer.value.repetition == INDEPENDENT {
                    self.nomate(&mut outcome)
                } else {
                    Err(Failure::Limit(Limit::Memory))
                };
                if proved.is_err() {
                    // It stays open, for whoever goes on below it.
                    outcome.certificate = None;
                }
            }
        }
        (Some(standing), outcome)
    }

    fn prospects(&self) -> Vec<(Move, u32, u32)> {
        let root = self.search.position();
        let moves = self.search.prospects().iter();
        moves
            .map(|p| (root.to_core_move(p.mv, self.attacker), p.pn, p.dn))
            .collect()
    }
}

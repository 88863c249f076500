//! The questions a search asks before it makes a node: is there a check at all,
//! an evasion at all, a mate in one. They run the very generators of `checks`
//! and `evasions` with an early stop, so they are exact by construction.
use super::kind::Side;
use super::moves::Move;
use super::position::Position;

impl Position {
    /// Does the attacker, who is to move, have a legal check?
    pub fn has_check(&self) -> bool {
        self.visit_checks(&mut |_| true)
    }

    /// Does the defender, who is to move and in check, have a legal move?
    pub fn has_evasion(&self) -> bool {
        self.visit_evasions(&mut |_| true)
    }

    /// A check of the attacker, who is to move, that leaves no evasion.
    pub fn mate_in_one(&self) -> Option<Move> {
        debug_assert!(self.turn == Side::Attacker);
        let mut board = self.clone();
        let mut mate = None;
        self.visit_checks(&mut |m| {
            board.make(m);
            let mated = !board.has_evasion();
            board.unmake(m);
            if mated {
                mate = Some(m);
            }
            mated
        });
        mate
    }
}

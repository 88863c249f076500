//! A proof tried again on a similar position (simulation, Kawano 1996).
//!
//! What mates after one interposition mostly mates after the next. When a member of a
//! chain of similar defences (`delay`) is mated, its proof is followed on the next member
//! before that one is searched: at the attacker's nodes the same move, at the defender's
//! every legal evasion, and each of these has to be a mate by the table, by a leaf test,
//! or by following on. So what comes out is a proof like any other. Where it fails, what
//! was proved on the way stays in the table, and so does the number of replies that were
//! left over: the search then starts with the move that leaves few.

use super::driver::Search;
use super::expand::MAX_FRAMES;
use super::frame::{Child, Value};
use super::hands;
use crate::base::Len;
use crate::shogi::{HAND_KINDS, Hand, Kind, Leaf, Move, Position, Side, Square};
use crate::table::Found;
use crate::table::numbers::{Numbers, UNIT};

/// Nodes that one proof may be followed for (experiment 23).
const NODES: u64 = 2000;
/// Plies that a proof is followed: each is a call, some 400 bytes of the thread's stack.
const PLIES: u16 = 60;
/// First proof number of a check for each reply that was left over, if they are few.
const LEFT_OVER_PN: u32 = UNIT / 2;
/// The greatest number of replies left over that counts as few.
const FEW: u32 = 3;

/// The position whose proof is followed.
struct Model {
    pos: Position,
    /// The target squares of the model's defence and of ours: what stands on the one in the
    /// model stands on the other here, and the other way round.
    squares: [Square; 2],
    /// Nodes that may still be made.
    left: u32,
    /// Depth at which it is given up.
    deepest: u16,
}

impl Model {
    /// The square in the model for one of ours, and ours for one of the model's.
    fn counterpart(&self, square: Square) -> Square {
        match square {
            s if s == self.squares[0] => self.squares[1],
            s if s == self.squares[1] => self.squares[0],
            s => s,
        }
    }
}

/// The move between two squares, whatever piece makes it and whatever it takes.
fn on_board(pos: &Position, from: Square, to: Square, promote: bool) -> Option<Move> {
    let (owner, kind) = pos.piece_on(from)?;
    let target = pos.piece_on(to);
    let mover = pos.side_to_move();
    if owner != mover || target.is_some_and(|(side, _)| side == mover) {
        return None;
    }
    let captured = target.map(|(_, kind)| kind);
    (!promote || kind.can_promote()).then(|| Move::board(from, to, kind, captured, promote))
}

impl Search<'_> {
    /// Follows the proof of child `model` of frame `top`, a defender's node, on child `i`.
    /// The board stands at the frame.
    pub(super) fn simulate(&mut self, top: usize, i: usize, model: usize) -> Option<Value> {
        let Child { mv, len, .. } = self.work.children[i];
        let theirs = self.work.children[model].mv;
        let mut pos = self.pos.clone();
        pos.make(theirs);
        let depth = top as u16 + 2;
        let mut model = Model {
            pos,
            squares: [theirs.to(), mv.to()],
            left: self.nodes_left().min(NODES) as u32,
            deepest: (depth + PLIES).min(MAX_FRAMES as u16),
        };
        self.pos.make(mv);
        let value = self.follow_check(&mut model, len, depth);
        self.pos.unmake(mv);
        value
    }

    /// Follows the proof at the attacker's node on the board, which the table does not know to
    /// be mate.
    fn follow_check(&mut self, model: &mut Model, len: Len, depth: u16) -> Option<Value> {
        if depth >= model.deepest || model.left == 0 || len < Len::new(3) {
            return None;
        }
        let theirs = self.mating_move_there(&model.pos)?;
        let mv = self.check_here(model, theirs)?;
        self.pos.make(mv);
        model.pos.make(theirs);
        let reply = match self.pos.in_check(Side::Defender) && !self.pos.in_check(Side::Attacker) {
            true => self.follow_evasions(model, mv, len.down(), depth + 1),
            false => None,
        };
        model.pos.unmake(theirs);
        self.pos.unmake(mv);
        let reply = reply?;
        let proof = hands::before(reply.hand, mv);
        let value = Value::mate(proof, reply.len.up(), reply.amount);
        let place = self.pos.place().with_hand(proof);
        self.table
            .store_mate(place, depth, value.len, value.amount, mv.bits());
        Some(value)
    }

    /// Follows the proof at the defender's node on the board, after `mv`.
    fn follow_evasions(
        &mut self,
        model: &mut Model,
        mv: Move,
        len: Len,
        depth: u16,
    ) -> Option<Value> {
        // A drop of a pawn must not mate at once. The table cannot tell, as the same board comes about
        // by a pawn that is moved there.
        let pawn_drop = mv.is_drop() && mv.kind() == Kind::Pawn;
        if model.left == 0 || pawn_drop && !self.pos.has_evasion() {
            return None;
        }
        let place = self.pos.place();
        let known = self.find(place, depth, len).0;
        if let Found::Mate { hand, len, .. } = known {
            return Some(Value::mate(hand, len, 1));
        }
        model.left -= 1;
        self.nodes += 1;
        let start = self.work.moves.len();
        self.pos.generate_evasions(&mut self.work.moves);
        let replies = self.follow_replies(model, start, len, depth);
        self.work.moves.truncate(start);
        match replies {
            Replies::Mated(mut value) => {
                value.hand = hands::keep_monopolies(&self.pos, value.hand);
                let place = place.with_hand(value.hand);
                self.table
                    .store_mate(place, depth, value.len, value.amount, 0);
                Some(value)
            }
            Replies::LeftOver(n) if n <= FEW && matches!(known, Found::Open { amount: 0, .. }) => {
                let numbers = Numbers::new(n * LEFT_OVER_PN, UNIT);
                self.table.store_open(place, depth, numbers, 1, mv.bits());
                None
            }
            _ => None,
        }
    }

    /// Follows the proof after all evasions, which are the moves from `start` on.
    fn follow_replies(&mut self, model: &mut Model, start: usize, len: Len, depth: u16) -> Replies {
        let (mut proof, mut longest) = (Hand::EMPTY, Len::ZERO);
        let mut mated = |hand: Hand, len: Len| {
            proof = proof.union(hand);
            longest = longest.max(len.up());
        };
        let end = self.work.moves.len();
        // First come the replies that the table or a leaf test decides; the others move to the
        // front of the list.
        let mut open = start;
        for j in start..end {
            let mv = self.work.moves[j];
            let place = self.pos.place_after(mv);
            if self.question.bars(place) {
                return Replies::Holds;
            }
            match self.find(place, depth + 1, len.down()).0 {
                Found::Mate { hand, len, .. } => mated(hand, len),
                Found::NoMate { .. } => return Replies::Holds,
                Found::Open { .. } => match self.leaf(place, mv, len.down()) {
                    Ok(value) if value.is_mate() => mated(value.hand, value.len),
                    Ok(_) => return Replies::Holds,
                    Err(_) => {
                        self.work.moves[open] = mv;
                        open += 1;
                    }
                },
            }
        }
        let mut left_over = 0;
        for j in start..open {
            let mv = self.work.moves[j];
            let value = self.reply_there(model, mv).and_then(|theirs| {
                self.pos.make(mv);
                model.pos.make(theirs);
                let value = self.follow_check(model, len.down(), depth + 1);
                model.pos.unmake(theirs);
                self.pos.unmake(mv);
                value.filter(|value| value.len <= len.down())
            });
            match value {
                Some(value) => mated(value.hand, value.len),
                None => left_over += 1,
            }
        }
        if left_over > 0 {
            return Replies::LeftOver(left_over);
        }
        Replies::Mated(Value::mate(proof, longest, (end - start) as u16))
    }

    /// The mating move of the model, an attacker's node that is proved.
    fn mating_move_there(&self, pos: &Position) -> Option<Move> {
        let found = self.find(pos.place(), 0, Len::INFINITE).0;
        if let Found::Mate { mv, .. } = found
            && mv != 0
        {
            return Some(Move::from_bits(mv)).filter(|&mv| pos.is_pseudo_legal(mv));
        }
        match pos.leaf() {
            Leaf::Mate(mv) => Some(mv),
            _ => None,
        }
    }

    /// The model's check on our board, if it is a pseudo-legal move there. For the drop of a piece
    /// that the attacker lacks here it is the drop of one that he has more of than in the model.
    fn check_here(&self, model: &Model, theirs: Move) -> Option<Move> {
        let to = model.counterpart(theirs.to());
        let possible = |mv: &Move| self.pos.is_pseudo_legal(*mv);
        if !theirs.is_drop() {
            let from = model.counterpart(theirs.from());
            let mv = on_board(&self.pos, from, to, theirs.is_promotion());
            return mv.filter(possible);
        }
        let (own, other) = (self.pos.attacker_hand(), model.pos.attacker_hand());
        if own.has(theirs.kind()) {
            return Some(Move::drop(theirs.kind(), to)).filter(possible);
        }
        HAND_KINDS
            .into_iter()
            .filter(|&kind| own.count(kind) > other.count(kind))
            .map(|kind| Move::drop(kind, to))
            .find(possible)
    }

    /// Our evasion on the model's board, if it is mated there. For a drop that is impossible there
    /// it is another drop on the same square.
    fn reply_there(&self, model: &Model, mv: Move) -> Option<Move> {
        let pos = &model.pos;
        let to = model.counterpart(mv.to());
        let mated = |mv: &Move| self.is_mated_after(pos, *mv);
        if !mv.is_drop() {
            let from = model.counterpart(mv.from());
            return on_board(pos, from, to, mv.is_promotion()).filter(mated);
        }
        let held = |kind: &_| pos.defender_hand().has(*kind);
        let others = HAND_KINDS.into_iter().filter(|&kind| kind != mv.kind());
        std::iter::once(mv.kind())
            .chain(others)
            .filter(held)
            .map(|kind| Move::drop(kind, to))
            .find(mated)
    }

    fn is_mated_after(&self, pos: &Position, mv: Move) -> bool {
        if !pos.is_pseudo_legal(mv) {
            return false;
        }
        // What stands in the table need not be legal after this move, as it may have come about by
        // another. A model is only what is tried first, so that does no harm.
        let found = self.find(pos.place_after(mv), 0, Len::INFINITE).0;
        if let Found::Mate { .. } = found {
            return true;
        }
        if !pos.is_legal(mv) {
            return false;
        }
        let mut after = pos.clone();
        after.make(mv);
        matches!(after.leaf(), Leaf::Mate(_))
    }
}

/// What became of the evasions.
enum Replies {
    Mated(Value),
    /// One of them holds.
    Holds,
    /// This many are open.
    LeftOver(u32),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::testing::{Desk, position};

    /// Follows a drop on 1b, which mates at once, where the table knows the board after it to be
    /// mated.
    fn drop_that_mates(kind: Kind) -> Option<Value> {
        let mut pos = position("7lk/9/8G/9/9/9/9/9/9 b PL2r2b3g4s4n2l17p 1");
        let root = pos.place();
        let drop = Move::drop(kind, Square::at(1, 2));
        let mut desk = Desk::new(1 << 20);
        let model = pos.clone();
        pos.make(drop);
        let after = pos.place();
        pos.unmake(drop);
        let table = &desk.table;
        table.store_mate(root, 1, Len::new(1), 1, drop.bits());
        table.store_mate(after, 2, Len::ZERO, 1, 0);
        let mut model = Model {
            pos: model,
            squares: [Square::at(9, 9); 2],
            left: 10,
            deepest: 10,
        };
        let mut search = desk.search(&pos, 1);
        search.follow_check(&mut model, Len::INFINITE, 1)
    }

    /// The same board comes about when a pawn moves to 1b, which may mate.
    #[test]
    fn a_pawn_is_not_dropped_onto_a_board_that_is_known_to_be_mated() {
        assert!(drop_that_mates(Kind::Lance).is_some_and(|value| value.is_mate()));
        assert!(drop_that_mates(Kind::Pawn).is_none());
    }
}

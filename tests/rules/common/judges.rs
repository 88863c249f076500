//! The two judges, and moves as numbers that all three programs share.
use rsshogi::board::{Move32List, Position as Judge};
use rsshogi::types::Move32;
use shogi_core::{Color, Move as CoreMove, PartialPosition};
use shogi_usi_parser::FromUsi;
use tsumi::shogi::{Kind, Move, Position};

pub fn parse(sfen: &str) -> PartialPosition {
    PartialPosition::from_usi(&format!("sfen {sfen}")).unwrap_or_else(|e| panic!("{sfen}: {e:?}"))
}

pub fn judge(partial: &PartialPosition) -> Judge {
    let sfen = partial.to_sfen_owned();
    let mut judge = Judge::from_sfen(&sfen).unwrap_or_else(|e| panic!("{sfen}: {e:?}"));
    judge.init_stack();
    judge
}

/// A move as a number, the same for all three programs: the squares as in
/// `shogi_core`, from 90 + kind for drops (P, L, N, S, B, R, G).
fn code(from: usize, to: usize, promote: bool) -> u32 {
    (to + (from << 8) + (usize::from(promote) << 16)) as u32
}

pub fn core_code(m: CoreMove) -> u32 {
    match m {
        CoreMove::Normal { from, to, promote } => {
            code(from.index() as usize - 1, to.index() as usize - 1, promote)
        }
        CoreMove::Drop { piece, to } => {
            let kind = Kind::from(piece.piece_kind()).index();
            code(90 + kind, to.index() as usize - 1, false)
        }
    }
}

pub fn judge_code(m: Move32) -> u32 {
    let to = m.to_sq().to_board_index();
    match m.dropped_piece() {
        Some(kind) if m.is_drop() => code(90 + kind.raw() as usize - 1, to, false),
        _ => code(m.from_sq().to_board_index(), to, m.is_promotion()),
    }
}

pub fn sorted(codes: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut codes: Vec<u32> = codes.collect();
    codes.sort_unstable();
    codes
}

pub fn ours(position: &Position, moves: &[Move], attacker: Color) -> Vec<u32> {
    sorted(
        moves
            .iter()
            .map(|&m| core_code(position.to_core_move(m, attacker))),
    )
}

pub fn theirs(list: &Move32List) -> Vec<u32> {
    sorted(list.iter().map(|&m| judge_code(m)))
}

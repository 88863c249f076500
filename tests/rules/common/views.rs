//! A position mirrored, and with colours exchanged.
use shogi_core::{Color, Move as CoreMove, PartialPosition, Piece, Square as CoreSquare};

fn mirrored_square(square: CoreSquare) -> CoreSquare {
    CoreSquare::new(10 - square.file(), square.rank()).expect("a square")
}

pub fn mirrored_move(m: CoreMove) -> CoreMove {
    match m {
        CoreMove::Normal { from, to, promote } => CoreMove::Normal {
            from: mirrored_square(from),
            to: mirrored_square(to),
            promote,
        },
        CoreMove::Drop { piece, to } => CoreMove::Drop {
            piece,
            to: mirrored_square(to),
        },
    }
}

pub fn mirrored(partial: &PartialPosition) -> PartialPosition {
    rebuilt(partial, mirrored_square, |color| color)
}

fn flipped(partial: &PartialPosition) -> PartialPosition {
    rebuilt(partial, |square| square.flip(), |color| color.flip())
}

fn rebuilt(
    partial: &PartialPosition,
    square: fn(CoreSquare) -> CoreSquare,
    color: fn(Color) -> Color,
) -> PartialPosition {
    let mut new = PartialPosition::empty();
    for at in CoreSquare::all() {
        if let Some(piece) = partial.piece_at(at) {
            new.piece_set(
                square(at),
                Some(Piece::new(piece.piece_kind(), color(piece.color()))),
            );
        }
    }
    for owner in Color::all() {
        *new.hand_of_a_player_mut(color(owner)) = partial.hand_of_a_player(owner);
    }
    new.side_to_move_set(color(partial.side_to_move()));
    new
}

/// One of the four views of a position.
pub fn view(seed: &PartialPosition, n: usize) -> PartialPosition {
    match n % 4 {
        0 => seed.clone(),
        1 => flipped(seed),
        2 => mirrored(seed),
        _ => mirrored(&flipped(seed)),
    }
}

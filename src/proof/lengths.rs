//! How long a mate is: from an upper bound down to the proved minimum.
//!
//! "Is it mate within L - 2 plies?" is asked again and again, L being the least length known,
//! until the answer is no. Final results stay in the table, so each question starts
//! where the last one ended. Both metrics are shortened in this way.

use super::Failure;
use crate::base::{Len, Length, Limit};
use crate::search::{Question, Search};
use crate::shogi::Move;

/// The number of nodes for the first question about each move in [`first_of`]; each round has four
/// times as many (experiment 97).
const FEW_NODES: u64 = 100;

/// Asks `question` for a mate within `plies`, and narrows `bound` by the answer. Returns the
/// limit that came before an answer, if one did.
pub fn ask<'a>(
    search: &mut Search<'a>,
    question: Question<'a>,
    bound: &mut Length,
    plies: u32,
) -> Option<Limit> {
    match search.solve_together(question.within(Len::new(plies))) {
        Ok(answer) if answer.value.is_mate() => bound.upper = answer.value.len.plies(),
        Ok(_) => bound.lower = plies + 2,
        Err(stopped) => return Some(stopped.limit),
    }
    None
}

/// Asks `question` until `bound` is down to the minimum, or a limit comes first, which is
/// returned then.
pub fn shorten<'a>(
    search: &mut Search<'a>,
    question: Question<'a>,
    bound: &mut Length,
) -> Option<Limit> {
    while bound.lower < bound.upper {
        let limit = ask(search, question, bound, bound.upper - 2);
        if limit.is_some() {
            return limit;
        }
    }
    None
}

/// The plies of a mate within `plies` after a move, if there is one.
///
/// # Errors
/// The limit that came first.
pub fn mate_after<'a>(
    search: &mut Search<'a>,
    question: Question<'a>,
    mv: Move,
    plies: u32,
) -> Result<Option<u32>, Failure> {
    search.position_mut().make(mv);
    let answer = search.solve(question.within(Len::new(plies)));
    search.position_mut().unmake(mv);
    let value = answer?.value;
    Ok(value.is_mate().then(|| value.len.plies()))
}

/// The length after a move, which is known to be `upper` at most. Once it is known to be less than
/// `least` it is not asked for any further.
///
/// # Errors
/// The limit that came first.
pub fn length_after<'a>(
    search: &mut Search<'a>,
    question: Question<'a>,
    mv: Move,
    upper: u32,
    least: u32,
) -> Result<u32, Failure> {
    let mut length = upper;
    while length >= least && length > 1 {
        match mate_after(search, question, mv, length - 2)? {
            Some(shorter) => length = shorter,
            None => break,
        }
    }
    Ok(length)
}

/// What came of a question with fewer nodes than the `whole` one may have; `None` when only those were
/// too few.
///
/// # Errors
/// When a limit of the whole has come.
pub fn in_part<T>(
    search: &Search<'_>,
    whole: Question<'_>,
    result: Result<T, Failure>,
) -> Result<Option<T>, Failure> {
    let few = |failure: &Failure| {
        matches!(failure, Failure::Limit(Limit::Nodes))
            && whole.limits.reached(search.nodes()).is_none()
    };
    match result {
        Err(failure) if few(&failure) => Ok(None),
        result => result.map(Some),
    }
}

/// What came of a move that was asked about.
pub enum Tried<T> {
    /// The nodes were too few to tell.
    Open,
    /// It will not do.
    Dropped,
    /// It will do.
    Taken(T),
}

impl<T> Tried<T> {
    /// Taken where there is something, dropped otherwise.
    pub fn of(made: Option<T>) -> Tried<T> {
        made.map_or(Tried::Dropped, Tried::Taken)
    }
}

/// Takes the first of `moves` that will do, and drops those that will not. Since one is enough, each
/// is asked about with few nodes at first. `ask` gets a move, the number of moves that are left and
/// the number of nodes.
///
/// # Errors
/// Those of `ask`.
pub fn first_of<M: Copy, T>(
    moves: &mut Vec<M>,
    mut ask: impl FnMut(M, usize, u64) -> Result<Tried<T>, Failure>,
) -> Result<Option<T>, Failure> {
    let (mut i, mut nodes) = (0, FEW_NODES);
    while let Some(&mv) = moves.get(i) {
        match ask(mv, moves.len(), nodes)? {
            Tried::Open => i += 1,
            Tried::Dropped => {
                moves.remove(i);
            }
            Tried::Taken(made) => {
                moves.remove(i);
                return Ok(Some(made));
            }
        }
        if i == moves.len() {
            (i, nodes) = (0, 4 * nodes);
        }
    }
    Ok(None)
}

//! What is said of a single problem, as an editor says it: the answer in a sentence, then the
//! faults, the gravest first.
//!
//! `tsumi verify` prints such a card from the row of a report, and `service/` sends one while the
//! search goes on. Both order and word it here.

use super::length_finding::AtMost;
use super::soundness::Weight;
use crate::base::Length;
use crate::base::message::{List, Message, Part, Plies, message};
use crate::base::words::{length, pieces, proof};
use crate::variations::refutation::twins;
use shogi_core::PieceKind;

/// The weights in the order of a card.
pub const ORDER: [Weight; 4] = [Weight::Fatal, Weight::Disputed, Weight::Open, Weight::Noted];

/// A length, and whether the certificate proves it from both sides.
pub type Known = (Length, bool);

/// A mate with its lengths.
pub struct Answer {
    /// The length that counts.
    pub length: Known,
    /// What the longest line leaves in the attacker's hand.
    pub left: Vec<(PieceKind, u8)>,
    /// The plies of the longest line that leaves nothing, where the longest one leaves something,
    /// and whether the certificate proves them.
    pub nothing_left: Option<(u32, bool)>,
    /// The length with every interposition counted, where it is another one.
    pub raw: Option<Known>,
}

impl Answer {
    /// The answer in a sentence.
    pub fn message(&self) -> Message {
        let nothing = || message!("", "");
        let left = match self.left.is_empty() {
            true => nothing(),
            false => message!(", {left} left", "、{left}余り", left = pieces(&self.left)),
        };
        let classic = self.nothing_left.map_or_else(nothing, |(plies, proved)| {
            message!(
                "; {plies} with nothing left{proof}",
                "。駒余りなしでは{plies}{proof}",
                plies = Plies(plies),
                proof = proof(proved)
            )
        });
        let raw = self.raw.map_or_else(nothing, |(raw, proved)| {
            message!(
                "; every interposition counted {raw}",
                "。無駄合いも数えると{raw}",
                raw = length(raw, proved)
            )
        });
        message!(
            "mate in {length}{left}{classic}{raw}",
            "詰み：{length}{left}{classic}{raw}",
            length = length(self.length.0, self.length.1),
            left,
            classic,
            raw
        )
    }
}

/// Other mates in the order of a card: the shortest first, and those together that drop the same
/// piece or move the same one. `key` gives of each its length and its ply, and its move in USI.
pub fn ideas<C>(mut mates: Vec<C>, key: impl Fn(&C) -> ((u32, u32), String)) -> Vec<Vec<C>> {
    mates.sort_by_key(|mate| key(mate).0);
    twins(mates, |mate| {
        let ((_, ply), usi) = key(mate);
        // In USI the first two letters are the piece dropped or the square left.
        (ply, usi.get(..2).map(str::to_string))
    })
}

/// How many other moves of one idea are named.
const NAMED: usize = 8;

/// What follows a sentence about another mate of this `length`: how many others are the same idea,
/// and which, each with its own length where that is another one.
pub fn likewise<M: Part>(length: Length, others: Vec<(M, Length)>) -> Message {
    let all = others.len() + 1;
    let named = others.len().min(NAMED);
    let alike = |(mv, its): (M, Length)| match its == length {
        true => message!("{mv}", "{mv}", mv),
        false => message!("{mv} ({its})", "{mv}（{its}）", mv, its = AtMost(its)),
    };
    let moves = List(others.into_iter().take(NAMED).map(alike).collect());
    match all - 1 {
        0 => message!("", ""),
        n if n == named => message!(
            "; likewise {moves} ({all} in all)",
            "；{moves}も同様（計{all}通り）",
            moves,
            all
        ),
        _ => message!(
            "; likewise {moves} and others ({all} in all)",
            "；{moves}なども同様（計{all}通り）",
            moves,
            all
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_one_idea_say_where_they_take_longer() {
        let length = |lower, upper| Length { lower, upper };
        let said = likewise(
            length(9, 9),
            vec![
                ("R*5b".to_string(), length(9, 9)),
                ("R*6b".to_string(), length(11, 11)),
                ("R*9b".to_string(), length(0, 19)),
            ],
        );
        let moves = "R*5b, R*6b (11 plies), R*9b (at most 19 plies)";
        assert_eq!(said.english(), format!("; likewise {moves} (4 in all)"));
        assert_eq!(
            said.japanese(),
            "；R*5b、R*6b（11手）、R*9b（19手以内）も同様（計4通り）"
        );
    }
}

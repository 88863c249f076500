//! Words that several rooms have in common: what is known of a length, and pieces in hand.

use super::length::Length;
use super::message::{Counted, In, Lang, List, Message, Plies, message};
use super::names::kanji;
use shogi_core::PieceKind;

/// A length with what is known of it: `69 plies (minimal, found by search)` where the search has found
/// that there is no shorter mate, `69 plies (minimal, proved)` where the certificate proves that,
/// `at most 69 plies`, `at most 69 plies, at least 41`.
pub fn length(length: Length, proved: bool) -> Message {
    let (upper, lower) = (Plies(length.upper), length.lower);
    if length.is_minimal() && proved {
        message!(
            "{upper} (minimal, proved)",
            "{upper}（最短・証明済み）",
            upper
        )
    } else if length.is_minimal() {
        message!(
            "{upper} (minimal, found by search)",
            "{upper}（最短・探索による）",
            upper
        )
    } else if lower > 1 {
        message!(
            "at most {upper}, at least {lower}",
            "{upper}以内、{lower}手以上",
            upper,
            lower
        )
    } else {
        message!("at most {upper}", "{upper}以内", upper)
    }
}

/// Behind what the certificate proves, or the search alone has found.
pub fn proof(proved: bool) -> Message {
    match proved {
        true => message!(" (proved)", "（証明済み）"),
        false => message!(" (found by search)", "（探索による）"),
    }
}

/// Pieces in hand: `1 gold, 2 pawns`, 金1歩2.
pub fn pieces(pieces: &[(PieceKind, u8)]) -> Message {
    let held = pieces.iter().filter(|&&(_, n)| n > 0);
    let japanese = held.clone().map(|&(kind, n)| format!("{}{n}", kanji(kind)));
    let japanese = japanese.collect::<String>();
    let english = List(held.map(|&(kind, n)| Counted(n.into(), kind)).collect());
    Message::new(In(&english, Lang::En).to_string(), japanese)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_length() {
        let length_of = |lower, upper| Length { lower, upper };
        for (found, proved, english, japanese) in [
            (
                length_of(69, 69),
                false,
                "69 plies (minimal, found by search)",
                "69手（最短・探索による）",
            ),
            (
                length_of(69, 69),
                true,
                "69 plies (minimal, proved)",
                "69手（最短・証明済み）",
            ),
            (length_of(0, 69), true, "at most 69 plies", "69手以内"),
            (
                length_of(41, 69),
                false,
                "at most 69 plies, at least 41",
                "69手以内、41手以上",
            ),
            (
                length_of(1, 1),
                false,
                "1 ply (minimal, found by search)",
                "1手（最短・探索による）",
            ),
        ] {
            let said = length(found, proved);
            assert_eq!((said.english(), said.japanese()), (english, japanese));
        }
    }
}

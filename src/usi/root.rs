//! The position that a GUI sets, and which side attacks in it.

use super::options::Settings;
use crate::formats::sfen;
use crate::formats::validate::validate;
use crate::shogi::rules;
use shogi_core::{Color, PartialPosition};

/// A position to search.
#[derive(Clone, Debug)]
pub struct Root {
    pub position: PartialPosition,
    /// The side that has to give check with every move.
    pub attacker: Color,
}

impl Root {
    /// True when the defender is to move.
    pub fn defends(&self) -> bool {
        self.position.side_to_move() != self.attacker
    }
}

/// Reads what follows the word `position`.
///
/// # Errors
/// What is wrong with the text.
pub fn parse(text: &str) -> Result<PartialPosition, String> {
    sfen::parse(text)
        .map(|s| s.position)
        .map_err(|f| f.message.to_string())
}

/// Finds the attacker. With one king on the board it is the side without it. With two it is the
/// side to move, but the other side where the side to move is in check and
/// [`Settings::root_is_and_if_checked`] is true.
///
/// # Errors
/// Why no search can start from the position.
pub fn prepare(position: &PartialPosition, settings: &Settings) -> Result<Root, String> {
    let mover = position.side_to_move();
    let both = Color::all().map(|side| rules::king(position, side));
    let checked = matches!(both, [Some(_), Some(_)])
        && settings.root_is_and_if_checked
        && rules::in_check(position, mover);
    let wish = checked.then(|| mover.flip());
    let attacker = validate(position, wish).map_err(|o| o.message.to_string())?;
    Ok(Root {
        position: position.clone(),
        attacker,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_attacker_is_found() {
        let attacker = |text: &str, and: bool| {
            let settings = Settings {
                root_is_and_if_checked: and,
                ..Settings::default()
            };
            prepare(&parse(text).unwrap(), &settings).map(|r| (r.attacker, r.defends()))
        };
        use Color::{Black, White};
        let one = "sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1";
        assert_eq!(attacker(one, true), Ok((Black, false)));
        let turned = "sfen 9/9/9/9/9/9/4p4/9/4K4 w g 1";
        assert_eq!(attacker(turned, true), Ok((White, false)));
        assert_eq!(attacker("startpos", true), Ok((Black, false)));
        let moved = format!("{one} moves G*5b");
        assert_eq!(attacker(&moved, true), Ok((Black, true)));
        let checked = "sfen 4k4/9/4P4/9/9/9/9/4r4/4K4 b G 1";
        assert_eq!(attacker(checked, true), Ok((White, true)));
        assert_eq!(attacker(checked, false), Ok((Black, false)));
        assert!(attacker("sfen 9/9/9/9/9/9/9/9/9 b - 1", true).is_err());
        assert!(attacker("sfen 4k4/9/4P4/9/9/9/9/9/9 w - 1", true).is_err());
    }
}

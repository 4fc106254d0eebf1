//! King's Escape: the family of Prisoner's Escape with the army of chess, the kings switched. A move must leave the
//! opposing king attacked.
//!
//! The rules are shared with [`anticheckmate`](super::anticheckmate).

#[cfg(test)]
mod tests;

use super::{Escape, EscapeRules};
use crate::game::Variant;
use crate::position::piece_kind::{FIDE_NAMES, PieceKind, lettered_as_fide};
use crate::types::square::Step;
use crate::types::{Color, Kind, Letters, Score, Square};
use crate::variants::orthodox::pieces::{LETTERS, LINES, PROMOTIONS};
use crate::variants::orthodox::reach::{Reach, reach};
use crate::variants::row;

/// The pieces of chess, but nothing takes a king (`t`), and a king takes nothing.
const KINDS: &[PieceKind] = &lettered_as_fide(FIDE_NAMES, ["fmWfcetFifmnD", "tN", "tB", "tR", "tQ", "mK"]);

/// The row of King's Escape.
pub const VARIANT: Variant = Variant {
    aliases: &["kings-escape"],
    title: "King's Escape",
    summary: "Kings start in the enemy camp: every move must leave the enemy king attacked",
    start: "rnbqKbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQkBNR w - - 0 1",
    kinds: KINDS,
    network_file: network_file!("kingsescape.net"),
    // A knight holds Black's king.
    diagrams: &["k7/8/1N6/8/8/8/8/7K w - - 0 1", "7k/8/6N1/8/8/8/8/K7 w - - 0 1"],
    bench: include_str!("../../../../../bench/positions/kingsescape.epd"),
    ..row::<KingsEscape>("kingsescape")
};

/// The rules of both games. With `INSTANT_WIN` they are those of Anticheckmate.
#[derive(Clone, Copy, Debug)]
pub struct SwitchedKings<const INSTANT_WIN: bool>;

/// A King's Escape position.
pub type KingsEscape = Escape<SwitchedKings<false>>;

impl<const INSTANT_WIN: bool> EscapeRules for SwitchedKings<INSTANT_WIN> {
    const FILES: u8 = 8;
    const LETTERS: Letters = LETTERS;
    const ROYAL_NAME: &'static str = "King";
    const SLIDES: [[&'static [Step]; 3]; 2] = [LINES; 2];
    const PROMOTIONS: [Kind; 4] = PROMOTIONS;
    const LAST_RANK: [u8; 2] = [7, 0];
    const DOUBLE_STEP: bool = true;
    const FRIENDLY_LEAP: bool = false;
    const INSTANT_WIN: bool = INSTANT_WIN;
    const ROYAL_MOVE: &'static str = "king move";
    const WORTH: [Score; 5] = if INSTANT_WIN { [98, 297, 324, 438, 870] } else { [88, 300, 320, 499, 1063] };

    #[inline(always)]
    fn reach(color: Color, kind: Kind, from: Square, to: Square) -> Reach {
        reach(color, kind, from, to)
    }
}

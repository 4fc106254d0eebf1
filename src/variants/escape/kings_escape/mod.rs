//! King's Escape: the family of Prisoner's Escape with the army of chess, the kings switched. A move must leave the
//! opposing king attacked.
//!
//! The rules are shared with [`anticheckmate`](super::anticheckmate).

mod kinds;
#[cfg(test)]
mod tests;

use super::evaluation::{ANTICHECKMATE, KINGS_ESCAPE};
use super::{Escape, EscapeRules};
use crate::eval::Weights;
use crate::game::variant::{Symmetry, Variant, XBoard, begin};
use crate::types::square::{Step, step};
use crate::types::{Color, Letters, Square};
use crate::variants::orthodox::pieces::{LETTERS, PROMOTIONS};
use crate::variants::orthodox::reach::{Reach, reach};

/// The row of King's Escape.
pub const VARIANT: Variant = Variant {
    name: "kingsescape",
    aliases: &["kings-escape"],
    title: "King's Escape",
    summary: "Kings start in the enemy camp: every move must leave the enemy king attacked",
    files: 8,
    ranks: 8,
    pocket: 0,
    start: "rnbqKbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQkBNR w - - 0 1",
    kinds: kinds::KINDS,
    rules_page: "kingsescape",
    symmetry: Symmetry::Mirror,
    xboard: Some(XBoard::fairy("kingsescape")),
    template: "fairy",
    bench: include_str!("../../../../bench/positions/kingsescape.epd"),
    bench_depth: 10,
    begin: begin::<KingsEscape>,
};

/// The rules of both games. With `INSTANT_WIN` they are those of Anticheckmate.
#[derive(Clone, Copy, Debug)]
pub struct SwitchedKings<const INSTANT_WIN: bool>;

/// A King's Escape position.
pub type KingsEscape = Escape<SwitchedKings<false>>;

const SLIDES: [&[Step]; 3] = [&step::DIAGONAL, &step::ORTHOGONAL, &step::ALL];

impl<const INSTANT_WIN: bool> EscapeRules for SwitchedKings<INSTANT_WIN> {
    const FILES: u8 = 8;
    const LETTERS: Letters = LETTERS;
    const ROYAL_NAME: &'static str = "King";
    const SLIDES: [[&'static [Step]; 3]; 2] = [SLIDES, SLIDES];
    const PROMOTIONS: [u8; 4] = PROMOTIONS;
    const LAST_RANK: [u8; 2] = [7, 0];
    const DOUBLE_STEP: bool = true;
    const FRIENDLY_LEAP: bool = false;
    const INSTANT_WIN: bool = INSTANT_WIN;
    const WEIGHTS: &'static Weights = if INSTANT_WIN { &ANTICHECKMATE } else { &KINGS_ESCAPE };
    const PHASE: [i32; 8] = [0, 0, 1, 1, 2, 4, 0, 0];

    #[inline(always)]
    fn reach(color: Color, kind: u8, from: Square, to: Square) -> Reach {
        reach(color, kind, from, to)
    }
}

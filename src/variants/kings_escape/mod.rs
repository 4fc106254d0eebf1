//! King's Escape and Anticheckmate: the family of Prisoner's Escape with the army of chess, the kings switched.
//!
//! In King's Escape a move must leave the opposing king attacked; in Anticheckmate a player wins at once by
//! leaving his own unattacked. Everything else they share, and most of it with
//! [`prisoners_escape`](super::prisoners_escape).

pub(super) mod kinds;
#[cfg(test)]
mod tests;

use super::chess::tables::{self, BISHOP, KNIGHT, QUEEN, ROOK, Reach};
use super::prisoners_escape::{ANTICHECKMATE, Escape, KINGS_ESCAPE, Rules};
use crate::eval::Weights;
use crate::types::square::{Step, step};
use crate::types::{Color, Letters, Square};

/// The rules of both games; `INSTANT_WIN` makes it Anticheckmate.
#[derive(Clone, Copy, Debug)]
pub struct SwitchedKings<const INSTANT_WIN: bool>;

/// A King's Escape position.
pub type KingsEscape = Escape<SwitchedKings<false>>;
/// An Anticheckmate position.
pub type Anticheckmate = Escape<SwitchedKings<true>>;

const SLIDES: [&[Step]; 3] = [&step::DIAGONAL, &step::ORTHOGONAL, &step::ALL];

impl<const INSTANT_WIN: bool> Rules for SwitchedKings<INSTANT_WIN> {
    const FILES: u8 = 8;
    const LETTERS: Letters = tables::LETTERS;
    const ROYAL_NAME: &'static str = "King";
    const SLIDES: [[&'static [Step]; 3]; 2] = [SLIDES, SLIDES];
    const PROMOTIONS: [u8; 4] = [QUEEN, ROOK, BISHOP, KNIGHT];
    const LAST_RANK: [u8; 2] = [7, 0];
    const DOUBLE_STEP: bool = true;
    const FRIENDLY_LEAP: bool = false;
    const INSTANT_WIN: bool = INSTANT_WIN;
    const WEIGHTS: &'static Weights = if INSTANT_WIN { &ANTICHECKMATE } else { &KINGS_ESCAPE };
    const PHASE: [i32; 8] = [0, 0, 1, 1, 2, 4, 0, 0];

    #[inline(always)]
    fn reach(color: Color, kind: u8, from: Square, to: Square) -> Reach {
        tables::reach(color, kind, from, to)
    }
}

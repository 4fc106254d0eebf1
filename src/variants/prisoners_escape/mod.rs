//! Prisoner's Escape, and the machinery of its family.
//!
//! In all three games a royal piece is held by being attacked and cannot be captured. One position type,
//! [`Escape`], plays them all; what tells them apart is a [`Rules`] trait of constants, resolved when the
//! generator is compiled for a game. King's Escape and Anticheckmate are in
//! [`kings_escape`](super::kings_escape).

mod evaluation;
mod hold;
pub(super) mod kinds;
mod movegen;
mod position;
mod tables;
#[cfg(test)]
pub(in crate::variants) mod tests;
mod text;

pub(super) use evaluation::{ANTICHECKMATE, KINGS_ESCAPE};
pub use position::Escape;

use super::chess::tables::Reach;
use crate::eval::Weights;
use crate::types::square::Step;
use crate::types::{Color, Letters, Square};

pub use super::common::PAWN;
/// A (1,2) leaper, in every game of the family.
pub const KNIGHT: u8 = 2;
/// The first of the three kinds of slider, which each game fills in its own way: Falcon or bishop.
pub const LIGHT_SLIDER: u8 = 3;
/// The second: Hunter or rook.
pub const MIDDLE_SLIDER: u8 = 4;
/// The third: Guard or queen.
pub const HEAVY_SLIDER: u8 = 5;
/// The piece that is held: Prisoner or King. Always number 0 of its army, so loops over attackers start at 1.
pub const ROYAL: u8 = 6;

/// What tells the games of the family apart.
pub trait Rules: Copy + Send + Sync + std::fmt::Debug + 'static {
    /// Files of the board; all have eight ranks.
    const FILES: u8;
    /// Piece letters by kind.
    const LETTERS: Letters;
    /// What the royal piece is called.
    const ROYAL_NAME: &'static str;
    /// The lines of the three kinds of slider, lightest first, by colour.
    const SLIDES: [[&'static [Step]; 3]; 2];
    /// What pawns become, the best first.
    const PROMOTIONS: [u8; 4];
    /// The rank (from 0) on which pawns promote, by colour.
    const LAST_RANK: [u8; 2];
    /// Pawns may step twice from their second rank, and be taken en passant.
    const DOUBLE_STEP: bool;
    /// Pieces may leap over an adjacent friend ahead.
    const FRIENDLY_LEAP: bool;
    /// Freeing one's own royal wins at once, and nobody is ever in check.
    const INSTANT_WIN: bool;
    /// What the evaluation goes by.
    const WEIGHTS: &'static Weights;
    /// How much of the middle game a piece keeps alive, by kind.
    const PHASE: [i32; 8];

    /// Whether a cell inside the bounding box is a square.
    #[inline(always)]
    fn exists(_: Square) -> bool {
        true
    }

    /// How an attacker that is not royal stands to `to`.
    fn reach(color: Color, kind: u8, from: Square, to: Square) -> Reach;
}

/// The rules of Prisoner's Escape.
#[derive(Clone, Copy, Debug)]
pub struct PrisonersRules;

/// A Prisoner's Escape position.
pub type PrisonersEscape = Escape<PrisonersRules>;

impl Rules for PrisonersRules {
    const FILES: u8 = 7;
    const LETTERS: Letters = Letters("?PNFHGI");
    const ROYAL_NAME: &'static str = "Prisoner";
    const SLIDES: [[&'static [Step]; 3]; 2] = tables::SLIDES;
    const PROMOTIONS: [u8; 4] = [tables::GUARD, tables::HUNTER, tables::FALCON, KNIGHT];
    const LAST_RANK: [u8; 2] = [6, 1];
    const DOUBLE_STEP: bool = false;
    const FRIENDLY_LEAP: bool = true;
    const INSTANT_WIN: bool = false;
    const WEIGHTS: &'static Weights = &evaluation::PRISONERS_ESCAPE;
    const PHASE: [i32; 8] = [0, 0, 1, 1, 1, 3, 0, 0];

    /// Ranks 1 and 8 have only their d-square.
    #[inline(always)]
    fn exists(square: Square) -> bool {
        square.file() == 3 || !matches!(square.rank(), 0 | 7)
    }

    #[inline(always)]
    fn reach(color: Color, kind: u8, from: Square, to: Square) -> Reach {
        tables::reach(color, kind, from, to)
    }
}

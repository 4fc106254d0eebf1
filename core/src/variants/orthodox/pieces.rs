//! Kinds and letters of the army.

use crate::kinds;
use crate::types::square::{Step, step};
use crate::types::{Kind, Letters};

kinds! {
    PAWN "Steps ahead, captures diagonally.";
    KNIGHT "(1,2) leaper.";
    BISHOP "Diagonal slider.";
    ROOK "Orthogonal slider.";
    QUEEN "Slider in all eight directions.";
    KING "The royal piece.";
}

/// The kind without what a game notes in the number above its lower three bits: that a piece is a promoted pawn.
#[inline(always)]
pub const fn base(kind: Kind) -> Kind {
    Kind::new(kind.number() & 7)
}

/// Letters by kind.
pub const LETTERS: Letters = Letters("?PNBRQK");

/// The lines along which bishop, rook and queen slide.
pub const LINES: [&[Step]; 3] = [&step::DIAGONAL, &step::ORTHOGONAL, &step::ALL];

/// What a pawn may become, the best first.
pub const PROMOTIONS: [Kind; 4] = [QUEEN, ROOK, BISHOP, KNIGHT];

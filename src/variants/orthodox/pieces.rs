//! Kinds and letters of the army.

use crate::types::Letters;

/// Steps ahead, captures diagonally.
pub const PAWN: u8 = 1;
/// (1,2) leaper.
pub const KNIGHT: u8 = 2;
/// Diagonal slider.
pub const BISHOP: u8 = 3;
/// Orthogonal slider.
pub const ROOK: u8 = 4;
/// Slider in all eight directions.
pub const QUEEN: u8 = 5;
/// The royal piece.
pub const KING: u8 = 6;

/// Letters by kind.
pub const LETTERS: Letters = Letters("?PNBRQK");

/// What a pawn may become, the best first.
pub const PROMOTIONS: [u8; 4] = [QUEEN, ROOK, BISHOP, KNIGHT];

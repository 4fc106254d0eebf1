//! What several games have in common with chess, and none of them owns.

pub mod en_passant;
pub mod exchange;
pub mod lines;

use crate::types::Score;

/// Worth of a royal piece in an exchange: more than can be won.
pub const ROYAL: Score = 10_000;

/// A pawn that moves as in chess, in every game whose pawns can be taken [`en_passant`].
pub const PAWN: u8 = 1;

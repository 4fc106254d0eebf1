//! What several games have in common with chess, and none of them owns.

pub mod en_passant;
pub mod lines;

/// A pawn that moves as in chess, in every game whose pawns can be taken [`en_passant`].
pub const PAWN: u8 = 1;

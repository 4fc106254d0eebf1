//! The army of chess: its kinds, attacks, checks and pins, and its moves.
//!
//! Chess, the games with a penalty box and King's Escape play with this army, Prisoner's Escape and ZigZag Madness
//! with part of it. A game's generator implements [`movegen::Generator`] and as many of the traits above it as fit its
//! rules: [`pawns::PawnGenerator`] adds pawns, [`army::ArmyGenerator`] the whole army with pins, evasions and
//! castling. What a game does differently it states in the required methods or overrides.
//!
//! ```text
//! pieces       kinds and letters
//! attacks      which pieces attack a square
//! reach        which piece can reach what, by the difference of two squares
//! lines        what stands between two squares, and which moves answer a check
//! danger       checks and pins
//! movegen      slides, leaps and king steps
//! pawns        steps, captures, promotions, en passant
//! army         all legal moves of the army
//! castling     its two sides, and rights of kings and rooks on fixed squares
//! en_passant   the square that a double step has passed over
//! events       special events, for statistics
//! text         what several FENs say in the same way
//! ```

pub mod army;
pub mod attacks;
pub mod castling;
pub mod danger;
pub mod en_passant;
pub mod events;
pub mod lines;
pub mod movegen;
pub mod pawns;
pub mod pieces;
pub mod reach;
pub mod text;

/// The special moves, as the second extra byte of a [`Move`](crate::types::Move) says; the first is the kind that a pawn
/// promotes to.
pub struct Flag;

impl Flag {
    /// A pawn's double step.
    pub const DOUBLE_STEP: u8 = 1;
    /// A capture en passant.
    pub const EN_PASSANT: u8 = 2;
    /// Castling with the rook nearer the h-file.
    pub const CASTLE_KING_SIDE: u8 = 3;
    /// Castling with the rook nearer the a-file.
    pub const CASTLE_QUEEN_SIDE: u8 = 4;
}

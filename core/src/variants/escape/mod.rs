//! Prisoner's Escape, and the machinery of its family.
//!
//! In all three games a royal piece is held by being attacked and cannot be captured. One position type,
//! [`Escape`], plays them all; what tells them apart is a [`EscapeRules`] trait of constants, resolved when the
//! generator is compiled for a game: [`prisoners_escape`], [`kings_escape`] and [`anticheckmate`].
//!
//! ```text
//! prisoners_escape, kings_escape, anticheckmate   the games
//! position                                        a position of any of them
//! attacks                                         what the pieces of an army attack
//! hold                                            who holds a royal piece
//! king_ring                                       sets of squares on and around a king
//! movegen                                         legal moves
//! features                                        what the network sees
//! events                                          special events, for statistics
//! text                                            FEN and move text
//! ```

pub mod anticheckmate;
mod attacks;
mod events;
mod features;
mod hold;
mod king_ring;
pub mod kings_escape;
mod movegen;
mod position;
pub mod prisoners_escape;
#[cfg(test)]
mod tests;
mod text;

pub use position::Escape;

use crate::types::square::Step;
use crate::types::{Color, Kind, KindSets, Letters, Mailbox, Score, Square};
use crate::variants::orthodox::reach::Reach;

pub use crate::variants::orthodox::pieces::{KNIGHT, PAWN};
/// The first of the three kinds of slider, which each game fills in its own way: Falcon or bishop.
pub const LIGHT_SLIDER: Kind = Kind::new(3);
/// The second: Hunter or rook.
pub const MIDDLE_SLIDER: Kind = Kind::new(4);
/// The third: Guard or queen.
pub const HEAVY_SLIDER: Kind = Kind::new(5);
/// The piece that is held: Prisoner or King. Always number 0 of its army, so loops over attackers start at 1.
pub const ROYAL: Kind = Kind::new(6);

/// A board of any game of the family.
type Board = Mailbox<32, KindSets>;

/// What tells the games of the family apart.
pub trait EscapeRules: Copy + Send + Sync + std::fmt::Debug + 'static {
    /// Files of the board; all have eight ranks.
    const FILES: u8;
    /// Piece letters by kind.
    const LETTERS: Letters;
    /// What the royal piece is called.
    const ROYAL_NAME: &'static str;
    /// The lines of the three kinds of slider, lightest first, by colour.
    const SLIDES: [[&'static [Step]; 3]; 2];
    /// What pawns become, the best first.
    const PROMOTIONS: [Kind; 4];
    /// The rank (from 0) on which pawns promote, by colour.
    const LAST_RANK: [u8; 2];
    /// Pawns may step twice from their second rank, and be taken en passant.
    const DOUBLE_STEP: bool;
    /// Pieces may leap over an adjacent friend ahead.
    const FRIENDLY_LEAP: bool;
    /// Freeing one's own royal wins at once, and there is no check.
    const INSTANT_WIN: bool;
    /// The worth of a piece by kind, from the pawn to the heavy slider, in hundredths of a pawn.
    const WORTH: [Score; 5];
    /// What statistics call a move of the royal piece.
    const ROYAL_MOVE: &'static str;
    /// Whether a cell inside the bounding box is a square.
    #[inline(always)]
    fn exists(_: Square) -> bool {
        true
    }

    /// How an attacker that is not royal stands to `to`.
    fn reach(color: Color, kind: Kind, from: Square, to: Square) -> Reach;
}

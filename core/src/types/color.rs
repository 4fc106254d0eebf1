//! The two armies.

use super::Square;
use super::square::{Step, step};
use std::ops::Not;

/// Evaluates an expression in which `$white` is a constant: whether White is the given side. The code for each side is
/// compiled by itself.
///
/// ```text
/// for_side!(position.state.side, |WHITE| generate_for::<_, WHITE, NOISY>(position, sink))
/// ```
#[macro_export]
macro_rules! for_side {
    ($side:expr, |$white:ident| $expression:expr) => {
        match $side {
            $crate::types::Color::White => {
                const $white: bool = true;
                $expression
            }
            $crate::types::Color::Black => {
                const $white: bool = false;
                $expression
            }
        }
    };
}

/// An army, or the player who moves it in a two-player game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// Moves first, towards higher ranks.
    White = 0,
    /// Moves towards lower ranks.
    Black = 1,
}

impl Color {
    /// Both armies, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `white` for White, `black` for Black.
    #[inline(always)]
    pub fn choose<T>(self, white: T, black: T) -> T {
        match self {
            Color::White => white,
            Color::Black => black,
        }
    }

    /// The step of one rank towards the enemy's side.
    #[inline(always)]
    pub const fn forward(self) -> Step {
        match self {
            Color::White => step::N,
            Color::Black => step::S,
        }
    }

    /// The rank of a square as this army counts it, from 0 for its own first rank, on a board of `ranks` ranks.
    #[inline(always)]
    pub const fn relative_rank(self, square: Square, ranks: u8) -> u8 {
        match self {
            Color::White => square.rank(),
            Color::Black => (ranks - 1).wrapping_sub(square.rank()),
        }
    }

    /// The army whose pieces are written in the case of this letter.
    pub const fn of(letter: char) -> Color {
        if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
    }

    /// The letter of the side-to-move field of a FEN.
    pub fn letter(self) -> char {
        self.choose('w', 'b')
    }

    /// A piece letter in this army's case: upper for White, lower for Black.
    pub fn dress(self, letter: char) -> char {
        self.choose(letter.to_ascii_uppercase(), letter.to_ascii_lowercase())
    }

    /// "White" or "Black".
    pub fn name(self) -> &'static str {
        self.choose("White", "Black")
    }
}

impl Not for Color {
    type Output = Color;
    #[inline(always)]
    fn not(self) -> Color {
        self.choose(Color::Black, Color::White)
    }
}

//! The special events of the games that castle, promote and give check as in chess, each under one name.

use super::Flag;
use super::castling::CastlingSide;
use crate::position::{GameMove, Rules, SpecialEvent};
use crate::types::Move;

/// A move with the flag of a special move, one of [`Flag`] or of the game's own.
pub trait FlaggedMove: GameMove {
    /// The flag.
    fn special(self) -> u8;
}

impl FlaggedMove for Move {
    fn special(self) -> u8 {
        self.flag()
    }
}

/// King and rook move at once.
pub const fn castling<P: Rules<Move: FlaggedMove>>() -> SpecialEvent<P> {
    SpecialEvent::<P>::new("castling", |_, mv, _| CastlingSide::of(mv.special()).is_some())
}

/// A pawn is captured that has just passed by.
pub const fn en_passant<P: Rules<Move: FlaggedMove>>() -> SpecialEvent<P> {
    SpecialEvent::<P>::new("en passant", |_, mv, _| mv.special() == Flag::EN_PASSANT)
}

/// A pawn that moves becomes another piece.
pub const fn promotion<P: Rules>() -> SpecialEvent<P> {
    SpecialEvent::<P>::new("promotion", |_, mv, _| !mv.promotion().is_none())
}

/// It becomes another piece than the strongest.
pub const fn underpromotion<P: Rules>() -> SpecialEvent<P> {
    SpecialEvent::<P>::new("underpromotion", |position, mv, _| {
        !mv.promotion().is_none() && mv.promotion() != position.best_promotion()
    })
}

/// The opponent is in check after the move, in the game's own sense.
pub const fn check<P: Rules>() -> SpecialEvent<P> {
    SpecialEvent::<P>::new("check", |_, _, after| after.in_check())
}

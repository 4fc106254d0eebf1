//! The special events of the family.

use super::turn::TurnFlag;
use super::{BoxGame, BoxRules, Turn};
use crate::position::{GameMove, SpecialEvent};
use crate::types::Color;
use crate::variants::orthodox::events::{FlaggedMove, castling, check, en_passant, promotion, underpromotion};
use crate::variants::orthodox::pieces::KING;

impl FlaggedMove for Turn {
    fn special(self) -> u8 {
        self.flag()
    }
}

impl<R: BoxRules> BoxGame<R> {
    /// The events of a game, those of kings in the box last.
    pub(super) const SPECIAL: &'static [SpecialEvent<Self>] = {
        let with_kings: &[SpecialEvent<Self>] = &[
            castling(),
            en_passant(),
            promotion(),
            underpromotion(),
            check(),
            SpecialEvent::<Self>::new("token move", |_, turn, _| turn.flag() == TurnFlag::TOKEN),
            SpecialEvent::<Self>::new("boxing by the token", |before, turn, _| {
                turn.flag() == TurnFlag::TOKEN && before.board.piece_at(turn.to()).is_some()
            }),
            SpecialEvent::<Self>::new("walk into the box", |_, turn, _| turn.flag() == TurnFlag::ENTER),
            SpecialEvent::<Self>::new("release by the owner", |before, turn, _| {
                releases(before, turn, before.state.side)
            }),
            SpecialEvent::<Self>::new("release by the opponent", |before, turn, _| {
                releases(before, turn, !before.state.side)
            }),
            SpecialEvent::<Self>::new("pawn's choice", |_, turn, _| !turn.choice().is_none()),
            SpecialEvent::<Self>::new("king boxed", |before, _, after| {
                after.inmate.kind() == KING && after.inmate != before.inmate
            }),
            SpecialEvent::<Self>::new("free piece", |_, turn, _| turn.free_before().or(turn.free_after()).is_some()),
        ];
        if R::KINGS_ENTER { with_kings } else { with_kings.split_at(with_kings.len() - 2).0 }
    };
}

/// Whether a turn releases a piece of `color` from the box.
fn releases<R: BoxRules>(before: &BoxGame<R>, turn: Turn, color: Color) -> bool {
    turn.release().is_some() && before.inmate.color() == color
}

//! The special events of the game.

use super::PrisonBreak;
use super::freezing::is_frozen;
use super::tables::{ICICLE, PAWN, is_escape};
use crate::position::{Rules, SpecialEvent};
use crate::types::{Color, Move, Square};
use crate::variants::orthodox::events::{check, promotion};

type Event = SpecialEvent<PrisonBreak>;

pub(super) const EVENTS: &[Event] = &[
    Event::new("freezing", |before, _, after| freezes(after, before, !before.state.side)),
    Event::new("thaw", |before, _, after| Color::ALL.into_iter().any(|color| freezes(before, after, color))),
    Event::new("icicle", |before, mv, after| after.board.kind_at(mv.to(), before.state.side) == ICICLE),
    Event::new("check answered by freezing", |before, _, after| {
        let stays = |&square: &Square| is_frozen(&after.board, square, !before.state.side);
        before.checkers().iter().any(stays)
    }),
    Event::new("jump capture", jumps),
    Event::new("double capture", |before, mv, after| {
        jumps(before, mv, after) && before.board.at(mv.to()).is(!before.state.side)
    }),
    Event::new("pawn slide", |before, mv, _| {
        is_pawn(before, mv)
            && mv.from().file() != mv.to().file()
            && mv.flag() == 0
            && before.board.at(mv.to()).is_empty()
    }),
    Event::new("en passant", |before, mv, _| is_pawn(before, mv) && mv.flag() != 0),
    promotion(),
    check(),
    Event::new("escape", |_, mv, _| is_escape(mv.to())),
];

/// Whether a piece of `color` is frozen in one position that stands on its square in the other and is not frozen there.
fn freezes(frozen: &PrisonBreak, free: &PrisonBreak, color: Color) -> bool {
    let stands_free = |square| free.board.at(square).is(color) && !is_frozen(&free.board, square, color);
    frozen.board.army(color).any(|(_, square)| is_frozen(&frozen.board, square, color) && stands_free(square))
}

/// Whether a Bomber or Guard captures what it passes over.
fn jumps(before: &PrisonBreak, mv: Move, _: &PrisonBreak) -> bool {
    mv.flag() != 0 && !is_pawn(before, mv)
}

fn is_pawn(before: &PrisonBreak, mv: Move) -> bool {
    before.board.kind_on(mv.from()) == PAWN
}

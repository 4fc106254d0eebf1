//! The special events of the game.

use super::tables::{NINJA, PAWN, ZIGZAG_BISHOP, ZIGZAG_ROOK};
use super::{DROP, ZigZagMadness};
use crate::position::{SearchHints, SpecialEvent};
use crate::variants::orthodox::castling::CastlingSide;
use crate::variants::orthodox::events::{castling, check, en_passant, promotion, underpromotion};

/// The squares that the king goes when castling as in chess.
const USUAL_CASTLING: u8 = 2;

type Event = SpecialEvent<ZigZagMadness>;

pub(super) const EVENTS: &[Event] = &[
    castling(),
    Event::new("flexible castling", |_, mv, _| {
        CastlingSide::of(mv.flag()).is_some() && mv.from().file().abs_diff(mv.to().file()) != USUAL_CASTLING
    }),
    en_passant(),
    promotion(),
    underpromotion(),
    check(),
    Event::new("drop", |_, mv, _| mv.flag() == DROP),
    Event::new("sideways Ninja Pawn", |before, mv, _| {
        mv.flag() != DROP && before.mover(mv) == NINJA && mv.from().rank() == mv.to().rank()
    }),
    Event::new("triple step", |before, mv, _| {
        before.mover(mv) == PAWN && mv.from().rank().abs_diff(mv.to().rank()) == 3
    }),
    Event::new("zigzag move", |before, mv, _| matches!(before.mover(mv), ZIGZAG_BISHOP | ZIGZAG_ROOK)),
];

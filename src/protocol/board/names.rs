//! Names of seats and kinds of piece, as the page knows them.

use crate::game::Variant;
use crate::position::piece_kind::PieceKind;
use crate::types::{Color, Seat};
use serde::Serialize;

/// A player.
#[derive(Serialize)]
pub(super) struct SeatAnswer {
    seat: u8,
    color: &'static str,
    board: Option<char>,
    name: String,
}

impl From<Seat> for SeatAnswer {
    fn from(seat: Seat) -> SeatAnswer {
        SeatAnswer { seat: seat.number, color: side(seat.color), board: seat.board, name: seat.name() }
    }
}

/// The name of a side in JSON.
pub(super) fn side(color: Color) -> &'static str {
    color.choose("white", "black")
}

/// The name of the kind of piece with a letter, of either case; `*` is the token.
pub(super) fn kind_name(variant: &Variant, letter: char) -> &'static str {
    PieceKind::of(variant.kinds, letter).map_or("Token", |kind| kind.name)
}

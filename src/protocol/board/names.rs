//! Names of seats and kinds of piece, as the page knows them.

use crate::game::Variant;
use crate::position::piece_kind::PieceKind;
use crate::types::fen::Placed;
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

/// The name of a piece as it stands on the board.
pub(super) fn piece_name(variant: &Variant, piece: &Placed) -> &'static str {
    let kind = PieceKind::of(variant.kinds, piece.letter);
    kind.map_or_else(|| kind_name(variant, piece.letter), |kind| kind.name_of(piece.promoted))
}

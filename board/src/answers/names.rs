//! Names of seats and kinds of piece, as the page knows them.

use crate::game::Variant;
use crate::position::piece_kind::PieceKind;
use crate::types::fen::Placed;
use crate::types::{Color, Seat};
use serde::Serialize;
use serde_json::{Value, json};

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

/// By player, the names of the pictures of a kind that come with its game; null without any.
pub(super) fn own_pictures(variant: &Variant, letter: char) -> Value {
    let of = |color: Color| picture_names(letter, color).into_iter().find(|name| variant.pictures.contains(&&name[..]));
    match Color::ALL.map(of) {
        [None, None] => Value::Null,
        [white, black] => json!({"white": white, "black": black}),
    }
}

/// The names that a picture of a kind may have, the best first.
pub fn picture_names(letter: char, color: Color) -> [String; 2] {
    let letter = letter.to_ascii_uppercase();
    [format!("{}{letter}.svg", color.choose('w', 'b')), format!("{letter}.svg")]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::chess;

    #[test]
    fn a_players_own_picture_goes_before_that_of_both() {
        let game = Variant { pictures: &["wN.svg", "N.svg", "bX.svg"], ..chess::VARIANT };
        assert_eq!(own_pictures(&game, 'N'), json!({"white": "wN.svg", "black": "N.svg"}));
        assert_eq!(own_pictures(&game, 'Q'), Value::Null);
    }
}

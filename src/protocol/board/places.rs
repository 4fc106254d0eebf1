//! Names of squares, seats and kinds of piece, as the page knows them.

use crate::game::{Game, Variant};
use crate::position::piece_kind::{PieceKind, Role};
use crate::types::{Color, Seat, Square};
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

/// Returns the name of a side in JSON.
pub(super) fn side(color: Color) -> &'static str {
    color.choose("white", "black")
}

/// Returns the name of a square: `e4`, or `A:e4` on one of several boards.
pub(super) fn place(board: Option<char>, square: Square) -> String {
    match board {
        Some(name) => format!("{name}:{square}"),
        None => square.to_string(),
    }
}

/// Returns the kind of piece with a letter, of either case.
pub(super) fn kind(variant: &Variant, letter: char) -> Option<&'static PieceKind> {
    PieceKind::of(variant.kinds, letter)
}

/// Returns the name of the kind of piece with a letter, of either case; `*` is the token.
pub(super) fn kind_name(variant: &Variant, letter: char) -> &'static str {
    kind(variant, letter).map_or("Token", |kind| kind.name)
}

/// Returns whether a letter is that of the piece on which the game depends.
pub(super) fn is_royal(variant: &Variant, letter: char) -> bool {
    kind(variant, letter).is_some_and(|kind| kind.role == Role::Royal)
}

/// Returns the names of the boards; `None` is the only one.
pub(super) fn boards(variant: &Variant) -> Vec<Option<char>> {
    let placement = variant.start.split_whitespace().next().unwrap_or_default();
    match placement.matches('|').count() {
        0 => vec![None],
        more => ('A'..).take(more + 1).map(Some).collect(),
    }
}

/// Returns the place of a board in a FEN, from 0.
pub(super) fn board_index(board: Option<char>) -> usize {
    board.map_or(0, |name| (name as usize).saturating_sub('A' as usize))
}

/// Returns whether the game has a token and a box.
pub(super) fn has_box(variant: &Variant) -> bool {
    variant.pocket == 0 && variant.start.contains('[')
}

/// Returns all players, in their order of moves.
pub(super) fn seats(variant: &'static Variant) -> Vec<SeatAnswer> {
    let game = variant.new_game();
    let boards = boards(variant);
    let seats = (0..game.variant().players()).map(|number| {
        let color = if number < game.variant().players() / 2 { Color::White } else { Color::Black };
        let board = boards.get(number % boards.len().max(1)).copied().flatten();
        SeatAnswer::from(Seat { number: number as u8, color, board })
    });
    seats.collect()
}

/// Returns the FEN of the same position with the other side to move on the board of the seat to move.
pub(super) fn other_side(game: &dyn Game) -> String {
    let fen = game.fen();
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    let side = fields.get(1).copied().unwrap_or_default();
    let other = match side.strip_prefix('w') {
        Some(seat) => format!("b{seat}"),
        None => format!("w{}", side.strip_prefix('b').unwrap_or_default()),
    };
    let en_passant = fields.get(3).map_or("-", |field| if field.contains('|') { "-|-" } else { "-" });
    for (place, value) in [(1, other.as_str()), (3, en_passant)] {
        if let Some(field) = fields.get_mut(place) {
            *field = value;
        }
    }
    if let Some(pending) = fields.get_mut(7).filter(|_| has_box(game.variant())) {
        *pending = "-";
    }
    fields.join(" ")
}

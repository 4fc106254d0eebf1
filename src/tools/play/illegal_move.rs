//! Explains to the player why a move is illegal, from the board alone: any game.

use crate::board_text::{self, Cell};
use crate::game::Game;
use crate::position::Notation;
use crate::types::{Color, Square};

/// Returns why a move is illegal, as far as the position and the list of legal moves show it.
pub(super) fn explain(game: &dyn Game, text: &str) -> String {
    let Some((from, rest)) = Square::read(text) else {
        return "a move begins with a square (e2e4) or a drop (N@e4); `moves` lists what is legal".into();
    };
    if Square::read(rest).is_none() {
        return format!("no legal move begins with {text}; `moves` lists what is legal");
    }
    let Some(owner) = owner(game, from) else { return format!("there is no piece on {from}") };
    if owner != game.turn().color {
        return format!("the piece on {from} is {}'s", owner.name());
    }
    explain_piece(game, from)
}

/// Returns why the piece of the side to move on this square cannot make a move.
fn explain_piece(game: &dyn Game, from: Square) -> String {
    let legal = game.legal_moves(Notation::Standard);
    let count = legal.iter().filter(|text| Square::read(text).is_some_and(|(start, _)| start == from)).count();
    match (count, game.in_check()) {
        (0, true) => format!("you are in check, and the piece on {from} cannot help"),
        (0, false) => format!("the piece on {from} has no legal move"),
        _ => format!("the piece on {from} cannot go there; `moves {from}` lists where it can"),
    }
}

/// The side whose piece stands on a square of the (first) board.
fn owner(game: &dyn Game, square: Square) -> Option<Color> {
    let (boards, _) = board_text::boards(&game.fen());
    let board = boards.first()?;
    let row = board.get(board.len().checked_sub(1 + square.rank() as usize)?)?;
    match row.get(square.file() as usize)? {
        Cell::Piece(letter) if letter.is_ascii_uppercase() => Some(Color::White),
        Cell::Piece(_) => Some(Color::Black),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn an_illegal_move_is_explained() {
        let game = variants::find("chess").unwrap().new_game();
        let rows = [("e7e5", "Black's"), ("e3e4", "no piece"), ("a1a4", "no legal move"), ("e2e5", "cannot go there")];
        for (text, part) in rows {
            assert!(explain(&*game, text).contains(part), "{text}: {}", explain(&*game, text));
        }
    }
}

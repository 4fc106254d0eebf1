//! A move typed by the player: completing it, and explaining from the board alone why it is illegal.

use crate::game::Game;
use crate::position::Notation;
use crate::types::{Color, Square};

/// The move that a word stands for, which may be illegal: the only legal move that begins with the word, or the
/// word itself. If it is the beginning of several moves, the error lists them.
pub(super) fn complete(word: &str, game: &dyn Game) -> Result<String, String> {
    let legal = game.legal_moves(Notation::Standard);
    if legal.iter().any(|text| text.eq_ignore_ascii_case(word)) {
        return Ok(word.to_owned());
    }
    let matching: Vec<&str> = legal.iter().map(String::as_str).filter(|text| text.starts_with(word)).collect();
    match matching[..] {
        [only] => Ok(only.to_owned()),
        [] => Ok(word.to_owned()),
        _ => {
            let shown = &matching[..matching.len().min(12)];
            let more = if matching.len() > 12 { ", …" } else { "" };
            Err(format!("{word} could be {}{more}", shown.join(", ")))
        }
    }
}

/// Why a move is illegal, as far as the position and the list of legal moves show it.
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

/// Why the piece of the side to move on this square cannot make a move.
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
    let view = game.view();
    view.boards.first()?.at(square).map(|piece| Color::of(piece.letter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn a_prefix_of_only_one_move_is_that_move() {
        let game = variants::find("chess").unwrap().new_game();
        for (word, text) in [("b1a", "b1a3"), ("e2e4", "e2e4"), ("e9e9", "e9e9")] {
            assert_eq!(complete(word, &*game), Ok(text.into()));
        }
        assert_eq!(complete("e2", &*game), Err("e2 could be e2e3, e2e4".into()));
    }

    #[test]
    fn an_illegal_move_is_explained() {
        let game = variants::find("chess").unwrap().new_game();
        let rows = [("e7e5", "Black's"), ("e3e4", "no piece"), ("a1a4", "no legal move"), ("e2e5", "cannot go there")];
        for (text, part) in rows {
            assert!(explain(&*game, text).contains(part), "{text}: {}", explain(&*game, text));
        }
    }
}

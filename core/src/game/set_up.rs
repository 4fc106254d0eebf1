//! Positions that are put together piece by piece: by an editor, for a diagram, or as a start without some pieces.
//!
//! A game has one reader of positions, which also says what is wrong with one, and it reads FENs. The FEN of a position that
//! was put together is written here and nowhere else.

use super::{Game, Variant};
use crate::position::view::Layout;
use crate::types::fen::Placed;
use crate::types::{FenError, Square};

/// The number of a board, and a square of it.
pub type Cell = (usize, Square);

/// A position that is being put together, legal or not.
#[derive(Clone)]
pub struct SetUp {
    variant: &'static Variant,
    boards: Vec<Layout>,
    /// Hands in brackets, if any.
    hands: String,
    /// The fields of the FEN behind the placement.
    fields: Vec<String>,
}

impl SetUp {
    /// The current position of a game.
    pub fn of(game: &dyn Game) -> SetUp {
        let fen = game.fen();
        let mut fields = fen.split_whitespace().map(str::to_owned);
        let placement = fields.next().unwrap_or_default();
        let hands = placement.find('[').map_or("", |at| &placement[at..]).to_owned();
        SetUp { variant: game.variant(), boards: game.view().boards, hands, fields: fields.collect() }
    }

    /// The boards and what stands on them.
    pub fn boards(&self) -> &[Layout] {
        &self.boards
    }

    /// The pieces with their places.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, char)> {
        let boards = self.boards.iter().enumerate();
        boards.flat_map(|(board, layout)| layout.pieces.iter().map(move |piece| ((board, piece.square), piece.letter)))
    }

    /// Takes all pieces off a board.
    pub fn clear_board(&mut self, board: usize) {
        if let Some(layout) = self.boards.get_mut(board) {
            layout.pieces.clear();
        }
    }

    /// Empties a cell; a hole is a square then.
    pub fn clear(&mut self, (board, square): Cell) {
        if let Some(layout) = self.boards.get_mut(board) {
            layout.holes.retain(|&hole| hole != square);
            layout.pieces.retain(|piece| piece.square != square);
        }
    }

    /// Puts a piece on a cell, given its letter in its owner's case.
    pub fn put(&mut self, cell: Cell, letter: char) {
        self.clear(cell);
        if let Some(layout) = self.boards.get_mut(cell.0) {
            layout.pieces.push(Placed { square: cell.1, letter, promoted: false });
        }
    }

    /// Keeps the boards and the side to move alone: nothing is in hand, and nothing has happened before.
    pub fn forget_the_past(&mut self) {
        self.hands.clear();
        self.fields.truncate(1);
        self.fields.extend(["-", "-", "0", "1"].map(str::to_owned));
    }

    /// The field of castling rights if it consists of letters, as in chess.
    pub fn castling(&self) -> Option<&str> {
        let is_list = |field: &&str| field.len() <= 4 && field.chars().all(char::is_alphabetic);
        self.fields.get(1).map(String::as_str).filter(is_list)
    }

    /// The FEN.
    pub fn fen(&self) -> String {
        let placement = self.boards.iter().map(Layout::placement).collect::<Vec<_>>().join("|");
        format!("{placement}{} {}", self.hands, self.fields.join(" "))
    }

    /// A game that begins at the position.
    ///
    /// # Errors
    /// What is wrong with the position.
    pub fn game(&self) -> Result<Box<dyn Game>, FenError> {
        self.variant.game(&self.fen())
    }

    /// The same with as many of some castling rights, given by their letters, as the position allows.
    ///
    /// # Errors
    /// What is wrong with the position, whatever the rights.
    pub fn game_with_rights(&self, letters: &str) -> Result<Box<dyn Game>, FenError> {
        let with = |rights: &str| {
            let mut copy = self.clone();
            if let Some(field) = copy.fields.get_mut(1) {
                *field = if rights.is_empty() { "-".into() } else { rights.into() };
            }
            copy.game()
        };
        let mut rights = String::new();
        for letter in letters.chars() {
            rights.push(letter);
            if with(&rights).is_err() {
                rights.pop();
            }
        }
        with(&rights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn the_position_of_a_game_is_put_together_as_it_is() {
        for variant in variants::coded() {
            assert_eq!(SetUp::of(&*variant.new_game()).fen(), variant.start);
        }
    }

    #[test]
    fn pieces_are_put_and_cleared() {
        let chess = variants::find("chess").unwrap();
        let mut set_up = SetUp::of(&*chess.game("4k3/8/8/8/8/8/8/R3K2R b KQ - 7 9").unwrap());
        assert_eq!(set_up.castling(), Some("KQ"));
        set_up.put((0, Square::new(0, 0)), 'q');
        assert_eq!(set_up.game().err().map(|error| error.field), Some("castling"));
        assert_eq!(set_up.game_with_rights("KQkq").unwrap().fen(), "4k3/8/8/8/8/8/8/q3K2R b K - 7 9");
        set_up.forget_the_past();
        set_up.clear((0, Square::new(7, 0)));
        assert_eq!(set_up.fen(), "4k3/8/8/8/8/8/8/q3K3 b - - 0 1");
        assert_eq!(set_up.pieces().count(), 3);
        set_up.clear_board(0);
        assert!(set_up.game_with_rights("KQkq").is_err());
    }
}

//! Positions that are put together piece by piece: by an editor, for a diagram, or as a start without some pieces.
//!
//! A game has one reader of positions, which also says what is wrong with one, and it reads FENs. The FEN of a position that
//! was put together is written here. Marks of promoted pieces (`+`, `~`) are not kept.

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

    /// Keeps the boards and the side to move alone: nothing is in hand, and nothing has happened that would forbid to castle.
    pub fn forget_the_past(&mut self) {
        self.hands.clear();
        self.fields.truncate(1);
        self.fields.extend(["KQkq", "-", "0", "1"].map(str::to_owned));
    }

    /// The FEN, with other castling rights if some are given.
    fn fen(&self, rights: Option<&str>) -> String {
        let placement = self.boards.iter().map(Layout::placement).collect::<Vec<_>>().join("|");
        let field = |(place, own)| rights.filter(|_| place == CASTLING).unwrap_or(own);
        let fields: Vec<&str> = self.fields.iter().map(String::as_str).enumerate().map(field).collect();
        format!("{placement}{} {}", self.hands, fields.join(" "))
    }

    /// A game that begins at the position, with as many of its castling rights as it allows.
    ///
    /// # Errors
    /// What is wrong with the position, whatever the rights.
    pub fn game(&self) -> Result<Box<dyn Game>, FenError> {
        let with = |rights: Option<&str>| self.variant.game(&self.fen(rights));
        let is_list = |field: &&String| field.len() <= 4 && field.chars().all(char::is_alphabetic);
        let Some(wanted) = self.fields.get(CASTLING).filter(is_list) else { return with(None) };
        let mut rights = String::new();
        for letter in wanted.chars() {
            rights.push(letter);
            if with(Some(&rights)).is_err() {
                rights.pop();
            }
        }
        with(Some(if rights.is_empty() { "-" } else { &rights }))
    }
}

/// The place of the castling rights among the fields behind the placement.
const CASTLING: usize = 1;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn the_position_of_a_game_is_put_together_as_it_is() {
        for variant in variants::coded() {
            assert_eq!(SetUp::of(&*variant.new_game()).fen(None), variant.start);
        }
    }

    #[test]
    fn pieces_are_put_and_cleared() {
        let chess = variants::find("chess").unwrap();
        let mut set_up = SetUp::of(&*chess.game("4k3/8/8/8/8/8/8/R3K2R b KQ - 7 9").unwrap());
        let fen = |set_up: &SetUp| set_up.game().unwrap().fen();
        set_up.put((0, Square::new(0, 0)), 'n');
        assert_eq!(fen(&set_up), "4k3/8/8/8/8/8/8/n3K2R b K - 7 9");
        set_up.clear((0, Square::new(7, 0)));
        assert_eq!(fen(&set_up), "4k3/8/8/8/8/8/8/n3K3 b - - 7 9");
        set_up.put((0, Square::new(0, 0)), 'R');
        set_up.forget_the_past();
        assert_eq!(fen(&set_up), "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1");
        assert_eq!(set_up.pieces().count(), 3);
        set_up.clear_board(0);
        assert_eq!(set_up.game().err().map(|error| error.field), Some("placement"));
    }
}

//! The board that `edit` changes square by square.

use crate::board_text::{self, Cell};
use crate::engine::session::Session;
use crate::game::Game;
use crate::types::fen::write_placement;
use crate::types::{Color, FenError, Square};

/// A board that is being edited.
pub(super) struct BoardEditor {
    /// Cells by rank, highest rank first.
    rows: Vec<Vec<Cell>>,
    /// The color of pieces that are placed.
    color: Color,
    /// The side to move, as in the FEN.
    side: String,
}

impl BoardEditor {
    /// Starts with the first board of a FEN and with White's pieces.
    pub(super) fn new(fen: &str) -> BoardEditor {
        let (boards, _) = board_text::boards(fen);
        let rows = boards.into_iter().next().unwrap_or_default();
        let side = fen.split_whitespace().nth(1).unwrap_or("w").to_owned();
        BoardEditor { rows, color: Color::White, side }
    }

    /// Carries out a command of `edit` mode; returns whether it is one.
    pub(super) fn command(&mut self, line: &str) -> bool {
        match line {
            "#" => self.remove_pieces(),
            "c" => self.color = !self.color,
            _ => return self.place(line).is_some(),
        }
        true
    }

    fn remove_pieces(&mut self) {
        for cell in self.rows.iter_mut().flatten().filter(|cell| matches!(cell, Cell::Piece(_))) {
            *cell = Cell::Empty;
        }
    }

    /// Places a piece of the current color (`Pa4`), or empties a square (`xa4`).
    fn place(&mut self, line: &str) -> Option<()> {
        let letter = line.chars().next().filter(char::is_ascii_alphabetic)?;
        let square = Square::parse(line.get(1..)?)?;
        let row = self.row_of(square)?;
        let cell = self.rows.get_mut(row)?.get_mut(square.file() as usize)?;
        *cell = if letter == 'x' { Cell::Empty } else { Cell::Piece(self.color.dress(letter)) };
        Some(())
    }

    fn row_of(&self, square: Square) -> Option<usize> {
        self.rows.len().checked_sub(1 + square.rank() as usize)
    }

    /// Returns the first two fields of the FEN: placement and side to move.
    pub(super) fn fen(&self) -> String {
        let files = self.rows.first().map_or(0, Vec::len);
        let symbol = |square: Square| {
            let cell = self.row_of(square).and_then(|row| self.rows.get(row)?.get(square.file() as usize));
            match cell {
                None | Some(Cell::Empty) => String::new(),
                Some(Cell::Star) => "*".to_owned(),
                Some(Cell::Piece(letter)) => letter.to_string(),
            }
        };
        let placement = write_placement(files as u8, self.rows.len() as u8, symbol);
        format!("{placement} {}", self.side)
    }
}

/// Returns the game of an edited position, with every castling right that the position allows.
pub(super) fn with_castling_rights(session: &Session, fen: &str) -> Result<Box<dyn Game>, FenError> {
    let mut rights = String::new();
    for letter in ["K", "Q", "k", "q"] {
        if session.game_from(&format!("{fen} {rights}{letter} - 0 1")).is_ok() {
            rights.push_str(letter);
        }
    }
    let rights = if rights.is_empty() { "-" } else { &rights };
    session.game_from(&format!("{fen} {rights} - 0 1"))
}

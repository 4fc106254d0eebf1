//! `edit`: the old way of setting up a position, square by square.

use crate::board_text::{self, Cell};
use crate::engine::session::Session;
use crate::game::Game;
use crate::types::{Color, FenError, Square};

/// A board that is being edited.
pub struct Editor {
    /// Highest rank first.
    rows: Vec<Vec<Cell>>,
    color: Color,
    side: String,
}

impl Editor {
    /// Begins with the board of a FEN, editing White's pieces.
    pub fn new(fen: &str) -> Editor {
        let (mut boards, _) = board_text::boards(fen);
        let rows = if boards.is_empty() { Vec::new() } else { boards.swap_remove(0) };
        let side = fen.split_whitespace().nth(1).unwrap_or("w").to_owned();
        Editor { rows, color: Color::White, side }
    }

    /// Carries out a line of the edit dialogue; false if it is none.
    pub fn command(&mut self, line: &str) -> bool {
        match line {
            "#" => {
                for cell in self.rows.iter_mut().flatten().filter(|cell| matches!(cell, Cell::Piece(_))) {
                    *cell = Cell::Empty;
                }
            }
            "c" => self.color = !self.color,
            _ => return self.place(line).is_some(),
        }
        true
    }

    /// `Pa4`: a piece of the current colour; `xa4`: nothing.
    fn place(&mut self, line: &str) -> Option<()> {
        let letter = line.chars().next().filter(char::is_ascii_alphabetic)?;
        let square = Square::parse(line.get(1..)?)?;
        let row = self.rows.len().checked_sub(1 + square.rank() as usize)?;
        let cell = self.rows.get_mut(row)?.get_mut(square.file() as usize)?;
        *cell = if letter == 'x' { Cell::Empty } else { Cell::Piece(self.color.dress(letter)) };
        Some(())
    }

    /// Placement and side to move.
    pub fn fen(&self) -> String {
        let row = |row: &Vec<Cell>| {
            let text = row.iter().map(|cell| match cell {
                Cell::Empty => "1".to_owned(),
                Cell::Star => "*".to_owned(),
                Cell::Piece(letter) => letter.to_string(),
            });
            text.collect::<String>()
        };
        let rows: Vec<String> = self.rows.iter().map(row).map(|row| merge_runs(&row)).collect();
        format!("{} {}", rows.join("/"), self.side)
    }
}

/// Turns runs of `1` into one number.
fn merge_runs(row: &str) -> String {
    let mut text = String::new();
    let mut run = 0;
    for letter in row.chars().chain(['\n']) {
        if letter == '1' {
            run += 1;
            continue;
        }
        if run > 0 {
            text.push_str(&run.to_string());
            run = 0;
        }
        if letter != '\n' {
            text.push(letter);
        }
    }
    text
}

/// The game of an edited position: whoever stands at home may castle.
pub fn with_rights(session: &Session, fen: &str) -> Result<Box<dyn Game>, FenError> {
    let mut rights = String::new();
    for letter in ["K", "Q", "k", "q"] {
        if session.game_from(&format!("{fen} {rights}{letter} - 0 1")).is_ok() {
            rights.push_str(letter);
        }
    }
    let rights = if rights.is_empty() { "-" } else { &rights };
    session.game_from(&format!("{fen} {rights} - 0 1"))
}

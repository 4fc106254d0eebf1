//! `setboard`, `edit` with the board that it changes square by square, `undo` and `remove`.

use super::{Cecp, xboard};
use crate::board_text::{self, Cell};
use crate::engine::session::Session;
use crate::game::{Game, Variant};
use crate::types::fen::write_placement;
use crate::types::{Color, FenError, Square};

impl Cecp {
    pub(super) fn set_board(&mut self, fen: &str) {
        self.settle();
        match self.read_board(fen) {
            Ok((game, repairs)) => {
                repairs.iter().for_each(|repair| self.say(format_args!("# setboard: repaired, {repair}")));
                self.set_game(game);
            }
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    /// Returns the game at `fen`, and what was repaired. XBoard writes FENs of games that it does not know by the habits of another
    /// game: if the FEN is refused, its placement, side to move and counters are tried alone.
    fn read_board(&self, fen: &str) -> Result<(Box<dyn Game>, Vec<String>), FenError> {
        let variant = self.session.game().variant();
        if is_start_in_xboard(variant, fen) {
            return Ok((variant.new_game(), Vec::new()));
        }
        variant.repaired_game(fen).or_else(|error| match fen_without_middle(fen) {
            Some(fen) if !xboard::is_built_in(variant) => variant.repaired_game(&fen),
            _ => Err(error),
        })
    }

    fn set_game(&mut self, game: Box<dyn Game>) {
        self.session.set_game(game);
        self.refused = false;
        self.position_changed();
        self.restart_analysis();
    }

    fn refuse(&mut self, problem: &str) {
        self.refused = true;
        self.say("tellusererror Illegal position");
        self.say(format_args!("# {problem}"));
    }

    pub(super) fn begin_edit(&mut self) {
        self.settle();
        self.editor = Some(BoardEditor::new(&self.session.game().fen()));
    }

    /// Carries out a line of `edit` mode, which `.` ends.
    pub(super) fn edit(&mut self, line: &str) {
        let Some(editor) = &mut self.editor else { return };
        if line != "." {
            let own = xboard::ranks_from_xboard(self.session.game().variant(), line);
            if !line.is_empty() && !editor.command(&own) {
                self.say(format_args!("Error (unknown command): {line}"));
            }
            return;
        }
        let fen = editor.fen();
        self.editor = None;
        match with_castling_rights(&self.session, &fen) {
            Ok(game) => self.set_game(game),
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    pub(super) fn undo(&mut self, plies: u32) {
        self.settle();
        for _ in 0..plies {
            if !self.session.game_mut().undo() {
                break;
            }
        }
        self.position_changed();
        self.refused = false;
        self.restart_analysis();
    }
}

/// Returns whether a FEN is the start position as XBoard writes it: of a game described to it by `setup`, it knows only
/// placement and side to move.
fn is_start_in_xboard(variant: &Variant, fen: &str) -> bool {
    let placement = |fen: &str| {
        let mut words = fen.split_whitespace().map(str::to_owned);
        words.next().zip(words.next())
    };
    xboard::is_described(variant) && placement(fen) == placement(variant.start)
}

/// Returns a FEN with placement, side to move and counters only.
fn fen_without_middle(fen: &str) -> Option<String> {
    let mut words = fen.split_whitespace();
    let (placement, side) = (words.next()?, words.next()?);
    let rest: Vec<&str> = words.collect();
    let mut numbers = rest.iter().rev().take_while(|word| word.parse::<u16>().is_ok());
    let (full, half) = (numbers.next().unwrap_or(&"1"), numbers.next().unwrap_or(&"0"));
    Some(format!("{placement} {side} - - {half} {full}"))
}

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
fn with_castling_rights(session: &Session, fen: &str) -> Result<Box<dyn Game>, FenError> {
    let mut rights = String::new();
    for letter in ["K", "Q", "k", "q"] {
        if session.game_from(&format!("{fen} {rights}{letter} - 0 1")).is_ok() {
            rights.push_str(letter);
        }
    }
    let rights = if rights.is_empty() { "-" } else { &rights };
    session.game_from(&format!("{fen} {rights} - 0 1"))
}

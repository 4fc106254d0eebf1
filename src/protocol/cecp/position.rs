//! `setboard`, `edit` with the board that it changes square by square, `undo` and `remove`.

use super::{Cecp, xboard};
use crate::engine::session::Session;
use crate::game::{Game, Variant};
use crate::position::view::Layout;
use crate::types::fen::Placed;
use crate::types::{Color, FenError, Square};

impl Cecp {
    pub(super) fn set_board(&mut self, fen: &str) {
        self.end_search();
        match self.read_board(fen) {
            Ok((game, repairs)) => {
                repairs.iter().for_each(|repair| self.say(format_args!("# setboard: repaired, {repair}")));
                self.set_game(game);
            }
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    /// The game at `fen`, and what was repaired. XBoard writes FENs of games that it does not know by the habits of another
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
        self.end_search();
        self.editor = BoardEditor::new(self.session.game());
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
        self.end_search();
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

/// Whether a FEN is the start position as XBoard writes it: of a game described to it by `setup`, it knows only
/// placement and side to move.
fn is_start_in_xboard(variant: &Variant, fen: &str) -> bool {
    let placement = |fen: &str| {
        let mut words = fen.split_whitespace().map(str::to_owned);
        words.next().zip(words.next())
    };
    xboard::is_described(variant) && placement(fen) == placement(variant.start)
}

/// A FEN with placement, side to move and counters only.
fn fen_without_middle(fen: &str) -> Option<String> {
    let mut words = fen.split_whitespace();
    let (placement, side) = (words.next()?, words.next()?);
    let rest: Vec<&str> = words.collect();
    let mut numbers = rest.iter().rev().take_while(|word| word.parse::<u16>().is_ok());
    let (full, half) = (numbers.next().unwrap_or(&"1"), numbers.next().unwrap_or(&"0"));
    Some(format!("{placement} {side} - - {half} {full}"))
}

pub(super) struct BoardEditor {
    layout: Layout,
    /// The color of pieces that are placed.
    color: Color,
    /// The side to move, as in the FEN.
    side: char,
}

impl BoardEditor {
    /// Starts with the first board of a position and with White's pieces.
    pub(super) fn new(game: &dyn Game) -> Option<BoardEditor> {
        let layout = game.view().boards.into_iter().next()?;
        Some(BoardEditor { layout, color: Color::White, side: game.turn().color.letter() })
    }

    /// Carries out a command of `edit` mode; returns whether it is one.
    pub(super) fn command(&mut self, line: &str) -> bool {
        match line {
            "#" => self.layout.pieces.clear(),
            "c" => self.color = !self.color,
            _ => return self.place(line).is_some(),
        }
        true
    }

    /// Places a piece of the current color (`Pa4`), or empties a square (`xa4`).
    fn place(&mut self, line: &str) -> Option<()> {
        let letter = line.chars().next().filter(char::is_ascii_alphabetic)?;
        let layout = &mut self.layout;
        let is_cell = |square: &Square| square.file() < layout.files && square.rank() < layout.ranks;
        let square = Square::parse(line.get(1..)?).filter(is_cell)?;
        layout.holes.retain(|&hole| hole != square);
        layout.pieces.retain(|piece| piece.square != square);
        if letter != 'x' {
            layout.pieces.push(Placed { square, letter: self.color.dress(letter), promoted: false });
        }
        Some(())
    }

    /// The first two fields of the FEN: placement and side to move.
    pub(super) fn fen(&self) -> String {
        format!("{} {}", self.layout.placement(), self.side)
    }
}

/// The game of an edited position, with every castling right that the position allows.
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

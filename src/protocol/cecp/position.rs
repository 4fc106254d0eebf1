//! `setboard`, `edit`, `undo` and `remove`.

use super::board_editor::{self, BoardEditor};
use super::{Cecp, xboard};
use crate::game::{Game, Variant};
use crate::types::FenError;

impl Cecp {
    pub(super) fn set_board(&mut self, fen: &str) {
        self.settle();
        match self.read_board(fen) {
            Ok(game) => self.set_game(game),
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    /// Returns the game at `fen`. XBoard writes FENs of games that it does not know by the habits of another game: if the
    /// FEN is refused, its placement, side to move and counters are tried alone.
    fn read_board(&self, fen: &str) -> Result<Box<dyn Game>, FenError> {
        let variant = self.session.game().variant();
        if is_start_in_xboard(variant, fen) {
            return Ok(variant.new_game());
        }
        self.session.game_from(fen).or_else(|error| match fen_without_middle(fen) {
            Some(fen) if !xboard::is_built_in(variant) => self.session.game_from(&fen),
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
        match board_editor::with_castling_rights(&self.session, &fen) {
            Ok(game) => self.set_game(game),
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    /// Takes back up to `plies` moves.
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

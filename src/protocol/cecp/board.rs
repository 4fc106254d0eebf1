//! Positions that are set up, edited or gone back to.

use super::super::xboard;
use super::Cecp;
use super::edit::{self, Editor};
use crate::game::Game;
use crate::game::Variant;

impl Cecp {
    /// Sets up `fen`. XBoard writes FENs of engine-defined games by its parent's habits: if the whole is refused,
    /// placement, side and the counters at the end are tried alone.
    pub(super) fn set_board(&mut self, fen: &str) {
        self.settle();
        let whole = match starts(self.session.game().variant(), fen) {
            true => Ok(self.session.game().variant().new_game()),
            false => self.session.game_from(fen),
        };
        let game = whole.or_else(|error| match relaxed(fen) {
            Some(fen) if self.session.game().variant().name != "chess" => self.session.game_from(&fen),
            _ => Err(error),
        });
        match game {
            Ok(game) => self.set_game(game),
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    pub(super) fn set_game(&mut self, game: Box<dyn Game>) {
        self.session.set_game(game);
        self.refused = false;
        self.position_changed();
        self.restart_analysis();
    }

    pub(super) fn refuse(&mut self, problem: &str) {
        self.refused = true;
        self.say("tellusererror Illegal position");
        self.say(format_args!("# {problem}"));
    }

    pub(super) fn begin_edit(&mut self) {
        self.settle();
        self.editor = Some(Editor::new(&self.session.game().fen()));
    }

    /// A line while the board is being edited; only `.` ends that.
    pub(super) fn edit(&mut self, line: &str) {
        let Some(editor) = &mut self.editor else { return };
        if line != "." {
            let own = xboard::ranks_in(self.session.game().variant(), line);
            if !line.is_empty() && !editor.command(&own) {
                self.say(format_args!("Error (unknown command): {line}"));
            }
            return;
        }
        let fen = editor.fen();
        self.editor = None;
        match edit::with_rights(&self.session, &fen) {
            Ok(game) => self.set_game(game),
            Err(error) => self.refuse(&error.to_string()),
        }
    }

    pub(super) fn undo(&mut self, plies: u32) {
        self.settle();
        let (plays, analyzing) = (self.plays, self.analyzing);
        for _ in 0..plies {
            if !self.session.game_mut().undo() {
                break;
            }
        }
        self.position_changed();
        self.refused = false;
        (self.plays, self.analyzing) = (plays, analyzing);
        self.restart_analysis();
    }
}

/// Whether a FEN is the start of a game that XBoard was told of. Its own FENs lack what else belongs to that.
fn starts(variant: &Variant, fen: &str) -> bool {
    let placement = |fen: &str| {
        let mut words = fen.split_whitespace().map(str::to_owned);
        words.next().zip(words.next())
    };
    let is_told = variant.xboard.as_ref().is_some_and(|xboard| xboard.setup.is_some());
    is_told && placement(fen) == placement(variant.start)
}

/// Placement, side and counters of a FEN whose middle cannot be trusted.
fn relaxed(fen: &str) -> Option<String> {
    let mut words = fen.split_whitespace();
    let (placement, side) = (words.next()?, words.next()?);
    let rest: Vec<&str> = words.collect();
    let mut numbers = rest.iter().rev().take_while(|word| word.parse::<u16>().is_ok());
    let (full, half) = (numbers.next().unwrap_or(&"1"), numbers.next().unwrap_or(&"0"));
    Some(format!("{placement} {side} - - {half} {full}"))
}

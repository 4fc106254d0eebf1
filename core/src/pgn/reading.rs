//! What is read from a text: games with their places, and faults.

use super::{GameRecord, RecordedMove, is_null_move};
use crate::game::Game;
use std::fmt;
use std::ops::Range;
use std::path::Path;

/// A fault of a text, or a contradiction between a record and the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The number of the game in the text, from 1. A fault between two games has the number of the first one.
    pub game: usize,
    /// The fault in words.
    pub what: String,
}

impl Fault {
    /// `FILE:LINE: game N: what is wrong`.
    pub fn in_file(&self, file: &Path) -> String {
        format!("{}:{}: game {}: {}", file.display(), self.line, self.game, self.what)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: game {}: {}", self.line, self.game, self.what)
    }
}

impl std::error::Error for Fault {}

/// A record and its place in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LocatedGame {
    /// The record: of a damaged game what can be read.
    pub record: GameRecord,
    /// The line of its first word, from 1.
    pub line: usize,
    /// The line of each move.
    pub move_lines: Vec<usize>,
    /// The bytes of the text from the first to the last word.
    pub source: Range<usize>,
    /// The lines among them that begin with `%`, which belong to no record.
    pub escaped: Vec<String>,
    /// Whether the text has a fault here. The record may then lack tags, moves or comments.
    pub is_damaged: bool,
}

impl LocatedGame {
    /// Plays the moves.
    ///
    /// # Errors
    /// The line and the fault if a tag names no game or position or a move is not legal.
    pub fn replay(&self) -> Result<Box<dyn Game>, (usize, String)> {
        self.replay_looking(|_, _| {})
    }

    /// The same; `look` is given each move and the position before it.
    pub fn replay_looking(
        &self,
        mut look: impl FnMut(&dyn Game, &RecordedMove),
    ) -> Result<Box<dyn Game>, (usize, String)> {
        let mut game = self.record.game().map_err(|what| (self.line, what))?;
        for (recorded, &line) in self.record.moves.iter().zip(&self.move_lines) {
            look(&*game, recorded);
            let played = game.play(&recorded.text).map(|_| ());
            played.map_err(|error| (line, unplayable(&*game, &recorded.text, &error)))?;
        }
        Ok(game)
    }
}

/// Says that a move cannot be played, and why.
pub fn unplayable(game: &dyn Game, text: &str, why: &dyn fmt::Display) -> String {
    let ply = game.played().len() + 1;
    match is_null_move(text) {
        true => format!("ply {ply}, `{text}`: a null move; in a game no player passes: {}", game.fen()),
        false => format!("ply {ply}, `{text}`: {why}: {}", game.fen()),
    }
}

/// The games of a text and its faults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The games, the damaged ones, too.
    pub games: Vec<LocatedGame>,
    /// The faults by game and line.
    pub faults: Vec<Fault>,
    /// Whether the text ends within a tag, a comment or a variation.
    pub is_cut_off: bool,
}

impl Reading {
    /// What is repaired in the `FEN` tags of games ([`GameRecord::start`]), which are no damaged games for that.
    pub fn repairs(&self) -> Vec<Fault> {
        let of_game = |(place, located): (usize, &LocatedGame)| {
            let (line, game) = (located.line, place + 1);
            let found = located.record.start().map_or(Vec::new(), |(_, repairs)| repairs);
            found.into_iter().map(move |repair| Fault { line, game, what: format!("tag FEN repaired, {repair}") })
        };
        self.games.iter().enumerate().flat_map(of_game).collect()
    }

    /// The games, for those who need all of them whole.
    ///
    /// # Errors
    /// The first fault, which then tells how many more there are.
    pub fn whole(self) -> Result<Vec<LocatedGame>, Fault> {
        let more = self.faults.len().saturating_sub(1);
        match self.faults.into_iter().next() {
            None => Ok(self.games),
            Some(fault) if more == 0 => Err(fault),
            Some(fault) => Err(Fault { what: format!("{}; {more} more, see `pgn check`", fault.what), ..fault }),
        }
    }
}

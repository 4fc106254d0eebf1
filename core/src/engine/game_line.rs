//! A game as it is told again with every move: where it begins, and all moves up to the position. Of a line that goes on from
//! another one only the new moves are played.

use crate::game::{Game, MoveError, Variant};
use crate::types::FenError;
use std::fmt;

/// Why there is no such line.
#[derive(Debug)]
pub enum LineError {
    /// The position where it begins is refused.
    Start(FenError),
    /// The move of this index is illegal.
    Move(usize, MoveError),
    /// Playing it was stopped.
    Stopped,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineError::Start(error) => error.fmt(f),
            LineError::Move(index, error) => write!(f, "move {}: {error}", index + 1),
            LineError::Stopped => f.write_str("replaying the game takes too long"),
        }
    }
}

impl std::error::Error for LineError {}

/// A position, and the moves that led there from where its game begins.
pub struct GameLine {
    /// Where it begins, as it was told; `None` for the start of the game.
    fen: Option<String>,
    /// The moves, as they were told.
    moves: Vec<String>,
    game: Box<dyn Game>,
    /// What was repaired in the FEN if it was read for this line.
    repairs: Vec<String>,
}

impl GameLine {
    /// The start of a game.
    pub fn at_start(variant: &'static Variant) -> GameLine {
        GameLine { fen: None, moves: Vec::new(), game: variant.new_game(), repairs: Vec::new() }
    }

    /// The game, with all moves.
    pub fn game(&self) -> &dyn Game {
        &*self.game
    }

    /// The number of moves.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// What was repaired in the FEN, in words. Nothing if the line was reached from one that shares a move with it.
    pub fn repairs(&self) -> &[String] {
        &self.repairs
    }

    /// The number of moves that another line begins with as this one does: 0 if it begins elsewhere.
    pub fn shared(&self, variant: &Variant, fen: Option<&str>, moves: &[impl AsRef<str>]) -> usize {
        if !std::ptr::eq(self.game.variant(), variant) || self.fen.as_deref() != fen {
            return 0;
        }
        self.moves.iter().zip(moves).take_while(|(own, other)| **own == other.as_ref()).count()
    }

    /// The line from a FEN, or from the start of a game, over some moves. Those that it shares with this one are not played
    /// again. `goes_on` is asked before every move that is, with the game up to there.
    ///
    /// # Errors
    /// The FEN is refused, a move is illegal, or `goes_on` says no.
    pub fn go_to(
        &self,
        variant: &'static Variant,
        fen: Option<&str>,
        moves: &[impl AsRef<str>],
        mut goes_on: impl FnMut(&dyn Game) -> bool,
    ) -> Result<GameLine, LineError> {
        let shared = self.shared(variant, fen, moves);
        let (mut game, repairs) = match (shared, fen) {
            (1.., _) => (self.game.boxed_clone(), Vec::new()),
            (0, Some(fen)) => variant.repaired_game(fen).map_err(LineError::Start)?,
            (0, None) => (variant.new_game(), Vec::new()),
        };
        if shared > 0 {
            for _ in shared..self.moves.len() {
                game.undo();
            }
        }
        for (index, text) in moves.iter().enumerate().skip(shared) {
            if !goes_on(&*game) {
                return Err(LineError::Stopped);
            }
            game.play(text.as_ref()).map_err(|error| LineError::Move(index, error))?;
        }
        let moves = moves.iter().map(|text| text.as_ref().to_owned()).collect();
        Ok(GameLine { fen: fen.map(str::to_owned), moves, game, repairs })
    }
}

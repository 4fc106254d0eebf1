//! Positions with their moves, as texts.

use super::board::{self, Board, Cell};
use jailbird::game::Game;
use jailbird::position::Notation;
use jailbird::types::Outcome;
use jailbird::variants::Variant;
use proptest::test_runner::TestCaseError;

/// A position, and what a generator makes of it.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The game's name.
    pub game: &'static str,
    /// The position.
    pub fen: String,
    /// Whether the side to move is said to be in check.
    pub in_check: bool,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
    /// The legal moves, or [`MOST`] of them.
    pub moves: Vec<Turn>,
}

/// A legal move and what it leads to.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Its text.
    pub text: String,
    /// The position after it.
    pub fen: String,
    /// Whether the side that is to move then is said to be in check.
    pub gives_check: bool,
    /// How it ends the game, if it does.
    pub outcome: Option<Outcome>,
}

/// Where there are more moves than this, some of them are looked at.
pub const MOST: usize = 150;

impl Scene {
    /// The scene of a game's position.
    pub fn of(game: &dyn Game) -> Scene {
        let texts = game.legal_moves(Notation::Standard);
        let mut next = game.boxed_clone();
        let moves = texts.iter().step_by(texts.len().div_ceil(MOST).max(1)).map(|text| {
            next.play(text).unwrap_or_else(|error| panic!("{error}: {}", game.fen()));
            let turn =
                Turn { text: text.clone(), fen: next.fen(), gives_check: next.in_check(), outcome: next.outcome() };
            next.undo();
            turn
        });
        Scene {
            game: game.variant().name,
            fen: game.fen(),
            in_check: game.in_check(),
            moves: moves.collect(),
            outcome: game.outcome(),
        }
    }

    /// Whether something is so of every move; the first of which it is not.
    pub fn each(&self, holds: impl Fn(&Turn) -> bool) -> Result<(), String> {
        match self.moves.iter().find(|turn| !holds(turn)) {
            Some(turn) => Err(format!("{} to {}", turn.text, turn.fen)),
            None => Ok(()),
        }
    }

    /// The board.
    pub fn board(&self) -> Board {
        Board::read(&self.fen)
    }

    /// A field of the FEN: 0 the placement, 1 the side to move.
    pub fn field(&self, index: usize) -> &str {
        field(&self.fen, index)
    }

    /// Whether White is to move.
    pub fn white_moves(&self) -> bool {
        self.field(1).starts_with('w')
    }
}

impl Turn {
    /// The cells that the text names: usually the move's beginning and end.
    pub fn cells(&self) -> Vec<Cell> {
        board::cells(&self.text)
    }

    /// The board after the move.
    pub fn board(&self) -> Board {
        Board::read(&self.fen)
    }

    /// A field of the FEN after the move.
    pub fn field(&self, index: usize) -> &str {
        field(&self.fen, index)
    }
}

fn field(fen: &str, index: usize) -> &str {
    fen.split_whitespace().nth(index).unwrap_or("")
}

/// Calls `look` for every scene of a random game.
pub fn game(
    variant: &'static Variant,
    choices: &[u16],
    mut look: impl FnMut(&Scene) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut game = variant.new_game();
    for &choice in choices {
        let scene = Scene::of(&*game);
        look(&scene)?;
        if game.outcome().is_some() || scene.moves.is_empty() {
            break;
        }
        let text = &scene.moves[choice as usize % scene.moves.len()].text;
        game.play(text).map_err(|error| TestCaseError::fail(error.to_string()))?;
    }
    Ok(())
}

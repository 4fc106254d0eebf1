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
    /// Whether these are all: only then can it be said that one is missing.
    pub whole: bool,
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

/// Where there are more moves than this, some of them are looked at, and the fewer the more there are: to play one by its
/// text takes a look at all.
pub const MOST: usize = 150;

impl Scene {
    /// The scene of a game's position.
    pub fn of(game: &dyn Game) -> Scene {
        let texts = game.legal_moves(Notation::Standard);
        let mut next = game.boxed_clone();
        let moves = texts.iter().step_by(texts.len().pow(2).div_ceil(MOST * MOST).max(1)).map(|text| {
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
            whole: texts.len() <= MOST,
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

    /// Whether a text is among the moves.
    pub fn allows(&self, text: &str) -> bool {
        self.moves.iter().any(|turn| turn.text == text)
    }

    /// Changes the first move of a kind. Whether there was one.
    pub fn spoil(&mut self, which: impl Fn(&Turn) -> bool, change: impl FnOnce(&mut Turn)) -> bool {
        self.moves.iter_mut().find(|turn| which(turn)).map(change).is_some()
    }

    /// Loses the first move of a kind. Whether there was one.
    pub fn lose(&mut self, which: impl Fn(&Turn) -> bool) -> bool {
        let found = self.moves.iter().position(which);
        found.map(|index| self.moves.remove(index)).is_some()
    }

    /// Adds a move that changes nothing but may not be there at all. Whether there was one to add.
    pub fn invent(&mut self, text: Option<String>) -> bool {
        let fen = self.fen.clone();
        let turn = text.map(|text| Turn { text, fen, gives_check: false, outcome: None });
        self.moves.extend(turn.clone());
        turn.is_some()
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

    /// Writes another field.
    pub fn set_field(&mut self, index: usize, text: &str) {
        let mut fields: Vec<&str> = self.fen.split_whitespace().collect();
        fields[index] = text;
        self.fen = fields.join(" ");
    }

    /// Draws the board anew, and writes what is in brackets if there are any.
    pub fn set_board(&mut self, board: &Board) {
        self.set_half(0, board);
    }

    /// The same of one of two boards.
    pub fn set_half(&mut self, half: usize, board: &Board) {
        let brackets = if self.field(0).contains('[') { format!("[{}]", board.held) } else { String::new() };
        let squares = self.field(0).split('[').next().expect("the first part");
        let mut halves: Vec<String> = squares.split('|').map(str::to_owned).collect();
        halves[half] = board.placement();
        self.set_field(0, &(halves.join("|") + &brackets));
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

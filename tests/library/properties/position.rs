//! Positions with their moves as text, and the changes that faults make.

use super::board::{self, Board, Cell};
use jailbird::game::Game;
use jailbird::game::Variant;
use jailbird::position::Notation;
use jailbird::types::{Color, Outcome, Reason};
use proptest::test_runner::TestCaseError;
use std::cell::OnceCell;
use std::rc::Rc;

/// A position and its legal moves.
#[derive(Clone, Debug)]
pub struct Position {
    /// The game's name.
    pub game: &'static str,
    /// The FEN.
    pub fen: String,
    /// Whether the engine says that the side to move is in check.
    pub in_check: bool,
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
    /// The legal moves, or a sample of at most about [`MOST`].
    pub moves: Vec<Turn>,
    /// Whether `moves` are all legal moves and the game has not been won before. Otherwise a missing move proves nothing.
    pub complete: bool,
}

/// A legal move and the position after it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turn {
    /// The text of the move.
    pub text: String,
    /// The FEN after the move.
    pub fen: String,
    /// Whether the engine says that the next side to move is in check.
    pub gives_check: bool,
    /// The result, if the move ends the game.
    pub outcome: Option<Outcome>,
    pub(super) boards: Boards,
}

/// The boards of a FEN, read on first use; every property of a game reads the same ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Boards([OnceCell<Rc<Board>>; 2]);

/// Always equal, because the boards follow from the FEN.
impl PartialEq for Boards {
    fn eq(&self, _: &Boards) -> bool {
        true
    }
}

/// Longer lists of moves are sampled, because playing a move by its text compares it with all moves.
pub const MOST: usize = 150;

/// The field of the side to move.
pub const SIDE: usize = 1;
/// The field of rights to castle, in games that have them.
pub const CASTLING: usize = 2;
/// The field of squares that a pawn has just passed over.
pub const EN_PASSANT: usize = 3;
/// The field of the 50-move clock.
pub const HALFMOVE: usize = 4;
/// The field of the number of moves.
pub const FULLMOVE: usize = 5;

impl Position {
    /// The current position of a game.
    pub fn of(game: &dyn Game) -> Position {
        let texts = game.legal_moves(Notation::Standard);
        let mut next = game.boxed_clone();
        let moves = texts.iter().step_by(texts.len().pow(2).div_ceil(MOST * MOST).max(1)).map(|text| {
            next.play(text).unwrap_or_else(|error| panic!("{error}: {}", game.fen()));
            let turn = Turn {
                text: text.clone(),
                fen: next.fen(),
                gives_check: next.in_check(),
                outcome: next.outcome(),
                boards: Boards::default(),
            };
            next.undo();
            turn
        });
        Position {
            game: game.variant().name,
            fen: game.fen(),
            in_check: game.in_check(),
            moves: moves.collect(),
            complete: texts.len() <= MOST && !is_goal(game.outcome()),
            outcome: game.outcome(),
        }
    }

    /// Checks a condition for every move; the error names the first move that fails.
    pub fn each(&self, holds: impl Fn(&Turn) -> bool) -> Result<(), String> {
        match self.moves.iter().find(|turn| !holds(turn)) {
            Some(turn) => Err(format!("{} to {}", turn.text, turn.fen)),
            None => Ok(()),
        }
    }

    /// Checks a condition for every move of a piece of these kinds (upper-case letters).
    pub fn each_of(&self, kinds: &str, holds: impl Fn(&Turn) -> bool) -> Result<(), String> {
        let board = self.board();
        self.each(|turn| !board.is_kind(turn.from(), kinds) || holds(turn))
    }

    /// Returns whether a move has this text.
    pub fn allows(&self, text: &str) -> bool {
        self.moves.iter().any(|turn| turn.text == text)
    }

    /// Checks that these moves, each given by its two cells, are legal; the error names the first that is not.
    pub fn requires(&self, wanted: &[(Cell, Cell)]) -> Result<(), String> {
        let there = |wanted: &(Cell, Cell)| self.moves.iter().any(|turn| turn.ends() == *wanted);
        match wanted.iter().find(|wanted| self.complete && !there(wanted)) {
            Some(&ends) => Err(format!("no {}", text_of(ends))),
            None => Ok(()),
        }
    }

    /// A fault: removes the first of these moves, with all its promotions.
    pub fn remove_move(&mut self, which: impl Fn(&Turn) -> bool) -> bool {
        let Some(lost) = self.moves.iter().find(|turn| which(turn)).map(Turn::cells) else { return false };
        self.moves.retain(|turn| turn.cells() != lost);
        self.complete
    }

    /// A fault: removes the first of these moves, each given by its two cells.
    pub fn remove_one_of(&mut self, wanted: &[(Cell, Cell)]) -> bool {
        self.remove_move(|turn| wanted.contains(&turn.ends()))
    }

    /// A fault: adds the first of these moves. The piece goes from cell to cell and captures by replacement.
    pub fn add_move(&mut self, unwanted: impl IntoIterator<Item = (Cell, Cell)>) -> bool {
        let Some((from, to)) = unwanted.into_iter().next() else { return false };
        let board = self.board().after(from, to);
        let mut turn = Turn { text: text_of((from, to)), fen: self.fen.clone(), ..Turn::default() };
        turn.edit_board(|after| *after = board);
        turn.set_field(SIDE, if self.white_moves() { "b" } else { "w" });
        self.moves.push(turn);
        true
    }

    /// A fault: adds the first move of an own piece of these kinds (upper-case letters) that `goes` accepts.
    pub fn add_move_of(&mut self, kinds: &str, goes: impl Fn(&Board, Cell, Cell) -> bool) -> bool {
        let board = self.board();
        let to_all = |from: Cell| board.all_cells().filter(move |&to| to != from).map(move |to| (from, to));
        let ways = board.army(self.white_moves(), kinds).into_iter().flat_map(to_all);
        self.add_move(ways.filter(|&(from, to)| goes(&board, from, to)))
    }

    /// A fault: adds a move with this text, if there is one. The position after it is the same as before.
    pub fn add_text(&mut self, text: Option<String>) -> bool {
        let turn = text.map(|text| Turn { text, fen: self.fen.clone(), ..Turn::default() });
        self.moves.extend(turn.clone());
        turn.is_some()
    }

    /// A fault: changes moves in order until one of them is different.
    pub fn change_first(&mut self, mut change: impl FnMut(&mut Turn)) -> bool {
        self.moves.iter_mut().any(|turn| {
            let before = turn.clone();
            change(turn);
            *turn != before
        })
    }

    /// The board.
    pub fn board(&self) -> Board {
        Board::read(&self.fen)
    }

    /// A field of the FEN; the placement is field 0.
    pub fn field(&self, index: usize) -> &str {
        field(&self.fen, index)
    }

    /// Returns whether White is to move.
    pub fn white_moves(&self) -> bool {
        self.field(SIDE).starts_with('w')
    }
}

impl Turn {
    /// The cells that the text names: usually the start and the target.
    pub fn cells(&self) -> Vec<Cell> {
        board::cells(&self.text)
    }

    /// The cell that the piece comes from.
    pub fn from(&self) -> Cell {
        self.cells()[0]
    }

    /// The cell that the piece goes to.
    pub fn to(&self) -> Cell {
        self.ends().1
    }

    /// The start and the target; equal if the text names only one cell.
    pub fn ends(&self) -> (Cell, Cell) {
        let cells = self.cells();
        (cells[0], *cells.get(1).unwrap_or(&cells[0]))
    }

    /// The letter of the promotion.
    pub fn promotion(&self) -> Option<char> {
        letter_behind(&self.text)
    }

    /// The board after the move.
    pub fn board(&self) -> Rc<Board> {
        self.half(0)
    }

    /// One of two boards after the move.
    pub fn half(&self, half: usize) -> Rc<Board> {
        Rc::clone(self.boards.0[half].get_or_init(|| Rc::new(Board::half(&self.fen, half))))
    }

    /// A field of the FEN after the move.
    pub fn field(&self, index: usize) -> &str {
        field(&self.fen, index)
    }

    /// Writes another field into the FEN after the move.
    pub fn set_field(&mut self, index: usize, text: &str) {
        let mut fields: Vec<&str> = self.fen.split_whitespace().collect();
        fields[index] = text;
        self.fen = fields.join(" ");
        self.boards = Boards::default();
    }

    /// Changes the board after the move.
    pub fn edit_board(&mut self, change: impl FnOnce(&mut Board)) {
        self.edit_half(0, change);
    }

    /// Changes one of two boards after the move. The text in brackets is written if there are brackets.
    pub fn edit_half(&mut self, half: usize, change: impl FnOnce(&mut Board)) {
        let mut board = Board::half(&self.fen, half);
        change(&mut board);
        let brackets = if self.field(0).contains('[') { format!("[{}]", board.held) } else { String::new() };
        let squares = self.field(0).split('[').next().expect("the first part");
        let mut halves: Vec<String> = squares.split('|').map(str::to_owned).collect();
        halves[half] = board.placement();
        self.set_field(0, &(halves.join("|") + &brackets));
    }
}

/// The text of a move between two cells.
pub fn text_of((from, to): (Cell, Cell)) -> String {
    format!("{}{}", board::name(from), board::name(to))
}

/// The lower-case letter at the end of a text: the promotion.
pub fn letter_behind(text: &str) -> Option<char> {
    text.chars().last().filter(char::is_ascii_lowercase)
}

/// Returns whether the game's own goal has been reached. There are no legal moves then, whatever the pieces could do.
fn is_goal(outcome: Option<Outcome>) -> bool {
    matches!(outcome, Some(Outcome { reason: Reason::Goal(_), .. }))
}

/// Returns whether an outcome is a win for this colour.
pub fn is_won_by(outcome: Option<Outcome>, white: bool) -> bool {
    let color = if white { Color::White } else { Color::Black };
    outcome.is_some_and(|outcome| outcome.winner.map(|seat| seat.color) == Some(color))
}

fn field(fen: &str, index: usize) -> &str {
    fen.split_whitespace().nth(index).unwrap_or("")
}

/// Calls `look` for every position of a random game.
pub fn game(
    variant: &'static Variant,
    choices: &[u16],
    mut look: impl FnMut(&Position) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut game = variant.new_game();
    for &choice in choices {
        let position = Position::of(&*game);
        look(&position)?;
        if game.outcome().is_some() || position.moves.is_empty() {
            break;
        }
        let text = &position.moves[choice as usize % position.moves.len()].text;
        game.play(text).map_err(|error| TestCaseError::fail(error.to_string()))?;
    }
    Ok(())
}

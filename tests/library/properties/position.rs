//! Positions with their moves, as texts.

use super::board::{self, Board, Cell};
use jailbird::game::Game;
use jailbird::game::Variant;
use jailbird::position::Notation;
use jailbird::types::{Color, Outcome, Seat};
use proptest::test_runner::TestCaseError;
use std::cell::OnceCell;
use std::rc::Rc;

/// A position, and what a generator makes of it.
#[derive(Clone, Debug)]
pub struct Position {
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
    pub complete: bool,
}

/// A legal move and what it leads to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turn {
    /// Its text.
    pub text: String,
    /// The position after it.
    pub fen: String,
    /// Whether the side that is to move then is said to be in check.
    pub gives_check: bool,
    /// How it ends the game, if it does.
    pub outcome: Option<Outcome>,
    pub(super) boards: Boards,
}

/// The boards of a FEN, read when they are first asked for: most properties look at the same ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Boards([OnceCell<Rc<Board>>; 2]);

/// They follow from the FEN, which is compared.
impl PartialEq for Boards {
    fn eq(&self, _: &Boards) -> bool {
        true
    }
}

/// Where there are more moves than this, some of them are looked at, and the fewer the more there are: to play one by
/// its text takes a look at all.
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
    /// The position of a game's position.
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
            complete: texts.len() <= MOST,
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

    /// Whether something is so of every move with a piece of some kinds: letters as White has them.
    pub fn each_of(&self, kinds: &str, holds: impl Fn(&Turn) -> bool) -> Result<(), String> {
        let board = self.board();
        self.each(|turn| !board.is_kind(turn.from(), kinds) || holds(turn))
    }

    /// Whether a text is among the moves.
    pub fn allows(&self, text: &str) -> bool {
        self.moves.iter().any(|turn| turn.text == text)
    }

    /// Whether these moves, each given by its two cells, are there; the first that is not.
    pub fn requires(&self, wanted: &[(Cell, Cell)]) -> Result<(), String> {
        let there = |wanted: &(Cell, Cell)| self.moves.iter().any(|turn| turn.ends() == *wanted);
        match wanted.iter().find(|wanted| self.complete && !there(wanted)) {
            Some(&ends) => Err(format!("no {}", text_of(ends))),
            None => Ok(()),
        }
    }

    /// A fault: the first move of a kind is missing, whatever a pawn may become by it.
    pub fn remove_move(&mut self, which: impl Fn(&Turn) -> bool) -> bool {
        let Some(lost) = self.moves.iter().find(|turn| which(turn)).map(Turn::cells) else { return false };
        self.moves.retain(|turn| turn.cells() != lost);
        self.complete
    }

    /// A fault: the first of these moves is missing, each given by its two cells.
    pub fn remove_one_of(&mut self, wanted: &[(Cell, Cell)]) -> bool {
        self.remove_move(|turn| wanted.contains(&turn.ends()))
    }

    /// A fault: the first of these moves is there. The piece goes from cell to cell and captures what stands there.
    pub fn add_move(&mut self, unwanted: impl IntoIterator<Item = (Cell, Cell)>) -> bool {
        let Some((from, to)) = unwanted.into_iter().next() else { return false };
        let board = self.board().after(from, to);
        let mut turn = Turn { text: text_of((from, to)), fen: self.fen.clone(), ..Turn::default() };
        turn.edit_board(|after| *after = board);
        turn.set_field(SIDE, if self.white_moves() { "b" } else { "w" });
        self.moves.push(turn);
        true
    }

    /// The same of the first move between two cells that some kind of own pieces `goes` to: letters as White has them.
    pub fn add_move_of(&mut self, kinds: &str, goes: impl Fn(&Board, Cell, Cell) -> bool) -> bool {
        let board = self.board();
        let to_all = |from: Cell| board.all_cells().filter(move |&to| to != from).map(move |to| (from, to));
        let ways = board.army(self.white_moves(), kinds).into_iter().flat_map(to_all);
        self.add_move(ways.filter(|&(from, to)| goes(&board, from, to)))
    }

    /// A fault: a move with this text is there, if there is one. Its position is that before it.
    pub fn add_text(&mut self, text: Option<String>) -> bool {
        let turn = text.map(|text| Turn { text, fen: self.fen.clone(), ..Turn::default() });
        self.moves.extend(turn.clone());
        turn.is_some()
    }

    /// A fault in one move: the first that this changes.
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

    /// Whether White is to move.
    pub fn white_moves(&self) -> bool {
        self.field(SIDE).starts_with('w')
    }
}

impl Turn {
    /// The cells that the text names: usually the move's beginning and end.
    pub fn cells(&self) -> Vec<Cell> {
        board::cells(&self.text)
    }

    /// The cell that the piece comes from.
    pub fn from(&self) -> Cell {
        self.cells()[0]
    }

    /// The cell that it goes to.
    pub fn to(&self) -> Cell {
        self.ends().1
    }

    /// Both. Of a text with one cell they are the same.
    pub fn ends(&self) -> (Cell, Cell) {
        let cells = self.cells();
        (cells[0], *cells.get(1).unwrap_or(&cells[0]))
    }

    /// The letter of what a pawn becomes.
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

    /// The same of one of two boards. What is in brackets is written if there are any.
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

/// The small letter at the end of a text: what a pawn becomes.
pub fn letter_behind(text: &str) -> Option<char> {
    text.chars().last().filter(char::is_ascii_lowercase)
}

/// Whether an outcome is a win for an army.
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

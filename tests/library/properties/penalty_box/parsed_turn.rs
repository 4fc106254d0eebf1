//! The parts of a turn of Penalty Box Chess, on one board or two.

use crate::properties::board::{Board, Cell, cells, colored, is_of, leap};
use crate::properties::position::{Position, SIDE, Turn, letter_behind};
use std::rc::Rc;

/// A piece put on the board, such as `P@a8q`.
#[derive(Clone, Copy)]
pub struct PieceDrop {
    /// The letter of the piece in the text.
    pub letter: char,
    /// Its cell.
    pub cell: Cell,
    /// The promotion of a pawn, if the text has one.
    pub promotion: Option<char>,
}

impl PieceDrop {
    /// Reads a part of a turn's text.
    fn read(text: &str) -> PieceDrop {
        PieceDrop {
            letter: text.chars().next().expect("a letter"),
            cell: cells(text)[0],
            promotion: letter_behind(text),
        }
    }
}

/// The parts of a turn. The board is the one before the turn, without its choice of promotion and its first free piece.
pub struct ParsedTurn<'a> {
    /// The position before the turn.
    pub position: &'a Position,
    /// The turn.
    pub turn: &'a Turn,
    /// The mover's board.
    pub board: &'a Board,
    /// Which of two boards that is.
    pub half: usize,
    /// The mover's colour.
    pub white: bool,
    /// The promotion chosen for a waiting pawn.
    pub choice: Option<char>,
    /// The free piece placed first.
    pub first: Option<PieceDrop>,
    /// The start of the piece or token; `None` for the centre point.
    pub from: Option<Cell>,
    /// The target.
    pub to: Cell,
    /// The promotion of a pawn that moves there.
    pub promotion: Option<char>,
    /// The piece that comes out of the box.
    pub release: Option<PieceDrop>,
    /// The free piece placed last.
    pub free: Option<PieceDrop>,
}

impl<'a> ParsedTurn<'a> {
    /// Reads the text of a turn.
    fn read(position: &'a Position, context: &'a TurnContext, turn: &'a Turn) -> ParsedTurn<'a> {
        let text = turn.text.split_once(':').map_or(turn.text.as_str(), |(_, text)| text);
        let is_main = |part: &str| part.starts_with("X@") || part.starts_with(|first: char| first.is_ascii_lowercase());
        let mut parts = text.split(',');
        let (mut choice, mut first) = (None, None);
        let main = loop {
            let part = parts.next().expect("a move in every turn");
            match part.strip_prefix('=') {
                Some(kind) => choice = letter_behind(kind),
                None if is_main(part) => break part,
                None => first = Some(PieceDrop::read(part)),
            }
        };
        let named = cells(main);
        ParsedTurn {
            position,
            turn,
            board: &context.board,
            half: context.half,
            white: context.white,
            choice,
            first,
            from: (named.len() == 2).then(|| named[0]),
            to: *named.last().expect("a cell"),
            promotion: letter_behind(main),
            release: parts.next().map(PieceDrop::read),
            free: parts.next().map(PieceDrop::read),
        }
    }

    /// The piece on a cell after the choice of promotion and the first free piece.
    pub fn at(&self, cell: Cell) -> Option<char> {
        let first = self.first.filter(|drop| drop.cell == cell);
        let fresh = first.map(|drop| drop.promotion.unwrap_or(drop.letter));
        let chosen = self.choice.filter(|_| self.waits(cell));
        fresh.or(chosen).map(|letter| colored(letter, self.white)).or(self.board.at(cell))
    }

    /// Returns whether a pawn of the mover on this cell waits for the choice of its promotion.
    fn waits(&self, cell: Cell) -> bool {
        self.board.at(cell) == Some(self.colored('p')) && self.board.own_rank(cell, self.white) == 8
    }

    /// Returns whether the piece on a cell is a promoted pawn.
    pub fn is_promoted(&self, cell: Cell) -> bool {
        let fresh = self.first.is_some_and(|drop| drop.cell == cell && drop.promotion.is_some());
        fresh || self.board.promoted.contains(&cell) || self.choice.is_some() && self.waits(cell)
    }

    /// The letter of a piece in the mover's colour.
    pub fn colored(&self, letter: char) -> char {
        colored(letter, self.white)
    }

    /// Returns whether the token moves.
    pub fn is_token(&self) -> bool {
        self.mover().is_none_or(|piece| piece == '*')
    }

    /// The piece or token that moves; `None` if the token comes from the centre point.
    pub fn mover(&self) -> Option<char> {
        self.from.and_then(|from| self.at(from))
    }

    /// Returns whether a pawn of the mover moves.
    pub fn is_pawn(&self) -> bool {
        self.mover() == Some(self.colored('p'))
    }

    /// Returns whether a piece moves onto the token, into the box.
    pub fn enters(&self) -> bool {
        !self.is_token() && self.board.at(self.to) == Some('*')
    }

    /// The cell of the piece that goes into the box.
    pub fn boxed_from(&self) -> Option<Cell> {
        if self.is_token() { self.at(self.to).map(|_| self.to) } else { self.from.filter(|_| self.enters()) }
    }

    /// The piece that goes into the box.
    pub fn boxed(&self) -> Option<char> {
        self.boxed_from().and_then(|cell| self.at(cell))
    }

    /// The cell of the piece that is captured, if one is.
    pub fn captured_on(&self) -> Option<Cell> {
        let from = self.from.filter(|_| !self.is_token() && !self.enters())?;
        if self.at(self.to).is_some() {
            return Some(self.to);
        }
        (self.is_pawn() && from.0 != self.to.0).then_some((self.to.0, from.1))
    }

    /// Returns whether a king castles.
    pub fn castles(&self) -> bool {
        self.mover() == Some(self.colored('k')) && self.from.is_some_and(|from| leap(from, self.to).1 == 2)
    }

    /// The piece in the box before the turn.
    pub fn inmate(&self) -> Option<char> {
        self.board.held.chars().next()
    }

    /// Returns whether the piece in the box was the mover's.
    pub fn inmate_is_own(&self) -> bool {
        self.inmate().is_some_and(|piece| is_of(piece, self.white))
    }

    /// Every piece put on the board.
    pub fn drops(&self) -> impl Iterator<Item = PieceDrop> {
        [self.first, self.release, self.free].into_iter().flatten()
    }

    /// The mover's board after the turn.
    pub fn after(&self) -> Rc<Board> {
        self.turn.half(self.half)
    }

    /// The mover's board's part of a field before the turn, and after it.
    pub fn parts(&self, index: usize) -> [&str; 2] {
        [part(self.position.field(index), self.half), part(self.turn.field(index), self.half)]
    }
}

/// What all turns of a position have in common.
struct TurnContext {
    /// The mover's board.
    board: Board,
    /// Which of two boards that is.
    half: usize,
    /// The mover's colour.
    white: bool,
}

impl TurnContext {
    /// The context of a position.
    fn of(position: &Position) -> TurnContext {
        TurnContext { board: here(position), half: half(position), white: position.white_moves() }
    }
}

/// Which of two boards the side to move plays on.
pub fn half(position: &Position) -> usize {
    usize::from(position.field(SIDE).ends_with('2'))
}

/// The board that the side to move plays on.
pub fn here(position: &Position) -> Board {
    Board::half(&position.fen, half(position))
}

/// A board's part of a field, if it has two.
fn part(field: &str, half: usize) -> &str {
    field.split('|').nth(half).unwrap_or(field)
}

/// The prefix of a turn's text in games with two boards.
pub fn prefix(position: &Position) -> &'static str {
    match &position.field(SIDE)[1..] {
        "" => "",
        "1" => "A:",
        _ => "B:",
    }
}

/// Checks a condition for every turn.
pub fn each(position: &Position, holds: impl Fn(&ParsedTurn<'_>) -> bool) -> Result<(), String> {
    let context = TurnContext::of(position);
    position.each(|turn| holds(&ParsedTurn::read(position, &context, turn)))
}

/// A fault: changes turns in order until one of them is different.
pub fn change_first(position: &mut Position, change: impl Fn(&ParsedTurn<'_>, &mut Turn)) -> bool {
    let (before, context) = (position.clone(), TurnContext::of(position));
    position.change_first(|turn| {
        let right = turn.clone();
        change(&ParsedTurn::read(&before, &context, &right), turn);
    })
}

/// The first text that `text` makes of a turn.
pub fn derive(position: &Position, text: impl Fn(&ParsedTurn<'_>) -> Option<String>) -> Option<String> {
    let context = TurnContext::of(position);
    position.moves.iter().find_map(|turn| text(&ParsedTurn::read(position, &context, turn)))
}

/// Writes the mover's board's part of a field of a turn.
pub fn set_part(turn: &mut Turn, index: usize, half: usize, text: &str) {
    let mut parts: Vec<&str> = turn.field(index).split('|').collect();
    let half = half.min(parts.len() - 1);
    parts[half] = text;
    let joined = parts.join("|");
    turn.set_field(index, &joined);
}

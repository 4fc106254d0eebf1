//! Frozen pieces and attacks on kings.

use crate::properties::attacks::royal;
use crate::properties::board::{
    AROUND, Board, Cell, adjacent, cells, colored, is_diagonal, is_of, is_straight, leap, line, step,
};
use crate::properties::position::{Position, Turn};
use crate::properties::{basics, pawns};

/// The field of icicles.
pub const ICICLES: usize = 6;

/// A board with its icicles.
pub struct Prison {
    /// The pieces.
    pub board: Board,
    /// The cells of frozen Ice Queens.
    pub icicles: Vec<Cell>,
}

impl Prison {
    /// The position that a position starts from.
    pub fn before(position: &Position) -> Prison {
        Prison { board: position.board(), icicles: cells(position.field(ICICLES)) }
    }

    /// The position after a move.
    pub fn after(turn: &Turn) -> Prison {
        Prison { board: Board::clone(&turn.board()), icicles: cells(turn.field(ICICLES)) }
    }

    /// Returns whether a piece is frozen: an Ice Queen if she is an icicle, others beside any enemy Ice Queen.
    pub fn is_frozen(&self, cell: Cell) -> bool {
        if self.board.is_kind(cell, "Q") {
            return self.icicles.contains(&cell);
        }
        let enemy = self.board.has_piece_of(cell, false);
        AROUND.iter().map(|&towards| step(cell, towards, 1)).any(|beside| self.is_queen(beside, enemy))
    }

    /// Returns whether an Ice Queen of a colour, awake or not, is on a cell.
    fn is_queen(&self, cell: Cell, white: bool) -> bool {
        self.board.at(cell) == Some(colored('q', white))
    }

    /// The Ice Queens of a colour that are not icicles.
    pub fn awake(&self, white: bool) -> Vec<Cell> {
        self.board.army(white, "Q").into_iter().filter(|cell| !self.icicles.contains(cell)).collect()
    }

    /// The single steps of a colour's pieces of some kinds, to whatever cell: of the `frozen` ones or of the others.
    pub fn steps(&self, white: bool, kinds: &str, frozen: bool) -> Vec<(Cell, Cell)> {
        let steps = basics::steps(&self.board, white, kinds).into_iter();
        steps.filter(|(from, _)| self.is_frozen(*from) == frozen).collect()
    }

    /// Returns whether an awake Ice Queen of a colour is beside a cell.
    pub fn is_beside_awake(&self, cell: Cell, white: bool) -> bool {
        self.awake(white).into_iter().any(|queen| adjacent(queen, cell))
    }

    /// The unfrozen pieces that attack the king of a colour.
    pub fn checkers(&self, white: bool) -> Vec<Cell> {
        let Some(king) = royal(&self.board, white) else { return Vec::new() };
        let pieces = self.board.army(!white, "PNBRQK").into_iter();
        pieces.filter(|&from| attacks_king(&self.board, from, king) && !self.is_frozen(from)).collect()
    }

    /// Returns whether the king of a colour is in check, or would be on its turn.
    pub fn is_king_attacked(&self, white: bool) -> bool {
        !self.checkers(white).is_empty()
    }

    /// The awake enemy Ice Queens beside the king of a colour.
    pub fn queens_at_king(&self, white: bool) -> Vec<Cell> {
        self.checkers(white).into_iter().filter(|&cell| self.board.is_kind(cell, "Q")).collect()
    }

    /// The icicles that only this Ice Queen holds and that she steps along: adjacent before and after her move.
    pub fn let_go(&self, turn: &Turn) -> Vec<Cell> {
        let (from, to) = (turn.from(), turn.to());
        let Some(white) = self.board.at(from).map(|piece| is_of(piece, true)) else { return Vec::new() };
        let holders = |icicle: Cell| self.awake(white).into_iter().filter(move |&queen| adjacent(queen, icicle));
        let only_hers = |icicle: &Cell| holders(*icicle).collect::<Vec<_>>() == [from];
        let icicles = self.icicles.iter().copied().filter(|&icicle| self.is_queen(icicle, !white));
        icicles.filter(|&icicle| adjacent(icicle, to)).filter(only_hers).collect()
    }

    /// Returns whether a move other than an Ice Queen's, which also captures on `passed`, leaves its king unattacked.
    pub fn is_safe(&self, from: Cell, to: Cell, passed: Option<Cell>) -> bool {
        let mut board = self.board.after(from, to);
        if let Some(cell) = passed {
            board = board.without(cell);
        }
        let after = Prison { board, icicles: self.icicles.clone() };
        !after.is_king_attacked(self.board.has_piece_of(from, true))
    }
}

/// a4 and a5.
pub fn is_escape(cell: Cell) -> bool {
    cell == (0, 3) || cell == (0, 4)
}

/// Returns whether the piece on `from`, if not frozen, attacks an enemy king. For this a4 and a5 are ordinary cells.
pub fn attacks_king(board: &Board, from: Cell, king: Cell) -> bool {
    let Some(piece) = board.at(from) else { return false };
    let white = is_of(piece, true);
    match piece.to_ascii_uppercase() {
        'P' => pawns::is_pawn_diagonal(from, king, white),
        'N' => leap(from, king) == (1, 2),
        'B' => is_diagonal(from, king) && (from.0 - king.0).abs() <= 2,
        'R' => is_straight(from, king) && bombs_king(board, from, king, white),
        _ => adjacent(from, king),
    }
}

/// Returns whether a Bomber captures a king on its line: by leaping over it or onto it, or by flying over it.
fn bombs_king(board: &Board, from: Cell, king: Cell, white: bool) -> bool {
    let Some((towards, length)) = line(from, king) else { return false };
    let behind = step(king, towards, 1);
    match length {
        1 => board.has(behind) && !board.has_piece_of(behind, white),
        2 => true,
        _ => board.is_clear(from, king) && board.is_free(behind),
    }
}

//! What a move changes on a board, seen by comparing the placements before and after it.

use crate::types::fen::{Placed, read_placement, split_bracket};
use crate::types::{Color, Square};

/// What stands on the boards of a position, and what is held beside them.
#[derive(Clone, Debug, Default)]
pub struct Placement {
    /// For each board, its cells that are not empty; `*` is a hole or a token.
    pub boards: Vec<Vec<Placed>>,
    /// The text in brackets, if there are any: hands or a box.
    pub held: Option<String>,
}

impl Placement {
    /// Reads the first field of the engine's own FEN. What cannot be read is left out.
    pub fn of(fen: &str, files: u8, ranks: u8) -> Placement {
        let field = fen.split_whitespace().next().unwrap_or_default();
        let (cells, held) = split_bracket(field).unwrap_or((field, None));
        let read = |board: &str| read_placement(board, files, ranks).unwrap_or_default();
        Placement { boards: cells.split('|').map(read).collect(), held: held.map(str::to_owned) }
    }

    /// Returns the pieces on a board, counted from 0.
    pub fn pieces(&self, board: usize) -> impl Iterator<Item = &Placed> {
        self.boards.get(board).into_iter().flatten().filter(|cell| cell.letter != '*')
    }

    /// Returns what stands on a square.
    pub fn at(&self, board: usize, square: Square) -> Option<&Placed> {
        self.boards.get(board)?.iter().find(|cell| cell.square == square)
    }

    fn squares_of(&self, board: usize, color: Color) -> Vec<Square> {
        let own = self.pieces(board).filter(|cell| Color::of(cell.letter) == color);
        own.map(|cell| cell.square).collect()
    }
}

/// The difference between the placements before and after a move, on one board.
#[derive(Clone, Debug)]
pub struct BoardChange {
    /// Squares that enemies have left.
    pub captured: Vec<Square>,
    /// Squares that own pieces have left, without the origin of the move.
    pub left: Vec<Square>,
    /// Squares with own pieces that had none before, or the origin of the move if a piece stands there.
    pub arrived: Vec<Square>,
    /// Squares with own pieces.
    pub own: Vec<Square>,
}

impl BoardChange {
    /// Compares a board, counted from 0, before and after a move by `us` from the square `from`.
    pub fn between(
        before: &Placement,
        after: &Placement,
        board: usize,
        us: Color,
        from: Option<Square>,
    ) -> BoardChange {
        let (mut before_us, own) = (before.squares_of(board, us), after.squares_of(board, us));
        before_us.retain(|&square| Some(square) != from);
        let enemies = after.squares_of(board, !us);
        let captured = before.squares_of(board, !us).into_iter().filter(|square| !enemies.contains(square)).collect();
        let left = before_us.iter().copied().filter(|square| !own.contains(square)).collect();
        let arrived = own.iter().copied().filter(|square| !before_us.contains(square)).collect();
        BoardChange { captured, left, arrived, own }
    }

    /// Returns the square of the only piece besides the one on `to` that has left, and the one where it has arrived: of the
    /// rook in castling.
    pub fn other_move(&self, to: Square) -> Option<(Square, Square)> {
        only_other(&self.left, to).zip(only_other(&self.arrived, to))
    }

    /// Returns the square of the only captured piece that stood elsewhere than on `to`.
    pub fn other_victim(&self, to: Square) -> Option<Square> {
        only_other(&self.captured, to)
    }
}

/// Returns the only square of a list besides `to`; `None` if there is none or there are several.
fn only_other(squares: &[Square], to: Square) -> Option<Square> {
    let mut others = squares.iter().copied().filter(|&square| square != to);
    others.next().filter(|_| others.next().is_none())
}

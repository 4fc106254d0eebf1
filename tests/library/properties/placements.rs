//! FENs of random pieces.

use super::RandomPieces;
use super::board::{Board, Cell, colored, forward, name, step};
use super::pawns::second_rank;

impl RandomPieces {
    /// Puts two royal pieces and others of `kinds` (letters of both colours) on cells of an empty board where `may`
    /// allows them.
    pub fn board(&self, empty: Board, royals: [char; 2], kinds: &str, may: fn(char, Cell) -> bool) -> Board {
        let mut board = empty.clone();
        let kinds: Vec<char> = kinds.chars().collect();
        let others = self.pieces.iter().map(|&(square, kind)| (square, kinds[kind as usize % kinds.len()]));
        for (square, piece) in others.chain(self.royals.into_iter().zip(royals)) {
            let cells: Vec<Cell> = empty.all_cells().filter(|&cell| empty.is_free(cell) && may(piece, cell)).collect();
            board.pieces.insert(cells[square as usize % cells.len()], piece);
        }
        board
    }

    /// A FEN of six fields. In one of four the halfmove clock is 99.
    pub fn fen(&self, board: &Board, castling: &str, en_passant: &str) -> String {
        let side = if self.black { 'b' } else { 'w' };
        let clock = if self.extra[0].is_multiple_of(4) { 99 } else { self.extra[0] % 90 };
        format!("{} {side} {castling} {en_passant} {clock} 7", board.placement())
    }

    /// The en passant field, if a pawn may just have made a double step. In one of three a blocked enemy pawn is put
    /// beside it.
    pub fn en_passant(&self, board: &mut Board) -> String {
        let back = (0, -forward(self.black));
        let may_have_passed = |pawn: &Cell| {
            let start = step(*pawn, back, 2);
            start.1 == second_rank(self.black) && board.is_clear(start, *pawn) && board.is_free(start)
        };
        let pawns: Vec<Cell> = board.army(self.black, "P").into_iter().filter(may_have_passed).collect();
        let Some(&pawn) = pawns.get(self.extra[1] as usize % pawns.len().max(1)) else { return "-".into() };
        let beside = step(pawn, (1, 0), 1);
        if self.extra[1].is_multiple_of(3) && board.is_free(beside) {
            board.pieces.insert(beside, colored('p', !self.black));
            board.pieces.entry(step(beside, back, 1)).or_insert(colored('n', self.black));
        }
        name(step(pawn, back, 1))
    }
}

/// Allows pawns everywhere but on the first and the last of eight ranks, and other pieces everywhere.
pub fn off_the_edge(piece: char, (_, rank): Cell) -> bool {
    !piece.eq_ignore_ascii_case(&'p') || (1..7).contains(&rank)
}

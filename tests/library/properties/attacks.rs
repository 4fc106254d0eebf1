//! What the pieces of chess and of Prisoner's Escape attack. All other pieces only block lines.

use super::board::{Board, Cell, adjacent, forward, is_diagonal, is_of, is_straight, leap};

/// The upper-case letters of the royal pieces.
pub const ROYALS: &str = "IK";

/// The cell of a colour's King or Prisoner.
pub fn royal(board: &Board, white: bool) -> Option<Cell> {
    board.army(white, ROYALS).first().copied()
}

/// Returns whether the piece on `from` could capture an enemy on `to`. A Prisoner attacks nothing.
pub fn attacks(board: &Board, from: Cell, to: Cell) -> bool {
    let Some(piece) = board.at(from) else { return false };
    // Ranks forward are positive for either colour.
    let (files, ranks) = ((to.0 - from.0).abs(), (to.1 - from.1) * forward(is_of(piece, true)));
    let (straight, diagonal) = (is_straight(from, to), is_diagonal(from, to));
    let slides = match piece.to_ascii_uppercase() {
        'P' => return (files, ranks) == (1, 1),
        'N' => return leap(from, to) == (1, 2),
        'K' => return adjacent(from, to),
        'B' => diagonal,
        'R' => straight,
        'Q' => straight || diagonal,
        'G' => straight && files == 0 || diagonal,
        'H' => straight && files == 0 && ranks > 0 || diagonal && ranks < 0,
        'F' => straight && files == 0 && ranks < 0 || diagonal && ranks > 0,
        _ => false,
    };
    slides && board.is_clear(from, to)
}

/// Returns whether a colour attacks a cell.
pub fn is_attacked(board: &Board, cell: Cell, by_white: bool) -> bool {
    board.pieces.iter().any(|(&from, &piece)| is_of(piece, by_white) && attacks(board, from, cell))
}

/// Returns whether a colour has a King or Prisoner that is attacked.
pub fn is_royal_attacked(board: &Board, white: bool) -> bool {
    royal(board, white).is_some_and(|royal| is_attacked(board, royal, !white))
}

#[test]
fn pieces_attack_along_their_lines() {
    let targets = |piece: char, blocker: Cell| {
        let mut board = Board::read("8/8/8/8/8/8/8/8");
        board.pieces.extend([((3, 3), piece), (blocker, 'P')]);
        board.all_cells().filter(|&cell| attacks(&board, (3, 3), cell)).count()
    };
    let off_the_lines = (0, 1);
    let counts = "PNKBRQGHFI".chars().map(|piece| targets(piece, off_the_lines));
    assert_eq!(counts.collect::<Vec<_>>(), [2, 8, 8, 13, 14, 27, 20, 10, 10, 0]);
    assert_eq!("HhFf".chars().map(|piece| targets(piece, (3, 5))).collect::<Vec<_>>(), [8, 10, 10, 8]);
}

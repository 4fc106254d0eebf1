//! King's Escape: `uci-docs/rules/kingsescape.md`.

use super::board::Board;
use super::prisoners_escape::HOLDING;
use super::{Heap, Property, Rules, common, pawns, place};

pub const RULES: Rules = Rules {
    games: &["kingsescape"],
    properties: &[common::BASIC, pawns::ORTHODOX, HOLDING, PROPERTIES],
    cut: 1,
    place,
};

const PROPERTIES: &[Property] = &[common::NO_MOVE, common::LINES, pawns::DIAGONALS];

/// Kings anywhere: nobody is in check by a king's being attacked.
pub fn place(heap: &Heap) -> String {
    let empty = Board { files: 8, ranks: 8, ..Board::default() };
    let mut board = heap.board(empty, ['K', 'k'], "PPNBRQppnbrq", place::off_the_edge);
    let en_passant = heap.en_passant(&mut board);
    heap.fen(&board, "-", &en_passant)
}

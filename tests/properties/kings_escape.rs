//! King's Escape: `uci-docs/rules/kingsescape.md`.

use super::board::Board;
use super::prisoners_escape::{ALONE, HELD, IN_CHECK, NEVER_CAPTURED, ROYAL_FREEDOM, ROYAL_STEPS};
use super::{Heap, Property, Rules, common, pawns, place};

pub const RULES: Rules = Rules { games: &["kingsescape"], properties: PROPERTIES, place };

const PROPERTIES: &[Property] = &[
    common::OWN,
    common::DISPLACEMENT,
    common::TURNS,
    common::NUMBER,
    common::CLOCK,
    common::FIFTY_MOVES,
    common::NO_MOVE,
    common::LINES,
    pawns::AHEAD,
    pawns::DIAGONALS,
    pawns::PASSED_SQUARE,
    pawns::EN_PASSANT,
    pawns::PROMOTION,
    pawns::LAST_RANK,
    ROYAL_STEPS,
    NEVER_CAPTURED,
    HELD,
    IN_CHECK,
    ROYAL_FREEDOM,
    ALONE,
];

/// Kings anywhere: nobody is in check by a king's being attacked.
pub fn place(heap: &Heap) -> String {
    let empty = Board { files: 8, ranks: 8, ..Board::default() };
    let mut board = heap.board(empty, ['K', 'k'], "PPNBRQppnbrq", place::off_the_edge);
    let en_passant = heap.en_passant(&mut board);
    heap.fen(&board, "-", &en_passant)
}

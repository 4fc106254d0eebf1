//! King's Escape: `uci-docs/rules/kingsescape.md`.

use super::board::Board;
use super::prisoners_escape::HOLDING;
use super::{Property, RandomPieces, Rules, basics, pawns, placements};

pub const RULES: &[Rules] = &[Rules {
    games: &["kingsescape"],
    properties: &[basics::BASIC, pawns::ORTHODOX, HOLDING, PROPERTIES],
    divisor: 1,
    random_fen,
}];

const PROPERTIES: &[Property] = &[basics::NO_MOVE, basics::LINES, pawns::DIAGONALS];

/// Kings may stand anywhere, because an attacked king is not in check.
pub fn random_fen(random: &RandomPieces) -> String {
    let empty = Board { files: 8, ranks: 8, ..Board::default() };
    let mut board = random.board(empty, ['K', 'k'], "PPNBRQppnbrq", placements::off_the_edge);
    let en_passant = random.en_passant(&mut board);
    random.fen(&board, "-", &en_passant)
}

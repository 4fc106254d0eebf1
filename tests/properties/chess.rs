//! FIDE chess: `uci-docs/rules/chess.md`.

use super::board::{Board, is_of, name};
use super::{Heap, Property, Rules};

pub const RULES: Rules = Rules { games: &["chess"], properties: &[PROPERTIES], cut: 1, place };

const PROPERTIES: &[Property] = &[
    Property {
        sentence: "a move is made with a piece of the side to move, and never onto another piece of that side",
        holds: |scene| {
            let (board, white) = (scene.board(), scene.white_moves());
            scene.each(|turn| {
                let (from, to) = (turn.cells()[0], turn.cells()[1]);
                let mover = board.at(from).is_some_and(|piece| is_of(piece, white));
                let castling = board.at(from).is_some_and(|piece| piece.eq_ignore_ascii_case(&'k'));
                mover && (castling || !board.at(to).is_some_and(|piece| is_of(piece, white)))
            })
        },
        fault: |scene| {
            let (board, white) = (scene.board(), scene.white_moves());
            let Some(turn) = scene.moves.first_mut() else { return false };
            let own = board.pieces.iter().find(|(cell, piece)| is_of(**piece, white) && **cell != turn.cells()[0]);
            let Some((&cell, _)) = own else { return false };
            let from = board.pieces.iter().find(|(_, piece)| !is_of(**piece, white)).map(|(cell, _)| *cell);
            let Some(from) = from else { return false };
            turn.text = format!("{}{}", name(from), name(cell));
            true
        },
    },
    Property {
        sentence: "each side has one king, before and after every move",
        holds: |scene| {
            let alone = |board: &Board| "kK".chars().all(|king| board.cells_of(king).len() == 1);
            if !alone(&scene.board()) {
                return Err("a king too few or too many".into());
            }
            scene.each(|turn| alone(&turn.board()))
        },
        fault: |scene| {
            let king = if scene.white_moves() { 'k' } else { 'K' };
            scene.moves.first_mut().is_some_and(|turn| {
                turn.fen = turn.fen.replacen(king, "1", 1);
                true
            })
        },
    },
];

fn place(heap: &Heap) -> String {
    let mut board = Board { files: 8, ranks: 8, ..Board::default() };
    for &(square, kind) in &heap.pieces {
        let letter = b"PNBRQpnbrq"[kind as usize % 10] as char;
        board.pieces.insert(((square % 8) as i8, (square / 8 % 8) as i8), letter);
    }
    for (square, letter) in heap.royals.into_iter().zip("Kk".chars()) {
        board.pieces.insert(((square % 8) as i8, (square / 8 % 8) as i8), letter);
    }
    format!("{} {} - - 0 1", board.placement(), if heap.black { 'b' } else { 'w' })
}

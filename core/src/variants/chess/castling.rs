//! Castling rights of chess and Chess960: the squares of the rooks that may still castle.

use super::Board;
use crate::types::{Color, FenError, Kind, Square, State, zobrist};
use crate::variants::orthodox::castling::{CastlingSide, castling_field, without};
use crate::variants::orthodox::pieces::{KING, ROOK};

/// The rooks that may still castle, by colour and side; [`Square::NONE`] without the right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RookRights([Square; 4]);

impl RookRights {
    pub(super) const NONE: RookRights = RookRights([Square::NONE; 4]);

    /// The rook that may castle on a side; [`Square::NONE`] without the right.
    #[inline(always)]
    pub(super) fn rook(&self, color: Color, side: CastlingSide) -> Square {
        self.0[color.index() * 2 + side as usize]
    }

    /// Ends the rights that a move of a piece of the side to move ends, in the key too.
    #[inline(always)]
    pub(super) fn update(&mut self, kind: Kind, from: Square, to: Square, state: &mut State) {
        if kind != KING && !self.0.iter().any(|&rook| rook == from || rook == to) {
            return;
        }
        for index in 0..4 {
            let rook = self.0[index];
            let king_moved = kind == KING && index / 2 == state.side.index();
            if rook != Square::NONE && (rook == from || rook == to || king_moved) {
                self.0[index] = Square::NONE;
                state.key ^= key_of(index, rook);
            }
        }
    }

    /// The share of the rights in the position's key.
    pub(super) fn key(&self) -> u64 {
        let held = self.0.iter().enumerate().filter(|(_, rook)| **rook != Square::NONE);
        held.fold(0, |key, (index, &rook)| key ^ key_of(index, rook))
    }

    /// Reads a FEN's field in the standard, X-FEN or Shredder-FEN form.
    ///
    /// # Errors
    /// A letter names no rook that can castle with its king, or a right stands there twice: it should not be there. Nor
    /// should `K` and `Q` of a king that has left its file and has no rook on one of these sides.
    pub(super) fn read(text: &str, board: &Board) -> Result<RookRights, FenError> {
        let error = |problem: String| FenError::new("castling", problem);
        let mut rights = RookRights::NONE;
        for (place, letter) in text.chars().enumerate().filter(|_| text != "-") {
            let color = Color::of(letter);
            let Some((side, rook)) = rook_named(board, color, letter.to_ascii_lowercase()) else {
                let error = error(format!("`{letter}`: no king and rook at home for it"));
                let is_right = matches!(letter.to_ascii_lowercase(), 'a'..='h' | 'k' | 'q');
                let is_wrong = |at: usize, other: char| at == place || is_stale_with(board, letter, other);
                return Err(if is_right { error.repaired(without(text, is_wrong)) } else { error });
            };
            let right = &mut rights.0[color.index() * 2 + side as usize];
            if *right != Square::NONE {
                let error = error(format!("`{letter}` names a right twice"));
                return Err(error.repaired(without(text, |at, _| at == place)));
            }
            *right = rook;
        }
        Ok(rights)
    }

    /// The field of a FEN: `KQkq` for kings and rooks on FIDE's squares, otherwise the files of the rooks.
    pub(super) fn field(&self, board: &Board) -> String {
        castling_field(|color, side| match self.rook(color, side) {
            Square::NONE => None,
            rook if is_classical(board.king(color), rook) => Some(side.letter()),
            rook => Some((b'a' + rook.file()) as char),
        })
    }
}

/// Whether a letter is as wrong as one that names no rook: both are `K` or `Q` of a king that is not on the file of FIDE's game.
fn is_stale_with(board: &Board, wrong: char, other: char) -> bool {
    let is_side = |letter: char| matches!(letter, 'K' | 'Q' | 'k' | 'q');
    let is_same_king = Color::of(wrong) == Color::of(other) && is_side(wrong) && is_side(other);
    is_same_king && board.king(Color::of(wrong)).file() != 4
}

fn key_of(index: usize, rook: Square) -> u64 {
    zobrist::feature(1, (index * 256 + rook.index()) as u64)
}

/// The rook that a castling letter means: `k` and `q` the outermost one of its side, a file letter the one there.
fn rook_named(board: &Board, color: Color, letter: char) -> Option<(CastlingSide, Square)> {
    let king = board.king(color);
    let rank = color.choose(0, 7);
    let is_rook = |&square: &Square| board.kind_at(square, color) == ROOK;
    let on_file = |file: u8| Square::new(file, rank);
    let rook = match letter {
        'k' => (king.file() + 1..8).rev().map(on_file).find(is_rook),
        'q' => (0..king.file()).map(on_file).find(is_rook),
        'a'..='h' => Some(on_file(letter as u8 - b'a')).filter(is_rook),
        _ => None,
    }?;
    let side = if rook.file() > king.file() { CastlingSide::King } else { CastlingSide::Queen };
    (king.rank() == rank).then_some((side, rook))
}

/// Whether king and rook stand where FIDE puts them.
pub(super) fn is_classical(king: Square, rook: Square) -> bool {
    king.file() == 4 && matches!(rook.file(), 0 | 7)
}

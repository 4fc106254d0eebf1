//! FEN and move text.

use super::castling::{RookRights, is_classical};
use super::{Board, Chess, san};
use crate::position::{Notation, Rules, Text, is_written};
use crate::types::fen::Fields;
use crate::types::{EnPassant, FenError, Move, Square, State};
use crate::variants::orthodox::attacks::attacked;
use crate::variants::orthodox::castling::CastlingSide;
use crate::variants::orthodox::en_passant::pawn_beside;
use crate::variants::orthodox::pieces::{KING, LETTERS, PAWN};
use crate::variants::orthodox::text::{refuse_check, set_up};
use std::fmt;

impl Text for Chess {
    type Ruleset = ();

    fn read(_: &(), fen: &str) -> Result<Chess, FenError> {
        let fields = Fields::split(fen, 6)?;
        let board = read_board(fields.get(0, ""))?;
        let state = State::read(&fields, Self::PAWNS)?;
        let (us, them) = (state.side, !state.side);
        refuse_check(them, attacked(&board, board.king(them), us, Square::NONE))?;
        let rights = RookRights::read(fields.get(2, "-"), &board)?;
        let passed = fields.squares(3, "en passant", 8, 8)?;
        let en_passant = EnPassant::read(&passed, &board, us, |pawn| pawn_beside(&board, pawn, them))?;
        let mut position = Chess { board, state, rights, en_passant };
        position.set_up_key();
        Ok(position)
    }

    fn fen(&self) -> String {
        let placement = LETTERS.placement(&self.board, 8, 8);
        let side = self.state.side.letter();
        let castling = self.rights.field(&self.board);
        let en_passant = self.en_passant.field();
        format!("{placement} {side} {castling} {en_passant} {} {}", self.state.halfmove, self.state.fullmove)
    }

    fn write_move(&self, mv: Move, notation: Notation, out: &mut dyn fmt::Write) -> fmt::Result {
        if notation == Notation::San {
            return out.write_str(&san::move_text(self, mv));
        }
        if let Some(side) = CastlingSide::of(mv.flag()) {
            let rook = self.rights.rook(self.state.side, side);
            let by_rook = notation == Notation::Chess960 || !is_classical(mv.from(), rook);
            return write!(out, "{}{}", mv.from(), if by_rook { rook } else { mv.to() });
        }
        LETTERS.write_move(mv, out)
    }

    /// Accepts both notations of castling, promotion letters of either case, and standard algebraic notation.
    fn is_text_of(&self, mv: Move, text: &str) -> bool {
        let is_written_as = |notation| is_written(text, |out| self.write_move(mv, notation, out));
        is_written_as(Notation::Standard) || is_written_as(Notation::Chess960) || san::is_text_of(self, mv, text)
    }
}

/// Pieces are numbered by worth, the king first.
fn read_board(placement: &str) -> Result<Board, FenError> {
    let pieces = LETTERS.read(placement, 8, 8)?;
    set_up(Board::rectangle(8, 8), pieces, (KING, "king"), |piece| {
        piece.kind != PAWN || !matches!(piece.square.rank(), 0 | 7)
    })
}

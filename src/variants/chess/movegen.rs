//! Legal moves, without trying them out.
//!
//! The generator is compiled once for each side and purpose, so that directions are constants and, when moves are only
//! counted, nothing is built.

use super::Chess;
use crate::types::{Color, Mailbox, Move, Sink, Square};
use crate::variants::orthodox::army::ArmyGenerator;
use crate::variants::orthodox::attacks::attacked;
use crate::variants::orthodox::castling::CastlingSide;
use crate::variants::orthodox::danger::Danger;
use crate::variants::orthodox::en_passant::EnPassant;
use crate::variants::orthodox::movegen::Generator;
use crate::variants::orthodox::pawns::PawnGenerator;

/// Lists the legal moves: all of them, or with `NOISY` only captures and promotions to a queen.
#[inline]
pub(super) fn generate<S: Sink<Move>, const NOISY: bool>(position: &Chess, sink: &mut S) {
    match position.state.side {
        Color::White => ChessGenerator::<S, true, NOISY>::new(position, sink).all(),
        Color::Black => ChessGenerator::<S, false, NOISY>::new(position, sink).all(),
    }
}

struct ChessGenerator<'a, S, const WHITE: bool, const NOISY: bool> {
    position: &'a Chess,
    sink: &'a mut S,
    king: Square,
    danger: Danger,
}

impl<'a, S: Sink<Move>, const WHITE: bool, const NOISY: bool> ChessGenerator<'a, S, WHITE, NOISY> {
    #[inline(always)]
    fn new(position: &'a Chess, sink: &'a mut S) -> Self {
        let king = position.board.king(Self::US);
        ChessGenerator { position, sink, king, danger: Danger::of(&position.board, king, Self::US) }
    }

    #[inline(always)]
    fn all(mut self) {
        self.army();
        let king = self.king;
        self.king_steps(king, |this, to| !this.danger.attacks(&this.position.board, to, Self::THEM, king));
        if !NOISY && self.danger.checks == 0 {
            self.castling();
        }
    }
}

impl<S: Sink<Move>, const WHITE: bool, const NOISY: bool> Generator<32> for ChessGenerator<'_, S, WHITE, NOISY> {
    const US: Color = if WHITE { Color::White } else { Color::Black };
    const NOISY: bool = NOISY;

    #[inline(always)]
    fn board(&self) -> &Mailbox<32> {
        &self.position.board
    }

    #[inline(always)]
    fn push(&mut self, from: Square, to: Square, promotion: u8, flag: u8) {
        self.sink.push(Move::new(from, to).with(promotion, flag));
    }
}

impl<S: Sink<Move>, const WHITE: bool, const NOISY: bool> PawnGenerator<32> for ChessGenerator<'_, S, WHITE, NOISY> {
    #[inline(always)]
    fn is_legal_on(&self, board: &Mailbox<32>) -> bool {
        !attacked(board, self.king, Self::THEM, Square::NONE)
    }
}

impl<S: Sink<Move>, const WHITE: bool, const NOISY: bool> ArmyGenerator<32> for ChessGenerator<'_, S, WHITE, NOISY> {
    #[inline(always)]
    fn king(&self) -> Square {
        self.king
    }

    #[inline(always)]
    fn danger(&self) -> &Danger {
        &self.danger
    }

    #[inline(always)]
    fn en_passant(&self) -> EnPassant {
        self.position.en_passant
    }

    #[inline(always)]
    fn castling_rook(&self, side: CastlingSide) -> Square {
        self.position.rights.rook(Self::US, side)
    }
}

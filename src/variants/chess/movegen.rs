//! Legal moves, without trying them out.
//!
//! The generator is compiled once for each side and purpose, so that directions are constants and, when moves are only
//! counted, nothing is built.

use super::Chess;
use crate::types::{Color, Kind, Mailbox, Move, Sink, Square};
use crate::variants::orthodox::army::ArmyGenerator;
use crate::variants::orthodox::attacks::attacked;
use crate::variants::orthodox::danger::Danger;
use crate::variants::orthodox::movegen::Generator;
use crate::variants::orthodox::pawns::PawnGenerator;

/// Lists the legal moves: all of them, or with `NOISY` only captures and promotions to a queen.
#[inline]
pub(super) fn generate<const NOISY: bool>(position: &Chess, sink: &mut impl Sink<Move>) {
    match position.state.side {
        Color::White => ChessGenerator::<_, true, NOISY>::new(position, sink).all(),
        Color::Black => ChessGenerator::<_, false, NOISY>::new(position, sink).all(),
    }
}

struct ChessGenerator<'a, S, const WHITE: bool, const NOISY: bool> {
    position: &'a Chess,
    sink: &'a mut S,
    danger: Danger,
}

impl<'a, S: Sink<Move>, const WHITE: bool, const NOISY: bool> ChessGenerator<'a, S, WHITE, NOISY> {
    #[inline(always)]
    fn new(position: &'a Chess, sink: &'a mut S) -> Self {
        let danger = Danger::of(&position.board, position.board.king(Self::US), Self::US);
        ChessGenerator { position, sink, danger }
    }

    #[inline(always)]
    fn all(mut self) {
        self.army(self.position.en_passant);
        self.king_steps(self.danger.king, |this, to| !this.danger.attacks(&this.position.board, to, Self::THEM));
        if !NOISY && self.danger.checks == 0 {
            self.castling(|this, side| this.position.rights.rook(Self::US, side));
        }
    }
}

impl<S: Sink<Move>, const WHITE: bool, const NOISY: bool> Generator<32> for ChessGenerator<'_, S, WHITE, NOISY> {
    one_side_of_position!(Mailbox<32>);

    #[inline(always)]
    fn push_move(&mut self, from: Square, to: Square, promotion: Kind, flag: u8) {
        self.sink.push(Move::new(from, to).promoting(promotion).with_flag(flag));
    }
}

impl<S: Sink<Move>, const WHITE: bool, const NOISY: bool> PawnGenerator<32> for ChessGenerator<'_, S, WHITE, NOISY> {
    #[inline(always)]
    fn is_legal_on(&self, board: &Mailbox<32>) -> bool {
        !attacked(board, self.danger.king, Self::THEM, Square::NONE)
    }
}

impl<S: Sink<Move>, const WHITE: bool, const NOISY: bool> ArmyGenerator<32> for ChessGenerator<'_, S, WHITE, NOISY> {
    #[inline(always)]
    fn danger(&self) -> &Danger {
        &self.danger
    }
}

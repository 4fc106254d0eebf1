//! Legal moves, without trying them out.
//!
//! The generator is compiled once for each side and purpose, so that directions are constants and, when moves are only
//! counted, nothing is built.

use super::{Board, Chess};
use crate::for_side;
use crate::types::{Color, Counter, Kind, KindSets, Move, Sink, Square};
use crate::variants::orthodox::army::ArmyGenerator;
use crate::variants::orthodox::attacks::attacked;
use crate::variants::orthodox::danger::Danger;
use crate::variants::orthodox::movegen::Generator;
use crate::variants::orthodox::pawns::PawnGenerator;

/// Lists the legal moves: all of them, or with `NOISY` only captures and promotions to a queen.
#[inline]
pub(super) fn generate<const NOISY: bool>(position: &Chess, sink: &mut impl Sink<Move>) {
    for_side!(position.state.side, |WHITE| generate_for::<_, WHITE, NOISY>(position, sink))
}

#[inline(always)]
fn generate_for<S: Sink<Move>, const WHITE: bool, const NOISY: bool>(position: &Chess, sink: &mut S) {
    let us = if WHITE { Color::White } else { Color::Black };
    let danger = Danger::of(&position.board, position.board.king(us), us);
    if !danger.is_none() || position.en_passant.live {
        ChessGenerator::<_, WHITE, NOISY> { position, sink, danger }.all();
    } else if S::COUNTS {
        // A counter that is lent to no other function is kept in a register.
        let mut counter = Counter::default();
        ChessGenerator::<_, WHITE, NOISY> { position, sink: &mut counter, danger }.calm();
        sink.count(counter.0);
    } else {
        ChessGenerator::<_, WHITE, NOISY> { position, sink, danger }.calm();
    }
}

struct ChessGenerator<'a, S, const WHITE: bool, const NOISY: bool> {
    position: &'a Chess,
    sink: &'a mut S,
    danger: Danger,
}

impl<S: Sink<Move>, const WHITE: bool, const NOISY: bool> ChessGenerator<'_, S, WHITE, NOISY> {
    /// All moves.
    #[inline(never)]
    fn all(mut self) {
        self.army(self.position.en_passant);
        self.king();
    }

    /// All moves if there is neither a check nor a pin nor a capture en passant.
    #[inline(always)]
    fn calm(mut self) {
        self.free_pieces();
        self.king();
    }

    #[inline(always)]
    fn king(&mut self) {
        self.king_steps(self.danger.king, |this, to| !this.danger.attacks(&this.position.board, to, Self::THEM));
        if !NOISY && self.danger.checks == 0 {
            self.castling(|this, side| this.position.rights.rook(Self::US, side));
        }
    }
}

impl<S: Sink<Move>, const WHITE: bool, const NOISY: bool> Generator<32, KindSets>
    for ChessGenerator<'_, S, WHITE, NOISY>
{
    const COUNTS: bool = S::COUNTS;

    const US: Color = if WHITE { Color::White } else { Color::Black };
    const NOISY: bool = NOISY;

    #[inline(always)]
    fn board(&self) -> &Board {
        &self.position.board
    }

    #[inline(always)]
    fn push_move(&mut self, from: Square, to: Square, promotion: Kind, flag: u8) {
        self.sink.push(Move::new(from, to).promoting(promotion).with_flag(flag));
    }
}

impl<S: Sink<Move>, const WHITE: bool, const NOISY: bool> PawnGenerator<32, KindSets>
    for ChessGenerator<'_, S, WHITE, NOISY>
{
    #[inline(always)]
    fn is_legal_on(&self, board: &Board) -> bool {
        !attacked(board, self.danger.king, Self::THEM, Square::NONE)
    }
}

impl<S: Sink<Move>, const WHITE: bool, const NOISY: bool> ArmyGenerator<32> for ChessGenerator<'_, S, WHITE, NOISY> {
    #[inline(always)]
    fn danger(&self) -> &Danger {
        &self.danger
    }
}

//! Legal turns.
//!
//! Moves that leave the box alone are those of chess. Turns that fill an empty box follow from the same checks and pins;
//! only a turn that also releases a piece is tried on a copy of the board (see [`super::half`]), once for all squares of
//! release. [`super::boxing`] has the turns of the token and into the box, [`super::release`] what comes out, and
//! [`super::prefix`] what may come before the move.

use super::half::{danger_to, king_attacked};
use super::{Board, BoxGame, BoxRules, Turn};
use crate::for_side;
use crate::types::{Cell, Color, Kind, KindSets, Sink, Square};
use crate::variants::orthodox::army::ArmyGenerator;
use crate::variants::orthodox::danger::Danger;
use crate::variants::orthodox::movegen::Generator;
use crate::variants::orthodox::pawns::PawnGenerator;
use crate::variants::orthodox::pieces::PAWN;

/// Lists moves of pieces and the token with what they entail, each after `prefix`.
#[inline]
pub(super) fn ordinary<R: BoxRules, S: Sink<Turn>, const NOISY: bool>(
    position: &BoxGame<R>,
    prefix: Turn,
    sink: &mut S,
) {
    for_side!(position.state.side, |WHITE| BoxGenerator::<R, S, WHITE, NOISY>::new(position, prefix, sink).all())
}

pub(super) struct BoxGenerator<'a, R: BoxRules, S, const WHITE: bool, const NOISY: bool> {
    pub position: &'a BoxGame<R>,
    pub sink: &'a mut S,
    prefix: Turn,
    pub enemy_king: Square,
    pub danger: Danger,
}

impl<'a, R: BoxRules, S: Sink<Turn>, const WHITE: bool, const NOISY: bool> BoxGenerator<'a, R, S, WHITE, NOISY> {
    #[inline(always)]
    fn new(position: &'a BoxGame<R>, prefix: Turn, sink: &'a mut S) -> Self {
        let danger = danger_to(&position.board, position.king(Self::US), Self::US);
        BoxGenerator { position, sink, prefix, enemy_king: position.king(Self::THEM), danger }
    }

    #[inline(always)]
    pub(super) fn push_turn(&mut self, turn: Turn) {
        self.sink.push(turn.and(self.prefix));
    }

    #[inline(always)]
    pub(super) fn cell(&self, square: Square) -> Cell {
        self.position.board.at(square)
    }

    #[inline(always)]
    fn all(mut self) {
        self.army(self.position.en_passant);
        let king = self.danger.king;
        if king != Square::NONE {
            self.king_steps(king, |this, to| !this.danger.attacks(&this.position.board, to, Self::THEM));
            if !NOISY && self.danger.checks == 0 {
                // The token between king and rook is a wall and blocks.
                self.castling(|this, side| this.position.castling.rook(Self::US, side));
            }
        }
        // The only noisy turn of the token swallows an enemy piece while an own pawn comes out as a queen.
        // All other ways to drop that queen would be too many, and hardly better.
        let inmate = self.position.inmate;
        if !NOISY || inmate.kind() == PAWN && inmate.color() == Self::US {
            self.token_turns();
        }
        if !NOISY {
            self.entries();
        }
    }
}

impl<R: BoxRules, S: Sink<Turn>, const WHITE: bool, const NOISY: bool> Generator<64, KindSets>
    for BoxGenerator<'_, R, S, WHITE, NOISY>
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
        self.push_turn(Turn::new(from, to).promoting(promotion).with_flag(flag));
    }

    /// A king is never captured, not even where only the token keeps a slider from giving check.
    #[inline(always)]
    fn is_victim(&self, square: Square, cell: Cell) -> bool {
        cell.is(Self::THEM) && square != self.enemy_king
    }

    #[inline(always)]
    fn may_land(&self, square: Square, cell: Cell) -> bool {
        let lands = if NOISY { cell.is(Self::THEM) } else { cell.admits(Self::US) };
        lands && square != self.enemy_king
    }

    #[inline(always)]
    fn is_passable(&self, square: Square) -> bool {
        !R::SOLID_TOKEN && square == self.position.token
    }
}

impl<R: BoxRules, S: Sink<Turn>, const WHITE: bool, const NOISY: bool> PawnGenerator<64, KindSets>
    for BoxGenerator<'_, R, S, WHITE, NOISY>
{
    #[inline(always)]
    fn is_legal_on(&self, board: &Board) -> bool {
        !king_attacked(board, self.danger.king, Self::THEM)
    }
}

impl<R: BoxRules, S: Sink<Turn>, const WHITE: bool, const NOISY: bool> ArmyGenerator<64>
    for BoxGenerator<'_, R, S, WHITE, NOISY>
{
    #[inline(always)]
    fn danger(&self) -> &Danger {
        &self.danger
    }
}

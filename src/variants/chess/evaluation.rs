//! Tapered material, piece-square tables, mobility, pawn structure and king danger.

use super::Chess;
use super::tables::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK};
use crate::eval::king::{Siege, reach, shelter};
use crate::eval::pawns::PawnFiles;
use crate::eval::{Ledger, table};
use crate::types::square::{Step, step};
use crate::types::{Color, Score, Square};
use crate::weights;

weights! {
    pub(super) WEIGHTS in "src/variants/chess/weights.txt" ("weights.txt"), full phase 24;
    /// The right to move.
    TEMPO "tempo" 1;
    /// A piece by kind: none, pawn, knight, bishop, rook, queen, king.
    MATERIAL "material" KINDS;
    /// A piece by kind and square, from White's first rank to his last.
    SQUARES "squares" KINDS * 64, row 8;
    /// A knight by the number of squares that it reaches.
    KNIGHT_MOBILITY "knight-mobility" 9;
    /// A bishop by the number of squares that it reaches.
    BISHOP_MOBILITY "bishop-mobility" 14;
    /// A rook by the number of squares that it reaches.
    ROOK_MOBILITY "rook-mobility" 15;
    /// A queen by the number of squares that she reaches.
    QUEEN_MOBILITY "queen-mobility" 28;
    /// Two bishops.
    BISHOP_PAIR "bishop-pair" 1;
    /// A pawn with another one of its own in its file.
    DOUBLED "doubled" 1;
    /// A pawn without own pawns in the files beside it.
    ISOLATED "isolated" 1;
    /// A pawn without enemy pawns ahead, in its file or beside it, by rank.
    PASSED "passed" 8;
    /// A rook in a file without pawns, and in one without own pawns.
    ROOK_FILE "rook-file" 2;
    /// An own pawn before the king or beside that, twice as much on the next rank as on the one behind.
    SHELTER "shelter" 1;
    /// Two or more attackers at the enemy king, by the danger that their attacks add up to.
    DANGER "danger" 32;
}

const KINDS: usize = 7;

/// How much of the middle game a piece keeps alive, by kind.
const PHASE: [i32; KINDS] = [0, 0, 1, 1, 2, 4, 0];

/// Danger units for each attack on the king's neighbourhood, by the attacker's kind.
const ATTACK_UNITS: [i32; KINDS] = [0, 0, 2, 2, 3, 5, 0];

/// Material worth of a kind for move ordering, in hundredths of a pawn.
#[inline(always)]
pub(super) fn worth(kind: u8) -> Score {
    const WORTH: [Score; 8] = [0, 100, 320, 335, 500, 980, 0, 0];
    WORTH[kind as usize & 7]
}

/// One army while it is looked at.
struct Survey<'a, L> {
    position: &'a Chess,
    color: Color,
    enemy_king: Square,
    pawns: &'a PawnFiles,
    siege: Siege,
    ledger: &'a mut L,
}

impl<L: Ledger> Survey<'_, L> {
    #[inline(always)]
    fn add(&mut self, weight: usize, count: i32) {
        self.ledger.add(self.color, weight, count);
    }

    #[inline(always)]
    fn run(mut self) {
        let mut bishops = 0;
        for (kind, square) in self.position.board.army(self.color) {
            let index = kind as usize % KINDS;
            self.add(MATERIAL.at(index), 1);
            self.add(SQUARES.at(index * 64 + table::index(self.color, square)), 1);
            self.ledger.keep_alive(PHASE[index]);
            match kind {
                PAWN => self.pawn(square),
                KNIGHT => self.piece(kind, square, (&step::KNIGHT, false), KNIGHT_MOBILITY.start),
                BISHOP => {
                    bishops += 1;
                    self.piece(kind, square, (&step::DIAGONAL, true), BISHOP_MOBILITY.start);
                }
                ROOK => {
                    if let Some(openness) = self.pawns.openness(self.color, square, [Some(0), Some(1), None]) {
                        self.add(ROOK_FILE.at(openness), 1);
                    }
                    self.piece(kind, square, (&step::ORTHOGONAL, true), ROOK_MOBILITY.start);
                }
                QUEEN => self.piece(kind, square, (&step::ALL, true), QUEEN_MOBILITY.start),
                _ => {
                    let is_own_pawn = |square| self.position.board.kind_at(square, self.color) == PAWN;
                    self.add(SHELTER.at(0), shelter(self.color, square, is_own_pawn));
                }
            }
        }
        if bishops >= 2 {
            self.add(BISHOP_PAIR.at(0), 1);
        }
        if let Some(units) = self.siege.units() {
            self.add(DANGER.at(units.min(DANGER.len - 1)), 1);
        }
    }

    /// What a piece reaches: squares, and hits beside the enemy king.
    #[inline(always)]
    fn piece<const D: usize>(&mut self, kind: u8, from: Square, moves: (&[Step; D], bool), mobility: usize) {
        let (squares, hits) = reach(&self.position.board, self.color, from, moves, self.enemy_king);
        self.add(mobility + squares as usize, 1);
        self.siege.add(hits, ATTACK_UNITS[kind as usize % KINDS]);
    }

    #[inline(always)]
    fn pawn(&mut self, square: Square) {
        let (color, pawns) = (self.color, self.pawns);
        self.add(DOUBLED.at(0), i32::from(pawns.count(color, square) > 1));
        self.add(ISOLATED.at(0), i32::from(pawns.is_isolated(color, square)));
        if pawns.is_passed(color, square) {
            self.add(PASSED.at(color.choose(square.rank(), 7 - square.rank()) as usize & 7), 1);
        }
    }
}

pub(super) fn appraise(position: &Chess, ledger: &mut impl Ledger) {
    let pawns = &PawnFiles::of(&position.board, |kind| kind == PAWN);
    for color in Color::ALL {
        let enemy_king = position.board.king(!color);
        Survey { position, color, enemy_king, pawns, siege: Siege::default(), ledger }.run();
    }
    ledger.add(position.state.side, TEMPO.at(0), 1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

    #[test]
    fn the_start_position_is_worth_the_tempo() {
        let start = Chess::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
        assert_eq!(start.evaluate(), WEIGHTS.values[TEMPO.at(0)].middle());
    }
}

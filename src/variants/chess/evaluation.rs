//! Tapered material, piece-square tables, mobility, pawn structure and king danger.

use super::Chess;
#[cfg(test)]
use super::Position;
use super::tables::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::eval::king::{Siege, reach, shelter};
use crate::eval::pawns::PawnFiles;
use crate::eval::{self, Phased, account, table};
use crate::types::square::step;
use crate::types::{Color, Score, Square};

/// Middle and end game worth by kind.
const MATERIAL: [Phased; 7] = [
    Phased::ZERO,
    Phased::new(88, 112),
    Phased::new(330, 310),
    Phased::new(345, 330),
    Phased::new(470, 560),
    Phased::new(970, 1010),
    Phased::ZERO,
];

/// How much of the middle game a piece keeps alive; all of them together are [`FULL_PHASE`].
const PHASE: [i32; 7] = [0, 0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;

/// Worth of one more reachable square, and the number of squares counted as average, by kind.
const MOBILITY: [(Phased, i32); 7] = [
    (Phased::ZERO, 0),
    (Phased::ZERO, 0),
    (Phased::new(5, 4), 4),
    (Phased::new(5, 4), 6),
    (Phased::new(3, 5), 7),
    (Phased::new(2, 3), 13),
    (Phased::ZERO, 0),
];

const BISHOP_PAIR: Phased = Phased::new(28, 45);
const TEMPO: Score = 12;
const DOUBLED: Phased = Phased::new(-8, -18);
const ISOLATED: Phased = Phased::new(-10, -12);
/// A passed pawn by ranks advanced from its start.
const PASSED: [Phased; 7] = [
    Phased::ZERO,
    Phased::new(2, 8),
    Phased::new(4, 14),
    Phased::new(12, 32),
    Phased::new(30, 60),
    Phased::new(60, 105),
    Phased::ZERO,
];
/// A rook without own pawns in its file, and without any.
const HALF_OPEN: Phased = Phased::new(12, 5);
const OPEN: Phased = Phased::new(26, 8);
/// A pawn in front of its castled king, one or two ranks ahead.
const SHELTER: Phased = Phased::new(11, 0);
/// Danger units for each attack on the king's neighbourhood, by the attacker's kind.
const ATTACK_UNITS: [i32; 7] = [0, 0, 2, 2, 3, 5, 0];

/// Piece-square tables from White's side by kind.
static TABLES: [[Phased; 64]; 7] = [
    [Phased::ZERO; 64],
    table::pawn(),
    table::centre(Phased::new(9, 6), Phased::new(-26, -18)),
    table::centre(Phased::new(5, 3), Phased::new(-13, -8)),
    table::rook(),
    table::centre(Phased::new(1, 5), Phased::new(-2, -14)),
    table::king(),
];

/// Material worth of a kind for move ordering, in hundredths of a pawn.
#[inline(always)]
pub(super) fn worth(kind: u8) -> Score {
    const WORTH: [Score; 8] = [0, 100, 320, 335, 500, 980, 0, 0];
    WORTH[kind as usize & 7]
}

/// Everything one army is credited with.
#[derive(Default)]
struct Account {
    material: Phased,
    placement: Phased,
    mobility: Phased,
    pawns: Phased,
    attack: Phased,
    phase: i32,
    siege: Siege,
    bishops: i32,
}

impl eval::Account for Account {
    const FULL_PHASE: i32 = FULL_PHASE;
    const TEMPO: Score = TEMPO;

    fn terms(&self) -> impl IntoIterator<Item = (&'static str, Phased)> {
        [
            ("material", self.material),
            ("piece-square", self.placement),
            ("mobility", self.mobility),
            ("pawns, shelter", self.pawns),
            ("king attack", self.attack),
        ]
    }

    fn phase(&self) -> i32 {
        self.phase
    }
}

impl Account {
    /// Counts what a piece reaches: squares, and hits beside the enemy king.
    #[inline(always)]
    fn add_reach(&mut self, kind: u8, (squares, hits): (i32, i32)) {
        let (weight, average) = MOBILITY[kind as usize % 7];
        self.mobility += weight * (squares - average);
        self.siege.add(hits, ATTACK_UNITS[kind as usize % 7]);
    }
}

fn account(position: &Chess, color: Color, pawns: &PawnFiles) -> Account {
    let mut account = Account::default();
    let board = &position.board;
    let enemy_king = board.king(!color);
    for (kind, square) in board.army(color) {
        let kind_index = kind as usize % 7;
        account.material += MATERIAL[kind_index];
        account.phase += PHASE[kind_index];
        account.placement += TABLES[kind_index][table::index(color, square)];
        match kind {
            PAWN => account.pawns += pawn(color, square, pawns),
            KNIGHT => account.add_reach(kind, reach(board, color, square, (&step::KNIGHT, false), enemy_king)),
            BISHOP => {
                account.bishops += 1;
                account.add_reach(kind, reach(board, color, square, (&step::DIAGONAL, true), enemy_king));
            }
            ROOK => {
                account.placement += pawns.openness(color, square, [OPEN, HALF_OPEN, Phased::ZERO]);
                account.add_reach(kind, reach(board, color, square, (&step::ORTHOGONAL, true), enemy_king));
            }
            QUEEN => account.add_reach(kind, reach(board, color, square, (&step::ALL, true), enemy_king)),
            KING => account.pawns += SHELTER * shelter(color, square, |square| board.kind_at(square, color) == PAWN),
            _ => {}
        }
    }
    if account.bishops >= 2 {
        account.material += BISHOP_PAIR;
    }
    let danger = account.siege.danger().min(500);
    account.attack = Phased::new(danger, danger / 8);
    account
}

fn pawn(color: Color, square: Square, pawns: &PawnFiles) -> Phased {
    let mut score = Phased::ZERO;
    if pawns.count(color, square) > 1 {
        score += DOUBLED;
    }
    if pawns.is_isolated(color, square) {
        score += ISOLATED;
    }
    if pawns.is_passed(color, square) {
        score += PASSED[color.choose(square.rank() - 1, 6 - square.rank()) as usize % 7];
    }
    score
}

fn accounts(position: &Chess) -> [Account; 2] {
    let pawns = PawnFiles::of(&position.board, |kind| kind == PAWN);
    Color::ALL.map(|color| account(position, color, &pawns))
}

pub(super) fn evaluate(position: &Chess) -> Score {
    account::score(&accounts(position), position.state.side)
}

pub(super) fn terms(position: &Chess) -> Vec<(&'static str, [Score; 2])> {
    account::terms(&accounts(position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_position_is_worth_the_tempo() {
        let start = Chess::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
        assert_eq!(evaluate(&start), TEMPO);
    }
}

//! Tapered material, placement, mobility and pawns as in chess, and what the box and the token make of them.
//!
//! Pieces come back from the box anywhere, so a bare king is in more danger here than in chess, and a
//! passed pawn is worth less than one that can be boxed and dropped on its last rank.

use super::state::PROMOTED;
use super::{BoxGame, Rules};
use crate::eval::king::{Siege, reach, shelter};
use crate::eval::{self, Phased, account, table};
use crate::types::square::{Step, step};
use crate::types::{Color, Score, Square};
use crate::variants::chess::tables::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};

/// Middle and end game worth by kind.
const MATERIAL: [Phased; 8] = [
    Phased::ZERO,
    Phased::new(95, 120),
    Phased::new(330, 315),
    Phased::new(340, 330),
    Phased::new(475, 540),
    Phased::new(960, 990),
    Phased::ZERO,
    Phased::ZERO,
];

/// How much of the middle game a piece keeps alive; all of them together are [`FULL_PHASE`].
const PHASE: [i32; 8] = [0, 0, 1, 1, 2, 4, 0, 0];
const FULL_PHASE: i32 = 24;

/// Worth of one more reachable square, and the number of squares counted as average, by kind.
const MOBILITY: [(Phased, i32); 8] = [
    (Phased::ZERO, 0),
    (Phased::ZERO, 0),
    (Phased::new(5, 4), 4),
    (Phased::new(5, 4), 6),
    (Phased::new(3, 5), 7),
    (Phased::new(2, 3), 13),
    (Phased::ZERO, 0),
    (Phased::ZERO, 0),
];

/// Percent of the worth that a promoted pawn has above a pawn where the token turns it back into one.
const FRAGILE: i32 = 80;
/// Percent of its worth that a boxed piece keeps for its owner, when he is to move and when he is not:
/// whoever fills the box next decides where it goes.
const BOXED: [i32; 2] = [75, 50];
/// The same for a pawn in hundredths of a pawn: its owner may drop it on its last rank.
const BOXED_PAWN: [Score; 2] = [260, 130];
/// A boxed king cannot be attacked, but the enemy may release it into a mate: its owner's score when he
/// is to move, and when the enemy is, with all enemy pieces on the board.
const BOXED_KING: [Score; 2] = [30, -220];
/// Percent of the worth of a captured piece that may come back with a boxed king, and of one that may come back now.
const FREE_PIECE_LATER: i32 = 15;
const FREE_PIECE_NOW: i32 = 85;
/// Percent of the worth of the best enemy piece that the token can swallow, for the side to move and for the other.
const TOKEN_THREAT: [i32; 2] = [8, 3];
/// A pawn of the side to move that waits for its owner's choice is as good as a queen.
const WAITING: Score = 700;
const TEMPO: Score = 15;

const BISHOP_PAIR: Phased = Phased::new(20, 35);
const DOUBLED: Phased = Phased::new(-6, -14);
/// A pawn without enemy pawns ahead, by ranks advanced from its first rank.
const PASSED: [Phased; 8] = [
    Phased::ZERO,
    Phased::new(2, 6),
    Phased::new(3, 10),
    Phased::new(10, 26),
    Phased::new(26, 52),
    Phased::new(55, 95),
    Phased::new(110, 170),
    Phased::ZERO,
];
/// An own pawn in front of the king, one or two ranks ahead.
const SHELTER: Phased = Phased::new(11, 0);
/// Danger units for each attack on the king's neighbourhood, by the attacker's kind.
const ATTACK_UNITS: [i32; 8] = [0, 0, 2, 2, 3, 5, 0, 0];
/// The danger that units amount to grows with their square, up to this.
const MOST_DANGER: i32 = 600;

/// Piece-square tables from White's side by kind.
static TABLES: [[Phased; 64]; 8] = [
    [Phased::ZERO; 64],
    table::pawn(),
    table::centre(Phased::new(9, 6), Phased::new(-26, -18)),
    table::centre(Phased::new(5, 3), Phased::new(-13, -8)),
    table::rook(),
    table::centre(Phased::new(1, 5), Phased::new(-2, -14)),
    table::king(),
    [Phased::ZERO; 64],
];

/// Material worth of a kind for move ordering, in hundredths of a pawn.
#[inline(always)]
pub(super) fn worth(kind: u8) -> Score {
    const WORTH: [Score; 8] = [0, 100, 320, 335, 500, 980, 0, 0];
    WORTH[kind as usize & 7]
}

/// The rank of a square counted from an army's own first rank.
#[inline(always)]
fn advance(color: Color, square: Square) -> usize {
    color.choose(square.rank(), 7 - square.rank()) as usize & 7
}

/// Where the pawns of both sides are, one bit for each rank of a file.
struct Pawns([[u8; 8]; 2]);

impl Pawns {
    fn of<R: Rules>(position: &BoxGame<R>) -> Pawns {
        let mut files = [[0; 8]; 2];
        for color in Color::ALL {
            for (_, square) in position.board.army(color).filter(|piece| piece.0 == PAWN) {
                files[color.index()][square.file() as usize & 7] |= 1 << (square.rank() & 7);
            }
        }
        Pawns(files)
    }

    fn score(&self, color: Color, square: Square) -> Phased {
        let (file, rank) = (square.file() as usize & 7, square.rank() & 7);
        let ahead: u8 = color.choose(!1u8 << rank, !(0xFFu8 << rank));
        let enemy = &self.0[1 - color.index()];
        let near = file.saturating_sub(1)..=(file + 1).min(7);
        let mut score = Phased::ZERO;
        if self.0[color.index()][file] & ahead != 0 {
            score += DOUBLED;
        } else if enemy[near].iter().all(|ranks| ranks & ahead == 0) {
            score += PASSED[advance(color, square)];
        }
        score
    }
}

/// Everything one army is credited with.
#[derive(Default)]
struct Account {
    material: Phased,
    placement: Phased,
    mobility: Phased,
    pawns: Phased,
    attack: Phased,
    /// The box, the token and what is pending.
    penalty_box: Score,
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
            ("box, token", Phased::flat(self.penalty_box)),
        ]
    }

    fn phase(&self) -> i32 {
        self.phase
    }
}

/// One army's pieces, seen against the other side's king.
struct Survey<'a, R: Rules> {
    position: &'a BoxGame<R>,
    color: Color,
    enemy_king: Square,
    account: Account,
}

impl<'a, R: Rules> Survey<'a, R> {
    fn run(position: &'a BoxGame<R>, color: Color, pawns: &Pawns) -> Account {
        let mut survey = Survey { position, color, enemy_king: position.king(!color), account: Account::default() };
        for (kind, square) in position.board.army(color) {
            survey.piece(kind, square, pawns);
        }
        let account = &mut survey.account;
        if account.bishops >= 2 {
            account.material += BISHOP_PAIR;
        }
        let danger = account.siege.danger().min(MOST_DANGER);
        account.attack = Phased::new(danger, danger / 4);
        survey.account
    }

    #[inline(always)]
    fn piece(&mut self, kind: u8, square: Square, pawns: &Pawns) {
        let index = kind as usize & 7;
        self.account.material += material::<R>(kind);
        self.account.phase += PHASE[index];
        self.account.placement += TABLES[index][table::index(self.color, square)];
        match kind & 7 {
            PAWN => self.account.pawns += pawns.score(self.color, square),
            KNIGHT => self.add_reach(index, square, (&step::KNIGHT, false)),
            BISHOP => {
                self.account.bishops += 1;
                self.add_reach(index, square, (&step::DIAGONAL, true));
            }
            ROOK => self.add_reach(index, square, (&step::ORTHOGONAL, true)),
            QUEEN => self.add_reach(index, square, (&step::ALL, true)),
            KING => self.account.pawns += SHELTER * shelter(self.color, square, |square| self.is_pawn(square)),
            _ => {}
        }
    }

    /// Counts what a piece reaches: squares, and hits beside the enemy king.
    #[inline(always)]
    fn add_reach<const D: usize>(&mut self, index: usize, from: Square, moves: (&[Step; D], bool)) {
        let (squares, hits) = reach(&self.position.board, self.color, from, moves, self.enemy_king);
        let (weight, average) = MOBILITY[index];
        self.account.mobility += weight * (squares - average);
        self.account.siege.add(hits, ATTACK_UNITS[index]);
    }

    fn is_pawn(&self, square: Square) -> bool {
        self.position.board.kind_at(square, self.color) == PAWN
    }
}

#[inline(always)]
fn material<R: Rules>(kind: u8) -> Phased {
    let full = MATERIAL[kind as usize & 7];
    if kind & PROMOTED == 0 || R::PROMOTION_LASTS {
        return full;
    }
    let pawn = MATERIAL[PAWN as usize];
    let keep = |full: Score, pawn: Score| pawn + (full - pawn) * FRAGILE / 100;
    Phased::new(keep(full.middle(), pawn.middle()), keep(full.end(), pawn.end()))
}

/// What box, token and pending rights are worth to `color`; `enemy_phase` says how much the enemy can mate with.
fn penalty_box<R: Rules>(position: &BoxGame<R>, color: Color, enemy_phase: i32) -> Score {
    let to_move = position.state.side == color;
    let waits = !to_move as usize;
    let mut score = best_swallow(position, color) * TOKEN_THREAT[waits] / 100;
    if !position.inmate.is_none() && position.inmate.color() == color {
        score += match position.inmate.kind() & 7 {
            PAWN => BOXED_PAWN[waits],
            KING if to_move => BOXED_KING[0] + best_captured(position, color) * FREE_PIECE_LATER / 100,
            KING => BOXED_KING[1] * enemy_phase.min(FULL_PHASE / 2) / (FULL_PHASE / 2),
            kind => worth(kind) * BOXED[waits] / 100,
        };
    }
    if to_move && position.free_piece {
        score += best_captured(position, color) * FREE_PIECE_NOW / 100;
    }
    if to_move && position.waiting != Square::NONE {
        score += WAITING;
    }
    score
}

/// The best enemy piece a knight's leap from the token.
fn best_swallow<R: Rules>(position: &BoxGame<R>, color: Color) -> Score {
    if position.token == Square::NONE {
        return 0;
    }
    let targets = step::KNIGHT.map(|step| worth(position.board.kind_at(position.token.step(step), !color)));
    targets.into_iter().fold(0, Score::max)
}

fn best_captured<R: Rules>(position: &BoxGame<R>, color: Color) -> Score {
    let captured = &position.captured[color.index()];
    (PAWN..=QUEEN).rev().find(|&kind| captured[kind as usize] > 0).map_or(0, worth)
}

fn accounts<R: Rules>(position: &BoxGame<R>) -> [Account; 2] {
    let pawns = Pawns::of(position);
    let mut accounts = Color::ALL.map(|color| Survey::run(position, color, &pawns));
    for color in Color::ALL {
        let enemy_phase = accounts[1 - color.index()].phase;
        accounts[color.index()].penalty_box = penalty_box(position, color, enemy_phase);
    }
    accounts
}

pub(super) fn evaluate<R: Rules>(position: &BoxGame<R>) -> Score {
    account::score(&accounts(position), position.state.side)
}

pub(super) fn terms<R: Rules>(position: &BoxGame<R>) -> Vec<(&'static str, [Score; 2])> {
    account::terms(&accounts(position))
}

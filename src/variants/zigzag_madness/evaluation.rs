//! Tapered material, piece-square tables, mobility, pawn structure and king danger.
//!
//! What is special here: zigzag pieces reach eight rays that are hard to close, so they count for more than
//! their straight cousins and are dangerous near a king; pawns run two squares a move in the enemy's half,
//! so a passed pawn is judged by the moves it still needs; and Ninja Pawns in hand, which can close a line
//! or attack from rank 5 at once, are worth a little more than those not yet advanced.

use super::ZigZagMadness;
use super::attack::{Board, zigzag};
use super::tables::{
    BISHOP, FERZ_KNIGHT, FERZ_KNIGHT_LEAPS, KINDS, KING, LAST_RANK, NINJA, PAWN, QUEEN, ROOK, SIZE, WAZIR_KNIGHT,
    WAZIR_KNIGHT_LEAPS, ZIGZAG_BISHOP, ZIGZAG_ROOK, own_rank,
};
use crate::eval::king::{Siege, shelter};
use crate::eval::pawns::PawnFiles;
use crate::eval::{self, Phased, account};
use crate::types::square::{Step, step};
use crate::types::{Color, Score, Square};

/// Middle and end game worth by kind: pawn, Ninja Pawn, Wazir-Knight, Ferz-Knight, bishop, rook, ZigZag Bishop,
/// ZigZag Rook, queen, king.
const MATERIAL: [Phased; KINDS] = [
    Phased::ZERO,
    Phased::new(85, 110),
    Phased::new(105, 130),
    Phased::new(390, 380),
    Phased::new(400, 380),
    Phased::new(375, 390),
    Phased::new(510, 600),
    Phased::new(640, 650),
    Phased::new(780, 850),
    Phased::new(1050, 1130),
    Phased::ZERO,
];

/// A Ninja Pawn in hand: it will stand where it is wanted, but that costs a move.
const IN_HAND: Phased = Phased::new(112, 130);

/// How much of the middle game a piece keeps alive; all of them together are [`FULL_PHASE`].
const PHASE: [i32; KINDS] = [0, 0, 0, 1, 1, 1, 2, 3, 3, 4, 0];
const FULL_PHASE: i32 = 36;

/// Worth of one more reachable square, and the number of squares counted as average, by kind.
const MOBILITY: [(Phased, i32); KINDS] = [
    (Phased::ZERO, 0),
    (Phased::ZERO, 0),
    (Phased::ZERO, 0),
    (Phased::new(4, 4), 7),
    (Phased::new(4, 4), 7),
    (Phased::new(4, 4), 8),
    (Phased::new(3, 4), 9),
    (Phased::new(3, 3), 12),
    (Phased::new(3, 3), 13),
    (Phased::new(2, 3), 16),
    (Phased::ZERO, 0),
];

/// Danger units for each attack on the king's neighbourhood, by the attacker's kind.
const ATTACK_UNITS: [i32; KINDS] = [0, 0, 0, 2, 2, 2, 3, 3, 4, 5, 0];
/// The most that the danger of one king counts for.
const MOST_DANGER: i32 = 550;

const BISHOP_PAIR: Phased = Phased::new(25, 45);
const TEMPO: Score = 12;
const DOUBLED: Phased = Phased::new(-6, -14);
const ISOLATED: Phased = Phased::new(-8, -10);
/// A passed pawn of either sort by its rank from its own side: what counts is how many moves it needs.
const PASSED: [Phased; 16] = {
    let mut table = [Phased::ZERO; 16];
    table[1] = Phased::new(0, 6);
    table[2] = Phased::new(0, 8);
    table[3] = Phased::new(2, 12);
    table[4] = Phased::new(10, 35);
    table[5] = Phased::new(28, 75);
    table[6] = Phased::new(34, 90);
    table[7] = Phased::new(80, 170);
    table[8] = Phased::new(90, 190);
    table
};
/// A rook without own pawns in its file, and without any.
const HALF_OPEN: Phased = Phased::new(12, 5);
const OPEN: Phased = Phased::new(24, 8);
/// A pawn of either sort in front of its king, one (twice) or two ranks ahead.
const SHELTER: Phased = Phased::new(10, 0);

/// Piece-square tables from White's side, by kind and cell.
static TABLES: [[Phased; 256]; KINDS] = tables();

const fn tables() -> [[Phased; 256]; KINDS] {
    let mut tables = [[Phased::ZERO; 256]; KINDS];
    let mut kind = 1;
    while kind < KINDS {
        let mut cell = 0;
        while cell < 256 {
            let square = Square(cell as u8);
            if square.file() < SIZE && square.rank() < SIZE {
                tables[kind][cell] = placement(kind as u8, square.file() as i32, square.rank() as i32);
            }
            cell += 1;
        }
        kind += 1;
    }
    tables
}

/// What a square is worth to a kind.
const fn placement(kind: u8, file: i32, rank: i32) -> Phased {
    let centre = 8 - off_centre(file) - off_centre(rank);
    match kind {
        PAWN | NINJA => advanced(file, rank),
        WAZIR_KNIGHT | FERZ_KNIGHT => Phased::new(7 * centre - 26, 5 * centre - 20),
        BISHOP => Phased::new(4 * centre - 14, 2 * centre - 8),
        ROOK => Phased::new(2 * (4 - off_centre(file)) + if rank == 8 { 12 } else { 0 }, 0),
        ZIGZAG_BISHOP | ZIGZAG_ROOK => Phased::new(2 * centre - 6, 3 * centre - 10),
        QUEEN => Phased::new(centre - 3, 4 * centre - 14),
        KING => Phased::new(home(file) - 16 * rank, 30 - 8 * (8 - centre)),
        _ => Phased::ZERO,
    }
}

/// Steps from the nearer of the two middle files or ranks: 0 to 4.
const fn off_centre(coordinate: i32) -> i32 {
    if coordinate < 5 { 4 - coordinate } else { coordinate - 5 }
}

/// Pawns of both sorts: towards the middle, and beyond it where they run.
const fn advanced(file: i32, rank: i32) -> Phased {
    let steps = rank - 1;
    let inner = if off_centre(file) < 3 { 3 - off_centre(file) } else { 0 };
    Phased::new(inner * steps * 2 + steps * 3, steps * steps * 2)
}

/// The king is at home in the corners.
const fn home(file: i32) -> i32 {
    if off_centre(file) >= 2 { 20 } else { 0 }
}

/// Material worth of a kind for move ordering, in hundredths of a pawn.
#[inline(always)]
pub(super) fn worth(kind: u8) -> Score {
    const WORTH: [Score; 16] = [0, 100, 115, 385, 390, 380, 550, 645, 810, 1080, 0, 0, 0, 0, 0, 0];
    WORTH[kind as usize & 15]
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
}

impl eval::Account for Account {
    const FULL_PHASE: i32 = FULL_PHASE;
    const TEMPO: Score = TEMPO;

    fn terms(&self) -> impl IntoIterator<Item = (&'static str, Phased)> {
        [
            ("material, hand", self.material),
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

/// Counts what the pieces of one army reach.
struct Survey<'a> {
    board: &'a Board,
    color: Color,
    enemy_king: Square,
    siege: Siege,
}

/// Squares that a piece reaches, and those of them on or beside the enemy king's.
#[derive(Default)]
struct Reached {
    squares: i32,
    hits: i32,
}

impl Survey<'_> {
    /// The mobility of a piece; its attacks on the king are noted.
    #[inline(always)]
    fn mobility(&mut self, kind: u8, from: Square) -> Phased {
        let reached = match kind {
            WAZIR_KNIGHT => self.leap(from, &WAZIR_KNIGHT_LEAPS),
            FERZ_KNIGHT => self.leap(from, &FERZ_KNIGHT_LEAPS),
            BISHOP => self.slide(from, &step::DIAGONAL),
            ROOK => self.slide(from, &step::ORTHOGONAL),
            QUEEN => self.slide(from, &step::ALL),
            ZIGZAG_BISHOP => self.zigzag::<1>(from),
            ZIGZAG_ROOK => self.zigzag::<0>(from),
            _ => return Phased::ZERO,
        };
        self.siege.add(reached.hits, ATTACK_UNITS[kind as usize]);
        let (weight, average) = MOBILITY[kind as usize];
        weight * (reached.squares - average)
    }

    /// Notes one square on the way of a piece and says whether the way goes on.
    #[inline(always)]
    fn note(&self, to: Square, reached: &mut Reached) -> bool {
        let cell = self.board.at(to);
        reached.squares += cell.admits(self.color) as i32;
        reached.hits += beside(to, self.enemy_king) as i32;
        cell.is_empty()
    }

    #[inline(always)]
    fn leap(&self, from: Square, leaps: &[Step; 12]) -> Reached {
        let mut reached = Reached::default();
        for &step in leaps {
            self.note(from.step(step), &mut reached);
        }
        reached
    }

    #[inline(always)]
    fn slide<const D: usize>(&self, from: Square, steps: &[Step; D]) -> Reached {
        let mut reached = Reached::default();
        for &step in steps {
            let mut to = from.step(step);
            while self.note(to, &mut reached) {
                to = to.step(step);
            }
        }
        reached
    }

    #[inline(always)]
    fn zigzag<const ODD: usize>(&self, from: Square) -> Reached {
        let mut reached = Reached::default();
        zigzag::<ODD>(self.board, from, |to, _| {
            self.note(to, &mut reached);
        });
        reached
    }
}

/// Whether a square is the king's or beside it.
#[inline(always)]
fn beside(square: Square, king: Square) -> bool {
    // The nine steps, shifted to 0..=34, as bits.
    const NEAR: u64 = 0b111 | 0b111 << 16 | 0b111 << 32;
    let shifted = square.minus(king).wrapping_add(step::NE);
    shifted < 64 && NEAR >> shifted & 1 != 0
}

#[inline(always)]
fn table_cell(color: Color, square: Square) -> usize {
    color.choose(square, Square::new(square.file(), LAST_RANK.wrapping_sub(square.rank()))).index()
}

/// What the pawns beside, before and behind a pawn make of it.
fn pawn(color: Color, kind: u8, square: Square, pawns: &PawnFiles) -> Phased {
    let mut score = Phased::ZERO;
    if pawns.count(color, square) > 1 {
        score += DOUBLED;
    }
    if kind == PAWN && pawns.is_isolated(color, square) {
        score += ISOLATED;
    }
    if pawns.is_passed(color, square) {
        score += PASSED[own_rank(color, square) as usize];
    }
    score
}

fn account(position: &ZigZagMadness, color: Color, pawns: &PawnFiles) -> Account {
    let mut account = Account { material: IN_HAND * i32::from(position.hands[color.index()]), ..Account::default() };
    let enemy_king = position.board.king(!color);
    let mut survey = Survey { board: &position.board, color, enemy_king, siege: Siege::default() };
    let is_pawn = |square: Square| matches!(position.board.kind_at(square, color), PAWN | NINJA);
    let mut bishops = 0;
    for (kind, square) in position.board.army(color) {
        let index = kind as usize % KINDS;
        account.material += MATERIAL[index];
        account.phase += PHASE[index];
        account.placement += TABLES[index][table_cell(color, square)];
        match kind {
            PAWN | NINJA => account.pawns += pawn(color, kind, square, pawns),
            KING => account.pawns += SHELTER * shelter(color, square, is_pawn),
            _ => account.mobility += survey.mobility(kind, square),
        }
        bishops += (kind == BISHOP) as i32;
        if kind == ROOK {
            account.placement += pawns.openness(color, square, [OPEN, HALF_OPEN, Phased::ZERO]);
        }
    }
    if bishops >= 2 {
        account.material += BISHOP_PAIR;
    }
    let danger = (survey.siege.danger() * 3 / 4).min(MOST_DANGER);
    account.attack = Phased::new(danger, danger / 6);
    account
}

fn accounts(position: &ZigZagMadness) -> [Account; 2] {
    let pawns = PawnFiles::of(&position.board, |kind| kind <= NINJA);
    Color::ALL.map(|color| account(position, color, &pawns))
}

pub(super) fn evaluate(position: &ZigZagMadness) -> Score {
    account::score(&accounts(position), position.state.side)
}

pub(super) fn terms(position: &ZigZagMadness) -> Vec<(&'static str, [Score; 2])> {
    account::terms(&accounts(position))
}

//! What each army attacks, square by square, found while its pieces walk over the board.

use super::Survey;
use crate::eval::Ledger;
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Square};
use crate::variants::zigzag_madness::attack::{Board, hits_sideways, zigzag};
use crate::variants::zigzag_madness::tables::*;

/// Attacked by a pawn of either sort.
pub(super) const BY_PAWN: u8 = 1;
/// Attacked by a Wazir-Knight, Ferz-Knight or bishop.
pub(super) const BY_MINOR: u8 = 2;
/// Attacked by any other piece but the king.
const BY_MAJOR: u8 = 4;
/// Attacked by the king.
pub(super) const BY_KING: u8 = 8;
/// A wall, held by an own piece or attacked by an enemy pawn: no square to go to.
const SHUNNED: u8 = 0x40;
/// The enemy king's or beside him.
const RING: u8 = 0x80;

/// By whom each square is attacked, and what makes it worth attacking.
#[derive(Clone, Copy)]
pub(super) struct AttackMap([u8; 256]);

impl AttackMap {
    /// Nobody attacks anything.
    pub(super) const EMPTY: AttackMap = {
        let mut marks = [SHUNNED; 256];
        let mut index = 0;
        while index < SIZE * SIZE {
            marks[Square::new(index % SIZE, index / SIZE).index()] = 0;
            index += 1;
        }
        AttackMap(marks)
    };

    /// By whom a square is attacked; 0 if by nobody.
    #[inline(always)]
    pub(super) fn on(&self, square: Square) -> u8 {
        self.0[square.index()] & !(SHUNNED | RING)
    }

    #[inline(always)]
    fn add(&mut self, square: Square, by: u8) {
        self.0[square.index()] |= by;
    }

    /// Makes a square one not to go to.
    #[inline(always)]
    pub(super) fn shun(&mut self, square: Square) {
        self.add(square, SHUNNED);
    }
}

/// The squares beside a king, who attacks them; to his enemies it is his ring.
#[inline(always)]
pub(super) fn add_king(own: &mut AttackMap, enemy: &mut AttackMap, board: &Board, color: Color) {
    let king = board.king(color);
    enemy.add(king, RING);
    for step in step::ALL {
        let square = king.step(step);
        if board.at(square) != Cell::WALL {
            own.add(square, BY_KING);
            enemy.add(square, RING);
        }
    }
}

/// The squares that a pawn attacks, and that its enemies had better avoid.
#[inline(always)]
pub(super) fn add_pawn(own: &mut AttackMap, enemy: &mut AttackMap, color: Color, kind: u8, square: Square) {
    let ahead = square.step(color.forward());
    let mut add = |square| {
        own.add(square, BY_PAWN);
        enemy.shun(square);
    };
    add(ahead.step(step::W));
    add(ahead.step(step::E));
    if kind == NINJA && hits_sideways(color, square) {
        add(square.step(step::W));
        add(square.step(step::E));
    }
}

/// Squares that a piece reaches, and those of them on or beside the enemy king's.
#[derive(Default)]
pub(super) struct Reached {
    pub squares: usize,
    pub hits: i32,
}

/// A piece on its way.
struct Walk<'a> {
    board: &'a Board,
    by: u8,
    own: &'a mut AttackMap,
    reached: Reached,
}

impl Walk<'_> {
    /// Notes one square on the way and says whether the way goes on.
    #[inline(always)]
    fn visit(&mut self, to: Square, cell: Cell) -> bool {
        let mark = &mut self.own.0[to.index()];
        self.reached.squares += usize::from(*mark & SHUNNED == 0);
        self.reached.hits += i32::from(*mark >= RING);
        *mark |= self.by;
        cell.is_empty()
    }

    #[inline(always)]
    fn leap(&mut self, from: Square, leaps: &[Step; 12]) {
        for &step in leaps {
            let to = from.step(step);
            self.visit(to, self.board.at(to));
        }
    }

    #[inline(always)]
    fn slide<const D: usize>(&mut self, from: Square, steps: &[Step; D]) {
        for &step in steps {
            let mut to = from.step(step);
            while self.visit(to, self.board.at(to)) {
                to = to.step(step);
            }
        }
    }

    #[inline(always)]
    fn zigzag<const ODD: usize>(&mut self, from: Square) {
        zigzag::<ODD>(self.board, from, |to, cell| {
            self.visit(to, cell);
        });
    }
}

impl<L: Ledger> Survey<'_, L> {
    /// Notes what a piece attacks.
    #[inline(always)]
    pub(super) fn attack(&mut self, color: Color, kind: u8, from: Square) -> Reached {
        let own = &mut self.attacks[color.index()];
        let by = if kind <= BISHOP { BY_MINOR } else { BY_MAJOR };
        let mut walk = Walk { board: &self.position.board, by, own, reached: Reached::default() };
        match kind {
            WAZIR_KNIGHT => walk.leap(from, &WAZIR_KNIGHT_LEAPS),
            FERZ_KNIGHT => walk.leap(from, &FERZ_KNIGHT_LEAPS),
            BISHOP => walk.slide(from, &step::DIAGONAL),
            ROOK => walk.slide(from, &step::ORTHOGONAL),
            QUEEN => walk.slide(from, &step::ALL),
            ZIGZAG_BISHOP => walk.zigzag::<1>(from),
            ZIGZAG_ROOK => walk.zigzag::<0>(from),
            _ => {}
        }
        walk.reached
    }
}

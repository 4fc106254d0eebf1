//! Attack maps: by which kinds of piece of an army each square is attacked.

use super::Evaluator;
use crate::eval::Ledger;
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Kind, Square};
use crate::variants::zigzag_madness::attack::{Board, hits_sideways, zigzag};
use crate::variants::zigzag_madness::tables::*;

/// The square is attacked by a pawn or Ninja Pawn.
pub(super) const BY_PAWN: u8 = 1;
/// The square is attacked by a Wazir-Knight, Ferz-Knight or bishop.
pub(super) const BY_MINOR: u8 = 2;
/// The square is attacked by another piece than these or the king.
const BY_MAJOR: u8 = 4;
/// The square is attacked by the king.
pub(super) const BY_KING: u8 = 8;
/// The square does not count for mobility: it is a wall, holds an own piece or is attacked by an enemy pawn.
const EXCLUDED: u8 = 0x40;
/// The square is that of the enemy king or adjacent to it.
const RING: u8 = 0x80;

/// For each square, the bits above.
#[derive(Clone, Copy)]
pub(super) struct AttackMap([u8; 256]);

impl AttackMap {
    pub(super) const EMPTY: AttackMap = {
        let mut marks = [EXCLUDED; 256];
        let mut index = 0;
        while index < SIZE * SIZE {
            marks[Square::new(index % SIZE, index / SIZE).index()] = 0;
            index += 1;
        }
        AttackMap(marks)
    };

    /// Returns the attackers of a square; 0 if it is not attacked.
    #[inline(always)]
    pub(super) fn on(&self, square: Square) -> u8 {
        self.0[square.index()] & !(EXCLUDED | RING)
    }

    #[inline(always)]
    fn add(&mut self, square: Square, by: u8) {
        self.0[square.index()] |= by;
    }

    /// Excludes a square from mobility.
    #[inline(always)]
    pub(super) fn exclude(&mut self, square: Square) {
        self.add(square, EXCLUDED);
    }
}

/// Adds the squares around a king: as attacked to its own map, as the ring to the enemy's map.
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

/// Adds the squares that a pawn attacks, and excludes them from the enemy's mobility.
#[inline(always)]
pub(super) fn add_pawn(own: &mut AttackMap, enemy: &mut AttackMap, color: Color, kind: Kind, square: Square) {
    let ahead = square.step(color.forward());
    let mut add = |square| {
        own.add(square, BY_PAWN);
        enemy.exclude(square);
    };
    add(ahead.step(step::W));
    add(ahead.step(step::E));
    if kind == NINJA && hits_sideways(color, square) {
        add(square.step(step::W));
        add(square.step(step::E));
    }
}

/// The number of squares that a piece reaches.
#[derive(Default)]
pub(super) struct Reached {
    /// The squares that count for mobility.
    pub squares: usize,
    /// The squares of the enemy king's ring.
    pub hits: i32,
}

/// A piece whose attacks are being added.
struct Walk<'a> {
    board: &'a Board,
    by: u8,
    own: &'a mut AttackMap,
    reached: Reached,
}

impl Walk<'_> {
    /// Adds one square, and returns whether it is empty.
    #[inline(always)]
    fn visit(&mut self, to: Square, cell: Cell) -> bool {
        let mark = &mut self.own.0[to.index()];
        self.reached.squares += usize::from(*mark & EXCLUDED == 0);
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

impl<L: Ledger> Evaluator<'_, L> {
    /// Adds the attacks of a piece to its army's map.
    #[inline(always)]
    pub(super) fn attack(&mut self, color: Color, kind: Kind, from: Square) -> Reached {
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

//! Attack maps: by which kinds of piece of an army each square is attacked.

use super::attack::{Board, hits_sideways, zigzag};
use super::tables::{
    BISHOP, FERZ_KNIGHT, FERZ_KNIGHT_LEAPS, KING, NINJA, QUEEN, ROOK, SIZE, WAZIR_KNIGHT, WAZIR_KNIGHT_LEAPS,
    ZIGZAG_BISHOP, ZIGZAG_ROOK,
};
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Kind, Square};

/// The square is attacked by a pawn or Ninja Pawn.
pub(super) const BY_PAWN: u8 = 1;
/// The square is attacked by a Wazir-Knight, Ferz-Knight or bishop.
pub(super) const BY_MINOR: u8 = 2;
/// The square is attacked by another piece than these or the king.
const BY_MAJOR: u8 = 4;
/// The square is attacked by the king.
const BY_KING: u8 = 8;
/// The square does not count for mobility: it is a wall, holds an own piece or is attacked by an enemy pawn.
const EXCLUDED: u8 = 0x40;
/// The square is that of the enemy king or adjacent to it.
const RING: u8 = 0x80;

/// For each square, the bits above.
#[derive(Clone, Copy)]
pub(super) struct AttackMap([u8; 256]);

impl AttackMap {
    const EMPTY: AttackMap = {
        let mut marks = [EXCLUDED; 256];
        let mut index = 0;
        while index < SIZE * SIZE {
            marks[Square::new(index % SIZE, index / SIZE).index()] = 0;
            index += 1;
        }
        AttackMap(marks)
    };

    /// The attackers of a square; 0 if it is not attacked.
    #[inline(always)]
    pub(super) fn on(&self, square: Square) -> u8 {
        self.0[square.index()] & !(EXCLUDED | RING)
    }

    #[inline(always)]
    fn add(&mut self, square: Square, by: u8) {
        self.0[square.index()] |= by;
    }

    /// The maps of both armies with the attacks of kings and pawns only, by colour. [`AttackMap::add_piece`] adds the
    /// other pieces.
    #[inline(always)]
    pub(super) fn of_kings_and_pawns(board: &Board) -> [AttackMap; 2] {
        let mut maps = [AttackMap::EMPTY; 2];
        for color in Color::ALL {
            let [white, black] = &mut maps;
            let (own, enemy) = match color {
                Color::White => (white, black),
                Color::Black => (black, white),
            };
            for (kind, square) in board.army(color) {
                own.add(square, EXCLUDED);
                if kind == KING {
                    add_king(own, enemy, board, square);
                } else if kind <= NINJA {
                    add_pawn(own, enemy, color, kind, square);
                }
            }
        }
        maps
    }

    /// Adds the attacks of a piece that is neither king nor pawn.
    #[inline(always)]
    pub(super) fn add_piece(&mut self, board: &Board, kind: Kind, from: Square) -> Reached {
        let by = if kind <= BISHOP { BY_MINOR } else { BY_MAJOR };
        let mut walk = Walk { board, by, own: self, reached: Reached::default() };
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

/// Adds the squares around a king: as attacked to its own map, as the ring to the enemy's map.
#[inline(always)]
fn add_king(own: &mut AttackMap, enemy: &mut AttackMap, board: &Board, king: Square) {
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
fn add_pawn(own: &mut AttackMap, enemy: &mut AttackMap, color: Color, kind: Kind, square: Square) {
    let ahead = square.step(color.forward());
    let mut add = |square| {
        own.add(square, BY_PAWN);
        enemy.add(square, EXCLUDED);
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
    pub hits: usize,
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
        self.reached.hits += usize::from(*mark >= RING);
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

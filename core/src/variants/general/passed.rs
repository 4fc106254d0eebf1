//! Squares where a piece can be captured en passant.

use super::General;
use crate::types::{Color, Square, State, zobrist};

/// The topic of these squares in keys.
const TOPIC: u64 = 2;

/// The most squares.
const MOST: usize = 15;

/// The squares where the piece that has just moved can be captured.
#[derive(Clone, Copy, Debug)]
pub struct Passed {
    /// How many there are.
    pub count: u8,
    squares: [Square; MOST],
}

impl Passed {
    /// None.
    pub const NONE: Passed = Passed { count: 0, squares: [Square::NONE; MOST] };

    /// The squares.
    #[inline(always)]
    pub fn squares(self) -> impl Iterator<Item = Square> {
        self.squares.into_iter().take(usize::from(self.count))
    }

    /// Adds a square, and its share to the key.
    pub fn add(&mut self, square: Square, state: &mut State) {
        if usize::from(self.count) < MOST {
            self.squares[usize::from(self.count)] = square;
            self.count += 1;
            state.key ^= share(square);
        }
    }

    /// Removes all, and their share of the key.
    #[inline(always)]
    pub fn clear(&mut self, state: &mut State) {
        if self.count > 0 {
            state.key ^= self.key();
            self.count = 0;
        }
    }

    /// The share of all squares in a key.
    pub fn key(self) -> u64 {
        self.squares().fold(0, |key, square| key ^ share(square))
    }
}

fn share(square: Square) -> u64 {
    zobrist::feature(TOPIC, square.index() as u64)
}

impl General {
    /// The piece that is captured en passant by arriving on `to`: the one on another of the squares, or else the nearest
    /// enemy behind.
    pub(super) fn victim_en_passant(&self, to: Square) -> Option<Square> {
        let us = self.state.side;
        let is_enemy = |square: &Square| self.board.at(*square).is(!us);
        let marked = self.passed.squares().filter(is_enemy);
        let front = match us {
            Color::White => marked.max_by_key(|square| square.rank()),
            Color::Black => marked.min_by_key(|square| square.rank()),
        };
        front.or_else(|| {
            let behind: Box<dyn Iterator<Item = u8>> = match us {
                Color::White => Box::new((0..to.rank()).rev()),
                Color::Black => Box::new(to.rank() + 1..self.rules().ranks),
            };
            let mut behind = behind.map(|rank| Square::new(to.file(), rank));
            behind.find(|&square| !self.board.at(square).is_empty()).filter(|square| is_enemy(square))
        })
    }
}

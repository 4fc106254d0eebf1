//! Walls that moves put on the board, and pieces that turn into walls.

use super::General;
use super::moves::{Flag, GeneralMove};
use super::rules::{WallPlace, WallRules};
use super::square_set::SquareSet;
use super::tables::{Jump, QUIET, Stop};
use crate::position::SearchHints;
use crate::types::{Cell, Color, Kind, Square, zobrist};

/// The topic of walls in keys.
const TOPIC: u64 = 6;

/// Steps along files and ranks: files to the right and ranks up.
const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The share of a wall in a key.
fn share(square: Square) -> u64 {
    zobrist::feature(TOPIC, square.index() as u64)
}

impl General {
    /// Whether a wall stands on a square.
    #[inline(always)]
    pub(super) fn is_wall(&self, square: Square) -> bool {
        self.board.at(square) == Cell::WALL
    }

    /// The walls on squares of the board.
    pub(super) fn walls(&self) -> impl Iterator<Item = Square> + '_ {
        let squares = if self.rules().effects.make_walls() { self.rules().squares } else { SquareSet::EMPTY };
        squares.squares().filter(|&square| self.is_wall(square))
    }

    /// The share of the walls in a key.
    pub(super) fn walls_key(&self) -> u64 {
        self.walls().fold(0, |key, square| key ^ share(square))
    }

    /// Where a wall may be put with a move that is given without one.
    pub(super) fn wall_squares(&self, rules: &WallRules, mv: GeneralMove) -> SquareSet {
        let mut next = *self;
        next.displace_only(mv);
        let us = self.state.side;
        // What explodes makes no room for a wall.
        let has_blast = self.rules().effects.blast.is_some();
        let leaves = |square: Square| square == mv.from() || mv.castles() && square == mv.square();
        let was_free = |square: Square| square != mv.to() && (self.board.at(square).is_empty() || leaves(square));
        let is_free = |square: &Square| next.board.at(*square).is_empty() && (!has_blast || was_free(*square));
        let region = rules.region[us.index()];
        let free: SquareSet = match rules.place {
            WallPlace::Anywhere | WallPlace::Moved => region.squares().filter(is_free).collect(),
            WallPlace::Left if mv.flag() == Flag::DROP => SquareSet::EMPTY,
            WallPlace::Left => {
                std::iter::once(mv.from()).filter(|square| is_free(square) && region.has(*square)).collect()
            }
            WallPlace::Arrow => next.quiet_goals(self.mover(mv), us, mv.to()) & region,
            WallPlace::Edge => {
                let is_wall = |step: (i8, i8), square: Square| {
                    self.game.square_at(square, step).is_none_or(|it| next.is_wall(it))
                };
                let is_beside = |square: &Square| STRAIGHT.into_iter().any(|step| is_wall(step, *square));
                region.squares().filter(|square| is_free(square) && is_beside(square)).collect()
            }
        };
        // A wall opens a line only where it leaves one or is jumped over.
        let may_expose = self.game.has_royals && (rules.place == WallPlace::Moved || self.game.has_jumps);
        match may_expose {
            true => free.squares().filter(|&square| self.is_safe_with_wall(mv.putting_on(square))).collect(),
            false => free,
        }
    }

    /// Where a piece of a player goes from a square without capturing.
    fn quiet_goals(&self, kind: Kind, color: Color, from: Square) -> SquareSet {
        let mut goals = SquareSet::EMPTY;
        for ray in self.game.tables.rays(kind, color, from) {
            let stops = self.game.tables.stops(ray);
            let is_free = |stop: &&Stop| self.board.at(stop.square).is_empty();
            let hurdle = if ray.jump == Jump::None {
                Some(0)
            } else {
                stops.iter().position(|stop| !is_free(&stop)).map(|at| at + 1)
            };
            let way = hurdle.and_then(|start| stops.get(start..)).unwrap_or(&[]);
            let most = if ray.jump == Jump::None { usize::MAX } else { ray.beyond.into() };
            let free = way.iter().take(most).take_while(is_free);
            free.filter(|stop| stop.may & QUIET != 0).for_each(|stop| goals.add(stop.square));
        }
        goals
    }

    /// Whether a move puts no wall, or the first of those that may be put with it.
    #[inline(always)]
    pub(super) fn has_first_wall(&self, mv: GeneralMove) -> bool {
        let Some(walls) = &self.game.rules.effects.walls else { return true };
        self.wall_squares(walls, mv.putting_nothing()).squares().next() == mv.puts_on()
    }

    /// Whether the royal pieces of the side to move are not attacked after a move with its wall.
    fn is_safe_with_wall(&self, mv: GeneralMove) -> bool {
        let mut next = *self;
        next.displace_only(mv);
        !next.is_checked(self.state.side)
    }

    /// The wall on the board that leaves its square with the next move.
    pub(super) fn wall_that_moves(&self, rules: &WallRules) -> Option<Square> {
        self.wall.filter(|_| rules.place == WallPlace::Moved)
    }

    /// Puts a wall on the board alone; one that moves leaves its square.
    pub(super) fn put_wall_only(&mut self, rules: &WallRules, square: Square) {
        if let Some(before) = self.wall_that_moves(rules) {
            self.board.unblock(before);
        }
        self.board.block(square);
        self.wall = Some(square);
    }

    /// Puts a wall as a part of a move.
    pub(super) fn put_wall(&mut self, rules: &WallRules, square: Square) {
        self.state.key ^= share(square) ^ self.wall_that_moves(rules).map_or(0, share);
        self.put_wall_only(rules, square);
    }

    /// Turns the piece of the side to move on a square into a wall.
    pub(super) fn petrify(&mut self, square: Square) {
        let us = self.state.side;
        let kind = self.vanish(us, square);
        self.take_in_hand(!us, kind);
        self.board.block(square);
        self.state.key ^= share(square);
    }

    /// Whether the piece of a move turns into a wall if it captures.
    #[inline(always)]
    pub(super) fn petrifies(&self, mv: GeneralMove) -> bool {
        let kinds = self.rules().effects.petrify;
        kinds != 0 && kinds & self.board.kind_on(mv.from()).bit() != 0
    }
}

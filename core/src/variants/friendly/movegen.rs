//! Moves of pieces and Friends, without regard to attacks on the last Friend.
//!
//! A piece's moves go straight to the sink. A Friend may have borrowed the same move from several kinds, so its target
//! squares are collected in a set first; rifle captures, swaps, withdrawals and katana captures belong to one kind each
//! and need no set. Pawn moves are in [`pawn_moves`](super::pawn_moves).

use super::pieces::*;
use super::square_set::SquareSet;
use super::tables::{self, ALFIL, ANTELOPE, CAMEL, DOUBLE, GIRAFFE, ZEBRA};
use super::{Board, Flag, Friendly};
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Kind, Move, Sink, Square};

/// A limit longer than any slide.
const UNLIMITED: u8 = 12;

/// Generates the moves of the side to move without regard to attacks on its last Friend; with `NOISY` only captures and
/// promotions to the best piece.
pub fn generate<S: Sink<Move>, const NOISY: bool>(position: &Friendly, sink: &mut S) {
    Generator::<S, NOISY>::of(position, position.state.side, sink).all::<true>();
}

/// Generates the captures and promotions to the best piece that the pieces of `us` other than Friends would have if it were
/// to move.
pub fn noisy_moves_of_pieces<S: Sink<Move>>(position: &Friendly, us: Color, sink: &mut S) {
    Generator::<S, true>::of(position, us, sink).all::<false>();
}

/// The state of move generation: the side to move, and the limits of the piece being moved.
pub(super) struct Generator<'a, S, const NOISY: bool> {
    pub(super) position: &'a Friendly,
    pub(super) board: &'a Board,
    pub(super) us: Color,
    pub(super) them: Color,
    pub(super) forward: Step,
    /// The squares where slides of the current piece end.
    brake: SquareSet,
    /// The squares to which the current Friend can move, or where it can capture by replacement.
    targets: SquareSet,
    pub(super) sink: &'a mut S,
}

impl<'a, S: Sink<Move>, const NOISY: bool> Generator<'a, S, NOISY> {
    #[inline(always)]
    fn of(position: &'a Friendly, us: Color, sink: &'a mut S) -> Self {
        Generator {
            position,
            board: &position.board,
            us,
            them: !us,
            forward: us.forward(),
            brake: position.powers.brake,
            targets: SquareSet::EMPTY,
            sink,
        }
    }

    fn all<const WITH_FRIENDS: bool>(mut self) {
        let frozen = &self.position.powers.frozen[self.us.index()];
        for number in self.board.numbers(self.us) {
            let (kind, from) = (self.board.kind_of(number), self.board.square_of(number));
            if kind == Kind::NONE || frozen.has(from) {
                continue;
            }
            if kind != FRIEND {
                self.piece::<false>(kind, from);
            } else if WITH_FRIENDS {
                self.friend(number - Board::first(self.us), from);
            }
        }
    }

    /// Generates the moves of a Friend, given by its index in its army's list, each target square once.
    fn friend(&mut self, friend: usize, from: Square) {
        let powers = &self.position.powers;
        let kinds = powers.of_friend(self.us, friend);
        self.brake = powers.brake_for_friend(kinds, from);
        self.targets = SquareSet::EMPTY;
        for kind in each(kinds) {
            self.piece::<true>(kind, from);
        }
        self.brake = powers.brake;
        for to in self.targets.squares() {
            let cell = self.board.at(to);
            let flag = if cell.is_empty() { 0 } else { self.death_by(cell) };
            self.sink.push(Move::new(from, to).with_flag(flag));
        }
    }

    #[inline(always)]
    fn piece<const BORROWED: bool>(&mut self, kind: Kind, from: Square) {
        match kind {
            ARCHER => {
                self.slide::<BORROWED, 4>(from, &step::DIAGONAL, 2);
                self.shoot(from, &step::KNIGHT);
            }
            BODYGUARD => self.walk::<BORROWED>(from),
            BUFFALO => {
                self.leap::<BORROWED, 8>(from, &step::KNIGHT);
                self.leap::<BORROWED, 8>(from, &CAMEL);
                self.leap::<BORROWED, 8>(from, &ZEBRA);
            }
            CALIPH => {
                self.slide::<BORROWED, 4>(from, &step::DIAGONAL, UNLIMITED);
                self.leap::<BORROWED, 8>(from, &CAMEL);
            }
            DAYRIDER => {
                self.leap::<BORROWED, 8>(from, &step::ALL);
                self.ride::<BORROWED, 8>(from, &DOUBLE);
            }
            SQUIRREL => self.squirrel::<BORROWED>(from),
            GERBIL => {
                self.leap::<BORROWED, 4>(from, &ALFIL);
                self.leap::<BORROWED, 8>(from, &GIRAFFE);
            }
            HANGMAN => self.withdraw::<BORROWED>(from),
            IMPALA => {
                self.leap::<BORROWED, 8>(from, &step::KNIGHT);
                self.leap::<BORROWED, 8>(from, &ANTELOPE);
            }
            JELLYFISH => self.leap::<BORROWED, 8>(from, &step::ALL),
            LADY => self.slide::<BORROWED, 8>(from, &step::ALL, 6),
            MIDNIGHTER => {
                self.ride::<BORROWED, 8>(from, &step::KNIGHT);
                self.ride_far::<BORROWED>(from, &tables::FAR_3_5);
                self.ride_far::<BORROWED>(from, &tables::FAR_4_5);
            }
            MTAWALA => {
                self.slide::<BORROWED, 4>(from, &step::ORTHOGONAL, UNLIMITED);
                self.leap::<BORROWED, 8>(from, &ZEBRA);
            }
            POISON => self.poison::<BORROWED>(from),
            SAMURAI => {
                self.leap::<BORROWED, 8>(from, &step::KNIGHT);
                self.katana(from);
            }
            SNIPER => self.sniper::<BORROWED>(from),
            _ => self.pawn::<BORROWED>(kind, from),
        }
    }

    /// [`Flag::DIES`] if capturing the piece in `cell` kills the capturer, otherwise 0.
    #[inline(always)]
    pub(super) fn death_by(&self, cell: Cell) -> u8 {
        if self.position.is_poisonous(cell, self.them) { Flag::DIES } else { 0 }
    }

    #[inline(always)]
    pub(super) fn quiet<const BORROWED: bool>(&mut self, from: Square, to: Square) {
        if NOISY {
            return;
        }
        if BORROWED {
            self.targets.add(to);
        } else {
            self.sink.push(Move::new(from, to));
        }
    }

    /// Adds a capture by replacement.
    #[inline(always)]
    pub(super) fn take<const BORROWED: bool>(&mut self, from: Square, to: Square, cell: Cell) {
        if BORROWED {
            self.targets.add(to);
        } else {
            let flag = self.death_by(cell);
            self.sink.push(Move::new(from, to).with_flag(flag));
        }
    }

    #[inline(always)]
    fn leap<const BORROWED: bool, const D: usize>(&mut self, from: Square, steps: &[Step; D]) {
        for &step in steps {
            self.land::<BORROWED>(from, from.step(step));
        }
    }

    /// Adds a move to one square or a capture there; nothing if it is off the board or holds an own piece.
    #[inline(always)]
    fn land<const BORROWED: bool>(&mut self, from: Square, to: Square) {
        let cell = self.board.at(to);
        if cell.is_empty() {
            self.quiet::<BORROWED>(from, to);
        } else if cell.is(self.them) {
            self.take::<BORROWED>(from, to, cell);
        }
    }

    #[inline(always)]
    fn slide<const BORROWED: bool, const D: usize>(&mut self, from: Square, steps: &[Step; D], most: u8) {
        let most = if self.brake.has(from) { 1 } else { most };
        for &step in steps {
            let mut to = from;
            for _ in 0..most {
                to = to.step(step);
                self.land::<BORROWED>(from, to);
                if !self.board.at(to).is_empty() || self.brake.has(to) {
                    break;
                }
            }
        }
    }

    #[inline(always)]
    fn ride<const BORROWED: bool, const D: usize>(&mut self, from: Square, steps: &[Step; D]) {
        for &step in steps {
            let mut to = from.step(step);
            while self.board.at(to).is_empty() {
                self.quiet::<BORROWED>(from, to);
                to = to.step(step);
            }
            self.land::<BORROWED>(from, to);
        }
    }

    #[inline(always)]
    fn ride_far<const BORROWED: bool>(&mut self, from: Square, table: &[[Square; 8]; 256]) {
        for (direction, &first) in table[from.index()].iter().enumerate() {
            let mut to = first;
            while self.board.at(to).is_empty() {
                self.quiet::<BORROWED>(from, to);
                to = table[to.index()][direction];
            }
            self.land::<BORROWED>(from, to);
        }
    }

    /// Adds a Bodyguard's moves of one or two squares. They are no slides, so Bodyguards do not stop them.
    #[inline(always)]
    fn walk<const BORROWED: bool>(&mut self, from: Square) {
        for step in step::ALL {
            let near = from.step(step);
            self.land::<BORROWED>(from, near);
            if self.board.at(near).is_empty() {
                self.land::<BORROWED>(from, near.step(step));
            }
        }
    }

    #[inline(always)]
    fn shoot<const D: usize>(&mut self, from: Square, steps: &[Step; D]) {
        for &step in steps {
            self.shoot_at(from, from.step(step));
        }
    }

    #[inline(always)]
    fn shoot_at(&mut self, from: Square, to: Square) {
        if self.board.at(to).is(self.them) {
            self.sink.push(Move::new(from, to).with_flag(Flag::RIFLE));
        }
    }

    #[inline(always)]
    fn squirrel<const BORROWED: bool>(&mut self, from: Square) {
        for to in DOUBLE.into_iter().chain(step::KNIGHT).map(|step| from.step(step)) {
            self.land::<BORROWED>(from, to);
            if !NOISY && self.board.at(to).is(self.us) {
                self.swap(if BORROWED { FRIEND } else { SQUIRREL }, from, to);
            }
        }
    }

    /// Adds a swap of a piece of `kind` with an own piece, if that is of another kind, not immobilised and would not
    /// have to promote.
    fn swap(&mut self, kind: Kind, from: Square, to: Square) {
        let partner = self.board.kind_on(to);
        let arrives = is_pawn(partner) && self.promotes(partner, from);
        if partner != kind && !arrives && !self.position.powers.frozen[self.us.index()].has(to) {
            self.sink.push(Move::new(from, to).with_flag(Flag::SWAP));
        }
    }

    #[inline(always)]
    fn withdraw<const BORROWED: bool>(&mut self, from: Square) {
        for step in step::ALL {
            let to = from.step(step);
            if !self.board.at(to).is_empty() {
                continue;
            }
            let behind = self.board.at(from.step(step.wrapping_neg()));
            if behind.is(self.them) {
                let flag = Flag::WITHDRAWAL | self.death_by(behind);
                self.sink.push(Move::new(from, to).with_flag(flag));
            } else {
                self.quiet::<BORROWED>(from, to);
            }
        }
    }

    #[inline(always)]
    fn poison<const BORROWED: bool>(&mut self, from: Square) {
        for (near, sides) in step::ORTHOGONAL.into_iter().zip(LAME_TURNS) {
            let via = from.step(near);
            let cell = self.board.at(via);
            if cell.is(self.them) {
                self.take::<BORROWED>(from, via, cell);
            } else if !NOISY && cell.is_empty() {
                for to in sides.map(|side| via.step(side)) {
                    if self.board.at(to).is_empty() {
                        self.quiet::<BORROWED>(from, to);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn katana(&mut self, from: Square) {
        let first = &tables::FAR_2_6[from.index()];
        for &to in first {
            if !self.board.at(to).is_empty() {
                continue;
            }
            let middle = self.board.at(midpoint(from, to));
            if middle.is(self.them) {
                let flag = Flag::KATANA | self.death_by(middle);
                self.sink.push(Move::new(from, to).with_flag(flag));
            }
        }
    }

    #[inline(always)]
    fn sniper<const BORROWED: bool>(&mut self, from: Square) {
        let braked = NOISY || self.brake.has(from);
        for step in step::ALL {
            let near = from.step(step);
            self.land::<BORROWED>(from, near);
            if !braked && self.board.at(near).is_empty() && !self.brake.has(near) {
                let far = near.step(step);
                if self.board.at(far).is_empty() {
                    self.quiet::<BORROWED>(from, far);
                }
            }
        }
        self.shoot(from, &ZEBRA);
        for direction in 0..4 {
            self.shoot_at(from, tables::FAR_0_5[from.index()][direction]);
        }
    }
}

/// The second steps of a lame knight after each of [`step::ORTHOGONAL`].
const LAME_TURNS: [[Step; 2]; 4] =
    [[step::NE, step::NW], [step::NE, step::SE], [step::SE, step::SW], [step::NW, step::SW]];

/// The square halfway between two squares.
#[inline(always)]
pub fn midpoint(from: Square, to: Square) -> Square {
    Square::new((from.file() + to.file()) / 2, (from.rank() + to.rank()) / 2)
}

//! Legal moves, without trying them out.
//!
//! [`Danger`] finds the open lines to the king and the pieces that alone close one. Without either, every
//! move of every piece is legal and no square is looked at twice. In check, and for a pinned piece,
//! moves pass a table of the squares that lie on all lines in question. Only king steps ask whether a square
//! is attacked, and only en passant, which empties two squares, is tried on a copy of the board.

use super::attack::{Board, Danger, attacked, zigzag};
use super::castling::CastlingSide;
use super::tables::{
    ADVANCE, BISHOP, ENEMY_HALF, FERZ_KNIGHT, FERZ_KNIGHT_LEAPS, LAST_RANK, Line, NINJA, PAWN, PROMOTIONS, QUEEN, ROOK,
    SIZE, WAZIR_KNIGHT, WAZIR_KNIGHT_LEAPS, ZIGZAG_BISHOP, ZIGZAG_ROOK, own_rank,
};
use super::{Flag, ZigZagMadness};
use crate::types::square::{Step, step};
use crate::types::{Color, Move, Sink, Square};
use crate::variants::common::lines::{Anywhere, Targets};

/// For every one of some lines to the king: a square on it, or its attacker's.
#[derive(Clone)]
struct OnLines {
    /// On how many of the lines a square lies.
    on: [u8; 256],
    lines: u8,
}

impl OnLines {
    fn all<'a>(lines: impl IntoIterator<Item = &'a Line>) -> OnLines {
        let mut targets = OnLines { on: [0; 256], lines: 0 };
        for &line in lines {
            targets.lines += 1;
            targets.on[line.attacker.index()] += 1;
            for square in line.squares() {
                targets.on[square.index()] += 1;
            }
        }
        targets
    }
}

impl Targets for OnLines {
    #[inline(always)]
    fn allow(&self, square: Square) -> bool {
        self.on[square.index()] == self.lines
    }
}

/// Lists the legal moves: all of them, or with `NOISY` only captures and promotions to a queen.
#[inline]
pub(super) fn generate<S: Sink<Move>, const NOISY: bool>(position: &ZigZagMadness, sink: &mut S) {
    match position.state.side {
        Color::White => Generator::<S, true, NOISY>::new(position, sink).all(),
        Color::Black => Generator::<S, false, NOISY>::new(position, sink).all(),
    }
}

/// Lists all moves of the side to move except its king's, as if that king could not be attacked.
pub(super) fn heedless<S: Sink<Move>>(position: &ZigZagMadness, sink: &mut S) {
    let danger = Danger::none();
    let king = position.board.king(position.state.side);
    match position.state.side {
        Color::White => Generator::<S, true, false> { position, sink, king, danger }.pieces::<_, false>(&Anywhere),
        Color::Black => Generator::<S, false, false> { position, sink, king, danger }.pieces::<_, false>(&Anywhere),
    }
}

struct Generator<'a, S, const WHITE: bool, const NOISY: bool> {
    position: &'a ZigZagMadness,
    sink: &'a mut S,
    king: Square,
    danger: Danger,
}

impl<'a, S: Sink<Move>, const WHITE: bool, const NOISY: bool> Generator<'a, S, WHITE, NOISY> {
    const US: Color = if WHITE { Color::White } else { Color::Black };
    const THEM: Color = if WHITE { Color::Black } else { Color::White };
    const FORWARD: Step = Self::US.forward();
    const BACK: Step = Self::FORWARD.wrapping_neg();

    #[inline(always)]
    fn new(position: &'a ZigZagMadness, sink: &'a mut S) -> Self {
        let danger = Danger::of(&position.board, Self::US);
        Generator { position, sink, king: position.board.king(Self::US), danger }
    }

    #[inline(always)]
    fn all(&mut self) {
        if !self.danger.checks.is_empty() {
            return self.answers();
        }
        if self.danger.pinned == 0 {
            self.pieces::<_, false>(&Anywhere);
        } else {
            self.pieces::<_, true>(&Anywhere);
        }
        if self.position.en_passant.live != 0 {
            self.en_passant();
        }
        self.king_steps();
        if !NOISY {
            self.castling();
        }
    }

    #[cold]
    fn answers(&mut self) {
        let targets = OnLines::all(&self.danger.checks);
        self.pieces::<_, true>(&targets);
        if self.position.en_passant.live != 0 {
            self.en_passant();
        }
        self.king_steps();
    }

    /// Everything but the king, which is number 0, and en passant.
    #[inline(always)]
    fn pieces<T: Targets, const PINS: bool>(&mut self, targets: &T) {
        for number in self.position.board.numbers(Self::US).skip(1) {
            let from = self.position.board.square_of(number);
            let kind = self.position.board.kind_of(number);
            if PINS && self.danger.pinned >> Board::place(number) & 1 != 0 {
                self.pinned_piece(kind, from);
            } else {
                self.piece(kind, from, targets);
            }
        }
        if !NOISY && self.position.hands[Self::US.index()] > 0 {
            self.drops(targets);
        }
    }

    /// A pinned piece must stay on each line that it alone closes, or capture there; and answer the checks too.
    #[inline(never)]
    fn pinned_piece(&mut self, kind: u8, from: Square) {
        let closed = self.danger.pins.iter().filter(|line| line.squares().any(|square| square == from));
        let targets = OnLines::all(self.danger.checks.iter().chain(closed));
        self.piece(kind, from, &targets);
    }

    #[inline(always)]
    fn piece<T: Targets>(&mut self, kind: u8, from: Square, targets: &T) {
        match kind {
            PAWN => self.pawn(from, targets),
            NINJA => self.ninja(from, targets),
            WAZIR_KNIGHT => self.leap(from, &WAZIR_KNIGHT_LEAPS, targets),
            FERZ_KNIGHT => self.leap(from, &FERZ_KNIGHT_LEAPS, targets),
            BISHOP => self.slide(from, &step::DIAGONAL, targets),
            ROOK => self.slide(from, &step::ORTHOGONAL, targets),
            QUEEN => self.slide(from, &step::ALL, targets),
            ZIGZAG_BISHOP => self.zigzag::<T, 1>(from, targets),
            ZIGZAG_ROOK => self.zigzag::<T, 0>(from, targets),
            _ => {}
        }
    }

    #[inline(always)]
    fn may_land(&self, to: Square) -> bool {
        let cell = self.position.board.at(to);
        if NOISY { cell.is(Self::THEM) } else { cell.admits(Self::US) }
    }

    #[inline(always)]
    fn slide<T: Targets, const D: usize>(&mut self, from: Square, steps: &[Step; D], targets: &T) {
        for &step in steps {
            let mut to = from.step(step);
            while self.position.board.at(to).is_empty() {
                if !NOISY && targets.allow(to) {
                    self.sink.push(Move::new(from, to));
                }
                to = to.step(step);
            }
            if self.position.board.at(to).is(Self::THEM) && targets.allow(to) {
                self.sink.push(Move::new(from, to));
            }
        }
    }

    #[inline(always)]
    fn zigzag<T: Targets, const ODD: usize>(&mut self, from: Square, targets: &T) {
        zigzag::<ODD>(&self.position.board, from, |to, cell| {
            let may_land = if NOISY { cell.is(Self::THEM) } else { cell.admits(Self::US) };
            if may_land && targets.allow(to) {
                self.sink.push(Move::new(from, to));
            }
        });
    }

    #[inline(always)]
    fn leap<T: Targets>(&mut self, from: Square, leaps: &[Step; 12], targets: &T) {
        for &step in leaps {
            let to = from.step(step);
            if self.may_land(to) && targets.allow(to) {
                self.sink.push(Move::new(from, to));
            }
        }
    }

    #[inline(always)]
    fn pawn<T: Targets>(&mut self, from: Square, targets: &T) {
        self.pawn_capture(from, from.step(Self::FORWARD.wrapping_add(step::E)), targets);
        self.pawn_capture(from, from.step(Self::FORWARD.wrapping_add(step::W)), targets);
        self.pawn_advance(from, targets);
    }

    #[inline(always)]
    fn ninja<T: Targets>(&mut self, from: Square, targets: &T) {
        self.pawn(from, targets);
        let captures = own_rank(Self::US, from) >= ENEMY_HALF;
        for to in [from.step(step::E), from.step(step::W)] {
            let cell = self.position.board.at(to);
            let may_land = captures && cell.is(Self::THEM) || !NOISY && cell.is_empty();
            if may_land && targets.allow(to) {
                self.sink.push(Move::new(from, to));
            }
        }
    }

    #[inline(always)]
    fn pawn_capture<T: Targets>(&mut self, from: Square, to: Square, targets: &T) {
        if self.position.board.at(to).is(Self::THEM) && targets.allow(to) {
            self.pawn_arrives(from, to);
        }
    }

    #[inline(always)]
    fn pawn_advance<T: Targets>(&mut self, from: Square, targets: &T) {
        let rank = own_rank(Self::US, from);
        let most = ADVANCE[rank as usize];
        if NOISY && rank + most < LAST_RANK {
            return;
        }
        let mut to = from;
        for _ in 0..most {
            to = to.step(Self::FORWARD);
            if !self.position.board.at(to).is_empty() {
                return;
            }
            if targets.allow(to) && (!NOISY || own_rank(Self::US, to) == LAST_RANK) {
                self.pawn_arrives(from, to);
            }
        }
    }

    #[inline(always)]
    fn pawn_arrives(&mut self, from: Square, to: Square) {
        if own_rank(Self::US, to) != LAST_RANK {
            return self.sink.push(Move::new(from, to));
        }
        let kinds = if NOISY { &PROMOTIONS[..1] } else { &PROMOTIONS };
        for &kind in kinds {
            self.sink.push(Move::new(from, to).with(kind, 0));
        }
    }

    /// Ninja Pawns from the hand: on the second rank, and as far up from there as a pawn goes.
    #[inline(always)]
    fn drops<T: Targets>(&mut self, targets: &T) {
        for file in 0..SIZE {
            let mut to = Square::new(file, Self::US.choose(1, LAST_RANK - 1));
            for _ in 0..=ADVANCE[1] {
                if !self.position.board.at(to).is_empty() {
                    break;
                }
                if targets.allow(to) {
                    self.sink.push(Move::new(to, to).with(0, Flag::DROP));
                }
                to = to.step(Self::FORWARD);
            }
        }
    }

    /// Two squares are emptied at once: lines cannot tell, so the capture is tried out.
    #[cold]
    fn en_passant(&mut self) {
        let victim = self.position.en_passant.runner(Self::THEM);
        for target in self.position.en_passant.live_squares(Self::THEM) {
            for from in [target.step(Self::BACK).step(step::E), target.step(Self::BACK).step(step::W)] {
                if self.position.board.kind_at(from, Self::US) != PAWN {
                    continue;
                }
                let mut board = self.position.board;
                board.take(victim);
                board.shift(from, target);
                if !attacked(&board, self.king, Self::THEM, Square::NONE) {
                    self.sink.push(Move::new(from, target).with(0, Flag::EN_PASSANT));
                }
            }
        }
    }

    /// Whether the king would be safe on a square.
    #[inline(always)]
    fn safe(&self, to: Square) -> bool {
        !attacked(&self.position.board, to, Self::THEM, self.king)
    }

    #[inline(always)]
    fn king_steps(&mut self) {
        for step in step::ALL {
            let to = self.king.step(step);
            if self.may_land(to) && self.safe(to) {
                self.sink.push(Move::new(self.king, to));
            }
        }
    }

    #[inline(always)]
    fn castling(&mut self) {
        for side in CastlingSide::BOTH {
            if self.position.may_castle(Self::US, side) {
                self.castle(side);
            }
        }
    }

    /// Every distance up to the first attacked square. The rook leaves a corner that is on no path to the king's
    /// squares, and where it arrives it can only close paths: a king who is safe before it moves is safe after.
    #[inline]
    fn castle(&mut self, side: CastlingSide) {
        if self.position.board.ray_end(self.king, side.direction()) != side.corner(Self::US) {
            return;
        }
        for distance in 1..=side.reach() {
            let to = self.king.step(side.direction().wrapping_mul(distance));
            if !self.safe(to) {
                break;
            }
            self.sink.push(Move::new(self.king, to).with(0, side.flag()));
        }
    }
}

//! Legal moves, without trying them out.
//!
//! One pass over the enemy's piece list finds all checks and pins ([`Danger`]); pinned pieces then stay on
//! their line, and in check only captures of the checker and interpositions are let through. Only king
//! steps ask whether a square is attacked, and only en passant is tried on a copy of the board. The
//! generator is compiled once per side and purpose, so that directions are constants and, when moves are
//! merely counted, nothing is built at all.

use super::tables::{self, BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::{Chess, Flag, HomeSide};
use crate::types::square::{Step, step};
use crate::types::{Color, Mailbox, Move, Sink, Square};
use crate::variants::common::lines::{Answers, Anywhere, Sight, Targets, is_clear, sight};

pub(super) type Board = Mailbox<32>;

/// Checks and pins against one king.
pub(super) struct Danger {
    /// How many pieces give check.
    pub checks: u32,
    /// The square of the last checker found.
    checker: Square,
    /// Bit by slot: own pieces that stand alone between king and slider.
    pinned: u32,
    /// Numbers of the enemy pieces that might attack a square beside the king, and how many there are.
    near: ([u8; 16], usize),
}

impl Danger {
    /// Looks at every piece of the side not to move.
    #[inline(always)]
    pub(super) fn of(board: &Board, us: Color) -> Danger {
        let mut danger = Danger { checks: 0, checker: Square::NONE, pinned: 0, near: ([0; 16], 0) };
        let king = board.king(us);
        let them = Board::first(!us);
        for number in them..them + Board::ARMY {
            let from = board.square_of(number);
            let reach = tables::reach(!us, board.kind_of(number), from, king);
            danger.near.0[danger.near.1 & 15] = number as u8;
            danger.near.1 += reach.near() as usize;
            if reach.possible() {
                danger.add(board, us, king, from, reach.certain());
            }
        }
        danger
    }

    /// Whether a square beside the king is attacked, the king itself out of the way.
    #[inline(always)]
    fn attacks(&self, board: &Board, square: Square, by: Color, king: Square) -> bool {
        let (numbers, count) = (&self.near.0, self.near.1);
        numbers.iter().take(count).any(|&number| hits(board, number as usize, square, by, king))
    }

    /// Follows the line from the king to an attacker: a check, a pin, or neither.
    #[inline(always)]
    fn add(&mut self, board: &Board, us: Color, king: Square, from: Square, certain: bool) {
        match if certain { Sight::Open } else { sight(board, king, from, us) } {
            Sight::Open => {
                self.checks += 1;
                self.checker = from;
            }
            Sight::Screened(pinned) => self.pinned |= 1 << (Board::number(pinned) & 15),
            Sight::Closed => {}
        }
    }
}

/// Whether `by` attacks `square`; pieces on `ghost` do not stand in the way (a king that is about to leave it).
#[inline(always)]
pub(super) fn attacked(board: &Board, square: Square, by: Color, ghost: Square) -> bool {
    let first = Board::first(by);
    (first..first + Board::ARMY).any(|number| hits(board, number, square, by, ghost))
}

/// Whether one piece attacks `square`.
#[inline(always)]
fn hits(board: &Board, number: usize, square: Square, by: Color, ghost: Square) -> bool {
    let from = board.square_of(number);
    let reach = tables::reach(by, board.kind_of(number), from, square);
    reach.possible() && (reach.certain() || is_clear(board, from, square, ghost))
}

/// Lists the legal moves: all of them, or with `NOISY` only captures and promotions to a queen.
#[inline]
pub(super) fn generate<S: Sink<Move>, const NOISY: bool>(position: &Chess, sink: &mut S) {
    match position.state.side {
        Color::White => generate_for::<S, true, NOISY>(position, sink),
        Color::Black => generate_for::<S, false, NOISY>(position, sink),
    }
}

#[inline(always)]
fn generate_for<S: Sink<Move>, const WHITE: bool, const NOISY: bool>(position: &Chess, sink: &mut S) {
    let us = if WHITE { Color::White } else { Color::Black };
    let danger = Danger::of(&position.board, us);
    let king = position.board.king(us);
    if danger.checks == 0 {
        Generator::<S, Anywhere, WHITE, NOISY> { position, sink, king, danger, targets: Anywhere }.all();
    } else {
        let targets = Answers::to(danger.checker, king);
        Generator::<S, Answers, WHITE, NOISY> { position, sink, king, danger, targets }.answers();
    }
}

struct Generator<'a, S, T, const WHITE: bool, const NOISY: bool> {
    position: &'a Chess,
    sink: &'a mut S,
    king: Square,
    danger: Danger,
    targets: T,
}

impl<S: Sink<Move>, T: Targets, const WHITE: bool, const NOISY: bool> Generator<'_, S, T, WHITE, NOISY> {
    const US: Color = if WHITE { Color::White } else { Color::Black };
    const THEM: Color = if WHITE { Color::Black } else { Color::White };
    const FORWARD: Step = Self::US.forward();
    const HOME_RANK: u8 = if WHITE { 1 } else { 6 };
    const SEVENTH: u8 = if WHITE { 6 } else { 1 };

    #[inline(always)]
    fn all(&mut self) {
        if self.danger.pinned == 0 {
            self.pieces::<false>();
        } else {
            self.pieces::<true>();
        }
        self.king_steps();
        if !NOISY {
            self.castling();
        }
    }

    #[cold]
    fn answers(&mut self) {
        if self.danger.checks == 1 {
            self.pieces::<true>();
        }
        self.king_steps();
    }

    /// Everything but the king, which is number 0.
    #[inline(always)]
    fn pieces<const PINS: bool>(&mut self) {
        let first = Board::first(Self::US);
        for slot in 1..Board::ARMY {
            let from = self.position.board.square_of(first + slot);
            let kind = self.position.board.kind_of(first + slot);
            if PINS && self.danger.pinned >> slot & 1 != 0 {
                self.pinned_piece(kind, from);
                continue;
            }
            match kind {
                PAWN => self.pawn(from),
                KNIGHT => self.leap(from),
                BISHOP => self.slide(from, &step::DIAGONAL),
                ROOK => self.slide(from, &step::ORTHOGONAL),
                QUEEN => self.slide(from, &step::ALL),
                _ => {}
            }
        }
        if self.position.en_passant.live {
            self.en_passant();
        }
    }

    /// A pinned piece may only move along the line to its king.
    #[inline(never)]
    fn pinned_piece(&mut self, kind: u8, from: Square) {
        let line = tables::direction(self.king, from);
        let back = line.wrapping_neg();
        match kind {
            PAWN => {
                for side in [step::E, step::W] {
                    let capture = Self::FORWARD.wrapping_add(side);
                    if capture == line || capture == back {
                        self.pawn_capture(from, from.step(capture));
                    }
                }
                if line == Self::FORWARD || back == Self::FORWARD {
                    self.pawn_advance(from);
                }
            }
            BISHOP if step::DIAGONAL.contains(&line) => self.slide(from, &[line, back]),
            ROOK if step::ORTHOGONAL.contains(&line) => self.slide(from, &[line, back]),
            QUEEN => self.slide(from, &[line, back]),
            _ => {}
        }
    }

    #[inline(always)]
    fn slide<const D: usize>(&mut self, from: Square, steps: &[Step; D]) {
        for &step in steps {
            let mut to = from.step(step);
            while self.position.board.at(to).is_empty() {
                if !NOISY && self.targets.allow(to) {
                    self.sink.push(Move::new(from, to));
                }
                to = to.step(step);
            }
            if self.position.board.at(to).is(Self::THEM) && self.targets.allow(to) {
                self.sink.push(Move::new(from, to));
            }
        }
    }

    #[inline(always)]
    fn leap(&mut self, from: Square) {
        for step in step::KNIGHT {
            let to = from.step(step);
            if self.may_land(to) && self.targets.allow(to) {
                self.sink.push(Move::new(from, to));
            }
        }
    }

    #[inline(always)]
    fn may_land(&self, to: Square) -> bool {
        let cell = self.position.board.at(to);
        if NOISY { cell.is(Self::THEM) } else { cell.admits(Self::US) }
    }

    #[inline(always)]
    fn pawn(&mut self, from: Square) {
        self.pawn_capture(from, from.step(Self::FORWARD.wrapping_add(step::E)));
        self.pawn_capture(from, from.step(Self::FORWARD.wrapping_add(step::W)));
        self.pawn_advance(from);
    }

    #[inline(always)]
    fn pawn_capture(&mut self, from: Square, to: Square) {
        if self.position.board.at(to).is(Self::THEM) && self.targets.allow(to) {
            self.pawn_arrives(from, to);
        }
    }

    #[inline(always)]
    fn pawn_advance(&mut self, from: Square) {
        if NOISY && from.rank() != Self::SEVENTH {
            return;
        }
        let to = from.step(Self::FORWARD);
        if !self.position.board.at(to).is_empty() {
            return;
        }
        if self.targets.allow(to) {
            self.pawn_arrives(from, to);
        }
        if from.rank() == Self::HOME_RANK {
            let far = to.step(Self::FORWARD);
            if self.position.board.at(far).is_empty() && self.targets.allow(far) {
                self.sink.push(Move::new(from, far).with(0, Flag::DOUBLE_STEP));
            }
        }
    }

    #[inline(always)]
    fn pawn_arrives(&mut self, from: Square, to: Square) {
        if from.rank() == Self::SEVENTH {
            self.sink.push(Move::new(from, to).with(QUEEN, 0));
            if !NOISY {
                for kind in [ROOK, BISHOP, KNIGHT] {
                    self.sink.push(Move::new(from, to).with(kind, 0));
                }
            }
        } else {
            self.sink.push(Move::new(from, to));
        }
    }

    /// Two pieces leave the rank at once: pins cannot tell, so the capture is tried out.
    #[cold]
    fn en_passant(&mut self) {
        let target = self.position.en_passant.square;
        let victim = target.step(Self::FORWARD.wrapping_neg());
        for side in [step::E, step::W] {
            let from = victim.step(side);
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

    #[inline(always)]
    fn king_steps(&mut self) {
        for step in step::ALL {
            let to = self.king.step(step);
            if self.may_land(to) && !self.danger.attacks(&self.position.board, to, Self::THEM, self.king) {
                self.sink.push(Move::new(self.king, to));
            }
        }
    }

    #[inline(always)]
    fn castling(&mut self) {
        for side in [HomeSide::H, HomeSide::A] {
            let rook = self.position.castling_rook(Self::US, side);
            if rook != Square::NONE {
                self.castle(side, rook);
            }
        }
    }

    #[inline]
    fn castle(&mut self, side: HomeSide, rook: Square) {
        let board = &self.position.board;
        let (king_to, rook_to) = side.targets(self.king);
        let free = |square: Square| {
            let cell = board.at(square);
            cell.is_empty() || square == rook || square == self.king
        };
        let way = |from: Square, to: Square| {
            let (low, high) = if from.0 < to.0 { (from.0, to.0) } else { (to.0, from.0) };
            (low..=high).map(Square)
        };
        let pinned = self.danger.pinned >> (Board::number(board.at(rook)) & 15) & 1 != 0;
        if !pinned
            && way(rook, rook_to).all(free)
            && way(self.king, king_to).all(free)
            && !way(self.king, king_to)
                .any(|square| square != self.king && attacked(board, square, Self::THEM, self.king))
        {
            self.sink.push(Move::new(self.king, king_to).with(0, side.flag()));
        }
    }
}

/// The squares of the pieces of `by` that attack `square`.
pub(super) fn attackers(board: &Board, square: Square, by: Color) -> Vec<Square> {
    let hits = |&(kind, from): &(u8, Square)| {
        let reach = tables::reach(by, kind, from, square);
        reach.possible() && (reach.certain() || is_clear(board, from, square, Square::NONE))
    };
    debug_assert!(board.kind_of(Board::first(by)) == KING);
    board.army(by).filter(hits).map(|piece| piece.1).collect()
}

//! Legal moves, without trying them out.
//!
//! [`Danger`] finds the open lines to the king and the pieces that alone close one. Without either, every
//! move of every piece is legal and no square is looked at twice. In check, and for a pinned piece,
//! moves pass a table of the squares that lie on all lines in question. Only king steps ask whether a square
//! is attacked, and only en passant, which empties two squares, is tried on a copy of the board.

use super::attack::{Board, Danger, attacked, zigzag};
use super::tables::{
    ADVANCE, BISHOP, ENEMY_HALF, FERZ_KNIGHT, FERZ_KNIGHT_LEAPS, LAST_RANK, Line, NINJA, PAWN, PROMOTIONS, QUEEN, ROOK,
    SIZE, WAZIR_KNIGHT, WAZIR_KNIGHT_LEAPS, ZIGZAG_BISHOP, ZIGZAG_ROOK, own_rank,
};
use super::{DROP, Rights, ZigZagMadness};
use crate::for_side;
use crate::types::square::step;
use crate::types::{Color, Kind, Move, Sink, Square};
use crate::variants::orthodox::castling::CastlingSide;
use crate::variants::orthodox::movegen::{AllMoves, Filter, Generator};
use crate::variants::orthodox::pawns::PawnGenerator;

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

impl Filter for OnLines {
    #[inline(always)]
    fn allows(&self, _: Kind, _: Square, to: Square) -> bool {
        self.on[to.index()] == self.lines
    }
}

/// Lists the legal moves: all of them, or with `NOISY` only captures and promotions to a queen.
#[inline]
pub(super) fn generate<const NOISY: bool>(position: &ZigZagMadness, sink: &mut impl Sink<Move>) {
    for_side!(position.state.side, |WHITE| ZigZagGenerator::<_, WHITE, NOISY>::new(position, sink).all())
}

/// Lists all moves of the side to move except its king's, as if that king could not be attacked.
pub(super) fn heedless<S: Sink<Move>>(position: &ZigZagMadness, sink: &mut S) {
    let danger = Danger::none();
    let king = position.board.king(position.state.side);
    for_side!(position.state.side, |WHITE| {
        ZigZagGenerator::<S, WHITE, false> { position, sink, king, danger }.pieces::<_, false>(&AllMoves)
    })
}

struct ZigZagGenerator<'a, S, const WHITE: bool, const NOISY: bool> {
    position: &'a ZigZagMadness,
    sink: &'a mut S,
    king: Square,
    danger: Danger,
}

impl<S: Sink<Move>, const WHITE: bool, const NOISY: bool> Generator<64, ()> for ZigZagGenerator<'_, S, WHITE, NOISY> {
    const US: Color = if WHITE { Color::White } else { Color::Black };
    const NOISY: bool = NOISY;

    #[inline(always)]
    fn board(&self) -> &Board {
        &self.position.board
    }

    #[inline(always)]
    fn push_move(&mut self, from: Square, to: Square, promotion: Kind, flag: u8) {
        self.sink.push(Move::new(from, to).promoting(promotion).with_flag(flag));
    }
}

impl<S: Sink<Move>, const WHITE: bool, const NOISY: bool> PawnGenerator<64, ()>
    for ZigZagGenerator<'_, S, WHITE, NOISY>
{
    const PROMOTIONS: &'static [Kind] = &PROMOTIONS;

    #[inline(always)]
    fn is_legal_on(&self, board: &Board) -> bool {
        !attacked(board, self.king, Self::THEM, Square::NONE)
    }

    #[inline(always)]
    fn promotes(_: Square, to: Square) -> bool {
        own_rank(Self::US, to) == LAST_RANK
    }

    /// Up to as many squares as the pawn's rank allows.
    #[inline(always)]
    fn pawn_advance<F: Filter>(&mut self, from: Square, filter: &F) {
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
            if !NOISY || own_rank(Self::US, to) == LAST_RANK {
                self.pawn_arrives(from, to, filter);
            }
        }
    }
}

impl<'a, S: Sink<Move>, const WHITE: bool, const NOISY: bool> ZigZagGenerator<'a, S, WHITE, NOISY> {
    #[inline(always)]
    fn new(position: &'a ZigZagMadness, sink: &'a mut S) -> Self {
        let danger = Danger::of(&position.board, Self::US);
        ZigZagGenerator { position, sink, king: position.board.king(Self::US), danger }
    }

    #[inline(always)]
    fn all(&mut self) {
        if !self.danger.checks.is_empty() {
            return self.answers();
        }
        if self.danger.pinned == 0 {
            self.pieces::<_, false>(&AllMoves);
        } else {
            self.pieces::<_, true>(&AllMoves);
        }
        if self.position.en_passant.live != 0 {
            self.en_passant();
        }
        self.king_steps(self.king, Self::safe);
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
        self.king_steps(self.king, Self::safe);
    }

    /// Everything but the king, which is number 0, and en passant.
    #[inline(always)]
    fn pieces<F: Filter, const PINS: bool>(&mut self, filter: &F) {
        for number in self.position.board.numbers(Self::US).skip(1) {
            let from = self.position.board.square_of(number);
            let kind = self.position.board.kind_of(number);
            if PINS && self.danger.pinned >> Board::place(number) & 1 != 0 {
                self.pinned_piece(kind, from);
            } else {
                self.piece(kind, from, filter);
            }
        }
        if !NOISY && self.position.hands[Self::US.index()] > 0 {
            self.drops(filter);
        }
    }

    /// A pinned piece must stay on each line that it alone closes, or capture there; and answer the checks too.
    #[inline(never)]
    fn pinned_piece(&mut self, kind: Kind, from: Square) {
        let closed = self.danger.pins.iter().filter(|line| line.squares().any(|square| square == from));
        let targets = OnLines::all(self.danger.checks.iter().chain(closed));
        self.piece(kind, from, &targets);
    }

    #[inline(always)]
    fn piece<F: Filter>(&mut self, kind: Kind, from: Square, filter: &F) {
        match kind {
            PAWN => self.pawn(from, filter),
            NINJA => self.ninja(from, filter),
            WAZIR_KNIGHT => self.leap(WAZIR_KNIGHT, from, &WAZIR_KNIGHT_LEAPS, filter),
            FERZ_KNIGHT => self.leap(FERZ_KNIGHT, from, &FERZ_KNIGHT_LEAPS, filter),
            BISHOP => self.slide(BISHOP, from, &step::DIAGONAL, filter),
            ROOK => self.slide(ROOK, from, &step::ORTHOGONAL, filter),
            QUEEN => self.slide(QUEEN, from, &step::ALL, filter),
            ZIGZAG_BISHOP => self.zigzag::<F, 1>(ZIGZAG_BISHOP, from, filter),
            ZIGZAG_ROOK => self.zigzag::<F, 0>(ZIGZAG_ROOK, from, filter),
            _ => {}
        }
    }

    #[inline(always)]
    fn zigzag<F: Filter, const ODD: usize>(&mut self, kind: Kind, from: Square, filter: &F) {
        zigzag::<ODD>(&self.position.board, from, |to, cell| {
            let may_land = if NOISY { cell.is(Self::THEM) } else { cell.admits(Self::US) };
            if may_land && filter.allows(kind, from, to) {
                self.sink.push(Move::new(from, to));
            }
        });
    }

    #[inline(always)]
    fn ninja<F: Filter>(&mut self, from: Square, filter: &F) {
        self.pawn(from, filter);
        let captures = own_rank(Self::US, from) >= ENEMY_HALF;
        for to in [from.step(step::E), from.step(step::W)] {
            let cell = self.position.board.at(to);
            let may_land = captures && cell.is(Self::THEM) || !NOISY && cell.is_empty();
            if may_land && filter.allows(NINJA, from, to) {
                self.push(from, to);
            }
        }
    }

    /// Ninja Pawns from the hand: on the second rank, and as far up from there as a pawn goes.
    #[inline(always)]
    fn drops<F: Filter>(&mut self, filter: &F) {
        for file in 0..SIZE {
            let mut to = Square::new(file, Self::US.choose(1, LAST_RANK - 1));
            for _ in 0..=ADVANCE[1] {
                if !self.position.board.at(to).is_empty() {
                    break;
                }
                if filter.allows(NINJA, to, to) {
                    self.push_flagged(to, to, DROP);
                }
                to = to.step(Self::FORWARD);
            }
        }
    }

    #[cold]
    fn en_passant(&mut self) {
        let en_passant = self.position.en_passant;
        let victim = en_passant.runner(Self::THEM);
        for target in en_passant.live_squares(Self::THEM) {
            self.capture_en_passant(target, victim);
        }
    }

    #[inline(always)]
    fn safe(&self, to: Square) -> bool {
        !attacked(&self.position.board, to, Self::THEM, self.king)
    }

    #[inline(always)]
    fn castling(&mut self) {
        for side in CastlingSide::BOTH {
            if self.position.rights.has(Self::US, side) {
                self.castle(side);
            }
        }
    }

    /// Every distance up to the first attacked square. The rook leaves a corner that is on no path to the king's
    /// squares, and where it arrives it can only close paths: a king who is safe before it moves is safe after.
    #[inline]
    fn castle(&mut self, side: CastlingSide) {
        if self.position.board.ray_end(self.king, side.direction()) != Rights::corner(Self::US, side) {
            return;
        }
        for distance in 1..=Rights::gap(side) {
            let to = self.king.step(side.direction().wrapping_mul(distance));
            if !self.safe(to) {
                break;
            }
            self.push_flagged(self.king, to, side.flag());
        }
    }
}

//! ZigZag Madness: ten by ten, bent sliders with two paths, Ninja Pawns to drop, castling to a distance of choice.

mod attack;
mod castling;
mod evaluation;
mod movegen;
mod tables;
mod text;

use crate::position::{Explanation, Notation, Position};
use crate::types::square::{Step, step};
use crate::types::{Color, FenError, Move, Outcome, Reason, Score, Seat, Sink, Square, zobrist};
use attack::Board;
use castling::{CastlingSide, RIGHTS_ENDED};
use tables::{KINDS, KING, NINJA, PAWN, QUEEN, ROOK};

/// Ninja Pawns that a side has to drop at the start.
const HAND: u8 = 5;

/// What the second extra byte of a [`Move`] says here; the first is the kind a pawn promotes to.
struct Flag;

impl Flag {
    const EN_PASSANT: u8 = 1;
    const CASTLE_J: u8 = 2;
    const CASTLE_A: u8 = 3;
    /// From the hand: the from-square is the same as the to-square.
    const DROP: u8 = 4;
}

/// The squares that the last move, a standard pawn's of two or three squares, passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EnPassant {
    /// The first of them; the others lie beyond it.
    first: Square,
    /// 0, 1 or 2.
    count: u8,
    /// Bit by bit: whether an enemy pawn stands ready to capture on it.
    live: u8,
}

impl EnPassant {
    const NONE: EnPassant = EnPassant { first: Square::NONE, count: 0, live: 0 };

    /// The `index`th square passed over by a pawn of `mover`.
    #[inline(always)]
    fn square(self, mover: Color, index: u8) -> Square {
        self.first.step(forward(mover).wrapping_mul(index))
    }

    /// Where the pawn of `mover` stands now.
    #[inline(always)]
    fn runner(self, mover: Color) -> Square {
        self.square(mover, self.count)
    }

    /// The squares passed over by a pawn of `mover`, in the order of its walk.
    fn squares(self, mover: Color) -> impl Iterator<Item = Square> {
        (0..self.count).map(move |index| self.square(mover, index))
    }

    /// Those of them where an enemy pawn stands ready to capture.
    fn live_squares(self, mover: Color) -> impl Iterator<Item = Square> {
        (0..self.count).filter(move |index| self.live >> index & 1 != 0).map(move |index| self.square(mover, index))
    }

    fn key(self, mover: Color) -> u64 {
        self.live_squares(mover).fold(0, |key, square| key ^ zobrist::feature(2, square.index() as u64))
    }
}

/// The step of a pawn.
#[inline(always)]
fn forward(color: Color) -> Step {
    color.choose(step::N, step::S)
}

/// A position of ZigZag Madness.
#[derive(Clone, Debug)]
pub struct ZigZagMadness {
    board: Board,
    key: u64,
    /// Bits of [`CastlingSide::right`].
    rights: u8,
    en_passant: EnPassant,
    /// Ninja Pawns in hand, by colour.
    hands: [u8; 2],
    side: Color,
    halfmove: u16,
    fullmove: u16,
}

impl ZigZagMadness {
    #[inline(always)]
    fn king(&self, color: Color) -> Square {
        self.board.square_of(Board::first(color))
    }

    #[inline(always)]
    fn may_castle(&self, color: Color, side: CastlingSide) -> bool {
        self.rights & side.right(color) != 0
    }

    /// What a pawn of `mover` leaves behind that has passed over `count` squares from `first` on.
    fn passed(&self, mover: Color, first: Square, count: u8) -> EnPassant {
        let mut passed = EnPassant { first, count, live: 0 };
        for index in 0..count {
            let beyond = passed.square(mover, index + 1);
            let ready = |side: Step| self.board.kind_at(beyond.step(side), !mover) == PAWN;
            passed.live |= ((ready(step::E) || ready(step::W)) as u8) << index;
        }
        passed
    }

    #[inline(always)]
    fn remove(&mut self, square: Square, color: Color) {
        let kind = self.board.take(square);
        self.key ^= zobrist::piece(color, kind, square);
    }

    #[inline(always)]
    fn relocate(&mut self, kind: u8, from: Square, to: Square) {
        self.board.shift(from, to);
        self.key ^= zobrist::piece(self.side, kind, from) ^ zobrist::piece(self.side, kind, to);
    }

    fn castle(&mut self, mv: Move, side: CastlingSide) {
        let us = self.side;
        let (king, rook) = ((mv.from(), mv.to()), (side.corner(us), side.rook_target(mv.to())));
        self.key ^= zobrist::piece(us, KING, king.0) ^ zobrist::piece(us, KING, king.1);
        self.key ^= zobrist::piece(us, ROOK, rook.0) ^ zobrist::piece(us, ROOK, rook.1);
        self.board.swap_pair(king, rook);
        self.update_rights(king.0, king.0);
    }

    /// Ends the rights that a move from or to a square ends.
    #[inline(always)]
    fn update_rights(&mut self, from: Square, to: Square) {
        let ended = self.rights & (RIGHTS_ENDED[from.index()] | RIGHTS_ENDED[to.index()]);
        if ended != 0 {
            self.key ^= rights_key(self.rights) ^ rights_key(self.rights & !ended);
            self.rights &= !ended;
        }
    }

    #[inline(always)]
    fn clear_en_passant(&mut self) {
        if self.en_passant.live != 0 {
            self.key ^= self.en_passant.key(!self.side);
        }
        self.en_passant = EnPassant::NONE;
    }

    fn drop_ninja(&mut self, square: Square) {
        let us = self.side;
        // The FEN reader has made sure that board and hand together fit the piece list.
        self.board.put(us, NINJA, square);
        let hand = &mut self.hands[us.index()];
        self.key ^= hand_key(us, *hand) ^ hand_key(us, *hand - 1) ^ zobrist::piece(us, NINJA, square);
        *hand -= 1;
        self.halfmove = 0;
    }

    #[inline(always)]
    fn displace(&mut self, mv: Move) {
        let (us, from, to) = (self.side, mv.from(), mv.to());
        let kind = self.board.kind(self.board.at(from));
        if self.board.at(to).is(!us) {
            self.remove(to, !us);
            self.halfmove = 0;
        }
        self.relocate(kind, from, to);
        self.update_rights(from, to);
        if kind <= NINJA {
            self.finish_pawn_move(kind, mv);
        }
    }

    /// What the move of a pawn of either sort entails beyond displacement.
    fn finish_pawn_move(&mut self, kind: u8, mv: Move) {
        let (us, to) = (self.side, mv.to());
        self.halfmove = 0;
        if mv.aux() != 0 {
            self.board.become_kind(to, mv.aux());
            self.key ^= zobrist::piece(us, kind, to) ^ zobrist::piece(us, mv.aux(), to);
        } else if kind == PAWN {
            let walked = mv.from().rank().abs_diff(to.rank());
            if walked > 1 {
                self.en_passant = self.passed(us, mv.from().step(forward(us)), walked - 1);
                self.key ^= self.en_passant.key(us);
            }
        }
    }

    #[inline(always)]
    fn end_turn(&mut self) {
        self.fullmove += self.side as u16;
        self.side = !self.side;
        self.key ^= zobrist::BLACK_TO_MOVE;
    }
}

fn rights_key(rights: u8) -> u64 {
    zobrist::feature(1, u64::from(rights))
}

fn hand_key(color: Color, count: u8) -> u64 {
    zobrist::feature(3, (color.index() * 8 + count as usize) as u64)
}

impl Position for ZigZagMadness {
    type Move = Move;
    const HISTORY: usize = KINDS * 2 * 256;

    fn from_fen(fen: &str) -> Result<Self, FenError> {
        text::from_fen(fen)
    }

    fn fen(&self) -> String {
        text::fen(self)
    }

    #[inline]
    fn moves(&self, sink: &mut impl Sink<Move>) {
        movegen::generate::<_, false>(self, sink);
    }

    #[inline]
    fn noisy_moves(&self, sink: &mut impl Sink<Move>) {
        movegen::generate::<_, true>(self, sink);
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let victim = self.en_passant.runner(!self.side);
        self.clear_en_passant();
        self.halfmove += 1;
        match mv.flag() {
            Flag::DROP => self.drop_ninja(mv.to()),
            Flag::EN_PASSANT => {
                self.remove(victim, !self.side);
                self.displace(mv);
            }
            _ => match CastlingSide::of(mv) {
                Some(side) => self.castle(mv, side),
                None => self.displace(mv),
            },
        }
        self.end_turn();
    }

    fn pass(&mut self) {
        self.clear_en_passant();
        self.halfmove += 1;
        self.end_turn();
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    fn key_from_scratch(&self) -> u64 {
        let mut key = self.side.choose(0, zobrist::BLACK_TO_MOVE);
        for color in Color::ALL {
            key ^= hand_key(color, self.hands[color.index()]);
            for (kind, square) in self.board.army(color) {
                key ^= zobrist::piece(color, kind, square);
            }
        }
        key ^ rights_key(self.rights) ^ self.en_passant.key(!self.side)
    }

    fn turn(&self) -> Seat {
        self.side.into()
    }

    #[inline]
    fn in_check(&self) -> bool {
        attack::attacked(&self.board, self.king(self.side), !self.side, Square::NONE)
    }

    fn checkers(&self) -> Vec<Square> {
        attack::attackers(&self.board, self.king(self.side), !self.side)
    }

    #[inline]
    fn halfmove_clock(&self) -> u32 {
        u32::from(self.halfmove)
    }

    fn no_moves(&self) -> Outcome {
        if self.in_check() { Outcome::win(!self.side, Reason::Checkmate) } else { Outcome::draw(Reason::Stalemate) }
    }

    fn evaluate(&self) -> Score {
        evaluation::evaluate(self)
    }

    fn evaluation_terms(&self) -> Vec<(&'static str, [Score; 2])> {
        evaluation::terms(self)
    }

    #[inline]
    fn gain(&self, mv: Move) -> Score {
        let victim = match mv.flag() {
            Flag::EN_PASSANT => PAWN,
            _ => self.board.kind_at(mv.to(), !self.side),
        };
        let promotion = if mv.aux() == 0 { 0 } else { evaluation::worth(mv.aux()) - evaluation::worth(PAWN) };
        evaluation::worth(victim) + promotion
    }

    #[inline]
    fn mover_value(&self, mv: Move) -> Score {
        evaluation::worth(self.mover(mv))
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        match mv.aux() {
            0 => mv.flag() == Flag::EN_PASSANT || self.board.at(mv.to()).is(!self.side),
            kind => kind == QUEEN,
        }
    }

    #[inline]
    fn history_slot(&self, mv: Move) -> usize {
        (self.mover(mv) as usize * 2 + self.side.index()) * 256 + mv.to().index()
    }

    fn null_move_is_sound(&self) -> bool {
        self.board.army(self.side).any(|(kind, _)| kind > NINJA && kind != KING)
    }

    fn move_text(&self, mv: Move, _: Notation) -> String {
        text::move_text(self, mv)
    }

    fn is_text_of(&self, mv: Move, text: &str) -> bool {
        text::is_text_of(self, mv, text)
    }

    fn explain(&self, text: &str) -> Option<Explanation> {
        text::explain(self, text)
    }
}

impl ZigZagMadness {
    /// The kind that moves or is dropped.
    #[inline(always)]
    fn mover(&self, mv: Move) -> u8 {
        if mv.flag() == Flag::DROP { NINJA } else { self.board.kind(self.board.at(mv.from())) }
    }
}

#[cfg(test)]
mod tests;

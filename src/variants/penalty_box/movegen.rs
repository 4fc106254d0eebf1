//! Legal turns.
//!
//! Moves that leave the box alone are generated as in chess, from checks and pins found in one pass.
//! What goes into the box while that is empty needs no more than those; only a turn that also releases a
//! piece is looked at on a copy of the board (see [`super::half`]), once for all squares of release.
//! A choice for a waiting pawn and a free piece before the move are played first, and what follows is
//! generated on the position that results, with the prefix kept aside.

use super::half::{Danger, Half, attacked, between, empty_squares, hits};
use super::release::{PROMOTIONS, forms, lost_kinds};
use super::state::PROMOTED;
use super::turn::{Flag, FreePiece};
use super::{Board, BoxGame, Rules, Turn};
use crate::position::Position;
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Sink, Square};
use crate::variants::chess::tables::{self, BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};

/// Where the generator puts turns: a list, or a number.
pub(super) trait Collector {
    /// Whether turns are only counted, so that many can be added at once.
    const COUNTS: bool;

    /// Takes one turn.
    fn turn(&mut self, turn: Turn);

    /// Takes a number of turns; only called when [`Collector::COUNTS`].
    fn count(&mut self, number: u64);
}

/// Turns go to a sink.
pub(super) struct Listing<'a, S>(pub &'a mut S);

impl<S: Sink<Turn>> Collector for Listing<'_, S> {
    const COUNTS: bool = false;

    #[inline(always)]
    fn turn(&mut self, turn: Turn) {
        self.0.push(turn);
    }

    fn count(&mut self, _: u64) {}
}

/// Turns are counted.
#[derive(Default)]
pub(super) struct Tally(pub u64);

impl Collector for Tally {
    const COUNTS: bool = true;

    #[inline(always)]
    fn turn(&mut self, _: Turn) {
        self.0 += 1;
    }

    #[inline(always)]
    fn count(&mut self, number: u64) {
        self.0 += number;
    }
}

/// Lists the legal turns: all of them, or with `NOISY` only captures and promotions to a queen.
#[inline]
pub(super) fn generate<R: Rules, C: Collector, const NOISY: bool>(position: &BoxGame<R>, out: &mut C) {
    if position.waiting != Square::NONE {
        choices::<R, C, NOISY>(position, out);
    } else {
        with_free_piece::<R, C, NOISY>(position, Turn::default(), out);
    }
}

/// The owner of a waiting pawn says what it becomes, before anything else.
#[cold]
fn choices<R: Rules, C: Collector, const NOISY: bool>(position: &BoxGame<R>, out: &mut C) {
    for &kind in if NOISY { &PROMOTIONS[..1] } else { &PROMOTIONS } {
        let mut chosen = position.clone();
        chosen.board.become_kind(position.waiting, kind | PROMOTED);
        chosen.waiting = Square::NONE;
        with_free_piece::<R, C, NOISY>(&chosen, Turn::default().choosing(kind), out);
    }
}

#[inline]
fn with_free_piece<R: Rules, C: Collector, const NOISY: bool>(position: &BoxGame<R>, prefix: Turn, out: &mut C) {
    ordinary::<R, C, NOISY>(position, prefix, out);
    if R::KINGS_ENTER && position.free_piece && !NOISY {
        free_piece_first::<R, C>(position, prefix, out);
    }
}

/// The right that the opponent gave by releasing the king. In check it serves only to end the check,
/// and not to attack the other king.
#[cold]
fn free_piece_first<R: Rules, C: Collector>(position: &BoxGame<R>, prefix: Turn, out: &mut C) {
    let us = position.side;
    let danger = Danger::of(&position.board, position.king(us), us);
    let squares = match danger.checks {
        0 => empty_squares(&position.board),
        1 => between(position.king(us), danger.checker),
        _ => return,
    };
    for kind in lost_kinds(position, us) {
        for free in squares.iter().flat_map(|&square| forms(us, kind, square)) {
            let enemy = position.king(!us);
            let piece = free.promotion.max(free.kind);
            if danger.checks > 0 && enemy != Square::NONE && hits(&position.board, us, piece, free.square, enemy) {
                continue;
            }
            let next = with_piece(position, us, free);
            ordinary::<R, C, false>(&next, prefix.after_free(free), out);
        }
    }
}

fn with_piece<R: Rules>(position: &BoxGame<R>, us: Color, free: FreePiece) -> BoxGame<R> {
    let mut next = position.clone();
    let kind = if free.promotion == 0 { free.kind } else { free.promotion | PROMOTED };
    next.board.put(us, kind, free.square);
    next
}

/// The turn proper: a move of a piece or the token, with what it entails.
#[inline]
fn ordinary<R: Rules, C: Collector, const NOISY: bool>(position: &BoxGame<R>, prefix: Turn, out: &mut C) {
    match position.side {
        Color::White => Generator::<R, C, true, NOISY>::new(position, prefix, out).all(),
        Color::Black => Generator::<R, C, false, NOISY>::new(position, prefix, out).all(),
    }
}

/// Which squares a move may end on, beyond the piece's own rules.
trait Targets {
    fn allow(&self, square: Square) -> bool;
}

/// Not in check: anywhere.
struct Anywhere;

impl Targets for Anywhere {
    #[inline(always)]
    fn allow(&self, _: Square) -> bool {
        true
    }
}

/// In check: the checker's square and those between it and the king.
struct Answers([bool; 256]);

impl Answers {
    fn to(danger: &Danger, king: Square) -> Answers {
        let mut squares = [false; 256];
        squares[danger.checker.index()] = true;
        for square in between(king, danger.checker) {
            squares[square.index()] = true;
        }
        Answers(squares)
    }
}

impl Targets for Answers {
    #[inline(always)]
    fn allow(&self, square: Square) -> bool {
        self.0[square.index()]
    }
}

/// Where the token may go from the centre point: two files and one rank away, or the reverse.
const FROM_CENTRE: [Square; 8] = {
    const fn square(file: u8, rank: u8) -> Square {
        Square::new(file - b'a', rank - 1)
    }
    [
        square(b'c', 4),
        square(b'c', 5),
        square(b'd', 3),
        square(b'd', 6),
        square(b'e', 3),
        square(b'e', 6),
        square(b'f', 4),
        square(b'f', 5),
    ]
};

/// Where the token may go from its square, or from the centre point ([`Square::NONE`]); some may be off the board.
#[inline(always)]
fn token_targets(token: Square) -> [Square; 8] {
    if token == Square::NONE { FROM_CENTRE } else { step::KNIGHT.map(|step| token.step(step)) }
}

impl<R: Rules> BoxGame<R> {
    /// Whether the token, where it stands, keeps a slider from attacking the king of `us`.
    #[inline(always)]
    fn token_shields(&self, us: Color) -> bool {
        let (king, token) = (self.king(us), self.token);
        if token == Square::NONE || king == Square::NONE {
            return false;
        }
        let line = tables::direction(king, token);
        if line == 0 || self.board.ray_end(king, line) != token {
            return false;
        }
        let beyond = self.board.ray_end(token, line);
        let cell = self.board.at(beyond);
        cell.is(!us) && tables::reach(!us, self.board.kind(cell), beyond, king).possible()
    }

    /// Whether there is a legal turn. Nearly always the token can simply step aside.
    pub(super) fn has_turn(&self) -> bool {
        let us = self.side;
        let calm = !self.token_shields(us) && !attacked(&self.board, self.king(us), !us, Square::NONE);
        calm && token_targets(self.token).into_iter().any(|to| self.board.at(to).is_empty()) || self.count_moves() > 0
    }
}

pub(super) struct Generator<'a, R: Rules, C, const WHITE: bool, const NOISY: bool> {
    pub position: &'a BoxGame<R>,
    pub out: &'a mut C,
    prefix: Turn,
    king: Square,
    enemy_king: Square,
    danger: Danger,
}

impl<'a, R: Rules, C: Collector, const WHITE: bool, const NOISY: bool> Generator<'a, R, C, WHITE, NOISY> {
    pub(super) const US: Color = if WHITE { Color::White } else { Color::Black };
    pub(super) const THEM: Color = if WHITE { Color::Black } else { Color::White };
    const FORWARD: Step = if WHITE { step::N } else { step::S };
    const BACK: Step = if WHITE { step::S } else { step::N };
    const HOME_RANK: u8 = if WHITE { 1 } else { 6 };
    const SEVENTH: u8 = if WHITE { 6 } else { 1 };

    #[inline(always)]
    fn new(position: &'a BoxGame<R>, prefix: Turn, out: &'a mut C) -> Self {
        let (king, enemy_king) = (position.king(Self::US), position.king(Self::THEM));
        let danger = Danger::of(&position.board, king, Self::US);
        Generator { position, out, prefix, king, enemy_king, danger }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, turn: Turn) {
        self.out.turn(turn.and(self.prefix));
    }

    #[inline(always)]
    fn cell(&self, square: Square) -> Cell {
        self.position.board.at(square)
    }

    /// An enemy piece that can be captured: a king never can, though the token may lie between.
    #[inline(always)]
    fn is_victim(&self, square: Square) -> bool {
        self.cell(square).is(Self::THEM) && square != self.enemy_king
    }

    #[inline(always)]
    fn all(&mut self) {
        if self.danger.checks > 0 {
            self.answers();
        } else if self.danger.has_pins() {
            self.pieces::<_, true>(&Anywhere);
        } else {
            self.pieces::<_, false>(&Anywhere);
        }
        if self.king != Square::NONE {
            self.king_steps();
            if !NOISY && self.danger.checks == 0 && self.position.castling != 0 {
                self.castling();
            }
        }
        // Noisy is only that the token swallows an enemy piece, and an own pawn comes out as a queen.
        // All other ways to drop that queen would be too many, and hardly better.
        let inmate = self.position.inmate;
        if !NOISY || inmate.kind() == PAWN && inmate.color() == Self::US {
            self.token_turns();
        }
        if !NOISY {
            self.entries();
        }
    }

    #[cold]
    fn answers(&mut self) {
        if self.danger.checks == 1 {
            let answers = Answers::to(&self.danger, self.king);
            self.pieces::<_, true>(&answers);
        }
    }

    /// Everything but the king.
    #[inline(always)]
    fn pieces<T: Targets, const PINS: bool>(&mut self, targets: &T) {
        for number in self.position.board.numbers(Self::US) {
            let from = self.position.board.square_of(number);
            let kind = self.position.board.kind_of(number);
            if PINS && self.danger.pins(number) {
                self.pinned_piece(kind & 7, from, targets);
                continue;
            }
            match kind & 7 {
                PAWN => self.pawn(from, targets),
                KNIGHT => self.leap(from, targets),
                BISHOP => self.slide(from, &step::DIAGONAL, targets),
                ROOK => self.slide(from, &step::ORTHOGONAL, targets),
                QUEEN => self.slide(from, &step::ALL, targets),
                _ => {}
            }
        }
        if self.position.en_passant_live {
            self.en_passant();
        }
    }

    /// A pinned piece may only move along the line to its king.
    #[inline(never)]
    fn pinned_piece<T: Targets>(&mut self, kind: u8, from: Square, targets: &T) {
        let line = tables::direction(self.king, from);
        let back = line.wrapping_neg();
        match kind {
            PAWN => {
                for side in [step::E, step::W] {
                    let capture = Self::FORWARD.wrapping_add(side);
                    if capture == line || capture == back {
                        self.pawn_capture(from, from.step(capture), targets);
                    }
                }
                if line == Self::FORWARD || back == Self::FORWARD {
                    self.pawn_advance(from, targets);
                }
            }
            BISHOP if step::DIAGONAL.contains(&line) => self.slide(from, &[line, back], targets),
            ROOK if step::ORTHOGONAL.contains(&line) => self.slide(from, &[line, back], targets),
            QUEEN => self.slide(from, &[line, back], targets),
            _ => {}
        }
    }

    #[inline(always)]
    fn slide<T: Targets, const D: usize>(&mut self, from: Square, steps: &[Step; D], targets: &T) {
        for &step in steps {
            let mut to = self.ray(from, from, step, targets);
            if !R::SOLID_TOKEN && to == self.position.token {
                to = self.ray(from, to, step, targets);
            }
            if self.is_victim(to) && targets.allow(to) {
                self.push(Turn::new(from, to));
            }
        }
    }

    /// Moves to the empty squares beyond `start`; returns where they end.
    #[inline(always)]
    fn ray<T: Targets>(&mut self, from: Square, start: Square, step: Step, targets: &T) -> Square {
        let mut to = start.step(step);
        while self.cell(to).is_empty() {
            if !NOISY && targets.allow(to) {
                self.push(Turn::new(from, to));
            }
            to = to.step(step);
        }
        to
    }

    #[inline(always)]
    fn leap<T: Targets>(&mut self, from: Square, targets: &T) {
        for step in step::KNIGHT {
            let to = from.step(step);
            if self.may_land(to) && targets.allow(to) {
                self.push(Turn::new(from, to));
            }
        }
    }

    #[inline(always)]
    fn may_land(&self, to: Square) -> bool {
        let cell = self.cell(to);
        let lands = if NOISY { cell.is(Self::THEM) } else { cell.admits(Self::US) };
        lands && to != self.enemy_king
    }

    #[inline(always)]
    fn pawn<T: Targets>(&mut self, from: Square, targets: &T) {
        self.pawn_capture(from, from.step(Self::FORWARD.wrapping_add(step::E)), targets);
        self.pawn_capture(from, from.step(Self::FORWARD.wrapping_add(step::W)), targets);
        self.pawn_advance(from, targets);
    }

    #[inline(always)]
    fn pawn_capture<T: Targets>(&mut self, from: Square, to: Square, targets: &T) {
        if self.is_victim(to) && targets.allow(to) {
            self.pawn_arrives(from, to);
        }
    }

    #[inline(always)]
    fn pawn_advance<T: Targets>(&mut self, from: Square, targets: &T) {
        if NOISY && from.rank() != Self::SEVENTH {
            return;
        }
        let to = from.step(Self::FORWARD);
        let open = self.cell(to).is_empty();
        if open && targets.allow(to) {
            self.pawn_arrives(from, to);
        }
        if from.rank() == Self::HOME_RANK && (open || !R::SOLID_TOKEN && to == self.position.token) {
            let far = to.step(Self::FORWARD);
            if self.cell(far).is_empty() && targets.allow(far) {
                self.push(Turn::new(from, far).with_flag(Flag::DOUBLE_STEP));
            }
        }
    }

    #[inline(always)]
    fn pawn_arrives(&mut self, from: Square, to: Square) {
        if from.rank() == Self::SEVENTH {
            for &kind in if NOISY { &PROMOTIONS[..1] } else { &PROMOTIONS } {
                self.push(Turn::new(from, to).promoting(kind));
            }
        } else {
            self.push(Turn::new(from, to));
        }
    }

    /// Two pieces leave the rank at once: pins cannot tell, so the capture is tried out.
    #[cold]
    fn en_passant(&mut self) {
        let target = self.position.en_passant;
        let victim = target.step(Self::BACK);
        for side in [step::E, step::W] {
            let from = victim.step(side);
            if self.position.board.kind_at(from, Self::US) != PAWN {
                continue;
            }
            let mut board = self.position.board.clone();
            board.take(victim);
            board.shift(from, target);
            if !attacked(&board, self.king, Self::THEM, Square::NONE) {
                self.push(Turn::new(from, target).with_flag(Flag::EN_PASSANT));
            }
        }
    }

    #[inline(always)]
    fn king_steps(&mut self) {
        for step in step::ALL {
            let to = self.king.step(step);
            if self.may_land(to) && !attacked(&self.position.board, to, Self::THEM, self.king) {
                self.push(Turn::new(self.king, to));
            }
        }
    }

    /// Rights mean that king and rook stand at home; the token in between is a wall and blocks.
    #[inline]
    fn castling(&mut self) {
        let rights = self.position.castling >> (2 * Self::US.index());
        let wings = [(1, Flag::CASTLE_H, step::E, 2), (2, Flag::CASTLE_A, step::W, 3)];
        for (bit, flag, side, gap) in wings {
            let on_way = |distance: u8| self.king.step(side.wrapping_mul(distance));
            let safe = |square: Square| !attacked(&self.position.board, square, Self::THEM, self.king);
            if rights & bit != 0
                && (1..=gap).all(|distance| self.cell(on_way(distance)).is_empty())
                && safe(on_way(1))
                && safe(on_way(2))
            {
                self.push(Turn::new(self.king, on_way(2)).with_flag(flag));
            }
        }
    }

    /// The token from the centre point, or by a knight's leap.
    #[inline(always)]
    fn token_turns(&mut self) {
        let calm = self.danger.checks == 0 && !self.position.token_shields(Self::US);
        for to in token_targets(self.position.token) {
            self.token_to(to, calm);
        }
    }

    /// `calm`: nothing can attack the own king, wherever the token goes.
    #[inline(always)]
    fn token_to(&mut self, to: Square, calm: bool) {
        let cell = self.cell(to);
        let barred = !R::KINGS_ENTER && (to == self.king || to == self.enemy_king);
        if cell == Cell::WALL || barred || NOISY && !self.is_victim(to) {
            return;
        }
        let turn = Turn::new(self.position.token, to).with_flag(Flag::TOKEN);
        if !cell.is_empty() && !self.position.inmate.is_none() {
            self.release(&Half::after_token(self.position, to), turn);
        } else if !NOISY && (calm || !Half::after_token(self.position, to).exposes(Self::US)) {
            self.push(turn);
        }
    }

    /// Pieces that walk into the box.
    #[inline(always)]
    fn entries(&mut self) {
        let token = self.position.token;
        if token == Square::NONE {
            return;
        }
        for number in self.position.board.numbers(Self::US) {
            let from = self.position.board.square_of(number);
            let kind = self.position.board.kind_of(number);
            let reach = tables::reach(Self::US, kind, from, token);
            if reach.possible() && (reach.certain() || self.leads_to(from, token)) {
                self.enter(from, kind);
            }
        }
        if R::PAWNS_ENTER_STRAIGHT {
            self.straight_entry(token.step(Self::BACK));
        }
    }

    fn leads_to(&self, from: Square, token: Square) -> bool {
        self.position.board.ray_end(token, tables::direction(token, from)) == from
    }

    /// A pawn on `near`, the square before the token, or one on its home rank behind it.
    #[inline(always)]
    fn straight_entry(&mut self, near: Square) {
        let board = &self.position.board;
        let far = near.step(Self::BACK);
        if board.kind_at(near, Self::US) == PAWN {
            self.enter(near, PAWN);
        } else if self.cell(near).is_empty() && far.rank() == Self::HOME_RANK && board.kind_at(far, Self::US) == PAWN {
            self.enter(far, PAWN);
        }
    }

    #[inline]
    fn enter(&mut self, from: Square, kind: u8) {
        if !R::KINGS_ENTER && kind == KING {
            return;
        }
        let turn = Turn::new(from, self.position.token).with_flag(Flag::ENTER);
        if !self.position.inmate.is_none() {
            self.release(&Half::after_entry(self.position, from), turn);
        } else if kind == KING || self.may_vanish(from) {
            self.push(turn);
        }
    }

    /// Whether the own king is safe when a piece just leaves the board.
    #[inline]
    fn may_vanish(&self, from: Square) -> bool {
        self.danger.checks == 0 && !self.danger.pins(Board::number(self.cell(from)))
    }
}

//! What fills the box: moves of the token, and pieces that walk in.

use super::half::{Half, king_attacked};
use super::movegen::BoxGenerator;
use super::turn::TurnFlag;
use super::{Board, BoxGame, BoxRules, Turn};
use crate::position::Rules;
use crate::types::square::step;
use crate::types::{Cell, Color, Kind, Sink, Square};
use crate::variants::orthodox::movegen::Generator;
use crate::variants::orthodox::pawns::PawnGenerator;
use crate::variants::orthodox::pieces::{KING, PAWN};
use crate::variants::orthodox::reach::{direction, reach};

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

impl<R: BoxRules> BoxGame<R> {
    /// Whether the token, where it stands, keeps a slider from attacking the king of `us`.
    #[inline(always)]
    fn token_shields(&self, us: Color) -> bool {
        let (king, token) = (self.king(us), self.token);
        if token == Square::NONE || king == Square::NONE {
            return false;
        }
        let line = direction(king, token);
        if line == 0 || self.board.ray_end(king, line) != token {
            return false;
        }
        let beyond = self.board.ray_end(token, line);
        let cell = self.board.at(beyond);
        cell.is(!us) && reach(!us, self.board.kind(cell), beyond, king).possible()
    }

    /// Whether there is a legal turn. Nearly always the token can simply step aside.
    pub(super) fn has_turn(&self) -> bool {
        let us = self.state.side;
        let calm = !self.token_shields(us) && !king_attacked(&self.board, self.king(us), !us);
        calm && token_targets(self.token).into_iter().any(|to| self.board.at(to).is_empty()) || self.count_moves() > 0
    }
}

impl<R: BoxRules, S: Sink<Turn>, const WHITE: bool, const NOISY: bool> BoxGenerator<'_, R, S, WHITE, NOISY> {
    /// The token from the centre point, or by a knight's leap.
    #[inline(always)]
    pub(super) fn token_turns(&mut self) {
        let calm = self.danger.checks == 0 && !self.position.token_shields(Self::US);
        for to in token_targets(self.position.token) {
            self.token_to(to, calm);
        }
    }

    /// `calm`: nothing can attack the own king, wherever the token goes.
    #[inline(always)]
    fn token_to(&mut self, to: Square, calm: bool) {
        let cell = self.cell(to);
        let barred = !R::KINGS_ENTER && (to == self.danger.king || to == self.enemy_king);
        if cell == Cell::WALL || barred || NOISY && !self.is_victim(to, cell) {
            return;
        }
        let turn = Turn::new(self.position.token, to).with_flag(TurnFlag::TOKEN);
        if !cell.is_empty() && !self.position.inmate.is_none() {
            self.release(&Half::after_token(self.position, to), turn);
        } else if !NOISY && (calm || !Half::after_token(self.position, to).exposes(Self::US)) {
            self.push_turn(turn);
        }
    }

    /// Pieces that walk into the box.
    #[inline(always)]
    pub(super) fn entries(&mut self) {
        let token = self.position.token;
        if token == Square::NONE {
            return;
        }
        for number in self.position.board.numbers(Self::US) {
            let from = self.position.board.square_of(number);
            let kind = self.position.board.kind_of(number);
            let reach = reach(Self::US, kind, from, token);
            if reach.possible() && (reach.certain() || self.leads_to(from, token)) {
                self.enter(from, kind);
            }
        }
        if R::PAWNS_ENTER_STRAIGHT {
            self.straight_entry(token.step(Self::BACK));
        }
    }

    fn leads_to(&self, from: Square, token: Square) -> bool {
        self.position.board.ray_end(token, direction(token, from)) == from
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
    fn enter(&mut self, from: Square, kind: Kind) {
        if !R::KINGS_ENTER && kind == KING {
            return;
        }
        let turn = Turn::new(from, self.position.token).with_flag(TurnFlag::ENTER);
        if !self.position.inmate.is_none() {
            self.release(&Half::after_entry(self.position, from), turn);
        } else if kind == KING || self.may_vanish(from) {
            self.push_turn(turn);
        }
    }

    /// Whether the own king is safe when a piece just leaves the board.
    #[inline]
    fn may_vanish(&self, from: Square) -> bool {
        self.danger.checks == 0 && !self.danger.pins(Board::place(Board::number(self.cell(from))))
    }
}

//! Playing a turn: choice, free piece, move of a piece or the token, release, own king's free piece.

use super::state::{Rights, is_promoted, promoted};
use super::turn::{FreePiece, TurnFlag};
use super::{BoxGame, BoxRules, Inmate, Turn};
use crate::position::{GameMove, Rules};
use crate::types::{Color, Kind, Square};
use crate::variants::orthodox::Flag;
use crate::variants::orthodox::castling::CastlingSide;
use crate::variants::orthodox::en_passant::pawn_beside;
use crate::variants::orthodox::pieces::{KING, PAWN, ROOK};

impl<R: BoxRules> BoxGame<R> {
    #[inline]
    pub(super) fn play_turn(&mut self, turn: Turn) {
        self.begin_ply();
        if self.waiting != Square::NONE {
            self.state.transform(&mut self.board, self.state.side, self.waiting, promoted(turn.choice()));
            self.waiting = Square::NONE;
        }
        if self.free_piece {
            self.set_free_piece(false);
            if let Some(free) = turn.free_before() {
                self.bring_back(free);
            }
        }
        self.castling.update(turn.from(), turn.to(), &mut self.state);
        match turn.flag() {
            TurnFlag::TOKEN => self.move_token(turn),
            TurnFlag::ENTER => self.enter_box(turn),
            flag => match CastlingSide::of(flag) {
                Some(side) => self.castle(turn, side),
                None => self.move_piece(turn),
            },
        }
        self.end_ply();
    }

    fn enter_box(&mut self, turn: Turn) {
        let kind = self.remove(turn.from(), self.state.side);
        if kind == PAWN {
            self.state.halfmove = 0;
        }
        self.lodge(self.state.side, kind, turn);
    }

    fn castle(&mut self, turn: Turn, side: CastlingSide) {
        let (king_to, rook_to) = side.targets(turn.from());
        self.relocate(KING, turn.from(), king_to);
        self.relocate(ROOK, Rights::corner(self.state.side, side), rook_to);
    }

    #[inline]
    fn move_piece(&mut self, turn: Turn) {
        let (us, from, to) = (self.state.side, turn.from(), turn.to());
        let kind = self.board.kind_at(from, us);
        if self.board.at(to).is(!us) {
            self.capture(to);
        }
        self.relocate(kind, from, to);
        if kind == PAWN {
            self.finish_pawn_move(turn);
        }
    }

    /// Promoted pawns are captured as pawns.
    #[inline]
    fn capture(&mut self, square: Square) {
        let them = !self.state.side;
        let kind = self.remove(square, them);
        self.state.halfmove = 0;
        if R::KINGS_ENTER {
            self.count_captured(them, if !is_promoted(kind) { kind } else { PAWN }, 1);
        }
    }

    fn finish_pawn_move(&mut self, turn: Turn) {
        let (us, to) = (self.state.side, turn.to());
        self.state.halfmove = 0;
        let behind = to.step((!us).forward());
        if turn.promotion() != Kind::NONE {
            self.state.transform(&mut self.board, us, to, promoted(turn.promotion()));
        } else if turn.flag() == Flag::EN_PASSANT {
            self.capture(behind);
        } else if turn.flag() == Flag::DOUBLE_STEP && behind != self.token {
            self.en_passant.set(behind, pawn_beside(&self.board, to, us), &mut self.state);
        }
    }

    fn move_token(&mut self, turn: Turn) {
        let hit = self.board.piece_at(turn.to());
        if let Some((color, _)) = hit {
            let kind = self.remove(turn.to(), color);
            self.set_token(turn.to());
            self.lodge(color, kind, turn);
        } else {
            self.set_token(turn.to());
        }
    }

    /// Puts a piece that has left the board into the box and releases the one that was in it.
    fn lodge(&mut self, color: Color, kind: Kind, turn: Turn) {
        let out = self.inmate;
        let reverts = is_promoted(kind) && !R::PROMOTION_LASTS;
        self.set_inmate(Inmate::new(color, if reverts { PAWN } else { kind }));
        if let Some(square) = turn.release() {
            self.release(out, square, turn);
        }
    }

    fn release(&mut self, out: Inmate, square: Square, turn: Turn) {
        let (us, color) = (self.state.side, out.color());
        let kind = if turn.release_promotion() != Kind::NONE { promoted(turn.release_promotion()) } else { out.kind() };
        self.place(color, kind, square);
        if out.kind() == PAWN {
            self.state.halfmove = 0;
            if color != us && square.rank() == color.choose(7, 0) {
                self.waiting = square;
            }
        } else if out.kind() == KING && color != us {
            self.set_free_piece(self.has_captured(color));
        } else if let Some(free) = turn.free_after() {
            self.bring_back(free);
        }
    }

    fn bring_back(&mut self, free: FreePiece) {
        let kind = if free.promotion == Kind::NONE { free.kind } else { promoted(free.promotion) };
        self.count_captured(self.state.side, free.kind, -1);
        self.place(self.state.side, kind, free.square);
        if free.kind == PAWN {
            self.state.halfmove = 0;
        }
    }
}

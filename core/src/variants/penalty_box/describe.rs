//! What people see of positions and turns.

use super::state::is_promoted;
use super::text::captured;
use super::turn::{FreePiece, TurnFlag};
use super::{BoxGame, BoxRules, Turn};
use crate::position::piece_kind::PieceKind;
use crate::position::shape::{Put, Source, TOKEN};
use crate::position::view::{Boxed, Layout, Pending, square_name};
use crate::position::{Annotation, Describe, GameMove, Rules, SearchHints, Shape};
use crate::types::{Color, Kind, Square};
use crate::variants::orthodox::Flag;
use crate::variants::orthodox::castling::CastlingSide;
use crate::variants::orthodox::en_passant::victim;
use crate::variants::orthodox::pieces::{LETTERS, base};

impl<R: BoxRules> Describe for BoxGame<R> {
    fn letter(&self, kind: Kind) -> char {
        LETTERS.letter(base(kind))
    }

    fn is_promoted(&self, kind: Kind) -> bool {
        is_promoted(kind)
    }

    fn layouts(&self) -> Vec<Layout> {
        let token = Some(self.token).filter(|&token| token != Square::NONE);
        vec![Layout { token, ..self.layout() }]
    }

    fn captured(&self) -> String {
        captured(self)
    }

    fn boxed(&self) -> Option<Vec<Boxed>> {
        let inmate = Some(self.inmate).filter(|inmate| !inmate.is_none());
        let seen = inmate.map(|inmate| {
            let (letter, promoted) = (self.letter(inmate.kind()), is_promoted(inmate.kind()));
            Boxed { letter: inmate.color().dress(letter), promoted }
        });
        Some(seen.into_iter().collect())
    }

    fn pending(&self) -> Vec<Pending> {
        self.pending_on(None)
    }

    fn annotations(&self, _: &[PieceKind]) -> Vec<Annotation> {
        let text = "Its owner has to choose what it becomes";
        let waiting = self.waiting_pawn().map(|square| Annotation::new(square, "waiting", text, Vec::new()));
        waiting.into_iter().chain(self.en_passant.mark()).collect()
    }

    fn shape(&self, turn: Turn) -> Shape {
        let (us, from, to) = (self.state.side, turn.from(), turn.to());
        let is_token = turn.flag() == TurnFlag::TOKEN;
        let mover = if is_token { TOKEN } else { us.dress(self.letter(self.mover(turn))) };
        let path = if from == Square::NONE { vec![to] } else { vec![from, to] };
        Shape {
            choice: self.named(turn.choice()),
            before: turn.free_before().map(|free| self.put(free)),
            captures: self.seen_victim(turn).into_iter().collect(),
            castling: CastlingSide::of(turn.flag()).map(|side| self.rook_move(from, side)),
            boxed: if is_token { self.swallowed(turn) } else { Some(mover).filter(|_| turn.flag() == TurnFlag::ENTER) },
            becomes: self.named(turn.promotion()),
            after: self.released(turn).into_iter().chain(turn.free_after().map(|free| self.put(free))).collect(),
            ..Shape::of(mover, path)
        }
    }

    /// A pawn that waits for its owner's choice must not wait for another turn.
    fn turned(&self) -> Option<Self> {
        let allowed = !self.in_check() && self.waiting_pawn().is_none();
        allowed.then(|| BoxGame { free_piece: false, ..*self }.passed())
    }
}

impl<R: BoxRules> BoxGame<R> {
    /// What has to be chosen on a board of this name.
    pub(super) fn pending_on(&self, board: Option<char>) -> Vec<Pending> {
        let choice = self.waiting_pawn().map(|square| {
            let text = format!("Choose what the pawn on {} becomes", square_name(board, square));
            Pending { board, square: Some(square), text }
        });
        let free = self.free_piece.then(|| {
            let text = "A captured piece may come back before the move, because the king has been released".into();
            Pending { board, square: None, text }
        });
        choice.into_iter().chain(free).collect()
    }

    fn waiting_pawn(&self) -> Option<Square> {
        Some(self.waiting).filter(|&square| square != Square::NONE)
    }

    /// The letter of what a pawn becomes, if it becomes anything.
    fn named(&self, kind: Kind) -> Option<char> {
        (!kind.is_none()).then(|| self.letter(kind))
    }

    fn put(&self, free: FreePiece) -> Put {
        let letter = self.state.side.dress(self.letter(free.kind));
        Put { source: Source::Hand, letter, to: free.square, becomes: self.named(free.promotion) }
    }

    fn released(&self, turn: Turn) -> Option<Put> {
        let letter = self.inmate.color().dress(self.letter(self.inmate.kind()));
        let put = |to| Put { source: Source::Box, letter, to, becomes: self.named(turn.release_promotion()) };
        turn.release().map(put)
    }

    /// The enemy that a turn captures, rather than boxes.
    fn seen_victim(&self, turn: Turn) -> Option<(Square, char)> {
        let us = self.state.side;
        match turn.flag() {
            0 => self.seen_on(turn.to(), !us),
            Flag::EN_PASSANT => self.seen_on(victim(turn.to(), us), !us),
            _ => None,
        }
    }

    /// What the token lands on, which may have been placed or chosen in the same turn.
    fn swallowed(&self, turn: Turn) -> Option<char> {
        let us = self.state.side;
        let placed = turn.free_before().filter(|free| free.square == turn.to());
        let chosen = Some(turn.choice()).filter(|choice| !choice.is_none() && turn.to() == self.waiting);
        let own = placed.map(|free| free.promotion.max(free.kind)).or(chosen);
        let stands = Color::ALL.into_iter().find_map(|color| self.seen_on(turn.to(), color));
        own.map(|kind| us.dress(self.letter(kind))).or(stands.map(|(_, letter)| letter))
    }

    /// Where the rook starts and ends that castles with the king on `king`.
    fn rook_move(&self, king: Square, side: CastlingSide) -> (Square, Square) {
        (super::state::Rights::corner(self.state.side, side), side.targets(king).1)
    }
}

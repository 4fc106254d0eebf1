//! What people see of positions and moves, from the rules.

use super::piece_kind::{PieceKind, Role};
use super::view::{Annotation, Boxed, Check, Layout, Note, Pending, View, square_name};
use super::{Features, GameMove, Shape};
use crate::types::fen::Placed;
use crate::types::{BoardView, Color, Kind, Square};
use std::cmp::Reverse;

/// What people see of a game's positions and moves. The defaults are those of a game with one board whose moves displace one
/// piece. `kinds` are those of the game's row.
pub trait Describe: Features {
    /// The letter of a kind of piece, upper case.
    fn letter(&self, kind: Kind) -> char;

    /// Whether pieces of a kind are promoted pawns that may become pawns again.
    fn is_promoted(&self, _kind: Kind) -> bool {
        false
    }

    /// The board of the side to move and what stands on it.
    fn layout(&self) -> Layout {
        let placed = |(color, (kind, square)): (Color, (Kind, Square))| {
            let letter = color.dress(self.letter(kind));
            Placed { square, letter, promoted: self.is_promoted(kind) }
        };
        let armies = Color::ALL.into_iter().flat_map(|color| self.board().army(color).map(move |piece| (color, piece)));
        let mut pieces: Vec<Placed> = armies.map(placed).collect();
        pieces.sort_by_key(|piece| (Reverse(piece.square.rank()), piece.square.file()));
        let (files, ranks) = (self.set().files as u8, self.set().ranks as u8);
        Layout { name: None, files, ranks, holes: Vec::new(), pieces, token: None, ended: false }
    }

    /// The boards.
    fn layouts(&self) -> Vec<Layout> {
        vec![self.layout()]
    }

    /// The letters of the pieces in hand ([`View::hands`]); `None` in a game without hands.
    fn hands(&self) -> Option<String> {
        None
    }

    /// The letters of captured pieces that may come back ([`View::captured`]).
    fn captured(&self) -> String {
        String::new()
    }

    /// What the box holds; `None` in a game without a box.
    fn boxed(&self) -> Option<Vec<Boxed>> {
        None
    }

    /// What has to be chosen before the next move.
    fn pending(&self) -> Vec<Pending> {
        Vec::new()
    }

    /// What is to be seen besides the pieces.
    fn annotations(&self, _kinds: &[PieceKind]) -> Vec<Annotation> {
        Vec::new()
    }

    /// The check that the side to move is in.
    fn check(&self, kinds: &[PieceKind]) -> Option<Check> {
        let by = Some(self.checkers()).filter(|_| self.in_check())?;
        let is_royal = |kind| PieceKind::of(kinds, self.letter(kind)).is_some_and(|kind| kind.role == Role::Royal);
        let royals = self.board().army(self.state().side).filter(|&(kind, _)| is_royal(kind));
        let squares = royals.map(|(_, square)| square).collect();
        Some(Check { squares, text: format!("Check by {}", self.names(kinds, &by)), by })
    }

    /// What is counted besides moves.
    fn notes(&self) -> Vec<Note> {
        Vec::new()
    }

    /// The number of the next move of White, or of Black after it.
    fn fullmove(&self) -> u16 {
        self.state().fullmove
    }

    /// The whole view.
    fn view(&self, kinds: &[PieceKind]) -> View {
        View {
            boards: self.layouts(),
            hands: self.hands(),
            captured: self.captured(),
            boxed: self.boxed(),
            pending: self.pending(),
            check: self.check(kinds),
            marks: self.annotations(kinds),
            notes: self.notes(),
            halfmove: self.state().halfmove,
            fullmove: self.fullmove(),
        }
    }

    /// The name of a kind of piece.
    fn name(&self, kinds: &[PieceKind], kind: Kind) -> &'static str {
        PieceKind::of(kinds, self.letter(kind)).map_or("piece", |row| row.name_of(self.is_promoted(kind)))
    }

    /// "the Ice Queen on d8", or several joined by "and".
    fn names(&self, kinds: &[PieceKind], squares: &[Square]) -> String {
        let name = |&square: &Square| {
            let kind = self.name(kinds, self.board().kind_on(square));
            format!("the {kind} on {}", square_name(self.turn().board, square))
        };
        squares.iter().map(name).collect::<Vec<_>>().join(" and ")
    }

    /// The piece of a colour on a square, as [`Shape::captures`] has it.
    fn seen_on(&self, square: Square, color: Color) -> Option<(Square, char)> {
        let kind = self.board().kind_at(square, color);
        (!kind.is_none()).then(|| (square, color.dress(self.letter(kind))))
    }

    /// What a legal move does.
    fn shape(&self, mv: Self::Move) -> Shape {
        self.displacement(mv)
    }

    /// The shape of a move that goes from one square to another one and captures what stands there.
    fn displacement(&self, mv: Self::Move) -> Shape {
        let (us, from, to) = (self.state().side, mv.from(), mv.to());
        let mover = us.dress(self.letter(self.board().kind_at(from, us)));
        let becomes = Some(mv.promotion()).filter(|kind| !kind.is_none()).map(|kind| self.letter(kind));
        Shape { captures: self.seen_on(to, !us).into_iter().collect(), becomes, ..Shape::of(mover, vec![from, to]) }
    }

    /// The same position with the other army of the board to move; `None` where the rules do not allow the question, as when
    /// a king is in check.
    fn turned(&self) -> Option<Self> {
        (!self.in_check()).then(|| self.passed())
    }
}

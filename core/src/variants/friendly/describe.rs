//! What people see of positions and moves.

use super::pieces::{FRIEND, JELLYFISH, LETTERS, each, only};
use super::{Board, Flag, Friendly};
use crate::position::piece_kind::PieceKind;
use crate::position::{Annotation, Describe, Rules, Shape};
use crate::types::square::step;
use crate::types::{Color, Kind, Move, Square};

impl Describe for Friendly {
    fn letter(&self, kind: Kind) -> char {
        LETTERS.letter(kind)
    }

    fn annotations(&self, kinds: &[PieceKind]) -> Vec<Annotation> {
        Color::ALL.into_iter().flat_map(|color| self.annotations_of(color, kinds)).collect()
    }

    fn shape(&self, mv: Move) -> Shape {
        let (us, from, to) = (self.state.side, mv.from(), mv.to());
        let plain = self.displacement(mv);
        let victim = self.victim_square(mv);
        let path = match Flag::form(mv) {
            Flag::RIFLE => vec![from, to, from],
            Flag::WITHDRAWAL | Flag::KATANA => vec![from, victim, to],
            Flag::PATIENT => vec![from, from.step(us.forward()), to],
            _ => vec![from, to],
        };
        let partner = if Flag::form(mv) == Flag::SWAP { self.seen_on(to, us) } else { None };
        Shape {
            captures: self.seen_on(victim, !us).into_iter().collect(),
            swapped: partner.map(|(_, letter)| letter),
            becomes: plain.becomes,
            vanishes: (mv.flag() & Flag::DIES != 0).then_some("is removed by poison"),
            ..Shape::of(plain.mover, path)
        }
    }

    /// A Friend in check can be captured.
    fn turned(&self) -> Option<Friendly> {
        Some(self.passed())
    }
}

impl Friendly {
    /// The immobile pieces of a side, and what its Friends borrow.
    fn annotations_of(&self, color: Color, kinds: &[PieceKind]) -> Vec<Annotation> {
        let mut marks = Vec::new();
        let frozen = &self.powers.frozen[color.index()];
        for (_, square) in self.board.army(color).filter(|piece| frozen.has(piece.1)) {
            let by = self.immobilisers(square, color);
            let text = format!("Cannot move because of {}", self.names(kinds, &by));
            marks.push(Annotation::new(square, "immobile", text, by));
        }
        for number in self.board.numbers(color).filter(|&number| self.board.kind_of(number) == FRIEND) {
            let square = self.board.square_of(number);
            for kind in each(self.powers.of_friend(color, number - Board::first(color))) {
                marks.push(self.power(square, kind, color, kinds));
            }
        }
        marks
    }

    /// What the Friend of `color` on a square borrows of a kind.
    fn power(&self, square: Square, kind: Kind, color: Color, kinds: &[PieceKind]) -> Annotation {
        let by = self.powers.lenders(&self.board, self.moved, color, (square, kind));
        let text = format!("Has the powers of the {}, from {}", self.name(kinds, kind), self.names(kinds, &by));
        Annotation { kind: Some(self.letter(kind)), ..Annotation::new(square, "power", text, by) }
    }

    /// The enemies with a Jellyfish's power beside a piece of `color`.
    fn immobilisers(&self, square: Square, color: Color) -> Vec<Square> {
        let has_power = |&beside: &Square| {
            let cell = self.board.at(beside);
            cell.is(!color) && self.kinds_of(cell, !color) & only(JELLYFISH) != 0
        };
        step::ALL.into_iter().map(|step| square.step(step)).filter(has_power).collect()
    }
}

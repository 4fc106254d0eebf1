//! What people see of positions and moves.

use super::General;
use super::moves::{Flag, GeneralMove};
use super::rules::{Form, WallPlace};
use crate::position::piece_kind::PieceKind;
use crate::position::shape::{Put, Source, Turn, Wall};
use crate::position::view::{Layout, Note};
use crate::position::{Annotation, Describe, GameMove, Shape};
use crate::types::fen::Placed;
use crate::types::{Color, Kind, Square};
use crate::variants::orthodox::en_passant::mark;
use std::cmp::Reverse;

impl General {
    /// Adds what a capture blows up: the pieces around, and the one that captures.
    fn add_blast(&self, mv: GeneralMove, shape: &mut Shape) {
        let mut next = *self;
        for (victim, _) in &shape.captures {
            next.board.take(*victim);
        }
        next.board.shift(mv.from(), mv.to());
        if !mv.becomes().is_none() {
            next.board.become_kind(mv.to(), mv.becomes());
        }
        for (color, square) in next.blown_up(mv.to()) {
            if square == mv.to() {
                shape.vanishes = Some("explodes");
            } else {
                shape.captures.extend(self.seen_on(square, color));
            }
        }
    }
}

impl Describe for General {
    fn letter(&self, kind: Kind) -> char {
        self.game.letter(kind)
    }

    fn is_promoted(&self, kind: Kind) -> bool {
        !kind.is_none() && self.rules().kind(kind).form != Form::Plain
    }

    fn layout(&self) -> Layout {
        let rules = self.rules();
        let placed = |color: Color| {
            self.board.army(color).map(move |(kind, square)| Placed {
                square,
                letter: color.dress(self.letter(kind)),
                promoted: self.is_promoted(kind),
            })
        };
        let mut pieces: Vec<Placed> = Color::ALL.into_iter().flat_map(placed).collect();
        pieces.sort_by_key(|piece| (Reverse(piece.square.rank()), piece.square.file()));
        let holes = Square::all(rules.files, rules.ranks).filter(|&square| self.is_wall(square)).collect();
        Layout { name: None, files: rules.files, ranks: rules.ranks, holes, pieces, token: None, ended: false }
    }

    fn hands(&self) -> Option<String> {
        self.rules().hand.as_ref().map(|_| self.hand_letters())
    }

    fn annotations(&self, _: &[PieceKind]) -> Vec<Annotation> {
        self.passed.squares().filter(|&square| self.board.at(square).is_empty()).map(mark).collect()
    }

    fn notes(&self) -> Vec<Note> {
        let checks = |color: Color| match self.checks_left[color.index()] {
            1 => Note { color: Some(color), text: "1 check to give".into() },
            left => Note { color: Some(color), text: format!("{left} checks to give") },
        };
        let counts_checks = self.rules().ends.counts_checks;
        let mut notes: Vec<Note> = Color::ALL.into_iter().filter(|_| counts_checks).map(checks).collect();
        let [limit, counted] = self.counted;
        if limit > 0 {
            let text = format!("Counting to a draw: {} of {} moves", counted / 2, limit / 2);
            notes.push(Note { color: None, text });
        }
        notes
    }

    fn shape(&self, mv: GeneralMove) -> Shape {
        let mut shape = self.shape_of_own(mv);
        match (mv.puts_on(), self.rules().effects.walls) {
            (Some(to), Some(walls)) => {
                let from = self.wall_that_moves(&walls);
                shape.wall = Some(Wall { from, to, is_chosen: walls.place != WallPlace::Left });
            }
            (Some(to), None) => {
                let letter = self.state.side.dress(self.letter(mv.piece()));
                shape.after.push(Put { source: Source::Hand, letter, to, becomes: None });
            }
            (None, _) => {}
        }
        if self.petrifies(mv) && !shape.captures.is_empty() {
            shape.vanishes = Some("turns to stone");
            shape.wall = Some(Wall { from: None, to: mv.to(), is_chosen: false });
        }
        shape
    }
}

impl General {
    /// What a move does without what it puts beside its own piece.
    fn shape_of_own(&self, mv: GeneralMove) -> Shape {
        let us = self.state.side;
        if mv.flag() == Flag::DROP {
            let turns = (!mv.becomes().is_none()).then_some(Turn::Promoted);
            return Shape { turns, ..Shape::of(us.dress(self.letter(mv.piece())), vec![mv.to()]) };
        }
        let mover = self.board.kind_on(mv.from());
        let is_promoted = self.form(mover) == Form::Promoted;
        if mv.flag() == Flag::PASS {
            let shape = Shape::of(us.dress(self.letter(mover)), vec![mv.from(), mv.from()]);
            return Shape { is_promoted, ..shape };
        }
        let mut shape = Shape { is_promoted, turns: self.turn(mover, mv), ..self.displacement(mv) };
        if shape.turns.is_some() {
            shape.becomes = None;
        }
        if mv.castles() {
            shape.captures.clear();
            shape.castling = Some((mv.square(), self.rook_target(mv)));
            let is_shuffled = self.rules().castling.as_ref().is_some_and(|rules| rules.shuffled);
            shape.goal = if is_shuffled || mv.from() == mv.to() { mv.square() } else { mv.to() };
        }
        if mv.flag() == Flag::EN_PASSANT {
            shape.captures.extend(self.victim_en_passant(mv.to()).and_then(|victim| self.seen_on(victim, !us)));
        }
        if self.rules().effects.blast.is_some() && !shape.captures.is_empty() {
            self.add_blast(mv, &mut shape);
        }
        shape
    }

    /// How a FEN marks pieces of a kind.
    fn form(&self, kind: Kind) -> Form {
        if kind.is_none() { Form::Plain } else { self.rules().kind(kind).form }
    }

    /// How a piece turns that keeps its letter.
    fn turn(&self, mover: Kind, mv: GeneralMove) -> Option<Turn> {
        let becomes = Some(mv.promotion()).filter(|kind| !kind.is_none())?;
        match (self.form(mover), self.form(becomes)) {
            (Form::Plain, Form::Promoted) if self.letter(mover) == self.letter(becomes) => Some(Turn::Promoted),
            (Form::Promoted, Form::Plain) if self.letter(mover) == self.letter(becomes) => Some(Turn::Back),
            _ => None,
        }
    }
}

//! Moves in words.

use super::names::kind_name;
use crate::game::Variant;
use crate::position::Shape;
use crate::position::piece_kind::{PieceKind, Role};
use crate::position::shape::{Put, Source, TOKEN, Turn};
use crate::position::view::square_name;
use crate::types::Square;

/// A move of a game, to be put into words.
pub(super) struct Words<'a> {
    pub(super) variant: &'static Variant,
    pub(super) shape: &'a Shape,
}

impl Words<'_> {
    fn name(&self, letter: char) -> &'static str {
        kind_name(self.variant, letter)
    }

    /// The name of what moves, as it is when it starts.
    fn mover(&self) -> &'static str {
        let kind = PieceKind::of(self.variant.kinds, self.shape.mover);
        kind.map_or("Token", |kind| kind.name_of(self.shape.is_promoted))
    }

    /// What the piece that moves turns into, which keeps its letter.
    fn turned(&self, turn: Turn) -> &'static str {
        let kind = PieceKind::of(self.variant.kinds, self.shape.mover);
        kind.map_or("Token", |kind| kind.name_of(turn == Turn::Promoted))
    }

    fn at(&self, square: Square) -> String {
        square_name(self.shape.board, square)
    }

    fn becomes(&self, letter: Option<char>) -> String {
        letter.map_or(String::new(), |kind| format!(", becomes a {}", self.name(kind)))
    }

    /// The move in words.
    pub(super) fn label(&self) -> String {
        let mut label = String::new();
        if let Some(kind) = self.shape.choice {
            label += &format!("Pawn becomes a {}; ", self.name(kind));
        }
        if let Some(Put { letter, to, becomes, .. }) = self.shape.before {
            label += &format!("{} returns on {}{}; ", self.name(letter), self.at(to), self.becomes(becomes));
        }
        label += &self.main_label();
        for &Put { source, letter, to, becomes } in &self.shape.after {
            let (name, to, becomes) = (self.name(letter), self.at(to), self.becomes(becomes));
            label += &match source {
                Source::Box => format!("; the {name} comes out on {to}{becomes}"),
                Source::Hand => format!("; a {name} comes in on {to}{becomes}"),
            };
        }
        if let Some(wall) = self.shape.wall.filter(|_| self.shape.vanishes.is_none()) {
            label += &format!("; a wall on {}", self.at(wall.to));
        }
        label
    }

    /// The move in short for the list of moves: letter, both squares, what it becomes. `None` for moves of several parts.
    pub(super) fn short(&self) -> Option<String> {
        let shape = self.shape;
        let is_plain = shape.choice.is_none()
            && shape.before.is_none()
            && shape.after.is_empty()
            && shape.wall.is_none()
            && shape.swapped.is_none()
            && shape.boxed.is_none()
            && shape.path.len() <= 2
            && !shape.passes()
            && !shape.shoots();
        if shape.castling.is_some() || !is_plain {
            return None;
        }
        let from = self.at(shape.from()?);
        let kind = PieceKind::of(self.variant.kinds, shape.mover)?;
        let letter = if kind.role == Role::Pawn { String::new() } else { kind.letter.to_string() };
        let sign = if shape.captures.is_empty() { "" } else { "x" };
        let becomes = match (shape.becomes, shape.turns) {
            (Some(letter), _) => format!("={}", letter.to_ascii_uppercase()),
            (None, Some(Turn::Promoted)) => "+".into(),
            (None, Some(Turn::Back)) => "-".into(),
            (None, None) => String::new(),
        };
        let letter = if shape.is_promoted { format!("+{}", kind.letter) } else { letter };
        Some(format!("{letter}{from}{sign}{}{becomes}", shape.goal))
    }

    fn main_label(&self) -> String {
        let shape = self.shape;
        if let Some((_, beside)) = shape.castling {
            return format!("Castle: King to {}, Rook to {}", self.at(shape.end()), self.at(beside));
        }
        if shape.passes() {
            return "Pass".into();
        }
        let is_token = shape.mover == TOKEN;
        let mut label = self.movement();
        if let Some(letter) = shape.boxed.filter(|_| is_token) {
            label += &format!(", boxes the {}", self.name(letter));
        }
        for &(victim, letter) in &shape.captures {
            let verb = if shape.shoots() { "" } else { ", captures" };
            label += &format!("{verb} the {} on {}", self.name(letter), self.at(victim));
        }
        label += &self.becomes(shape.becomes);
        match shape.turns {
            Some(turn) if shape.from().is_none() => label += &format!(" as a {}", self.turned(turn)),
            Some(turn) => label += &format!(", becomes a {}", self.turned(turn)),
            None => {}
        }
        if let Some(end) = shape.vanishes {
            label += &format!(", and {end}");
        }
        label
    }

    /// What moves where.
    fn movement(&self) -> String {
        let shape = self.shape;
        let (mover, goal) = (self.mover(), self.at(shape.goal));
        let Some(from) = shape.from().map(|from| self.at(from)) else {
            return if shape.mover == TOKEN {
                format!("Token to {goal}")
            } else {
                format!("{mover} dropped on {goal}")
            };
        };
        match shape.swapped {
            _ if shape.boxed.is_some() && shape.mover != TOKEN => format!("{mover} {from} into the box on {goal}"),
            Some(other) => format!("{mover} {from} and {} {goal} swap places", self.name(other)),
            None if shape.shoots() => format!("{mover} on {from} shoots"),
            None => format!("{mover} {from} to {goal}"),
        }
    }

    /// A few words that tell the move from others that are clicked in the same way.
    pub(super) fn choice(&self) -> String {
        let shape = self.shape;
        if let Some(kind) = shape.last_promotion() {
            return self.name(kind).into();
        }
        if let Some(turn) = shape.turns {
            return format!("Become a {}", self.turned(turn));
        }
        if shape.passes() {
            return "Pass".into();
        }
        if let Some(put) = shape.after.last() {
            let kind = PieceKind::of(self.variant.kinds, put.letter);
            let is_king = put.source == Source::Box && kind.is_some_and(|kind| kind.role == Role::Royal);
            let to = || format!("{} to {}", self.name(put.letter), self.at(put.to));
            return if is_king { "Bring back nothing".into() } else { to() };
        }
        match shape.castling {
            Some(_) => format!("Castle to {}", self.at(shape.end())),
            None if shape.shoots() => "Shoot".into(),
            None if shape.swapped.is_some() => format!("Swap with {}", self.at(shape.goal)),
            None => self.plain_choice(),
        }
    }

    fn plain_choice(&self) -> String {
        let goal = self.shape.goal;
        let elsewhere = self.shape.captures.iter().map(|victim| victim.0).filter(|&victim| victim != goal);
        let elsewhere: Vec<String> = elsewhere.map(|victim| self.at(victim)).collect();
        let captures =
            if elsewhere.is_empty() { String::new() } else { format!(", captures {}", elsewhere.join(", ")) };
        format!("{} to {}{captures}", self.mover(), self.at(goal))
    }
}

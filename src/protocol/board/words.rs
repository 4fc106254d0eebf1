//! Moves in words.

use super::anatomy::{Main, MoveKind, Put, Sight};
use super::places::{is_royal, kind_name, place};
use crate::game::Variant;
use crate::types::Square;

impl Sight {
    /// Returns the letter of the last promotion of the move, upper case.
    pub(super) fn becomes(&self) -> Option<char> {
        let main = if let Main::Leg { promotion, .. } = self.anatomy.main { promotion } else { None };
        let put = |put: Option<Put>| put.and_then(|put| put.promotion);
        let last = put(self.anatomy.after).or(put(self.anatomy.release)).or(main);
        last.map(|letter| letter.to_ascii_uppercase())
    }

    /// Returns the move in words.
    pub(super) fn label(&self, variant: &Variant) -> String {
        let name = |letter: char| kind_name(variant, letter);
        let square = |square: Square| place(self.anatomy.board, square);
        let becomes = |letter: Option<char>| letter.map_or(String::new(), |kind| format!(", becomes a {}", name(kind)));
        let mut label = String::new();
        if let Some(kind) = self.anatomy.choice {
            label += &format!("Pawn becomes a {}; ", name(kind));
        }
        if let Some(put) = self.anatomy.before {
            label += &format!("{} returns on {}{}; ", name(put.letter), square(put.to), becomes(put.promotion));
        }
        label += &self.main_label(variant);
        if let Some(put) = self.anatomy.release {
            label += &format!("; the {} comes out on {}{}", name(put.letter), square(put.to), becomes(put.promotion));
        }
        if let Some(put) = self.anatomy.after {
            label += &format!("; a {} returns on {}{}", name(put.letter), square(put.to), becomes(put.promotion));
        }
        label
    }

    fn main_label(&self, variant: &Variant) -> String {
        let name = |letter: char| kind_name(variant, letter);
        let square = |square: Square| place(self.anatomy.board, square);
        let (mover, target) = (name(self.mover), self.anatomy.target());
        if let Some([(_, king), (_, rook)]) = self.castling {
            return format!("Castle: King to {}, Rook to {}", square(king), square(rook));
        }
        let boxes = self.on_target.filter(|_| self.mover == '*').map(|letter| format!(", boxes the {}", name(letter)));
        let mut label = match self.anatomy.main {
            Main::Token(to) => format!("Token to {}", square(to)),
            Main::Drop(put) => format!("{mover} dropped on {}", square(put.to)),
            Main::Leg { from, .. } if self.on_target == Some('*') => {
                format!("{mover} {} into the box on {}", square(from), square(target))
            }
            Main::Leg { from, .. } if self.kind == MoveKind::Swap => {
                let other = self.on_target.map_or("Token", name);
                format!("{mover} {} and {other} {} swap places", square(from), square(target))
            }
            Main::Leg { from, .. } if self.anatomy.is_rifle() => format!("{mover} on {} shoots", square(from)),
            Main::Leg { from, .. } => format!("{mover} {} to {}", square(from), square(self.anatomy.goal())),
        };
        label += &boxes.unwrap_or_default();
        for &(victim, letter) in &self.captures {
            let verb = if self.anatomy.is_rifle() { "" } else { ", captures" };
            label += &format!("{verb} the {} on {}", name(letter), square(victim));
        }
        if let Main::Leg { promotion: Some(kind), .. } = self.anatomy.main {
            label += &format!(", becomes a {}", name(kind));
        }
        if self.dies {
            label += ", and is removed by poison";
        }
        label
    }

    /// Returns a few words that tell the move from others that are clicked in the same way.
    pub(super) fn choice(&self, variant: &Variant) -> String {
        let name = |letter: char| kind_name(variant, letter);
        let square = |square: Square| place(self.anatomy.board, square);
        if let Some(kind) = self.becomes() {
            return name(kind).into();
        }
        if let Some(put) = self.anatomy.after {
            return format!("{} to {}", name(put.letter), square(put.to));
        }
        if let Some(put) = self.anatomy.release {
            let is_king = is_royal(variant, put.letter);
            return if is_king {
                "Bring back nothing".into()
            } else {
                format!("{} to {}", name(put.letter), square(put.to))
            };
        }
        match self.kind {
            MoveKind::Castle => {
                let king = self.castling.map_or(self.anatomy.target(), |[(_, king), _]| king);
                format!("Castle to {}", square(king))
            }
            MoveKind::Rifle => "Shoot".into(),
            MoveKind::Swap => format!("Swap with {}", square(self.anatomy.target())),
            _ => self.plain_choice(variant),
        }
    }

    fn plain_choice(&self, variant: &Variant) -> String {
        let square = |square: Square| place(self.anatomy.board, square);
        let goal = self.anatomy.goal();
        let mut choice = format!("{} to {}", kind_name(variant, self.mover), square(goal));
        let elsewhere: Vec<String> =
            self.captures.iter().filter(|victim| victim.0 != goal).map(|victim| square(victim.0)).collect();
        if !elsewhere.is_empty() {
            choice += &format!(", captures {}", elsewhere.join(", "));
        }
        choice
    }
}

//! Whether a piece could capture on a square: for guards, checks, and pawns that flee.

use super::Board;
use super::pieces::*;
use super::powers::{Moved, may_open};
use super::tables;
use super::zone::Zone;
use crate::types::square::Step;
use crate::types::{Color, Square};

/// What captures depend on besides the piece and its target.
pub struct Scene<'a> {
    /// Where everybody stands.
    pub board: &'a Board,
    /// Who has lost opening rights.
    pub moved: Moved,
    /// Where slides end.
    pub brake: &'a Zone,
}

impl Scene<'_> {
    /// Whether a piece of `kind` on `from`, not a Friend, could capture an enemy that stands on `to`.
    #[inline(always)]
    pub fn captures(&self, color: Color, kind: u8, from: Square, to: Square) -> bool {
        let reach = tables::reach(color, from, to).of(kind);
        !reach.is_none() && (reach.certain() != 0 || self.condition_holds(color, kind, from, to))
    }

    /// Those of `kinds` by which a Friend on `from` could capture on `to`.
    #[inline]
    pub fn capturing_kinds(&self, color: Color, kinds: Kinds, from: Square, to: Square) -> Kinds {
        let reach = tables::reach(color, from, to);
        // A pawn lends its opening to nobody who is not at home, and from home no pawn guards one who is.
        let conditional = reach.conditional() & kinds & !only(PATIENT);
        let holding = each(conditional).filter(|&kind| self.condition_holds(color, kind, from, to));
        holding.fold(reach.certain() & kinds, |all, kind| all | only(kind))
    }

    /// Whether the way is free, or whatever else a capture at this distance needs.
    fn condition_holds(&self, color: Color, kind: u8, from: Square, to: Square) -> bool {
        let unit = tables::unit(from, to);
        match kind {
            ARCHER | CALIPH | LADY | MTAWALA => self.slides(from, to, unit),
            BODYGUARD | MIDNIGHTER => self.is_clear(from, to, unit),
            DAYRIDER => self.is_clear(from, to, unit.wrapping_mul(2)),
            HANGMAN => self.board.at(from.step(unit.wrapping_neg())).is_empty(),
            SAMURAI => self.board.at(to.step(unit)).is_empty(),
            PATIENT => may_open(self.moved, color, kind, from) && self.board.at(from.step(color.forward())).is_empty(),
            _ => false,
        }
    }

    fn is_clear(&self, from: Square, to: Square, step: Step) -> bool {
        let mut square = from.step(step);
        while square != to {
            if !self.board.at(square).is_empty() {
                return false;
            }
            square = square.step(step);
        }
        true
    }

    /// A slide of two squares or more: free, and stopped nowhere on the way.
    fn slides(&self, from: Square, to: Square, step: Step) -> bool {
        if self.brake.has(from) {
            return false;
        }
        let mut square = from.step(step);
        while square != to {
            if !self.board.at(square).is_empty() || self.brake.has(square) {
                return false;
            }
            square = square.step(step);
        }
        true
    }
}

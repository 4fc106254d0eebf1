//! Whether a piece could capture on a square; used for guards, checks, and the retreat of Chicken Pawns.

use super::Board;
use super::opening_rights::{Moved, may_open};
use super::pieces::*;
use super::square_set::SquareSet;
use super::tables;
use crate::types::square::Step;
use crate::types::{Color, Kind, Square};

/// Everything on which a capture depends besides the piece and its target.
pub struct CaptureConditions<'a> {
    pub board: &'a Board,
    /// The home squares whose pieces have lost their opening rights.
    pub moved: Moved,
    /// The squares where slides end.
    pub brake: &'a SquareSet,
}

impl CaptureConditions<'_> {
    /// Whether a piece of `kind` on `from`, not a Friend, could capture an enemy on `to`.
    #[inline(always)]
    pub fn captures(&self, color: Color, kind: Kind, from: Square, to: Square) -> bool {
        let reach = tables::reach(color, from, to).of(kind);
        !reach.is_none() && (reach.certain() != 0 || self.condition_holds(color, kind, from, to))
    }

    /// Those of `kinds` whose ability lets a Friend on `from` capture on `to`.
    #[inline]
    pub fn capturing_kinds(&self, color: Color, kinds: Kinds, from: Square, to: Square) -> Kinds {
        let reach = tables::reach(color, from, to);
        // The Patient Pawn's opening is never borrowed: pawns guard no Friend on its home square, and a Friend
        // elsewhere has no opening.
        let conditional = reach.conditional() & kinds & !only(PATIENT);
        let holding = each(conditional).filter(|&kind| self.condition_holds(color, kind, from, to));
        holding.fold(reach.certain() & kinds, |all, kind| all | only(kind))
    }

    /// Whether the condition of a capture at this distance holds, such as a free line.
    fn condition_holds(&self, color: Color, kind: Kind, from: Square, to: Square) -> bool {
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

    /// Whether a slide of two squares or more is free, and not stopped before `to`.
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

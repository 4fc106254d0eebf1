//! Attacks: which pieces could capture on a square if it were their side's turn.

use super::Board;
use super::borrowed_powers::{FRIENDS, Powers};
use super::capture_conditions::CaptureConditions;
use super::opening_rights::Moved;
use super::pieces::{FRIEND, Kinds};
use super::square_set::SquareSet;
use crate::types::{Color, Kind, Square};

/// Everything on which attacks depend.
pub struct Attack<'a> {
    pub board: &'a Board,
    /// The home squares whose pieces have lost their opening rights.
    pub moved: Moved,
    /// The borrowed abilities and the passive powers.
    pub powers: &'a Powers,
}

impl Attack<'_> {
    /// Whether a piece of `by` could capture an enemy on `target`.
    #[inline]
    pub fn on(&self, target: Square, by: Color) -> bool {
        self.by_pieces(target, by).next().is_some() || self.by_friends(target, by).next().is_some()
    }

    /// The squares of the pieces of `by` that could capture an enemy on `target`.
    pub fn attackers(&self, target: Square, by: Color) -> Vec<Square> {
        self.by_friends(target, by).chain(self.by_pieces(target, by)).collect()
    }

    /// Iterates over the squares of the attackers that are no Friends.
    #[inline(always)]
    pub fn by_pieces(&self, target: Square, by: Color) -> impl Iterator<Item = Square> {
        let conditions = self.conditions(&self.powers.brake);
        let frozen = &self.powers.frozen[by.index()];
        self.board.numbers(by).filter_map(move |number| {
            let (kind, from) = (self.board.kind_of(number), self.board.square_of(number));
            (conditions.captures(by, kind, from, target) && !frozen.has(from)).then_some(from)
        })
    }

    /// Iterates over the squares of the attacking Friends.
    #[inline(always)]
    pub fn by_friends(&self, target: Square, by: Color) -> impl Iterator<Item = Square> {
        let frozen = &self.powers.frozen[by.index()];
        (0..FRIENDS).filter_map(move |friend| {
            let kinds = self.powers.of_friend(by, friend);
            let from = self.board.square_of(Board::first(by) + friend);
            (kinds != 0 && !frozen.has(from) && self.friend_captures(by, kinds, from, target)).then_some(from)
        })
    }

    /// Whether the piece of `by` on `from`, a Friend or not, could capture an enemy on `target`.
    #[inline]
    pub fn reaches(&self, by: Color, kind: Kind, from: Square, target: Square) -> bool {
        if self.powers.frozen[by.index()].has(from) {
            return false;
        }
        if kind == FRIEND {
            let number = Board::number(self.board.at(from));
            let kinds = self.powers.of_friend(by, number - Board::first(by));
            return kinds != 0 && self.friend_captures(by, kinds, from, target);
        }
        self.conditions(&self.powers.brake).captures(by, kind, from, target)
    }

    #[inline(always)]
    fn conditions<'b>(&'b self, brake: &'b SquareSet) -> CaptureConditions<'b> {
        CaptureConditions { board: self.board, moved: self.moved, brake }
    }

    fn friend_captures(&self, color: Color, kinds: Kinds, from: Square, target: Square) -> bool {
        let brake = self.powers.brake_for_friend(kinds, from);
        self.conditions(&brake).capturing_kinds(color, kinds, from, target) != 0
    }
}

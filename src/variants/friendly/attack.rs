//! Which pieces could capture on a square if it were their turn.

use super::Board;
use super::capture::Scene;
use super::pieces::{FRIEND, Kinds};
use super::powers::{FRIENDS, Moved, Powers};
use crate::types::{Color, Square};

/// All that decides whether a square is attacked.
pub struct Attack<'a> {
    /// Where everybody stands.
    pub board: &'a Board,
    /// Where the lists of pieces end.
    /// Who has lost opening rights.
    pub moved: Moved,
    /// What Friends have borrowed, who is frozen, where slides end.
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

    /// Attackers that are no Friends.
    #[inline(always)]
    pub fn by_pieces(&self, target: Square, by: Color) -> impl Iterator<Item = Square> {
        let scene = Scene { board: self.board, moved: self.moved, brake: &self.powers.brake };
        let frozen = &self.powers.frozen[by.index()];
        self.board.numbers(by).filter_map(move |number| {
            let (kind, from) = (self.board.kind_of(number), self.board.square_of(number));
            (scene.captures(by, kind, from, target) && !frozen.has(from)).then_some(from)
        })
    }

    /// Attacking Friends.
    #[inline(always)]
    pub fn by_friends(&self, target: Square, by: Color) -> impl Iterator<Item = Square> {
        let frozen = &self.powers.frozen[by.index()];
        (0..FRIENDS).filter_map(move |slot| {
            let kinds = self.powers.of_friend(by, slot);
            let from = self.board.square_of(Board::first(by) + slot);
            (kinds != 0 && !frozen.has(from) && self.friend_captures(by, kinds, from, target)).then_some(from)
        })
    }

    /// Whether the piece of `by` on `from`, a Friend or not, could capture an enemy on `target`.
    #[inline]
    pub fn reaches(&self, by: Color, kind: u8, from: Square, target: Square) -> bool {
        if self.powers.frozen[by.index()].has(from) {
            return false;
        }
        if kind == FRIEND {
            let number = Board::number(self.board.at(from));
            let kinds = self.powers.of_friend(by, number - Board::first(by));
            return kinds != 0 && self.friend_captures(by, kinds, from, target);
        }
        let scene = Scene { board: self.board, moved: self.moved, brake: &self.powers.brake };
        scene.captures(by, kind, from, target)
    }

    fn friend_captures(&self, color: Color, kinds: Kinds, from: Square, target: Square) -> bool {
        let brake = self.powers.brake_for_friend(kinds, from);
        let scene = Scene { board: self.board, moved: self.moved, brake: &brake };
        scene.capturing_kinds(color, kinds, from, target) != 0
    }
}

//! Counting to a draw: once the pawns are gone, the stronger side has a number of moves to mate.

use super::General;
use super::rules::{Counting, CountingRules};
use crate::types::{Color, Kind};

impl General {
    /// Counts a move that has just been played. `changed` says that it has captured or promoted.
    /// `was_bare` says that a king stood alone before, and there were no pawns.
    pub(super) fn count_on(&mut self, rules: &CountingRules, changed: bool, was_bare: bool) {
        if self.counted[0] > 0 {
            self.counted[1] += 1;
        }
        // A count begins with any move: the game may have begun from a position where nothing was counted yet.
        if !changed && self.counted[0] > 0 {
            return;
        }
        match self.bare_side() {
            Some(bare) if !was_bare || self.counted[0] == 0 => self.begin_count_against(bare, rules),
            _ if self.counted[0] == 0 && self.is_counted_with_pieces(rules) => {
                self.counted = [rules.limit_with_pieces(), 0];
            }
            _ => {}
        }
    }

    /// The side whose king stands alone against more.
    pub(super) fn bare_side(&self) -> Option<Color> {
        let count = |color: Color| self.board.army(color).count();
        Color::ALL.into_iter().find(|&color| count(color) == 1 && count(!color) > 1)
    }

    /// Whether a king stands alone against more, and there are no pawns.
    pub(super) fn is_bare_without_pawns(&self, rules: &CountingRules) -> bool {
        self.bare_side().is_some() && !self.has_pawns(rules)
    }

    /// Begins to count against a king that stands alone.
    fn begin_count_against(&mut self, bare: Color, rules: &CountingRules) {
        let is_too_early = rules.rule == Counting::Asean && self.state.side != bare;
        if is_too_early || self.has_pawns(rules) {
            return;
        }
        let limit = 2 * rules
            .limit_against_king(|kinds| self.board.army(!bare).filter(|(kind, _)| kinds & kind.bit() != 0).count());
        if limit == 0 {
            return;
        }
        let pieces = self.board.army(Color::White).count() + self.board.army(Color::Black).count();
        let start = match rules.rule {
            Counting::Asean => 0,
            _ => 2 * pieces as u16 - u16::from(self.state.side != bare),
        };
        self.counted = [limit, start];
    }

    /// Whether moves are counted while both sides have more than their kings.
    fn is_counted_with_pieces(&self, rules: &CountingRules) -> bool {
        let has_pieces = Color::ALL.into_iter().all(|color| self.board.army(color).count() > 1);
        match rules.rule {
            _ if !has_pieces => false,
            Counting::Makruk => !self.has_pawns(rules),
            Counting::Cambodian => self.board.army(self.state.side).count() <= 3,
            Counting::Asean => false,
        }
    }

    fn has_pawns(&self, rules: &CountingRules) -> bool {
        let is_pawn = |(kind, _): (Kind, _)| rules.pawns & kind.bit() != 0;
        Color::ALL.into_iter().any(|color| self.board.army(color).any(is_pawn))
    }
}

impl CountingRules {
    /// The limit in plies while both sides have pieces.
    fn limit_with_pieces(&self) -> u16 {
        match self.rule {
            Counting::Makruk => 128,
            Counting::Cambodian => 126,
            Counting::Asean => 0,
        }
    }

    /// The limit in moves against a king alone; `count` counts the pieces of the stronger side.
    fn limit_against_king(&self, count: impl Fn(u32) -> usize) -> u16 {
        let (rooks, silvers, knights) = (count(self.rooks), count(self.silvers), count(self.knights));
        if self.rule == Counting::Asean {
            return match (rooks, silvers, knights) {
                (1.., _, _) => 16,
                (_, 1.., _) => 44,
                (_, _, 1..) => 64,
                _ => 0,
            };
        }
        let moves = match (rooks, silvers, knights) {
            (2.., _, _) => 8,
            (1, _, _) => 16,
            (_, 2.., _) => 22,
            (_, _, 2..) => 32,
            (_, 1, _) => 44,
            _ => 64,
        };
        moves - u16::from(self.rule == Counting::Cambodian)
    }
}

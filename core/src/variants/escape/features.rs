//! The features of the family: pieces, which of them are attacked, the ways out of the royals, and how many pieces hold
//! them.
//!
//! What attacks what is hard to learn from kinds and squares alone; `uci-docs/networks.md` has the losses with and without.

use super::attacks::Attacks;
use super::{Escape, EscapeRules, ROYAL};
use crate::network::{ActiveFeatures, FeatureGroup, Owner};
use crate::position::Features;
use crate::types::Color;
use crate::types::square::step;

/// The kinds of piece that can be captured, from the pawn to the heavy slider.
const VICTIMS: usize = 5;
/// Greater numbers of pieces that hold a royal count as this one.
const MOST_HOLDERS: usize = 3;

const ATTACKED: usize = 1;
const WAYS_OUT: usize = 2;
const HOLDERS: usize = 3;

impl<R: EscapeRules> Escape<R> {
    /// Adds the attacked pieces of `color`: those that are guarded, those that are not, and those that a piece of a
    /// lighter kind attacks.
    #[inline(always)]
    fn add_attacked(&self, active: &mut ActiveFeatures, color: Color, own: &Attacks, enemy: &Attacks) {
        for number in self.board.numbers(color) {
            let (kind, bit) = (self.board.kind_of(number), 1 << number);
            if enemy.pieces & bit != 0 && kind != ROYAL {
                let sort = if enemy.by_lighter & bit != 0 { 2 } else { usize::from(own.pieces & bit == 0) };
                let item = self.item(kind) + VICTIMS * sort;
                self.mark(active, ATTACKED, Owner::Player(color), item, self.board.square_of(number));
            }
        }
    }

    /// Adds the empty squares beside the royal of `color` that the enemy does not attack, and those that he attacks
    /// only once.
    #[inline(always)]
    fn add_ways_out(&self, active: &mut ActiveFeatures, color: Color, enemy: &Attacks) {
        let royal = self.royal(color);
        for square in step::ALL.map(|step| royal.step(step)) {
            let count = enemy.beside_royal(square);
            if self.board.at(square).is_empty() && count < 2 {
                self.mark(active, WAYS_OUT, Owner::Player(color), count, square);
            }
        }
    }
}

impl<R: EscapeRules> Features for Escape<R> {
    const FILES: usize = R::FILES as usize;
    const RANKS: usize = 8;
    const ITEMS: usize = 6;
    const GROUPS: &'static [FeatureGroup] = &[
        Self::PIECES,
        FeatureGroup::marks("attacked", 3 * VICTIMS, 30),
        FeatureGroup::marks("ways out", 2, 16),
        FeatureGroup::notes("holders", MOST_HOLDERS + 1, 2),
    ];

    #[inline(always)]
    fn add_other_features(&self, active: &mut ActiveFeatures) {
        let attacks = Color::ALL.map(|color| Attacks::of(self, color));
        for color in Color::ALL {
            let (own, enemy) = (&attacks[color.index()], &attacks[(!color).index()]);
            self.add_attacked(active, color, own, enemy);
            self.add_ways_out(active, color, enemy);
            self.note(active, HOLDERS, Owner::Player(color), enemy.holders.min(MOST_HOLDERS));
        }
    }
}

//! What a position consists of, for its network.

use super::Rules;
#[cfg(test)]
use super::Text;
use crate::network::{
    ActiveFeatures, FeatureGroup, FeatureSet, MOST_ACTIVE, MOST_FEATURES, Network, Owner, PieceSums, Symmetry,
};
use crate::table;
use crate::types::{BoardView, Color, Kind, Square};

/// By kind: the number of its first item of mobility. A kind has an item for each number of squares that a piece reaches, from
/// 0 to the greatest; kinds with a greatest number of 0 have none.
pub const fn mobility_starts<const N: usize>(most_reached: &[usize; N]) -> [usize; N] {
    table!(N, |kind| {
        let (mut start, mut lower) = (0, 0);
        while lower < kind {
            start += if most_reached[lower] > 0 { most_reached[lower] + 1 } else { 0 };
            lower += 1;
        }
        start
    })
}

/// The features of a game. By default they are its pieces: kind, square, and whether own or enemy.
pub trait Features: Rules {
    /// The files of the board.
    const FILES: usize;
    /// The ranks of the board.
    const RANKS: usize;
    /// How the second player sees the board.
    const SYMMETRY: Symmetry = Symmetry::Mirror;
    /// Whether a player whose king is on the left half of the board sees the files in reverse: for rules to which left
    /// and right are the same. What is learnt on one wing then helps on the other.
    const HORIZONTAL_MIRRORING: bool = false;
    /// The greatest number of pieces on the board.
    const MOST_PIECES: usize = 32;
    /// The kinds of piece that have features of their own.
    const ITEMS: usize = Self::KINDS - 1;
    /// The pieces, and what else the rules know.
    const GROUPS: &'static [FeatureGroup] = &[Self::PIECES];

    /// The group of the pieces, the first of [`Features::GROUPS`].
    const PIECES: FeatureGroup =
        FeatureGroup { name: "pieces", items: Self::ITEMS, is_owned: true, on_squares: true, most: Self::MOST_PIECES };
    /// All features.
    const SET: FeatureSet = FeatureSet::new(Self::GROUPS, Self::FILES, Self::RANKS, Self::SYMMETRY)
        .with_horizontal_mirroring(Self::HORIZONTAL_MIRRORING);

    /// All features: [`Features::SET`] where they are known when the game is compiled.
    #[inline(always)]
    fn set(&self) -> &FeatureSet {
        const {
            assert!(Self::SET.len() <= MOST_FEATURES, "a game has too many features");
            assert!(Self::SET.most_active() <= MOST_ACTIVE, "a position has too many features");
            &Self::SET
        }
    }

    /// The item of a kind of piece, below [`Features::ITEMS`].
    #[inline(always)]
    fn item(&self, kind: Kind) -> usize {
        kind.number() as usize - 1
    }

    /// Adds the features of the groups after the first one. [`Features::mark`] and [`Features::note`] help.
    #[inline(always)]
    fn add_other_features(&self, _active: &mut ActiveFeatures) {}

    /// Adds a feature of a group whose items stand on squares.
    #[inline(always)]
    fn mark(&self, active: &mut ActiveFeatures, group: usize, owner: Owner, item: usize, square: Square) {
        active.add(self.set(), group, owner, item, square);
    }

    /// Adds a feature of a group whose items are off the board.
    #[inline(always)]
    fn note(&self, active: &mut ActiveFeatures, group: usize, owner: Owner, item: usize) {
        active.add(self.set(), group, owner, item, Square(0));
    }

    /// By player, whether he sees the files in reverse.
    #[inline(always)]
    fn mirrored(&self) -> [bool; 2] {
        let set = self.set();
        let on_left = |color| 2 * usize::from(self.board().king(color).file()) < set.files;
        Color::ALL.map(|color| set.horizontal_mirroring && on_left(color))
    }

    /// The features of the position.
    #[inline(always)]
    fn active_features(&self) -> ActiveFeatures {
        let mut active = ActiveFeatures::mirrored(self.mirrored());
        for color in Color::ALL {
            for (kind, square) in self.board().army(color) {
                self.mark(&mut active, 0, Owner::Player(color), self.item(kind), square);
            }
        }
        self.add_other_features(&mut active);
        active
    }

    /// Makes `sums` those of the pieces of this position, and returns its other features.
    #[inline(always)]
    fn update_piece_sums(&self, sums: &mut PieceSums, network: &Network) -> ActiveFeatures {
        let mirrored = self.mirrored();
        sums.update(network, self.board(), mirrored, |view, color, kind, square| {
            self.set().index((0, Owner::Player(color), self.item(kind), square), view, mirrored[view.index()])
        });
        let mut others = ActiveFeatures::mirrored(mirrored);
        self.add_other_features(&mut others);
        others
    }
}

/// The items of a group in a position as White sees them, those of Black after White's, in order.
#[cfg(test)]
pub fn items_of_group<P: Features + Text<Ruleset = ()>>(fen: &str, group: usize) -> Vec<usize> {
    let active = P::from_fen(fen).unwrap().active_features();
    let start = P::SET.start(group);
    let range = start..start + P::SET.group_len(group);
    let mut items: Vec<usize> = active.of(Color::White).iter().map(|&feature| feature.into()).collect();
    items.retain(|feature| range.contains(feature));
    items.sort_unstable();
    items.into_iter().map(|feature| feature - start).collect()
}

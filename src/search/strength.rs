//! Playing below full strength: for people, and for tournaments of unequal players.
//!
//! A weakened search has fewer nodes and less depth, and then chooses among its best lines: every line's score gets a
//! random bonus, and the greatest sum is played. So small mistakes are more likely than large ones. In every game,
//! forced wins that were found are played, and forced losses that were found are avoided.

use crate::types::Score;
use crate::types::zobrist::mix;
use std::hash::{BuildHasher, Hasher, RandomState};

/// The number of lines to choose from.
pub const CHOICE: usize = 4;

/// A strength of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The greatest number of nodes of a search.
    pub nodes: u64,
    /// The greatest depth of a search.
    pub depth: u32,
    /// The greatest random bonus of a line, in hundredths of a pawn.
    noise: Score,
    /// The seed of the bonuses; the same seed makes the same choice.
    seed: u64,
}

/// Elo, nodes, depth and noise of a level.
type Level = (u32, u64, u32, Score);

/// The levels below full strength. Elo: levels 6, 10, 14 and 18 were measured in chess against Fairy-Max, which counts
/// as 1900, Phalanx and GNU Chess, levels 0, 2 and 4 against level 6 (uci-docs/tournaments.md); the others are
/// interpolated. `Skill Level` is a row of this table, `UCI_Elo` interpolates between rows.
const LEVELS: [Level; 20] = [
    (1295, 32, 1, 400),
    (1310, 50, 1, 350),
    (1325, 80, 2, 300),
    (1365, 130, 2, 260),
    (1410, 210, 3, 225),
    (1515, 340, 3, 195),
    (1620, 550, 4, 170),
    (1700, 900, 4, 145),
    (1780, 1_450, 5, 125),
    (1860, 2_350, 5, 105),
    (1935, 3_800, 6, 90),
    (2050, 6_100, 7, 75),
    (2160, 9_900, 8, 62),
    (2275, 16_000, 9, 50),
    (2385, 26_000, 10, 40),
    (2470, 42_000, 12, 31),
    (2555, 68_000, 14, 23),
    (2640, 110_000, 16, 16),
    (2720, 180_000, 18, 10),
    (2800, 290_000, 20, 5),
];

/// Returns the Elo of a level; `None` for full strength and beyond.
pub fn elo_of_level(level: usize) -> Option<u32> {
    LEVELS.get(level).map(|row| row.0)
}

/// The level of full strength.
pub const FULL_LEVEL: usize = LEVELS.len();
/// The least Elo that can be asked for.
pub const LEAST_ELO: usize = LEVELS[0].0 as usize;
/// The greatest Elo that can be asked for.
pub const MOST_ELO: usize = LEVELS[FULL_LEVEL - 1].0 as usize;

impl Strength {
    /// The strength of a level; `None`, which is full strength, from [`FULL_LEVEL`] on.
    pub fn of_level(level: usize, seed: u64) -> Option<Strength> {
        let &(_, nodes, depth, noise) = LEVELS.get(level)?;
        Some(Strength { nodes, depth, noise, seed })
    }

    /// The strength of an Elo, between the two levels around it.
    pub fn of_elo(elo: usize, seed: u64) -> Strength {
        let elo = elo.clamp(LEAST_ELO, MOST_ELO) as u32;
        let upper = LEVELS.partition_point(|level| level.0 < elo);
        let (above, below) = (LEVELS[upper], LEVELS[upper.saturating_sub(1)]);
        let share = f64::from(elo - below.0.min(elo)) / f64::from((above.0 - below.0).max(1));
        let between = |low: f64, high: f64| (low + (high - low) * share).round();
        Strength {
            nodes: between(below.1 as f64, above.1 as f64) as u64,
            depth: between(below.2.into(), above.2.into()) as u32,
            noise: between(below.3.into(), above.3.into()) as Score,
            seed,
        }
    }

    /// The random bonus of a line in the position with this key: from 0 to the noise of the level.
    pub(super) fn bonus(&self, key: u64, line: usize) -> Score {
        (mix(mix(self.seed ^ key) ^ line as u64) % (self.noise as u64 + 1)) as Score
    }
}

/// A random seed.
pub fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_stronger_than_the_one_before() {
        for pair in LEVELS.windows(2) {
            let ((elo, nodes, depth, noise), next) = (pair[0], pair[1]);
            assert!(elo < next.0 && nodes < next.1 && depth <= next.2 && noise > next.3, "{pair:?}");
        }
    }

    #[test]
    fn elo_is_interpolated_between_levels() {
        for (level, row) in LEVELS.iter().enumerate() {
            assert_eq!(Some(Strength::of_elo(row.0 as usize, 7)), Strength::of_level(level, 7));
        }
        let between = Strength::of_elo(2_760, 7);
        assert_eq!((between.nodes, between.depth, between.noise), (235_000, 19, 8));
        assert_eq!(Strength::of_elo(0, 7), Strength::of_elo(LEAST_ELO, 7));
        assert_eq!(Strength::of_elo(9_999, 7), Strength::of_elo(MOST_ELO, 7));
        assert_eq!(Strength::of_level(FULL_LEVEL, 7), None);
    }
}

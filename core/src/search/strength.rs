//! Playing below full strength: for people, and for tournaments of unequal players.
//!
//! A weakened search has fewer nodes and less depth, and then chooses among its best lines: every line's score gets a
//! random bonus, and the greatest sum is played. So small mistakes are more likely than large ones. In every game,
//! forced wins that were found are played, and forced losses that were found are avoided.
//!
//! The levels of beginners do not search: they look once at each move, choose among all of them, and overlook the replies
//! to some (`beginner.rs`).

use crate::types::Score;
use crate::types::score::is_decided;
use crate::types::zobrist::mix;
use std::hash::{BuildHasher, Hasher, RandomState};

/// The number of lines from which a player who is no beginner chooses.
const CHOICE: usize = 4;

/// A strength of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// The greatest number of nodes of a search.
    pub nodes: u64,
    /// The greatest depth of a search.
    pub depth: u32,
    /// The greatest random bonus of a line, in hundredths of a pawn.
    noise: Score,
    /// In how many of a hundred moves the replies are overlooked; above zero for beginners only.
    overlooked: u32,
    /// How much of a hundredth the score of a line counts beside the bonus; below zero, bad moves are the likelier ones.
    interest: i32,
    /// The seed of the random choices; the same seed makes the same choice.
    seed: u64,
}

/// A level. [`Strength`] explains the other fields.
#[derive(Clone, Copy, Debug)]
struct Level {
    elo: u32,
    nodes: u64,
    depth: u32,
    noise: Score,
    overlooked: u32,
    interest: i32,
}

const fn level(elo: u32, nodes: u64, depth: u32, noise: Score) -> Level {
    Level { elo, nodes, depth, noise, overlooked: 0, interest: 100 }
}

const fn beginner(elo: u32, nodes: u64, noise: Score, overlooked: u32, interest: i32) -> Level {
    Level { elo, nodes, depth: 1, noise, overlooked, interest }
}

/// The levels below full strength. The Elo comes from matches in chess (uci-docs/tournaments.md); for the first four levels
/// it is only an order. `Skill Level` is a row of this table, `UCI_Elo` interpolates between rows.
const LEVELS: [Level; 20] = [
    beginner(250, 60, 1_500, 90, -60),
    beginner(350, 80, 1_300, 75, 20),
    beginner(450, 110, 1_000, 55, 60),
    beginner(600, 150, 700, 30, 100),
    beginner(830, 700, 300, 7, 100),
    beginner(1040, 1_500, 220, 3, 100),
    level(1295, 32, 1, 400),
    level(1365, 130, 2, 260),
    level(1410, 210, 3, 225),
    level(1515, 340, 3, 195),
    level(1620, 550, 4, 170),
    level(1780, 1_450, 5, 125),
    level(1935, 3_800, 6, 90),
    level(2050, 6_100, 7, 75),
    level(2160, 9_900, 8, 62),
    level(2275, 16_000, 9, 50),
    level(2385, 26_000, 10, 40),
    level(2555, 68_000, 14, 23),
    level(2720, 180_000, 18, 10),
    level(2800, 290_000, 20, 5),
];

/// The Elo of a level; `None` for full strength and beyond.
pub fn elo_of_level(level: usize) -> Option<u32> {
    LEVELS.get(level).map(|row| row.elo)
}

/// The level of full strength.
pub const FULL_LEVEL: usize = LEVELS.len();
/// The least Elo that can be asked for.
pub const LEAST_ELO: usize = LEVELS[0].elo as usize;
/// The greatest Elo that can be asked for.
pub const MOST_ELO: usize = LEVELS[FULL_LEVEL - 1].elo as usize;

impl Strength {
    /// The strength of a level; `None`, which is full strength, from [`FULL_LEVEL`] on.
    pub fn of_level(level: usize, seed: u64) -> Option<Strength> {
        let &Level { nodes, depth, noise, overlooked, interest, .. } = LEVELS.get(level)?;
        Some(Strength { nodes, depth, noise, overlooked, interest, seed })
    }

    /// The strength of an Elo, between the two levels around it.
    pub fn of_elo(elo: usize, seed: u64) -> Strength {
        let elo = elo.clamp(LEAST_ELO, MOST_ELO) as u32;
        let upper = LEVELS.partition_point(|level| level.elo < elo);
        let (above, below) = (LEVELS[upper], LEVELS[upper.saturating_sub(1)]);
        let share = f64::from(elo - below.elo.min(elo)) / f64::from((above.elo - below.elo).max(1));
        let between = |low: f64, high: f64| (low + (high - low) * share).round();
        Strength {
            nodes: between(below.nodes as f64, above.nodes as f64) as u64,
            depth: between(below.depth.into(), above.depth.into()) as u32,
            noise: between(below.noise.into(), above.noise.into()) as Score,
            overlooked: between(below.overlooked.into(), above.overlooked.into()) as u32,
            interest: between(below.interest.into(), above.interest.into()) as i32,
            seed,
        }
    }

    /// Whether the strength is that of a beginner, who looks at each move once.
    pub fn is_beginner(&self) -> bool {
        self.overlooked > 0
    }

    /// The number of lines to choose from.
    pub(super) fn choice(&self) -> usize {
        if self.is_beginner() { usize::MAX } else { CHOICE }
    }

    /// A random number for a purpose in the position with this key.
    fn dice(&self, purpose: u64, key: u64, number: u64) -> u64 {
        mix(mix(self.seed ^ key ^ mix(purpose)) ^ number)
    }

    /// The random place of a move in the order in which a beginner looks at the moves.
    pub(super) fn order(&self, key: u64, bits: u64) -> u64 {
        self.dice(1, key, bits)
    }

    /// Whether a beginner overlooks the replies to a move.
    pub(super) fn overlooks_replies(&self, key: u64, bits: u64) -> bool {
        self.dice(2, key, bits) % 100 < self.overlooked.into()
    }

    /// The score of a line with which it competes to be played in the position with this key. A random bonus, from 0 to
    /// the noise of the level, is added. Forced wins and losses count in full.
    pub(super) fn appeal(&self, key: u64, line: usize, score: Score) -> Score {
        let interest = if is_decided(score) { 100 } else { self.interest };
        score * interest / 100 + self.bonus(key, line)
    }

    fn bonus(&self, key: u64, line: usize) -> Score {
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
            let (low, high) = (pair[0], pair[1]);
            assert!(low.elo < high.elo && low.depth <= high.depth, "{pair:?}");
            assert!(low.overlooked >= high.overlooked && low.interest <= high.interest, "{pair:?}");
            // Nodes and noise of beginners are those of another kind of search.
            let begins_to_search = low.overlooked > 0 && high.overlooked == 0;
            assert!(low.nodes < high.nodes && low.noise > high.noise || begins_to_search, "{pair:?}");
        }
    }

    #[test]
    fn elo_is_interpolated_between_levels() {
        for (level, row) in LEVELS.iter().enumerate() {
            assert_eq!(Some(Strength::of_elo(row.elo as usize, 7)), Strength::of_level(level, 7));
        }
        let between = Strength::of_elo(2_760, 7);
        assert_eq!((between.nodes, between.depth, between.noise), (235_000, 19, 8));
        assert_eq!(Strength::of_elo(0, 7), Strength::of_elo(LEAST_ELO, 7));
        assert_eq!(Strength::of_elo(9_999, 7), Strength::of_elo(MOST_ELO, 7));
        assert_eq!(Strength::of_level(FULL_LEVEL, 7), None);
    }
}

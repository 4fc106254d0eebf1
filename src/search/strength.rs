//! Playing below full strength: for people, and for tournaments of unequal players.
//!
//! A weakened search thinks less (nodes and depth) and then chooses among its best lines: every line's score gets a
//! random bonus, and the greatest sum is played. So mistakes are as likely as they are small, forced wins that were seen
//! are played, and forced losses that were seen are avoided, in every game.

use super::parallel::Request;
use super::root::{Found, RootMove, line_texts};
use crate::position::Position;
use crate::types::Score;
use crate::types::score::INFINITE;
use crate::types::zobrist::mix;
use std::hash::{BuildHasher, Hasher, RandomState};

/// Lines to choose from.
pub const CHOICE: usize = 4;

/// How well to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Nodes of a search.
    pub nodes: u64,
    /// Depth of a search.
    pub depth: u32,
    /// The greatest random bonus of a line, in hundredths of a pawn.
    noise: Score,
    /// Makes the bonuses; the same seed makes the same choice.
    seed: u64,
}

/// Elo, nodes, depth and noise of a level.
type Level = (u32, u64, u32, Score);

/// The levels below full strength. Elo: levels 6, 10, 14 and 18 were measured in chess against Fairy-Max, which counts as
/// 1900, Phalanx and GNU Chess, levels 0, 2 and 4 against level 6 (uci-docs/tournaments.md); the others lie between. All
/// else derives from this table: `Skill Level` counts its rows, `UCI_Elo` interpolates between them.
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

/// The level of full strength.
pub const FULL_LEVEL: usize = LEVELS.len();
/// The least Elo that can be asked for.
pub const LEAST_ELO: usize = LEVELS[0].0 as usize;
/// The greatest Elo that can be asked for.
pub const MOST_ELO: usize = LEVELS[FULL_LEVEL - 1].0 as usize;

impl Strength {
    /// The strength of a level; none, which is full strength, from [`FULL_LEVEL`] on.
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

    /// Puts the line to play first, and has the report tell of it.
    pub fn choose<P: Position>(&self, request: &Request<P>, found: &mut Found<P>) {
        let key = request.position.key();
        let bonus = |index: usize| (mix(mix(self.seed ^ key) ^ index as u64) % (self.noise as u64 + 1)) as Score;
        let candidates = found.moves.iter().take(CHOICE).map(RootMove::last_score).enumerate();
        // What the search was stopped before is not known.
        let known = candidates.filter(|&(_, score)| score > -INFINITE);
        let best = known.max_by_key(|&(index, score)| (score + bonus(index), std::cmp::Reverse(index)));
        if let Some((index, score)) = best.filter(|&(index, _)| index > 0) {
            found.moves.swap(0, index);
            found.report.score = score.into();
            found.report.pv = line_texts(&request.position, &request.past, &found.moves[0].line, request.notation);
        }
    }
}

/// A seed that is different every time.
pub fn any_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_rise() {
        for pair in LEVELS.windows(2) {
            let ((elo, nodes, depth, noise), next) = (pair[0], pair[1]);
            assert!(elo < next.0 && nodes < next.1 && depth <= next.2 && noise > next.3, "{pair:?}");
        }
    }

    #[test]
    fn elo_lies_between_levels() {
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

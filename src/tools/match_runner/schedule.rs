//! The schedule: which engines play which opening with which colours. It depends on the command line only, so that a
//! match can be resumed, and shared between machines.

use crate::types::zobrist::mix;
use std::str::FromStr;

/// Which engines play each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Tournament {
    /// Every engine plays every other one.
    #[default]
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

/// The order of the openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum OpeningOrder {
    /// The order of the file.
    #[default]
    Sequential,
    /// Shuffled, depending on the seed.
    Random,
}

/// One of several equal parts of a match: `2/4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 0.
    index: usize,
    /// The number of parts.
    count: usize,
}

impl Shard {
    /// All of a match.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((index @ 1.., count)) if index <= count => Ok(Shard { index: index - 1, count }),
            _ => Err(format!("`{text}` is not a part such as `1/2` or `2/2`")),
        }
    }
}

/// Everything that determines the schedule of a match, but for the number of openings.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    pub engines: usize,
    pub tournament: Tournament,
    pub rounds: u32,
    pub games: u32,
    pub repeat: bool,
    pub order: OpeningOrder,
    pub seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// The round, from 1.
    pub round: u32,
    /// The number of the game within pairing and round, from 1.
    pub game: u32,
    pub white: usize,
    pub black: usize,
    /// The index of the opening; `None` if the game begins at the start.
    pub opening: Option<usize>,
}

impl Pairing {
    /// Returns the value of the PGN tag `Round`: round and game.
    pub fn round_tag(&self) -> String {
        format!("{}.{}", self.round, self.game)
    }
}

impl Schedule {
    /// Returns the games of a part of the match in playing order. Both games of a pair are in the same part. Without
    /// openings all games begin at the start.
    pub fn pairings(&self, openings: usize, shard: Shard) -> Vec<Pairing> {
        let openings = self.opening_order(openings);
        let engine_pairs = self.engine_pairs();
        let mut pairings = Vec::new();
        let mut pair = 0;
        for round in 1..=self.rounds {
            for &(first, second) in &engine_pairs {
                for game in 1..=self.games {
                    if pair % shard.count == shard.index {
                        pairings.push(self.pairing(round, game, (first, second), &openings));
                    }
                    pair += usize::from(game % 2 == 0 || game == self.games);
                }
            }
        }
        pairings
    }

    /// Returns one game. Colours change from game to game. All pairings of a round play the same openings, for
    /// fairness.
    fn pairing(&self, round: u32, game: u32, (first, second): (usize, usize), openings: &[usize]) -> Pairing {
        let number = (round as usize - 1) * self.games as usize + game as usize - 1;
        let (white, black) = if number.is_multiple_of(2) { (first, second) } else { (second, first) };
        let opening_number = if self.repeat { number / 2 } else { number };
        let opening = (!openings.is_empty()).then(|| openings[opening_number % openings.len()]);
        Pairing { round, game, white, black, opening }
    }

    fn engine_pairs(&self) -> Vec<(usize, usize)> {
        let opponents = |first: usize| (first + 1..self.engines).map(move |second| (first, second));
        match self.tournament {
            Tournament::RoundRobin => (0..self.engines).flat_map(opponents).collect(),
            Tournament::Gauntlet => opponents(0).collect(),
        }
    }

    fn opening_order(&self, count: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..count).collect();
        if self.order == OpeningOrder::Random {
            for last in (1..numbers.len()).rev() {
                let random = mix(mix(self.seed) ^ last as u64);
                numbers.swap(last, (random % (last as u64 + 1)) as usize);
            }
        }
        numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{HashMap, HashSet};

    const WHOLE: Shard = Shard::WHOLE;

    fn schedules() -> impl Strategy<Value = (Schedule, usize)> {
        let sizes = (2usize..6, 1u32..6, 1u32..4, 0usize..20);
        (sizes, any::<bool>(), any::<bool>(), any::<u64>()).prop_map(|(sizes, gauntlet, random, seed)| {
            let (engines, rounds, pairs, openings) = sizes;
            let tournament = if gauntlet { Tournament::Gauntlet } else { Tournament::RoundRobin };
            let order = if random { OpeningOrder::Random } else { OpeningOrder::Sequential };
            (Schedule { engines, tournament, rounds, games: 2 * pairs, repeat: true, order, seed }, openings)
        })
    }

    proptest! {
        #[test]
        fn every_pair_plays_each_opening_with_both_colours((schedule, openings) in schedules()) {
            let mut balance: HashMap<(usize, usize, Option<usize>), i32> = HashMap::new();
            for pairing in schedule.pairings(openings, WHOLE) {
                let (low, high) = (pairing.white.min(pairing.black), pairing.white.max(pairing.black));
                let change = if pairing.white == low { 1 } else { -1 };
                *balance.entry((low, high, pairing.opening)).or_default() += change;
            }
            prop_assert!(balance.values().all(|&sum| sum == 0));
            let engine_pairs: HashSet<_> = balance.keys().map(|&(low, high, _)| (low, high)).collect();
            let all = schedule.engines * (schedule.engines - 1) / 2;
            let expected = if schedule.tournament == Tournament::Gauntlet { schedule.engines - 1 } else { all };
            prop_assert_eq!(engine_pairs.len(), expected);
        }

        #[test]
        fn shards_partition_the_schedule_and_keep_pairs_together((schedule, openings) in schedules(), count in 1usize..5) {
            let whole = schedule.pairings(openings, WHOLE);
            let shards: Vec<_> = (0..count).map(|index| schedule.pairings(openings, Shard { index, count })).collect();
            let mut together: Vec<Pairing> = shards.concat();
            let place: HashMap<Pairing, usize> = whole.iter().enumerate().map(|(at, &pairing)| (pairing, at)).collect();
            together.sort_by_key(|pairing| place[pairing]);
            prop_assert_eq!(&together, &whole);
            for pair in shards.iter().flat_map(|shard| shard.chunks(2)) {
                prop_assert_eq!((pair[0].white, pair[0].opening), (pair[1].black, pair[1].opening));
            }
        }

        #[test]
        fn every_opening_is_used_before_one_is_repeated((schedule, openings) in schedules()) {
            let schedule = Schedule { engines: 2, repeat: false, ..schedule };
            let used: Vec<usize> = schedule.pairings(openings, WHOLE).iter().filter_map(|pairing| pairing.opening).collect();
            let first = &used[..used.len().min(openings)];
            prop_assert_eq!(first.iter().collect::<HashSet<_>>().len(), first.len());
        }
    }

    #[test]
    fn colours_alternate_over_rounds_of_one_game() {
        let schedule = Schedule {
            engines: 2,
            tournament: Tournament::RoundRobin,
            rounds: 3,
            games: 1,
            repeat: false,
            order: OpeningOrder::Sequential,
            seed: 1,
        };
        let whites: Vec<usize> = schedule.pairings(0, WHOLE).iter().map(|pairing| pairing.white).collect();
        assert_eq!(whites, [0, 1, 0]);
    }

    #[test]
    fn shards_are_read_and_malformed_ones_are_errors() {
        assert_eq!("2/3".parse(), Ok(Shard { index: 1, count: 3 }));
        for wrong in ["", "0/2", "3/2", "1", "a/b", "1/0"] {
            assert!(wrong.parse::<Shard>().unwrap_err().contains(wrong));
        }
    }
}

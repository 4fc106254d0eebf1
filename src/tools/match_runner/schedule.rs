//! The schedule: which engines play which opening in which seats. It depends on the command line only, so that a
//! match can be resumed, and shared between machines.

use super::seats::{self, Arrangement, Seating};
use crate::tools::shard::Shard;
use crate::types::zobrist::mix;

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

/// Everything that determines the schedule of a match, but for the number of openings.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    pub engines: usize,
    pub tournament: Tournament,
    pub rounds: u32,
    pub games: u32,
    /// Every game of a set has the same opening.
    pub repeat: bool,
    /// How two engines share the seats; `None` in a game of two players.
    pub seating: Option<Seating>,
    pub order: OpeningOrder,
    /// The number of openings, in this order, that are left out.
    pub first_opening: u32,
    pub seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// The number of the game in the match, from 1.
    pub number: usize,
    /// The round, from 1.
    pub round: u32,
    /// The number of the game within pairing and round, from 1.
    pub game: u32,
    /// The two engines.
    pub engines: [usize; 2],
    pub arrangement: Arrangement,
    /// The index of the opening; `None` if the game begins at the start.
    pub opening: Option<usize>,
}

impl Pairing {
    /// The engine of each seat.
    pub fn seats(&self) -> impl Iterator<Item = usize> + Clone {
        let engines = self.engines;
        self.arrangement.iter().map(move |&which| engines[which])
    }

    /// The value of the PGN tag `Round`: round and game.
    pub fn round_tag(&self) -> String {
        format!("{}.{}", self.round, self.game)
    }
}

impl Schedule {
    /// The games of a part of the match in playing order. All games of a set are in the same part. Without
    /// openings all games begin at the start.
    pub fn pairings(&self, openings: usize, shard: Shard) -> Vec<Pairing> {
        let openings = self.opening_order(openings);
        let engine_pairs = self.engine_pairs();
        let mut pairings = Vec::new();
        let set_games = self.arrangements().len() as u32;
        let (mut set, mut number) = (0, 0);
        for round in 1..=self.rounds {
            for &engines in &engine_pairs {
                for game in 1..=self.games {
                    number += 1;
                    if shard.has(set) {
                        pairings.push(Pairing { number, ..self.pairing(round, game, engines, &openings) });
                    }
                    set += u64::from(game % set_games == 0 || game == self.games);
                }
            }
        }
        pairings
    }

    /// The arrangements of a set of games.
    pub fn arrangements(&self) -> &'static [Arrangement] {
        seats::arrangements(self.seating)
    }

    /// One game. The engines change seats from game to game. All pairings of a round play the same openings, for
    /// fairness.
    fn pairing(&self, round: u32, game: u32, engines: [usize; 2], openings: &[usize]) -> Pairing {
        let number = (round as usize - 1) * self.games as usize + game as usize - 1;
        let arrangements = self.arrangements();
        let arrangement = arrangements[number % arrangements.len()];
        let opening_number =
            self.first_opening as usize + if self.repeat { number / arrangements.len() } else { number };
        let opening = (!openings.is_empty()).then(|| openings[opening_number % openings.len()]);
        Pairing { number: 0, round, game, engines, arrangement, opening }
    }

    fn engine_pairs(&self) -> Vec<[usize; 2]> {
        let opponents = |first: usize| (first + 1..self.engines).map(move |second| [first, second]);
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

    fn shard(part: usize, count: usize) -> Shard {
        format!("{part}/{count}").parse().unwrap()
    }

    fn schedules() -> impl Strategy<Value = (Schedule, usize)> {
        let sizes = (2usize..6, 1u32..6, 1u32..4, 0usize..20);
        (sizes, any::<bool>(), any::<bool>(), any::<u64>()).prop_map(|(sizes, gauntlet, random, seed)| {
            let (engines, rounds, pairs, openings) = sizes;
            let tournament = if gauntlet { Tournament::Gauntlet } else { Tournament::RoundRobin };
            let order = if random { OpeningOrder::Random } else { OpeningOrder::Sequential };
            let seating = [None, Some(Seating::TwoAgainstTwo), Some(Seating::OneAgainstThree)][seed as usize % 3];
            let games = pairs * seats::arrangements(seating).len() as u32;
            let first_opening = seed as u32 % 7;
            (
                Schedule { engines, tournament, rounds, games, repeat: true, seating, order, first_opening, seed },
                openings,
            )
        })
    }

    proptest! {
        #[test]
        fn every_pair_plays_each_opening_in_every_arrangement((schedule, openings) in schedules()) {
            let mut played: HashMap<([usize; 2], Option<usize>), HashMap<Arrangement, usize>> = HashMap::new();
            for pairing in schedule.pairings(openings, WHOLE) {
                let of_opening = played.entry((pairing.engines, pairing.opening)).or_default();
                *of_opening.entry(pairing.arrangement).or_default() += 1;
            }
            for counts in played.values() {
                let first = counts.values().next();
                prop_assert!(counts.values().all(|count| Some(count) == first), "{counts:?}");
                prop_assert_eq!(counts.len(), schedule.arrangements().len());
            }
            let engine_pairs: HashSet<_> = played.keys().map(|&(engines, _)| engines).collect();
            let all = schedule.engines * (schedule.engines - 1) / 2;
            let expected = if schedule.tournament == Tournament::Gauntlet { schedule.engines - 1 } else { all };
            prop_assert_eq!(engine_pairs.len(), expected);
        }

        #[test]
        fn shards_partition_the_schedule_and_keep_sets_together((schedule, openings) in schedules(), count in 1usize..5) {
            let whole = schedule.pairings(openings, WHOLE);
            let shards: Vec<_> = (1..=count).map(|part| schedule.pairings(openings, shard(part, count))).collect();
            let mut together: Vec<Pairing> = shards.concat();
            let place: HashMap<Pairing, usize> = whole.iter().enumerate().map(|(at, &pairing)| (pairing, at)).collect();
            together.sort_by_key(|pairing| place[pairing]);
            prop_assert_eq!(&together, &whole);
            for set in shards.iter().flat_map(|shard| shard.chunks(schedule.arrangements().len())) {
                let found: HashSet<_> = set.iter().map(|pairing| pairing.arrangement).collect();
                prop_assert_eq!(found.len(), schedule.arrangements().len());
                prop_assert!(set.iter().all(|pairing| (pairing.engines, pairing.opening) == (set[0].engines, set[0].opening)));
            }
        }

        #[test]
        fn every_opening_is_used_before_one_is_repeated((schedule, openings) in schedules()) {
            let schedule = Schedule { engines: 2, repeat: false, seating: None, ..schedule };
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
            seating: None,
            order: OpeningOrder::Sequential,
            first_opening: 0,
            seed: 1,
        };
        let whites: Vec<usize> =
            schedule.pairings(0, WHOLE).iter().filter_map(|pairing| pairing.seats().next()).collect();
        assert_eq!(whites, [0, 1, 0]);
    }

    #[test]
    fn openings_begin_where_they_are_told_to() {
        let schedule = Schedule {
            engines: 2,
            tournament: Tournament::RoundRobin,
            rounds: 3,
            games: 2,
            repeat: true,
            seating: None,
            order: OpeningOrder::Sequential,
            first_opening: 3,
            seed: 1,
        };
        let pairings = schedule.pairings(5, WHOLE);
        let openings: Vec<_> = pairings.iter().filter_map(|pairing| pairing.opening).collect();
        assert_eq!(openings, [3, 3, 4, 4, 0, 0]);
        let numbers = |pairings: Vec<Pairing>| pairings.iter().map(|pairing| pairing.number).collect::<Vec<_>>();
        assert_eq!(numbers(pairings), [1, 2, 3, 4, 5, 6]);
        assert_eq!(numbers(schedule.pairings(5, shard(2, 2))), [3, 4]);
    }
}

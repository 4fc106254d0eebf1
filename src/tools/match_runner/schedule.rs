//! Who plays whom, with which colours, from which opening: a list that the flags alone determine, so that a match can be
//! taken up again and shared between machines.

use crate::types::zobrist::mix;
use std::str::FromStr;

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Tournament {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// In what order openings are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Order {
    /// As the file has them.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// One of several equal parts of a match: `2/4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 0.
    index: usize,
    /// Of how many.
    count: usize,
}

impl Shard {
    /// The whole match.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((index @ 1.., count)) if index <= count => Ok(Shard { index: index - 1, count }),
            _ => Err(format!("`{text}` is no shard; `1/2` and `2/2` are the halves")),
        }
    }
}

/// What determines the games of a match.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// How many engines there are.
    pub engines: usize,
    /// Who meets whom.
    pub tournament: Tournament,
    /// How often everyone meets.
    pub rounds: u32,
    /// Games of each meeting.
    pub games: u32,
    /// Two games in a row begin from the same opening.
    pub repeat: bool,
    /// How many openings there are; 0: all games begin from the start.
    pub openings: usize,
    /// In what order they are taken.
    pub order: Order,
    /// Seed of a random order.
    pub seed: u64,
}

/// One game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// Round, from 1.
    pub round: u32,
    /// Game of the meeting, from 1.
    pub game: u32,
    /// Engine that plays White.
    pub white: usize,
    /// Engine that plays Black.
    pub black: usize,
    /// Opening, if there are any.
    pub opening: Option<usize>,
}

impl Pairing {
    /// PGN's `Round`: round and game.
    pub fn round_tag(&self) -> String {
        format!("{}.{}", self.round, self.game)
    }
}

impl Schedule {
    /// The games of a part of the match, in the order in which they are begun. The two games of a pair are never parted.
    pub fn pairings(&self, shard: Shard) -> Vec<Pairing> {
        let openings = self.shuffled();
        let meetings = self.meetings();
        let mut pairings = Vec::new();
        let mut pair = 0;
        for round in 1..=self.rounds {
            for &(first, second) in &meetings {
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

    /// Colours change from game to game. All meetings of a round begin from the same openings: less luck in a table.
    fn pairing(&self, round: u32, game: u32, (first, second): (usize, usize), openings: &[usize]) -> Pairing {
        let number = (round as usize - 1) * self.games as usize + game as usize - 1;
        let (white, black) = if number.is_multiple_of(2) { (first, second) } else { (second, first) };
        let slot = if self.repeat { number / 2 } else { number };
        let opening = (!openings.is_empty()).then(|| openings[slot % openings.len()]);
        Pairing { round, game, white, black, opening }
    }

    fn meetings(&self) -> Vec<(usize, usize)> {
        let rivals = |first: usize| (first + 1..self.engines).map(move |second| (first, second));
        match self.tournament {
            Tournament::RoundRobin => (0..self.engines).flat_map(rivals).collect(),
            Tournament::Gauntlet => rivals(0).collect(),
        }
    }

    /// The numbers of the openings in the order in which they are taken.
    fn shuffled(&self) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..self.openings).collect();
        if self.order == Order::Random {
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

    fn schedules() -> impl Strategy<Value = Schedule> {
        let sizes = (2usize..6, 1u32..6, 1u32..4, 0usize..20);
        (sizes, any::<bool>(), any::<bool>(), any::<u64>()).prop_map(|(sizes, gauntlet, random, seed)| {
            let (engines, rounds, pairs, openings) = sizes;
            let tournament = if gauntlet { Tournament::Gauntlet } else { Tournament::RoundRobin };
            let order = if random { Order::Random } else { Order::Sequential };
            Schedule { engines, tournament, rounds, games: 2 * pairs, repeat: true, openings, order, seed }
        })
    }

    proptest! {
        #[test]
        fn every_pair_plays_both_colours_of_every_opening(schedule in schedules()) {
            let mut balance: HashMap<(usize, usize, Option<usize>), i32> = HashMap::new();
            for pairing in schedule.pairings(Shard::WHOLE) {
                let (low, high) = (pairing.white.min(pairing.black), pairing.white.max(pairing.black));
                let change = if pairing.white == low { 1 } else { -1 };
                *balance.entry((low, high, pairing.opening)).or_default() += change;
            }
            prop_assert!(balance.values().all(|&sum| sum == 0));
            let meetings: HashSet<_> = balance.keys().map(|&(low, high, _)| (low, high)).collect();
            let all = schedule.engines * (schedule.engines - 1) / 2;
            let wanted = if schedule.tournament == Tournament::Gauntlet { schedule.engines - 1 } else { all };
            prop_assert_eq!(meetings.len(), wanted);
        }

        #[test]
        fn shards_are_a_partition_that_keeps_pairs_together(schedule in schedules(), count in 1usize..5) {
            let whole = schedule.pairings(Shard::WHOLE);
            let shards: Vec<_> = (0..count).map(|index| schedule.pairings(Shard { index, count })).collect();
            let mut together: Vec<Pairing> = shards.concat();
            let place: HashMap<Pairing, usize> = whole.iter().enumerate().map(|(at, &pairing)| (pairing, at)).collect();
            together.sort_by_key(|pairing| place[pairing]);
            prop_assert_eq!(&together, &whole);
            for pair in shards.iter().flat_map(|shard| shard.chunks(2)) {
                prop_assert_eq!((pair[0].white, pair[0].opening), (pair[1].black, pair[1].opening));
            }
        }

        #[test]
        fn every_opening_is_used_before_any_comes_again(schedule in schedules()) {
            let schedule = Schedule { engines: 2, repeat: false, ..schedule };
            let used: Vec<usize> = schedule.pairings(Shard::WHOLE).iter().filter_map(|pairing| pairing.opening).collect();
            let first = &used[..used.len().min(schedule.openings)];
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
            openings: 0,
            order: Order::Sequential,
            seed: 1,
        };
        let whites: Vec<usize> = schedule.pairings(Shard::WHOLE).iter().map(|pairing| pairing.white).collect();
        assert_eq!(whites, [0, 1, 0]);
    }

    #[test]
    fn shards_are_read_and_refused() {
        assert_eq!("2/3".parse(), Ok(Shard { index: 1, count: 3 }));
        for wrong in ["", "0/2", "3/2", "1", "a/b", "1/0"] {
            assert!(wrong.parse::<Shard>().unwrap_err().contains(wrong));
        }
    }
}

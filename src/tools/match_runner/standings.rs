//! The standings: points, Elo, pairs and forfeits of each engine. They are computed from records only, so that games
//! just played, games of an interrupted match and games of other shards are counted in the same way.

use super::player::ForfeitReason;
use crate::pgn::GameRecord;
use crate::tools::sprt::{Estimate, Tally};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

/// Identifies a game: seed, round, White's and Black's name.
type GameKey = (String, String, String, String);

/// Identifies a pair of games: seed, round, number within the round, and the engines' indices, the smaller one first.
type PairKey = (String, u32, u32, usize, usize);

#[derive(Clone, Debug, Default)]
struct EngineResults {
    tally: Tally,
    forfeits: BTreeMap<ForfeitReason, u64>,
}

#[derive(Clone, Debug, Default)]
pub struct Standings {
    names: Vec<String>,
    rows: Vec<EngineResults>,
    seen: HashSet<GameKey>,
    /// Pairs of which one game is known: the half points of the engine with the smaller index.
    half_pairs: HashMap<PairKey, u8>,
}

impl Standings {
    /// Returns the standings before the first game. Engines that are not named here are added by their games.
    pub fn new(names: impl IntoIterator<Item = String>) -> Standings {
        let names: Vec<String> = names.into_iter().collect();
        let rows = vec![EngineResults::default(); names.len()];
        Standings { names, rows, ..Standings::default() }
    }

    /// Counts a game; one without a result is ignored. A game that has been counted before is an error, as is one whose
    /// players have the same name.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), String> {
        let Some(white_half_points) = half_points(&record.result) else { return Ok(()) };
        let tag = |name: &str| record.tag(name).unwrap_or("?").to_owned();
        let (white, black, round) = (tag("White"), tag("Black"), tag("Round"));
        if white == black {
            return Err(format!("game {round}: `{white}` plays itself"));
        }
        let key = (tag("Seed"), round, white, black);
        if !self.seen.insert(key.clone()) {
            let (_, round, white, black) = key;
            return Err(format!("game {round} of {white} and {black} is there twice"));
        }
        let (seed, round, white, black) = key;
        let (white, black) = (self.index(white), self.index(black));
        self.rows[white].tally.add_game(white_half_points);
        self.rows[black].tally.add_game(2 - white_half_points);
        self.add_forfeit(record, if white_half_points == 0 { white } else { black });
        self.pair_up(seed, &round, [white, black], white_half_points);
        Ok(())
    }

    /// Returns the index of an engine, which is added if it is new.
    fn index(&mut self, name: String) -> usize {
        let known = self.names.iter().position(|other| *other == name);
        known.unwrap_or_else(|| {
            self.names.push(name);
            self.rows.push(EngineResults::default());
            self.names.len() - 1
        })
    }

    fn add_forfeit(&mut self, record: &GameRecord, loser: usize) {
        let termination = record.tag("Termination").unwrap_or("");
        if let Some(&reason) = ForfeitReason::ALL.iter().find(|reason| reason.name() == termination) {
            *self.rows[loser].forfeits.entry(reason).or_default() += 1;
        }
    }

    /// Counts the pair to which a game belongs once both games are known: games `2n - 1` and `2n` of a round.
    fn pair_up(&mut self, seed: String, round: &str, [white, black]: [usize; 2], white_half_points: u8) {
        let numbers = round.split_once('.').and_then(|(round, game)| Some((round.parse().ok()?, game.parse().ok()?)));
        let Some((round, game @ 1u32..)) = numbers else { return };
        let (low, high) = (white.min(black), white.max(black));
        let points = if low == white { white_half_points } else { 2 - white_half_points };
        let pair = (seed, round, (game - 1) / 2, low, high);
        match self.half_pairs.remove(&pair) {
            None => drop(self.half_pairs.insert(pair, points)),
            Some(first) => {
                self.rows[low].tally.add_pair(first + points);
                self.rows[high].tally.add_pair(4 - first - points);
            }
        }
    }

    pub fn games(&self) -> usize {
        self.seen.len()
    }

    pub fn engines(&self) -> usize {
        self.names.len()
    }

    pub fn tally(&self, index: usize) -> Option<&Tally> {
        self.rows.get(index).map(|row| &row.tally)
    }

    pub fn forfeits(&self) -> u64 {
        self.rows.iter().flat_map(|row| row.forfeits.values()).sum()
    }
}

fn half_points(result: &str) -> Option<u8> {
    match result {
        "1-0" => Some(2),
        "1/2-1/2" => Some(1),
        "0-1" => Some(0),
        _ => None,
    }
}

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut ranked: Vec<(&String, &EngineResults)> = self.names.iter().zip(&self.rows).collect();
        ranked.sort_by(|(_, one), (_, other)| other.tally.score().total_cmp(&one.tally.score()));
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
        write!(
            f,
            "rank {:<width$} {:>8} {:>6} {:>6} {:>8} {:>17} {:>21} {:>6}  forfeits",
            "name", "Elo", "+/-", "games", "points", "W-D-L", "pairs 0-0.5-1-1.5-2", "LOS"
        )?;
        for (rank, (name, row)) in ranked.iter().enumerate() {
            write!(f, "\n{:>4} {name:<width$} {row}", rank + 1)?;
        }
        Ok(())
    }
}

impl fmt::Display for EngineResults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses, pairs } = &self.tally;
        let (elo, los) = match self.tally.elo() {
            Some(Estimate { elo, error, los }) => {
                (format!("{elo:>+8.1} {error:>6.1}"), format!("{:>5.1}%", 100.0 * los))
            }
            None => (format!("{:>8} {:>6}", "-", "-"), "-".into()),
        };
        let points = *wins as f64 + *draws as f64 / 2.0;
        let record = format!("{wins}-{draws}-{losses}");
        let pairs = pairs.map(|count| count.to_string()).join("-");
        let games = self.tally.games();
        write!(f, "{elo} {games:>6} {points:>8.1} {record:>17} {pairs:>21} {los:>6}")?;
        let forfeits: Vec<String> =
            self.forfeits.iter().map(|(reason, count)| format!("{count} {}", reason.name())).collect();
        write!(f, "  {}", if forfeits.is_empty() { "-".into() } else { forfeits.join(", ") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(round: &str, white: &str, black: &str, result: &str, termination: &str) -> GameRecord {
        let mut record = GameRecord { result: result.into(), ..GameRecord::default() };
        for (name, value) in [("Round", round), ("White", white), ("Black", black), ("Termination", termination)] {
            record.set(name, value);
        }
        record
    }

    #[test]
    fn games_and_pairs_are_counted_for_both_engines() {
        let mut standings = Standings::new(["A".to_owned(), "B".to_owned()]);
        let games = [
            ("1.1", "A", "B", "1-0", "normal"),
            ("2.1", "A", "B", "0-1", "time forfeit"),
            ("1.2", "B", "A", "1/2-1/2", "normal"),
            ("2.2", "B", "A", "0-1", "crash"),
            ("3.1", "A", "B", "*", "unterminated"),
        ];
        for (round, white, black, result, termination) in games {
            standings.add(&record(round, white, black, result, termination)).unwrap();
        }
        let tally = |wins, draws, losses, pairs| Tally { wins, draws, losses, pairs };
        assert_eq!(standings.tally(0), Some(&tally(2, 1, 1, [0, 0, 1, 1, 0])));
        assert_eq!(standings.tally(1), Some(&tally(1, 1, 2, [0, 1, 1, 0, 0])));
        assert_eq!((standings.games(), standings.forfeits()), (4, 2));
        let table = standings.to_string();
        assert!(table.contains("1 time forfeit") && table.contains("1 crash"), "{table}");
    }

    #[test]
    fn a_game_that_is_counted_twice_is_an_error() {
        let mut standings = Standings::default();
        standings.add(&record("1.1", "A", "B", "1-0", "")).unwrap();
        assert!(standings.add(&record("1.1", "A", "B", "1-0", "")).unwrap_err().contains("1.1"));
        assert!(standings.add(&record("1.1", "A", "A", "1-0", "")).is_err());
    }

    #[test]
    fn the_best_engine_is_first() {
        let mut standings = Standings::default();
        standings.add(&record("1", "Loser", "Winner", "0-1", "")).unwrap();
        let table = standings.to_string();
        assert!(table.find("Winner") < table.find("Loser"), "{table}");
    }
}

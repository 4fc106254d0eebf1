//! The standings: points, Elo, pairs or sets, and forfeits of each engine. They are computed from records only, so that games
//! just played, games of an interrupted match and games of other shards are counted in the same way.

use super::farm_output;
use super::player::ForfeitReason;
use super::seats;
use crate::pgn::GameRecord;
use crate::tools::sprt::{Certainty, Tally};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

/// Identifies a game: seed, round, the names of the engines by seat.
type GameKey = (String, String, Vec<String>);

/// Identifies a set of games: seed, round, number within the round, and the engines' indices, the smaller one first.
type SetKey = (String, u32, u32, [usize; 2]);

/// Points of games in shares, of which a game has as many as seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Points {
    games: u64,
    shares: u64,
}

impl Points {
    fn add(&mut self, shares: u64) {
        self.games += 1;
        self.shares += shares;
    }
}

#[derive(Clone, Debug, Default)]
struct EngineResults {
    tally: Tally,
    points: Points,
    /// The points of each seat in the games in which the engine has it; empty in games of two players.
    seats: Vec<Points>,
    /// The points of the games in which the engine has one seat and the other one the rest.
    alone: Points,
    forfeits: BTreeMap<ForfeitReason, u64>,
}

#[derive(Clone, Debug, Default)]
pub struct Standings {
    names: Vec<String>,
    rows: Vec<EngineResults>,
    seen: HashSet<GameKey>,
    /// The number of seats of a game.
    seat_count: usize,
    /// Incomplete sets: the points of the engine with the smaller index.
    open_sets: HashMap<SetKey, Points>,
}

impl Standings {
    /// The standings before the first game. Engines that are not named here are added by their games.
    pub fn new(names: impl IntoIterator<Item = String>) -> Standings {
        let names: Vec<String> = names.into_iter().collect();
        let rows = vec![EngineResults::default(); names.len()];
        Standings { names, rows, ..Standings::default() }
    }

    /// Counts a game; one without a result is ignored. A game that has been counted before is an error, as is one that
    /// is not between two engines.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), String> {
        let names = seats::names_of(record);
        let Some(shares) = seats::shares_of(record, names.len())? else { return Ok(()) };
        let set_games = seats::arrangements(seats::seating_of(record)?).len();
        let tag = |name: &str| record.tag(name).unwrap_or("?").to_owned();
        let (seed, round) = (tag("Seed"), tag("Round"));
        if names.iter().all(|name| *name == names[0]) {
            return Err(format!("game {round}: `{}` plays itself", names[0]));
        }
        if !self.seen.insert((seed.clone(), round.clone(), names.clone())) {
            return Err(format!("game {round} of {} is there twice", names.join(" and ")));
        }
        let seated: Vec<usize> = names.into_iter().map(|name| self.index(name)).collect();
        let engines = two_engines(&seated).ok_or_else(|| format!("game {round}: there are more than two engines"))?;
        self.seat_count = seated.len();
        for engine in engines {
            self.rows[engine].add_game(engine, &seated, &shares, set_games);
        }
        self.add_forfeit(record, &seated);
        let own = engine_shares(engines[0], &seated, &shares);
        self.complete_set((seed, &round), engines, own, set_games);
        Ok(())
    }

    /// The index of an engine, which is added if it is new.
    fn index(&mut self, name: String) -> usize {
        let known = self.names.iter().position(|other| *other == name);
        known.unwrap_or_else(|| {
            self.names.push(name);
            self.rows.push(EngineResults::default());
            self.names.len() - 1
        })
    }

    fn add_forfeit(&mut self, record: &GameRecord, seated: &[usize]) {
        let termination = record.tag("Termination").unwrap_or("");
        let is_named =
            |reason: &&ForfeitReason| reason.name() == termination || farm_output::termination(**reason) == termination;
        if let Some(&reason) = ForfeitReason::ALL.iter().find(is_named)
            && let Some(loser) = seats::forfeiter_of(record, seated.len())
        {
            *self.rows[seated[loser]].forfeits.entry(reason).or_default() += 1;
        }
    }

    /// Counts the set to which a game belongs once all its games are known: with pairs, games `2n - 1` and `2n` of a
    /// round. `shares` are those of the first engine.
    fn complete_set(&mut self, (seed, round): (String, &str), engines: [usize; 2], shares: u64, set_games: usize) {
        let numbers = round.split_once('.').and_then(|(round, game)| Some((round.parse().ok()?, game.parse().ok()?)));
        let Some((round, game @ 1u32..)) = numbers else { return };
        let key = (seed, round, (game - 1) / set_games as u32, engines);
        let mut points = self.open_sets.remove(&key).unwrap_or_default();
        points.add(shares);
        if points.games < set_games as u64 {
            self.open_sets.insert(key, points);
            return;
        }
        let (own, all) = (points.shares as usize, set_games * self.seat_count);
        for (engine, points) in engines.into_iter().zip([own, all - own]) {
            self.rows[engine].tally.add_set(points, set_games, all);
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

/// The two engines of a game, the one with the smaller index first; `None` if there are more.
fn two_engines(seated: &[usize]) -> Option<[usize; 2]> {
    let (low, high) = (*seated.iter().min()?, *seated.iter().max()?);
    seated.iter().all(|engine| [low, high].contains(engine)).then_some([low, high])
}

/// The shares of an engine's seats.
fn engine_shares(engine: usize, seated: &[usize], shares: &[u64]) -> u64 {
    seated.iter().zip(shares).filter(|(other, _)| **other == engine).map(|(_, share)| share).sum()
}

impl EngineResults {
    fn add_game(&mut self, engine: usize, seated: &[usize], shares: &[u64], set_games: usize) {
        let own = engine_shares(engine, seated, shares);
        let all = seated.len() as u64;
        self.points.add(own);
        self.tally.add_game(match own {
            0 => 0,
            _ if own == all => 2,
            _ => 1,
        });
        if seated.len() > 2 {
            self.tally.begin_sets(set_games, set_games * seated.len());
            self.seats.resize(seated.len(), Points::default());
            let own_seats = (0..seated.len()).filter(|&seat| seated[seat] == engine);
            own_seats.clone().for_each(|seat| self.seats[seat].add(shares[seat]));
            if own_seats.count() == 1 {
                self.alone.add(own);
            }
        }
    }

    /// The points per game in shares; one half of those of a game if there are no games.
    fn score(&self) -> f64 {
        match self.points.games {
            0 => 0.5,
            games => self.points.shares as f64 / games as f64,
        }
    }
}

impl fmt::Display for Standings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut ranked: Vec<(&String, &EngineResults)> = self.names.iter().zip(&self.rows).collect();
        ranked.sort_by(|(_, one), (_, other)| other.score().total_cmp(&one.score()));
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
        let sets = if self.seat_count > 2 { "sets" } else { "pairs 0-0.5-1-1.5-2" };
        write!(
            f,
            "rank {:<width$} {:>8} {:>6} {:>6} {:>8} {:>17} {sets:>21} {:>6}  forfeits",
            "name", "Elo", "+/-", "games", "points", "W-D-L", "LOS"
        )?;
        for (rank, (name, row)) in ranked.iter().enumerate() {
            write!(f, "\n{:>4} {name:<width$} {row}", rank + 1)?;
        }
        if self.seat_count > 2 { write_seats(f, &ranked, width) } else { Ok(()) }
    }
}

/// The columns of [`write_seats`].
const SEAT_TITLES: [&str; 4] = ["seat 1", "seat 2", "seat 3", "seat 4"];

/// Writes the points of every engine in every seat, and, if there are such games, alone against three.
fn write_seats(f: &mut fmt::Formatter<'_>, ranked: &[(&String, &EngineResults)], width: usize) -> fmt::Result {
    let has_alone = ranked.iter().any(|(_, row)| row.alone.games > 0);
    write!(f, "\n     {:<width$}", "name")?;
    let mut titles = SEAT_TITLES.iter().chain(has_alone.then_some(&"one against three"));
    titles.try_for_each(|title| write!(f, " {title:>20}"))?;
    for (name, row) in ranked {
        write!(f, "\n     {name:<width$}")?;
        let mut columns = row.seats.iter().chain(has_alone.then_some(&row.alone));
        columns.try_for_each(|points| write!(f, " {:>20}", points.to_string()))?;
    }
    Ok(())
}

impl fmt::Display for Points {
    /// Writes the points of seats of a game of four players: `12.25/40 30.6%`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.games == 0 {
            return f.write_str("-");
        }
        let points = self.shares as f64 / 4.0;
        write!(f, "{points}/{} {:.1}%", self.games, 100.0 * points / self.games as f64)
    }
}

impl fmt::Display for EngineResults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses, sets, set_games } = &self.tally;
        let estimate = self.tally.elo();
        let elo = estimate.map_or("-".into(), |estimate| format!("{:+.1}", estimate.elo));
        let certainty = estimate.and_then(|estimate| estimate.certainty);
        let (error, los) = certainty.map_or(("-".into(), "-".into()), |Certainty { error, los }| {
            (format!("{error:.1}"), format!("{:.1}%", 100.0 * los))
        });
        let points = self.points.shares as f64 / if self.seats.is_empty() { 2.0 } else { self.seats.len() as f64 };
        let record = format!("{wins}-{draws}-{losses}");
        let sets = match set_games {
            0 => "0-0-0-0-0".into(),
            2 if self.seats.is_empty() => sets.iter().map(u64::to_string).collect::<Vec<_>>().join("-"),
            _ => sets.iter().sum::<u64>().to_string(),
        };
        let games = self.tally.games();
        write!(f, "{elo:>8} {error:>6} {games:>6} {points:>8.1} {record:>17} {sets:>21} {los:>6}")?;
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
            ("2.2", "B", "A", "0-1", "abandoned"),
            ("3.1", "A", "B", "*", "unterminated"),
        ];
        for (round, white, black, result, termination) in games {
            standings.add(&record(round, white, black, result, termination)).unwrap();
        }
        let tally = |wins, draws, losses, sets| Tally { wins, draws, losses, sets, set_games: 2 };
        assert_eq!(standings.tally(0), Some(&tally(2, 1, 1, vec![0, 0, 1, 1, 0])));
        assert_eq!(standings.tally(1), Some(&tally(1, 1, 2, vec![0, 1, 1, 0, 0])));
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

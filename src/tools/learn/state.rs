//! How far a run of `learn` is, as a file of lines `word key=value …`.

use crate::tools::sprt::Tally;
use crate::tools::text_file::{self, naming};
use crate::tools::train::Losses;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// What is done with a generation, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Games are played.
    Generate,
    /// A network is trained.
    Train,
    /// It plays the best one so far.
    Match,
}

/// What stands before the number of the rules, at the end of the settings of games from files.
pub const RULES: &str = " and rules ";

impl Stage {
    const ALL: [(Stage, &'static str); 3] =
        [(Stage::Generate, "generate"), (Stage::Train, "train"), (Stage::Match, "match")];
}

/// A finished generation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Generation {
    /// The time that it was given, and the time that it took, in seconds.
    pub budget: f64,
    pub seconds: f64,
    /// The number of positions that its network has learnt from.
    pub positions: usize,
    /// The losses in the end.
    pub losses: Losses,
    /// The results of its match against the best one before.
    pub tally: Tally,
    /// Whether it has won.
    pub is_kept: bool,
}

/// The generation in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Current {
    pub stage: Stage,
    /// The seconds spent on this stage.
    pub stage_seconds: f64,
    /// What is known of it so far.
    pub known: Generation,
}

/// Everything that is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The settings as options of the command line.
    pub settings: String,
    /// The finished generations; the first has number 1.
    pub generations: Vec<Generation>,
    pub current: Option<Current>,
    /// A generation, and its results against the evaluation that is built in.
    pub measured: Option<(u32, Tally)>,
}

impl Current {
    /// The beginning of a generation of so many seconds.
    pub fn new(budget: f64) -> Current {
        let known = Generation { budget, losses: [f64::NAN; 2], ..Generation::default() };
        Current { stage: Stage::Generate, stage_seconds: 0.0, known }
    }

    /// Adds time to the stage.
    pub fn add_time(&mut self, seconds: f64) {
        self.stage_seconds += seconds;
        self.known.seconds += seconds;
    }
}

impl Generation {
    /// The gain in Elo against the best one before, from its results. One draw is added if one side has won all games.
    pub fn gain(&self) -> f64 {
        let drawn = Tally { wins: self.tally.wins, draws: 1, losses: self.tally.losses, ..Tally::default() };
        self.tally.elo().or_else(|| drawn.elo()).map_or(0.0, |estimate| estimate.elo)
    }
}

impl State {
    /// The gains of the generations so far that were kept, added up, in Elo against the evaluation to begin with; by generation.
    pub fn gains(&self) -> Vec<f64> {
        let mut sum = 0.0;
        let add = |generation: &Generation| {
            sum += if generation.is_kept { generation.gain() } else { 0.0 };
            sum
        };
        self.generations.iter().map(add).collect()
    }

    /// Reads a file; without one nothing has been done.
    ///
    /// # Errors
    /// One line that names the file: it cannot be read, is malformed, or of other settings.
    pub fn open(path: &Path, settings: &str) -> Result<State, String> {
        if !path.exists() {
            return Ok(State { settings: settings.into(), ..State::default() });
        }
        let state: State = text_file::read(path)?.parse().map_err(naming(path))?;
        let without_rules = |settings: &str| settings.split(RULES).next().unwrap_or("").to_owned();
        if state.settings != settings && without_rules(&state.settings) == without_rules(settings) {
            let game = settings.split(' ').next().unwrap_or("");
            return Err(naming(path)(format!("begun with other rules of {game}; begin anew in another folder")));
        }
        if state.settings != settings {
            return Err(naming(path)(format!("begun with other settings: {}", state.settings)));
        }
        Ok(state)
    }

    /// Whether nothing has been done.
    pub fn is_new(&self) -> bool {
        self.generations.is_empty() && self.current.is_none()
    }

    /// The number of the generation in progress, or of the next one.
    pub fn number(&self) -> u32 {
        self.generations.len() as u32 + 1
    }

    /// Whether the best network has lost its match against the evaluation that is built in.
    pub fn is_worse(&self) -> bool {
        let best = self.best();
        self.measured.as_ref().is_some_and(|(of, tally)| *of == best && tally.games() > 0 && tally.share() < 0.5)
    }

    /// The best generation so far; 0 is the evaluation to begin with.
    pub fn best(&self) -> u32 {
        let kept = self.generations.iter().rposition(|generation| generation.is_kept);
        kept.map_or(0, |index| index as u32 + 1)
    }

    /// The seconds spent so far.
    pub fn seconds(&self) -> f64 {
        self.generations
            .iter()
            .chain(self.current.as_ref().map(|current| &current.known))
            .map(|known| known.seconds)
            .sum()
    }

    /// Goes on to the next stage or generation.
    pub fn advance(&mut self) {
        let Some(current) = &mut self.current else { return };
        current.stage_seconds = 0.0;
        current.stage = match current.stage {
            Stage::Generate => Stage::Train,
            Stage::Train => Stage::Match,
            Stage::Match => {
                self.generations.push(current.known.clone());
                self.current = None;
                return;
            }
        };
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "settings {}", self.settings)?;
        for generation in &self.generations {
            writeln!(f, "generation {generation}")?;
        }
        if let Some(Current { stage, stage_seconds, known }) = &self.current {
            let name = Stage::ALL.iter().find(|(other, _)| other == stage).map_or("", |(_, name)| name);
            writeln!(f, "current stage={name} stage-seconds={stage_seconds} {known}")?;
        }
        if let Some((number, tally)) = &self.measured {
            writeln!(f, "measured generation={number} {}", tally_text(tally))?;
        }
        Ok(())
    }
}

impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Generation { budget, seconds, positions, losses: [training, held_out], tally, is_kept } = self;
        write!(f, "budget={budget} seconds={seconds} positions={positions} loss={training} held-out={held_out} ")?;
        write!(f, "{} kept={is_kept}", tally_text(tally))
    }
}

fn tally_text(Tally { wins, draws, losses, sets, .. }: &Tally) -> String {
    let pairs: Vec<String> = sets.iter().map(u64::to_string).collect();
    format!("wins={wins} draws={draws} losses={losses} pairs={}", pairs.join("-"))
}

impl FromStr for State {
    type Err = String;

    fn from_str(text: &str) -> Result<State, String> {
        let mut state = State::default();
        for (index, line) in text.lines().enumerate() {
            state.read(line).ok_or_else(|| format!("line {}: malformed", index + 1))?;
        }
        Ok(state)
    }
}

impl State {
    /// Adds what a line says; `None` if it is malformed.
    fn read(&mut self, line: &str) -> Option<()> {
        let (word, rest) = line.split_once(' ')?;
        match word {
            "settings" => self.settings = rest.into(),
            "generation" => self.generations.push(generation(rest)?),
            "current" => {
                let name: String = value(rest, "stage")?;
                let stage = Stage::ALL.iter().find(|(_, other)| *other == name)?.0;
                let stage_seconds = value(rest, "stage-seconds")?;
                self.current = Some(Current { stage, stage_seconds, known: generation(rest)? });
            }
            "measured" => self.measured = Some((value(rest, "generation")?, tally(rest)?)),
            _ => return None,
        }
        Some(())
    }
}

/// The value of `key=value` among words.
fn value<T: FromStr>(words: &str, key: &str) -> Option<T> {
    words.split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('='))?.parse().ok()
}

fn generation(words: &str) -> Option<Generation> {
    Some(Generation {
        budget: value(words, "budget")?,
        seconds: value(words, "seconds")?,
        positions: value(words, "positions")?,
        losses: [value(words, "loss")?, value(words, "held-out")?],
        tally: tally(words)?,
        is_kept: value(words, "kept")?,
    })
}

fn tally(words: &str) -> Option<Tally> {
    let pairs: String = value(words, "pairs")?;
    let counts = pairs.split('-').filter(|count| !count.is_empty()).map(|count| count.parse().ok());
    let sets: Vec<u64> = counts.collect::<Option<_>>()?;
    Some(Tally {
        wins: value(words, "wins")?,
        draws: value(words, "draws")?,
        losses: value(words, "losses")?,
        set_games: if sets.is_empty() { 0 } else { 2 },
        sets,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn generation(is_kept: bool, seconds: f64) -> Generation {
        let tally = Tally { wins: 3, draws: 2, losses: 1, sets: vec![0, 0, 2, 1, 0], set_games: 2 };
        Generation { budget: 30.5, seconds, positions: 1234, losses: [0.125, 0.25], tally, is_kept }
    }

    #[test]
    fn a_state_is_read_as_it_was_written() {
        let known = Generation { losses: [0.1, 0.2], ..generation(false, 2.0) };
        let state = State {
            settings: "chess --nodes 500".into(),
            generations: vec![generation(true, 31.25), generation(false, 60.0)],
            current: Some(Current { stage: Stage::Train, stage_seconds: 1.5, known }),
            measured: Some((1, generation(true, 0.0).tally)),
        };
        let text = state.to_string();
        assert_eq!(text.parse(), Ok(state.clone()));
        assert_eq!((state.number(), state.best(), state.seconds()), (3, 1, 93.25));
        for (number, line) in text.lines().enumerate().skip(1) {
            let broken = text.replace(line, &line.replace("wins=", "wins=x"));
            assert_eq!(broken.parse::<State>(), Err(format!("line {}: malformed", number + 1)));
        }
    }

    #[test]
    fn a_generation_goes_through_all_stages() {
        let mut state = State { current: Some(Current::new(10.0)), ..State::default() };
        let mut stages = Vec::new();
        while let Some(current) = &mut state.current {
            stages.push(current.stage);
            current.add_time(2.0);
            current.known.is_kept = true;
            state.advance();
        }
        assert_eq!(stages, Stage::ALL.map(|(stage, _)| stage));
        assert_eq!((state.best(), state.seconds(), state.number()), (1, 6.0, 2));
    }
}

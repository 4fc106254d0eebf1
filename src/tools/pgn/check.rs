//! `pgn check`: replays records by the rules of their games.

use super::{GameRecord, Placed, read_placed};
use crate::game::Game;
use crate::tools::console::print;
use crate::types::{Outcome, Reason};
use crate::variants;
use rayon::prelude::*;
use std::fmt;
use std::path::{Path, PathBuf};

/// `jailbird pgn check`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Files of records.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Repetition and the fifty-move rule end a game by themselves, as they do between engines.
    #[arg(long)]
    strict: bool,
}

/// What in a record the rules do not agree with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Line, from 1.
    pub line: usize,
    /// Number of the game in its file, from 1.
    pub game: usize,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: game {}: {}", self.line, self.game, self.what)
    }
}

/// Which draws end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draws {
    /// Repetition and the fifty-move rule are for the players to claim.
    Claimed,
    /// They end the game by themselves.
    Automatic,
}

/// Checks all files and prints a line for every problem and every file; the number of problems.
///
/// # Errors
/// When a file cannot be read.
pub fn run(arguments: &Arguments) -> Result<usize, String> {
    let draws = if arguments.strict { Draws::Automatic } else { Draws::Claimed };
    let mut count = 0;
    for file in &arguments.files {
        count += check_file(file, draws)?;
    }
    Ok(count)
}

fn check_file(file: &Path, draws: Draws) -> Result<usize, String> {
    let name = file.display();
    let bytes = std::fs::read(file).map_err(|error| format!("{name}: {error}"))?;
    // Names of players may be in any encoding; moves are the same in all.
    let text = String::from_utf8_lossy(&bytes);
    let games = match read_placed(&text) {
        Ok(games) => games,
        Err(error) => {
            print(format_args!("{name}:{}: {}", error.line, error.what));
            return Ok(1);
        }
    };
    let problems = problems(&games, draws);
    for problem in &problems {
        print(format_args!("{name}:{problem}"));
    }
    let moves: usize = games.iter().map(|game| game.record.moves.len()).sum();
    print(format_args!("{name}: {} games, {moves} moves, {} problems", games.len(), problems.len()));
    Ok(problems.len())
}

/// What the rules do not agree with, in the order of the games.
pub fn problems(games: &[Placed], draws: Draws) -> Vec<Problem> {
    let of_game = |(index, game): (usize, &Placed)| {
        let found = check(game, draws).into_iter();
        found.map(|(line, what)| Problem { line, game: index + 1, what }).collect::<Vec<_>>()
    };
    games.par_iter().enumerate().flat_map_iter(of_game).collect()
}

/// Lines and what is wrong there.
fn check(placed: &Placed, draws: Draws) -> Vec<(usize, String)> {
    let record = &placed.record;
    let mut found: Vec<(usize, String)> = header_problems(record).map(|what| (placed.line, what)).collect();
    let mut game = match start(record) {
        Ok(game) => game,
        Err(what) => {
            found.push((placed.line, what));
            return found;
        }
    };
    for (recorded, &line) in record.moves.iter().zip(&placed.move_lines) {
        let number = game.played().len();
        let over = decided(&*game, draws).map(|outcome| format!("the game is over: {}", outcome.comment()));
        let problem = over.or_else(|| game.play(&recorded.text).err().map(|error| error.to_string()));
        if let Some(problem) = problem {
            found.push((line, format!("ply {}, `{}`: {problem}: {}", number + 1, recorded.text, game.fen())));
            return found;
        }
    }
    if let Some(outcome) = decided(&*game, draws).filter(|outcome| outcome.result() != record.result) {
        let line = placed.move_lines.last().copied().unwrap_or(placed.line);
        found.push((line, format!("result {}, but {outcome}: {}", record.result, game.fen())));
    }
    found
}

/// What tags and text contradict each other in.
fn header_problems(record: &GameRecord) -> impl Iterator<Item = String> {
    let result = record.tag("Result").filter(|&result| result != record.result);
    let result = result.map(|tag| format!("tag Result says `{tag}`, the text `{}`", record.result));
    let plies = record.moves.len();
    let count = record.tag("PlyCount").filter(|count| count.parse() != Ok(plies));
    let count = count.map(|tag| format!("tag PlyCount says `{tag}`, there are {plies} plies"));
    result.into_iter().chain(count)
}

/// The game at its start.
fn start(record: &GameRecord) -> Result<Box<dyn Game>, String> {
    let name = record.tag("Variant").unwrap_or("chess");
    let variant = variants::find(name).map_err(|error| format!("tag Variant: {error}"))?;
    variant.game(record.tag("FEN").unwrap_or(variant.start)).map_err(|error| format!("tag FEN: {error}"))
}

/// How the game ended by the rules.
fn decided(game: &dyn Game, draws: Draws) -> Option<Outcome> {
    let claimed = |reason| draws == Draws::Claimed && matches!(reason, Reason::Repetition | Reason::FiftyMoves);
    game.outcome().filter(|outcome| !claimed(outcome.reason))
}

//! `pgn check`: names the faults of records, and replays them by the rules of their games.

use crate::game::Game;
use crate::pgn::{Fault, GameRecord, LocatedGame, Reading, read_located, unplayable};
use crate::tools::console::{self, print};
use crate::tools::text_file;
use crate::types::Outcome;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args)]
pub(in crate::tools) struct Arguments {
    /// PGN files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Repetition and the fifty-move rule end a game without a claim, as they do between engines.
    #[arg(long)]
    strict: bool,
}

/// Which draws end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draws {
    /// Draws by repetition and by the fifty-move rule must be claimed.
    Claimed,
    /// They end the game at once.
    Automatic,
}

/// Checks all files and prints a line for every problem and every file; the exit status is a failure if there is a
/// problem.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let draws = if arguments.strict { Draws::Automatic } else { Draws::Claimed };
    let mut count = 0;
    for file in &arguments.files {
        count += check_file(file, draws)?;
    }
    Ok(console::exit_code(count))
}

fn check_file(file: &Path, draws: Draws) -> Result<usize, String> {
    let name = file.display();
    let bytes = text_file::read_bytes(file)?;
    // Players' names may be in any encoding; moves are ASCII.
    let text = String::from_utf8_lossy(&bytes);
    let reading = read_located(&text);
    let (games, problems) = (&reading.games, problems(&reading, draws));
    for problem in &problems {
        print(problem.in_file(file));
    }
    let moves: usize = games.iter().map(|game| game.record.moves.len()).sum();
    print(format_args!("{name}: {} games, {moves} moves, {} problems", games.len(), problems.len()));
    Ok(problems.len())
}

/// The faults of a text and what contradicts the rules, by game and line. Of a damaged game that is checked which can be
/// read.
pub fn problems(reading: &Reading, draws: Draws) -> Vec<Fault> {
    let of_game = |(index, game): (usize, &LocatedGame)| {
        let found = check(game, draws).into_iter();
        found.map(|(line, what)| Fault { line, game: index + 1, what }).collect::<Vec<_>>()
    };
    let contradictions: Vec<Fault> = reading.games.par_iter().enumerate().flat_map_iter(of_game).collect();
    let mut found = [&reading.faults[..], &reading.repairs(), &contradictions].concat();
    found.sort_by_key(|fault| (fault.game, fault.line));
    found
}

/// The problems of a game with their lines. Replaying ends at the first one.
fn check(located: &LocatedGame, draws: Draws) -> Vec<(usize, String)> {
    let record = &located.record;
    let mut found: Vec<(usize, String)> = header_problems(record).map(|what| (located.line, what)).collect();
    let mut game = match record.game() {
        Ok(game) => game,
        Err(what) => {
            found.push((located.line, what));
            return found;
        }
    };
    for (recorded, &line) in record.moves.iter().zip(&located.move_lines) {
        let over = decided(&*game, draws).map(|outcome| format!("the game is over: {}", outcome.comment()));
        let problem = over.or_else(|| game.play(&recorded.text).err().map(|error| error.to_string()));
        if let Some(problem) = problem {
            found.push((line, unplayable(&*game, &recorded.text, &problem)));
            return found;
        }
    }
    if let Some(outcome) = decided(&*game, draws).filter(|outcome| outcome.result() != record.result) {
        let line = located.move_lines.last().copied().unwrap_or(located.line);
        found.push((line, format!("result {}, but {outcome}: {}", record.result, game.fen())));
    }
    found
}

/// The contradictions between tags and movetext.
fn header_problems(record: &GameRecord) -> impl Iterator<Item = String> {
    let result = record.tag("Result").filter(|&result| result != record.result);
    let result = result.map(|tag| format!("tag Result says `{tag}`, the text `{}`", record.result));
    let plies = record.moves.len();
    let count = record.tag("PlyCount").filter(|count| count.parse() != Ok(plies));
    let count = count.map(|tag| format!("tag PlyCount says `{tag}`, there are {plies} plies"));
    result.into_iter().chain(count)
}

/// How the game has ended by the rules, if it has.
fn decided(game: &dyn Game, draws: Draws) -> Option<Outcome> {
    match draws {
        Draws::Claimed => game.ended(),
        Draws::Automatic => game.outcome(),
    }
}

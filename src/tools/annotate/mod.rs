//! `annotate`: searches the positions of recorded games and writes evaluations, marks, better lines and accuracies.
//!
//! ```text
//! evaluation        evaluations, and the expected points that they stand for
//! judgement         which moves get a mark, and the accuracy of moves and players
//! analysis          the search of a game's positions
//! batch             the games of a file in parallel
//! marked_record     the result as PGN: a game
//! text              the result as PGN: a file
//! page              the result as a page (HTML)
//! graph             the picture of the expected points on the page
//! ```
//!
//! With a number of nodes for each move the result depends on nothing else: every game begins with an empty hash table
//! and is searched by one thread.

mod analysis;
mod batch;
mod evaluation;
mod graph;
mod judgement;
mod marked_record;
mod page;
#[cfg(test)]
mod tests;
mod text;

use super::console::{GameName, complain, exit_code, print, progress_bar, thread_count};
use super::ctrl_c;
use super::text_file;
use crate::game::Variant;
use crate::pgn::{GameRecord, LocatedGame, Reading, read_located};
use crate::search::{Limits, StopSignal};

use analysis::AssessedMove;
use batch::{Games, Plan};
use judgement::Mark;
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// PGN file: games of any variants, which their `Variant` tags name.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write the annotated games to this file [default: standard output, unless --html is given].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a page with graphs of the expected points, accuracies, marks and better lines to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// The game of records without a `Variant` tag [default: chess].
    #[arg(long, value_parser = GameName)]
    variant: Option<&'static Variant>,
    /// Milliseconds per position.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    movetime: u64,
    /// Nodes per position, instead of time; the result is then always the same.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Greatest length of a better line in plies; 0: no lines.
    #[arg(long, value_name = "PLIES", default_value_t = 6, value_parser = clap::value_parser!(u16).range(..=100))]
    lines: u16,
    /// Games searched at the same time, one thread each.
    #[arg(long, default_value_t = 1, value_parser = thread_count())]
    concurrency: u16,
    /// Hash table of each thread in MiB.
    #[arg(long, default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
}

impl Arguments {
    fn plan(&self) -> Plan {
        let limits = match self.nodes {
            Some(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
            None => Limits::movetime(Duration::from_millis(self.movetime)),
        };
        let (plies, concurrency, hash) = (self.lines.into(), self.concurrency.into(), self.hash as usize);
        Plan { limits, plies, concurrency, hash }
    }

    /// The limit of a search in words.
    fn effort(&self) -> String {
        self.nodes.map_or(format!("{} ms", self.movetime), |nodes| format!("{nodes} nodes"))
    }
}

/// A game of the file: its record, and its moves if they have been assessed.
struct AnnotatedGame {
    record: GameRecord,
    moves: Option<Vec<AssessedMove>>,
    /// Its bytes in the file.
    source: Range<usize>,
    /// Lines in it that begin with `%`.
    escaped: Vec<String>,
    /// Whether it has a fault, and is written as it was.
    is_damaged: bool,
}

/// Annotates the games of a file. Those with faults are named and written as they were, and the exit status is a
/// failure. After Ctrl-C those that are finished are annotated and the others written as they were; if none is, nothing
/// is written.
///
/// # Errors
/// One line: a file cannot be read or written, or memory or threads cannot be had. Nothing is written then.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let stop = Arc::new(StopSignal::default());
    let on_press = Arc::clone(&stop);
    let was_interrupted = ctrl_c::flag(move || on_press.stop())?;
    [&arguments.out, &arguments.html].into_iter().flatten().try_for_each(|file| text_file::check_folder(file))?;
    let text = decoded(text_file::read_bytes(&arguments.file)?);
    let mut reading = read(&text, arguments.variant);
    let games = batch::replay(&mut reading);
    let faults = std::mem::take(&mut reading.faults);
    faults.iter().chain(&reading.repairs()).for_each(|fault| complain(fault.in_file(&arguments.file)));
    let games = annotate(reading.games, games, &arguments.plan(), &stop)?;
    let finished = games.iter().filter(|game| game.moves.is_some()).count();
    if finished > 0 || !stop.is_stopped() {
        write(arguments, &text, &games)?;
    }
    if stop.is_stopped() {
        complain(interrupted(finished, games.len()));
        return Ok(ctrl_c::exit_code(&was_interrupted));
    }
    Ok(exit_code(faults.len()))
}

/// What is left of a run after Ctrl-C, in words.
fn interrupted(finished: usize, games: usize) -> String {
    match finished {
        0 => "no game was finished, and nothing is written".into(),
        _ => format!("{finished} of {games} games were annotated, the others are as they were"),
    }
}

/// Reads the games of a text. Records without a `Variant` tag get that of `variant`.
fn read(text: &str, variant: Option<&'static Variant>) -> Reading {
    let mut reading = read_located(text);
    for game in &mut reading.games {
        if let (Some(variant), None) = (variant, game.record.tag("Variant")) {
            game.record.set("Variant", variant.name);
        }
    }
    reading
}

/// The text of a PGN file: UTF-8, or Latin-1 as the standard has it.
fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| error.as_bytes().iter().map(|&byte| char::from(byte)).collect())
}

/// Searches games and marks their records.
///
/// # Errors
/// One line: memory or threads cannot be had.
fn annotate(
    located: Vec<LocatedGame>,
    games: Games,
    plan: &Plan,
    stop: &Arc<StopSignal>,
) -> Result<Vec<AnnotatedGame>, String> {
    let plies: usize = located.iter().map(|game| game.record.moves.len()).sum();
    let bar = progress_bar(plies as u64, "{wide_bar} {pos}/{len} moves, {eta} left");
    let assessed = batch::assess(games, located.len(), plan, stop, &bar)?;
    bar.finish_and_clear();
    let marked = |(located, moves): (LocatedGame, Option<Vec<AssessedMove>>)| {
        let LocatedGame { mut record, source, escaped, is_damaged, .. } = located;
        if let Some(moves) = &moves {
            marked_record::mark(&mut record, moves);
        }
        AnnotatedGame { record, moves, source, escaped, is_damaged }
    };
    Ok(located.into_iter().zip(assessed).map(marked).collect())
}

/// Writes the files that are asked for. Without standard output for PGN a summary goes there. `text` is what was read.
fn write(arguments: &Arguments, text: &str, games: &[AnnotatedGame]) -> Result<(), String> {
    let text = text::written(text, games);
    if let Some(file) = &arguments.html {
        text_file::write(file, &page::html(games, &arguments.effort())?)?;
    }
    match (&arguments.out, &arguments.html) {
        (Some(file), _) => text_file::write(file, &text)?,
        (None, Some(_)) => {}
        (None, None) => {
            print(text.trim_end());
            return Ok(());
        }
    }
    print(summary(games));
    Ok(())
}

/// Counts games, moves and marks: `2 games, 81 moves: 5 inaccuracies, 1 mistake, 2 blunders`.
fn summary(games: &[AnnotatedGame]) -> String {
    let moves: Vec<&AssessedMove> = games.iter().flat_map(|game| &game.moves).flatten().collect();
    let marks =
        Mark::ALL.map(|mark| numbered(moves.iter().filter(|found| found.mark == Some(mark)).count(), mark.names()));
    let counts = [numbered(games.len(), ["game", "games"]), numbered(moves.len(), ["move", "moves"])];
    format!("{}: {}", counts.join(", "), marks.join(", "))
}

/// A number with its noun, given for one and for several.
fn numbered(count: usize, [one, several]: [&str; 2]) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

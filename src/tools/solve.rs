//! `solve`: searches test positions with known best moves or forced wins, and counts those that the engine solves.

use super::console::{self, print, progress_bar, thread_count};
use super::{epd, text_file};
use crate::engine::searcher::{SearchResult, Searcher};
use crate::game::{Game, Variant};
use crate::memory;
use crate::position::Notation;
use crate::search::Limits;
use crate::types::score::DisplayScore;
use crate::variants;
use crate::variants::ini::library::are_for_other_rules;
use indicatif::ProgressIterator;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// EPD files: positions with the operations `bm` (best moves), `am` (moves to avoid), `dm` or `mate` (moves to a
    /// forced win).
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The game [default: taken from each file's name (NAME.epd, mates-NAME.epd), else chess].
    #[arg(long)]
    variant: Option<String>,
    /// Milliseconds per position.
    #[arg(long, default_value_t = 1000)]
    movetime: u64,
    /// Nodes per position, instead of time.
    #[arg(long)]
    nodes: Option<u64>,
    /// Threads.
    #[arg(long, default_value_t = 1, value_parser = thread_count())]
    threads: u16,
    /// Hash table in MiB.
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
}

/// A position and the conditions that a solution must meet.
pub struct Problem {
    /// The line in the file, from 1.
    pub line: usize,
    /// The position.
    pub game: Box<dyn Game>,
    /// The numbers of the moves that solve it. If there are none, every move does that is not in [`wrong`](Problem::wrong).
    pub best: Vec<u64>,
    /// The numbers of the moves to avoid.
    pub wrong: Vec<u64>,
    /// The greatest number of own moves to the forced win that the search must find.
    pub mate: Option<i32>,
}

impl Problem {
    fn read(number: usize, line: &str, variant: &'static Variant) -> Result<Problem, String> {
        let (game, operations) = epd::split(line, variant)?;
        let mut problem = Problem { line: number, game, best: Vec::new(), wrong: Vec::new(), mate: None };
        for operation in operations.split(';').map(str::trim) {
            problem.set(operation)?;
        }
        match (&problem.best, &problem.wrong, problem.mate) {
            (best, wrong, None) if best.is_empty() && wrong.is_empty() => Err("there is no bm, am or dm".into()),
            _ => Ok(problem),
        }
    }

    /// Sets the condition that an operation names; unknown operations are ignored.
    fn set(&mut self, operation: &str) -> Result<(), String> {
        let (name, rest) = operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
        match name {
            "bm" | "first" => self.best = moves(&*self.game, rest)?,
            "am" => self.wrong = moves(&*self.game, rest)?,
            "dm" | "mate" => {
                let moves = rest.trim().parse().map_err(|_| format!("`{operation}`: not a number of moves"))?;
                self.mate = Some(moves);
            }
            _ => {}
        }
        Ok(())
    }

    /// Why a search result does not solve the problem; `None` if it does.
    fn fault(&self, result: &SearchResult) -> Option<String> {
        let write = |&bits: &u64| self.game.write(bits, Notation::Standard).unwrap_or_default();
        let played = result.answer.best;
        let is_among = |moves: &[u64]| played.is_some_and(|played| moves.contains(&played));
        let text = played.as_ref().map_or_else(String::new, write);
        let score = result.report.as_ref().map(|report| DisplayScore::from(report.score));
        if !self.best.is_empty() && !is_among(&self.best) {
            let best: Vec<String> = self.best.iter().map(write).collect();
            return Some(format!("{text} instead of {}", best.join(" or ")));
        }
        if is_among(&self.wrong) {
            return Some(format!("{text} is wrong"));
        }
        let found = |wanted: i32| matches!(score, Some(DisplayScore::Mate(moves)) if (1..=wanted).contains(&moves));
        let missed = self.mate.filter(|&wanted| !found(wanted))?;
        let shown = score.map_or("nothing".into(), |score| score.to_string());
        Some(format!("{text} with {shown} instead of a win in {missed}"))
    }
}

/// The numbers of moves separated by blanks.
fn moves(game: &dyn Game, text: &str) -> Result<Vec<u64>, String> {
    text.split_whitespace().map(|word| game.find(word).map_err(|error| error.to_string())).collect()
}

/// Searches the positions of all files and prints those that are not solved; the exit status is a failure if there are
/// any.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let searcher = Searcher::new(arguments.threads.into(), memory::checked(arguments.hash as usize)?)?;
    let mut missed = 0;
    for file in &arguments.files {
        missed += run_file(file, arguments, &searcher)?;
    }
    Ok(console::exit_code(missed))
}

fn run_file(file: &Path, arguments: &Arguments, searcher: &Searcher) -> Result<usize, String> {
    let name = file.display();
    let text = text_file::read(file)?;
    let variant = match &arguments.variant {
        Some(name) => variants::find(name)?,
        None => epd::variant_of(file).unwrap_or(variants::default()),
    };
    if are_for_other_rules(&text, variant) {
        return Err(format!("{name}: made for other rules of {}; make the puzzles anew", variant.name));
    }
    let problems = read(&text, variant).map_err(|error| format!("{name}: {error}"))?;
    let bar = progress_bar(problems.len() as u64, "{wide_bar} {pos}/{len} positions, {eta} left");
    let mut missed = 0;
    for problem in problems.iter().progress_with(bar.clone()) {
        searcher.forget();
        if let Some(fault) = problem.fault(&searcher.search(&*problem.game, limits(arguments), |_| {})) {
            missed += 1;
            bar.suspend(|| print(format_args!("{name}:{}: {fault}: {}", problem.line, problem.game.fen())));
        }
    }
    print(format_args!("{name}: {} of {} solved", problems.len() - missed, problems.len()));
    Ok(missed)
}

fn limits(arguments: &Arguments) -> Limits {
    match arguments.nodes {
        Some(nodes) => Limits { nodes: Some(nodes), ..Limits::default() },
        None => Limits::movetime(Duration::from_millis(arguments.movetime)),
    }
}

/// Reads a test suite; empty lines and comments (`#`) are skipped.
/// Errors name the line that is malformed.
pub fn read(text: &str, variant: &'static Variant) -> Result<Vec<Problem>, String> {
    epd::rows(text)
        .map(|(number, line)| Problem::read(number, line, variant).map_err(|error| format!("line {number}: {error}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess() -> &'static Variant {
        variants::find("chess").unwrap()
    }

    #[test]
    fn epd_operations_and_mate_rows_are_read() {
        let text = "# comment\n6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8# O-O-O; id \"back rank\"; dm 1;\n\
                    6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1 ;mate 1 ;first a1a8\n";
        let problems = read(text, chess()).unwrap();
        let rows: [(usize, &[&str]); 2] = [(2, &["a1a8", "e1c1"]), (3, &["a1a8"])];
        for (problem, (line, best)) in problems.iter().zip(rows) {
            let best: Vec<u64> = best.iter().map(|text| problem.game.find(text).unwrap()).collect();
            assert_eq!((problem.line, &problem.best, problem.mate), (line, &best, Some(1)));
        }
    }

    #[test]
    fn rows_without_a_condition_or_with_a_malformed_one_are_errors() {
        let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";
        for (row, problem) in [
            (format!("{fen} ;id \"x\""), "there is no bm"),
            (format!("{fen} ;bm Ra9"), "illegal move"),
            (format!("{fen} ;mate soon"), "not a number"),
            ("rubbish ;bm e4".into(), "line 1"),
        ] {
            let error = read(&row, chess()).err().unwrap();
            assert!(error.contains(problem) && error.starts_with("line 1: "), "{error}");
        }
    }

    #[test]
    fn solutions_are_told_from_wrong_moves() {
        let searcher = Searcher::new(1, 1).unwrap();
        let solve = |row: &str| {
            let problem = &read(row, chess()).unwrap()[0];
            problem.fault(&searcher.search(&*problem.game, Limits::depth(3), |_| {}))
        };
        assert_eq!(solve("6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8; dm 1;"), None);
        assert_eq!(solve("6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra7;"), Some("a1a8 instead of a1a7".into()));
        assert_eq!(solve("6k1/5ppp/8/8/8/8/8/R3K3 w Q - am Ra8;"), Some("a1a8 is wrong".into()));
    }
}

//! `perft`: counts move sequences of one position, or checks suites of known counts.

use super::console::{self, GameName, print, progress_bar, thread_count};
use super::{epd, text_file};
use crate::engine::searcher::Searcher;
use crate::game::{Game, Variant};
use crate::memory;
use crate::perft::CountTable;
use crate::position::Notation;
use crate::search::{Event, StopSignal};
use crate::variants;
use indicatif::ProgressIterator;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The game [default: chess].
    #[arg(long, value_parser = GameName)]
    variant: Option<&'static Variant>,
    /// Count from this position instead of the start.
    #[arg(long)]
    fen: Option<String>,
    /// Print the count behind every move.
    #[arg(long)]
    divide: bool,
    /// Threads.
    #[arg(long, default_value_t = 1, value_parser = thread_count())]
    threads: u16,
    /// Size of the table of counts in MiB; 0: no table.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=65536))]
    hash: u32,
    /// Check files of EPD rows (`FEN ;D1 20 ;D2 400`) instead. The game is taken from the file's name
    /// (`perft-NAME.epd`, `NAME.epd`, `NAME.txt`) unless --variant is given.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    suite: Vec<PathBuf>,
    /// With --suite: leave out counts greater than this.
    #[arg(long, default_value_t = u64::MAX, hide_default_value = true)]
    max_nodes: u64,
    /// Depth.
    #[arg(required_unless_present = "suite", value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: Option<u32>,
}

/// Counts, or checks the suites if there are any; the status is a failure if a suite's row is wrong.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if arguments.suite.is_empty() {
        count(arguments)?;
    }
    let mut failures = 0;
    for file in &arguments.suite {
        failures += run_suite(file, arguments)?;
    }
    Ok(console::exit_code(failures))
}

fn start(arguments: &Arguments) -> Result<Box<dyn Game>, String> {
    let variant = arguments.variant.unwrap_or(variants::default());
    let fen = arguments.fen.as_deref().unwrap_or(variant.start);
    console::game_from(variant, fen).map_err(|error| error.to_string())
}

fn count(arguments: &Arguments) -> Result<(), String> {
    let game = start(arguments)?;
    let searcher = Searcher::new(arguments.threads.into(), 1)?;
    let table = match arguments.hash {
        0 => None,
        megabytes => Some(CountTable::new(memory::checked(megabytes as usize)?)?),
    };
    let stop = Arc::new(StopSignal::default());
    let texts = if arguments.divide { game.move_texts(Notation::Standard) } else { HashMap::new() };
    let job = game.count(arguments.depth.unwrap_or(1), table, stop);
    let begun = Instant::now();
    let mut total = 0;
    job(searcher.pool(), &mut |event| match event {
        Event::Counted(bits, nodes) => {
            if let Some(text) = texts.get(&bits) {
                print(format_args!("{text}: {nodes}"));
            }
        }
        Event::Total(nodes) => total = nodes,
        _ => {}
    });
    let seconds = begun.elapsed().as_secs_f64();
    print(format_args!("{}Nodes searched: {total}", if arguments.divide { "\n" } else { "" }));
    print(format_args!("{seconds:.3} s, {:.0} nodes/s", total as f64 / seconds.max(1e-9)));
    Ok(())
}

/// A position and its leaf counts by depth.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    /// The line in the file, from 1.
    pub line: usize,
    /// The position's FEN.
    pub fen: String,
    /// Depths and counts.
    pub counts: Vec<(u32, u64)>,
}

/// The heading of the suite in a file of sections.
const PERFT: &str = "[perft]";

/// Reads the rows of a suite; empty lines, comments (`#`) and sections other than `[perft]` are skipped.
/// Errors name the line that is malformed.
pub fn read(text: &str) -> Result<Vec<Row>, String> {
    let mut section = PERFT;
    let rows = epd::rows(text).filter(|&(_, row)| {
        let is_heading = row.starts_with('[');
        section = if is_heading { row } else { section };
        !is_heading && section == PERFT
    });
    rows.map(|(line, text)| read_row(line, text)).collect()
}

fn read_row(line: usize, text: &str) -> Result<Row, String> {
    let mut parts = text.split(';');
    let fen = parts.next().unwrap_or("").trim().to_owned();
    let mut counts = Vec::new();
    for part in parts.map(str::trim) {
        let count = part.strip_prefix('D').and_then(|rest| rest.split_once(char::is_whitespace));
        let count = count.and_then(|(depth, nodes)| Some((depth.parse().ok()?, nodes.trim().parse().ok()?)));
        counts.push(count.ok_or_else(|| format!("line {line}: `{part}` is not `D<depth> <count>`"))?);
    }
    if fen.is_empty() || counts.is_empty() {
        return Err(format!("line {line}: a row is `FEN ;D1 <count> …`"));
    }
    Ok(Row { line, fen, counts })
}

/// Checks a suite, prints the rows that are wrong and a summary, and returns the number of wrong rows.
fn run_suite(file: &Path, arguments: &Arguments) -> Result<usize, String> {
    let name = file.display();
    let text = text_file::read(file)?;
    let rows = read(&text).map_err(|error| format!("{name}: {error}"))?;
    let variant = arguments.variant.or_else(|| epd::variant_of(file));
    let variant = variant.ok_or_else(|| format!("{name}: give the game with --variant"))?;
    let searcher = Searcher::new(arguments.threads.into(), 1)?;
    let bar = progress_bar(rows.len() as u64, "{msg:20} {wide_bar} {pos}/{len} rows, {eta} left");
    bar.set_message(variant.name);
    let begun = Instant::now();
    let (mut failed, mut leaves) = (0, 0);
    for row in rows.iter().progress_with(bar.clone()) {
        let checked = check(variant, row, arguments, &searcher);
        leaves += checked.as_ref().unwrap_or(&0);
        if let Err(problem) = checked {
            failed += 1;
            bar.suspend(|| print(format_args!("{name}:{}: {problem}", row.line)));
        }
    }
    bar.finish_and_clear();
    let (good, seconds) = (rows.len() - failed, begun.elapsed().as_secs_f64());
    print(format_args!("{name}: {good} of {} rows good, {leaves} leaves in {seconds:.2} s", rows.len()));
    Ok(failed)
}

/// Checks the counts of a row that the arguments do not leave out. Returns the number of leaves counted.
fn check(variant: &'static Variant, row: &Row, arguments: &Arguments, searcher: &Searcher) -> Result<u64, String> {
    let game = console::game_from(variant, &row.fen).map_err(|error| format!("{error}: {}", row.fen))?;
    let max_depth = arguments.depth.unwrap_or(u32::MAX);
    let wanted = |&&(depth, nodes): &&(u32, u64)| nodes <= arguments.max_nodes && depth <= max_depth;
    let mut counted = 0;
    for &(depth, expected) in row.counts.iter().filter(wanted) {
        let nodes = searcher.perft(&*game, depth);
        counted += nodes;
        if nodes != expected {
            return Err(format!("depth {depth}: {nodes} leaves, {expected} expected: {}", row.fen));
        }
    }
    Ok(counted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_and_malformed_rows_are_errors() {
        let rows = read("# comment\n\n8/8 w - - 0 1 ;D1 20 ;D2 400\n").unwrap();
        assert_eq!(rows, [Row { line: 3, fen: "8/8 w - - 0 1".into(), counts: vec![(1, 20), (2, 400)] }]);
        let rows = read("# x\n[perft]\n8/8 w ;D1 20\n[moves]\n8/8 w\na1a2\n").unwrap();
        assert_eq!(rows, [Row { line: 3, fen: "8/8 w".into(), counts: vec![(1, 20)] }]);
        for wrong in ["8/8 w", "8/8 w ;D1", "8/8 w ;20", ";D1 3", "8/8 w ;D1 x"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}

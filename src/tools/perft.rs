//! `perft`: counts move sequences of one position, or checks suites of known counts.

use super::console::{self, GameName, print};
use super::perft_suite;
use crate::engine::searcher::Searcher;
use crate::game::{Game, Variant};
use crate::perft::CountTable;
use crate::position::Notation;
use crate::search::{Event, StopSignal};
use crate::variants::VARIANTS;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

/// Command-line arguments of `perft`.
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
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Size of the table of counts in MiB; 0: no table.
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=65536))]
    hash: u32,
    /// Check files of EPD rows (`FEN ;D1 20 ;D2 400`) instead. The game is taken from the file's name
    /// (`perft-NAME.epd`, `NAME.epd`) unless --variant is given.
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
///
/// # Errors
/// One line: the position is malformed, a suite cannot be read, memory or threads cannot be had.
pub(super) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    if !arguments.suite.is_empty() {
        return run_suites(arguments);
    }
    count(arguments)?;
    Ok(ExitCode::SUCCESS)
}

fn start(arguments: &Arguments) -> Result<Box<dyn Game>, String> {
    let variant = arguments.variant.unwrap_or(&VARIANTS[0]);
    let fen = arguments.fen.as_deref().unwrap_or(variant.start);
    variant.game(fen).map_err(|error| error.to_string())
}

fn count(arguments: &Arguments) -> Result<(), String> {
    let game = start(arguments)?;
    let searcher = Searcher::new(arguments.threads.into(), 1)?;
    let table = (arguments.hash > 0).then(|| CountTable::new(arguments.hash as usize)).transpose()?;
    let stop = Arc::new(StopSignal::new());
    let job = game.count(arguments.depth.unwrap_or(1), Notation::Standard, table, stop);
    let begun = Instant::now();
    let mut total = 0;
    job(searcher.pool(), &mut |event| match event {
        Event::Counted(text, nodes) if arguments.divide => print(format_args!("{text}: {nodes}")),
        Event::Total(nodes) => total = nodes,
        _ => {}
    });
    let seconds = begun.elapsed().as_secs_f64();
    print(format_args!("{}Nodes searched: {total}", if arguments.divide { "\n" } else { "" }));
    print(format_args!("{seconds:.3} s, {:.0} nodes/s", total as f64 / seconds.max(1e-9)));
    Ok(())
}

fn run_suites(arguments: &Arguments) -> Result<ExitCode, String> {
    let options = perft_suite::Options {
        variant: arguments.variant,
        threads: arguments.threads.into(),
        max_nodes: arguments.max_nodes,
        max_depth: arguments.depth,
    };
    let mut failures = 0;
    for file in &arguments.suite {
        failures += perft_suite::run(file, &options)?;
    }
    Ok(console::exit_code(failures))
}

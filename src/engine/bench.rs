//! `bench`: a fixed amount of search. Its node count is the signature of the engine's behaviour, its speed the
//! measure of the engine's pace.

use super::searcher::Searcher;
use crate::game::Game;
use crate::game::Variant;
use crate::search::{Limits, StopSignal};
use crate::variants::VARIANTS;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What to run.
#[derive(Clone, Debug, Default)]
pub struct Bench {
    /// Depth of every search; by default each game's own.
    pub depth: Option<u32>,
    /// Only this game.
    pub variant: Option<&'static str>,
    /// Threads; 1 by default, and only then the node count is always the same.
    pub threads: Option<usize>,
    /// Count moves, too, and compare every speed with that of chess.
    pub ratios: bool,
}

/// Searches every bench position from an empty table and prints a subtotal per game and the total; of what has been
/// searched when `stop` is given.
///
/// # Errors
/// When there is no memory for the table.
pub fn run(bench: &Bench, stop: &Arc<StopSignal>, print: &mut dyn FnMut(String)) -> Result<(), String> {
    let searcher = Searcher::new(bench.threads.unwrap_or(1), 16)?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    let wanted = |variant: &&Variant| bench.variant.is_none_or(|name| name == variant.name);
    let mut chess = None;
    for variant in VARIANTS.iter().filter(wanted) {
        let (some, took) = run_variant(&searcher, variant, bench.depth, stop)?;
        let mut line = format!("{:<20} {some:>10} nodes {:>9} nps", variant.name, per_second(some, took));
        if bench.ratios {
            let pace = Pace { search: per_second(some, took), perft: count(&searcher, variant)? };
            line += &pace.compared(chess.get_or_insert(pace));
        }
        print(line);
        nodes += some;
        time += took;
        if stop.is_stopped() {
            break;
        }
    }
    print(format!("{nodes} nodes {} nps", per_second(nodes, time)));
    Ok(())
}

/// How fast a game is searched (nodes/s) and its moves are counted (leaves/s).
#[derive(Clone, Copy)]
struct Pace {
    search: u64,
    perft: u64,
}

impl Pace {
    /// The rest of a line of the bench, with the share of the first game's speeds.
    fn compared(self, first: &Pace) -> String {
        let share = |one: u64, other: u64| one as f64 / other.max(1) as f64;
        let (search, perft) = (share(self.search, first.search), share(self.perft, first.perft));
        format!(" {search:>5.2}  perft {:>10} leaves/s {perft:>5.2}", self.perft)
    }
}

/// How long a count must take to be a measure.
const COUNTED: Duration = Duration::from_millis(40);

/// Leaves per second over the bench positions, each counted to the first depth that takes its time.
fn count(searcher: &Searcher, variant: &'static Variant) -> Result<u64, String> {
    let (mut leaves, mut time) = (0, Duration::ZERO);
    for fen in positions(variant) {
        let game = position(variant, fen)?;
        for depth in 2.. {
            let begun = Instant::now();
            let counted = searcher.perft(&*game, depth);
            if begun.elapsed() >= COUNTED || counted == 0 {
                leaves += counted;
                time += begun.elapsed();
                break;
            }
        }
    }
    Ok(per_second(leaves, time))
}

fn position(variant: &'static Variant, fen: &str) -> Result<Box<dyn Game>, String> {
    variant.game(fen).map_err(|error| format!("bench position `{fen}`: {error}"))
}

fn run_variant(
    searcher: &Searcher,
    variant: &'static Variant,
    depth: Option<u32>,
    stop: &Arc<StopSignal>,
) -> Result<(u64, Duration), String> {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    let limits = Limits::depth(depth.unwrap_or(variant.bench_depth));
    for fen in positions(variant).take_while(|_| !stop.is_stopped()) {
        let game = position(variant, fen)?;
        searcher.forget();
        let begun = Instant::now();
        let thought = searcher.search_within(stop, &*game, limits.clone());
        time += begun.elapsed();
        nodes += thought.report.map_or(0, |report| report.nodes);
    }
    Ok((nodes, time))
}

/// The bench positions of a game.
pub fn positions(variant: &Variant) -> impl Iterator<Item = &'static str> {
    variant.bench.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64
}

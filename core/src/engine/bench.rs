//! `bench`: fixed searches of fixed positions. The node count identifies the engine's search, the nodes per second
//! measure its speed.

use super::searcher::Searcher;
use crate::game::{Game, Variant};
use crate::search::{Limits, StopSignal};
use crate::variants;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The searches to run.
#[derive(Clone, Debug, Default)]
pub struct Bench {
    /// Depth of every search; `None` is each game's own.
    pub depth: Option<u32>,
    /// The only game to search; `None` is every game in code.
    pub variant: Option<&'static str>,
    /// Number of threads; `None` is 1, the only number with which the node count is reproducible.
    pub threads: Option<usize>,
    /// Measure perft as well, and compare the speeds of every game with those of the first.
    pub ratios: bool,
}

/// Searches every bench position with an empty hash table and prints a subtotal per game and the total. If `stop` is
/// given, the rest is left out. An error if memory or threads are missing, if no game has the name, or if a bench position or a
/// built-in network is refused.
pub fn run(bench: &Bench, stop: &Arc<StopSignal>, print: &mut dyn FnMut(String)) -> Result<(), String> {
    let searcher = Searcher::new(bench.threads.unwrap_or(1), 16)?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    let wanted = bench.variant.map_or_else(|| Ok(variants::coded()), |name| variants::find(name).map(|it| vec![it]))?;
    let mut first = None;
    for variant in wanted {
        let (subtotal, took) = search_variant(&searcher, variant, bench.depth, stop)?;
        let mut line = format!("{:<20} {subtotal:>10} nodes {:>9} nps", variant.name, per_second(subtotal, took));
        if bench.ratios {
            // The speeds of search (nodes/s) and perft (leaves/s), as multiples of the first game's.
            let speeds = (per_second(subtotal, took), perft_speed(&searcher, variant)?);
            let first = *first.get_or_insert(speeds);
            let ratio = |speed: u64, first: u64| speed as f64 / first.max(1) as f64;
            let (search, perft) = (ratio(speeds.0, first.0), ratio(speeds.1, first.1));
            line += &format!(" {search:>5.2}  perft {:>10} leaves/s {perft:>5.2}", speeds.1);
        }
        print(line);
        nodes += subtotal;
        time += took;
        if stop.is_stopped() {
            break;
        }
    }
    print(format!("{nodes} nodes {} nps", per_second(nodes, time)));
    Ok(())
}

/// Least time of a perft for its speed to be measured.
const LEAST_PERFT_TIME: Duration = Duration::from_millis(40);

/// The perft speed over the bench positions in leaves/s, each counted to the first depth that takes
/// [`LEAST_PERFT_TIME`].
fn perft_speed(searcher: &Searcher, variant: &'static Variant) -> Result<u64, String> {
    let (mut leaves, mut time) = (0, Duration::ZERO);
    for fen in positions(variant) {
        let game = position(variant, fen)?;
        for depth in 2.. {
            let start = Instant::now();
            let counted = searcher.perft(&*game, depth);
            if start.elapsed() >= LEAST_PERFT_TIME || counted == 0 {
                leaves += counted;
                time += start.elapsed();
                break;
            }
        }
    }
    Ok(per_second(leaves, time))
}

fn position(variant: &'static Variant, fen: &str) -> Result<Box<dyn Game>, String> {
    variant.game(fen).map_err(|error| format!("bench position `{fen}`: {error}"))
}

/// Searches the bench positions of a game; returns the nodes and the time.
fn search_variant(
    searcher: &Searcher,
    variant: &'static Variant,
    depth: Option<u32>,
    stop: &Arc<StopSignal>,
) -> Result<(u64, Duration), String> {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    let limits = Limits::depth(depth.unwrap_or(variant.bench_depth));
    if let Some(error) = variant.network_error() {
        return Err(format!("the built-in network of {}: {error}", variant.name));
    }
    for fen in positions(variant).take_while(|_| !stop.is_stopped()) {
        let game = position(variant, fen)?;
        searcher.forget();
        let start = Instant::now();
        let result = searcher.search_until(StopSignal::within(stop), &*game, limits.clone(), |_| {});
        time += start.elapsed();
        nodes += result.report.map_or(0, |report| report.nodes);
    }
    Ok((nodes, time))
}

/// The FENs of a game's bench positions: its start if its row names none.
pub fn positions(variant: &Variant) -> impl Iterator<Item = &'static str> {
    let text = if variant.bench.is_empty() { variant.start } else { variant.bench };
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn per_second(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64
}

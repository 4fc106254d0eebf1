//! `bench`: a fixed amount of search. Its node count is the signature of the engine's behaviour, its speed the
//! measure of the engine's pace.

use super::thinker::Thinker;
use crate::search::Limits;
use crate::variants::{VARIANTS, Variant};
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
}

/// Searches every bench position from an empty table and prints a subtotal per game and the total.
///
/// # Errors
/// When there is no memory for the table.
pub fn run(bench: &Bench, print: &mut dyn FnMut(String)) -> Result<(), String> {
    let thinker = Thinker::new(bench.threads.unwrap_or(1), 16)?;
    let (mut nodes, mut time) = (0, Duration::ZERO);
    let wanted = |variant: &&Variant| bench.variant.is_none_or(|name| name == variant.name);
    for variant in VARIANTS.iter().filter(wanted) {
        let (some, took) = run_variant(&thinker, variant, bench.depth)?;
        print(format!("{:<20} {some:>10} nodes {:>9} nps", variant.name, per_second(some, took)));
        nodes += some;
        time += took;
    }
    print(format!("{nodes} nodes {} nps", per_second(nodes, time)));
    Ok(())
}

fn run_variant(thinker: &Thinker, variant: &'static Variant, depth: Option<u32>) -> Result<(u64, Duration), String> {
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for fen in positions(variant) {
        let game = variant.game(fen).map_err(|error| format!("bench position `{fen}`: {error}"))?;
        thinker.forget();
        let begun = Instant::now();
        let thought = thinker.think(&*game, Limits::depth(depth.unwrap_or(variant.bench_depth)), |_| {});
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

//! `openings`: makes books of balanced start positions, for matches.
//!
//! Candidates are numbered. Each is reached by random moves that depend on the seed and the number only, and is judged
//! by a one-threaded search with a fixed number of nodes and an empty hash table. The same command therefore makes the
//! same book with any number of threads.

use super::console::{GameName, progress_bar, thread_count};
use super::match_runner::opening_file::Opening;
use super::random_play::play_random_moves;
use super::text_file::Output;
use super::threads;
use crate::engine::searcher::Searcher;
use crate::game::{Game, Variant};
use crate::network::Network;
use crate::search::Limits;
use crate::types::score::is_decided;
use crate::types::zobrist::mix;
use std::collections::HashSet;
use std::sync::Arc;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The game.
    #[arg(value_parser = GameName)]
    variant: &'static Variant,
    /// Number of positions.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Number of random plies from the start of the game.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=200))]
    plies: u32,
    /// Greatest score for either side, in centipawns.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    window: u16,
    /// Seed of the random moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes of the search that scores a position.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Positions searched at the same time; the book does not depend on it.
    #[arg(long, default_value_t = 1, value_parser = thread_count())]
    concurrency: u16,
    #[command(flatten)]
    output: Output,
}

/// The number of candidates that are searched before the book is filled from them.
const BATCH: u64 = 128;
/// After this many batches without a new position in a row the search for more is given up.
const MAX_EMPTY_BATCHES: u32 = 40;

/// Makes a book and writes it.
pub(super) fn run(arguments: &Arguments) -> Result<(), String> {
    arguments.output.check_folder()?;
    let book = book(arguments)?;
    arguments.output.write(&book)
}

/// The text of a book: a comment with the command that makes it, then one FEN per line.
fn book(arguments: &Arguments) -> Result<String, String> {
    let Arguments { variant, count, plies, window, seed, nodes, .. } = arguments;
    let name = variant.name;
    let mut book = format!(
        "# jailbird openings {name} --count {count} --plies {plies} --window {window} --seed {seed} --nodes {nodes}\n"
    );
    for position in positions(arguments)? {
        book.push_str(&position.fen());
        book.push('\n');
    }
    Ok(book)
}

fn positions(arguments: &Arguments) -> Result<Vec<Box<dyn Game>>, String> {
    let searchers = searchers(arguments.concurrency, None)?;
    let (games, wanted) = (collect(arguments, &searchers)?, arguments.count);
    if games.len() < wanted as usize {
        let (found, tried) = (games.len(), u64::from(MAX_EMPTY_BATCHES) * BATCH);
        return Err(format!("only {found} of {wanted} positions: none new among the last {tried} tried"));
    }
    Ok(games)
}

fn searchers(count: u16, network: Option<&Arc<Network>>) -> Result<Vec<Searcher>, String> {
    (0..count).map(|_| Ok(Searcher::new(1, 4)?.with_network(network.cloned()))).collect()
}

/// Up to `count` positions for a short match, which a brief search with this network finds balanced; fewer if
/// there are not so many.
pub(super) fn for_match(
    variant: &'static Variant,
    count: u32,
    network: Option<&Arc<Network>>,
    concurrency: u16,
) -> Result<Vec<Opening>, String> {
    let arguments = Arguments {
        variant,
        count,
        plies: 8,
        window: 100,
        seed: 1,
        nodes: 1000,
        concurrency,
        output: Output::default(),
    };
    let games = collect(&arguments, &searchers(concurrency, network)?)?;
    Ok(games.iter().map(|game| Opening::of_position(&**game)).collect())
}

/// Collects balanced positions until there are enough, or no new ones are found.
fn collect(arguments: &Arguments, searchers: &[Searcher]) -> Result<Vec<Box<dyn Game>>, String> {
    let wanted = arguments.count as usize;
    let bar = progress_bar(wanted as u64, "{msg} {wide_bar} {pos}/{len} positions, {eta} left");
    bar.set_message(arguments.variant.name);
    let (mut keys, mut games) = (HashSet::new(), Vec::new());
    let (mut first, mut empty_batches) = (0, 0);
    while games.len() < wanted && empty_batches < MAX_EMPTY_BATCHES {
        let before = games.len();
        let work = |searcher: &Searcher, number| candidate(arguments, searcher, number);
        for candidate in threads::map_numbers(searchers, first..first + BATCH, work)? {
            if games.len() < wanted && keys.insert(candidate.key()) {
                games.push(candidate);
            }
        }
        bar.set_position(games.len() as u64);
        first += BATCH;
        empty_batches = if games.len() > before { 0 } else { empty_batches + 1 };
    }
    bar.finish_and_clear();
    Ok(games)
}

/// The candidate if its game is not over, and the search finds a balanced score and no forced win.
fn candidate(arguments: &Arguments, searcher: &Searcher, number: u64) -> Option<Box<dyn Game>> {
    let mut game = arguments.variant.new_game();
    if !play_random_moves(&mut *game, arguments.plies, mix(arguments.seed) ^ number) {
        return None;
    }
    is_balanced(searcher, &*game, arguments.nodes, arguments.window.into()).then_some(game)
}

/// Whether a search of `nodes` nodes with an empty hash table finds no forced win and scores a position within
/// `window` centipawns of equality.
pub(super) fn is_balanced(searcher: &Searcher, game: &dyn Game, nodes: u64, window: u32) -> bool {
    searcher.forget();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let report = searcher.search(game, limits, |_| {}).report;
    report.is_some_and(|report| !is_decided(report.score) && report.score.unsigned_abs() <= window)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::epd::rows;
    use crate::variants;
    use rayon::prelude::*;

    fn arguments(variant: &'static Variant, seed: u64, concurrency: u16) -> Arguments {
        Arguments { variant, count: 10, plies: 4, window: 50, seed, nodes: 500, concurrency, output: Output::default() }
    }

    #[test]
    fn a_book_depends_on_the_seed_and_not_on_the_number_of_threads() {
        variants::coded().into_par_iter().for_each(|variant| {
            let one = book(&arguments(variant, 1, 1)).unwrap();
            assert_eq!(book(&arguments(variant, 1, 3)).unwrap(), one);
            let other = book(&arguments(variant, 2, 1)).unwrap();
            let keys =
                |book: &str| -> HashSet<u64> { rows(book).map(|(_, fen)| variant.game(fen).unwrap().key()).collect() };
            assert_eq!((keys(&one).len(), keys(&other).len()), (10, 10), "{}", variant.name);
            assert_ne!(keys(&one), keys(&other), "{}", variant.name);
        });
    }

    #[test]
    fn too_few_positions_are_an_error() {
        let error =
            book(&Arguments { plies: 1, count: 21, nodes: 20, ..arguments(variants::default(), 1, 1) }).unwrap_err();
        assert!(error.starts_with("only ") && error.contains(" of 21 positions"), "{error}");
    }
}

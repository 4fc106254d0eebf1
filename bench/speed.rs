//! `cargo bench`: move generation, play, evaluation and search of every game, per operation and per second.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use jailbird::engine::{bench::positions, searcher::Searcher};
use jailbird::game::Game;
use jailbird::search::Limits;
use jailbird::variants;

fn main() {
    divan::main();
}

fn names() -> impl Iterator<Item = &'static str> {
    variants::coded().into_iter().map(|variant| variant.name)
}

fn games(name: &str) -> Vec<Box<dyn Game>> {
    let variant = variants::find(name).expect("a name of the list");
    positions(variant).filter_map(|fen| variant.game(fen).ok()).collect()
}

/// Counting the legal moves of all bench positions; items are moves.
#[divan::bench(args = names())]
fn generate(bencher: Bencher<'_, '_>, name: &str) {
    let (games, searcher) = (games(name), Searcher::new(1, 1).expect("one thread"));
    let count = || games.iter().map(|game| searcher.perft(&**game, 1)).sum::<u64>();
    bencher.counter(ItemsCount::new(count())).bench_local(count);
}

/// perft(2) of all bench positions: generating, playing and counting; items are leaves.
#[divan::bench(args = names())]
fn perft(bencher: Bencher<'_, '_>, name: &str) {
    let (games, searcher) = (games(name), Searcher::new(1, 1).expect("one thread"));
    let count = || games.iter().map(|game| searcher.perft(&**game, 2)).sum::<u64>();
    bencher.counter(ItemsCount::new(count())).bench_local(count);
}

/// Evaluating all bench positions; items are positions.
#[divan::bench(args = names())]
fn evaluate(bencher: Bencher<'_, '_>, name: &str) {
    let (games, network) = (games(name), variants::find(name).expect("a name of the list").network());
    let sum = || games.iter().map(|game| black_box(game.evaluate(&network))).sum::<i32>();
    bencher.counter(ItemsCount::new(games.len())).bench_local(sum);
}

/// Searching all bench positions to 2,000 nodes each; items are nodes.
#[divan::bench(args = names())]
fn search(bencher: Bencher<'_, '_>, name: &str) {
    let (games, searcher) = (games(name), Searcher::new(1, 16).expect("one thread"));
    let limits = Limits { nodes: Some(2_000), ..Limits::default() };
    let think = || {
        for game in &games {
            black_box(searcher.search(&**game, limits.clone(), |_| {}));
        }
    };
    bencher.counter(ItemsCount::new(2_000 * games.len())).bench_local(think);
}

//! `openings`: books of balanced start positions, for matches.
//!
//! A book is made of candidates with numbers: each is a walk of random moves that depends on the seed and its number
//! alone, judged by a search of fixed nodes on one thread from an empty table. So the same command makes the same book
//! with any number of threads.

use super::console::{GameName, print};
use super::files;
use crate::engine::searcher::Searcher;
use crate::game::Game;
use crate::game::Variant;
use crate::position::Notation;
use crate::search::Limits;
use crate::types::score::DisplayScore;
use crate::types::zobrist::mix;
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::HashSet;
use std::path::PathBuf;

/// `jailbird openings`.
#[derive(Clone, clap::Args)]
pub struct Arguments {
    /// The game.
    #[arg(value_parser = GameName)]
    variant: &'static Variant,
    /// How many positions.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Random plies from the start of the game.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=200))]
    plies: u32,
    /// Greatest score for either side, in hundredths of a pawn.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u16).range(0..=10_000))]
    window: u16,
    /// Seed of the random moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes of the search that judges a position.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Positions judged at the same time; the book does not depend on it.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    concurrency: u16,
    /// Where to write the book [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Candidates that are judged before the next look at how many positions there are.
const ROUND: u64 = 128;
/// Rounds without a new position after which there is nothing more to be found.
const PATIENCE: u32 = 40;

/// Makes a book and writes it.
///
/// # Errors
/// When too few positions are found, and when memory, threads or the file cannot be had.
pub fn run(arguments: &Arguments) -> Result<(), String> {
    let book = book(arguments)?;
    match &arguments.out {
        None => print(book.trim_end()),
        Some(file) => files::write(file, &book)?,
    }
    Ok(())
}

/// The rows of a book: lines that say something and are no comment, with their numbers from 1.
pub fn rows(book: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = book.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// Plays `plies` random moves, the same ones for every seed. False if the game ends on the way.
pub fn play_at_random(game: &mut dyn Game, plies: u32, seed: u64) -> bool {
    for ply in 0..u64::from(plies) {
        if game.outcome().is_some() {
            return false;
        }
        let moves = game.legal_moves(Notation::Standard);
        let chosen = moves.get((mix(mix(seed) ^ ply) % moves.len().max(1) as u64) as usize);
        if chosen.is_none_or(|text| game.play(text).is_err()) {
            return false;
        }
    }
    game.outcome().is_none()
}

/// The text of a book: a comment with the command that makes it, and a FEN a line.
fn book(arguments: &Arguments) -> Result<String, String> {
    let Arguments { variant, count, plies, window, seed, nodes, .. } = arguments;
    let name = variant.name;
    let mut book = format!(
        "# jailbird openings {name} --count {count} --plies {plies} --window {window} --seed {seed} --nodes {nodes}\n"
    );
    for fen in positions(arguments)? {
        book.push_str(&fen);
        book.push('\n');
    }
    Ok(book)
}

fn positions(arguments: &Arguments) -> Result<Vec<String>, String> {
    let wanted = arguments.count as usize;
    let searchers: Vec<Searcher> = (0..arguments.concurrency).map(|_| Searcher::new(1, 4)).collect::<Result<_, _>>()?;
    let bar = ProgressBar::new(wanted as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} positions, {eta} left") {
        bar.set_style(style);
    }
    bar.set_message(arguments.variant.name);
    let (mut keys, mut fens) = (HashSet::new(), Vec::new());
    let (mut first, mut vain) = (0, 0);
    while fens.len() < wanted {
        let before = fens.len();
        for candidate in round(arguments, &searchers, first)? {
            if fens.len() < wanted && keys.insert(candidate.key) {
                fens.push(candidate.fen);
            }
        }
        bar.set_position(fens.len() as u64);
        first += ROUND;
        vain = if fens.len() > before { 0 } else { vain + 1 };
        if vain == PATIENCE {
            bar.finish_and_clear();
            let tried = u64::from(PATIENCE) * ROUND;
            return Err(format!("only {before} of {wanted} positions: none new among the last {tried} tried"));
        }
    }
    bar.finish_and_clear();
    Ok(fens)
}

/// A balanced position.
struct Candidate {
    number: u64,
    key: u64,
    fen: String,
}

/// The balanced positions among the [`ROUND`] candidates from `first` on, in order.
fn round(arguments: &Arguments, searchers: &[Searcher], first: u64) -> Result<Vec<Candidate>, String> {
    let share = |index: usize, searcher: &Searcher| -> Vec<Candidate> {
        let numbers = (first..first + ROUND).skip(index).step_by(searchers.len());
        numbers.filter_map(|number| candidate(arguments, searcher, number)).collect()
    };
    let share = &share;
    let shares: Result<Vec<_>, _> = std::thread::scope(|scope| {
        let spawn = |(index, searcher)| scope.spawn(move || share(index, searcher));
        let threads: Vec<_> = searchers.iter().enumerate().map(spawn).collect();
        threads.into_iter().map(|thread| thread.join()).collect()
    });
    let shares = shares.map_err(|_| "a search thread crashed")?;
    let mut found: Vec<Candidate> = shares.into_iter().flatten().collect();
    found.sort_by_key(|candidate| candidate.number);
    Ok(found)
}

/// The candidate with this number if its game goes on, neither side has a forced win in view and the score is balanced.
fn candidate(arguments: &Arguments, searcher: &Searcher, number: u64) -> Option<Candidate> {
    let mut game = arguments.variant.new_game();
    if !play_at_random(&mut *game, arguments.plies, mix(arguments.seed) ^ number) {
        return None;
    }
    searcher.forget();
    let limits = Limits { nodes: Some(arguments.nodes), ..Limits::default() };
    let score = searcher.search(&*game, limits, |_| {}).report?.score;
    let balanced =
        matches!(score, DisplayScore::Centipawns(score) if score.unsigned_abs() <= u32::from(arguments.window));
    balanced.then(|| Candidate { number, key: game.key(), fen: game.fen() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::VARIANTS;

    fn arguments(variant: &'static Variant, seed: u64, concurrency: u16) -> Arguments {
        Arguments { variant, count: 10, plies: 4, window: 50, seed, nodes: 500, concurrency, out: None }
    }

    #[test]
    fn a_book_depends_on_the_seed_and_not_on_the_threads() {
        for variant in VARIANTS {
            let one = book(&arguments(variant, 1, 1)).unwrap();
            assert_eq!(book(&arguments(variant, 1, 3)).unwrap(), one);
            let other = book(&arguments(variant, 2, 1)).unwrap();
            let keys =
                |book: &str| -> HashSet<u64> { rows(book).map(|(_, fen)| variant.game(fen).unwrap().key()).collect() };
            assert_eq!((keys(&one).len(), keys(&other).len()), (10, 10), "{}", variant.name);
            assert_ne!(keys(&one), keys(&other), "{}", variant.name);
        }
    }

    #[test]
    fn what_cannot_be_found_is_an_error() {
        let error = book(&Arguments { plies: 1, count: 21, ..arguments(&VARIANTS[0], 1, 1) }).unwrap_err();
        assert!(error.starts_with("only ") && error.contains(" of 21 positions"), "{error}");
    }

    #[test]
    fn comments_are_no_rows() {
        assert_eq!(rows("# x\n\n a b \r\n#\nc").collect::<Vec<_>>(), [(3, "a b"), (5, "c")]);
    }
}

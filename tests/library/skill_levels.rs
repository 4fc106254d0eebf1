//! Play at reduced skill levels, in every game.

use jailbird::engine::searcher::{SearchResult, Searcher};
use jailbird::game::Game;
use jailbird::game::Variant;
use jailbird::position::Notation;
use jailbird::search::{Limits, Report, Strength};
use jailbird::tools::random_play::play_random_moves;
use jailbird::types::Color;
use jailbird::variants;
use std::collections::HashSet;
use std::time::{Duration, Instant};

/// The levels below this one are those of beginners.
const LEAST_LEVEL_WITH_SEARCH: usize = 6;

fn weak(level: usize, seed: u64, limits: Limits) -> Limits {
    Limits { strength: Strength::of_level(level, seed), ..limits }
}

/// Searches and checks that the last report begins with the move played.
fn think(searcher: &Searcher, game: &dyn Game, limits: Limits) -> SearchResult {
    let mut last: Option<Report> = None;
    let thought = searcher.search(game, limits, |report| {
        assert_eq!(report.multipv, 1, "one line was asked for");
        last = Some(report.clone());
    });
    let best = thought.answer.best.expect("a move in a game that goes on");
    assert!(game.legal_bits().contains(&best), "{best} in {}", game.fen());
    assert_eq!(last.unwrap().pv.first(), Some(&best), "{}", game.fen());
    thought
}

#[test]
fn every_level_plays_a_legal_move_and_ends() {
    let searchers = [Searcher::new(1, 1).unwrap(), Searcher::new(3, 1).unwrap()];
    for variant in variants::coded() {
        for (level, seed) in [0, 3, 10, 19].into_iter().flat_map(|level| (0..4).map(move |seed| (level, seed))) {
            let mut game = variant.new_game();
            if !play_random_moves(&mut *game, 5 * seed as u32, seed) {
                continue;
            }
            let limits = match seed % 4 {
                0 => Limits::depth(3),
                1 => Limits { nodes: Some(200), ..Limits::default() },
                2 => Limits::movetime(Duration::from_millis(20)),
                _ => Limits { depth: Some(4), ..Limits::default() },
            };
            let begun = Instant::now();
            think(&searchers[usize::from(seed % 3 == 0)], &*game, weak(level, seed, limits));
            assert!(begun.elapsed() < Duration::from_secs(10), "{} level {level}", variant.name);
        }
    }
}

#[test]
fn the_seed_decides_the_choice_of_move() {
    let searcher = Searcher::new(1, 1).unwrap();
    for variant in variants::coded() {
        let game = variant.new_game();
        for (level, expected) in [(LEAST_LEVEL_WITH_SEARCH, 2..=4), (0, 8..=30)] {
            let mut moves = HashSet::new();
            for seed in 0..30 {
                let choose = || {
                    searcher.forget();
                    think(&searcher, &*game, weak(level, seed, Limits::default())).answer.best
                };
                let choice = choose();
                assert_eq!(choose(), choice, "{} seed {seed}", variant.name);
                moves.insert(choice);
            }
            assert!(expected.contains(&moves.len()), "{} level {level}: {moves:?}", variant.name);
        }
    }
}

#[test]
fn low_levels_limit_nodes_and_depth() {
    let searcher = Searcher::new(1, 1).unwrap();
    for variant in variants::coded() {
        searcher.forget();
        let thought = think(&searcher, &*variant.new_game(), weak(14, 1, Limits::movetime(Duration::from_secs(60))));
        let report = thought.report.unwrap();
        assert!(report.nodes <= 10_000 && report.depth <= 8, "{}: {report:?}", variant.name);
    }
}

#[test]
fn analysis_and_mate_searches_have_full_strength() {
    let limits = weak(0, 1, Limits { infinite: true, ..Limits::depth(9) });
    assert_eq!((limits.strength(), limits.most_depth(), limits.most_nodes()), (None, 9, u64::MAX));
    assert_eq!(weak(0, 1, Limits { mate: Some(2), ..Limits::default() }).strength(), None);
}

#[test]
fn low_levels_play_a_mate_in_one() {
    // Mate by the rook on a8; the queen takes a rook instead.
    let game = variants::find("chess").unwrap().game("6k1/5ppp/8/8/7r/8/8/R3Q1K1 w - - 0 1").unwrap();
    let searcher = Searcher::new(1, 1).unwrap();
    for seed in 0..40 {
        let best = think(&searcher, &*game, weak(LEAST_LEVEL_WITH_SEARCH, seed, Limits::default())).answer.best;
        let best = best.and_then(|best| game.write(best, Notation::Standard));
        assert!(matches!(best.as_deref(), Some("a1a8" | "e1e8")), "{best:?}");
    }
}

/// Plays two games, with colours swapped, from each of eight openings; returns the half points of the higher level and
/// the number of games.
fn match_points(variant: &'static Variant, high: usize, low: usize) -> (u32, u32) {
    let searcher = Searcher::new(1, 1).unwrap();
    let (mut half_points, mut games) = (0, 0);
    for (seed, stronger) in (0..8).flat_map(|seed| Color::ALL.map(|color| (seed, color))) {
        let mut game = variant.new_game();
        if !play_random_moves(&mut *game, 4, seed) {
            continue;
        }
        while game.outcome().is_none() && game.played().len() < 300 {
            let level = if game.turn().color == stronger { high } else { low };
            let best = think(&searcher, &*game, weak(level, seed, Limits::default())).answer.best;
            assert!(game.play_bits(best.unwrap()));
        }
        let winner = game.outcome().map(|outcome| outcome.winner.map(|seat| seat.color));
        half_points += match winner {
            Some(Some(color)) if color == stronger => 2,
            Some(Some(_)) => 0,
            _ => 1,
        };
        games += 1;
    }
    (half_points, games)
}

#[test]
fn higher_levels_win() {
    for name in ["chess", "prisonbreak"] {
        for (high, low) in [(11, LEAST_LEVEL_WITH_SEARCH), (LEAST_LEVEL_WITH_SEARCH, 3), (4, 0)] {
            let (half_points, games) = match_points(variants::find(name).unwrap(), high, low);
            let points = format!("{name}: {half_points} half points of {games} games of level {high} against {low}");
            assert!(games >= 10 && half_points * 4 >= games * 6, "{points}");
        }
    }
}

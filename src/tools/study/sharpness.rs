//! How much depends on the right move: what the second best move costs.

use super::facts::Facts;
use crate::engine::searcher::Searcher;
use crate::game::Game;
use crate::search::Limits;
use crate::tools::threads;
use crate::types::zobrist::mix;

/// The greatest number of positions that are searched.
const MOST: usize = 200;

/// For one position of each of the first games from the start position, the expected points of the best move minus those of the
/// second best one, both searched with so many nodes.
///
/// # Errors
/// Threads cannot be had.
pub(super) fn gaps(start: &dyn Game, games: &[&Facts], nodes: u64, searchers: &[Searcher]) -> Result<Vec<f64>, String> {
    let found = games.iter().enumerate().filter_map(|(number, game)| position(start, game, number));
    let positions: Vec<_> = found.take(MOST).collect();
    let model = start.variant().network().chances();
    let gap = |searcher: &Searcher, number: u64| {
        searcher.forget();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let lines = searcher.search_lines(&*positions[number as usize], limits, 2);
        let mut expected: Vec<f64> = lines.iter().map(|line| model.expected(line.score.into())).collect();
        expected.sort_by(f64::total_cmp);
        let (best, second) = (expected.pop()?, expected.pop()?);
        Some(best - second)
    };
    threads::map_numbers(searchers, 0..positions.len() as u64, gap)
}

/// A position of a game, another ply for each game, in which there is a choice.
fn position(start: &dyn Game, facts: &Facts, number: usize) -> Option<Box<dyn Game>> {
    let plies = facts.plies.len() as u64;
    let ply = (mix(number as u64) % plies.max(1)) as usize;
    if !facts.is_from_start || facts.plies.get(ply)?.legal < 2 {
        return None;
    }
    let mut game = start.boxed_clone();
    facts.plies[..ply].iter().all(|ply| game.play_bits(ply.bits)).then_some(game)
}

//! What makes a position a puzzle: one move wins in so many moves, and no other move does.

use crate::engine::searcher::Searcher;
use crate::game::Game;
use crate::position::Notation;
use crate::search::Limits;
use crate::types::score::DisplayScore;

/// How far wins are looked for, and at what cost.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// The least and the greatest number of own moves to the win.
    pub moves: (u32, u32),
    /// Nodes of the first, pruning search. Positions in which it sees no win are dropped.
    pub look: u64,
    /// The greatest number of nodes of each proof. Positions that take more are dropped.
    pub proof: u64,
}

/// A position with one winning move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// The position.
    pub fen: String,
    /// The winning line: own moves and the longest defence as far as the search tells.
    pub line: Vec<String>,
    /// The number of own moves to the win.
    pub moves: u32,
    /// From 1 (easy) to 5: one for each move after the first, and one more if the first neither captures nor gives check.
    pub grade: u32,
    /// The key of the position.
    pub key: u64,
}

/// The hardest grade.
pub const HARDEST: u32 = 5;

/// The puzzle that the position is, without its history. `None` if there is no choice, if there is no win within the bounds, if a
/// second move wins in the same number of moves, or if the proof takes too many nodes.
pub fn prove(game: &dyn Game, searcher: &Searcher, bounds: Bounds) -> Option<Puzzle> {
    if game.outcome().is_some() || game.legal_bits().len() < 2 {
        return None;
    }
    let seen = mate_within(game, searcher, Limits { nodes: Some(bounds.look), ..Limits::default() })?.0;
    let moves = shortest(game, searcher, seen.min(bounds.moves.1), bounds)?;
    if moves < bounds.moves.0 {
        return None;
    }
    let (_, line) = mate_within(game, searcher, proof(moves, bounds, None))?;
    let first = *line.first()?;
    if !has_no_win(game, searcher, proof(moves, bounds, Some(first))) {
        return None;
    }
    let (grade, line) = (grade(game, first, moves), game.write_line(&line, Notation::Standard));
    Some(Puzzle { fen: game.fen(), line, moves, grade, key: game.key() })
}

/// The limits of a proof of a win in `moves` own moves, perhaps without one first move.
fn proof(moves: u32, bounds: Bounds, without: Option<u64>) -> Limits {
    let except = without.into_iter().collect();
    Limits { mate: Some(moves), exhaustive: true, nodes: Some(bounds.proof), except, ..Limits::default() }
}

/// Searches from an empty hash table; the number of own moves to the win that the search finds, and its line.
fn mate_within(game: &dyn Game, searcher: &Searcher, limits: Limits) -> Option<(u32, Vec<u64>)> {
    searcher.forget();
    let report = searcher.search(game, limits, |_| {}).report?;
    match report.score.into() {
        DisplayScore::Mate(moves) if moves > 0 => Some((moves.unsigned_abs(), report.pv)),
        _ => None,
    }
}

/// The number of own moves of the shortest win, given that there may be one in `moves`. `None` if there is none, or if that is
/// not proved within the bounds.
fn shortest(game: &dyn Game, searcher: &Searcher, moves: u32, bounds: Bounds) -> Option<u32> {
    let (found, _) = mate_within(game, searcher, proof(moves, bounds, None))?;
    let mut least = found.min(moves);
    while least > 1 && !has_no_win(game, searcher, proof(least - 1, bounds, None)) {
        least = mate_within(game, searcher, proof(least - 1, bounds, None))?.0.min(least - 1);
    }
    Some(least)
}

/// Whether a search for a mate proves that there is none. False if one is found, or if the search is cut off.
fn has_no_win(game: &dyn Game, searcher: &Searcher, limits: Limits) -> bool {
    if game.legal_bits().len() <= limits.except.len() {
        return true;
    }
    let wanted = limits.mate.unwrap_or(0);
    searcher.forget();
    let result = searcher.search(game, limits, |_| {});
    let is_win = |score| matches!(score, DisplayScore::Mate(moves) if (1..=wanted as i32).contains(&moves));
    !result.was_stopped && !result.report.is_some_and(|report| is_win(report.score.into()))
}

/// How hard the puzzle with this first move is.
pub(super) fn grade(game: &dyn Game, first: u64, moves: u32) -> u32 {
    let mut after = game.boxed_clone();
    let is_quiet = game.is_quiet(first) && after.play_bits(first) && !after.in_check();
    (moves.saturating_sub(1) + u32::from(is_quiet)).clamp(1, HARDEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    const BOUNDS: Bounds = Bounds { moves: (1, 4), look: 5000, proof: 1_000_000 };

    fn puzzle(variant: &str, fen: &str) -> Option<(u32, u32, String)> {
        let game = variants::find(variant).unwrap().game(fen).unwrap();
        let searcher = Searcher::new(1, 4).unwrap();
        prove(&*game, &searcher, BOUNDS).map(|puzzle| (puzzle.moves, puzzle.grade, puzzle.line[0].clone()))
    }

    #[test]
    fn one_winning_move_is_a_puzzle_and_two_are_none() {
        for (variant, fen, expected) in [
            // The only mate on the last rank.
            ("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", Some((1, 1, "a1a8"))),
            // Two rooks can mate there.
            ("chess", "6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1", None),
            // A quiet first move: the king takes the opposition, and only then the rook mates.
            ("chess", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1", Some((2, 2, "f6f7"))),
            // No win at all.
            ("chess", "7k/8/5K2/8/8/8/8/8 w - - 0 1", None),
            // Black has no move left.
            ("clobber", "5/5/5/5/5/PpP2 w 0 1", None),
            ("clobber", "5/5/5/5/P4/pPp2 w 0 1", Some((1, 1, "b1a1"))),
            // Black has to take the last piece.
            ("antichess", "8/8/8/8/2k5/8/8/N7 w - - 0 1", Some((1, 1, "a1b3"))),
            // Either escape cell wins.
            ("prisonbreak", "5k/6/6/6/1K4/6/6/6 w - - 0 1 -", None),
        ] {
            let found = puzzle(variant, fen);
            assert_eq!(found.as_ref().map(|(moves, grade, first)| (*moves, *grade, first.as_str())), expected, "{fen}");
        }
    }

    #[test]
    fn a_proof_that_is_cut_off_proves_nothing() {
        let game = variants::find("chess").unwrap().new_game();
        let searcher = Searcher::new(1, 4).unwrap();
        let limits = |nodes| Limits { mate: Some(2), exhaustive: true, nodes: Some(nodes), ..Limits::default() };
        assert!(has_no_win(&*game, &searcher, limits(1_000_000)));
        assert!(!has_no_win(&*game, &searcher, limits(50)));
    }
}

//! Puzzles with few men, proved by tables of endings ([`crate::endings`]) in place of searches.

use super::proof::{Bounds, Puzzle, grade};
use crate::endings::{Ending, EndingError, Endings, Material, Progress};
use crate::game::{Game, Variant};
use crate::position::Notation;
use crate::tools::threads::pool;
use rayon::ThreadPool;
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

/// The greatest number of bytes for the moves of positions with up to three men, and with more; what needs more is left to the search.
const MEMORY: [u64; 2] = [1 << 28, 1 << 30];
/// On boards with more squares tables are made only where they are asked for: they take minutes.
const MOST_SQUARES: u16 = 64;
/// Men in a position that is looked up, if nothing else is asked for.
const USUAL_MEN: u8 = 3;

/// The tables that have been needed so far.
pub(super) struct Tables {
    men: usize,
    pool: ThreadPool,
    known: Mutex<Known>,
}

struct Known {
    endings: Endings,
    /// The materials that there is no table of.
    refused: HashSet<Material>,
}

impl Tables {
    /// Tables for positions with up to so many men, made by so many threads. `None` if there are none for the game, or none are wanted.
    ///
    /// # Errors
    /// They are asked for, and the game has none; or the system has no thread left.
    pub(super) fn new(variant: &'static Variant, men: Option<u8>, threads: usize) -> Result<Option<Tables>, String> {
        let is_small = u16::from(variant.files) * u16::from(variant.ranks) <= MOST_SQUARES;
        let usual = if is_small { USUAL_MEN } else { 0 };
        match (Endings::new(variant), men.unwrap_or(usual)) {
            (_, 0) => Ok(None),
            (Ok(endings), men) => {
                let known = Mutex::new(Known { endings, refused: HashSet::new() });
                Ok(Some(Tables { men: men.into(), pool: pool(threads)?, known }))
            }
            (Err(EndingError::Refused(why)), _) if men.is_some() => Err(format!("--endings: {why}")),
            (Err(_), _) => Ok(None),
        }
    }

    /// What [`prove`](super::proof::prove) would find without bounds of nodes, the counter of moves without captures begun anew: `Some(None)`
    /// if the position is no puzzle; `None` if the tables do not tell, or `stop` is set.
    pub(super) fn prove(&self, game: &dyn Game, bounds: Bounds, stop: &AtomicBool) -> Option<Option<Puzzle>> {
        if game.stand().men.len() > self.men {
            return None;
        }
        let game = game.begun_with_counters(Some(0), None);
        // What a thread that failed had solved is whole.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let Known { endings, refused } = &mut *known;
        let material = endings.material_of(&*game).ok().filter(|material| !refused.contains(material))?;
        let memory = MEMORY[usize::from(self.men > usize::from(USUAL_MEN))];
        let progress = Progress { stop, tell: &|_| {}, memory };
        let moves = self.pool.install(|| endings.solved_moves(&*game, &progress));
        if let Err(EndingError::Refused(_)) = moves {
            refused.insert(material);
        }
        puzzle(&*game, endings, &moves.ok()??, bounds)
    }
}

/// The puzzle that a position is, given how the game ends after each of its moves; [`Tables::prove`].
fn puzzle(game: &dyn Game, endings: &Endings, moves: &[(u64, Ending)], bounds: Bounds) -> Option<Option<Puzzle>> {
    let us = game.turn().color;
    let win = |&(bits, ending): &(u64, Ending)| match ending {
        Ending::Win(winner, plies) if winner == us => Some((plies, bits)),
        _ => None,
    };
    let Some((plies, first)) = moves.iter().filter_map(win).min() else { return Some(None) };
    let is_only = moves.iter().filter_map(win).filter(|other| other.0 == plies).count() == 1;
    let moves = u32::from(plies) / 2 + 1;
    if moves < bounds.moves.0 || moves > bounds.moves.1 || !is_only || game.legal_bits().len() < 2 {
        return Some(None);
    }
    let mut after = game.boxed_clone();
    after.play_bits(first);
    let line: Vec<u64> = std::iter::once(first).chain(endings.line(&*after)).collect();
    // The tables know no counters. Where the rules end the line by one, a search has to look.
    let mut end = game.boxed_clone();
    let is_played = line.iter().all(|&bits| end.outcome().is_none() && end.play_bits(bits));
    if !is_played || end.outcome().and_then(|outcome| outcome.winner).is_none_or(|seat| seat.color != us) {
        return None;
    }
    let (grade, line) = (grade(game, first, moves), game.write_line(&line, Notation::Standard));
    Some(Some(Puzzle { fen: game.fen(), line, moves, grade, key: game.key() }))
}

#[cfg(test)]
mod tests {
    use super::super::proof::prove;
    use super::*;
    use crate::engine::searcher::Searcher;
    use crate::variants;

    #[test]
    fn tables_and_searches_prove_the_same() {
        let bounds = Bounds { moves: (1, 3), look: 20_000, proof: 1_000_000 };
        let searcher = Searcher::new(1, 4).unwrap();
        let stop = AtomicBool::new(false);
        for (name, material) in
            [("chess", "KQvK"), ("prisonbreak", "KRvK"), ("losalamos", "KQvK"), ("antichess", "RvN")]
        {
            let variant = variants::find(name).unwrap();
            let tables = Tables::new(variant, None, 2).unwrap().unwrap();
            let mut endings = Endings::new(variant).ok().unwrap();
            let material = endings.read(material).unwrap();
            endings.solve(&material, &Progress { stop: &stop, tell: &|_| {}, memory: MEMORY[0] }).unwrap();
            let (count, mut puzzles) = (endings.len_of(&material).unwrap(), 0);
            // A step that meets both sides to move and all parts of the board.
            for number in (0..count).step_by(count / 100 + 1) {
                let (fen, _) = endings.position(&material, number).unwrap();
                let game = variant.game(&fen).unwrap();
                let of_tables = tables.prove(&*game, bounds, &stop).unwrap();
                let of_search = prove(&*game, &searcher, bounds);
                let key = |puzzle: &Puzzle| (puzzle.fen.clone(), puzzle.moves, puzzle.grade, puzzle.line[0].clone());
                assert_eq!(of_tables.as_ref().map(key), of_search.as_ref().map(key), "{name}: {fen}");
                puzzles += u32::from(of_tables.is_some());
            }
            assert!(puzzles > 0, "{name}");
        }
    }

    #[test]
    fn wins_that_a_counter_ends_are_left_to_searches() {
        // The rook mates in three moves; counted from there, the game is drawn after two plies.
        let makruk = variants::find("makruk").unwrap();
        let tables = Tables::new(makruk, None, 1).unwrap().unwrap();
        let stop = AtomicBool::new(false);
        let bounds = Bounds { moves: (1, 5), look: 1, proof: 1 };
        let proved = |fen: &str| tables.prove(&*makruk.game(fen).unwrap(), bounds, &stop);
        assert_eq!(proved("k7/8/8/3K4/8/8/8/7R w - 32 31 1"), None);
        let moves = proved("k7/8/8/3K4/8/8/8/7R w - - 0 1").flatten().map(|puzzle| puzzle.moves);
        assert_eq!(moves, Some(3));
    }

    #[test]
    fn tables_prove_what_is_too_long_for_searches() {
        let chess = variants::find("chess").unwrap();
        let tables = Tables::new(chess, None, 2).unwrap().unwrap();
        let stop = AtomicBool::new(false);
        let proved = |fen: &str, longest| {
            let bounds = Bounds { moves: (2, longest), look: 1, proof: 1 };
            tables.prove(&*chess.game(fen).unwrap(), bounds, &stop)
        };
        // One move takes the opposition, and wins in 19; the counter is no part of the puzzle.
        let fen = "8/8/4k3/8/4K3/8/4P3/8 w - - 90 1";
        let puzzle = proved(fen, 20).flatten();
        assert_eq!(puzzle.as_ref().map(|puzzle| puzzle.fen.as_str()), Some("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1"));
        assert_eq!(proved(fen, 5), Some(None));
        // Four men are more than tables are made for.
        assert_eq!(proved("8/8/8/4k3/8/3KP3/4P3/8 w - - 0 1", 20), None);
        assert!(Tables::new(variants::find("penaltybox-dual").unwrap(), Some(3), 1).is_err());
        assert!(Tables::new(variants::find("friendly").unwrap(), None, 1).unwrap().is_none());
    }
}

//! The last report of a search, as match tools read it.
//!
//! Tools that know no rules (variantfishtest) infer the end of a game from the last `info` line before `bestmove`:
//! `mate 1` is a win by that move, `cp 0` with a line of one move a draw by it. A search that was cut off, or that
//! takes a second repetition for a draw, may end on a report that says too little or too much; then it gets another.

use crate::game::Game;
use crate::position::Notation;
use crate::search::{Answer, Bound, Report};
use crate::types::score::DisplayScore;

/// The report that should stand last, if it is not `last`, the last one about the best line.
pub(super) fn last_word(game: &dyn Game, notation: Notation, last: &Report, answer: &Answer) -> Option<Report> {
    let best = answer.best.as_ref()?;
    // A longer line says by itself that the game goes on, and a move that ends it has no longer line.
    if last.pv.len() != 1 || last.pv.first() != Some(best) {
        return None;
    }
    let mover = game.turn();
    let mut after = game.boxed_clone();
    after.play(best).ok()?;
    let truth = match after.outcome().map(|outcome| outcome.winner) {
        Some(None) => DisplayScore::Centipawns(0),
        Some(Some(winner)) if winner == mover => DisplayScore::Mate(1),
        Some(Some(_)) => return None,
        None => return goes_on(&*after, notation, last, answer),
    };
    let is_said = last.score == truth && last.bound == Bound::Exact;
    (!is_said).then(|| Report { score: truth, bound: Bound::Exact, ..last.clone() })
}

/// A draw that is none: the line is shown to go on, by the expected reply or, if none is known, by any.
fn goes_on(after: &dyn Game, notation: Notation, last: &Report, answer: &Answer) -> Option<Report> {
    if last.score != DisplayScore::Centipawns(0) {
        return None;
    }
    let reply = answer.ponder.clone().or_else(|| after.legal_moves(notation).into_iter().next())?;
    let mut pv = last.pv.clone();
    pv.push(reply);
    Some(Report { pv, ..last.clone() })
}

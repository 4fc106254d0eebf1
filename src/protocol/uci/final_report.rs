//! The last report before `bestmove`, for tools that know no rules.
//!
//! Such tools (variantfishtest) infer the end of a game from the last `info` line before `bestmove`: `mate 1` means that
//! this move wins, `cp 0` with a line of one move that it draws at once. The last report of a search that was cut off, or
//! that scores a second repetition as a draw, may say otherwise; it is then followed by a corrected one.

use crate::game::Game;
use crate::position::Notation;
use crate::search::{Answer, Bound, Report};
use crate::types::score::DisplayScore;

/// Returns the report to print before `bestmove`, or `None` if `last`, the last report about the best line, is right.
pub(super) fn final_report(game: &dyn Game, notation: Notation, last: &Report, answer: &Answer) -> Option<Report> {
    let best = answer.best.as_ref()?;
    // A longer line shows that the game goes on; the line of a move that ends the game is never longer.
    if last.pv.len() != 1 || last.pv.first() != Some(best) {
        return None;
    }
    let us = game.turn();
    let mut after = game.boxed_clone();
    after.play(best).ok()?;
    let score = match after.outcome().map(|outcome| outcome.winner) {
        Some(None) => DisplayScore::Centipawns(0),
        Some(Some(winner)) if winner == us => DisplayScore::Mate(1),
        Some(Some(_)) => return None,
        None => return continued(&*after, notation, last, answer),
    };
    let is_right = last.score == score && last.bound == Bound::Exact;
    (!is_right).then(|| Report { score, bound: Bound::Exact, ..last.clone() })
}

/// Returns the report for a line of one move scored as a draw though the game goes on: the line with a reply, the
/// expected one or any.
fn continued(after: &dyn Game, notation: Notation, last: &Report, answer: &Answer) -> Option<Report> {
    if last.score != DisplayScore::Centipawns(0) {
        return None;
    }
    let reply = answer.ponder.clone().or_else(|| after.legal_moves(notation).into_iter().next())?;
    let mut pv = last.pv.clone();
    pv.push(reply);
    Some(Report { pv, ..last.clone() })
}

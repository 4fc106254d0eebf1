//! What a score says about the rest of the game: chances, and when to give up or to accept a draw.

use crate::types::score::DisplayScore;

/// A draw offer is accepted at this score or less, in centipawns.
const WORSE: i32 = -50;

/// After this number of plies, a draw offer is accepted also when the score is equal.
const LONG_GAME: usize = 60;

/// Scores from here down count as lost, in centipawns.
const LOST_SCORE: i32 = -1500;

/// Returns whether a player with this score accepts a draw after `plies`: when worse, or not better in a long game.
pub(super) fn accepts_draw(score: DisplayScore, plies: usize) -> bool {
    match score {
        DisplayScore::Centipawns(cp) => cp <= WORSE || cp <= 0 && plies >= LONG_GAME,
        DisplayScore::Mate(moves) => moves < 0,
    }
}

/// Returns whether the game is lost. After several moves with such a score an engine resigns.
pub(super) fn is_lost(score: DisplayScore) -> bool {
    match score {
        DisplayScore::Centipawns(cp) => cp <= LOST_SCORE,
        DisplayScore::Mate(moves) => moves <= 0,
    }
}

/// Returns the chances of win, draw and loss in permille: a logistic function of the score, by which a score of 150 cp wins
/// every second game. An estimate, not fitted to games.
pub(super) fn wdl(score: DisplayScore) -> [i32; 3] {
    let (win, loss) = match score {
        DisplayScore::Mate(moves) => (if moves > 0 { 1000 } else { 0 }, if moves > 0 { 0 } else { 1000 }),
        DisplayScore::Centipawns(cp) => {
            let chance = |cp: f64| 1000.0 / (1.0 + ((150.0 - cp) / 100.0).exp());
            (chance(f64::from(cp)) as i32, chance(-f64::from(cp)) as i32)
        }
    };
    [win, 1000 - win - loss, loss]
}

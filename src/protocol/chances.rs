//! Chances of win, draw and loss from a score.

use crate::types::score::DisplayScore;

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

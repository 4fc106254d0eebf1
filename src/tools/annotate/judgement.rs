//! Which moves are inaccuracies, mistakes and blunders, and how accurate moves and players are. All limits are here.
//!
//! The conventions are those of lichess.org; `uci-docs/annotate.md` names the sources and says what differs.

use super::evaluation::Evaluation;
use crate::types::score::WinModel;

/// A loss of at least so many expected points gets the mark, the larger first.
const MARKS: [(f64, Mark); 3] = [(0.15, Mark::Blunder), (0.1, Mark::Mistake), (0.05, Mark::Inaccuracy)];

/// Who lets a forced win go, or allows one, where the winning side still expects or expected more than these points is judged
/// more mildly.
const DECIDED_ANYWAY: [(f64, Mark); 2] = [(0.975, Mark::Inaccuracy), (0.93, Mark::Mistake)];

/// A mark of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// All marks, the mildest first.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The numeric annotation glyph of PGN.
    pub fn nag(self) -> u8 {
        match self {
            Mark::Inaccuracy => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }

    /// The sign behind a move.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The name, and that of several.
    pub fn names(self) -> [&'static str; 2] {
        match self {
            Mark::Inaccuracy => ["inaccuracy", "inaccuracies"],
            Mark::Mistake => ["mistake", "mistakes"],
            Mark::Blunder => ["blunder", "blunders"],
        }
    }
}

/// The mark of a move that is not the best one, if it deserves one: `before` is the evaluation of the position
/// with best play, `after` that after the move, both from the view of the player who moved.
pub(super) fn judge(before: Evaluation, after: Evaluation, chances: WinModel) -> Option<Mark> {
    match (before.decided(), after.decided()) {
        (Some(true), Some(false)) => Some(Mark::Blunder),
        (Some(true), None) => Some(by_advantage(after.expected(chances))),
        (None, Some(false)) => Some(by_advantage(before.reversed().expected(chances))),
        (None, None) => {
            let lost = before.expected(chances) - after.expected(chances);
            MARKS.into_iter().find(|&(least, _)| lost >= least).map(|(_, mark)| mark)
        }
        (Some(false), _) | (_, Some(true)) => None,
    }
}

/// The mark for a change between a forced win and so many expected points of the same side.
fn by_advantage(expected: f64) -> Mark {
    let milder = DECIDED_ANYWAY.into_iter().find(|&(limit, _)| expected > limit);
    milder.map_or(Mark::Blunder, |(_, mark)| mark)
}

/// The accuracy of a move, 0 to 100, from the expected points of its player before and after it.
pub(super) fn move_accuracy(before: f64, after: f64) -> f64 {
    let lost = 100.0 * (before - after).max(0.0);
    (103.1668 * (-0.04354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The number of positions over which the volatility of a move is measured, by the number of moves.
fn window(moves: usize) -> usize {
    (moves / 10).clamp(2, 8)
}

/// The weights of the moves of a game: the standard deviation of the expected points, in percent, over a window
/// of positions that ends behind the move (at the start of the game: over the first window), from 0.5 to 12.
/// `course` has the position before the first move and that after each move.
pub(super) fn weights(course: &[f64]) -> Vec<f64> {
    let width = window(course.len().saturating_sub(1)).min(course.len());
    let ends = 2..=course.len();
    ends.map(|end| {
        let end = end.max(width);
        (100.0 * deviation(&course[end - width..end])).clamp(0.5, 12.0)
    })
    .collect()
}

/// The standard deviation of some values.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

/// The accuracy of a player, 0 to 100, from accuracies and weights of the player's moves: the mean of their
/// weighted mean and their harmonic mean. `None` without moves.
pub(super) fn player_accuracy(moves: &[(f64, f64)]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let weight: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / weight;
    // Less than 1 counts as 1, or a single blunder would decide alone.
    let harmonic = moves.len() as f64 / moves.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum::<f64>();
    Some((weighted + harmonic) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Evaluation::{Centipawns, Drawn, Lost, Mate, Won};

    /// What scores say in chess.
    const CHESS: WinModel = WinModel { even: 143, spread: 254 };

    /// Before, after, mark.
    const JUDGED: &[(Evaluation, Evaluation, Option<Mark>)] = &[
        (Centipawns(30), Centipawns(30), None),
        (Centipawns(30), Centipawns(300), None),
        // From 0 the limits of 0.05, 0.1 and 0.15 points lie between these scores.
        (Centipawns(0), Centipawns(-55), None),
        (Centipawns(0), Centipawns(-56), Some(Mark::Inaccuracy)),
        (Centipawns(0), Centipawns(-111), Some(Mark::Inaccuracy)),
        (Centipawns(0), Centipawns(-112), Some(Mark::Mistake)),
        (Centipawns(0), Centipawns(-169), Some(Mark::Mistake)),
        (Centipawns(0), Centipawns(-170), Some(Mark::Blunder)),
        (Centipawns(170), Drawn, Some(Mark::Blunder)),
        // What is decided stays decided.
        (Centipawns(900), Centipawns(700), None),
        (Centipawns(3000), Centipawns(1000), None),
        (Mate(1), Mate(9), None),
        (Mate(2), Won, None),
        (Mate(-1), Mate(-9), None),
        (Mate(-3), Centipawns(-500), None),
        (Mate(-1), Lost, None),
        (Centipawns(100), Mate(4), None),
        // Forced wins let go: 0.975 and 0.93 points lie between these scores.
        (Mate(5), Centipawns(968), Some(Mark::Inaccuracy)),
        (Mate(5), Centipawns(967), Some(Mark::Mistake)),
        (Mate(5), Centipawns(691), Some(Mark::Mistake)),
        (Mate(5), Centipawns(690), Some(Mark::Blunder)),
        (Mate(5), Drawn, Some(Mark::Blunder)),
        (Mate(5), Mate(-5), Some(Mark::Blunder)),
        (Mate(5), Lost, Some(Mark::Blunder)),
        // Forced wins allowed.
        (Centipawns(-2000), Mate(-3), Some(Mark::Inaccuracy)),
        (Centipawns(-800), Lost, Some(Mark::Mistake)),
        (Centipawns(-690), Mate(-3), Some(Mark::Blunder)),
    ];

    #[test]
    fn moves_are_marked_by_what_they_lose() {
        for &(before, after, mark) in JUDGED {
            assert_eq!(judge(before, after, CHESS), mark, "{before:?} {after:?}");
        }
    }

    /// A worse move never gets a milder mark, as long as neither side has a forced win.
    #[test]
    fn marks_grow_with_the_loss() {
        for before in (-900..=900).step_by(60) {
            let marks: Vec<_> =
                (-900..=before).rev().map(|after| judge(Centipawns(before), Centipawns(after), CHESS)).collect();
            assert!(marks.is_sorted(), "{before}");
        }
    }

    #[test]
    fn accuracies_are_those_of_the_published_formula() {
        for (lost, expected) in
            [(0.0, 100.0), (0.05, 79.818), (0.10, 63.582), (0.20, 40.019), (0.50, 8.530), (1.0, 0.0)]
        {
            let found = move_accuracy(1.0, 1.0 - lost);
            assert!((found - expected).abs() < 0.01, "{lost}: {found}");
        }
        assert!(move_accuracy(0.3, 0.8) > 99.99);
    }

    #[test]
    fn weights_are_the_volatility_of_the_window() {
        let steady = weights(&[0.5; 31]);
        assert_eq!(steady, [0.5; 30]);
        // Three positions wide: the jump from the 11th position to the 12th is in the windows of two moves.
        let jump: Vec<f64> = (0..31).map(|position| if position < 11 { 0.5 } else { 0.6 }).collect();
        let moved: Vec<usize> =
            weights(&jump).iter().enumerate().filter(|(_, weight)| **weight > 0.5).map(|(ply, _)| ply).collect();
        assert_eq!(moved, [10, 11]);
        assert_eq!(weights(&[0.0, 1.0]), [12.0]);
        assert_eq!(weights(&[0.5]), [0.0; 0]);
    }

    #[test]
    fn a_player_is_as_accurate_as_the_means_say() {
        assert_eq!(player_accuracy(&[]), None);
        assert_eq!(player_accuracy(&[(80.0, 3.0)]), Some(80.0));
        // Weighted mean 75, harmonic mean 66.67.
        let found = player_accuracy(&[(100.0, 1.0), (50.0, 1.0)]).unwrap();
        assert!((found - 70.833).abs() < 0.001, "{found}");
        let heavier = player_accuracy(&[(100.0, 1.0), (50.0, 3.0)]).unwrap();
        assert!((heavier - (62.5 + 200.0 / 3.0) / 2.0).abs() < 1e-9, "{heavier}");
        assert!(player_accuracy(&[(100.0, 0.5), (0.0, 12.0)]).unwrap() > 0.0);
    }
}

//! Search scores.

use std::fmt;

/// A score from the view of the side to move, in hundredths of a pawn. From [`DECIDED`] on, on either side of 0, it is
/// a forced win or loss, counted in plies from the root.
pub type Score = i32;

/// A value greater than every score.
pub const INFINITE: Score = 32_001;
/// The score of a game that is won at the root.
pub const WIN: Score = 32_000;
/// The smallest score of a forced win; the difference from [`WIN`] is the number of plies.
pub const DECIDED: Score = WIN - 512;
/// The score of a drawn game.
pub const DRAW: Score = 0;

/// Returns the score of a game that is lost `ply` plies from the root.
#[inline(always)]
pub const fn lost_in(ply: usize) -> Score {
    ply as Score - WIN
}

/// Returns the score of a game that is won `ply` plies from the root.
#[inline(always)]
pub const fn won_in(ply: usize) -> Score {
    WIN - ply as Score
}

/// Returns whether a score is a forced win or loss.
#[inline(always)]
pub const fn is_decided(score: Score) -> bool {
    score >= DECIDED || score <= -DECIDED
}

/// A score as protocols show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisplayScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// The number of own moves to a forced win, or of the opponent's as a negative number; 0 if the game is already
    /// lost.
    Mate(i32),
}

impl From<Score> for DisplayScore {
    fn from(score: Score) -> DisplayScore {
        if score >= DECIDED {
            DisplayScore::Mate((WIN - score + 1) / 2)
        } else if score <= -DECIDED {
            DisplayScore::Mate(-(WIN + score) / 2)
        } else {
            DisplayScore::Centipawns(score)
        }
    }
}

impl fmt::Display for DisplayScore {
    /// Writes the score in pawns or moves to mate: `+0.31`, `#5`, `#-2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DisplayScore::Centipawns(cp) => write!(f, "{:+.2}", f64::from(*cp) / 100.0),
            DisplayScore::Mate(moves) => write!(f, "#{moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forced_wins_are_shown_in_moves() {
        let rows =
            [(won_in(1), 1), (won_in(2), 1), (won_in(3), 2), (lost_in(0), 0), (lost_in(2), -1), (lost_in(4), -2)];
        for (score, moves) in rows {
            assert_eq!(DisplayScore::from(score), DisplayScore::Mate(moves), "{score}");
        }
        assert_eq!(DisplayScore::from(31), DisplayScore::Centipawns(31));
    }
}

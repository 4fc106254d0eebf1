//! Search scores.

use std::fmt;

/// A score from the view of the side to move, in hundredths of a pawn; beyond [`DECIDED`] it is a
/// forced win or loss, counted in plies from the root.
pub type Score = i32;

/// Greater than every score.
pub const INFINITE: Score = 32_001;
/// Won on the spot.
pub const WIN: Score = 32_000;
/// Scores from here on are forced wins; their distance to [`WIN`] is the number of plies.
pub const DECIDED: Score = WIN - 512;
/// A drawn game.
pub const DRAW: Score = 0;

/// The score of having lost `ply` plies from the root.
#[inline(always)]
pub const fn lost_in(ply: usize) -> Score {
    ply as Score - WIN
}

/// The score of having won `ply` plies from the root.
#[inline(always)]
pub const fn won_in(ply: usize) -> Score {
    WIN - ply as Score
}

/// A forced win or loss.
#[inline(always)]
pub const fn is_decided(score: Score) -> bool {
    score >= DECIDED || score <= -DECIDED
}

/// A score as protocols show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisplayScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Own moves to a forced win, negative when losing; 0 when already lost.
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
    /// As a human reads it: `+0.31`, `#5`, `#-2`.
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
    fn plies_become_own_moves() {
        let rows =
            [(won_in(1), 1), (won_in(2), 1), (won_in(3), 2), (lost_in(0), 0), (lost_in(2), -1), (lost_in(4), -2)];
        for (score, moves) in rows {
            assert_eq!(DisplayScore::from(score), DisplayScore::Mate(moves), "{score}");
        }
        assert_eq!(DisplayScore::from(31), DisplayScore::Centipawns(31));
    }
}

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

/// The greatest score that is shown for an undecided game, in hundredths of a pawn.
pub const MOST_SHOWN: Score = 10_000;

/// The score of a game that is lost `ply` plies from the root.
#[inline(always)]
pub const fn lost_in(ply: usize) -> Score {
    ply as Score - WIN
}

/// The score of a game that is won `ply` plies from the root.
#[inline(always)]
pub const fn won_in(ply: usize) -> Score {
    WIN - ply as Score
}

/// Whether a score is a forced win or loss.
#[inline(always)]
pub const fn is_decided(score: Score) -> bool {
    score >= DECIDED || score <= -DECIDED
}

/// The nearest score that is no forced win or loss.
#[inline(always)]
pub fn undecided(score: i64) -> Score {
    score.clamp((1 - DECIDED).into(), (DECIDED - 1).into()) as Score
}

/// A score as protocols show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisplayScore {
    /// Hundredths of a pawn, at most [`MOST_SHOWN`] from a search.
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
            DisplayScore::Centipawns(score.clamp(-MOST_SHOWN, MOST_SHOWN))
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

/// What scores say about results in one game: a score wins with the chance 1 / (1 + exp((even - score) / spread)), and loses
/// with that of the opposite score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WinModel {
    /// The score by which every second game is won, in hundredths of a pawn; the greater, the more draws.
    pub even: i32,
    /// How much the score must rise for the odds to rise by the factor e, in hundredths of a pawn.
    pub spread: i32,
}

impl WinModel {
    /// An estimate for games of which nothing is known.
    pub const UNKNOWN: WinModel = WinModel { even: 150, spread: 100 };

    /// The same chances for scores that are `new / old` times as large.
    pub fn scaled(self, new: i32, old: i32) -> WinModel {
        let scaled = |score: i32, least: i32| ((score * new + old / 2) / old).clamp(least, 10_000);
        WinModel { even: scaled(self.even, 0), spread: scaled(self.spread, 1) }
    }

    /// The chance that a score wins, from 0 to 1.
    pub fn win(self, score: f64) -> f64 {
        1.0 / (1.0 + ((f64::from(self.even) - score) / f64::from(self.spread)).exp())
    }

    /// The expected points, from 0 to 1: a win counts 1, a draw one half.
    pub fn expected(self, score: DisplayScore) -> f64 {
        match score {
            DisplayScore::Mate(moves) => f64::from(u8::from(moves > 0)),
            DisplayScore::Centipawns(cp) => (1.0 + self.win(cp.into()) - self.win((-cp).into())) / 2.0,
        }
    }

    /// The chances of win, draw and loss in permille.
    pub fn permille(self, score: DisplayScore) -> [i32; 3] {
        let [win, loss] = match score {
            DisplayScore::Mate(moves) => [moves > 0, moves <= 0].map(|is_sure| if is_sure { 1000 } else { 0 }),
            DisplayScore::Centipawns(cp) => [cp, -cp].map(|cp| (1000.0 * self.win(cp.into())) as i32),
        };
        [win, 1000 - win - loss, loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_even_at_the_right_score_and_sum_to_1000() {
        let model = WinModel { even: 120, spread: 80 };
        assert_eq!(model.permille(DisplayScore::Centipawns(120))[0], 500);
        for cp in [-30_000, -500, -120, -1, 0, 1, 77, 2000, 30_000] {
            let [win, draw, loss] = model.permille(DisplayScore::Centipawns(cp));
            assert_eq!(win + draw + loss, 1000, "{cp}");
            assert!(win >= 0 && draw >= 0 && loss >= 0, "{cp}");
            assert_eq!(model.permille(DisplayScore::Centipawns(-cp)), [loss, draw, win], "{cp}");
            let expected = f64::from(2 * win + draw) / 2000.0;
            assert!((model.expected(DisplayScore::Centipawns(cp)) - expected).abs() < 0.0011, "{cp}");
        }
        assert_eq!(model.permille(DisplayScore::Mate(3)), [1000, 0, 0]);
        assert_eq!([3, 0, -2].map(|moves| model.expected(DisplayScore::Mate(moves))), [1.0, 0.0, 0.0]);
        assert_eq!([0, -2].map(|moves| model.permille(DisplayScore::Mate(moves))), [[0, 0, 1000]; 2]);
    }

    #[test]
    fn forced_wins_are_shown_in_moves() {
        let rows =
            [(won_in(1), 1), (won_in(2), 1), (won_in(3), 2), (lost_in(0), 0), (lost_in(2), -1), (lost_in(4), -2)];
        for (score, moves) in rows {
            assert_eq!(DisplayScore::from(score), DisplayScore::Mate(moves), "{score}");
        }
        for (score, shown) in [(31, 31), (DECIDED - 1, MOST_SHOWN), (1 - DECIDED, -MOST_SHOWN)] {
            assert_eq!(DisplayScore::from(score), DisplayScore::Centipawns(shown));
        }
    }
}

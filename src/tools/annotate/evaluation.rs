//! Evaluations and what they mean for the result of a game.

use crate::pgn::evaluation;
use crate::types::score::{DisplayScore, WinModel};
use crate::types::{Color, Outcome, Score, Seat};

/// The evaluation of a position, from the view of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evaluation {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// A forced win in this number of own moves, or a loss in the opponent's as a negative number; never 0.
    Mate(i32),
    /// The game is over.
    Won,
    /// The game is over.
    Lost,
    /// The game is over.
    Drawn,
}

use Evaluation::{Centipawns, Drawn, Lost, Mate, Won};

impl From<Score> for Evaluation {
    /// From the view of the player whose score it is.
    fn from(score: Score) -> Evaluation {
        match score.into() {
            DisplayScore::Centipawns(cp) => Centipawns(cp),
            DisplayScore::Mate(0) => Lost,
            DisplayScore::Mate(moves) => Mate(moves),
        }
    }
}

impl Evaluation {
    /// The evaluation of a game that is over, for one of its players.
    pub fn of_end(outcome: Outcome, seat: Seat) -> Evaluation {
        match outcome.winner {
            None => Drawn,
            Some(winner) if winner.number == seat.number => Won,
            Some(_) => Lost,
        }
    }

    /// The same for the opponent.
    pub fn reversed(self) -> Evaluation {
        match self {
            Centipawns(cp) => Centipawns(-cp),
            Mate(moves) => Mate(-moves),
            Won => Lost,
            Lost => Won,
            Drawn => Drawn,
        }
    }

    /// The evaluation for White, if this is that of a player of `color`.
    pub fn for_white(self, color: Color) -> Evaluation {
        if color == Color::White { self } else { self.reversed() }
    }

    /// Whether the game is decided, by force or by its rules: for the player (true) or against.
    pub fn decided(self) -> Option<bool> {
        match self {
            Mate(moves) => Some(moves > 0),
            Won | Lost => Some(self == Won),
            Centipawns(_) | Drawn => None,
        }
    }

    /// The player's expected points by what scores say about results, from 0 to 1: a win counts 1, a draw one half.
    pub fn expected(self, chances: WinModel) -> f64 {
        match self {
            Won => 1.0,
            Lost => 0.0,
            Drawn => 0.5,
            Centipawns(cp) => chances.expected(DisplayScore::Centipawns(cp)),
            Mate(moves) => chances.expected(DisplayScore::Mate(moves)),
        }
    }

    /// The value in pawns or moves to the end, as in `[%eval 0.35]` and `[%eval #-3]`; `None` if a side has won.
    pub fn text(self) -> Option<String> {
        match self {
            Centipawns(cp) => Some(evaluation::text(DisplayScore::Centipawns(cp))),
            Mate(moves) => Some(evaluation::text(DisplayScore::Mate(moves))),
            Drawn => Some(evaluation::text(DisplayScore::Centipawns(0))),
            Won | Lost => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::score::lost_in;

    #[test]
    fn expected_points_are_those_of_the_games_scores() {
        // (1 + win(cp) - win(-cp)) / 2, where win(cp) = 1 / (1 + exp((143 - cp) / 254)).
        let chess = WinModel { even: 143, spread: 254 };
        let own = crate::variants::default().network().chances();
        assert_eq!(
            chess, own,
            "the numbers in uci-docs/annotate.md and in the rows of judgement.rs are those of another network"
        );
        let rows = [
            (Centipawns(0), 0.5),
            (Centipawns(100), 0.5901),
            (Centipawns(-300), 0.2495),
            (Centipawns(1000), 0.9779),
            (Centipawns(5000), 1.0),
            (Mate(7), 1.0),
            (Mate(-1), 0.0),
            (Won, 1.0),
            (Lost, 0.0),
            (Drawn, 0.5),
        ];
        for (evaluation, expected) in rows {
            let found = evaluation.expected(chess);
            assert!((found - expected).abs() < 1e-4, "{evaluation:?}: {found}");
            let sum = found + evaluation.reversed().expected(chess);
            assert!((sum - 1.0).abs() < 1e-9, "{evaluation:?}");
        }
    }

    #[test]
    fn evaluations_are_written_as_pgn_has_them() {
        let rows = [
            (Centipawns(35), Some("0.35")),
            (Centipawns(-5), Some("-0.05")),
            (Centipawns(-1205), Some("-12.05")),
            (Centipawns(0), Some("0.00")),
            (Mate(3), Some("#3")),
            (Mate(-3), Some("#-3")),
            (Drawn, Some("0.00")),
            (Won, None),
            (Lost, None),
        ];
        for (evaluation, text) in rows {
            assert_eq!(evaluation.text().as_deref(), text);
            assert_eq!(evaluation.for_white(Color::Black), evaluation.reversed());
        }
        assert_eq!(Evaluation::from(lost_in(0)), Lost);
    }
}

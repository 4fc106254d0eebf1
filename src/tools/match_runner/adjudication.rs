//! Ending games early when both engines or the loser agree about them.

use super::words::{self, Words};
use crate::types::Color;

/// When games are ended early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// Given up by the loser.
    pub resign: Option<Resign>,
    /// Drawn by agreement.
    pub draw: Option<Draw>,
    /// Drawn after so many moves of each side.
    pub longest: Option<u32>,
}

/// An engine loses when for `moves` own moves in a row it thinks itself `score` worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resign {
    /// Own moves in a row.
    pub moves: u32,
    /// Hundredths of a pawn.
    pub score: i32,
}

/// A game is drawn when from move `from` on both sides for `moves` moves think themselves within `score` of equality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// The first move at which this may happen.
    pub from: u32,
    /// Moves of each side in a row.
    pub moves: u32,
    /// Hundredths of a pawn.
    pub score: i32,
}

impl Resign {
    /// Reads `movecount=3 score=400`.
    ///
    /// # Errors
    /// Names the word that makes no sense.
    pub fn read(list: &Words) -> Result<Resign, String> {
        let mut resign = Resign { moves: 3, score: 400 };
        for word in list {
            match words::split(word)? {
                ("movecount", text) => resign.moves = words::value::<u32>("movecount", text)?.max(1),
                ("score", text) => resign.score = words::value("score", text)?,
                (key, _) => return Err(words::unknown(key, "movecount, score")),
            }
        }
        Ok(resign)
    }
}

impl Draw {
    /// Reads `movenumber=40 movecount=8 score=10`.
    ///
    /// # Errors
    /// Names the word that makes no sense.
    pub fn read(list: &Words) -> Result<Draw, String> {
        let mut draw = Draw { from: 40, moves: 8, score: 10 };
        for word in list {
            match words::split(word)? {
                ("movenumber", text) => draw.from = words::value("movenumber", text)?,
                ("movecount", text) => draw.moves = words::value::<u32>("movecount", text)?.max(1),
                ("score", text) => draw.score = words::value("score", text)?,
                (key, _) => return Err(words::unknown(key, "movenumber, movecount, score")),
            }
        }
        Ok(draw)
    }
}

/// How a game is ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// This side loses.
    Loses(Color),
    /// Nobody wins.
    Drawn,
    /// Nobody wins: it has become too long.
    TooLong,
}

/// Follows the scores of one game.
#[derive(Clone, Debug)]
pub struct Umpire {
    rules: Adjudication,
    /// Moves of each side.
    moves: [u32; 2],
    /// Moves in a row that each side thought itself lost at.
    hopeless: [u32; 2],
    /// Moves in a row that each side thought equal.
    level: [u32; 2],
}

impl Umpire {
    /// At the start of a game.
    pub fn new(rules: Adjudication) -> Umpire {
        Umpire { rules, moves: [0; 2], hopeless: [0; 2], level: [0; 2] }
    }

    /// A move that is played without thought, out of a book.
    pub fn book_move(&mut self, side: Color) {
        self.moves[side.index()] += 1;
    }

    /// A move of `side` and its score, in hundredths of a pawn from its own view, if it told one.
    pub fn thought(&mut self, side: Color, score: Option<i32>) -> Option<Verdict> {
        let index = side.index();
        self.moves[index] += 1;
        let count = |before: u32, holds: bool| if holds { before + 1 } else { 0 };
        if let Some(resign) = self.rules.resign {
            self.hopeless[index] = count(self.hopeless[index], score.is_some_and(|score| score <= -resign.score));
            if self.hopeless[index] >= resign.moves {
                return Some(Verdict::Loses(side));
            }
        }
        if let Some(draw) = self.rules.draw {
            self.level[index] = count(self.level[index], score.is_some_and(|score| score.abs() <= draw.score));
            if self.moves[index] >= draw.from && self.level.iter().all(|&level| level >= draw.moves) {
                return Some(Verdict::Drawn);
            }
        }
        let longest = self.rules.longest.unwrap_or(u32::MAX);
        self.moves.iter().all(|&moves| moves >= longest).then_some(Verdict::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    fn words(text: &str) -> Words {
        text.split(' ').map(str::to_owned).collect()
    }

    fn umpire(resign: &str, draw: &str, longest: Option<u32>) -> Umpire {
        let resign = (!resign.is_empty()).then(|| Resign::read(&words(resign)).unwrap());
        let draw = (!draw.is_empty()).then(|| Draw::read(&words(draw)).unwrap());
        Umpire::new(Adjudication { resign, draw, longest })
    }

    #[test]
    fn who_stays_hopeless_loses() {
        let mut umpire = umpire("movecount=2 score=300", "", None);
        assert_eq!(umpire.thought(White, Some(-300)), None);
        assert_eq!(umpire.thought(White, None), None, "a move without a score begins the count anew");
        assert_eq!(umpire.thought(White, Some(-500)), None);
        assert_eq!(umpire.thought(Black, Some(-500)), None, "sides are counted apart");
        assert_eq!(umpire.thought(White, Some(-301)), Some(Verdict::Loses(White)));
    }

    #[test]
    fn both_must_think_it_level() {
        let mut umpire = umpire("", "movenumber=3 movecount=2 score=10", None);
        let mut verdicts = Vec::new();
        for (white, black) in [(0, 50), (5, -10), (10, 0), (0, 0)] {
            verdicts.push(umpire.thought(White, Some(white)));
            verdicts.push(umpire.thought(Black, Some(black)));
        }
        assert_eq!(verdicts.iter().position(|&verdict| verdict == Some(Verdict::Drawn)), Some(5));
    }

    #[test]
    fn book_moves_count_for_the_length() {
        let mut umpire = umpire("", "", Some(2));
        umpire.book_move(White);
        umpire.book_move(Black);
        assert_eq!(umpire.thought(White, None), None);
        assert_eq!(umpire.thought(Black, None), Some(Verdict::TooLong));
    }

    #[test]
    fn bad_words_are_named() {
        assert!(Resign::read(&words("score=much")).unwrap_err().contains("score=much"));
        assert!(Draw::read(&words("moves=3")).unwrap_err().contains("moves"));
    }
}

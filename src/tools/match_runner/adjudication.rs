//! Adjudication: games are ended early when the engines' scores agree.

use super::key_value::{self, KeyValues};
use crate::types::Color;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AdjudicationRules {
    pub resign: Option<ResignRule>,
    pub draw: Option<DrawRule>,
    /// The number of moves of each side after which a game is drawn.
    pub max_moves: Option<u32>,
}

/// An engine loses if its score is at most `-score` for `moves` own moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    pub moves: u32,
    pub score: i32,
}

/// A game is drawn if, at move `first_move` or later, the scores of both engines have been within `score` of zero for
/// `moves` moves of each side in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The first move at which a game can be drawn.
    pub first_move: u32,
    pub moves: u32,
    pub score: i32,
}

impl ResignRule {
    /// Reads `movecount=3 score=400`.
    pub fn read(list: &KeyValues) -> Result<ResignRule, String> {
        let mut resign = ResignRule { moves: 3, score: 400 };
        for word in list {
            match key_value::split(word)? {
                ("movecount", text) => resign.moves = key_value::parse_value::<u32>("movecount", text)?.max(1),
                ("score", text) => resign.score = key_value::parse_value("score", text)?,
                (key, _) => return Err(key_value::unknown_key(key, "movecount, score")),
            }
        }
        Ok(resign)
    }
}

impl DrawRule {
    /// Reads `movenumber=40 movecount=8 score=10`.
    pub fn read(list: &KeyValues) -> Result<DrawRule, String> {
        let mut draw = DrawRule { first_move: 40, moves: 8, score: 10 };
        for word in list {
            match key_value::split(word)? {
                ("movenumber", text) => draw.first_move = key_value::parse_value("movenumber", text)?,
                ("movecount", text) => draw.moves = key_value::parse_value::<u32>("movecount", text)?.max(1),
                ("score", text) => draw.score = key_value::parse_value("score", text)?,
                (key, _) => return Err(key_value::unknown_key(key, "movenumber, movecount, score")),
            }
        }
        Ok(draw)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjudication {
    Loses(Color),
    Drawn,
    /// The game is drawn because it is too long.
    TooLong,
}

/// Follows the scores of one game and decides when to end it.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: AdjudicationRules,
    moves: [u32; 2],
    /// The number of own moves in a row at which each side's score was at most that of the resign rule.
    losing: [u32; 2],
    /// The number of own moves in a row at which each side's score was within that of the draw rule.
    drawish: [u32; 2],
}

impl Adjudicator {
    pub fn new(rules: AdjudicationRules) -> Adjudicator {
        Adjudicator { rules, moves: [0; 2], losing: [0; 2], drawish: [0; 2] }
    }

    /// Counts a move of the opening, which has no score.
    pub fn book_move(&mut self, side: Color) {
        self.moves[side.index()] += 1;
    }

    /// Counts a move of `side` with its score, in centipawns from its own view; `None` if the engine sent no score.
    /// Returns how the game ends, if it does.
    pub fn engine_move(&mut self, side: Color, score: Option<i32>) -> Option<Adjudication> {
        let index = side.index();
        self.moves[index] += 1;
        let max_moves = self.rules.max_moves.unwrap_or(u32::MAX);
        if self.is_lost(index, score) {
            Some(Adjudication::Loses(side))
        } else if self.is_drawn(index, score) {
            Some(Adjudication::Drawn)
        } else {
            self.moves.iter().all(|&moves| moves >= max_moves).then_some(Adjudication::TooLong)
        }
    }

    fn is_lost(&mut self, index: usize, score: Option<i32>) -> bool {
        let Some(resign) = self.rules.resign else { return false };
        let is_losing = score.is_some_and(|score| score <= -resign.score);
        self.losing[index] = if is_losing { self.losing[index] + 1 } else { 0 };
        self.losing[index] >= resign.moves
    }

    fn is_drawn(&mut self, index: usize, score: Option<i32>) -> bool {
        let Some(draw) = self.rules.draw else { return false };
        let is_drawish = score.is_some_and(|score| score.abs() <= draw.score);
        self.drawish[index] = if is_drawish { self.drawish[index] + 1 } else { 0 };
        self.moves[index] >= draw.first_move && self.drawish.iter().all(|&moves| moves >= draw.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    fn words(text: &str) -> KeyValues {
        text.split(' ').map(str::to_owned).collect()
    }

    fn adjudicator(resign: &str, draw: &str, max_moves: Option<u32>) -> Adjudicator {
        let resign = (!resign.is_empty()).then(|| ResignRule::read(&words(resign)).unwrap());
        let draw = (!draw.is_empty()).then(|| DrawRule::read(&words(draw)).unwrap());
        Adjudicator::new(AdjudicationRules { resign, draw, max_moves })
    }

    #[test]
    fn an_engine_with_losing_scores_in_a_row_loses() {
        let mut adjudicator = adjudicator("movecount=2 score=300", "", None);
        assert_eq!(adjudicator.engine_move(White, Some(-300)), None);
        assert_eq!(adjudicator.engine_move(White, None), None, "a move without a score must reset the count");
        assert_eq!(adjudicator.engine_move(White, Some(-500)), None);
        assert_eq!(adjudicator.engine_move(Black, Some(-500)), None, "the sides are counted together");
        assert_eq!(adjudicator.engine_move(White, Some(-301)), Some(Adjudication::Loses(White)));
    }

    #[test]
    fn a_draw_needs_drawish_scores_of_both() {
        let mut adjudicator = adjudicator("", "movenumber=3 movecount=2 score=10", None);
        let mut decisions = Vec::new();
        for (white, black) in [(0, 50), (5, -10), (10, 0), (0, 0)] {
            decisions.push(adjudicator.engine_move(White, Some(white)));
            decisions.push(adjudicator.engine_move(Black, Some(black)));
        }
        assert_eq!(decisions.iter().position(|&decision| decision == Some(Adjudication::Drawn)), Some(5));
    }

    #[test]
    fn opening_moves_count_for_the_length() {
        let mut adjudicator = adjudicator("", "", Some(2));
        adjudicator.book_move(White);
        adjudicator.book_move(Black);
        assert_eq!(adjudicator.engine_move(White, None), None);
        assert_eq!(adjudicator.engine_move(Black, None), Some(Adjudication::TooLong));
    }

    #[test]
    fn malformed_words_are_named() {
        assert!(ResignRule::read(&words("score=much")).unwrap_err().contains("score=much"));
        assert!(DrawRule::read(&words("moves=3")).unwrap_err().contains("moves"));
    }
}

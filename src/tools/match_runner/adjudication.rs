//! Adjudication: games are ended early when the engines' scores agree.

use super::key_value::{self, KeyValues};
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
    /// The player of this seat loses.
    Loses(usize),
    Drawn,
    /// The game is drawn because it is too long.
    TooLong,
}

/// Follows the scores of one game and decides when to end it.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: AdjudicationRules,
    /// The number of moves of all seats.
    ply: usize,
    seats: Vec<SeatScores>,
}

/// What is known of the scores of one seat.
#[derive(Clone, Debug, Default)]
struct SeatScores {
    moves: u32,
    /// The number of own moves in a row at which the score was at most that of the resign rule.
    losing: u32,
    /// The number of own moves in a row at which the score was within that of the draw rule.
    drawish: u32,
    /// The ply of the last move.
    last: usize,
}

impl Adjudicator {
    pub fn new(rules: AdjudicationRules, seats: usize) -> Adjudicator {
        Adjudicator { rules, ply: 0, seats: vec![SeatScores::default(); seats] }
    }

    /// Counts a move of the opening, which has no score.
    pub fn book_move(&mut self, seat: usize) {
        self.ply += 1;
        self.seats[seat].moves += 1;
        self.seats[seat].last = self.ply;
    }

    /// Counts a move of `seat` with its score, in centipawns from its view; `None` if the engine sent no score.
    /// Returns how the game ends, if it does.
    pub fn engine_move(&mut self, seat: usize, score: Option<i32>) -> Option<Adjudication> {
        self.book_move(seat);
        let max_moves = self.rules.max_moves.unwrap_or(u32::MAX);
        if self.is_lost(seat, score) {
            Some(Adjudication::Loses(seat))
        } else if self.is_drawn(seat, score) {
            Some(Adjudication::Drawn)
        } else {
            self.all_in_play(|one| one.moves >= max_moves).then_some(Adjudication::TooLong)
        }
    }

    /// Whether something holds for every seat that still moves. A seat that is passed over in a round plays on
    /// a board that has ended.
    fn all_in_play(&self, holds: impl Fn(&SeatScores) -> bool) -> bool {
        let is_out = |one: &SeatScores| self.ply - one.last >= self.seats.len();
        self.seats.iter().all(|one| is_out(one) || holds(one))
    }

    fn is_lost(&mut self, seat: usize, score: Option<i32>) -> bool {
        let Some(resign) = self.rules.resign else { return false };
        let is_losing = score.is_some_and(|score| score <= -resign.score);
        let losing = &mut self.seats[seat].losing;
        *losing = if is_losing { *losing + 1 } else { 0 };
        *losing >= resign.moves
    }

    fn is_drawn(&mut self, seat: usize, score: Option<i32>) -> bool {
        let Some(draw) = self.rules.draw else { return false };
        let is_drawish = score.is_some_and(|score| score.abs() <= draw.score);
        let own = &mut self.seats[seat];
        own.drawish = if is_drawish { own.drawish + 1 } else { 0 };
        own.moves >= draw.first_move && self.all_in_play(|one| one.drawish >= draw.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: usize = 0;
    const BLACK: usize = 1;

    fn words(text: &str) -> KeyValues {
        text.split(' ').map(str::to_owned).collect()
    }

    fn adjudicator(resign: &str, draw: &str, max_moves: Option<u32>) -> Adjudicator {
        let resign = (!resign.is_empty()).then(|| ResignRule::read(&words(resign)).unwrap());
        let draw = (!draw.is_empty()).then(|| DrawRule::read(&words(draw)).unwrap());
        Adjudicator::new(AdjudicationRules { resign, draw, max_moves }, 2)
    }

    #[test]
    fn an_engine_with_losing_scores_in_a_row_loses() {
        let mut adjudicator = adjudicator("movecount=2 score=300", "", None);
        assert_eq!(adjudicator.engine_move(WHITE, Some(-300)), None);
        assert_eq!(adjudicator.engine_move(WHITE, None), None, "a move without a score must reset the count");
        assert_eq!(adjudicator.engine_move(WHITE, Some(-500)), None);
        assert_eq!(adjudicator.engine_move(BLACK, Some(-500)), None, "the sides are counted together");
        assert_eq!(adjudicator.engine_move(WHITE, Some(-301)), Some(Adjudication::Loses(WHITE)));
    }

    #[test]
    fn a_draw_needs_drawish_scores_of_both() {
        let mut adjudicator = adjudicator("", "movenumber=3 movecount=2 score=10", None);
        let mut decisions = Vec::new();
        for (white, black) in [(0, 50), (5, -10), (10, 0), (0, 0)] {
            decisions.push(adjudicator.engine_move(WHITE, Some(white)));
            decisions.push(adjudicator.engine_move(BLACK, Some(black)));
        }
        assert_eq!(decisions.iter().position(|&decision| decision == Some(Adjudication::Drawn)), Some(5));
    }

    #[test]
    fn opening_moves_count_for_the_length() {
        let mut adjudicator = adjudicator("", "", Some(2));
        adjudicator.book_move(WHITE);
        adjudicator.book_move(BLACK);
        assert_eq!(adjudicator.engine_move(WHITE, None), None);
        assert_eq!(adjudicator.engine_move(BLACK, None), Some(Adjudication::TooLong));
    }

    #[test]
    fn seats_whose_board_has_ended_do_not_keep_a_game_alive() {
        let rules = AdjudicationRules { max_moves: Some(4), ..AdjudicationRules::default() };
        let mut adjudicator = Adjudicator::new(rules, 4);
        let decisions: Vec<_> =
            [0, 1, 2, 3, 0, 2, 0, 2, 0, 2].into_iter().map(|seat| adjudicator.engine_move(seat, None)).collect();
        assert_eq!(decisions.iter().position(|decision| decision.is_some()), Some(9));
        assert_eq!(decisions[9], Some(Adjudication::TooLong));
    }

    #[test]
    fn malformed_words_are_named() {
        assert!(ResignRule::read(&words("score=much")).unwrap_err().contains("score=much"));
        assert!(DrawRule::read(&words("moves=3")).unwrap_err().contains("moves"));
    }
}

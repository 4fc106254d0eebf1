//! What features are worth before anything is learnt: pieces by what they reach from their square, by how near they are to
//! promotion and to goals; pieces in hand; checks.

use super::features::{Groups, MOST_CHECKS, MOST_HITS, MOST_HOLES, MOST_IN_HAND, MOST_REACHED, PASSED, mobile_kinds};
use super::relations::DANGERS;
use super::rules::{CastlingRules, Rules, Value};
use super::square_set::SquareSet;
use super::tables::{Jump, QUIET, Tables};
use super::worth::{OF_A_SQUARE, mean_reach, reach};
use crate::network::{FeatureSet, Owner};
use crate::types::{Color, Kind, Score, Square};

/// What one more square is worth where a piece stands, as a part of its worth to the kind: the piece may move on.
const OF_ITS_SQUARE: f64 = 0.15;
/// What one more square is worth that a piece may go to in the position, in hundredths of a pawn.
const OF_REACHED: f64 = 4.0;
/// What these squares cost or are worth at most.
const MOST_OF_REACHED: f64 = 40.0;
/// What an attacked piece costs, in percent of its worth: guarded, not guarded, attacked by a lesser piece.
const OF_DANGER: [Score; DANGERS] = [0, 8, 10];
/// At most.
const MOST_OF_DANGER: Score = 60;
/// What eight times as many squared attacks around a king cost him.
const OF_HITS: Score = 12;
/// What each square around a king costs him that the enemy attacks and nobody guards.
const OF_HOLES: Score = 12;
/// What a passed pawn is worth more by the square of the ranks that it has gone; half of it if it is stopped.
const OF_PASSED: Score = 2;
/// What a piece of which one wants to be rid is worth.
const BURDEN: Score = -100;
/// What each rank costs that a royal piece has advanced, up to three.
const EXPOSED: Score = -8;
/// What a royal piece gains where it arrives by castling.
const SHELTERED: Score = 25;
/// By moves to promotion, from one on: the part of the gain that a piece has already, in percent.
const NEAR_PROMOTION: [Score; 4] = [12, 6, 3, 1];
/// By moves to a goal, from none on: what being there is worth.
const NEAR_GOAL: [Score; 6] = [100, 60, 40, 25, 15, 7];
/// By checks that are left to give, from one on.
const LEFT: [Score; MOST_CHECKS] = [400, 180, 90, 40, 15];

/// By feature, what it is worth to the player who sees it, in hundredths of a pawn. The players share the features of their own
/// pieces, so a kind has one table: White's, or Black's where only he promotes it or has a goal for it.
pub fn values(
    rules: &Rules,
    tables: &Tables,
    worths: &[Score; Kind::LIMIT],
    (set, groups): (&FeatureSet, &Groups),
) -> Vec<Score> {
    let mut values = vec![0; set.len()];
    let mut put = |group: usize, color: Color, item: usize, square: Square, value: Score| {
        for view in Color::ALL {
            let sign = if view == color { 1 } else { -1 };
            values[set.index((group, Owner::Player(color), item, square), view, false)] = sign * value;
        }
    };
    for kind in rules.numbers() {
        let item = usize::from(kind.number()) - 1;
        let [white, black] = Color::ALL.map(|color| Places::new(rules, tables, worths, (kind, color)));
        let places = if black.leads_somewhere() && !white.leads_somewhere() { black } else { white };
        for square in rules.squares.squares() {
            put(0, places.color, item, square, places.value(square));
        }
        let in_hand = if is_burden(rules, kind) { BURDEN } else { kind.of(worths) * 11 / 10 };
        for count in (1..=MOST_IN_HAND).filter(|_| groups.hand > 0) {
            let of_count = item * MOST_IN_HAND + count - 1;
            put(groups.hand, Color::White, of_count, Square(0), in_hand * count as Score);
        }
    }
    if groups.attacked > 0 {
        of_relations(rules, tables, worths, groups, &mut put);
    }
    if groups.checks > 0 {
        for (item, &value) in LEFT.iter().enumerate() {
            put(groups.checks, Color::White, item, Square(0), value);
        }
    }
    values
}

/// What it is worth what pieces do to each other.
fn of_relations(
    rules: &Rules,
    tables: &Tables,
    worths: &[Score; Kind::LIMIT],
    groups: &Groups,
    put: &mut impl FnMut(usize, Color, usize, Square, Score),
) {
    let mut put = |group: usize, item: usize, value: Score| put(group, Color::White, item, Square(0), value);
    for kind in rules.numbers().filter(|&kind| rules.royal & kind.bit() == 0 && !is_burden(rules, kind)) {
        let item = usize::from(kind.number()) - 1;
        let mean = mean_reach(rules, tables, (kind, Color::White));
        for reached in (0..=MOST_REACHED).filter(|_| mobile_kinds(rules) & kind.bit() != 0) {
            let value = (OF_REACHED * (reached as f64 - mean)).clamp(-MOST_OF_REACHED, MOST_OF_REACHED) as Score;
            put(groups.mobility, item * (MOST_REACHED + 1) + reached, value);
        }
        for (danger, part) in OF_DANGER.iter().enumerate() {
            let value = (kind.of(worths) * part / 100).min(MOST_OF_DANGER);
            put(groups.attacked, item * DANGERS + danger, -value);
        }
    }
    if groups.hits > 0 {
        for hits in 0..=MOST_HITS {
            put(groups.hits, hits, -OF_HITS * (hits * hits).min(64) as Score / 8);
        }
        for holes in 0..=MOST_HOLES {
            put(groups.holes, holes, -OF_HOLES * holes as Score);
        }
    }
    if groups.passed > 0 {
        for item in 0..PASSED {
            let rank = (item / 2) as Score;
            put(groups.passed, item, OF_PASSED * rank * rank.min(6) / [2, 1][item % 2]);
        }
    }
}

/// Whether a player wins who has lost his pieces of a kind.
fn is_burden(rules: &Rules, kind: Kind) -> bool {
    rules.ends.extinction.is_some_and(|it| it.value == Value::Win && it.kinds & kind.bit() != 0)
}

/// What a player's pieces of a kind are worth, square by square.
struct Places<'a> {
    rules: &'a Rules,
    tables: &'a Tables,
    kind: Kind,
    color: Color,
    /// Its worth; 0 for royal pieces.
    worth: Score,
    /// The mean of what it reaches.
    mean: f64,
    /// What it is worth more when it has promoted, and by square in how many moves it does.
    promotion: Option<(Score, Distances)>,
    /// By square, in how many moves it reaches a goal.
    goal: Option<Distances>,
}

impl<'a> Places<'a> {
    fn new(
        rules: &'a Rules,
        tables: &'a Tables,
        worths: &[Score; Kind::LIMIT],
        piece @ (kind, color): (Kind, Color),
    ) -> Places<'a> {
        let (promotion, player) = (&rules.promotion, color.index());
        let is_royal = rules.royal & kind.bit() != 0;
        let best = if promotion.pawns[player] & kind.bit() != 0 {
            let choices = rules.numbers().filter(|choice| promotion.choices[player] & choice.bit() != 0);
            choices.map(|choice| choice.of(worths)).max()
        } else {
            let becomes = kind.of(&promotion.into);
            (!becomes.is_none()).then(|| becomes.of(worths))
        };
        let gain = best.map_or(0, |best| best - kind.of(worths));
        let goal = rules.ends.wins_at(player).filter(|goal| goal.kinds & kind.bit() != 0);
        Places {
            rules,
            tables,
            kind,
            color,
            worth: if is_royal { 0 } else { kind.of(worths) },
            mean: mean_reach(rules, tables, piece),
            promotion: (gain > 0).then(|| (gain, distances(rules, tables, piece, &promotion.region[player]))),
            goal: goal.map(|goal| distances(rules, tables, piece, &goal.region)),
        }
    }

    /// Whether some squares are nearer to promotion or a goal than others.
    fn leads_somewhere(&self) -> bool {
        self.promotion.is_some() || self.goal.is_some()
    }

    /// The worth of a piece on a square.
    fn value(&self, square: Square) -> Score {
        if is_burden(self.rules, self.kind) {
            return BURDEN;
        }
        let near = |table: &[Score], moves: Option<u8>| moves.and_then(|moves| table.get(usize::from(moves))).copied();
        let mut value = self.worth;
        if let Some((gain, distances)) = &self.promotion {
            // Whoever stands in the region may promote with his next move.
            let moves = distances[square.index()].map(|moves| moves.saturating_sub(1));
            value += gain * near(&NEAR_PROMOTION, moves).unwrap_or(0) / 100;
        }
        if let Some(distances) = &self.goal {
            return value + near(&NEAR_GOAL, distances[square.index()]).unwrap_or(0);
        }
        if self.rules.royal & self.kind.bit() != 0 {
            return value + self.shelter(square);
        }
        let more = reach(self.tables, (self.kind, self.color), square) - self.mean;
        value + (OF_A_SQUARE * OF_ITS_SQUARE * more) as Score
    }

    /// How safe a royal piece is on a square.
    fn shelter(&self, square: Square) -> Score {
        let castling = self.rules.castling.as_ref();
        // Left and right may be exchanged for the network.
        let files = [square.file(), self.rules.files - 1 - square.file()];
        let rank = self.rules.rank_of(self.color, square.rank());
        let is_there = |it: &CastlingRules| files.iter().any(|file| it.king_to.contains(file)) && rank == it.rank;
        let is_castled = castling.is_some_and(is_there);
        EXPOSED * Score::from(rank.min(3)) + if is_castled { SHELTERED } else { 0 }
    }
}

/// By square: moves to a region, if it can be reached.
type Distances = [Option<u8>; 256];

/// In how many moves a piece reaches a region on a board without other pieces.
fn distances(rules: &Rules, tables: &Tables, (kind, color): (Kind, Color), region: &SquareSet) -> Distances {
    let mut distances: Distances = std::array::from_fn(|square| region.has(Square(square as u8)).then_some(0));
    for moves in 0..u8::MAX {
        let before = distances;
        let is_next = |&to: &Square| before[to.index()] == Some(moves);
        let goes = |from: Square| {
            let rays = tables.rays(kind, color, from).iter().filter(|ray| ray.jump == Jump::None);
            let mut stops = rays.flat_map(|ray| tables.stops(ray)).filter(|stop| stop.may & QUIET != 0);
            stops.any(|stop| is_next(&stop.square))
        };
        let new = |&from: &Square| before[from.index()].is_none() && goes(from);
        rules.squares.squares().filter(new).for_each(|from| distances[from.index()] = Some(moves + 1));
        if distances == before {
            break;
        }
    }
    distances
}

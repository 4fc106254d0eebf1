//! What pieces are worth before anything is learnt: from the number of squares that they reach.

use super::rules::Rules;
use super::tables::{CAPTURE, Jump, QUIET, Tables};
use crate::types::{Color, Kind, Score, Square};

/// The part of the squares that are taken to be empty.
const EMPTY: f64 = 0.67;

/// The worth of a kind that reaches one square on the average, in hundredths of a pawn.
pub const OF_A_SQUARE: f64 = 52.0;

/// The worth of every kind in hundredths of a pawn; 0 for kind 0.
pub fn worths(rules: &Rules, tables: &Tables) -> [Score; Kind::LIMIT] {
    let mut worths = [0; Kind::LIMIT];
    for kind in rules.numbers() {
        worths[kind.index::<{ Kind::LIMIT }>()] = by_mobility(rules, tables, kind);
    }
    // A pawn is worth more because of what it becomes.
    let promotion = &rules.promotion;
    for kind in rules.numbers() {
        let index = kind.index::<{ Kind::LIMIT }>();
        let becomes = kind.of(&promotion.into);
        if !becomes.is_none() {
            let gain = becomes.of(&worths) - worths[index];
            worths[index] += (gain / 5).max(0);
        }
        if (promotion.pawns[0] | promotion.pawns[1]) & kind.bit() != 0 {
            worths[index] = worths[index].max(60) + 25;
        }
        worths[index] = worths[index].clamp(20, 2500);
    }
    worths
}

/// The worth of a kind by the mean number of squares that White's pieces of it reach.
fn by_mobility(rules: &Rules, tables: &Tables, kind: Kind) -> Score {
    (OF_A_SQUARE * mean_reach(rules, tables, (kind, Color::White))) as Score
}

/// The mean of what a piece reaches from the squares of the board.
pub fn mean_reach(rules: &Rules, tables: &Tables, piece: (Kind, Color)) -> f64 {
    let all: f64 = rules.squares.squares().map(|square| reach(tables, piece, square)).sum();
    all / rules.squares.count().max(1) as f64
}

/// The number of squares that a piece reaches from a square, weighted by the chance that nothing is in the way and
/// that it may go there.
pub fn reach(tables: &Tables, (kind, color): (Kind, Color), from: Square) -> f64 {
    let mut reached = 0.0;
    for ray in tables.rays(kind, color, from) {
        let mut chance = if ray.jump == Jump::None { 1.0 } else { 0.45 };
        for stop in tables.stops(ray) {
            let quiet = if stop.may & QUIET != 0 { 0.45 } else { 0.0 };
            let captures = if stop.may & CAPTURE != 0 { 0.55 } else { 0.0 };
            reached += chance * (quiet + captures);
            chance *= EMPTY;
        }
    }
    reached
}

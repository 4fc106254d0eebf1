//! Numbers that every game has: they are given for all games, and for each number of nodes.
//!
//! The ideas behind the measures of drama are those of C. Browne's dissertation and of Browne and Maire;
//! `uci-docs/study.md` has the references and says what differs.

use super::facts::Facts;
use super::report::Unit;
use super::statistics::{self, Number};
use crate::types::Color;

/// A number of some games.
pub(super) struct Measure {
    pub key: &'static str,
    pub name: &'static str,
    pub unit: Unit,
    pub of: fn(&[&Facts]) -> Option<Number>,
}

const fn measure(key: &'static str, name: &'static str, unit: Unit, of: fn(&[&Facts]) -> Option<Number>) -> Measure {
    Measure { key, name, unit, of }
}

/// Who wins.
pub(super) const RESULTS: &[Measure] = &[
    measure("score", "White’s points", Unit::Percent, |games| statistics::score(&points(games))),
    measure("white", "White wins", Unit::Percent, |games| among_finished(games, |points| points == 1.0)),
    measure("draw", "drawn", Unit::Percent, |games| among_finished(games, |points| points == 0.5)),
    measure("black", "Black wins", Unit::Percent, |games| among_finished(games, |points| points == 0.0)),
    measure("unfinished", "unfinished", Unit::Percent, |games| {
        statistics::share(games.iter().filter(|game| game.points.is_none()).count(), games.len())
    }),
];

/// How long games are, and how many moves there are to choose from.
pub(super) const LENGTHS: &[Measure] = &[
    measure("mean", "mean length in plies", Unit::Plain(1), |games| statistics::mean(&lengths(games))),
    measure("median", "median length in plies", Unit::Plain(1), |games| statistics::median(&lengths(games))),
    measure("choice", "legal moves a ply", Unit::Plain(1), |games| {
        let legal = |game: &&Facts| game.plies.iter().map(|ply| ply.legal as f64).sum::<f64>();
        statistics::ratio(&games.iter().map(|game| (legal(game), game.plies.len() as f64)).collect::<Vec<_>>())
    }),
];

/// A side leads if its expected points exceed one half by more than this.
pub(super) const LEAD: f64 = 0.05;
/// A game is decided from where its winner's expected points never fall below this again.
pub(super) const DECIDED: f64 = 0.8;

/// How games go.
pub(super) const DRAMA: &[Measure] = &[
    measure("lead_changes", "lead changes a game", Unit::Plain(2), |games| {
        mean_of(games, |_, course| Some(lead_changes(course) as f64))
    }),
    measure("drama", "drama", Unit::Plain(3), |games| part_of(games, |game, course| Some(drama(&won(game, course)?)))),
    measure("behind", "plies the winner is behind", Unit::Percent, |games| {
        part_of(games, |game, course| {
            let course = won(game, course)?;
            Some(course.iter().filter(|&&points| points < 0.5 - LEAD).count() as f64 / course.len() as f64)
        })
    }),
    measure("comebacks", "games won after an expectation below 20 %", Unit::Percent, |games| {
        let worst = |course: Vec<f64>| course.into_iter().fold(1.0, f64::min);
        let games: Vec<f64> = courses(games).filter_map(|(game, course)| Some(worst(won(game, &course)?))).collect();
        statistics::share(games.iter().filter(|&&worst| worst < 1.0 - DECIDED).count(), games.len())
    }),
    measure("decided", "part of the game before it is decided", Unit::Percent, |games| {
        part_of(games, |game, course| Some(decided(&won(game, course)?) as f64 / game.plies.len() as f64))
    }),
    measure("decided_ply", "ply that decides", Unit::Plain(1), |games| {
        mean_of(games, |game, course| Some(decided(&won(game, course)?) as f64))
    }),
    measure("uncertainty", "uncertainty", Unit::Plain(3), |games| {
        part_of(games, |_, course| Some(uncertainty(course)))
    }),
];

/// White's points of the finished games.
fn points(games: &[&Facts]) -> Vec<f64> {
    games.iter().filter_map(|game| game.points).collect()
}

fn among_finished(games: &[&Facts], is_one: impl Fn(f64) -> bool) -> Option<Number> {
    let points = points(games);
    statistics::share(points.iter().filter(|&&points| is_one(points)).count(), points.len())
}

/// The lengths of the finished games in plies.
pub(super) fn lengths(games: &[&Facts]) -> Vec<f64> {
    games.iter().filter(|game| game.points.is_some()).map(|game| game.plies.len() as f64).collect()
}

/// The games whose evaluations are known, with White's expected points.
pub(super) fn courses<'a>(games: &'a [&'a Facts]) -> impl Iterator<Item = (&'a Facts, Vec<f64>)> {
    games.iter().filter_map(|game| Some((*game, game.course()?)))
}

/// The values of those games that have one.
fn values_of(games: &[&Facts], of: impl Fn(&Facts, &[f64]) -> Option<f64>) -> Vec<f64> {
    courses(games).filter_map(|(game, course)| of(game, &course)).collect()
}

/// The mean of a value.
fn mean_of(games: &[&Facts], of: impl Fn(&Facts, &[f64]) -> Option<f64>) -> Option<Number> {
    statistics::mean(&values_of(games, of))
}

/// The mean of a value from 0 to 1.
fn part_of(games: &[&Facts], of: impl Fn(&Facts, &[f64]) -> Option<f64>) -> Option<Number> {
    statistics::score(&values_of(games, of))
}

/// The measure with a key.
pub(super) fn named<'a>(measures: &'a [Measure], key: &str) -> Option<&'a Measure> {
    measures.iter().find(|measure| measure.key == key)
}

/// The winner's expected points; `None` without a winner.
pub(super) fn won(game: &Facts, course: &[f64]) -> Option<Vec<f64>> {
    let color = game.winning()?;
    Some(course.iter().map(|&points| color.choose(points, 1.0 - points)).collect())
}

/// How often another side leads than the one that led before.
pub(super) fn lead_changes(course: &[f64]) -> usize {
    let leader = |points: &f64| match points - 0.5 {
        lead if lead > LEAD => Some(Color::White),
        lead if lead < -LEAD => Some(Color::Black),
        _ => None,
    };
    let leaders: Vec<Color> = course.iter().filter_map(leader).collect();
    leaders.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// How far the later winner is behind on average, over all positions before the end: 0 if never, towards 1 if always lost.
pub(super) fn drama(won: &[f64]) -> f64 {
    let before = &won[..won.len().saturating_sub(1)];
    let behind: f64 = before.iter().map(|points| (1.0 - 2.0 * points).max(0.0).sqrt()).sum();
    behind / before.len().max(1) as f64
}

/// The number of plies after which the winner's expected points stay at [`DECIDED`] or more.
pub(super) fn decided(won: &[f64]) -> usize {
    won.iter().rposition(|&points| points < DECIDED).map_or(0, |last| last + 1)
}

/// The mean of `4 p (1 - p)` over the positions before the end: 1 if even, 0 if clear.
pub(super) fn uncertainty(course: &[f64]) -> f64 {
    let before = &course[..course.len().saturating_sub(1)];
    before.iter().map(|points| 4.0 * points * (1.0 - points)).sum::<f64>() / before.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_course_of_a_game_is_measured_as_by_hand() {
        let course = [0.5, 0.6, 0.52, 0.4, 0.48, 0.3, 0.7, 0.85, 0.75, 0.9, 1.0];
        assert_eq!(lead_changes(&course), 2);
        assert_eq!(lead_changes(&[0.5, 0.54, 0.46]), 0);
        // White wins: from the 9th ply on at 0.8 or more.
        assert_eq!(decided(&course), 9);
        assert_eq!(decided(&[0.9, 1.0]), 0);
        // Behind by 0.2, 0.04 and 0.4 in three of ten positions.
        let expected = (0.2_f64.sqrt() + 0.04_f64.sqrt() + 0.4_f64.sqrt()) / 10.0;
        assert!((drama(&course) - expected).abs() < 1e-9);
        assert!((uncertainty(&[0.5, 0.75, 0.0, 1.0]) - (1.0 + 0.75 + 0.0) / 3.0).abs() < 1e-9);
    }
}

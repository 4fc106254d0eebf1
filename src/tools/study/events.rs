//! The special events of a game: how often they happen and whether they decide.

use super::Study;
use super::facts::Facts;
use super::measures;
use super::report::{Chart, Column, Row, Section, Table, Unit};
use super::statistics;

pub(super) fn section(study: &Study) -> Section {
    let section = Section::new("events", "Special rules");
    let names = study.variant.events;
    if names.is_empty() {
        return section.text("The rules of the game know no special events.");
    }
    let games = study.main();
    let rows = names.iter().enumerate().map(|(bit, name)| row(name, 1 << bit, &games));
    let columns = [
        ("games", "games in which it happens", Unit::Percent),
        ("times", "times a game", Unit::Plain(2)),
        ("ply", "mean ply", Unit::Plain(1)),
        ("wins", "points of the side that does it", Unit::Percent),
        ("gain", "gain of expectation", Unit::Percent),
        ("decides", "games that it decides", Unit::Percent),
    ];
    section.table(Table {
        key: "events".into(),
        title: "Special events".into(),
        rows_are: "event".into(),
        columns: columns.into_iter().map(|(key, name, unit)| Column::new(key, name, unit)).collect(),
        rows: rows.collect(),
        chart: Chart::Points(1),
        reading: "The points are those of the side that first does it in a game. The gain is what its expectation rises \
                  from before the move to after it. An event decides a game if the winner brings it about with the last \
                  move, or with the move from which the win was never in doubt again (80 %); the share is that of the \
                  won games in which it happens."
            .into(),
    })
}

fn row(name: &str, bit: u32, games: &[&Facts]) -> Row {
    let times = |game: &&Facts| game.plies.iter().filter(|ply| ply.events & bit != 0).count() as f64;
    let with: Vec<&Facts> = games.iter().filter(|game| times(game) > 0.0).copied().collect();
    let plies = |game: &&Facts| {
        let places = game.plies.iter().enumerate().filter(|(_, ply)| ply.events & bit != 0).map(|(place, _)| place + 1);
        (places.sum::<usize>() as f64, times(game))
    };
    let points = with.iter().filter_map(|game| {
        let first = game.plies.iter().find(|ply| ply.events & bit != 0)?;
        Some(first.seat.color.choose(game.points?, 1.0 - game.points?))
    });
    let gains = with.iter().filter_map(|game| gains(game, bit));
    let won: Vec<bool> = with.iter().filter_map(|game| decides(game, bit)).collect();
    Row::new(
        name,
        name,
        vec![
            statistics::share(with.len(), games.len()),
            statistics::mean(&games.iter().map(times).collect::<Vec<_>>()),
            statistics::ratio(&with.iter().map(plies).collect::<Vec<_>>()),
            statistics::score(&points.collect::<Vec<_>>()),
            statistics::ratio(&gains.collect::<Vec<_>>()),
            statistics::share(won.iter().filter(|decides| **decides).count(), won.len()),
        ],
    )
}

/// The sum of what the moves with an event gain for their players, and the number of these moves; `None` without evaluations.
fn gains(game: &Facts, bit: u32) -> Option<(f64, f64)> {
    let course = game.course()?;
    let steps = course.windows(2).zip(&game.plies).filter(|(_, ply)| ply.events & bit != 0);
    Some(steps.fold((0.0, 0.0), |(sum, count), (step, ply)| {
        let gain = step[1] - step[0];
        (sum + ply.seat.color.choose(gain, -gain), count + 1.0)
    }))
}

/// Whether an event decides a game; `None` if nobody wins or there are no evaluations.
fn decides(game: &Facts, bit: u32) -> Option<bool> {
    let (color, course) = (game.winning()?, game.course()?);
    let won: Vec<f64> = course.iter().map(|&points| color.choose(points, 1.0 - points)).collect();
    let is_by_winner = |place: usize| {
        let ply = game.plies.get(place)?;
        Some(ply.events & bit != 0 && ply.seat.color == color)
    };
    let last = is_by_winner(game.plies.len().checked_sub(1)?).unwrap_or(false);
    let deciding = measures::decided(&won).checked_sub(1).and_then(is_by_winner).unwrap_or(false);
    Some(last || deciding)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::study::facts::Ply;
    use crate::tools::study::settings::Series;
    use crate::types::Color;

    /// A game whose plies have these events and White's expected points behind them.
    fn game(plies: &[(u32, f64)]) -> Facts {
        let ply = |(place, &(events, expected)): (usize, &(u32, f64))| Ply {
            seat: Color::ALL[place % 2].into(),
            bits: 0,
            text: String::new(),
            legal: 1,
            events,
            expected: Some(expected),
        };
        Facts {
            series: Series::Start,
            nodes: None,
            is_from_start: true,
            points: Some(1.0),
            winner: None,
            strong: None,
            ending: String::new(),
            expected: Some(0.5),
            plies: plies.iter().enumerate().map(ply).collect(),
            start_balance: Vec::new(),
            balances: Vec::new(),
            worths: Vec::new(),
            standing: Vec::new(),
            captures: Vec::new(),
            is_idle: Vec::new(),
        }
    }

    #[test]
    fn events_are_counted_as_by_hand() {
        // White does 1 on plies 1 and 3, the second time with the deciding move; Black does 2 on ply 2; White ends with 4.
        let game = game(&[(1, 0.6), (2, 0.5), (1, 0.9), (0, 0.95), (4, 1.0)]);
        let decided = [1, 2, 4].map(|bit| decides(&game, bit).unwrap());
        assert_eq!(decided, [true, false, true]);
        let (sum, count) = gains(&game, 1).unwrap();
        assert!((sum - 0.5).abs() < 1e-9 && count == 2.0, "{sum}");
        assert!((gains(&game, 2).unwrap().0 - 0.1).abs() < 1e-9);
        let row = row("x", 1, &[&game, &game]);
        let values: Vec<f64> = row.cells.iter().map(|cell| cell.unwrap().value).collect();
        for (found, expected) in values.iter().zip([1.0, 2.0, 2.0, 1.0, 0.25, 1.0]) {
            assert!((found - expected).abs() < 1e-9, "{values:?}");
        }
    }
}

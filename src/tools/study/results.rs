//! Results, lengths, choice and the course of games.

use super::Study;
use super::facts::Facts;
use super::measures::{DRAMA, LENGTHS, Measure, RESULTS, courses, lengths};
use super::report::{Chart, Column, Row, Section, Table, Unit};
use super::statistics::{self, Number};
use std::collections::BTreeMap;

/// The greatest number of points of a line.
const MOST_POINTS: usize = 40;
/// Lines end where less than this share of the games is left.
const LEAST_LEFT: f64 = 0.1;

/// A table with a row for each measure.
pub(super) fn measured(key: &str, title: &str, measures: &[Measure], games: &[&Facts], reading: &str) -> Table {
    let row = |measure: &Measure| Row {
        unit: Some(measure.unit),
        ..Row::new(measure.key, measure.name, vec![(measure.of)(games)])
    };
    Table {
        key: key.into(),
        title: title.into(),
        rows_are: "number".into(),
        columns: vec![Column::new("all", "all games", Unit::Percent)],
        rows: measures.iter().map(row).filter(|row| row.cells[0].is_some()).collect(),
        chart: Chart::None,
        reading: reading.into(),
    }
}

pub(super) fn results(study: &Study) -> Section {
    let games = study.main();
    let reading = "Each point is a share of the finished games, the line through it the interval; unfinished games are a \
                   share of all games.";
    let table = Table { chart: Chart::Points(1), ..measured("shares", "Who wins", RESULTS, &games, reading) };
    let mut endings: BTreeMap<&str, usize> = BTreeMap::new();
    games.iter().for_each(|game| *endings.entry(&game.ending).or_default() += 1);
    let row = |(ending, count): (&str, usize)| Row::new(ending, ending, vec![statistics::share(count, games.len())]);
    let mut rows: Vec<Row> = endings.into_iter().map(row).collect();
    rows.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let endings = Table {
        key: "endings".into(),
        title: "How games end".into(),
        rows_are: "end".into(),
        columns: vec![Column::new("share", "share of games", Unit::Percent)],
        rows,
        chart: Chart::Points(1),
        reading: "The further right, the more games end so.".into(),
    };
    let section = Section::new("results", "Results").table(table).table(endings);
    if study.is_duel() { section } else { section.table(seats(study, &games)) }
}

fn value(row: &Row) -> f64 {
    row.cells[0].map_or(0.0, |number| number.value)
}

/// The wins of each player.
fn seats(study: &Study, games: &[&Facts]) -> Table {
    let finished = games.iter().filter(|game| game.points.is_some()).count();
    let row = |seat: crate::types::Seat| {
        let wins = games.iter().filter(|game| game.winner.is_some_and(|winner| winner.number == seat.number)).count();
        Row::new((seat.number + 1).to_string(), seat.name(), vec![statistics::share(wins, finished)])
    };
    Table {
        key: "seats".into(),
        title: "Which player wins".into(),
        rows_are: "player".into(),
        columns: vec![Column::new("wins", "games won", Unit::Percent)],
        rows: study.variant.seats.iter().copied().map(row).collect(),
        chart: Chart::Points(1),
        reading: "Equal points would mean that no seat is better than another.".into(),
    }
}

pub(super) fn length(study: &Study) -> Section {
    let games = study.main();
    let reading = "Lengths are those of the finished games.";
    Section::new("length", "Length and choice")
        .table(measured("numbers", "Length and choice", LENGTHS, &games, reading))
        .table(histogram(&lengths(&games)))
        .table(by_ply(
            "moves",
            "Legal moves by ply",
            &[Column::new("moves", "legal moves", Unit::Plain(1))],
            &games.iter().map(|game| game.plies.iter().map(|ply| vec![ply.legal as f64]).collect()).collect::<Vec<_>>(),
            "The line says how many moves a player can choose from, in the games that last that long.",
        ))
}

/// The share of games by length.
fn histogram(lengths: &[f64]) -> Table {
    let longest = lengths.iter().copied().fold(1.0, f64::max);
    let width = (longest / MOST_POINTS as f64).ceil().max(1.0);
    let row = |bin: usize| {
        let (from, to) = (bin as f64 * width, (bin + 1) as f64 * width);
        let count = lengths.iter().filter(|length| (from..to).contains(*length)).count();
        let name = format!("{from:.0} to {:.0}", to - 1.0);
        Row::new(format!("{from:.0}"), name, vec![statistics::share(count, lengths.len())])
    };
    let bins = if lengths.is_empty() { 0 } else { (longest / width) as usize + 1 };
    Table {
        key: "histogram".into(),
        title: "Games by length".into(),
        rows_are: "plies".into(),
        columns: vec![Column::new("share", "share of games", Unit::Percent)],
        rows: (0..bins).map(row).collect(),
        chart: Chart::Lines(1),
        reading: "Where the line is high, many games have that length.".into(),
    }
}

/// The means of some values by ply: for each game and ply a value for each column.
fn by_ply(key: &str, title: &str, columns: &[Column], games: &[Vec<Vec<f64>>], reading: &str) -> Table {
    let mut lengths: Vec<usize> = games.iter().map(Vec::len).collect();
    lengths.sort_unstable();
    let last = lengths.get(((1.0 - LEAST_LEFT) * lengths.len() as f64) as usize).copied().unwrap_or(0);
    let width = last.div_ceil(MOST_POINTS).max(1);
    let cell = |from: usize, column: usize| -> Option<Number> {
        let of = |game: &Vec<Vec<f64>>| {
            let plies = game.iter().skip(from).take(width);
            plies.fold((0.0, 0.0), |(sum, count), values| (sum + values[column], count + 1.0))
        };
        let pairs: Vec<(f64, f64)> = games.iter().map(of).collect();
        if columns[column].unit == Unit::Percent { statistics::share_ratio(&pairs) } else { statistics::ratio(&pairs) }
    };
    let row = |from: usize| {
        let name = if width == 1 { from.to_string() } else { format!("{from} to {}", from + width - 1) };
        Row::new(from.to_string(), name, (0..columns.len()).map(|column| cell(from, column)).collect())
    };
    Table {
        key: key.into(),
        title: title.into(),
        rows_are: "plies played".into(),
        columns: columns.to_vec(),
        rows: (0..last).step_by(width).map(row).collect(),
        chart: Chart::Lines(columns.len()),
        reading: reading.into(),
    }
}

pub(super) fn course(study: &Study) -> Section {
    let section = Section::new("course", "How games go");
    if !study.is_duel() {
        return section.text("Lead and drama compare two sides; with four players there is no such comparison.");
    }
    let games = study.main();
    let known: Vec<Vec<Vec<f64>>> = courses(&games)
        .map(|(_, course)| course.iter().map(|&points| vec![points, points.max(1.0 - points)]).collect())
        .collect();
    if known.is_empty() {
        return section.text("The games have no evaluations, so nothing is known of leads and drama.");
    }
    let columns = [
        Column::new("white", "White’s expectation", Unit::Percent),
        Column::new("leader", "expectation of the side that leads", Unit::Percent),
    ];
    let reading = "A side leads if it is expected to score more than 55 %. A game is decided from where its winner never \
                   falls below 80 % again. Drama is how far winners were behind, 0 at least, 1 at most; uncertainty is 1 while \
                   both sides are equal and 0 when all is clear.";
    section.table(measured("numbers", "Leads and decisions", DRAMA, &games, reading)).table(by_ply(
        "expectation",
        "Expectation by ply",
        &columns,
        &known,
        "The blue line says for whom the game goes on average, the orange one how far the side that leads is ahead: the \
         higher, the clearer.",
    ))
}

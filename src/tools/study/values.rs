//! What each kind of piece is worth, in three ways.

use super::Study;
use super::facts::Facts;
use super::regression::{self, Sample};
use super::report::{Chart, Column, Row, Section, Table, Unit};
use super::settings::Series;
use super::statistics::Number;
use crate::game::set_up::SetUp;

/// An estimate for each kind, with the influence of each game on it; `None` for kinds of which nothing is known.
type Estimates = Vec<Option<(f64, Vec<f64>)>>;

/// Values are divided by that of the unit if it is greater than so many times the reach of its interval.
const LEAST_UNIT: f64 = 1.0;

pub(super) fn section(study: &Study) -> Section {
    let section = Section::new("values", "Piece values");
    if !study.is_duel() {
        return section.text("Piece values compare two sides; with four players there is no such comparison.");
    }
    let games = study.main();
    let imbalanced = study.series(Series::Imbalanced);
    let ways = [by_removal(study, &games), by_results(study, &games), by_starts(study, &imbalanced)];
    let Some(unit) = unit(study, &ways[0]) else {
        return section.text("There are not enough games to say what pieces are worth.");
    };
    let normal: Vec<Vec<Option<Number>>> = ways.iter().map(|way| normalised(way, unit)).collect();
    let raw: Vec<Vec<Option<Number>>> =
        ways.iter().map(|way| way.iter().map(|e| number(e.as_ref())).collect()).collect();
    let name = study.variant.kinds[unit].name;
    let section = section.text(format!(
        "In units of the {name}. The first way asks the evaluation for the score with a piece and without it, in quiet positions of \
         the games. The second explains results by the numbers of pieces in quiet positions. The third lets the engine play \
         from starts that lack one or two pieces a side, and explains the results by what is missing. Only pieces on the \
         board count. Kinds that are missing here never differ in number, or the position would be impossible without them. \
         The ways need not agree: an evaluation may hold a great advantage for less than the sum of its pieces; in games, who \
         has more of a piece has often paid for it elsewhere; starts lack pieces from the first move on, when others are still \
         in their way."
    ));
    let title = format!("Values in units of the {name}");
    let normal = table(study, ["pawns", &title, AGREE], &normal, PAWNS);
    let raw = table(study, ["raw", "The same before they are divided", DIFFER], &raw, RAW);
    let section = section.table(normal).table(Table { chart: Chart::None, ..raw });
    doubts(study, unit, &ways, section)
}

const PAWNS: [(&str, Unit); 3] =
    [("by removal", Unit::Plain(2)), ("by results", Unit::Plain(2)), ("by starts", Unit::Plain(2))];
const RAW: [(&str, Unit); 3] = [
    ("by removal, centipawns", Unit::Plain(0)),
    ("by results, log odds", Unit::Plain(3)),
    ("by starts, log odds", Unit::Plain(3)),
];

/// How to read the two tables.
const AGREE: &str = "Where the three intervals of a piece overlap, the ways agree.";
const DIFFER: &str =
    "Evaluations and logarithms of odds are different measures: only numbers of one column can be compared.";

fn table(
    study: &Study,
    [key, title, reading]: [&str; 3],
    ways: &[Vec<Option<Number>>],
    names: [(&str, Unit); 3],
) -> Table {
    let keys = ["removal", "results", "starts"];
    let columns = keys.into_iter().zip(names).map(|(key, (name, unit))| Column::new(key, name, unit)).collect();
    let kind = |(place, kind): (usize, &crate::position::piece_kind::PieceKind)| {
        Row::new(kind.name, kind.name, ways.iter().map(|way| way[place]).collect())
    };
    let rows = study.variant.kinds.iter().enumerate().map(kind);
    Table {
        key: key.into(),
        title: title.into(),
        rows_are: "piece".into(),
        columns,
        rows: rows.filter(|row| row.cells.iter().any(Option::is_some)).collect(),
        chart: Chart::Points(3),
        reading: reading.into(),
    }
}

/// Says which ways could not be divided by the value of the unit.
fn doubts(study: &Study, unit: usize, ways: &[Estimates; 3], section: Section) -> Section {
    let is_known = |way: &Estimates| way.iter().any(Option::is_some);
    let unclear = PAWNS.iter().zip(ways).filter(|(_, way)| is_known(way) && !is_unit(way[unit].as_ref()));
    let names: Vec<&str> = unclear.map(|((name, _), _)| *name).collect();
    match names[..] {
        [] => section,
        _ => section.text(format!(
            "Not shown {}: the value of the {} itself is not known well enough there to divide by it. More games would help.",
            names.join(" and "),
            study.variant.kinds[unit].name
        )),
    }
}

/// The kind that is worth 1: the pawn, or the one that the evaluation thinks least of.
fn unit(study: &Study, removal: &Estimates) -> Option<usize> {
    let pawn = study.layout.kind_of('P').filter(|&kind| study.removable.contains(&study.variant.kinds[kind].letter));
    let worth = |kind: &usize| removal[*kind].as_ref().map_or(f64::INFINITY, |estimate| estimate.0);
    let least = (0..removal.len()).filter(|kind| worth(kind).is_finite()).min_by(|a, b| worth(a).total_cmp(&worth(b)));
    pawn.or(least)
}

fn number(estimate: Option<&(f64, Vec<f64>)>) -> Option<Number> {
    estimate.map(|(value, influences)| Number::of_influences(*value, influences))
}

fn is_unit(estimate: Option<&(f64, Vec<f64>)>) -> bool {
    number(estimate).is_some_and(|unit| unit.reach().is_some_and(|reach| unit.value > LEAST_UNIT * reach))
}

/// The quotients by the estimate of the unit.
fn normalised(way: &Estimates, unit: usize) -> Vec<Option<Number>> {
    let Some((unit, of_unit)) = way[unit].as_ref().filter(|estimate| is_unit(Some(estimate))) else {
        return vec![None; way.len()];
    };
    let quotient = |(value, influences): &(f64, Vec<f64>)| {
        let value = value / unit;
        let influences: Vec<f64> =
            influences.iter().zip(of_unit).map(|(own, other)| (own - value * other) / unit).collect();
        Number::of_influences(value, &influences)
    };
    way.iter().map(|estimate| estimate.as_ref().map(quotient)).collect()
}

/// The mean worth to the evaluation.
fn by_removal(study: &Study, games: &[&Facts]) -> Estimates {
    let of_kind = |kind: usize| {
        if !study.is_removable(kind) {
            return None;
        }
        let sum = |game: &&Facts| (game.worths[kind].0, f64::from(game.worths[kind].1));
        let (worth, count) = games.iter().map(sum).fold((0.0, 0.0), |sum, own| (sum.0 + own.0, sum.1 + own.1));
        let mean = worth / count;
        let influence = |game: &&Facts| (sum(game).0 - mean * sum(game).1) / count;
        (count > 0.0).then(|| (mean, games.iter().map(influence).collect()))
    };
    (0..study.layout.kinds()).map(of_kind).collect()
}

/// The results of games by the pieces in their quiet positions, which count together as one.
fn by_results(study: &Study, games: &[&Facts]) -> Estimates {
    let rows = games.iter().enumerate().flat_map(|(number, game)| {
        let weight = 1.0 / game.balances.len().max(1) as f64;
        let balances = game.balances.iter();
        balances.filter_map(move |balance| sample(number, weight, balance, game.points?))
    });
    fitted(study, rows.collect(), games.len())
}

/// The results of games by the pieces that they began with.
fn by_starts(study: &Study, games: &[&Facts]) -> Estimates {
    let row = |(number, game): (usize, &&Facts)| sample(number, 1.0, &game.start_balance, game.points?);
    fitted(study, games.iter().enumerate().filter_map(row).collect(), games.len())
}

/// A row whose inputs are the kinds and, at the end, White's right to begin.
fn sample(game: usize, weight: f64, balance: &[i32], points: f64) -> Option<Sample> {
    let inputs = balance.iter().map(|&count| f64::from(count)).chain([1.0]).collect();
    Some(Sample { game, weight, inputs, points })
}

/// Fits the kinds that differ in enough games.
fn fitted(study: &Study, mut rows: Vec<Sample>, games: usize) -> Estimates {
    let kinds = study.layout.kinds();
    let differs = |kind: &usize| {
        let mut games: Vec<usize> = rows.iter().filter(|row| row.inputs[*kind] != 0.0).map(|row| row.game).collect();
        games.dedup();
        study.is_removable(*kind) && games.len() >= LEAST_GAMES
    };
    let used: Vec<usize> = (0..kinds).filter(differs).collect();
    rows.iter_mut().for_each(|row| row.inputs = used.iter().chain([&kinds]).map(|&input| row.inputs[input]).collect());
    let mut estimates: Estimates = vec![None; kinds];
    if used.is_empty() {
        return estimates;
    }
    if let Some(fit) = regression::fit(&rows, games) {
        for (place, &kind) in used.iter().enumerate() {
            let influences = fit.influences.iter().map(|influence| influence[place]).collect();
            estimates[kind] = Some((fit.coefficients[place], influences));
        }
    }
    estimates
}

/// The least number of games in which the numbers of a kind differ for its value to be estimated.
const LEAST_GAMES: usize = 20;

impl Study {
    /// Whether positions without a piece of the kind are legal. Kinds that are not there at the start can be missing.
    fn is_removable(&self, kind: usize) -> bool {
        let letter = self.variant.kinds[kind].letter;
        let start = SetUp::of(&*self.start);
        self.removable.contains(&letter) || start.pieces().all(|(_, found)| found.to_ascii_uppercase() != letter)
    }
}

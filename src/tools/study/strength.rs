//! How the numbers change with the strength of play.

use super::Study;
use super::facts::Facts;
use super::measures::{DRAMA, LENGTHS, Measure, RESULTS, named};
use super::report::{Chart, Column, Row, Section, Table, Unit};
use super::statistics::{self, Number};
use std::collections::BTreeMap;

pub(super) fn section(study: &Study) -> Section {
    let section = Section::new("strength", "Strength of play");
    let mut groups: BTreeMap<u64, Vec<&Facts>> = BTreeMap::new();
    for game in study.main() {
        if let Some(nodes) = game.nodes {
            groups.entry(nodes).or_default().push(game);
        }
    }
    let (Some((least, weak)), Some((most, strong))) = (groups.first_key_value(), groups.last_key_value()) else {
        return section.text("The games do not say with how many nodes they were played.");
    };
    if least == most {
        return section.text(format!("All games were played with {least} nodes a move."));
    }
    let columns = [("score", "White’s points"), ("draw", "drawn")];
    let curve = |(nodes, games): (&u64, &Vec<&Facts>)| {
        let cells = columns.iter().map(|(key, _)| named(RESULTS, key).and_then(|measure| (measure.of)(games)));
        Row::new(nodes.to_string(), nodes.to_string(), cells.collect())
    };
    let curves = Table {
        key: "curves".into(),
        title: "Results by strength".into(),
        rows_are: "nodes a move".into(),
        columns: columns.into_iter().map(|(key, name)| Column::new(key, name, Unit::Percent)).collect(),
        rows: groups.iter().map(curve).collect(),
        chart: Chart::Points(2),
        reading: "If the orange points move to the right, stronger play is more drawish; if the blue ones leave 50 %, it is more \
                  one-sided."
            .into(),
    };
    let change = |key: &str| {
        let of = |games: &[&Facts]| named(RESULTS, key).and_then(|measure| (measure.of)(games));
        of(weak).zip(of(strong)).map(|(weak, strong)| statistics::difference(weak, strong))
    };
    let verdict = [
        sentence("The share of draws", change("draw"), *least, *most),
        sentence("White’s share of the points", change("score"), *least, *most),
    ];
    section.text(verdict.concat()).table(curves).table(numbers(study, &groups))
}

/// All measures, a column for each number of nodes.
fn numbers(study: &Study, groups: &BTreeMap<u64, Vec<&Facts>>) -> Table {
    let drama = if study.is_duel() { DRAMA } else { &[] };
    let row = |measure: &Measure| Row {
        unit: Some(measure.unit),
        ..Row::new(measure.key, measure.name, groups.values().map(|games| (measure.of)(games)).collect())
    };
    let columns = groups.keys().map(|nodes| Column::new(nodes.to_string(), format!("{nodes} nodes"), Unit::Percent));
    Table {
        key: "numbers".into(),
        title: "All numbers by strength".into(),
        rows_are: "number".into(),
        columns: columns.collect(),
        rows: [RESULTS, LENGTHS, drama].into_iter().flatten().map(row).collect(),
        chart: Chart::None,
        reading: "Compare the intervals of a row: where they do not overlap, strength makes a difference.".into(),
    }
}

/// Says how a share changes from the weakest to the strongest play.
fn sentence(what: &str, change: Option<Number>, least: u64, most: u64) -> String {
    let Some((change, (low, high))) = change.and_then(|change| Some((change, change.interval?))) else {
        return String::new();
    };
    let range = format!("{:+.1} points ({:+.1} to {:+.1})", 100.0 * change.value, 100.0 * low, 100.0 * high);
    let verdict = match (low > 0.0, high < 0.0) {
        (true, _) => "it rises with strength",
        (_, true) => "it falls with strength",
        _ => "that is no clear change",
    };
    format!("{what} changes by {range} from {least} to {most} nodes: {verdict}. ")
}

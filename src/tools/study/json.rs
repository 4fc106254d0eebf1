//! A report as JSON. `uci-docs/study.md` documents its keys.

use super::board::Layout;
use super::report::{Finding, Map, Part, Row, Section, Table};
use super::settings::Series;
use super::statistics::Number;
use super::{Report, Study};
use crate::tools::console::rounded;
use serde_json::{Map as Object, Value, json};

/// The text of a study's file.
pub(super) fn of_study(study: &Study, made: &str, sections: &[Section]) -> String {
    let head = json!({
        "game": study.variant.name,
        "games": study.main().len(),
        "imbalanced_games": study.series(Series::Imbalanced).len(),
        "uneven_games": study.series(Series::Uneven).len(),
        "untrained_games": study.series(Series::Untrained).len(),
        "version": env!("CARGO_PKG_VERSION"),
        "made": made,
    });
    text(head, &study.layout, sections)
}

/// The text of a comparison's file.
pub(super) fn of_comparison(first: &Report, second: &Report, made: &str, sections: &[Section]) -> String {
    let name = |report: &Report| report.study.variant.name;
    let head =
        json!({"first": name(first), "second": name(second), "version": env!("CARGO_PKG_VERSION"), "made": made});
    text(head, &first.study.layout, sections)
}

fn text(head: Value, layout: &Layout, sections: &[Section]) -> String {
    let mut object = Object::new();
    object.insert("study".into(), head);
    for section in sections {
        object.insert(section.key.into(), part_values(layout, section));
    }
    format!("{:#}\n", Value::Object(object))
}

fn part_values(layout: &Layout, section: &Section) -> Value {
    let mut object = Object::new();
    for part in &section.parts {
        match part {
            Part::Text(_) | Part::Links(_) | Part::Picture(_) => {}
            Part::Findings(findings) => {
                object.extend(findings.iter().map(|finding| (finding.key.to_owned(), finding_value(finding))));
            }
            Part::Table(table) => {
                let rows = table.rows.iter().map(|row| (row.key.clone(), row_value(table, row)));
                object.insert(table.key.clone(), Value::Object(rows.collect()));
            }
            Part::Maps(maps) => object.extend(maps.iter().map(|map| (map.key.clone(), map_value(layout, map)))),
        }
    }
    Value::Object(object)
}

fn finding_value(finding: &Finding) -> Value {
    let mut value = number_value(Some(finding.number));
    let known = |bound: f64| bound.is_finite().then_some(bound);
    value["least"] = json!(known(finding.bound.least()));
    value["most"] = json!(known(finding.bound.most()));
    value["answer"] = json!(finding.answer().text());
    value
}

fn row_value(table: &Table, row: &Row) -> Value {
    let cells = table.columns.iter().zip(&row.cells);
    Value::Object(cells.map(|(column, number)| (column.key.clone(), number_value(*number))).collect())
}

fn map_value(layout: &Layout, map: &Map) -> Value {
    let cells = map.cells.iter().enumerate().filter(|(_, number)| number.is_some());
    Value::Object(cells.map(|(cell, number)| (layout.name(cell), number_value(*number))).collect())
}

fn number_value(number: Option<Number>) -> Value {
    let Some(Number { value, interval, games }) = number else { return Value::Null };
    let (low, high) = interval.unzip();
    json!({ "value": rounded(value), "low": low.map(rounded), "high": high.map(rounded), "n": games })
}

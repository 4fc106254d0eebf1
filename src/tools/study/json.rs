//! A report as JSON. `uci-docs/study.md` documents its keys.

use super::Study;
use super::board::Layout;
use super::report::{Map, Part, Row, Section, Table};
use super::statistics::Number;
use serde_json::{Map as Object, Value, json};

/// The text of the file.
pub(super) fn text(study: &Study, made: &str, sections: &[Section]) -> String {
    let mut object = Object::new();
    let head = json!({
        "game": study.variant.name,
        "games": study.main().len(),
        "imbalanced_games": study.games.len() - study.main().len(),
        "version": env!("CARGO_PKG_VERSION"),
        "made": made,
    });
    object.insert("study".into(), head);
    for section in sections {
        object.insert(section.key.into(), part_values(&study.layout, section));
    }
    format!("{:#}\n", Value::Object(object))
}

fn part_values(layout: &Layout, section: &Section) -> Value {
    let mut object = Object::new();
    for part in &section.parts {
        match part {
            Part::Text(_) => {}
            Part::Table(table) => {
                let rows = table.rows.iter().map(|row| (row.key.clone(), row_value(table, row)));
                object.insert(table.key.clone(), Value::Object(rows.collect()));
            }
            Part::Maps(maps) => object.extend(maps.iter().map(|map| (map.key.clone(), map_value(layout, map)))),
        }
    }
    Value::Object(object)
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

/// A number with six digits behind the point, which no difference between machines reaches.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

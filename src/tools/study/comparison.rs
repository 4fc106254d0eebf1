//! Two reports side by side: every number of both, and the difference.

use super::html::file_name;
use super::report::{Chart, Column, Finding, Map, Part, Row, Section, Table, Unit};
use super::statistics::{self, Number};
use super::{EXPLANATION, Report};

/// What differs between two games.
pub(super) struct Comparison {
    pub title: String,
    pub made: String,
    pub sections: Vec<Section>,
}

/// The columns of each table.
const KEYS: [&str; 3] = ["first", "second", "difference"];
/// No picture, and rows with units of their own.
const PLAIN: (Chart, Unit) = (Chart::None, Unit::Percent);
/// The sections whose differences are listed at the top.
const CHIEF: [&str; 5] = ["verdict", "results", "length", "course", "events"];

pub(super) fn compare(first: &Report, second: &Report) -> Comparison {
    let names = names(first, second);
    let sections: Vec<Section> =
        first.sections.iter().filter_map(|section| joined(section, second, first, &names)).collect();
    let made = format!(
        "{}: {} {}: {} {EXPLANATION} Differences are the second number minus the first one; one is found where its interval leaves \
         out 0.",
        names[0], first.made, names[1], second.made
    );
    let mut all = vec![found(&sections, first, second, &names)];
    all.extend(sections);
    Comparison { title: format!("{} and {}", names[0], names[1]), made, sections: all }
}

/// The titles of the games, with a number if they are the same.
fn names(first: &Report, second: &Report) -> [String; 2] {
    let titles = [first, second].map(|report| report.study.variant.title);
    match titles[0] == titles[1] {
        true => [1, 2].map(|number| format!("{} ({number})", titles[0])),
        false => titles.map(str::to_owned),
    }
}

/// The section that lists what differs, and leads to the two reports.
fn found(sections: &[Section], first: &Report, second: &Report, names: &[String; 2]) -> Section {
    let tables = || sections.iter().flat_map(tables_of);
    let counted: Vec<&Row> = tables().flat_map(|table| &table.rows).filter(|row| has_error(row)).collect();
    let differing = counted.iter().filter(|row| row.differs).count();
    let chief = sections.iter().filter(|section| CHIEF.contains(&section.key)).flat_map(tables_of);
    let chief = chief.filter(|table| !matches!(table.chart, Chart::Lines(_)));
    let rows: Vec<Row> =
        chief.flat_map(|table| table.rows.iter().filter(|row| row.differs).map(|row| named(table, row))).collect();
    let words = match (differing, counted.len()) {
        (0, all) => format!("No difference found: 0 lies in the intervals of all {all} differences."),
        (some, all) => format!(
            "{some} of {all} differences are greater than chance explains; of two equal games it would be about one of a hundred. Those \
             of the verdict, of results, lengths, courses and special rules are listed here, all others are marked in the tables."
        ),
    };
    let links = [first, second].map(|report| file_name(&report.file)).into_iter().zip(names.iter().cloned());
    let mut section = Section::new("differences", "Differences").text(words);
    section.parts.push(Part::Links(links.map(|(file, name)| (file, format!("{name}: the whole report"))).collect()));
    section.table(Table {
        reading: "Each row is a number of both games.".into(),
        ..table("found", "What differs", PLAIN, names, rows)
    })
}

/// Whether a row's difference has an error of chance, so that it can be told from none.
fn has_error(row: &Row) -> bool {
    row.cells.last().copied().flatten().is_some_and(|number| number.interval.is_some())
}

/// A row with the name of its table.
fn named(table: &Table, row: &Row) -> Row {
    Row {
        key: format!("{}.{}", table.key, row.key),
        name: format!("{}: {}", table.title, row.name),
        cells: row.cells.clone(),
        unit: row.unit.or_else(|| table.columns.first().map(|column| column.unit)),
        differs: true,
    }
}

fn tables_of(section: &Section) -> impl Iterator<Item = &Table> {
    section.parts.iter().filter_map(|part| if let Part::Table(table) = part { Some(table) } else { None })
}

/// A section of both reports; `None` if they have no number in common.
fn joined(section: &Section, second: &Report, first: &Report, names: &[String; 2]) -> Option<Section> {
    let other = second.sections.iter().find(|other| other.key == section.key)?;
    let mut tables = Vec::new();
    for part in &section.parts {
        match part {
            Part::Text(_) | Part::Links(_) | Part::Picture(_) => {}
            Part::Findings(findings) => tables.push(findings_of_both(findings, other, names)),
            Part::Table(table) => {
                let same = tables_of(other).find(|other| other.key == table.key);
                tables.extend(same.into_iter().flat_map(|other| table_of_both(table, other, names)));
            }
            Part::Maps(maps) => tables.extend(maps.iter().filter_map(|map| map_of_both(map, other, first, names))),
        }
    }
    tables.retain(|table| !table.rows.is_empty());
    if tables.is_empty() {
        return None;
    }
    Some(tables.into_iter().fold(Section::new(section.key, section.title), Section::table))
}

fn table(key: &str, title: &str, (chart, unit): (Chart, Unit), names: &[String; 2], rows: Vec<Row>) -> Table {
    let heads = names.iter().map(String::as_str).chain(["difference"]);
    let column = |(key, name)| Column { is_difference: key == KEYS[2], ..Column::new(key, name, unit) };
    Table {
        key: key.into(),
        title: title.into(),
        rows_are: "number".into(),
        columns: KEYS.into_iter().zip(heads).map(column).collect(),
        rows,
        chart,
        reading: String::new(),
    }
}

/// The row of two numbers.
fn row(key: &str, name: &str, first: Option<Number>, second: Option<Number>, unit: Unit) -> Row {
    let difference = first.zip(second).map(|(first, second)| statistics::difference(first, second));
    let is_clear = |number: Number| match number.interval {
        Some((low, high)) => low > 0.0 || high < 0.0,
        // One game says nothing; what no games say has no error.
        None => number.games == 0 && number.value != 0.0,
    };
    let differs = difference.is_some_and(is_clear);
    Row { unit: Some(unit), differs, ..Row::new(key, name, vec![first, second, difference]) }
}

fn findings_of_both(findings: &[Finding], other: &Section, names: &[String; 2]) -> Table {
    let others: Vec<&Finding> = other
        .parts
        .iter()
        .flat_map(|part| if let Part::Findings(findings) = part { &findings[..] } else { &[] })
        .collect();
    let both = |finding: &Finding| {
        let same = others.iter().find(|other| other.key == finding.key)?;
        let name = format!("{} {} – {}", finding.question, finding.answer().text(), same.answer().text());
        Some(row(finding.key, &name, Some(finding.number), Some(same.number), finding.unit))
    };
    let rows = findings.iter().filter_map(both).collect();
    let reading = "The answers of both games stand behind the question; the reports say what the numbers are.";
    Table { rows_are: "question".into(), reading: reading.into(), ..table("verdict", "Verdict", PLAIN, names, rows) }
}

/// A table for each column of a table that both reports have, with the rows of both.
fn table_of_both<'a>(
    first: &'a Table,
    second: &'a Table,
    names: &'a [String; 2],
) -> impl Iterator<Item = Table> + use<'a> {
    first.columns.iter().enumerate().filter_map(move |(place, column)| {
        let other = second.columns.iter().position(|other| other.key == column.key)?;
        let cell = |row: Option<&Row>, place: usize| row.and_then(|row| row.cells.get(place).copied().flatten());
        let in_second = |key: &str| second.rows.iter().find(|row| row.key == key);
        let in_first = |key: &str| first.rows.iter().any(|row| row.key == key);
        let of_row = |found: &Row, first: Option<Number>, second| {
            row(&found.key, &found.name, first, second, found.unit.unwrap_or(column.unit))
        };
        let own = first.rows.iter().map(|row| of_row(row, cell(Some(row), place), cell(in_second(&row.key), other)));
        let new = second.rows.iter().filter(|row| !in_first(&row.key));
        let rows = own.chain(new.map(|row| of_row(row, None, cell(Some(row), other))));
        let is_single = first.columns.len() == 1;
        let key = if is_single { first.key.clone() } else { format!("{}.{}", first.key, column.key) };
        let title = if is_single { first.title.clone() } else { format!("{}: {}", first.title, column.name) };
        let chart = match first.chart {
            Chart::Points(_) => Chart::Points(2),
            Chart::Lines(_) => Chart::Lines(2),
            Chart::None if is_single => Chart::None,
            _ => Chart::Folded,
        };
        let rows = rows.filter(|row| row.cells.iter().any(Option::is_some)).collect();
        let reading = if is_single { first.reading.clone() } else { String::new() };
        let both = table(&key, &title, (chart, column.unit), names, rows);
        Some(Table { rows_are: first.rows_are.clone(), reading, ..both })
    })
}

/// The numbers of a map on boards of the same shape.
fn map_of_both(map: &Map, other: &Section, first: &Report, names: &[String; 2]) -> Option<Table> {
    let maps = other.parts.iter().filter_map(|part| if let Part::Maps(maps) = part { Some(maps) } else { None });
    let same = maps.flatten().find(|other| other.key == map.key)?;
    if (same.files, same.cells.len()) != (map.files, map.cells.len()) {
        return None;
    }
    let both = |(cell, (one, two)): (usize, (&Option<Number>, &Option<Number>))| {
        one.or(*two)?;
        let name = first.study.layout.name(cell);
        Some(row(&name, &name, *one, *two, Unit::Percent))
    };
    let rows = map.cells.iter().zip(&same.cells).enumerate().filter_map(both).collect();
    Some(Table {
        rows_are: "square".into(),
        ..table(&map.key, &map.title, (Chart::Folded, Unit::Percent), names, rows)
    })
}

//! What a report consists of: sections with texts, tables and maps. The page and the JSON are made from the same.

use super::statistics::Number;

/// How a number is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// A share, shown in percent.
    Percent,
    /// A number with so many digits behind the point.
    Plain(usize),
}

impl Unit {
    /// A value with its unit.
    pub fn text(self, value: f64) -> String {
        match self {
            Unit::Percent => format!("{:.1} %", 100.0 * value),
            Unit::Plain(digits) => format!("{value:.digits$}"),
        }
    }

    /// An interval with its unit: `1.5 to 2.5`.
    pub fn range(self, (low, high): (f64, f64)) -> String {
        match self {
            Unit::Percent => format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high),
            Unit::Plain(digits) => format!("{low:.digits$} to {high:.digits$}"),
        }
    }
}

/// A column of a table. Keys are names in the JSON.
#[derive(Clone)]
pub(super) struct Column {
    pub key: String,
    pub name: String,
    pub unit: Unit,
}

impl Column {
    pub fn new(key: impl Into<String>, name: impl Into<String>, unit: Unit) -> Column {
        Column { key: key.into(), name: name.into(), unit }
    }
}

pub(super) struct Row {
    pub key: String,
    pub name: String,
    /// One for each column; `None` if there is nothing to count.
    pub cells: Vec<Option<Number>>,
    /// The unit of the row if it is not that of the columns.
    pub unit: Option<Unit>,
}

impl Row {
    pub fn new(key: impl Into<String>, name: impl Into<String>, cells: Vec<Option<Number>>) -> Row {
        Row { key: key.into(), name: name.into(), cells, unit: None }
    }
}

/// The picture of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Chart {
    None,
    /// A point with its interval for each row, for the first so many columns.
    Points(usize),
    /// A line over the rows, whose keys are numbers, for the first so many columns.
    Lines(usize),
}

pub(super) struct Table {
    pub key: String,
    pub title: String,
    /// The heading of the rows' names.
    pub rows_are: String,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    pub chart: Chart,
    /// How to read it, in a sentence.
    pub reading: String,
}

/// Numbers on the cells of a board.
pub(super) struct Map {
    pub key: String,
    pub title: String,
    /// From the lowest rank on; `None` where there is no cell.
    pub cells: Vec<Option<Number>>,
    pub files: usize,
}

pub(super) enum Part {
    Text(String),
    Table(Table),
    Maps(Vec<Map>),
}

pub(super) struct Section {
    pub key: &'static str,
    pub title: &'static str,
    pub parts: Vec<Part>,
}

impl Section {
    pub fn new(key: &'static str, title: &'static str) -> Section {
        Section { key, title, parts: Vec::new() }
    }

    pub fn text(mut self, text: impl Into<String>) -> Section {
        self.parts.push(Part::Text(text.into()));
        self
    }

    /// Adds a table, unless it is empty.
    pub fn table(mut self, table: Table) -> Section {
        if !table.rows.is_empty() {
            self.parts.push(Part::Table(table));
        }
        self
    }
}

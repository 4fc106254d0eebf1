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

    /// A difference with its sign and its unit.
    pub fn difference(self, value: f64) -> String {
        match self {
            Unit::Percent => format!("{:+.1} %", 100.0 * value),
            Unit::Plain(digits) => format!("{value:+.digits$}"),
        }
    }

    /// A bound with its unit, without digits that say nothing.
    fn short(self, value: f64) -> String {
        match self {
            Unit::Percent => format!("{:.0} %", 100.0 * value),
            Unit::Plain(_) => value.to_string(),
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
    /// Whether the numbers are differences, which are shown with their signs.
    pub is_difference: bool,
}

impl Column {
    pub fn new(key: impl Into<String>, name: impl Into<String>, unit: Unit) -> Column {
        Column { key: key.into(), name: name.into(), unit, is_difference: false }
    }
}

pub(super) struct Row {
    pub key: String,
    pub name: String,
    /// One for each column; `None` if there is nothing to count.
    pub cells: Vec<Option<Number>>,
    /// The unit of the row if it is not that of the columns.
    pub unit: Option<Unit>,
    /// Whether the last number is a difference that chance does not explain.
    pub differs: bool,
}

impl Row {
    pub fn new(key: impl Into<String>, name: impl Into<String>, cells: Vec<Option<Number>>) -> Row {
        Row { key: key.into(), name: name.into(), cells, unit: None, differs: false }
    }
}

/// The picture of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Chart {
    None,
    /// None, and the numbers are shown only if asked for.
    Folded,
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

/// A picture that is made elsewhere.
pub(super) struct Picture {
    pub title: String,
    /// The picture (SVG).
    pub svg: String,
    /// What it shows, in sentences.
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

/// What a number is held against: the least and the greatest value that is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bound {
    Least(f64),
    Most(f64),
    Within(f64, f64),
}

/// Whether a number is what is wanted, as far as its interval tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    No,
    Unclear,
}

impl Bound {
    pub fn least(self) -> f64 {
        match self {
            Bound::Least(least) | Bound::Within(least, _) => least,
            Bound::Most(_) => f64::NEG_INFINITY,
        }
    }

    pub fn most(self) -> f64 {
        match self {
            Bound::Most(most) | Bound::Within(_, most) => most,
            Bound::Least(_) => f64::INFINITY,
        }
    }

    /// Yes if the whole interval is within the bound, no if none of it is.
    pub fn answer(self, number: Number) -> Answer {
        let (low, high) = number.interval.unwrap_or((number.value, number.value));
        match (low >= self.least() && high <= self.most(), high < self.least() || low > self.most()) {
            (true, _) => Answer::Yes,
            (_, true) => Answer::No,
            _ => Answer::Unclear,
        }
    }

    /// `40 to 60 %`, `at least 3`.
    pub fn text(self, unit: Unit) -> String {
        match self {
            Bound::Least(least) => format!("at least {}", unit.short(least)),
            Bound::Most(most) => format!("at most {}", unit.short(most)),
            Bound::Within(least, most) => match unit {
                Unit::Percent => format!("{:.0} to {}", 100.0 * least, unit.short(most)),
                Unit::Plain(_) => format!("{least} to {most}"),
            },
        }
    }
}

impl Answer {
    pub fn text(self) -> &'static str {
        match self {
            Answer::Yes => "Yes",
            Answer::No => "No",
            Answer::Unclear => "Not clear yet",
        }
    }
}

/// A question about the game, with the number that answers it.
pub(super) struct Finding {
    pub key: &'static str,
    pub question: &'static str,
    pub number: Number,
    pub unit: Unit,
    pub bound: Bound,
    /// What the number is, in a sentence with `{}` in its place.
    pub sentence: String,
    /// What its terms mean.
    pub meaning: &'static str,
}

impl Finding {
    pub fn answer(&self) -> Answer {
        self.bound.answer(self.number)
    }
}

pub(super) enum Part {
    Text(String),
    /// Files beside the page, with what they are.
    Links(Vec<(String, String)>),
    Findings(Vec<Finding>),
    Table(Table),
    Picture(Picture),
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

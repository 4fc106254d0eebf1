//! The list of parameters that are tuned, as text: a line `name, int, value, min, max, c_end, r_end` for each, which
//! OpenBench reads, too.

use crate::search::parameters::{PARAMETERS, Parameter, Scope};
use crate::tools::epd;
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

/// A parameter that is tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// The name of the engine's option, without blanks.
    pub name: String,
    /// The value to begin with.
    pub value: i32,
    pub min: i32,
    pub max: i32,
    /// How far from its value it is played in the last iteration.
    pub c_end: f64,
    /// The change by a game won in the last iteration, in units of `c_end`.
    pub r_end: f64,
}

/// The program for which a list is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ListFormat {
    /// Lines, which `--parameters` reads, too.
    Openbench,
    /// JSON.
    WeatherFactory,
}

impl ListFormat {
    /// A list as text.
    pub fn text(self, list: &[Tuned]) -> String {
        let rows = |row: fn(&Tuned) -> String, end: &str| list.iter().map(row).collect::<Vec<_>>().join(end);
        match self {
            ListFormat::Openbench => rows(Tuned::to_string, "\n"),
            ListFormat::WeatherFactory => format!("{{\n{}\n}}", rows(json, ",\n")),
        }
    }
}

/// A member of weather-factory's `config.json`.
fn json(tuned: &Tuned) -> String {
    let Tuned { name, value, min, max, c_end, .. } = tuned;
    format!(r#"    "{name}": {{ "value": {value}, "min_value": {min}, "max_value": {max}, "step": {c_end} }}"#)
}

/// The usual `r_end`.
const R_END: f64 = 0.002;

impl From<&Parameter> for Tuned {
    fn from(parameter: &Parameter) -> Tuned {
        let Parameter { name, value, min, max, step, .. } = *parameter;
        Tuned { name: name.into(), value, min, max, c_end: step.into(), r_end: R_END }
    }
}

/// The parameters of this program that decide one of these things, with the values of a game that has the values
/// `own` of its own.
pub fn of_scopes(scopes: &[Scope], own: &[(&str, i32)]) -> Vec<Tuned> {
    let tuned = |parameter: &Parameter| {
        let own = own.iter().find(|(name, _)| *name == parameter.name);
        Tuned { value: own.map_or(parameter.value, |&(_, value)| value), ..parameter.into() }
    };
    PARAMETERS.iter().filter(|parameter| scopes.contains(&parameter.scope)).map(tuned).collect()
}

/// Reads a list. Empty lines and comments (`#`) are skipped.
///
/// # Errors
/// One line that names the line of the list.
pub fn read(text: &str) -> Result<Vec<Tuned>, String> {
    let (mut list, mut names) = (Vec::new(), HashSet::new());
    for (number, line) in epd::rows(text) {
        let tuned: Tuned = line.parse().map_err(|error| format!("line {number}: {error}"))?;
        if !names.insert(tuned.name.clone()) {
            return Err(format!("line {number}: `{}` is there twice", tuned.name));
        }
        list.push(tuned);
    }
    if list.is_empty() { Err("no parameters".into()) } else { Ok(list) }
}

impl fmt::Display for Tuned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tuned { name, value, min, max, c_end, r_end } = self;
        write!(f, "{name}, int, {value}, {min}, {max}, {c_end}, {r_end}")
    }
}

impl FromStr for Tuned {
    type Err = String;

    fn from_str(line: &str) -> Result<Tuned, String> {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let [name, kind, value, min, max, c_end, r_end] = fields[..] else {
            return Err(format!("`{line}` is not `name, int, value, min, max, c_end, r_end`"));
        };
        if name.is_empty() || name.contains([' ', '=', '"', '\\']) {
            return Err(format!("`{name}` is not the name of an option"));
        }
        if kind != "int" {
            return Err(format!("{name}: the kind is `{kind}`, but options of UCI are whole numbers: int"));
        }
        let [value, min, max] = [whole(name, value)?, whole(name, min)?, whole(name, max)?];
        if !(min <= value && value <= max && min < max) {
            return Err(format!("{name}: {value} is not a value from {min} to {max} that could be changed"));
        }
        Ok(Tuned {
            name: name.into(),
            value,
            min,
            max,
            c_end: above_zero(name, c_end)?,
            r_end: above_zero(name, r_end)?,
        })
    }
}

fn whole(name: &str, text: &str) -> Result<i32, String> {
    text.parse().map_err(|_| format!("{name}: `{text}` is not a whole number"))
}

fn above_zero(name: &str, text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (1e-9..1e9).contains(number));
    number.ok_or_else(|| format!("{name}: `{text}` is not a number above 0"))
}

//! `gallery`: several studies side by side on one page, from their files of numbers (JSON).

use super::html::{encoded, file_name};
use super::report::Unit;
use super::{chart, statistics::Number};
use crate::tools::console::print;
use crate::tools::page::{NAME, document, escaped};
use crate::tools::text_file::{self, naming};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(in crate::tools) struct Arguments {
    /// Files of numbers that `study --json` has written.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The gallery, a page (HTML). Games are linked to reports in its folder that are called as their files.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// A number of every study.
struct Measure {
    /// Where it is in the file.
    path: &'static [&'static str],
    name: &'static str,
    unit: Unit,
}

const WHITE: Measure = Measure { path: &["verdict", "balance"], name: "White’s points", unit: Unit::Percent };
const DRAWS: Measure = Measure { path: &["verdict", "draws"], name: "draws", unit: Unit::Percent };
const PLIES: Measure = Measure { path: &["verdict", "length"], name: "plies", unit: Unit::Plain(0) };
const EARLY: Measure = Measure { path: &["verdict", "early"], name: "decided before move ten", unit: Unit::Percent };
const CHOICE: Measure = Measure { path: &["verdict", "choice"], name: "playable first moves", unit: Unit::Plain(0) };
const DRAMA: Measure = Measure { path: &["course", "numbers", "drama", "all"], name: "drama", unit: Unit::Plain(3) };
const COMEBACKS: Measure = Measure { path: &["verdict", "comebacks"], name: "comebacks", unit: Unit::Percent };
const IDLE: Measure = Measure { path: &["verdict", "idle"], name: "idlest kind", unit: Unit::Percent };
const SHARPNESS: Measure = Measure { path: &["verdict", "sharpness"], name: "sharpness", unit: Unit::Percent };
const DEPTH: Measure = Measure { path: &["verdict", "depth"], name: "depth", unit: Unit::Percent };

const COLUMNS: [Measure; 10] = [WHITE, DRAWS, PLIES, EARLY, CHOICE, DRAMA, COMEBACKS, IDLE, SHARPNESS, DEPTH];

/// A picture of all games: a measure to the right and one upwards.
struct Picture {
    key: &'static str,
    title: &'static str,
    axes: [Measure; 2],
    reading: &'static str,
}

const PICTURES: [Picture; 3] = [
    Picture {
        key: "balance",
        title: "Balance and draws",
        axes: [WHITE, DRAWS],
        reading: "Even games are at 50 %; the higher, the more draws.",
    },
    Picture {
        key: "drama",
        title: "Drama and sharpness",
        axes: [SHARPNESS, DRAMA],
        reading: "To the right much depends on the right move. The higher, the farther behind winners have been.",
    },
    Picture {
        key: "depth",
        title: "Length and depth",
        axes: [PLIES, DEPTH],
        reading: "To the right games are long. The higher, the more a player with four times the nodes scores.",
    },
];

/// What a file of numbers tells of a game.
struct Shown {
    name: String,
    /// The file with the whole report, if it is beside the gallery.
    report: Option<String>,
    games: u64,
    /// The version of the program that studied it.
    version: String,
    numbers: Value,
}

impl Shown {
    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, or has no study of one game.
    fn read(file: &Path, out: &Path) -> Result<Shown, String> {
        let text = text_file::read(file)?;
        let numbers: Value = serde_json::from_str(&text).map_err(naming(file))?;
        let study = &numbers["study"];
        let missing =
            || format!("{}: no numbers of a study of one game, as `study --json` writes them", file.display());
        let name = study["game"].as_str().ok_or_else(missing)?.to_owned();
        let games = study["games"].as_u64().ok_or_else(missing)?;
        let version = study["version"].as_str().unwrap_or("?").to_owned();
        let report = file.with_extension("html");
        let folder = |path: &Path| {
            path.parent().and_then(|folder| {
                if folder.as_os_str().is_empty() { Path::new(".") } else { folder }.canonicalize().ok()
            })
        };
        let is_beside = report.is_file() && folder(&report) == folder(out);
        Ok(Shown { name, report: is_beside.then(|| file_name(&report)), games, version, numbers })
    }

    fn value<'a>(&'a self, measure: &Measure) -> Option<&'a Value> {
        measure
            .path
            .iter()
            .try_fold(&self.numbers, |value, key| value.get(key))
            .filter(|value| value["value"].is_number())
    }

    fn number(&self, measure: &Measure) -> Option<Number> {
        let value = self.value(measure)?;
        let interval = value["low"].as_f64().zip(value["high"].as_f64());
        Some(Number { value: value["value"].as_f64()?, interval, games: value["n"].as_u64().unwrap_or(0) as usize })
    }
}

/// Writes the gallery.
///
/// # Errors
/// One line: a file cannot be read or written, or has other contents.
pub(in crate::tools) fn run(arguments: &Arguments) -> Result<(), String> {
    text_file::check_folder(&arguments.out)?;
    let is_report = |file: &&PathBuf| file.with_extension("html") == arguments.out;
    if let Some(file) = arguments.files.iter().find(is_report) {
        return Err(format!("{}: that is where the report of {} stands", arguments.out.display(), file.display()));
    }
    let read = |file: &PathBuf| Shown::read(file, &arguments.out);
    let shown = arguments.files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    text_file::write(&arguments.out, &page(&shown)?)?;
    print(format_args!("{}: {} games", arguments.out.display(), shown.len()));
    Ok(())
}

fn page(shown: &[Shown]) -> Result<String, String> {
    let pictures = PICTURES.iter().map(|picture| figure(picture, shown)).collect::<Result<String, String>>()?;
    let heads: String = COLUMNS.iter().map(|measure| format!("<th scope=\"col\">{}</th>", measure.name)).collect();
    let rows: String = shown.iter().map(row).collect();
    let body = format!(
        "<main>\n{pictures}<section aria-labelledby=\"numbers\">\n<h2 id=\"numbers\">All numbers</h2>\n\
         <p>Green is what is wanted, red what is not, of the questions that the reports ask. <em>Plies</em>: half of the games are over by then. \
         <em>Playable first moves</em> expect at most five points of a hundred less than the best. <em>Drama</em>: how far winners were behind. \
         <em>Comebacks</em>: won games in which less than 20 % was expected once. <em>Idlest kind</em>: games in which the kind of piece that takes \
         part least does nothing. <em>Sharpness</em>: what the second best move costs. <em>Depth</em>: the points of four times the nodes.</p>\n\
         <div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"All numbers\">\n<table class=\"counts\">\n<thead><tr><th scope=\"col\">game</th>\
         <th scope=\"col\">games</th>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n</section>\n</main>\n"
    );
    let versions: BTreeSet<&str> = shown.iter().map(|game| game.version.as_str()).collect();
    let made = format!(
        "{} games, studied by {NAME} {}. Each number has its 95 % interval: a second study finds its number there in 95 of 100 cases.",
        shown.len(),
        versions.into_iter().collect::<Vec<_>>().join(", ")
    );
    Ok(document("Games side by side", &made, &body))
}

fn figure(picture: &Picture, shown: &[Shown]) -> Result<String, String> {
    let points: Vec<(&str, [Number; 2])> = shown
        .iter()
        .filter_map(|game| Some((game.name.as_str(), [game.number(&picture.axes[0])?, game.number(&picture.axes[1])?])))
        .collect();
    if points.is_empty() {
        return Ok(String::new());
    }
    let axes = [&picture.axes[0], &picture.axes[1]].map(|measure| (measure.name, measure.unit));
    let svg = chart::scattered(picture.title, &points, axes)?;
    Ok(format!(
        "<section aria-labelledby=\"{key}\">\n<h2 id=\"{key}\">{}</h2>\n<figure>\n{svg}\n<figcaption>{} Thin lines are intervals.</figcaption>\n\
         </figure>\n</section>\n",
        picture.title,
        picture.reading,
        key = picture.key
    ))
}

fn row(game: &Shown) -> String {
    let name = escaped(&game.name);
    let name = match &game.report {
        Some(file) => format!("<a href=\"./{}\">{name}</a>", escaped(&encoded(file))),
        None => name,
    };
    let cell = |measure: &Measure| {
        let Some(number) = game.number(measure) else { return "<td>–</td>".to_owned() };
        let answer = game.value(measure).and_then(|value| value["answer"].as_str());
        let class = match answer {
            Some("Yes") => " class=\"wanted\"",
            Some("No") => " class=\"unwanted\"",
            _ => "",
        };
        let interval = number.interval.map(|interval| format!("<br><small>{}</small>", measure.unit.range(interval)));
        format!("<td{class}>{}{}</td>", measure.unit.text(number.value), interval.unwrap_or_default())
    };
    let cells: String = COLUMNS.iter().map(cell).collect();
    format!("<tr><th scope=\"row\">{name}</th><td>{}</td>{cells}</tr>\n", game.games)
}

//! A report as a page (HTML).

use super::chart;
use super::report::{Answer, Chart, Column, Finding, Map, Part, Picture, Row, Section, Table, Unit};
use super::statistics::Number;
use crate::tools::page::{document, escaped};
use std::path::Path;

/// The page. `made` says how the games were made.
///
/// # Errors
/// One line, if a chart cannot be drawn.
pub(super) fn page(title: &str, made: &str, sections: &[Section]) -> Result<String, String> {
    let links: String = sections
        .iter()
        .map(|section| format!("<li><a href=\"#{}\">{}</a></li>\n", section.key, section.title))
        .collect();
    let parts = sections.iter().map(section).collect::<Result<String, String>>()?;
    Ok(document(
        title,
        made,
        &format!("<nav aria-label=\"Sections\">\n<ol>\n{links}</ol>\n</nav>\n<main>\n{parts}</main>\n"),
    ))
}

fn section(section: &Section) -> Result<String, String> {
    let parts = section.parts.iter().map(part).collect::<Result<String, String>>()?;
    Ok(format!(
        "<section aria-labelledby=\"{key}\">\n<h2 id=\"{key}\">{}</h2>\n{parts}</section>\n",
        escaped(section.title),
        key = section.key
    ))
}

fn part(part: &Part) -> Result<String, String> {
    match part {
        Part::Text(text) => Ok(format!("<p>{}</p>\n", escaped(text))),
        Part::Links(links) => Ok(links.iter().map(link).collect()),
        Part::Findings(findings) => Ok(verdict(findings)),
        Part::Table(table) => figure(table),
        Part::Picture(Picture { title, svg, reading }) => Ok(format!(
            "<h3>{}</h3>\n<figure>\n{svg}\n<figcaption>{}</figcaption>\n</figure>\n",
            escaped(title),
            escaped(reading)
        )),
        Part::Maps(maps) => maps
            .iter()
            .map(map)
            .collect::<Result<String, String>>()
            .map(|maps| format!("<div class=\"maps\">\n{maps}</div>\n")),
    }
}

/// The name of a file, for a link from a page in its folder.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn link((file, what): &(String, String)) -> String {
    format!("<p><a href=\"./{}\">{}</a></p>\n", escaped(&encoded(file)), escaped(what))
}

/// A name of a file as a part of an address.
pub(super) fn encoded(name: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    name.bytes()
        .map(|byte| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

/// A list of questions with their answers.
fn verdict(findings: &[Finding]) -> String {
    let items: String = findings.iter().map(finding).collect();
    format!("<ol class=\"verdict\">\n{items}</ol>\n")
}

fn finding(finding: &Finding) -> String {
    let Finding { question, number, unit, bound, sentence, meaning, .. } = finding;
    let class = match finding.answer() {
        Answer::Yes => "yes",
        Answer::No => "no",
        Answer::Unclear => "unclear",
    };
    let interval = number.interval.map(|interval| format!("{}; ", unit.range(interval)));
    let games = if number.games > 0 { format!("n {}; ", number.games) } else { String::new() };
    format!(
        "<li class=\"{class}\"><strong>{} {}.</strong> {} ({}{games}wanted: {}). <span class=\"quiet\">{}</span></li>\n",
        escaped(question),
        finding.answer().text(),
        escaped(&sentence.replacen("{}", &unit.text(number.value), 1)),
        interval.unwrap_or_default(),
        bound.text(*unit),
        escaped(meaning)
    )
}

/// A table, below its chart if it has one.
fn figure(table: &Table) -> Result<String, String> {
    let title = format!("<h3>{}</h3>\n", escaped(&table.title));
    let numbers = numbers(table);
    let Some(svg) = chart::svg(table)? else {
        if table.chart == Chart::Folded {
            return Ok(format!("<details>\n<summary>{}</summary>\n{numbers}</details>\n", escaped(&table.title)));
        }
        return Ok(format!("{title}<p class=\"quiet\">{}</p>\n{numbers}", escaped(&table.reading)));
    };
    Ok(format!(
        "{title}<figure>\n{svg}\n<figcaption>{}{}</figcaption>\n</figure>\n<details>\n<summary>Numbers</summary>\n{numbers}</details>\n",
        legend(table),
        escaped(&table.reading)
    ))
}

/// The colours of a chart with several columns, as far as they have numbers.
fn legend(table: &Table) -> String {
    let (Chart::Points(columns @ 2..) | Chart::Lines(columns @ 2..)) = table.chart else { return String::new() };
    let has_numbers = |column: usize| table.rows.iter().any(|row| row.cells[column].is_some());
    let colors = ["Blue", "orange", "grey"].into_iter().zip(&table.columns).take(columns).enumerate();
    let shown = colors.filter(|(place, _)| has_numbers(*place));
    let names: Vec<String> = shown.map(|(_, (color, column))| format!("{color}: {}", escaped(&column.name))).collect();
    names.join(", ") + ". "
}

/// A table for wide and narrow windows: what does not fit can be scrolled.
fn numbers(table: &Table) -> String {
    let heads: String =
        table.columns.iter().map(|column| format!("<th scope=\"col\">{}</th>", escaped(&column.name))).collect();
    let rows: String = table.rows.iter().map(|line| row(table, line)).collect();
    format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\">\n<table class=\"moves\">\n<thead><tr>\
         <th scope=\"col\">{}</th>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n",
        escaped(&table.rows_are),
        title = escaped(&table.title)
    )
}

fn row(table: &Table, row: &Row) -> String {
    let cells = row.cells.iter().zip(&table.columns);
    let cells: String = cells.map(|(number, column)| cell(*number, row.unit.unwrap_or(column.unit), column)).collect();
    let class = if row.differs { " class=\"differs\"" } else { "" };
    format!("<tr{class}><th scope=\"row\">{}</th>{cells}</tr>\n", escaped(&row.name))
}

/// A number with its interval and the number of games.
fn cell(number: Option<Number>, unit: Unit, column: &Column) -> String {
    let Some(number) = number else { return "<td>–</td>".into() };
    let value = if column.is_difference { unit.difference(number.value) } else { unit.text(number.value) };
    let details = match (number.interval, number.games) {
        (Some(interval), games) => format!("{}; n {games}", unit.range(interval)),
        (None, 0) => String::new(),
        (None, games) => format!("n {games}"),
    };
    if details.is_empty() {
        format!("<td>{value}</td>")
    } else {
        format!("<td>{value}<br><small>{details}</small></td>")
    }
}

/// A board and its numbers.
fn map(map: &Map) -> Result<String, String> {
    let svg = chart::board(map)?;
    let ranks = map.cells.len() / map.files;
    let rank = |rank: usize| {
        let cells = &map.cells[rank * map.files..(rank + 1) * map.files];
        let cells: String = cells.iter().map(|number| format!("<td>{}</td>", percent(*number))).collect();
        format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", rank + 1)
    };
    let rows: String = (0..ranks).rev().map(rank).collect();
    let files: String = ('a'..).take(map.files).map(|file| format!("<th scope=\"col\">{file}</th>")).collect();
    let games = map.cells.iter().flatten().map(|number| number.games).max().unwrap_or(0);
    let reach = map.cells.iter().flatten().filter_map(Number::reach).fold(0.0, f64::max);
    let title = escaped(&map.title);
    Ok(format!(
        "<figure>\n{svg}\n<figcaption>{title}</figcaption>\n<details>\n<summary>Numbers</summary>\n<p class=\"quiet\">Percent; n \
         {games}, errors up to {:.1}.</p>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\">\n<table>\n<thead>\
         <tr><th scope=\"col\">rank</th>{files}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n</details>\n</figure>\n",
        100.0 * reach
    ))
}

fn percent(number: Option<Number>) -> String {
    number.map_or(String::new(), |number| format!("{:.1}", 100.0 * number.value))
}

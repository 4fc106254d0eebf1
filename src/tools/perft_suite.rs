//! Perft suites: EPD rows with known leaf counts (`FEN ;D1 20 ;D2 400`).

use super::console::{print, progress_bar};
use super::{epd, text_file};
use crate::engine::searcher::Searcher;
use crate::game::Variant;
use indicatif::ProgressIterator;
use std::path::Path;
use std::time::Instant;

/// How suites are checked.
pub(super) struct Options {
    /// The game; if `None`, it is taken from the file's name.
    pub(super) variant: Option<&'static Variant>,
    /// The number of threads.
    pub(super) threads: usize,
    /// Counts greater than this are skipped.
    pub(super) max_nodes: u64,
    /// Depths greater than this are skipped.
    pub(super) max_depth: Option<u32>,
}

/// A position and its leaf counts by depth.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    /// The line in the file, from 1.
    pub line: usize,
    /// The position's FEN.
    pub fen: String,
    /// Depths and counts.
    pub counts: Vec<(u32, u64)>,
}

/// Reads the rows of a suite; empty lines and comments (`#`) are skipped.
///
/// # Errors
/// Names the line that is malformed.
pub fn read(text: &str) -> Result<Vec<Row>, String> {
    epd::rows(text).map(|(line, text)| read_row(line, text)).collect()
}

fn read_row(line: usize, text: &str) -> Result<Row, String> {
    let mut parts = text.split(';');
    let fen = parts.next().unwrap_or("").trim().to_owned();
    let mut counts = Vec::new();
    for part in parts.map(str::trim) {
        let count = part.strip_prefix('D').and_then(|rest| rest.split_once(char::is_whitespace));
        let count = count.and_then(|(depth, nodes)| Some((depth.parse().ok()?, nodes.trim().parse().ok()?)));
        counts.push(count.ok_or_else(|| format!("line {line}: `{part}` is not `D<depth> <count>`"))?);
    }
    if fen.is_empty() || counts.is_empty() {
        return Err(format!("line {line}: a row is `FEN ;D1 <count> …`"));
    }
    Ok(Row { line, fen, counts })
}

/// Checks a suite, prints the rows that are wrong and a summary, and returns the number of wrong rows.
///
/// # Errors
/// If the file cannot be read or its game is not known.
pub(super) fn run(file: &Path, options: &Options) -> Result<usize, String> {
    let name = file.display();
    let text = text_file::read(file)?;
    let rows = read(&text).map_err(|error| format!("{name}: {error}"))?;
    let variant = options.variant.or_else(|| epd::variant_of(file));
    let variant = variant.ok_or_else(|| format!("{name}: give the game with --variant"))?;
    let searcher = Searcher::new(options.threads, 1)?;
    let bar = progress_bar(rows.len() as u64, "{msg:20} {wide_bar} {pos}/{len} rows, {eta} left");
    bar.set_message(variant.name);
    let begun = Instant::now();
    let (mut failed, mut leaves) = (0, 0);
    for row in rows.iter().progress_with(bar.clone()) {
        let checked = check(variant, row, options, &searcher);
        leaves += checked.as_ref().unwrap_or(&0);
        if let Err(problem) = checked {
            failed += 1;
            bar.suspend(|| print(format_args!("{name}:{}: {problem}", row.line)));
        }
    }
    bar.finish_and_clear();
    let (good, seconds) = (rows.len() - failed, begun.elapsed().as_secs_f64());
    print(format_args!("{name}: {good} of {} rows good, {leaves} leaves in {seconds:.2} s", rows.len()));
    Ok(failed)
}

/// Checks the counts of a row that the options do not skip. Returns the number of leaves counted.
fn check(variant: &'static Variant, row: &Row, options: &Options, searcher: &Searcher) -> Result<u64, String> {
    let game = variant.game(&row.fen).map_err(|error| format!("{error}: {}", row.fen))?;
    let max_depth = options.max_depth.unwrap_or(u32::MAX);
    let wanted = |&&(depth, nodes): &&(u32, u64)| nodes <= options.max_nodes && depth <= max_depth;
    let mut counted = 0;
    for &(depth, expected) in row.counts.iter().filter(wanted) {
        let nodes = searcher.perft(&*game, depth);
        counted += nodes;
        if nodes != expected {
            return Err(format!("depth {depth}: {nodes} leaves, {expected} expected: {}", row.fen));
        }
    }
    Ok(counted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_and_malformed_rows_are_errors() {
        let rows = read("# comment\n\n8/8 w - - 0 1 ;D1 20 ;D2 400\n").unwrap();
        assert_eq!(rows, [Row { line: 3, fen: "8/8 w - - 0 1".into(), counts: vec![(1, 20), (2, 400)] }]);
        for wrong in ["8/8 w", "8/8 w ;D1", "8/8 w ;20", ";D1 3", "8/8 w ;D1 x"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}

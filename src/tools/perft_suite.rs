//! Perft suites: EPD rows of leaf counts.

use super::console::print;
use super::files;
use crate::engine::searcher::Searcher;
use crate::game::Variant;
use crate::variants;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;
use std::time::Instant;

/// How suites are run.
pub struct Options {
    /// The game; otherwise it is taken from the file's name.
    pub variant: Option<&'static Variant>,
    /// Threads.
    pub threads: usize,
    /// Counts greater than this are left out.
    pub max_nodes: u64,
    /// Depths greater than this are left out.
    pub depth: Option<u32>,
}

/// A position and its leaf counts by depth.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    /// Line in the file, from 1.
    pub line: usize,
    /// The position.
    pub fen: String,
    /// Depth and count.
    pub counts: Vec<(u32, u64)>,
}

/// Reads the rows of a suite; empty lines and those that begin with `#` are comments.
///
/// # Errors
/// Names the line that cannot be read.
pub fn read(text: &str) -> Result<Vec<Row>, String> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(line, text)| read_row(line, text))
        .collect()
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

/// The game that a suite's file name tells: `perft-NAME.epd`, `mates-NAME.epd` or `NAME.epd`.
pub fn variant_of(file: &Path) -> Option<&'static Variant> {
    let stem = file.file_stem()?.to_str()?;
    variants::find(["perft-", "mates-"].iter().find_map(|prefix| stem.strip_prefix(prefix)).unwrap_or(stem)).ok()
}

/// Runs a suite, with a progress bar where there is a terminal, and returns how many rows failed.
///
/// # Errors
/// When the file cannot be read or its game is not known.
pub fn run(file: &Path, options: &Options) -> Result<usize, String> {
    let name = file.display();
    let text = files::read(file)?;
    let rows = read(&text).map_err(|error| format!("{name}: {error}"))?;
    let variant = options.variant.or_else(|| variant_of(file));
    let variant = variant.ok_or_else(|| format!("{name}: say with --variant which game this is"))?;
    let searcher = Searcher::new(options.threads, 1)?;
    let bar = ProgressBar::new(rows.len() as u64);
    if let Ok(style) = ProgressStyle::with_template("{msg:20} {wide_bar} {pos}/{len} rows, {eta} left") {
        bar.set_style(style);
    }
    bar.set_message(variant.name);
    let begun = Instant::now();
    let (mut failed, mut nodes) = (0, 0);
    for row in &rows {
        match check(variant, row, options, &searcher) {
            Ok(counted) => nodes += counted,
            Err(problem) => {
                failed += 1;
                bar.suspend(|| print(format_args!("{name}:{}: {problem}", row.line)));
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let seconds = begun.elapsed().as_secs_f64();
    let good = rows.len() - failed;
    print(format_args!("{name}: {good} of {} rows good, {nodes} leaves in {seconds:.2} s", rows.len()));
    Ok(failed)
}

/// Counts all depths of a row that the options leave.
fn check(variant: &'static Variant, row: &Row, options: &Options, searcher: &Searcher) -> Result<u64, String> {
    let game = variant.game(&row.fen).map_err(|error| format!("{error}: {}", row.fen))?;
    let wanted =
        |&&(depth, nodes): &&(u32, u64)| nodes <= options.max_nodes && options.depth.is_none_or(|most| depth <= most);
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
    fn rows_are_read_and_refused() {
        let rows = read("# comment\n\n8/8 w - - 0 1 ;D1 20 ;D2 400\n").unwrap();
        assert_eq!(rows, [Row { line: 3, fen: "8/8 w - - 0 1".into(), counts: vec![(1, 20), (2, 400)] }]);
        for wrong in ["8/8 w", "8/8 w ;D1", "8/8 w ;20", ";D1 3", "8/8 w ;D1 x"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}

//! Suites of positions: the game's letter, then the text, read as perft counts, as problems and as openings.

use super::{names_a_line, variant_and_text};
use jailbird::tools::match_runner::opening_file::OpeningFile;
use jailbird::tools::{perft, solve};
use std::path::Path;

/// A text is refused with the number of a line, or its rows can be set up and asked.
pub fn check(bytes: &[u8]) {
    let Some((variant, text)) = variant_and_text(bytes) else { return };
    match perft::read(text) {
        Ok(rows) => assert!(rows.iter().all(|row| !row.fen.is_empty() && !row.counts.is_empty())),
        Err(error) => names_a_line(&error, text),
    }
    match solve::read(text, variant) {
        Ok(problems) => problems.iter().for_each(check_problem),
        Err(error) => names_a_line(&error, text),
    }
    let file = OpeningFile::of(Path::new("book.epd"));
    match file.read_text(text, variant) {
        Ok(openings) => {
            for opening in openings {
                assert!(opening.game.outcome().is_none(), "{:?}", opening.fen);
            }
        }
        Err(error) if error == "no openings" => {}
        Err(error) => names_a_line(&error, text),
    }
}

/// Checks that the moves of a problem are legal and that it asks for a mate or names a move.
fn check_problem(problem: &solve::Problem) {
    let moves = problem.game.legal_bits();
    assert!(problem.best.iter().chain(&problem.wrong).all(|bits| moves.contains(bits)), "line {}", problem.line);
    assert!(problem.mate.is_some() || !problem.best.is_empty() || !problem.wrong.is_empty(), "line {}", problem.line);
}

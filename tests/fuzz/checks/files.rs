//! Files of games in the language of `variants.ini`.

use jailbird::game::Variant;
use jailbird::position::Notation;
use jailbird::variants::ini::{Problem, Reader, check, variant_of};

/// Plies of the random game in each section.
const PLIES: u64 = 4;
/// Sections in which a game is played: the rows of games are kept for ever.
const SECTIONS: usize = 3;

/// Every problem names a line. What is accepted, strictly or leniently, gives a game that keeps the contract of positions.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (sections, outside) = check::file(&text, false);
    outside.iter().for_each(|problem| is_told(problem, &text));
    for section in sections {
        section.warnings.iter().chain(&section.extensions).for_each(|problem| is_told(problem, &text));
        let refused = section.game.err().unwrap_or_default();
        refused.iter().for_each(|problem| is_told(problem, &text));
    }
    let (games, _) = Reader::lenient().read(&text);
    for game in games.into_iter().take(SECTIONS) {
        if let Ok(row) = variant_of(game) {
            play(Box::leak(Box::new(row)), &text);
        }
    }
}

/// A problem is one line of text and names a line of the file; an empty file has a first line, too.
fn is_told(problem: &Problem, text: &str) {
    assert!((1..=text.lines().count().max(1)).contains(&problem.line), "{problem:?}");
    assert!(!problem.text.is_empty() && problem.text.lines().count() == 1, "{problem:?}");
}

/// Plays a few moves. Which ones depends on the file alone.
fn play(variant: &'static Variant, text: &str) {
    let mut game = variant.new_game();
    for ply in 0..PLIES {
        game.audit().unwrap_or_else(|broken| panic!("{broken}"));
        let moves = game.legal_moves(Notation::Standard);
        let Some(mv) = moves.get((text.len() as u64 * (ply + 1)) as usize % moves.len().max(1)) else { return };
        game.play(mv).expect("a legal move");
    }
}

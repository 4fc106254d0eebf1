//! Records of games in PGN.

use super::names_a_line;
use jailbird::pgn::{GameRecord, read_located};
use jailbird::tools::pgn::check as checking;

/// A text is refused with the number of a line, or its games are written and read back the same and can be checked by the
/// rules.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let games = match read_located(&text) {
        Ok(games) => games,
        Err(error) => return names_a_line(&error.to_string(), &text),
    };
    let records: Vec<GameRecord> = games.iter().map(|game| game.record.clone()).collect();
    let written = written(&records);
    let again = read_located(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    let again: Vec<GameRecord> = again.into_iter().map(|game| game.record).collect();
    let told = |record: &GameRecord| {
        let moves: Vec<String> = record.moves.iter().map(|mv| mv.text.clone()).collect();
        (moves, record.result.clone())
    };
    assert_eq!(again.iter().map(told).collect::<Vec<_>>(), records.iter().map(told).collect::<Vec<_>>(), "{written}");
    assert_eq!(self::written(&again), written);
    let lines = text.matches('\n').count() + 1;
    for problem in checking::problems(&games, checking::Draws::Automatic) {
        assert!((1..=lines).contains(&problem.line) && (1..=games.len()).contains(&problem.game), "{problem}");
    }
}

fn written(records: &[GameRecord]) -> String {
    records.iter().map(ToString::to_string).collect()
}

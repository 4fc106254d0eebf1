//! Records of games in PGN.

use super::names_a_line;
use jailbird::pgn::{GameRecord, read, read_located};
use jailbird::tools::pgn::check as checking;

/// Every fault names a line. The games, damaged or not, are written and read back the same without a fault, stand in order in the
/// text, and can be checked by the rules.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let reading = read_located(&text);
    reading.faults.iter().for_each(|fault| names_a_line(&fault.to_string(), &text));
    assert!(!reading.games.iter().any(|game| game.is_damaged) || !reading.faults.is_empty());
    let mut end = 0;
    for game in &reading.games {
        assert!(end <= game.source.start && text.get(game.source.clone()).is_some(), "{:?}", game.source);
        end = game.source.end;
    }
    let records: Vec<GameRecord> = reading.games.iter().map(|game| game.record.clone()).collect();
    let written = written(&records);
    let again = read(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    let told = |record: &GameRecord| {
        let moves: Vec<String> = record.moves.iter().map(|mv| mv.text.clone()).collect();
        (moves, record.result.clone())
    };
    assert_eq!(again.iter().map(told).collect::<Vec<_>>(), records.iter().map(told).collect::<Vec<_>>(), "{written}");
    assert_eq!(self::written(&again), written);
    let games = reading.games.len().max(1);
    for problem in checking::problems(&reading, checking::Draws::Automatic) {
        names_a_line(&problem.to_string(), &text);
        assert!((1..=games).contains(&problem.game), "{problem}");
    }
}

fn written(records: &[GameRecord]) -> String {
    records.iter().map(ToString::to_string).collect()
}

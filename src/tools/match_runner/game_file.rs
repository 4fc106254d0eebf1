//! The PGN file of finished games, from which an interrupted match is resumed.

use crate::pgn::{self, GameRecord};
use crate::tools::append_file::AppendFile;
use crate::tools::text_file::{self, naming};
use std::path::Path;

pub struct GameFile(AppendFile);

impl GameFile {
    /// Opens a file for more games and returns those that it has. A last game that was only partly written is removed.
    pub fn open(path: &Path) -> Result<(GameFile, Vec<GameRecord>), String> {
        let (mut file, mut bytes) = AppendFile::open(path, "match")?;
        let length = bytes.len();
        bytes.truncate(length - incomplete_character(&bytes));
        let text = text_file::text(bytes).map_err(naming(path))?;
        let kept = &text[..whole_games(&text)];
        let records = read(path, kept)?;
        if kept.len() < length {
            file.truncate(kept.len())?;
        }
        if !kept.is_empty() && !kept.ends_with("\n\n") {
            file.append(if kept.ends_with('\n') { b"\n" } else { b"\n\n" })?;
        }
        Ok((GameFile(file), records))
    }

    /// Appends a game and flushes it.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), String> {
        self.0.append(record.to_string().as_bytes())
    }
}

pub fn load(path: &Path) -> Result<Vec<GameRecord>, String> {
    read(path, &text_file::read(path)?)
}

fn read(path: &Path, text: &str) -> Result<Vec<GameRecord>, String> {
    pgn::read(text).map_err(naming(path))
}

fn incomplete_character(bytes: &[u8]) -> usize {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => bytes.len() - error.valid_up_to(),
        _ => 0,
    }
}

/// The length of a text without a last game that is incomplete: it has no result and no fault but that the text
/// ends, or a fault and no line end. A tag after an empty line is the first one of a game.
fn whole_games(text: &str) -> usize {
    let begins = text.rfind("\n\n[").map_or(0, |at| at + 2);
    let last = &text[begins..];
    let reading = pgn::read_located(last);
    let has_no_result = reading.games.last().is_none_or(|game| game.record.result == "*");
    let is_incomplete = match reading.faults.is_empty() || reading.is_cut_off {
        true => has_no_result,
        false => !last.ends_with('\n'),
    };
    if is_incomplete && last.starts_with('[') { begins } else { text.len() }
}

/// Today's date (UTC) in PGN's form, `2026.01.31`.
pub fn today() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let (year, month, day) = civil_date(now.map_or(0, |time| time.as_secs() / 86_400));
    format!("{year:04}.{month:02}.{day:02}")
}

/// Year, month and day of a number of days since 1970-01-01. Internally years begin in March, so that the leap
/// day is the last one.
fn civil_date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::test_folder::TestFolder;

    fn record(round: &str, result: &str) -> GameRecord {
        let mut record = GameRecord { result: result.into(), ..GameRecord::default() };
        record.set("Event", "test");
        record.set("Round", round);
        record.set("White", "Gefängnisvögel");
        record.set("Result", result);
        record.moves.push(pgn::RecordedMove { comment: "¼".into(), ..pgn::RecordedMove::new("e2e4") });
        record
    }

    #[test]
    fn days_are_converted_to_dates() {
        let rows = [(0, (1970, 1, 1)), (59, (1970, 3, 1)), (11_016, (2000, 2, 29)), (20_454, (2026, 1, 1))];
        for (days, date) in rows {
            assert_eq!(civil_date(days), date);
        }
    }

    /// Whole games are kept wherever the file is cut off, and new ones follow them.
    #[test]
    fn partly_written_games_are_removed() {
        let folder = TestFolder::new();
        let path = folder.file("games.pgn");
        let (first, second, third) = (record("1.1", "1-0"), record("1.2", "0-1"), record("1.3", "1/2-1/2"));
        let whole = format!("{first}{second}");
        for cut in first.to_string().len()..=whole.len() {
            std::fs::write(&path, &whole.as_bytes()[..cut]).unwrap();
            let (mut file, before) = GameFile::open(&path).unwrap();
            assert!(GameFile::open(&path).is_err(), "a second writer was let in");
            file.append(&third).unwrap();
            drop(file);
            let after = load(&path).unwrap();
            let rounds: Vec<_> = after.iter().filter_map(|record| record.tag("Round")).collect();
            let expected: &[&str] = if before.len() == 2 { &["1.1", "1.2", "1.3"] } else { &["1.1", "1.3"] };
            assert_eq!(rounds, expected, "cut at {cut}");
        }
    }
}

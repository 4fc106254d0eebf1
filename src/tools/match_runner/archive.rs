//! The file of finished games. It has one writer, grows game by game, and is what an interrupted match resumes from.

use crate::tools::files;
use crate::tools::pgn::{self, GameRecord};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// A PGN file that games are added to.
pub struct Archive {
    path: PathBuf,
    file: File,
}

impl Archive {
    /// Opens a file for more games and returns those it has. A last game that was cut off in writing is removed.
    ///
    /// # Errors
    /// When the file cannot be read or written, is no PGN, or another match is writing it.
    pub fn open(path: &Path) -> Result<(Archive, Vec<GameRecord>), String> {
        let problem = |error: std::io::Error| format!("{}: {error}", path.display());
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path).map_err(problem)?;
        if !file.metadata().map_err(problem)?.is_file() {
            return Err(format!("{}: not a file that games could be read from again", path.display()));
        }
        // Where files cannot be locked, nothing is lost but this warning.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(format!("{}: another match is writing this file", path.display()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(problem)?;
        let length = bytes.len();
        bytes.truncate(length - torn_character(&bytes));
        let text = files::text(bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        let kept = whole_games(&text);
        let records = read(path, &text[..kept])?;
        if kept < length {
            file.set_len(kept as u64).map_err(problem)?;
        }
        let ending = &text[..kept];
        if !ending.is_empty() && !ending.ends_with("\n\n") {
            file.write_all(if ending.ends_with('\n') { b"\n" } else { b"\n\n" }).map_err(problem)?;
        }
        Ok((Archive { path: path.to_owned(), file }, records))
    }

    /// Adds a game; when this returns, it is in the file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), String> {
        let written = self.file.write_all(record.to_string().as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

/// The games of a file.
///
/// # Errors
/// When the file cannot be read or is no PGN.
pub fn load(path: &Path) -> Result<Vec<GameRecord>, String> {
    read(path, &files::read(path)?)
}

fn read(path: &Path, text: &str) -> Result<Vec<GameRecord>, String> {
    pgn::read(text).map_err(|error| format!("{}: {error}", path.display()))
}

/// How many bytes at the end are the beginning of a character whose rest is missing.
fn torn_character(bytes: &[u8]) -> usize {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => bytes.len() - error.valid_up_to(),
        _ => 0,
    }
}

/// How much of a text is left without a last game that was torn: one that has no result, or ends in the midst of a tag.
/// Only a game's first tag stands behind an empty line.
fn whole_games(text: &str) -> usize {
    let begins = text.rfind("\n\n[").map_or(0, |at| at + 2);
    let last = &text[begins..];
    let is_torn = match pgn::read(last) {
        Ok(records) => records.last().is_none_or(|record| record.result == "*"),
        Err(_) => !last.ends_with('\n'),
    };
    if is_torn && last.starts_with('[') { begins } else { text.len() }
}

/// Today, as PGN writes it, by the clock of Greenwich.
pub fn today() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let (year, month, day) = civil_date(now.map_or(0, |time| time.as_secs() / 86_400));
    format!("{year:04}.{month:02}.{day:02}")
}

/// Year, month and day of a number of days since 1970. Years are counted from March, so that leap days come last.
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

    fn record(round: &str, result: &str) -> GameRecord {
        let mut record = GameRecord { result: result.into(), ..GameRecord::default() };
        record.set("Event", "test");
        record.set("Round", round);
        record.set("White", "Gefängnisvögel");
        record.set("Result", result);
        record.moves.push(pgn::RecordedMove { text: "e2e4".into(), comment: "¼".into() });
        record
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        let rows = [(0, (1970, 1, 1)), (59, (1970, 3, 1)), (11_016, (2000, 2, 29)), (20_454, (2026, 1, 1))];
        for (days, date) in rows {
            assert_eq!(civil_date(days), date);
        }
    }

    /// Wherever writing was cut off, the games before are kept, and new ones follow them cleanly.
    #[test]
    fn torn_files_are_mended() {
        let path = std::env::temp_dir().join(format!("jailbird-archive-{}.pgn", std::process::id()));
        let (first, second, third) = (record("1.1", "1-0"), record("1.2", "0-1"), record("1.3", "1/2-1/2"));
        let whole = format!("{first}{second}");
        for cut in first.to_string().len()..=whole.len() {
            std::fs::write(&path, &whole.as_bytes()[..cut]).unwrap();
            let (mut archive, before) = Archive::open(&path).unwrap();
            assert!(Archive::open(&path).is_err(), "two writers");
            archive.append(&third).unwrap();
            drop(archive);
            let after = load(&path).unwrap();
            let rounds: Vec<_> = after.iter().filter_map(|record| record.tag("Round")).collect();
            let expected: &[&str] = if before.len() == 2 { &["1.1", "1.2", "1.3"] } else { &["1.1", "1.3"] };
            assert_eq!(rounds, expected, "cut at {cut}");
        }
        std::fs::remove_file(&path).unwrap();
    }
}

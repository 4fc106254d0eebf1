//! Files of games: one writer, grown game by game; what a run that was broken off goes on from.

use super::record::{Frame, MAGIC, Record, Settings, frame};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// What a file holds.
pub struct Contents {
    /// What its games were played with.
    pub settings: Settings,
    /// The games, in the order of their numbers.
    pub records: Vec<Record>,
    /// Bytes of all that; what follows is a record that was cut off in writing.
    pub length: usize,
}

/// The games of a file. A last one that was cut off in writing is left out.
///
/// # Errors
/// One line that names the file, and the offset of what is wrong in it.
pub fn load(path: &Path) -> Result<Contents, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    read(&bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// The games that a file of these bytes holds.
///
/// # Errors
/// Names the offset of what is wrong.
pub fn read(bytes: &[u8]) -> Result<Contents, String> {
    let wrong = |at: usize| format!("malformed: offset {at}");
    if !bytes.starts_with(MAGIC) {
        return Err("malformed: offset 0: not a file of games by `jailbird datagen`, or of another version".into());
    }
    let mut length = MAGIC.len();
    let Frame::Whole(head, size) = frame(&bytes[length..]) else { return Err(wrong(length)) };
    let settings = Settings::read(head).map_err(|error| format!("malformed: offset {length}: {error}"))?;
    length += size;
    let mut records = Vec::new();
    loop {
        match frame(&bytes[length..]) {
            Frame::Torn => return Ok(Contents { settings, records, length }),
            Frame::Wrong => return Err(wrong(length)),
            Frame::Whole(content, size) => {
                records.push(Record::read(content).ok_or_else(|| wrong(length))?);
                length += size;
            }
        }
    }
}

/// A file that games are added to.
pub struct Archive {
    path: PathBuf,
    file: File,
    /// Games in the file.
    pub games: u64,
    /// Moves of all of them.
    pub positions: u64,
}

impl Archive {
    /// Opens a file for more games of these settings, or begins it.
    ///
    /// # Errors
    /// When the file cannot be read or written, is malformed, has other settings, or another run is writing it.
    pub fn open(path: &Path, settings: &Settings) -> Result<Archive, String> {
        let problem = |error: std::io::Error| format!("{}: {error}", path.display());
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path).map_err(problem)?;
        // Where files cannot be locked, nothing is lost but this warning.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(format!("{}: another run is writing this file", path.display()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(problem)?;
        let head = settings.head();
        let mut archive = Archive { path: path.to_owned(), file, games: 0, positions: 0 };
        if head.starts_with(&bytes) {
            archive.file.set_len(0).map_err(problem)?;
            archive.write(&head)?;
            return Ok(archive);
        }
        let contents = read(&bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        if contents.settings.head() != head {
            return Err(format!("{}: begun with other settings: {}", path.display(), contents.settings));
        }
        archive.file.set_len(contents.length as u64).map_err(problem)?;
        contents.records.iter().for_each(|record| archive.count(record));
        Ok(archive)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, record: &Record) -> Result<(), String> {
        self.write(&record.framed())?;
        self.count(record);
        Ok(())
    }

    fn count(&mut self, record: &Record) {
        self.games += 1;
        self.positions += record.plies.len() as u64;
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.file.write_all(bytes).map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

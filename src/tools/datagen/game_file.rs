//! The file of games: read as a whole, written game by game, resumed after an interruption.

use super::binary_format::{Frame, GenerationSettings, MAGIC, TrainingGame, frame};
use crate::tools::append_file::AppendFile;
use crate::tools::text_file::naming;
use std::path::Path;

/// The content of a file.
pub struct Contents {
    /// The settings that its games were played with.
    pub settings: GenerationSettings,
    /// The games, in the order of their numbers.
    pub games: Vec<TrainingGame>,
    /// The number of bytes up to here; the rest is a game that was only partly written.
    pub length: usize,
}

/// Reads a file. A last game that was only partly written is left out.
///
/// # Errors
/// One line that names the file, and the offset of the error in it.
pub fn load(path: &Path) -> Result<Contents, String> {
    let bytes = std::fs::read(path).map_err(naming(path))?;
    read(&bytes).map_err(naming(path))
}

/// Whether bytes are those of a file of games.
pub fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Reads the bytes of a file.
///
/// # Errors
/// Names the offset of the error.
pub fn read(bytes: &[u8]) -> Result<Contents, String> {
    let wrong = |at: usize| format!("malformed: offset {at}");
    if !is_one(bytes) {
        return Err("malformed: offset 0: not a file of games by `jailbird datagen`, or of another version".into());
    }
    let mut length = MAGIC.len();
    let Frame::Whole(head, size) = frame(&bytes[length..]) else { return Err(wrong(length)) };
    let settings = GenerationSettings::read(head).map_err(|error| format!("malformed: offset {length}: {error}"))?;
    length += size;
    let mut games = Vec::new();
    loop {
        match frame(&bytes[length..]) {
            Frame::Incomplete => return Ok(Contents { settings, games, length }),
            Frame::Corrupt => return Err(wrong(length)),
            Frame::Whole(content, size) => {
                games.push(TrainingGame::read(content).ok_or_else(|| wrong(length))?);
                length += size;
            }
        }
    }
}

/// A file that games are appended to.
pub struct GameFile {
    file: AppendFile,
    /// The number of games in the file.
    pub games: u64,
    /// The number of positions (moves) in all of them.
    pub positions: u64,
}

impl GameFile {
    /// Opens a file for more games with these settings, or creates it.
    ///
    /// # Errors
    /// The file cannot be read or written, is malformed, has other settings, or another run is writing it.
    pub fn open(path: &Path, settings: &GenerationSettings) -> Result<GameFile, String> {
        let (file, bytes) = AppendFile::open(path, "run")?;
        let head = settings.head();
        let mut games = GameFile { file, games: 0, positions: 0 };
        if head.starts_with(&bytes) {
            games.file.truncate(0)?;
            games.file.append(&head)?;
            return Ok(games);
        }
        let contents = read(&bytes).map_err(naming(path))?;
        if contents.settings.head() != head {
            return Err(format!("{}: begun with other settings: {}", path.display(), contents.settings));
        }
        games.file.truncate(contents.length)?;
        contents.games.iter().for_each(|game| games.count(game));
        Ok(games)
    }

    /// Appends a game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, game: &TrainingGame) -> Result<(), String> {
        self.file.append(&game.framed())?;
        self.count(game);
        Ok(())
    }

    fn count(&mut self, game: &TrainingGame) {
        self.games += 1;
        self.positions += game.plies.len() as u64;
    }
}

//! A file that one process appends to, record by record, so that an interrupted run can be resumed.

use super::text_file::{mark_length, naming};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is open for appending and locked against other writers until it is dropped.
pub(super) struct AppendFile {
    path: PathBuf,
    file: File,
    /// The number of bytes before the content.
    mark: usize,
}

impl AppendFile {
    /// Opens or creates a file and returns its content, too, without a byte order mark. `writer` is what the error
    /// calls another process that has the file open: "run", "match".
    ///
    /// # Errors
    /// Names the file: it cannot be read or written, is not a regular file, or another process writes it.
    pub(super) fn open(path: &Path, writer: &str) -> Result<(AppendFile, Vec<u8>), String> {
        // Not for appending: Windows would not shorten a file opened that way.
        let open = OpenOptions::new().create(true).read(true).write(true).truncate(false).open(path);
        let mut file = open.map_err(naming(path))?;
        if !file.metadata().map_err(naming(path))?.is_file() {
            return Err(format!("{}: not a file that games could be read from again", path.display()));
        }
        // A file system without locks costs only this check.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(format!("{}: another {writer} is writing this file", path.display()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(naming(path))?;
        let mark = mark_length(&bytes).map_err(naming(path))?;
        bytes.drain(..mark);
        Ok((AppendFile { path: path.to_owned(), file, mark }, bytes))
    }

    pub(super) fn append(&mut self, bytes: &[u8]) -> Result<(), String> {
        let end = self.file.seek(SeekFrom::End(0));
        end.and_then(|_| self.file.write_all(bytes)).and_then(|()| self.file.flush()).map_err(naming(&self.path))
    }

    /// Removes everything behind the first `length` bytes of the content.
    pub(super) fn truncate(&mut self, length: usize) -> Result<(), String> {
        self.file.set_len((self.mark + length) as u64).map_err(naming(&self.path))
    }
}

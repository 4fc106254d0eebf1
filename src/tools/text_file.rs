//! Text files read and written as a whole. Errors name the file and the line.

use super::console::print;
use crate::input::MARK;
use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A function that puts the name of a file before an error.
pub(super) fn naming<E: Display>(path: &Path) -> impl Fn(E) -> String + '_ {
    move |error| format!("{}: {error}", path.display())
}

/// Reads a text file.
pub(super) fn read(path: &Path) -> Result<String, String> {
    text(read_bytes(path)?).map_err(naming(path))
}

/// Reads a file whose text may be in any encoding that has the characters of ASCII, or that is no text.
pub(super) fn read_bytes(path: &Path) -> Result<Vec<u8>, String> {
    let bytes = std::fs::read(path).map_err(naming(path))?;
    let mark = mark_length(&bytes).map_err(naming(path))?;
    Ok(bytes[mark..].to_vec())
}

/// The number of bytes of the byte order mark that a file begins with; it is no content.
/// UTF-16, which another such mark tells, is an error.
pub(super) fn mark_length(bytes: &[u8]) -> Result<usize, String> {
    if [b"\xFF\xFE", b"\xFE\xFF"].iter().any(|mark| bytes.starts_with(*mark)) {
        return Err("text in UTF-16; save it as UTF-8".into());
    }
    let mark = MARK.as_bytes();
    Ok(if bytes.starts_with(mark) { mark.len() } else { 0 })
}

/// Converts bytes behind a byte order mark to text. The error names the line.
pub(super) fn text(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        format!("line {}: not text (UTF-8)", 1 + before.iter().filter(|&&byte| byte == b'\n').count())
    })
}

/// Checks that a file's folder exists, which is better known before hours of work than after them.
pub(super) fn check_folder(file: &Path) -> Result<(), String> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    folder.is_dir().then_some(()).ok_or_else(|| format!("{}: no such folder", folder.display()))
}

/// Replaces a file atomically: after a failure the old file is still there. A path that is not a regular file
/// (`/dev/stdout`) is written to directly.
pub(super) fn write(path: &Path, text: &str) -> Result<(), String> {
    write_bytes(path, text.as_bytes())
}

/// Where a command puts its text.
#[derive(Default, clap::Args)]
pub(super) struct Output {
    /// Where to write the result [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Output {
    /// Checks that the file's folder exists.
    pub(super) fn check_folder(&self) -> Result<(), String> {
        self.out.as_deref().map_or(Ok(()), check_folder)
    }

    /// Writes the text to the file, or prints it.
    pub(super) fn write(&self, text: &str) -> Result<(), String> {
        match &self.out {
            Some(path) => write(path, text),
            None => {
                print(text.trim_end());
                Ok(())
            }
        }
    }
}

/// The same as [`write`] for a file that is not text.
pub(super) fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let written = match std::fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => {
            OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(bytes))
        }
        _ => replace(path, bytes),
    };
    written.map_err(naming(path))
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(name);
    let write = |mut file: File| file.write_all(bytes).and_then(|()| file.sync_all());
    let written = File::create(&beside).and_then(write).and_then(|()| std::fs::rename(&beside, path));
    if written.is_err() {
        // An error here would hide the first one, which is the one to report.
        let _ = std::fs::remove_file(&beside);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::test_folder::TestFolder;

    #[test]
    fn the_line_that_is_not_utf8_is_named() {
        assert_eq!(text(b"a\nb".to_vec()), Ok("a\nb".into()));
        for (bytes, line) in [(&b"a\nb\xFF\n"[..], "line 2"), (b"\xC3", "line 1"), (b"a\n\n\n\x80x", "line 4")] {
            assert!(text(bytes.to_vec()).unwrap_err().starts_with(line));
        }
    }

    #[test]
    fn a_byte_order_mark_is_no_content() {
        let folder = TestFolder::new();
        let file = folder.file("text");
        for (bytes, content) in
            [(&b"\xEF\xBB\xBFa\n"[..], "a\n"), (b"\xEF\xBB\xBF", ""), (b"", ""), (b"a\xEF\xBB\xBF", "a\u{feff}")]
        {
            std::fs::write(&file, bytes).unwrap();
            assert_eq!(read(&file).as_deref(), Ok(content));
        }
        for bytes in [b"\xFF\xFEa\0", b"\xFE\xFF\0a"] {
            std::fs::write(&file, bytes).unwrap();
            assert!(read(&file).unwrap_err().ends_with("text: text in UTF-16; save it as UTF-8"));
        }
    }

    /// The old file stays if the new one cannot be written, and no temporary file is left.
    #[test]
    fn files_are_replaced_atomically() {
        let folder = TestFolder::new();
        let file = folder.file("book.epd");
        for text in ["old", "new"] {
            write(&file, text).unwrap();
            assert_eq!(read(&file).unwrap(), text);
        }
        let missing = folder.file("nowhere").join("book.epd");
        assert!(write(&missing, "x").unwrap_err().starts_with(&missing.display().to_string()));
        assert!(write(folder.path(), "x").is_err(), "a folder was overwritten");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

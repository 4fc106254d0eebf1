//! What front ends and tools read alike: lines, the byte order mark, seconds.

use std::io::{BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::time::Duration;

/// The byte order mark, which some programs write before a text in UTF-8. It is no content.
pub const MARK: &str = "\u{feff}";

/// The longest time in seconds: about a year.
pub const LONGEST_TIME: f64 = 3.2e7;

/// Calls `listen` with every line until the end of `from` or until `listen` breaks. A byte order mark before the first line is left
/// out, bytes that are not UTF-8 are replaced, and of lines longer than `longest` bytes only the beginning is passed on.
pub fn read_lines(from: impl Read, longest: u64, mut listen: impl FnMut(String) -> ControlFlow<()>) {
    let mut reader = BufReader::new(from);
    let mut bytes = Vec::new();
    let mut is_first = true;
    loop {
        bytes.clear();
        let read = reader.by_ref().take(longest).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            return;
        }
        if !bytes.ends_with(b"\n") && bytes.len() as u64 == longest {
            let _ = reader.skip_until(b'\n');
        }
        let line = String::from_utf8_lossy(&bytes);
        let content = if is_first { line.strip_prefix(MARK).unwrap_or(&line) } else { &line };
        is_first = false;
        if listen(content.to_owned()).is_break() {
            return;
        }
    }
}

/// Reads seconds with an optional fraction, from 0 to [`LONGEST_TIME`].
pub fn seconds(text: &str) -> Option<Duration> {
    let value: f64 = text.parse().ok()?;
    (0.0..=LONGEST_TIME).contains(&value).then(|| Duration::from_secs_f64(value))
}

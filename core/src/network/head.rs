//! The frame of a network's file: magic, head and checksum. The build script reads it, too.

use super::bytes::{Reader, head_value, unsealed};

/// The first bytes of a file; the last one is the version of the format.
pub const MAGIC: &[u8; 8] = b"JBNET\0\0\x02";

/// What is said of a file that lacks some of its bytes.
pub const SHORT: &str = "ends early";

/// The head of a file, and what stands between it and the checksum.
///
/// # Errors
/// The bytes are no network, or are damaged.
pub fn split(bytes: &[u8]) -> Result<(&str, Reader<'_>), String> {
    let rest = bytes.strip_prefix(MAGIC).ok_or("not a network by `jailbird train`, or of another version")?;
    let mut reader = Reader(unsealed(rest)?);
    let head = reader.head().ok_or("the head ends early or is not text (UTF-8)")?;
    Ok((head, reader))
}

/// The value of a line of the head.
///
/// # Errors
/// The line is missing.
pub fn value<'a>(head: &'a str, key: &str) -> Result<&'a str, String> {
    head_value(head, key).ok_or_else(|| format!("the head has no line `{key}`"))
}

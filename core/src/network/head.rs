//! The frame of a network's file: magic, head and checksum. The build script reads it, too, so this file uses no other.

/// The first bytes of a file; the last one is the version of the format.
pub const MAGIC: &[u8; 8] = b"JBNET\0\0\x02";

/// The 64-bit FNV-1a hash (Fowler, Noll, Vo), the same in all builds.
pub fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// Returns what stands between magic and checksum.
pub fn content(bytes: &[u8]) -> Result<&[u8], String> {
    let bytes = bytes.strip_prefix(MAGIC).ok_or("not a network by `jailbird train`, or of another version")?;
    let (content, sum) = bytes.split_last_chunk::<8>().ok_or("ends early")?;
    let is_whole = fnv(content) == u64::from_le_bytes(*sum);
    is_whole.then_some(content).ok_or_else(|| "damaged or incomplete: wrong checksum".into())
}

/// Returns the value of a line of the head.
pub fn value<'a>(head: &'a str, key: &str) -> Result<&'a str, String> {
    let line = head.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '));
    line.ok_or_else(|| format!("the head has no line `{key}`"))
}

/// Reads values from the front of a sequence of bytes.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], String> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or("ends early")?;
        self.0 = rest;
        Ok(taken)
    }

    pub fn u32(&mut self) -> Result<u32, String> {
        let bytes = self.take(4)?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    pub fn head(&mut self) -> Result<&'a str, String> {
        let length = self.u32()? as usize;
        std::str::from_utf8(self.take(length)?).map_err(|_| "the head is not text (UTF-8)".into())
    }
}

//! Values as bytes and back: numbers, texts, heads and checksums. Numbers of a fixed size are little-endian.
//!
//! The build script reads this file, too, so it uses no other.

/// The 64-bit FNV-1a hash (Fowler, Noll, Vo), the same in all builds.
pub fn fnv64(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// The 32-bit FNV-1a hash.
pub fn fnv32(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// A file: its first bytes, the content, and the content's [`fnv64`].
pub fn sealed(magic: &[u8; 8], content: &[u8]) -> Vec<u8> {
    [magic, content, &fnv64(content).to_le_bytes()].concat()
}

/// The content of what follows the first bytes of a [`sealed`] file.
///
/// # Errors
/// The checksum is missing or wrong.
pub fn unsealed(rest: &[u8]) -> Result<&[u8], &'static str> {
    let (content, sum) = rest.split_last_chunk::<8>().ok_or("ends early")?;
    let is_whole = fnv64(content) == u64::from_le_bytes(*sum);
    is_whole.then_some(content).ok_or("damaged or incomplete: wrong checksum")
}

/// Appends a head, lines `key value`, which [`Reader::head`] reads.
pub fn push_head(bytes: &mut Vec<u8>, head: &str) {
    bytes.extend((head.len() as u32).to_le_bytes());
    bytes.extend(head.as_bytes());
}

/// The value of a line of a head; `None` without the line.
pub fn head_value<'a>(head: &'a str, key: &str) -> Option<&'a str> {
    head.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(' '))
}

/// Appends a text, which [`Reader::text`] reads.
pub fn push_text(bytes: &mut Vec<u8>, text: &str) {
    push_varint(bytes, text.len() as u64);
    bytes.extend(text.as_bytes());
}

/// Appends a number in LEB128: seven bits per byte, the lowest first; all bytes but the last have their highest bit
/// set.
pub fn push_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads values from the front of a sequence of bytes, which is what is left. `None` stands for a value that is not there or that has
/// another form.
pub struct Reader<'a>(pub &'a [u8]);

impl<'a> Reader<'a> {
    /// The next bytes.
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    /// The next bytes.
    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    /// A number of 32 bits.
    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// A number in LEB128.
    pub fn varint(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let [byte] = self.array()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// A number in LEB128 of at most 32 bits.
    pub fn varint32(&mut self) -> Option<u32> {
        self.varint()?.try_into().ok()
    }

    /// A text behind its length in LEB128.
    pub fn text(&mut self) -> Option<&'a str> {
        let length = self.varint()?.try_into().ok()?;
        std::str::from_utf8(self.take(length)?).ok()
    }

    /// A text behind its length as a number of 32 bits.
    pub fn head(&mut self) -> Option<&'a str> {
        let length = self.u32()? as usize;
        std::str::from_utf8(self.take(length)?).ok()
    }
}

//! Games of self-play as bytes.
//!
//! A file is the word [`MAGIC`], then frames: the first holds the [`Settings`], each other one a [`Record`]. A frame
//! is the number of its bytes (u32), the complement of that number, the bytes, and a checksum of them (u32), all
//! little-endian. So a frame that was cut off in writing is told from one that is wrong.

use crate::game::Variant;
use crate::types::Color;
use crate::variants;
use std::fmt;

/// What a file begins with; the last byte is the version.
pub const MAGIC: &[u8; 8] = b"JBGAMES\x01";

/// All that determines the games of a file.
#[derive(Clone, Copy)]
pub struct Settings {
    /// The game.
    pub variant: &'static Variant,
    /// Nodes of the search for each move.
    pub nodes: u64,
    /// What the random moves depend on, with the number of the game.
    pub seed: u64,
    /// Random moves before a game is recorded.
    pub random_plies: u32,
    /// Longer games are draws.
    pub max_plies: u32,
    /// A game is won when both sides see so much for some plies, in hundredths of a pawn; 0: it is played to its end.
    pub decided: u32,
}

/// A move and what the search thought of the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// [`GameMove::bits`](crate::position::GameMove::bits).
    pub bits: u64,
    /// From the view of the side to move, as [`Score`](crate::types::Score).
    pub score: i16,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The FEN of the first position.
    pub start: String,
    /// Who won; nobody in a draw.
    pub winner: Option<Color>,
    /// The moves.
    pub plies: Vec<Ply>,
    /// The key of the last position: what is replayed by other rules does not arrive there.
    pub key: u64,
}

/// Bytes that no frame has.
const LONGEST: u32 = 1 << 24;

/// What stands at the front of some bytes.
pub enum Frame<'a> {
    /// A whole frame: what it holds, and how many bytes it takes.
    Whole(&'a [u8], usize),
    /// The beginning of a frame.
    Torn,
    /// Something else.
    Wrong,
}

/// The frame that `bytes` begin with.
pub fn frame(bytes: &[u8]) -> Frame<'_> {
    let mut reader = Reader(bytes);
    let (Some(length), Some(complement)) = (reader.u32(), reader.u32()) else { return Frame::Torn };
    if length != !complement || length > LONGEST {
        return Frame::Wrong;
    }
    let (Some(content), Some(sum)) = (reader.take(length as usize), reader.u32()) else { return Frame::Torn };
    if sum == checksum(content) { Frame::Whole(content, bytes.len() - reader.0.len()) } else { Frame::Wrong }
}

/// A frame around these bytes.
fn framed(content: &[u8]) -> Vec<u8> {
    let length = content.len() as u32;
    let mut bytes = [length.to_le_bytes(), (!length).to_le_bytes()].concat();
    bytes.extend(content);
    bytes.extend(checksum(content).to_le_bytes());
    bytes
}

/// FNV-1a (Fowler, Noll, Vo).
fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

impl Settings {
    /// The beginning of a file, up to its first game.
    pub fn head(&self) -> Vec<u8> {
        let mut content = Vec::new();
        push_text(&mut content, self.variant.name);
        let numbers = [self.nodes, self.seed, self.random_plies.into(), self.max_plies.into(), self.decided.into()];
        numbers.into_iter().for_each(|number| push_varint(&mut content, number));
        [&MAGIC[..], &framed(&content)].concat()
    }

    /// Reads what the first frame of a file holds.
    ///
    /// # Errors
    /// One line, when it is malformed or the game is not known.
    pub fn read(content: &[u8]) -> Result<Settings, String> {
        let mut reader = Reader(content);
        let name = reader.text().ok_or("malformed head")?;
        let variant = variants::find(&name)?;
        Settings::numbers(&mut reader, variant).ok_or_else(|| "malformed head".into())
    }

    fn numbers(reader: &mut Reader<'_>, variant: &'static Variant) -> Option<Settings> {
        Some(Settings {
            variant,
            nodes: reader.varint()?,
            seed: reader.varint()?,
            random_plies: reader.short()?,
            max_plies: reader.short()?,
            decided: reader.short()?,
        })
    }
}

/// As the command line has them.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { variant, nodes, seed, random_plies, max_plies, decided } = self;
        write!(f, "{} --nodes {nodes} --seed {seed} --random-plies {random_plies}", variant.name)?;
        write!(f, " --max-plies {max_plies} --decided {decided}")
    }
}

impl Record {
    /// The frame of this game.
    pub fn framed(&self) -> Vec<u8> {
        let mut content = Vec::new();
        push_text(&mut content, &self.start);
        content.push(self.winner.map_or(0, |color| color.choose(1, 2)));
        push_varint(&mut content, self.plies.len() as u64);
        for ply in &self.plies {
            push_varint(&mut content, ply.bits);
            content.extend(ply.score.to_le_bytes());
        }
        content.extend(self.key.to_le_bytes());
        framed(&content)
    }

    /// Reads what a frame holds; none if that is no game.
    pub fn read(content: &[u8]) -> Option<Record> {
        let mut reader = Reader(content);
        let start = reader.text()?;
        let winner = match reader.take(1)? {
            [0] => None,
            [1] => Some(Color::White),
            [2] => Some(Color::Black),
            _ => return None,
        };
        let count = reader.varint()?;
        let plies = (0..count).map(|_| reader.ply()).collect::<Option<_>>()?;
        let key = u64::from_le_bytes(reader.array()?);
        reader.0.is_empty().then_some(Record { start, winner, plies, key })
    }
}

fn push_text(bytes: &mut Vec<u8>, text: &str) {
    push_varint(bytes, text.len() as u64);
    bytes.extend(text.as_bytes());
}

/// Seven bits a byte, the lowest first; all but the last byte have their highest bit set (LEB128).
fn push_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// What is left to read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn varint(&mut self) -> Option<u64> {
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

    /// A number that fits into 32 bits.
    fn short(&mut self) -> Option<u32> {
        self.varint()?.try_into().ok()
    }

    fn text(&mut self) -> Option<String> {
        let length = self.varint()?.try_into().ok()?;
        String::from_utf8(self.take(length)?.to_vec()).ok()
    }

    fn ply(&mut self) -> Option<Ply> {
        Some(Ply { bits: self.varint()?, score: i16::from_le_bytes(self.array()?) })
    }
}

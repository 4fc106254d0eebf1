//! The binary format of self-play games.
//!
//! A file is the word [`MAGIC`], then frames: the first holds the [`GenerationSettings`], each other one a
//! [`TrainingGame`]. A frame is the length of its content (u32), the complement of that number, the content, and its
//! checksum (u32), all little-endian. The complement tells a partly written frame from a corrupt one.

use crate::game::{Game, Variant};
use crate::types::Color;
use crate::types::bytes::{Reader, fnv32, push_text, push_varint};
use crate::variants;
use std::fmt;

/// The first bytes of a file; the last of them is the version.
pub const MAGIC: &[u8; 8] = b"JBGAMES\x01";

/// Everything that determines the games of a file.
#[derive(Clone, Copy)]
pub struct GenerationSettings {
    /// The game.
    pub variant: &'static Variant,
    /// Nodes searched for each move.
    pub nodes: u64,
    /// Seed of the random moves, to which the number of the game is added.
    pub seed: u64,
    /// The number of random plies before a game is recorded; one more in every other game.
    pub random_plies: u32,
    /// A game of this many plies is a draw.
    pub max_plies: u32,
    /// A game is adjudicated when the score of both sides is at least this for some plies, in centipawns; 0: never.
    pub decided: u32,
    /// Openings whose score is greater are rejected, in centipawns; 0: none is.
    pub unbalanced: u32,
    /// The checksum of the network that plays; 0 for the built-in evaluation.
    pub network: u64,
}

/// A move, and the score of the search that chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// [`GameMove::bits`](crate::position::GameMove::bits).
    pub bits: u64,
    /// The score from the view of the side to move, as [`Score`](crate::types::Score).
    pub score: i16,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// The FEN of the first position, after the random moves.
    pub start: String,
    /// The winner; `None` in a draw.
    pub winner: Option<Color>,
    /// The moves.
    pub plies: Vec<Ply>,
    /// The key of the last position, which shows on replay whether the rules are the same.
    pub key: u64,
}

impl TrainingGame {
    /// Plays the moves; `look` is given each and the position before it.
    ///
    /// # Errors
    /// The start is no position or a move is illegal.
    pub fn replay(
        &self,
        variant: &'static Variant,
        mut look: impl FnMut(&dyn Game, Ply),
    ) -> Result<Box<dyn Game>, String> {
        let mut game = variant.game(&self.start).map_err(|error| error.to_string())?;
        for (number, &ply) in self.plies.iter().enumerate() {
            look(&*game, ply);
            if !game.play_bits(ply.bits) {
                return Err(format!("ply {}: not a legal move in {}", number + 1, game.fen()));
            }
        }
        Ok(game)
    }
}

/// A greater length of a frame's content is taken for corruption.
const MAX_LENGTH: u32 = 1 << 24;

/// What a sequence of bytes begins with.
pub enum Frame<'a> {
    /// A complete frame: its content, and the number of its bytes.
    Whole(&'a [u8], usize),
    /// A frame that was only partly written.
    Incomplete,
    /// No frame.
    Corrupt,
}

/// Reads the frame that `bytes` begin with.
pub fn frame(bytes: &[u8]) -> Frame<'_> {
    let mut reader = Reader(bytes);
    let (Some(length), Some(complement)) = (reader.u32(), reader.u32()) else { return Frame::Incomplete };
    if length != !complement || length > MAX_LENGTH {
        return Frame::Corrupt;
    }
    let (Some(content), Some(sum)) = (reader.take(length as usize), reader.u32()) else { return Frame::Incomplete };
    if sum == fnv32(content) { Frame::Whole(content, bytes.len() - reader.0.len()) } else { Frame::Corrupt }
}

/// The frame with this content.
fn framed(content: &[u8]) -> Vec<u8> {
    let length = content.len() as u32;
    let mut bytes = [length.to_le_bytes(), (!length).to_le_bytes()].concat();
    bytes.extend(content);
    bytes.extend(fnv32(content).to_le_bytes());
    bytes
}

impl GenerationSettings {
    /// The bytes of a file up to its first game.
    pub fn head(&self) -> Vec<u8> {
        let mut content = Vec::new();
        push_text(&mut content, self.variant.name);
        let [plies, most, decided, unbalanced] =
            [self.random_plies, self.max_plies, self.decided, self.unbalanced].map(u64::from);
        let mut numbers = vec![self.nodes, self.seed, plies, most, decided];
        let rules = self.variant.features.rules;
        if unbalanced != 0 || self.network != 0 || rules != 0 {
            numbers.extend([unbalanced, self.network]);
        }
        // The rules of games in code are known by their names.
        numbers.extend((rules != 0).then_some(rules));
        numbers.into_iter().for_each(|number| push_varint(&mut content, number));
        [&MAGIC[..], &framed(&content)].concat()
    }

    /// Reads the content of a file's first frame.
    ///
    /// # Errors
    /// One line, if it is malformed, or the game is not known or has other rules now.
    pub fn read(content: &[u8]) -> Result<GenerationSettings, String> {
        let mut reader = Reader(content);
        let name = reader.text().ok_or("malformed head")?;
        let variant = variants::find(name)?;
        let settings = GenerationSettings::numbers(&mut reader, variant).ok_or("malformed head")?;
        let rules = if reader.0.is_empty() { 0 } else { reader.varint().ok_or("malformed head")? };
        match rules == variant.features.rules {
            true => Ok(settings),
            false => Err(format!("made for other rules of {name}; make these games anew")),
        }
    }

    fn numbers(reader: &mut Reader<'_>, variant: &'static Variant) -> Option<GenerationSettings> {
        Some(GenerationSettings {
            variant,
            nodes: reader.varint()?,
            seed: reader.varint()?,
            random_plies: reader.varint32()?,
            max_plies: reader.varint32()?,
            decided: reader.varint32()?,
            // Files without these numbers are those of version 0.1.0.
            unbalanced: if reader.0.is_empty() { 0 } else { reader.varint32()? },
            network: if reader.0.is_empty() { 0 } else { reader.varint()? },
        })
    }
}

/// The settings as options of the command line.
impl fmt::Display for GenerationSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GenerationSettings { variant, nodes, seed, random_plies, max_plies, decided, unbalanced, network } = self;
        write!(f, "{} --nodes {nodes} --seed {seed} --random-plies {random_plies}", variant.name)?;
        write!(f, " --max-plies {max_plies} --decided {decided} --unbalanced {unbalanced}")?;
        if *network == 0 { Ok(()) } else { write!(f, " and the network {network:016x}") }
    }
}

impl TrainingGame {
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

    /// Reads the content of a frame; `None` if it is malformed.
    pub fn read(content: &[u8]) -> Option<TrainingGame> {
        let mut reader = Reader(content);
        let start = reader.text()?.to_owned();
        let winner = match reader.take(1)? {
            [0] => None,
            [1] => Some(Color::White),
            [2] => Some(Color::Black),
            _ => return None,
        };
        let count = reader.varint()?;
        let plies = (0..count).map(|_| Ply::read(&mut reader)).collect::<Option<_>>()?;
        let key = u64::from_le_bytes(reader.array()?);
        reader.0.is_empty().then_some(TrainingGame { start, winner, plies, key })
    }
}

impl Ply {
    fn read(reader: &mut Reader<'_>) -> Option<Ply> {
        Some(Ply { bits: reader.varint()?, score: i16::from_le_bytes(reader.array()?) })
    }
}

//! Networks as bytes.
//!
//! ```text
//! magic         8 bytes
//! head          u32 length, then text: lines `key value`
//! biases        hidden x i16
//! outputs       2 x hidden x i16, the side to move first
//! output bias   i32
//! rows          a bit for each feature: whether its row follows; then the hidden weights of each of these,
//!               one byte (i8) if within 127 of 0, otherwise the byte -128 and an i16
//! checksum      u64: FNV-1a of all bytes behind the magic
//! ```
//!
//! All numbers are little-endian. Rows that are left out are zero: features that the training games do not have.

use super::features::{FeatureGroup, FeatureSet};
use super::head::{MAGIC, SHORT, split, value};
use super::inference::{Block, Description, LANES, MOST_HIDDEN, Network};
use crate::types::bytes::{Reader, fnv64, push_head, sealed};
use crate::types::score::WinModel;
use once_cell::sync::Lazy;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A network, or why its file cannot be used.
pub type Read = Result<Arc<Network>, String>;

/// Game, hash of its features, and address of the network's file.
type Key = (&'static str, u64, usize);

/// The network of a game with features of this hash, from this file. `make` is called the first time that it is asked for.
///
/// # Errors
/// Those of `make`, each time.
pub fn kept(game: &'static str, features: u64, file: &'static [u8], make: impl FnOnce() -> Read) -> Read {
    static READ: Lazy<Mutex<HashMap<Key, Read>>> = Lazy::new(Mutex::default);
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    read.entry((game, features, file.as_ptr() as usize)).or_insert_with(make).clone()
}

/// The byte before a weight of a row that does not fit into one byte.
const LARGE: i8 = i8::MIN;

impl Network {
    /// Reads a network for `game`, which has these features.
    ///
    /// # Errors
    /// One line: what is wrong with the file, or why it does not fit.
    pub fn read(bytes: &[u8], game: &str, set: &FeatureSet) -> Result<Network, String> {
        let (head, mut reader) = split(bytes)?;
        let value = |key: &str| value(head, key);
        let number = |key: &str| {
            let text = value(key)?;
            text.parse::<i32>().map_err(|_| format!("head: {key}: `{text}` is not a number"))
        };
        if value("game")? != game {
            return Err(format!("a network for {}, not for {game}", value("game")?));
        }
        if value("features")? != format!("{:016x}", set.hash()) {
            if set.rules != 0 {
                return Err(format!("made for other rules of {game}; train it anew"));
            }
            return Err(format!("made for other features than {game} has in this program; train it anew"));
        }
        let hidden = number("hidden")? as usize;
        if hidden == 0 || !hidden.is_multiple_of(LANES) || hidden > MOST_HIDDEN {
            return Err(format!("head: hidden: {hidden} is not a multiple of {LANES} up to {MOST_HIDDEN}"));
        }
        let within = |key: &str, least: i32| match number(key)? {
            number if (least..=10_000).contains(&number) => Ok(number),
            number => Err(format!("head: {key}: {number} is not from {least} to 10000")),
        };
        let scale = within("scale", 1)?;
        let chances = match value("even") {
            Ok(_) => Some(WinModel { even: within("even", 0)?, spread: within("spread", 1)? }),
            Err(_) => None,
        };
        let description = Description { game: game.into(), scale, chances, origin: value("origin")?.into() };
        let network = reader.weights(description, hidden / LANES, set.len()).ok_or(SHORT)?;
        if !reader.0.is_empty() {
            return Err(format!("{} bytes too many", reader.0.len()));
        }
        network.check(set)?;
        Ok(network)
    }

    /// The bytes of the network's file.
    pub fn bytes(&self, set: &FeatureSet) -> Vec<u8> {
        let Description { game, scale, chances, origin } = &self.description;
        let (features, hidden) = (set.hash(), self.hidden());
        let mut head = format!("game {game}\nfeatures {features:016x}\nhidden {hidden}\nscale {scale}\n");
        if let Some(WinModel { even, spread }) = chances {
            head += &format!("even {even}\nspread {spread}\n");
        }
        head += &format!("origin {origin}\n");
        let mut bytes = Vec::new();
        push_head(&mut bytes, &head);
        let mut push = |blocks: &mut dyn Iterator<Item = &Block>| {
            blocks.flatten().for_each(|weight| bytes.extend(weight.to_le_bytes()));
        };
        push(&mut self.biases.iter());
        push(&mut self.outputs.iter().map(|output| &output[0]));
        push(&mut self.outputs.iter().map(|output| &output[1]));
        bytes.extend(self.output_bias.to_le_bytes());
        let rows: Vec<&[Block]> = self.rows.chunks(self.biases.len()).collect();
        let is_used = |row: &[Block]| row.iter().flatten().any(|&weight| weight != 0);
        for group in rows.chunks(8) {
            let bits = group.iter().enumerate().map(|(bit, row)| u8::from(is_used(row)) << bit);
            bytes.push(bits.fold(0, |byte, bit| byte | bit));
        }
        for row in rows.into_iter().filter(|row| is_used(row)) {
            row.iter().flatten().for_each(|&weight| match i8::try_from(weight) {
                Ok(small) if small != LARGE => bytes.push(small as u8),
                _ => {
                    bytes.push(LARGE as u8);
                    bytes.extend(weight.to_le_bytes());
                }
            });
        }
        sealed(MAGIC, &bytes)
    }

    /// A number that tells networks apart.
    pub fn checksum(&self, set: &FeatureSet) -> u64 {
        fnv64(&self.bytes(set))
    }

    /// Checks that no sum can overflow: for each hidden neuron, the bias and the largest weights that can be active
    /// together fit into 16 bits. Checks the bounds of the output weights, too.
    ///
    /// # Errors
    /// Names the first neuron that could overflow.
    pub fn check(&self, set: &FeatureSet) -> Result<(), String> {
        for neuron in 0..self.hidden() {
            let (block, lane) = (neuron / LANES, neuron % LANES);
            let rows = (0..set.groups.len()).map(|group| self.largest_sum(set, group, block, lane));
            let sum = i64::from(self.biases[block][lane]).abs() + rows.sum::<i64>();
            if sum > i16::MAX.into() {
                return Err(format!("neuron {neuron} overflows with {} features: {sum}", set.most_active()));
            }
        }
        if self.outputs.iter().flatten().flatten().any(|weight| !(-127..=127).contains(weight)) {
            return Err("an output weight is not from -127 to 127".into());
        }
        if self.output_bias.unsigned_abs() > 1 << 20 {
            return Err(format!("the output bias {} is too large", self.output_bias));
        }
        Ok(())
    }

    /// The largest sum of a neuron's weights, without their signs, that the active features of a group can have. A
    /// square has a feature once; off the board the same feature can be there several times.
    fn largest_sum(&self, set: &FeatureSet, group: usize, block: usize, lane: usize) -> i64 {
        let FeatureGroup { most, on_squares, .. } = set.groups[group];
        let blocks = self.biases.len();
        let rows = self.rows.iter().skip(block).step_by(blocks).skip(set.start(group)).take(set.group_len(group));
        let weights = rows.map(|row| i64::from(row[lane]).abs());
        if !on_squares {
            return most as i64 * weights.max().unwrap_or(0);
        }
        let mut weights: Vec<i64> = weights.collect();
        weights.sort_unstable_by(|a, b| b.cmp(a));
        weights.iter().take(most).sum()
    }
}

/// The name of the game that a network is for.
///
/// # Errors
/// One line, if the bytes are not a network.
pub fn game_of(bytes: &[u8]) -> Result<&str, String> {
    value(split(bytes)?.0, "game")
}

impl<'a> Reader<'a> {
    fn blocks(&mut self, count: usize) -> Option<Vec<Block>> {
        let bytes = self.take(count * LANES * 2)?;
        let mut numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        Some((0..count).map(|_| Block(std::array::from_fn(|_| numbers.next().unwrap_or(0)))).collect())
    }

    /// Reads the blocks of a row.
    fn row(&mut self, blocks: usize) -> Option<Vec<Block>> {
        let mut row = vec![Block::ZERO; blocks];
        for weight in row.iter_mut().flat_map(|block| &mut block.0) {
            *weight = match i8::from_le_bytes(self.array()?) {
                LARGE => i16::from_le_bytes(self.array()?),
                small => small.into(),
            };
        }
        Some(row)
    }

    /// Reads all that follows the head.
    fn weights(&mut self, description: Description, blocks: usize, features: usize) -> Option<Network> {
        let biases = self.blocks(blocks)?;
        let [own, enemy] = [self.blocks(blocks)?, self.blocks(blocks)?];
        let outputs = own.into_iter().zip(enemy).map(|(own, enemy)| [own, enemy]).collect();
        let output_bias = self.u32()? as i32;
        let used = self.take(features.div_ceil(8))?;
        let mut rows = Vec::with_capacity(features * blocks);
        for feature in 0..features {
            if used[feature / 8] >> (feature % 8) & 1 != 0 {
                rows.extend(self.row(blocks)?);
            } else {
                rows.resize(rows.len() + blocks, Block::ZERO);
            }
        }
        Some(Network { description, biases, rows, outputs, output_bias })
    }
}

//! The values of settings.

use crate::types::Square;
use crate::variants::general::rules::Value;
use crate::variants::general::square_set::SquareSet;

/// Reads `true` or `false`.
pub fn boolean(text: &str) -> Result<bool, String> {
    match text {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("`{text}` is neither true nor false{}", comment_hint(text))),
    }
}

/// A hint for values with something behind them that looks like a comment.
fn comment_hint(text: &str) -> &'static str {
    if text.contains(['#', ';']) { "; a comment needs a line of its own" } else { "" }
}

/// Reads a number of at most `most`.
pub fn number(text: &str, most: u16) -> Result<u16, String> {
    let number = text.parse::<u16>().ok().filter(|&number| number <= most);
    number.ok_or_else(|| format!("`{text}` is not a number from 0 to {most}{}", comment_hint(text)))
}

/// Reads a file as a letter or a number, from 0.
pub fn file(text: &str) -> Result<u8, String> {
    let mut letters = text.chars();
    let by_letter = match (letters.next(), letters.next()) {
        (Some(letter @ 'a'..='p'), None) => Some(letter as u8 - b'a'),
        _ => None,
    };
    let by_number = || text.parse::<u8>().ok().filter(|number| (1..=16).contains(number)).map(|number| number - 1);
    by_letter
        .or_else(by_number)
        .ok_or_else(|| format!("`{text}` is no file: they are a to p, or 1 to 16{}", comment_hint(text)))
}

/// Reads a rank, from 0.
pub fn rank(text: &str) -> Result<u8, String> {
    let rank = text.parse::<u8>().ok().filter(|rank| (1..=16).contains(rank));
    rank.map(|rank| rank - 1).ok_or_else(|| format!("`{text}` is no rank: they are 1 to 16{}", comment_hint(text)))
}

/// Reads `win`, `draw` or `loss`; `none` where a game may have no such rule.
pub fn value(text: &str) -> Result<Option<Value>, String> {
    match text {
        "win" => Ok(Some(Value::Win)),
        "draw" => Ok(Some(Value::Draw)),
        "loss" => Ok(Some(Value::Loss)),
        "none" => Ok(None),
        _ => Err(format!("`{text}` is none of win, draw, loss, none{}", comment_hint(text))),
    }
}

/// A set of squares that does not depend on the size of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Region {
    /// The squares of whole files and ranks, up to 16x16.
    pub lines: SquareSet,
    /// The squares that are named one by one.
    pub named: SquareSet,
    /// The greatest rank of which a line speaks, from 1; 0 for none.
    pub greatest_rank: u8,
    /// The greatest file of which a line speaks, from 1; 0 for none.
    pub greatest_file: u8,
}

impl Region {
    /// All squares.
    pub fn everywhere() -> Region {
        Region { lines: SquareSet::rectangle(16, 16), ..Region::default() }
    }

    /// Whole ranks, from 0.
    pub fn ranks(ranks: impl IntoIterator<Item = u8>) -> Region {
        let lines = ranks.into_iter().flat_map(|rank| (0..16).map(move |file| Square::new(file, rank))).collect();
        Region { lines, ..Region::default() }
    }

    /// Reads `-`, or squares and lines: `a1 *8 d*`.
    pub fn read(text: &str) -> Result<Region, String> {
        let mut region = Region::default();
        if text == "-" {
            return Ok(region);
        }
        for part in text.split_whitespace() {
            region
                .add(part)
                .ok_or_else(|| format!("`{part}` is no square, rank (`*8`) or file (`d*`){}", comment_hint(part)))?;
        }
        Ok(region)
    }

    fn add(&mut self, part: &str) -> Option<()> {
        if let Some(rank) = part.strip_prefix('*') {
            let rank = rank.parse::<u8>().ok().filter(|rank| (1..=16).contains(rank))?;
            (0..16).for_each(|file| self.lines.add(Square::new(file, rank - 1)));
            self.greatest_rank = self.greatest_rank.max(rank);
        } else if let Some(file) = part.strip_suffix('*') {
            let file = Square::read(&format!("{file}1")).filter(|(_, rest)| rest.is_empty())?.0.file();
            (0..16).for_each(|rank| self.lines.add(Square::new(file, rank)));
            self.greatest_file = self.greatest_file.max(file + 1);
        } else {
            self.named.add(Square::parse(part)?);
        }
        Some(())
    }

    /// The squares.
    pub fn squares(&self) -> SquareSet {
        self.lines | self.named
    }

    /// What lies off a board of `files` by `ranks`, if anything does.
    pub fn off_board(&self, files: u8, ranks: u8) -> Option<String> {
        let off = |square: &Square| square.file() >= files || square.rank() >= ranks;
        if let Some(square) = self.named.squares().find(off) {
            return Some(format!("{square} is off the board of {files}x{ranks}"));
        }
        if self.greatest_rank > ranks {
            return Some(format!("rank {} is off the board of {files}x{ranks}", self.greatest_rank));
        }
        (self.greatest_file > files).then(|| format!("file {} is off the board of {files}x{ranks}", self.greatest_file))
    }
}

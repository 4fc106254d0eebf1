//! Parts of a piece of work that several machines or runs share.

use std::str::FromStr;

/// One of several equal parts: `2/5` is the second of five.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 0.
    index: u64,
    /// The number of parts.
    count: u64,
}

impl Shard {
    /// All of the work.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// Whether the item of this number belongs to the part.
    pub fn has(self, number: u64) -> bool {
        number % self.count == self.index
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((index @ 1.., count)) if index <= count => Ok(Shard { index: index - 1, count }),
            _ => Err(format!("`{text}` is not a part such as `1/2` or `2/2`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_in_one_part() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().unwrap());
        for number in 0..9 {
            assert!(Shard::WHOLE.has(number));
            assert_eq!(shards.iter().filter(|shard| shard.has(number)).count(), 1, "{number}");
        }
    }

    #[test]
    fn malformed_parts_are_refused() {
        for text in ["0/5", "6/5", "2", "a/b", "1/0"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}

//! Kinds of piece.

/// A kind of piece: a number from 1 to 31 of the game's choosing, or 0 for no piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(transparent)]
pub struct Kind(u8);

impl Kind {
    /// No piece.
    pub const NONE: Kind = Kind(0);
    /// Every kind's number is below this one.
    pub const LIMIT: usize = 32;

    /// The kind with this number.
    #[inline(always)]
    pub const fn new(number: u8) -> Kind {
        Kind(number)
    }

    /// The number of the kind.
    #[inline(always)]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Whether there is no piece.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The kind's index in an array of `LENGTH`, which all kinds in question are below. Arrays of that length need no
    /// bounds check.
    #[inline(always)]
    pub const fn index<const LENGTH: usize>(self) -> usize {
        let index = self.0 as usize;
        if LENGTH.is_power_of_two() {
            index & (LENGTH - 1)
        } else if index < LENGTH {
            index
        } else {
            LENGTH - 1
        }
    }

    /// The entry of the kind in an array, without a bounds check.
    #[inline(always)]
    pub const fn of<T: Copy, const LENGTH: usize>(self, table: &[T; LENGTH]) -> T {
        table[self.index::<LENGTH>()]
    }

    /// The kind as a set of kinds, a bit for each.
    #[inline(always)]
    pub const fn bit(self) -> u32 {
        1 << self.index::<{ Kind::LIMIT }>()
    }

    /// All kinds from one to another, both included.
    pub fn range(first: Kind, last: Kind) -> impl DoubleEndedIterator<Item = Kind> {
        (first.0..=last.0).map(Kind)
    }
}

/// Declares the kinds of piece of a game, numbered from 1 in their order, with their documentation.
///
/// ```text
/// kinds! {
///     PAWN "Steps ahead, captures diagonally.";
///     KNIGHT "(1,2) leaper.";
/// }
/// ```
#[macro_export]
macro_rules! kinds {
    ($($name:ident $doc:literal;)+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($name),+ }
        $(#[doc = $doc]
        pub const $name: $crate::types::Kind = $crate::types::Kind::new(Number::$name as u8 + 1);)+
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_stays_within_the_array() {
        for number in 0..=u8::MAX {
            let kind = Kind::new(number);
            assert!(kind.index::<8>() < 8 && kind.index::<24>() < 24);
            assert!(number >= 24 || kind.index::<24>() == number as usize);
        }
    }
}

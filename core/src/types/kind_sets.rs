//! What a board keeps of its pieces besides their lists: nothing, or which ones are of each kind.

use super::{Color, Kind, Mailbox};

/// What a board keeps of its pieces besides their lists.
pub trait PieceSets: Copy + Default {
    /// Adds a piece number below `N` to the set of its kind, or removes it.
    fn toggle<const N: usize>(&mut self, number: usize, kind: Kind);
}

/// Nothing.
impl PieceSets for () {
    #[inline(always)]
    fn toggle<const N: usize>(&mut self, _number: usize, _kind: Kind) {}
}

/// The numbers of the pieces of each kind, at most 64, as sets of bits. Kinds are taken modulo 8.
#[derive(Clone, Copy, Debug, Default)]
pub struct KindSets([u64; 8]);

impl PieceSets for KindSets {
    #[inline(always)]
    fn toggle<const N: usize>(&mut self, number: usize, kind: Kind) {
        const { assert!(N <= 64) };
        self.0[kind.index::<8>()] ^= 1 << (number & (N - 1));
    }
}

impl<const N: usize> Mailbox<N, KindSets> {
    /// The numbers of an army's pieces whose kind, taken modulo 8, is `kind`.
    #[inline(always)]
    pub fn of_kind(&self, color: Color, kind: Kind) -> Numbers {
        self.of_kinds(color, kind, kind)
    }

    /// The numbers of an army's pieces whose kinds, taken modulo 8, are in a range.
    #[inline(always)]
    pub fn of_kinds(&self, color: Color, first: Kind, last: Kind) -> Numbers {
        let army = ((1 << Self::ARMY) - 1) << Self::first(color);
        let kinds = first.index::<8>()..=last.index::<8>();
        Numbers(kinds.fold(0, |numbers, kind| numbers | self.sets.0[kind]) & army)
    }
}

/// A set of piece numbers, from the lowest to the highest.
#[derive(Clone, Copy, Debug)]
pub struct Numbers(u64);

impl Iterator for Numbers {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let number = self.0.trailing_zeros() as usize;
        (self.0 != 0).then(|| {
            self.0 &= self.0 - 1;
            number
        })
    }

    #[inline(always)]
    fn count(self) -> usize {
        self.0.count_ones() as usize
    }
}

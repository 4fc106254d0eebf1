//! What stands on the board, whatever its places.

use crate::types::{Color, Kind};
use arrayvec::ArrayVec;

/// The men of both armies: White's first, each army's by kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material(ArrayVec<(u8, Kind), { Material::MOST }>);

impl Material {
    /// The greatest number of men.
    pub const MOST: usize = 6;

    /// The material of men in any order; more than [`Material::MOST`] are left out.
    pub fn new(men: impl IntoIterator<Item = (Color, Kind)>) -> Material {
        let mut list: ArrayVec<(u8, Kind), { Material::MOST }> =
            men.into_iter().map(|(color, kind)| (color.index() as u8, kind)).take(Material::MOST).collect();
        list.sort_unstable();
        Material(list)
    }

    /// The number of men.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no men.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The men in order.
    pub fn men(&self) -> impl Iterator<Item = (Color, Kind)> + '_ {
        self.0.iter().map(|&(color, kind)| (Color::ALL[usize::from(color & 1)], kind))
    }

    /// The lengths of runs of equal men, in order.
    pub fn runs(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.chunk_by(|a, b| a == b).map(<[_]>::len)
    }

    /// Whether each army has a man.
    pub fn has_both(&self) -> bool {
        Color::ALL.iter().all(|color| self.men().any(|man| man.0 == *color))
    }

    /// The same with the armies exchanged.
    pub fn exchanged(&self) -> Material {
        Material::new(self.men().map(|(color, kind)| (!color, kind)))
    }

    /// Which of two exchanged materials is the usual one: that in which White has more men, or else greater kinds.
    pub fn rank(&self) -> (usize, Vec<Kind>) {
        let mut white: Vec<Kind> = self.men().filter(|man| man.0 == Color::White).map(|man| man.1).collect();
        white.reverse();
        (white.len(), white)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_have_an_order() {
        let kind = Kind::new;
        let men = [(Color::Black, kind(6)), (Color::White, kind(6)), (Color::White, kind(5)), (Color::White, kind(5))];
        let material = Material::new(men);
        assert_eq!((material.len(), material.runs().collect::<Vec<_>>()), (4, vec![2, 1, 1]));
        assert!(material.has_both() && material.rank() > material.exchanged().rank());
        assert_eq!(material.exchanged().exchanged(), material);
    }
}

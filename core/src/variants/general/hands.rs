//! Pieces in hand.

use crate::types::{Color, Kind, zobrist};

/// The topic of hands in keys.
const TOPIC: u64 = 3;

/// Pieces in hand, by player and kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hands([[u8; Kind::LIMIT]; 2]);

impl Hands {
    /// How many pieces of a kind a player has in hand.
    #[inline(always)]
    pub fn count(&self, color: Color, kind: Kind) -> u8 {
        self.0[color.index()][kind.index::<{ Kind::LIMIT }>()]
    }

    /// How many pieces of any kind a player has in hand.
    pub fn total(&self, color: Color) -> usize {
        self.0[color.index()].iter().map(|&count| usize::from(count)).sum()
    }

    /// Whether a player has no pieces in hand.
    #[inline(always)]
    pub fn is_empty(&self, color: Color) -> bool {
        self.0[color.index()] == [0; Kind::LIMIT]
    }

    /// Adds a piece, and its share to a key.
    #[inline(always)]
    pub fn add(&mut self, color: Color, kind: Kind, key: &mut u64) {
        let count = &mut self.0[color.index()][kind.index::<{ Kind::LIMIT }>()];
        *key ^= share(color, kind, *count) ^ share(color, kind, *count + 1);
        *count += 1;
    }

    /// Removes a piece, and its share from a key.
    #[inline(always)]
    pub fn remove(&mut self, color: Color, kind: Kind, key: &mut u64) {
        let count = &mut self.0[color.index()][kind.index::<{ Kind::LIMIT }>()];
        let less = count.saturating_sub(1);
        *key ^= share(color, kind, *count) ^ share(color, kind, less);
        *count = less;
    }

    /// The share of all pieces in a key.
    pub fn key(&self) -> u64 {
        let kinds = || (0..Kind::LIMIT as u8).map(Kind::new);
        let of = |color: Color| kinds().map(move |kind| (color, kind));
        let pieces = Color::ALL.into_iter().flat_map(of);
        pieces.fold(0, |key, (color, kind)| key ^ share(color, kind, self.count(color, kind)))
    }
}

/// The share of a number of pieces in a key; 0 for none.
#[inline(always)]
fn share(color: Color, kind: Kind, count: u8) -> u64 {
    let piece = u64::from(kind.number()) * 2 + color.index() as u64;
    if count == 0 { 0 } else { zobrist::feature(TOPIC, piece << 8 | u64::from(count)) }
}

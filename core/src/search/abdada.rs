//! Moves that other threads are searching right now.
//!
//! Threads that share only the transposition table often search the same subtree at the same time. Here each thread
//! announces the move it searches; the others defer that move, and find its result in the table when they come back
//! to it. This is T. Kerrigan's simplification of J.-C. Weill's ABDADA.

use super::parameters::ANNOUNCEMENTS;
use crate::position::GameMove;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The moves under search, of all threads. Two moves with the same index overwrite each other, which costs only a
/// chance to defer one of them.
pub struct MovesInSearch(Vec<AtomicU64>);

/// A hash of a move and the key of the position in which it is played; never 0, which marks an empty place.
#[inline]
pub fn searched_move(key: u64, mv: impl GameMove) -> u64 {
    (key ^ mv.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1
}

impl MovesInSearch {
    /// A table for this number of threads; empty for a single one.
    pub fn new(threads: usize) -> MovesInSearch {
        MovesInSearch((0..if threads > 1 { ANNOUNCEMENTS } else { 0 }).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn place(&self, searched: u64) -> Option<&AtomicU64> {
        self.0.get((searched >> 20) as usize % ANNOUNCEMENTS)
    }

    #[inline(always)]
    pub fn is_shared(&self) -> bool {
        !self.0.is_empty()
    }

    #[inline]
    pub fn contains(&self, searched: u64) -> bool {
        self.place(searched).is_some_and(|place| place.load(Relaxed) == searched)
    }

    #[inline]
    pub fn insert(&self, searched: u64) {
        if let Some(place) = self.place(searched) {
            place.store(searched, Relaxed);
        }
    }

    #[inline]
    pub fn remove(&self, searched: u64) {
        if let Some(place) = self.place(searched).filter(|place| place.load(Relaxed) == searched) {
            place.store(0, Relaxed);
        }
    }
}

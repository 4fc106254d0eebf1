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

/// A hash of a position and a move in it.
#[derive(Clone, Copy)]
pub struct SearchedMove(u64);

impl SearchedMove {
    /// `mv` in the position with this key.
    #[inline]
    pub fn new(key: u64, mv: impl GameMove) -> SearchedMove {
        // Never 0, which marks an empty place.
        SearchedMove((key ^ mv.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1)
    }
}

impl MovesInSearch {
    /// A table for this number of threads; empty for a single one.
    pub fn new(threads: usize) -> MovesInSearch {
        MovesInSearch((0..if threads > 1 { ANNOUNCEMENTS } else { 0 }).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn place(&self, mv: SearchedMove) -> Option<&AtomicU64> {
        self.0.get((mv.0 >> 20) as usize % ANNOUNCEMENTS)
    }

    /// Returns whether there are several threads.
    #[inline(always)]
    pub fn is_shared(&self) -> bool {
        !self.0.is_empty()
    }

    /// Returns whether a thread is searching this move.
    #[inline]
    pub fn contains(&self, mv: SearchedMove) -> bool {
        self.place(mv).is_some_and(|place| place.load(Relaxed) == mv.0)
    }

    /// Announces that this thread searches a move.
    #[inline]
    pub fn insert(&self, mv: SearchedMove) {
        if let Some(place) = self.place(mv) {
            place.store(mv.0, Relaxed);
        }
    }

    /// Withdraws the announcement.
    #[inline]
    pub fn remove(&self, mv: SearchedMove) {
        if let Some(place) = self.place(mv).filter(|place| place.load(Relaxed) == mv.0) {
            place.store(0, Relaxed);
        }
    }
}

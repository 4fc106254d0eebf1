//! Which moves other threads are searching right now.
//!
//! Threads that share only the table often search the same subtree at the same time. Here each says what it is
//! at, and the others try their other moves first; when they come back the result is in the table. (T. Kerrigan's
//! simplification of J.-C. Weill's ABDADA.)

use crate::position::GameMove;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Slots; a power of two. Two moves that share one only miss a chance to be put off.
const SLOTS: usize = 1 << 15;

/// Moves shallower than this are not worth telling of.
pub const LEAST_DEPTH: i32 = 3;

/// The moves under search, of all threads.
pub struct MovesInSearch(Vec<AtomicU64>);

/// A position and a move, mixed.
#[derive(Clone, Copy)]
pub struct SearchedMove(u64);

impl SearchedMove {
    /// Searching `mv` in the position with this key.
    #[inline]
    pub fn new(key: u64, mv: impl GameMove) -> SearchedMove {
        // Never 0, which marks a free slot.
        SearchedMove((key ^ mv.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1)
    }
}

impl MovesInSearch {
    /// For this many threads; a single one needs no slots.
    pub fn new(threads: usize) -> MovesInSearch {
        MovesInSearch((0..if threads > 1 { SLOTS } else { 0 }).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn slot(&self, work: SearchedMove) -> Option<&AtomicU64> {
        self.0.get((work.0 >> 20) as usize % SLOTS)
    }

    /// Whether there is anybody to get out of the way of.
    #[inline(always)]
    pub fn is_in_use(&self) -> bool {
        !self.0.is_empty()
    }

    /// Whether another thread is at this.
    #[inline]
    pub fn is_taken(&self, work: SearchedMove) -> bool {
        self.slot(work).is_some_and(|slot| slot.load(Relaxed) == work.0)
    }

    /// Says that this thread is at this.
    #[inline]
    pub fn take(&self, work: SearchedMove) {
        if let Some(slot) = self.slot(work) {
            slot.store(work.0, Relaxed);
        }
    }

    /// Says that this thread is done with this.
    #[inline]
    pub fn release(&self, work: SearchedMove) {
        if let Some(slot) = self.slot(work).filter(|slot| slot.load(Relaxed) == work.0) {
            slot.store(0, Relaxed);
        }
    }
}

//! What outlives a search: the transposition table, and what each thread has learnt about moves.

use super::history::HistoryTables;
use super::transposition::{OutOfMemory, TranspositionTable};
use crate::position::Position;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the next search of the same game begins with.
pub struct SharedState {
    /// The transposition table.
    pub table: TranspositionTable,
    /// Of threads that are not searching.
    experiences: Mutex<Vec<HistoryTables>>,
}

impl SharedState {
    /// Nothing known yet, with a table of at most `megabytes` MiB.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn new(megabytes: usize) -> Result<SharedState, OutOfMemory> {
        Ok(SharedState { table: TranspositionTable::new(megabytes)?, experiences: Mutex::default() })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.table.clear();
        self.idle().clear();
    }

    /// The experience for each of so many threads, always in the same order; new where there is none.
    pub(super) fn lend<P: Position>(&self, threads: usize) -> Vec<Mutex<HistoryTables>> {
        let mut idle = std::mem::take(&mut *self.idle());
        idle.retain(HistoryTables::fits::<P>);
        idle.resize_with(threads, HistoryTables::new::<P>);
        idle.into_iter().map(Mutex::new).collect()
    }

    /// What the threads have learnt, for the next search.
    pub(super) fn give_back(&self, experiences: Vec<Mutex<HistoryTables>>) {
        let unlocked = |one: Mutex<HistoryTables>| one.into_inner().unwrap_or_else(PoisonError::into_inner);
        *self.idle() = experiences.into_iter().map(unlocked).collect();
    }

    fn idle(&self) -> MutexGuard<'_, Vec<HistoryTables>> {
        self.experiences.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

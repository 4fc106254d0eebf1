//! What outlives a search: the transposition table, and the history tables of each thread.

use super::history::HistoryTables;
use super::transposition::TranspositionTable;
use crate::position::Position;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the searches of one game share.
pub struct SharedState {
    /// The transposition table.
    pub table: TranspositionTable,
    /// The history tables of threads that are not searching.
    histories: Mutex<Vec<HistoryTables>>,
    #[cfg(test)]
    pub(crate) fault: Mutex<super::Fault>,
}

impl SharedState {
    /// An empty state with a transposition table of at most `megabytes` MiB; an error if there is no memory for it.
    pub fn new(megabytes: usize) -> Result<SharedState, String> {
        Ok(SharedState {
            table: TranspositionTable::new(megabytes)?,
            histories: Mutex::default(),
            #[cfg(test)]
            fault: Mutex::default(),
        })
    }

    /// Empties the transposition table and the history tables.
    pub fn clear(&self) {
        self.table.clear();
        self.idle().clear();
    }

    /// Takes out the history tables for a number of threads, always in the same order; new ones where there are none.
    pub(super) fn lend<P: Position>(&self, threads: usize) -> Vec<Mutex<HistoryTables>> {
        let mut idle = std::mem::take(&mut *self.idle());
        idle.retain(HistoryTables::fits::<P>);
        idle.resize_with(threads, HistoryTables::new::<P>);
        idle.into_iter().map(Mutex::new).collect()
    }

    /// Puts the history tables back for the next search.
    pub(super) fn give_back(&self, histories: Vec<Mutex<HistoryTables>>) {
        let unlocked = |one: Mutex<HistoryTables>| one.into_inner().unwrap_or_else(PoisonError::into_inner);
        *self.idle() = histories.into_iter().map(unlocked).collect();
    }

    fn idle(&self) -> MutexGuard<'_, Vec<HistoryTables>> {
        self.histories.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! What outlives a search: the transposition table, and the history tables of each thread.

use super::history::HistoryTables;
use super::transposition::{OutOfMemory, TranspositionTable};
use crate::position::Position;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the searches of one game share.
pub struct SharedState {
    /// The transposition table.
    pub table: TranspositionTable,
    /// The history tables of threads that are not searching.
    histories: Mutex<Vec<HistoryTables>>,
    #[cfg(test)]
    fault: Mutex<Fault>,
}

/// Makes search threads panic, for tests.
#[cfg(test)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fault {
    /// The thread that panics; `None` for all of them.
    pub thread: Option<usize>,
    /// The number of nodes after which it panics; `None` for never.
    pub nodes: Option<u64>,
}

#[cfg(test)]
impl Fault {
    /// Panics if a thread with this number of nodes has to.
    pub fn strike(self, thread: usize, nodes: u64) {
        let is_due = self.nodes.is_some_and(|due| nodes >= due) && self.thread.is_none_or(|one| one == thread);
        assert!(!is_due, "a fault that a test has built in");
    }
}

#[cfg(test)]
impl SharedState {
    /// Builds in a fault, or takes it out.
    pub(crate) fn set_fault(&self, fault: Fault) {
        *self.fault.lock().unwrap() = fault;
    }

    pub(super) fn fault(&self) -> Fault {
        *self.fault.lock().unwrap()
    }
}

impl SharedState {
    /// An empty state with a transposition table of at most `megabytes` MiB.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn new(megabytes: usize) -> Result<SharedState, OutOfMemory> {
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

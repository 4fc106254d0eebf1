//! What outlives a search: the transposition table, and the tables of each thread.

use super::evaluation::EvaluationCache;
use super::history::HistoryTables;
use super::transposition::TranspositionTable;
use crate::position::Position;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a thread keeps from one search to the next.
#[derive(Default)]
pub struct ThreadTables {
    pub history: HistoryTables,
    pub evaluations: EvaluationCache,
}

impl ThreadTables {
    fn new<P: Position>() -> Self {
        ThreadTables { history: HistoryTables::new::<P>(), evaluations: EvaluationCache::new() }
    }
}

/// What the searches of one game share.
pub struct SharedState {
    /// The transposition table.
    pub table: TranspositionTable,
    /// The tables of threads that are not searching.
    idle: Mutex<Vec<ThreadTables>>,
    /// What makes the next searches panic.
    #[cfg(feature = "faults")]
    pub fault: Mutex<super::Fault>,
}

impl SharedState {
    /// An empty state with a transposition table of at most `megabytes` MiB; an error if there is no memory for it.
    pub fn new(megabytes: usize) -> Result<SharedState, String> {
        Ok(SharedState {
            table: TranspositionTable::new(megabytes)?,
            idle: Mutex::default(),
            #[cfg(feature = "faults")]
            fault: Mutex::default(),
        })
    }

    /// Empties the transposition table and drops the tables of the threads.
    pub fn clear(&self) {
        self.table.clear();
        self.idle().clear();
    }

    /// Takes out the tables for a number of threads, always in the same order; new ones where there are none.
    pub(super) fn lend<P: Position>(&self, threads: usize) -> Vec<Mutex<ThreadTables>> {
        let mut idle = std::mem::take(&mut *self.idle());
        idle.retain(|tables| tables.history.fits::<P>());
        idle.resize_with(threads, ThreadTables::new::<P>);
        idle.into_iter().map(Mutex::new).collect()
    }

    /// Puts the tables back for the next search.
    pub(super) fn give_back(&self, tables: Vec<Mutex<ThreadTables>>) {
        let unlocked = |one: Mutex<ThreadTables>| one.into_inner().unwrap_or_else(PoisonError::into_inner);
        *self.idle() = tables.into_iter().map(unlocked).collect();
    }

    fn idle(&self) -> MutexGuard<'_, Vec<ThreadTables>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

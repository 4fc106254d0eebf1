//! What outlives a search: the transposition table, and what each thread has learnt about moves.

use super::history::Experience;
use super::table::{OutOfMemory, Table};
use crate::position::Position;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the next search of the same game begins with.
pub struct Knowledge {
    /// The transposition table.
    pub table: Table,
    /// Of threads that are not searching.
    experiences: Mutex<Vec<Experience>>,
}

impl Knowledge {
    /// Nothing known yet, with a table of at most `megabytes` MiB.
    ///
    /// # Errors
    /// When there is no memory for the table.
    pub fn new(megabytes: usize) -> Result<Knowledge, OutOfMemory> {
        Ok(Knowledge { table: Table::new(megabytes)?, experiences: Mutex::default() })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.table.clear();
        self.idle().clear();
    }

    /// The experience for each of so many threads, always in the same order; new where there is none.
    pub(super) fn lend<P: Position>(&self, threads: usize) -> Vec<Mutex<Experience>> {
        let mut idle = std::mem::take(&mut *self.idle());
        idle.retain(Experience::fits::<P>);
        idle.resize_with(threads, Experience::new::<P>);
        idle.into_iter().map(Mutex::new).collect()
    }

    /// What the threads have learnt, for the next search.
    pub(super) fn give_back(&self, experiences: Vec<Mutex<Experience>>) {
        let unlocked = |one: Mutex<Experience>| one.into_inner().unwrap_or_else(PoisonError::into_inner);
        *self.idle() = experiences.into_iter().map(unlocked).collect();
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Experience>> {
        self.experiences.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

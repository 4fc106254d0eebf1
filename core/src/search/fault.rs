//! Search threads that panic, for tests of what becomes of them.

/// Makes search threads panic, for tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fault {
    /// The thread that panics; `None` for all of them.
    pub thread: Option<usize>,
    /// The number of nodes after which it panics; `None` for never.
    pub nodes: Option<u64>,
}

impl Fault {
    /// Panics if a thread with this number of nodes has to.
    pub fn strike(self, thread: usize, nodes: u64) {
        let is_due = self.nodes.is_some_and(|due| nodes >= due) && self.thread.is_none_or(|one| one == thread);
        assert!(!is_due, "a fault that a test has built in");
    }
}

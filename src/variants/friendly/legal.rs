//! The filter for a side with one Friend left: no move after which the enemy could capture it.

use super::Friendly;
use crate::types::{Move, Sink};

/// Passes on the moves that do not expose the mover's last Friend.
pub struct Legal<'a, S> {
    position: &'a Friendly,
    sink: &'a mut S,
}

impl<'a, S> Legal<'a, S> {
    /// A filter in front of `sink` for a side to move that has exactly one Friend.
    pub fn new(position: &'a Friendly, sink: &'a mut S) -> Self {
        Legal { position, sink }
    }
}

impl<S: Sink<Move>> Sink<Move> for Legal<'_, S> {
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        if !self.position.exposes_last_friend(mv) {
            self.sink.push(mv);
        }
    }
}

//! Extensions: replies to checks, and moves that are much better than all others.

use super::move_picker::MovePicker;
use super::node::Node;
use super::parameters::{
    DOUBLE_EXTENSION_MARGIN, DOUBLE_EXTENSIONS, EXTENSION_REACH, SINGULAR_DEPTH, SINGULAR_ENTRY_DEPTH, SINGULAR_MARGIN,
};
use super::transposition::Entry;
use super::window::{Bound, Expected, Window};
use super::worker::Worker;
use crate::position::Position;
use crate::types::Score;
use crate::types::score::is_decided;

/// What the search without the table's move has shown.
pub enum Singularity {
    /// Other moves reach beta as well: the node is cut with this score.
    Cut(Score),
    /// The table's move is searched so many plies deeper, or less deep if negative.
    Extend(i32),
}

impl<P: Position> Worker<'_, P> {
    /// Returns whether extensions are allowed at a ply: a line of checks has to end.
    #[inline(always)]
    fn is_within_reach(&self, ply: usize) -> bool {
        ply < EXTENSION_REACH as usize * self.iteration
    }

    /// The depth of a node whose side to move is in check. A proof counts its plies itself.
    #[inline(always)]
    pub fn extended_in_check(&self, position: &P, depth: i32, ply: usize) -> i32 {
        match self.is_within_reach(ply) && !self.shared.exhaustive && !self.is_bystander(position) {
            true => depth.max(0) + 1,
            false => depth,
        }
    }

    /// Singular extension [+64]: searches all moves but the table's against a bar a little below its score. If they
    /// fail, the table's move is extended; if they reach beta, the node is cut (multi-cut).
    #[inline(always)]
    pub fn singularity(&mut self, position: &P, node: &Node<P>, picker: &MovePicker<P>) -> Singularity {
        match node.entry {
            Some(entry) if self.may_be_singular(node, entry) => match picker.hash_move() {
                Some(mv) => self.test_singular(position, node, entry, mv),
                None => Singularity::Extend(0),
            },
            _ => Singularity::Extend(0),
        }
    }

    #[inline(always)]
    fn may_be_singular(&self, node: &Node<P>, entry: Entry) -> bool {
        node.depth >= SINGULAR_DEPTH
            && P::PLAYERS == 2
            && !self.shared.exhaustive
            && self.is_within_reach(node.ply)
            && node.excluded.is_none()
            && entry.depth >= node.depth - SINGULAR_ENTRY_DEPTH
            && entry.bound != Bound::Upper
            && !is_decided(entry.score)
    }

    #[inline]
    fn test_singular(&mut self, position: &P, node: &Node<P>, entry: Entry, mv: P::Move) -> Singularity {
        let Node { window, depth, ply, .. } = *node;
        let bar = entry.score - SINGULAR_MARGIN * depth;
        self.stack[ply].excluded = Some(mv);
        let score = self.search(position, Window::zero(bar - 1, window.expected), (depth - 1) / 2, ply);
        self.stack[ply].excluded = None;
        self.lines[ply].clear();
        if self.stopped {
            return Singularity::Extend(0);
        }
        self.verdict(node, entry.score, bar, score)
    }

    /// What follows from `score`, which the other moves have reached against `bar`.
    #[inline(always)]
    fn verdict(&self, node: &Node<P>, table_score: Score, bar: Score, score: Score) -> Singularity {
        let (window, is_open) = (node.window, node.window.is_open());
        if score < bar {
            let clearly = !is_open
                && score < bar - DOUBLE_EXTENSION_MARGIN
                && self.stack[node.ply].double_extensions < DOUBLE_EXTENSIONS as u32;
            Singularity::Extend(1 + clearly as i32)
        } else if bar >= window.beta && !is_open {
            Singularity::Cut(bar)
        } else if table_score >= window.beta {
            Singularity::Extend(-1 - !is_open as i32)
        } else {
            Singularity::Extend(if window.expected == Expected::Cut { -1 } else { 0 })
        }
    }
}

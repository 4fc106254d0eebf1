//! What the steps of a node know of it.

use super::parameters::TABLE_CUTOFF_CLOCK;
use super::transposition::Entry;
use super::window::Window;
use crate::position::Position;
use crate::types::Score;
use crate::types::score::{is_decided, lost_in, won_in};

/// A node of the tree, shared by its steps.
pub struct Node<P: Position> {
    pub window: Window,
    /// The depth to search, in plies.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    /// Plies from the root as scores of forced wins count them.
    pub distance: usize,
    pub in_check: bool,
    /// Set in the principal variation, where the window is open.
    pub is_pv: bool,
    /// The move left out because it is tested for being singular.
    pub excluded: Option<P::Move>,
    /// The entry of the transposition table.
    pub entry: Option<Entry>,
    /// The static evaluation as the game computes it.
    pub raw_eval: Score,
    /// The best estimate of the score: the corrected evaluation, or the score of the table entry.
    pub eval: Score,
    /// Set if the evaluation is better than at this side's last turn.
    pub improving: bool,
    /// Set if the node or its moves may be pruned on a guess.
    pub may_prune: bool,
}

impl<P: Position> Node<P> {
    /// Narrows the window to scores that are possible this far from the root; false if none are left.
    #[inline(always)]
    pub fn narrow_to_mate_distance(&mut self) -> bool {
        self.window.alpha = self.window.alpha.max(lost_in(self.distance));
        self.window.beta = self.window.beta.min(won_in(self.distance + 1));
        self.window.alpha < self.window.beta
    }

    /// The table's move in 16 bits; 0 if there is none.
    #[inline(always)]
    pub fn hash_move(&self) -> u16 {
        self.entry.map_or(0, |entry| entry.move16)
    }

    /// Takes the score of the table as the estimate, unless it is a bound on the wrong side.
    #[inline(always)]
    pub fn refine_evaluation(&mut self) {
        if let Some(entry) = self.entry
            && !self.in_check
            && !is_decided(entry.score)
            && entry.bound.improves(entry.score, self.eval)
        {
            self.eval = entry.score;
        }
    }

    /// The score of the table, if it decides the node.
    #[inline(always)]
    pub fn table_cutoff(&self, position: &P) -> Option<Score> {
        let entry = self.entry?;
        let decides = !self.is_pv
            && self.excluded.is_none()
            && entry.depth >= self.depth
            && entry.cuts(self.window)
            && position.halfmove_clock() < TABLE_CUTOFF_CLOCK as u32;
        decides.then_some(entry.score)
    }
}

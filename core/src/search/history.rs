//! What the tree teaches about moves and static evaluations.
//!
//! Moves are indexed by [`Position::history_index`], usually piece and target square, so that results of one position
//! help in the next. All counters stay within ± [`HISTORY_LIMIT`] and change less the nearer they are to it.

use super::parameters::*;
use crate::position::Position;
use crate::types::Score;
use arrayvec::ArrayVec;

/// The index of no move: before the root, and after a null move.
pub const NO_MOVE: usize = usize::MAX;

/// The history indices of the last move before a node and of the move before that.
pub type PreviousMoves = [usize; 2];

/// The moves of a node that were searched and did not cause a cutoff.
pub struct TriedMoves<M> {
    pub quiet: ArrayVec<M, 32>,
    pub noisy: ArrayVec<M, 16>,
}

/// The counters of one thread. They outlive a search: a game at 1+0.01 gains 51 ± 35 Elo in chess from it (249 games).
#[derive(Default)]
pub struct HistoryTables {
    quiet: Box<[i16]>,
    /// Noisy moves, by class of gain.
    noisy: Box<[i16]>,
    /// Quiet moves after another move, by a hash of both.
    continuations: Box<[i16]>,
    /// By side and pawn structure: the difference between search and static evaluation.
    corrections: Box<[i16]>,
}

impl HistoryTables {
    pub fn new<P: Position>() -> Self {
        let zeros = |count: usize| vec![0; count].into_boxed_slice();
        HistoryTables {
            quiet: zeros(P::HISTORY),
            noisy: zeros(P::HISTORY * GAIN_CLASSES),
            continuations: zeros(CONTINUATIONS),
            corrections: zeros(CORRECTIONS),
        }
    }

    pub fn fits<P: Position>(&self) -> bool {
        self.quiet.len() == P::HISTORY
    }

    /// The history of a quiet move after the moves before the node: within ± 3 [`HISTORY_LIMIT`].
    #[inline(always)]
    pub fn of_quiet<P: Position>(&self, position: &P, mv: P::Move, previous: PreviousMoves) -> i32 {
        let index = position.history_index(mv);
        let main = self.quiet.get(index).map_or(0, |&value| i32::from(value));
        previous.into_iter().enumerate().fold(main, |sum, (distance, before)| {
            sum + i32::from(self.continuations[continuation_index(before, index, distance)])
        })
    }

    /// The history of a noisy move: within ± [`HISTORY_LIMIT`].
    #[inline(always)]
    pub fn of_noisy<P: Position>(&self, position: &P, mv: P::Move) -> i32 {
        self.noisy.get(noisy_index(position, mv)).map_or(0, |&value| i32::from(value))
    }

    /// Learns that `best` caused a cutoff at this depth and that the moves tried before it did not.
    pub fn learn_cutoff<P: Position>(
        &mut self,
        position: &P,
        best: P::Move,
        tried: &TriedMoves<P::Move>,
        depth: i32,
        previous: PreviousMoves,
    ) {
        let bonus =
            (depth * history_bonus_slope() - history_bonus_offset()).clamp(history_bonus_min(), history_bonus_max());
        if position.is_noisy(best) {
            adjust(self.noisy.get_mut(noisy_index(position, best)), bonus);
        } else {
            self.adjust_quiet(position, best, previous, bonus);
            for &mv in &tried.quiet {
                self.adjust_quiet(position, mv, previous, -bonus);
            }
        }
        for &mv in &tried.noisy {
            adjust(self.noisy.get_mut(noisy_index(position, mv)), -bonus);
        }
    }

    fn adjust_quiet<P: Position>(&mut self, position: &P, mv: P::Move, previous: PreviousMoves, bonus: i32) {
        let index = position.history_index(mv);
        adjust(self.quiet.get_mut(index), bonus);
        for (distance, before) in previous.into_iter().enumerate() {
            if before != NO_MOVE {
                adjust(self.continuations.get_mut(continuation_index(before, index, distance)), bonus);
            }
        }
    }

    /// The usual difference between search and static evaluation where the pawns stand like this.
    #[inline(always)]
    pub fn correction<P: Position>(&self, position: &P) -> Score {
        Score::from(self.corrections[correction_index(position)]) / CORRECTION_UNIT
    }

    /// Learns that the search found a score that differs by `error` from the static evaluation.
    #[inline]
    pub fn learn_correction<P: Position>(&mut self, position: &P, error: Score, depth: i32) {
        let limit = correction_limit() * CORRECTION_UNIT;
        let value = &mut self.corrections[correction_index(position)];
        let weight = (depth + 1).min(correction_weight_max());
        let target = (error * CORRECTION_UNIT).clamp(-limit, limit);
        *value = ((i32::from(*value) * (CORRECTION_MEAN - weight) + target * weight) / CORRECTION_MEAN) as i16;
    }
}

#[inline(always)]
fn correction_index<P: Position>(position: &P) -> usize {
    let state = position.state();
    ((state.pawn_key >> 20) as usize ^ state.side.index()) & (CORRECTIONS - 1)
}

#[inline(always)]
fn continuation_index(before: usize, index: usize, distance: usize) -> usize {
    // The same on processors of 32 bits: `NO_MOVE` is all ones on both.
    let [before, index, distance] = [before as isize as u64, index as u64, distance as u64];
    let mixed =
        (before.wrapping_mul(0x9E37_79B9) ^ index.wrapping_mul(0x85EB_CA6B)).wrapping_mul(0xC2B2_AE35 + 2 * distance);
    (mixed >> 15) as usize & (CONTINUATIONS - 1)
}

#[inline(always)]
fn noisy_index<P: Position>(position: &P, mv: P::Move) -> usize {
    let class = (position.gain(mv) / GAIN_CLASS_WIDTH).clamp(0, GAIN_CLASSES as Score - 1);
    position.history_index(mv) * GAIN_CLASSES + class as usize
}

/// Moves a counter towards its limit, by less the nearer it is.
#[inline]
fn adjust(value: Option<&mut i16>, bonus: i32) {
    if let Some(value) = value {
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
    }
}

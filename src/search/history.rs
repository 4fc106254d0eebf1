//! What the tree so far teaches about moves and evaluations.
//!
//! Moves are known by [`Position::history_slot`], usually piece and target square, so that what is learnt in one
//! position helps in the next. All counters are drawn towards ± [`LIMIT`], the slower the nearer they are.

use super::MAX_PLY;
use crate::position::Position;
use crate::types::Score;

/// Counters stay within ± this.
pub const LIMIT: i32 = 16_384;

/// Counters of what follows what; a power of two. Slots of two moves are mixed, and may collide.
const CONTINUATIONS: usize = 1 << 17;
/// Counters of evaluations that were off; a power of two.
const CORRECTIONS: usize = 1 << 14;
/// Steps of what a noisy move gains that are told apart.
const GAINS: usize = 8;

/// The slot of no move: before the root, and after a null move.
pub const NO_MOVE: usize = usize::MAX;

/// What one thread knows of moves: what this tree teaches, and what it has learnt over the game.
pub struct Memory<P: Position> {
    /// By ply: quiet moves that refuted siblings [+15].
    killers: Vec<[P::Move; 2]>,
    /// [+51 ± 35, 249 games at 1+0.01, against beginning anew with every search]
    learnt: HistoryTables,
}

/// What outlives a search.
#[derive(Default)]
pub struct HistoryTables {
    /// By slot: quiet moves that were good or bad.
    quiet: Box<[i16]>,
    /// By slot and gain: noisy moves [-17 Elo, as in `node.rs`].
    noisy: Box<[i16]>,
    /// By the slots of two moves in a line: quiet moves as answers, and as next steps of a plan [-32].
    continuations: Box<[i16]>,
    /// By side and pawn structure: how far the search was from the static evaluation [+3].
    corrections: Box<[i16]>,
}

/// What stands before a node: the slots of the last move and of the one before that.
pub type Past = [usize; 2];

impl HistoryTables {
    /// Nothing learnt yet.
    pub fn new<P: Position>() -> Self {
        let zeros = |count: usize| vec![0; count].into_boxed_slice();
        HistoryTables {
            quiet: zeros(P::HISTORY),
            noisy: zeros(P::HISTORY * GAINS),
            continuations: zeros(CONTINUATIONS),
            corrections: zeros(CORRECTIONS),
        }
    }

    /// Whether it has the size that a game needs.
    pub fn fits<P: Position>(&self) -> bool {
        self.quiet.len() == P::HISTORY
    }
}

impl<P: Position> Memory<P> {
    /// For a new tree, with what was learnt before.
    pub fn new(learnt: HistoryTables) -> Self {
        Memory { killers: vec![[P::Move::default(); 2]; MAX_PLY + 2], learnt }
    }

    /// What is left when the tree is done.
    pub fn into_experience(self) -> HistoryTables {
        self.learnt
    }

    /// Whether a quiet move refuted a sibling of this node.
    #[inline(always)]
    pub fn is_killer(&self, mv: P::Move, ply: usize) -> bool {
        self.killers[ply].contains(&mv)
    }

    /// Killers two plies further down belong to other branches.
    #[inline(always)]
    pub fn enter(&mut self, ply: usize) {
        self.killers[ply + 1] = [P::Move::default(); 2];
    }

    /// How often a quiet move has been good (positive) or bad so far, after what went before: within ± 3 [`LIMIT`].
    #[inline(always)]
    pub fn of_quiet(&self, position: &P, mv: P::Move, past: Past) -> i32 {
        let slot = position.history_slot(mv);
        let main = self.learnt.quiet.get(slot).map_or(0, |&value| i32::from(value));
        past.into_iter().enumerate().fold(main, |sum, (distance, before)| {
            sum + i32::from(self.learnt.continuations[continuation(before, slot, distance)])
        })
    }

    /// How often a noisy move has been good or bad so far: within ± [`LIMIT`].
    #[inline(always)]
    pub fn of_noisy(&self, position: &P, mv: P::Move) -> i32 {
        self.learnt.noisy.get(noisy_slot(position, mv)).map_or(0, |&value| i32::from(value))
    }

    /// A move caused a cutoff after the moves in `quiet` and `noisy` did not.
    pub fn reward(
        &mut self,
        position: &P,
        best: P::Move,
        quiet: &[P::Move],
        noisy: &[P::Move],
        node: (i32, usize, Past),
    ) {
        let (depth, ply, past) = node;
        let bonus = (depth * 180 - 90).clamp(60, 1700);
        if position.is_noisy(best) {
            adjust(self.learnt.noisy.get_mut(noisy_slot(position, best)), bonus);
        } else {
            let killers = &mut self.killers[ply];
            if killers[0] != best {
                *killers = [best, killers[0]];
            }
            self.adjust_quiet(position, best, past, bonus);
            for &mv in quiet {
                self.adjust_quiet(position, mv, past, -bonus);
            }
        }
        for &mv in noisy {
            adjust(self.learnt.noisy.get_mut(noisy_slot(position, mv)), -bonus);
        }
    }

    fn adjust_quiet(&mut self, position: &P, mv: P::Move, past: Past, bonus: i32) {
        let slot = position.history_slot(mv);
        adjust(self.learnt.quiet.get_mut(slot), bonus);
        for (distance, before) in past.into_iter().enumerate() {
            if before != NO_MOVE {
                adjust(self.learnt.continuations.get_mut(continuation(before, slot, distance)), bonus);
            }
        }
    }

    /// By how much the static evaluation of positions with these pawns is usually off.
    #[inline(always)]
    pub fn correction(&self, position: &P) -> Score {
        Score::from(self.learnt.corrections[correction_slot(position)]) / CORRECTION_UNIT
    }

    /// The search found that the static evaluation is off by `error`.
    #[inline]
    pub fn correct(&mut self, position: &P, error: Score, depth: i32) {
        let value = &mut self.learnt.corrections[correction_slot(position)];
        let weight = (depth + 1).min(16);
        let target = (error * CORRECTION_UNIT).clamp(-CORRECTION_LIMIT, CORRECTION_LIMIT);
        *value = ((i32::from(*value) * (256 - weight) + target * weight) / 256) as i16;
    }
}

/// Parts of a hundredth of a pawn in which corrections are kept.
const CORRECTION_UNIT: i32 = 128;
/// The greatest correction, in these parts.
const CORRECTION_LIMIT: i32 = 100 * CORRECTION_UNIT;

#[inline(always)]
fn correction_slot<P: Position>(position: &P) -> usize {
    let state = position.state();
    ((state.structure >> 20) as usize ^ state.side.index()) & (CORRECTIONS - 1)
}

#[inline(always)]
fn continuation(before: usize, slot: usize, distance: usize) -> usize {
    let mixed =
        (before.wrapping_mul(0x9E37_79B9) ^ slot.wrapping_mul(0x85EB_CA6B)).wrapping_mul(0xC2B2_AE35 + 2 * distance);
    (mixed >> 15) & (CONTINUATIONS - 1)
}

#[inline(always)]
fn noisy_slot<P: Position>(position: &P, mv: P::Move) -> usize {
    position.history_slot(mv) * GAINS + (position.gain(mv) / 128).clamp(0, GAINS as Score - 1) as usize
}

/// Moves a counter towards its limit, the slower the nearer it is.
#[inline]
fn adjust(value: Option<&mut i16>, bonus: i32) {
    if let Some(value) = value {
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}

//! The order in which the moves of a node are tried.

use super::history::{HistoryTables, PreviousMoves};
use super::parameters::{SELECTED_MOVES, noisy_gain_weight, noisy_mover_weight};
use super::worker::Worker;
use crate::position::{GameMove, Position};
use crate::types::MoveList;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// The stages in which moves are handed out, the last one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Noisy moves that lose material.
    BadNoisy,
    /// Quiet moves, by history.
    Quiet,
    /// Quiet moves that refuted a sibling of the node.
    Killer,
    /// Noisy moves that lose no material: most valuable victim first, then least valuable attacker, then history.
    GoodNoisy,
    HashMove,
}

/// A stage and a score within it, compared in this order. The score is within ± [`Rank::HALF`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank(i32);

impl Rank {
    const BITS: u32 = 26;
    const HALF: i32 = 1 << (Rank::BITS - 1);

    #[inline(always)]
    fn new(stage: Stage, score: i32) -> Rank {
        debug_assert!(score.abs() < Rank::HALF, "a score of {score} does not fit in its stage");
        Rank(((stage as i32) << Rank::BITS) + score)
    }

    #[inline(always)]
    fn stage(self) -> Stage {
        match (self.0 + Rank::HALF) >> Rank::BITS {
            4 => Stage::HashMove,
            3 => Stage::GoodNoisy,
            2 => Stage::Killer,
            1 => Stage::Quiet,
            _ => Stage::BadNoisy,
        }
    }
}

/// Hands out the moves of a node, best first. The moves are generated at once. Quiet moves are ranked only when all
/// better moves have been handed out, because many nodes need none of them. The first moves of a list are selected one
/// by one, then the rest is sorted: most nodes need few moves, and some games have thousands.
pub struct MovePicker<P: Position> {
    /// Ranked moves, and the index of the next of them.
    moves: SmallVec<[(Rank, P::Move); 32]>,
    next: usize,
    /// Quiet moves that are not ranked yet.
    quiet: MoveList<P::Move>,
    /// Noisy moves that lose material, in the order in which they were found to, and the index of the next of them.
    bad: SmallVec<[P::Move; 8]>,
    next_bad: usize,
    /// The stage of the move last handed out; [`Stage::BadNoisy`] after the last one.
    pub stage: Stage,
}

impl<P: Position> Worker<'_, P> {
    /// A picker of all legal moves of a node.
    #[inline]
    pub fn pick_all(&self, position: &P, hash_move: u16, ply: usize) -> MovePicker<P> {
        let killers = &self.stack[ply].killers;
        let mut picker = MovePicker::empty();
        position.moves(&mut picker.quiet);
        let MovePicker { moves, quiet, .. } = &mut picker;
        quiet.retain(|&mut mv: &mut P::Move| {
            let rank = if hash_move != 0 && mv.move16() == hash_move {
                Rank::new(Stage::HashMove, 0)
            } else if position.is_noisy(mv) {
                rank_noisy(position, mv, &self.history)
            } else if killers.contains(&mv) {
                Rank::new(Stage::Killer, 0)
            } else {
                return true;
            };
            moves.push((rank, mv));
            false
        });
        picker
    }

    /// The next move of a picker; quiet moves are ranked by the histories of this moment.
    #[inline]
    pub fn next_move(&self, picker: &mut MovePicker<P>, position: &P, ply: usize) -> Option<P::Move> {
        let previous = self.previous_moves(ply);
        picker.next(position, |mv| self.history.of_quiet(position, mv, previous))
    }
}

impl<P: Position> MovePicker<P> {
    #[inline]
    pub fn noisy(position: &P, hash_move: u16, history: &HistoryTables) -> Self {
        let mut moves = MoveList::new();
        position.noisy_moves(&mut moves);
        MovePicker::ranked(moves, |mv: P::Move| match hash_move != 0 && mv.move16() == hash_move {
            true => Rank::new(Stage::HashMove, 0),
            false => rank_noisy(position, mv, history),
        })
    }

    /// Quiet moves that give check and do not lose the piece.
    #[inline]
    pub fn quiet_checks(position: &P, history: &HistoryTables, previous: PreviousMoves) -> Self {
        let mut moves = position.move_list();
        moves.retain(|mv| !position.is_noisy(*mv) && position.gives_check(*mv) && position.wins_exchange(*mv, 0));
        MovePicker::ranked(moves, |mv| Rank::new(Stage::Quiet, history.of_quiet(position, mv, previous)))
    }

    #[inline(always)]
    fn empty() -> Self {
        let (moves, quiet, bad) = (SmallVec::new(), MoveList::new(), SmallVec::new());
        MovePicker { moves, next: 0, quiet, bad, next_bad: 0, stage: Stage::HashMove }
    }

    #[inline(always)]
    fn ranked(moves: MoveList<P::Move>, rank: impl Fn(P::Move) -> Rank) -> Self {
        MovePicker { moves: moves.into_iter().map(|mv| (rank(mv), mv)).collect(), ..MovePicker::empty() }
    }

    /// The number of all moves. To be called before any move is taken.
    pub fn len(&self) -> usize {
        self.moves.len() + self.quiet.len()
    }

    /// The table's move, if it is one of these. To be called before any move is taken.
    #[inline]
    pub fn hash_move(&self) -> Option<P::Move> {
        self.moves.iter().find(|(rank, _)| rank.stage() == Stage::HashMove).map(|&(_, mv)| mv)
    }

    /// The next move; `rank_quiet` scores quiet moves.
    #[inline]
    fn next(&mut self, position: &P, rank_quiet: impl Fn(P::Move) -> i32) -> Option<P::Move> {
        while let Some((rank, mv)) = self.select(&rank_quiet) {
            self.stage = rank.stage();
            if self.stage == Stage::GoodNoisy && !position.wins_exchange(mv, 0) {
                self.bad.push(mv);
                continue;
            }
            return Some(mv);
        }
        self.stage = Stage::BadNoisy;
        self.next_bad += 1;
        self.bad.get(self.next_bad - 1).copied()
    }

    #[inline(always)]
    fn select(&mut self, rank_quiet: impl Fn(P::Move) -> i32) -> Option<(Rank, P::Move)> {
        if self.next >= self.moves.len() && !self.quiet.is_empty() {
            self.moves.clear();
            self.moves.extend(self.quiet.drain(..).map(|mv| (Rank::new(Stage::Quiet, rank_quiet(mv)), mv)));
            self.next = 0;
        }
        let rest = self.moves.get_mut(self.next..)?;
        if self.next < SELECTED_MOVES {
            let mut best = 0;
            let mut best_rank = rest.first()?.0;
            for (index, &(rank, _)) in rest.iter().enumerate().skip(1) {
                if rank > best_rank {
                    (best, best_rank) = (index, rank);
                }
            }
            rest.swap(0, best);
        } else if self.next == SELECTED_MOVES {
            rest.sort_by_key(|&(rank, _)| Reverse(rank));
        }
        self.next += 1;
        rest.first().copied()
    }
}

/// Whether the move loses material is only tested when its turn comes.
#[inline(always)]
fn rank_noisy<P: Position>(position: &P, mv: P::Move, history: &HistoryTables) -> Rank {
    let exchange = position.gain(mv) * noisy_gain_weight::<P>() - position.mover_value(mv) * noisy_mover_weight::<P>();
    Rank::new(Stage::GoodNoisy, exchange + history.of_noisy(position, mv))
}

//! Which moves are tried first.

use super::history::{Memory, Past};
use crate::position::{GameMove, Position};
use crate::types::MoveList;
use smallvec::SmallVec;

const HASH_MOVE: i32 = i32::MAX;
/// Noisy moves are scored from here on up.
const NOISY: i32 = 1 << 22;
const KILLER: i32 = 1 << 18;
/// A hundredth of a pawn gained, in the units of noisy histories.
const GAIN: i32 = 16;

/// The moves of a node, handed out best first: the table's move, noisy moves that lose nothing, killers, quiet moves
/// by history, and noisy moves that lose material. The first few are selected one by one, as most nodes look at few;
/// then the rest is sorted, as some games have thousands.
pub struct MovePicker<P: Position> {
    moves: SmallVec<[(i32, P::Move); 64]>,
    next: usize,
    /// Noisy moves put off because they lose material, and the next of them.
    bad: SmallVec<[P::Move; 8]>,
    next_bad: usize,
    /// What is known of the exchange that the move last handed out begins.
    exchange: Exchange,
}

/// What the picker knows of the exchange that a move begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchange {
    /// It loses nothing.
    Sound,
    /// It loses material.
    Losing,
    /// Nobody asked.
    Unknown,
}

/// How many moves are selected before the rest is sorted.
const SELECTED: usize = 12;

impl<P: Position> MovePicker<P> {
    /// All legal moves.
    #[inline]
    pub fn all(position: &P, move16: u16, memory: &Memory<P>, ply: usize, past: Past) -> Self {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let score = |mv: P::Move| {
            if move16 != 0 && mv.move16() == move16 {
                HASH_MOVE
            } else if position.is_noisy(mv) {
                noisy(position, mv, memory)
            } else if memory.is_killer(mv, ply) {
                KILLER
            } else {
                memory.of_quiet(position, mv, past)
            }
        };
        MovePicker::of(moves.into_iter().map(|mv| (score(mv), mv)).collect())
    }

    /// Only what quiescence looks at.
    #[inline]
    pub fn noisy(position: &P, move16: u16, memory: &Memory<P>) -> Self {
        let mut moves = MoveList::new();
        position.noisy_moves(&mut moves);
        let score =
            |mv: P::Move| if move16 != 0 && mv.move16() == move16 { HASH_MOVE } else { noisy(position, mv, memory) };
        MovePicker::of(moves.into_iter().map(|mv| (score(mv), mv)).collect())
    }

    /// Quiet moves that give check and do not lose the piece.
    #[inline]
    pub fn quiet_checks(position: &P, memory: &Memory<P>, past: Past) -> Self {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        moves.retain(|mv| !position.is_noisy(*mv) && position.gives_check(*mv) && position.wins_exchange(*mv, 0));
        MovePicker::of(moves.into_iter().map(|mv| (memory.of_quiet(position, mv, past), mv)).collect())
    }

    #[inline(always)]
    fn of(moves: SmallVec<[(i32, P::Move); 64]>) -> Self {
        MovePicker { moves, next: 0, bad: SmallVec::new(), next_bad: 0, exchange: Exchange::Unknown }
    }

    /// How many moves there are in all.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The table's move, if it is one of these. Asked before any move is taken.
    #[inline]
    pub fn hash_move(&self) -> Option<P::Move> {
        self.moves.iter().find(|&&(score, _)| score == HASH_MOVE).map(|&(_, mv)| mv)
    }

    /// The next best move.
    #[inline]
    pub fn next(&mut self, position: &P) -> Option<P::Move> {
        while let Some((score, mv)) = self.select() {
            self.exchange = Exchange::Unknown;
            if (NOISY / 2..HASH_MOVE).contains(&score) {
                if !position.wins_exchange(mv, 0) {
                    self.bad.push(mv);
                    continue;
                }
                self.exchange = Exchange::Sound;
            }
            return Some(mv);
        }
        self.exchange = Exchange::Losing;
        self.next_bad += 1;
        self.bad.get(self.next_bad - 1).copied()
    }

    /// What is known of the move last handed out.
    #[inline(always)]
    pub fn exchange(&self) -> Exchange {
        self.exchange
    }

    #[inline(always)]
    fn select(&mut self) -> Option<(i32, P::Move)> {
        let rest = self.moves.get_mut(self.next..)?;
        if self.next < SELECTED {
            let mut best = 0;
            let mut best_score = rest.first()?.0;
            for (index, &(score, _)) in rest.iter().enumerate().skip(1) {
                if score > best_score {
                    (best, best_score) = (index, score);
                }
            }
            rest.swap(0, best);
        } else if self.next == SELECTED {
            rest.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        }
        self.next += 1;
        rest.first().copied()
    }
}

/// Most valuable victims first, then least valuable attackers, then what did well.
#[inline(always)]
fn noisy<P: Position>(position: &P, mv: P::Move, memory: &Memory<P>) -> i32 {
    NOISY + position.gain(mv) * 4 * GAIN - position.mover_value(mv) * GAIN / 4 + memory.of_noisy(position, mv)
}

//! Which moves are tried first.

use super::MAX_PLY;
use crate::position::{GameMove, Position};
use crate::types::{MoveList, Score};
use smallvec::SmallVec;

/// History counters stay within ± this.
const HISTORY_LIMIT: i32 = 8192;

/// What earlier nodes taught about quiet moves.
pub struct Memory<P: Position> {
    killers: Vec<[P::Move; 2]>,
    history: Box<[i16]>,
}

impl<P: Position> Memory<P> {
    /// Nothing learnt yet.
    pub fn new() -> Self {
        Memory { killers: vec![[P::Move::default(); 2]; MAX_PLY + 2], history: vec![0; P::HISTORY].into() }
    }

    /// How often a quiet move has been good (positive) or bad so far.
    #[inline(always)]
    pub fn history(&self, position: &P, mv: P::Move) -> i32 {
        self.history.get(position.history_slot(mv)).map_or(0, |&value| i32::from(value))
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

    /// A quiet move caused a cutoff after the quiet moves in `failed` did not.
    pub fn reward(&mut self, position: &P, best: P::Move, failed: &[P::Move], depth: i32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != best {
            *killers = [best, killers[0]];
        }
        let bonus = (depth * depth * 4 + 40 * depth).min(1200);
        self.adjust(position, best, bonus);
        for &mv in failed {
            self.adjust(position, mv, -bonus);
        }
    }

    /// Moves a counter towards its limit, the slower the nearer it is.
    #[inline]
    fn adjust(&mut self, position: &P, mv: P::Move, bonus: i32) {
        if let Some(value) = self.history.get_mut(position.history_slot(mv)) {
            let old = i32::from(*value);
            *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
        }
    }
}

const HASH_MOVE: i32 = i32::MAX;
const NOISY: i32 = 1 << 20;
const KILLER: i32 = 1 << 16;

/// The moves of a node, handed out best first. The first few are selected one by one, as most nodes look at few; then
/// the rest is sorted, as some games have thousands.
pub struct Picker<P: Position> {
    moves: SmallVec<[(i32, P::Move); 64]>,
    next: usize,
}

/// How many moves are selected before the rest is sorted.
const SELECTED: usize = 12;

impl<P: Position> Picker<P> {
    /// All legal moves: the table's move, noisy moves by what they win, killers, quiet moves by history.
    #[inline]
    pub fn all(position: &P, tag: u16, memory: &Memory<P>, ply: usize) -> Self {
        let mut moves = MoveList::new();
        position.moves(&mut moves);
        let score = |mv: P::Move| {
            if tag != 0 && mv.tag() == tag {
                HASH_MOVE
            } else if position.is_noisy(mv) {
                NOISY + exchange(position, mv)
            } else if memory.is_killer(mv, ply) {
                KILLER
            } else {
                memory.history(position, mv)
            }
        };
        Picker { moves: moves.into_iter().map(|mv| (score(mv), mv)).collect(), next: 0 }
    }

    /// Only what quiescence looks at.
    #[inline]
    pub fn noisy(position: &P, tag: u16) -> Self {
        let mut moves = MoveList::new();
        position.noisy_moves(&mut moves);
        let score = |mv: P::Move| if tag != 0 && mv.tag() == tag { HASH_MOVE } else { exchange(position, mv) };
        Picker { moves: moves.into_iter().map(|mv| (score(mv), mv)).collect(), next: 0 }
    }

    /// How many moves there are in all.
    pub fn len(&self) -> usize {
        self.moves.len()
    }
}

/// Most valuable victims first, then least valuable attackers.
#[inline(always)]
fn exchange<P: Position>(position: &P, mv: P::Move) -> Score {
    position.gain(mv) * 16 - position.mover_value(mv)
}

impl<P: Position> Iterator for Picker<P> {
    type Item = P::Move;

    #[inline]
    fn next(&mut self) -> Option<P::Move> {
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
        rest.first().map(|&(_, mv)| mv)
    }
}

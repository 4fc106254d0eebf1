//! Static evaluations, and those that a thread keeps. Many positions are evaluated several times, most of them in
//! quiescence, where not every node is kept in the transposition table.

use super::worker::Worker;
use crate::position::Position;
use crate::types::Score;
use crate::types::score::DECIDED;

impl<P: Position> Worker<'_, P> {
    /// The static evaluation for the side to move.
    #[inline(always)]
    pub fn evaluate(&mut self, position: &P) -> Score {
        if P::PLAYERS == 2 {
            return position.evaluate(self.shared.network, &mut self.piece_sums);
        }
        let score = position.evaluate_for(self.root, self.shared.network, &mut self.piece_sums);
        if self.is_roots_turn(position) { score } else { -score }
    }

    /// The static evaluation, kept apart from the scores of forced wins.
    #[inline(always)]
    pub fn undecided_evaluation(&mut self, position: &P) -> Score {
        // With more than two players the evaluation depends on the root's player, as the salt does.
        let key = position.key() ^ self.table.salt;
        if let Some(score) = self.evaluations.get(key) {
            return score;
        }
        let score = self.evaluate(position).clamp(1 - DECIDED, DECIDED - 1);
        self.evaluations.put(key, score);
        score
    }
}

/// Static evaluations of one thread, at most one for all keys with the same lowest 16 bits.
#[derive(Default)]
pub struct EvaluationCache {
    /// By the lowest 16 bits of a key: its upper 48 bits, and the score in the lower 16. 0 at first.
    entries: Box<[u64]>,
}

impl EvaluationCache {
    const SCORE: u64 = 0xFFFF;

    /// An empty cache of 512 KiB.
    pub fn new() -> Self {
        EvaluationCache { entries: vec![0; 1 << 16].into_boxed_slice() }
    }

    /// The evaluation of the position with this key, if it is there.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<Score> {
        let entry = *self.entries.get((key & Self::SCORE) as usize)?;
        ((entry ^ key) & !Self::SCORE == 0).then_some(Score::from(entry as i16))
    }

    /// Keeps an evaluation, which has to fit in 16 bits, in place of another one.
    #[inline(always)]
    pub fn put(&mut self, key: u64, score: Score) {
        if let Some(entry) = self.entries.get_mut((key & Self::SCORE) as usize) {
            *entry = key & !Self::SCORE | u64::from(score as u16);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_found_by_its_key_until_another_key_takes_its_place() {
        let mut cache = EvaluationCache::new();
        let key = 0x0123_4567_89AB_CDEF;
        assert_eq!(cache.get(key), None);
        for score in [1 - DECIDED, -1, 0, 1, DECIDED - 1] {
            cache.put(key, score);
            cache.put(key + 1, 7);
            assert_eq!((cache.get(key), cache.get(key + 1)), (Some(score), Some(7)));
            assert_eq!(cache.get(key ^ 1 << 16), None);
        }
        cache.put(key ^ 1 << 63, 5);
        assert_eq!((cache.get(key), cache.get(key ^ 1 << 63)), (None, Some(5)));
    }
}

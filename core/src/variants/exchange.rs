//! Static exchange evaluation for games whose pieces capture by displacement: the result of captures on one square if
//! both sides go on only while it pays.
//!
//! The pieces that can capture there are found once, on the board after the first move. Pieces uncovered later and pins
//! are not taken into account.

use crate::types::{Color, Kind, Mailbox, PieceSets, Score, Square};
use arrayvec::ArrayVec;

/// Worth of a royal piece in an exchange: more than can be won.
pub const ROYAL: Score = 10_000;

/// The number of captures of each side that are looked at; longer exchanges are settled by then.
const LONGEST: usize = 8;

/// What a move begins.
#[derive(Clone, Copy, Debug)]
pub struct Strike {
    /// Whose move it is.
    pub by: Color,
    /// Where it comes from: nothing stands there any more.
    pub from: Square,
    /// Where the exchange goes on.
    pub to: Square,
    /// What the move wins.
    pub gain: Score,
    /// What the piece that arrives is worth.
    pub standing: Score,
}

impl Strike {
    /// Whether the exchange wins at least `threshold`. `reaches` says of a piece of that army, kind and square whether it
    /// can capture on [`Strike::to`] then, and what it is worth.
    #[inline(always)]
    pub fn wins<const N: usize, S: PieceSets>(
        self,
        board: &Mailbox<N, S>,
        threshold: Score,
        reaches: impl Fn(Color, Kind, Square) -> Option<Score> + Copy,
    ) -> bool {
        let mut balance = self.gain - threshold;
        if balance < 0 {
            return false;
        }
        balance -= self.standing;
        // Even if the piece is lost for nothing.
        if balance >= 0 {
            return true;
        }
        let strikers = |color: Color| {
            let others = board.army(color).filter(|&(_, square)| square != self.from && square != self.to);
            others.filter_map(move |(kind, square)| reaches(color, kind, square)).take(LONGEST)
        };
        // Most exchanges are settled by the first answer: a piece that the enemy can afford to lose.
        let affordable = -balance - 1;
        let mut enemies = ArrayVec::<Score, LONGEST>::new();
        for worth in strikers(!self.by) {
            if worth <= affordable {
                return false;
            }
            enemies.push(worth);
        }
        let mut enemies = least_first(enemies);
        let Some(first) = enemies.next() else { return true };
        let mut friends = least_first(strikers(self.by).collect());
        let mut side = self.by;
        let mut next = Some(first);
        while let Some(worth) = next {
            balance = -balance - 1 - worth;
            // Even if this piece is lost for nothing, too.
            if balance >= 0 {
                return side != self.by;
            }
            next = if side == self.by { friends.next() } else { enemies.next() };
            side = !side;
        }
        side == self.by
    }
}

#[inline(always)]
fn least_first(mut worths: ArrayVec<Score, LONGEST>) -> impl Iterator<Item = Score> {
    worths.sort_unstable();
    worths.into_iter()
}

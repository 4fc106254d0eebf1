//! What helps the search of a game. The defaults suit games whose pieces capture by displacement.

use super::{Evaluate, GameMove};
use crate::types::{BoardView, Kind, Score};

/// Hints for move ordering and pruning. None of them changes what is legal or how a game ends.
pub trait SearchHints: Evaluate {
    /// Every [`SearchHints::history_index`] is below it; by default there is one for each piece and square.
    const HISTORY: usize = Self::KINDS * 2 * 256;

    /// This game's own values of parameters of the search, by name. `search/parameters.rs` lists, under `by game`, the
    /// parameters that may have them, and the values of all other games.
    const PARAMETERS: &'static [(&'static str, i32)] = &[];

    /// Whether [`SearchHints::wins_exchange`] looks at the board.
    const EXCHANGES: bool = false;

    /// Whether [`SearchHints::gives_check`] finds checks. Where it does not, the search prunes no quiet move as
    /// hopeless, because it might give mate.
    const TELLS_CHECKS: bool = false;

    /// [`SearchHints::EXCHANGES`] of a position.
    #[inline(always)]
    fn judges_exchanges(&self) -> bool {
        Self::EXCHANGES
    }

    /// [`SearchHints::TELLS_CHECKS`] of a position.
    #[inline(always)]
    fn tells_checks(&self) -> bool {
        Self::TELLS_CHECKS
    }

    /// The kind of the piece that a legal move moves.
    #[inline(always)]
    fn mover(&self, mv: Self::Move) -> Kind {
        self.board().kind_on(mv.from())
    }

    /// The kind of the piece that a legal move captures; 0 if it captures none.
    #[inline(always)]
    fn victim(&self, mv: Self::Move) -> Kind {
        self.board().kind_at(mv.to(), !self.state().side)
    }

    /// What a legal move wins at once, in hundredths of a pawn: victim and promotion. 0 for a quiet move.
    #[inline]
    fn gain(&self, mv: Self::Move) -> Score {
        let promotion = match mv.promotion() {
            Kind::NONE => 0,
            kind => self.worth(kind) - self.worth(self.mover(mv)),
        };
        self.worth(self.victim(mv)) + promotion
    }

    /// The worth of the piece that moves. Cheap attackers are tried first.
    #[inline]
    fn mover_value(&self, mv: Self::Move) -> Score {
        self.worth(self.mover(mv))
    }

    /// Whether a legal move captures or promotes to [`Rules::best_promotion`](super::Rules::best_promotion): the moves
    /// of [`Rules::noisy_moves`](super::Rules::noisy_moves).
    #[inline]
    fn is_noisy(&self, mv: Self::Move) -> bool {
        match mv.promotion() {
            Kind::NONE => self.victim(mv) != Kind::NONE,
            kind => kind == self.best_promotion(),
        }
    }

    /// Whether the static evaluation of a position in which a legal move is chosen should be close to what a search finds: the
    /// positions that networks learn from. It should not in check, nor where the move captures or promotes.
    #[inline]
    fn is_quiet(&self, mv: Self::Move) -> bool {
        !self.in_check() && !self.is_noisy(mv)
    }

    /// Whether the exchange that a move begins wins at least `threshold` (which may be negative), as far as the board
    /// shows without playing it. The default assumes that nothing recaptures.
    #[inline(always)]
    fn wins_exchange(&self, mv: Self::Move, threshold: Score) -> bool {
        !self.judges_exchanges() || self.gain(mv) >= threshold
    }

    /// Whether a legal move gives check. May miss checks, but reports no others.
    #[inline(always)]
    fn gives_check(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Which history counter (below [`SearchHints::HISTORY`]) a quiet move belongs to: piece and target square.
    #[inline]
    fn history_index(&self, mv: Self::Move) -> usize {
        self.state().history_index(self.mover(mv), mv.to())
    }

    /// Whether a side that is not in check and has no move has won or lost. Otherwise the proof of a win looks for mates alone where
    /// it ends.
    #[inline(always)]
    fn is_decided_when_stuck(&self) -> bool {
        false
    }

    /// Whether a side may win by a move of the other one, as in games that are won by losing. The proof of a win then looks at
    /// these moves, too.
    #[inline(always)]
    fn may_win_by_the_others_move(&self) -> bool {
        false
    }

    /// Whether the side to move has enough pieces that passing is a sensible lower bound.
    fn null_move_is_sound(&self) -> bool {
        true
    }
}

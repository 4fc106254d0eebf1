//! Penalty Box Chess: FIDE chess with a token that both sides move and a box that holds one piece.
//!
//! One generator serves the three games for two, with their differences in [`BoxRules`]; Dual Penalty Box
//! plays two such boards with one box. The token's square is a wall of the mailbox, so that it shields
//! kings without a test; whatever may pass over it steps on explicitly.
//!
//! ```text
//! variants    the rows of the games
//! rules       what the games differ in
//! state       the position, and its key
//! turn        a whole turn in 64 bits
//! movegen     legal turns
//! prefix      what may come before the move: the choice for a waiting pawn, the free piece
//! boxing      what fills the box
//! release     where the released piece may go
//! half        attacks, and the board half way through a turn
//! play        playing a turn
//! features    what the network sees
//! describe    what people see
//! events      special events, for statistics
//! text        FEN and turn text
//! dual        two boards with one box
//! dual_text   their FEN
//! ```

mod boxing;
mod describe;
mod dual;
mod dual_text;
mod events;
mod features;
mod half;
mod movegen;
mod play;
mod prefix;
mod release;
mod rules;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod turn;
pub mod variants;

use crate::position::{Evaluate, Events, GameMove, Players, Rules, SearchHints, SpecialEvent};
use crate::types::{Color, Kind, KindSets, Mailbox, Score, Sink, Square};
use crate::variants::exchange::{ROYAL, Strike};
use crate::variants::orthodox::Flag;
use crate::variants::orthodox::attacks::{attackers, hits};
use crate::variants::orthodox::pieces::{KING, PAWN, QUEEN};
pub use dual::PenaltyBoxDual;
pub use rules::{Ben, BoxRules, NoKing, Plain};
pub use state::BoxGame;
use state::Inmate;
pub use turn::Turn;
use turn::TurnFlag;

/// Room for 32 pieces a side: Dual Penalty Box brings two sets together, and a FEN may have more pieces than a set.
type Board = Mailbox<64, KindSets>;

/// `penaltybox`.
pub type PenaltyBox = BoxGame<Plain>;
/// `penaltybox-noking`.
pub type PenaltyBoxNoKing = BoxGame<NoKing>;
/// `penaltybox-ben`.
pub type PenaltyBoxBen = BoxGame<Ben>;

impl<R: BoxRules> Rules for BoxGame<R> {
    type Move = Turn;
    const KINDS: usize = 16;
    // A pawn that was dropped can be boxed again.
    const RESETS_CAN_BE_UNDONE: bool = true;
    const BEST_PROMOTION: Kind = QUEEN;

    one_board!(Board, en_passant);

    #[inline]
    fn generate<const NOISY: bool>(&self, sink: &mut impl Sink<Turn>) {
        prefix::generate::<NOISY>(self, sink);
    }

    #[inline]
    fn play(&mut self, turn: Turn) {
        self.play_turn(turn);
    }

    fn extra_key(&self) -> u64 {
        state::extra_key(self)
    }

    #[inline]
    fn in_check(&self) -> bool {
        half::king_attacked(&self.board, self.king(self.state.side), !self.state.side)
    }

    fn checkers(&self) -> Vec<Square> {
        match self.king(self.state.side) {
            Square::NONE => Vec::new(),
            king => attackers(&self.board, king, !self.state.side),
        }
    }

    /// A bare king, also one in the box, whose owner can get no other piece back from the box or after a capture.
    fn cannot_win(&self, color: Color) -> bool {
        let boxed = (!self.inmate.is_none() && self.inmate.color() == color).then(|| self.inmate.kind());
        let pieces = self.board.army(color).map(|(kind, _)| kind).chain(boxed);
        !self.has_captured(color) && pieces.into_iter().all(|kind| kind == KING)
    }
}

impl<R: BoxRules> SearchHints for BoxGame<R> {
    const EXCHANGES: bool = true;

    /// The kind of the piece that a turn moves, which may have been placed or chosen in the same turn; 0 for the token.
    #[inline]
    fn mover(&self, turn: Turn) -> Kind {
        if turn.flag() == TurnFlag::TOKEN {
            return Kind::NONE;
        }
        let from = turn.from();
        match turn.free_before() {
            Some(free) if free.square == from => free.promotion.max(free.kind),
            _ if turn.choice() != Kind::NONE && from == self.waiting => turn.choice(),
            _ => self.board.kind_at(from, self.state.side),
        }
    }

    #[inline]
    fn victim(&self, turn: Turn) -> Kind {
        match turn.flag() {
            Flag::EN_PASSANT => PAWN,
            0 => self.board.kind_at(turn.to(), !self.state.side),
            _ => Kind::NONE,
        }
    }

    #[inline]
    fn gain(&self, turn: Turn) -> Score {
        let raised = |promotion: Kind| match promotion {
            Kind::NONE => 0,
            kind => self.worth(kind) - self.worth(PAWN),
        };
        let promotions = [turn.choice(), turn.promotion(), turn.release_promotion()].map(raised);
        self.worth(self.victim(turn)) + promotions.into_iter().sum::<Score>()
    }

    fn wins_exchange(&self, turn: Turn, threshold: Score) -> bool {
        let gain = self.gain(turn);
        if turn.flag() == TurnFlag::TOKEN {
            return gain >= threshold;
        }
        let (from, to, mover) = (turn.from(), turn.to(), self.mover(turn));
        let standing = self.worth(if turn.promotion() == Kind::NONE { mover } else { turn.promotion() });
        let strike = Strike { by: self.state.side, from, to, gain, standing };
        strike.wins(&self.board, threshold, |color, kind, square| {
            hits(&self.board, color, kind, square, to, from)
                .then(|| if kind == KING { ROYAL } else { self.worth(kind) })
        })
    }

    #[inline]
    fn is_noisy(&self, turn: Turn) -> bool {
        let prefixed = !matches!(turn.choice(), Kind::NONE | QUEEN) || turn.free_before().is_some();
        let wins = match turn.flag() {
            TurnFlag::TOKEN => turn.release_promotion() == QUEEN && self.swallows_enemy(turn.to()),
            _ => turn.promotion() == QUEEN || turn.promotion() == Kind::NONE && self.victim(turn) != Kind::NONE,
        };
        wins && !prefixed
    }

    /// Releases are told apart by what goes where, other turns by what moves where.
    #[inline]
    fn history_index(&self, turn: Turn) -> usize {
        let (piece, square) = match turn.release() {
            Some(square) => (8 + self.inmate.kind().number() % 8, square),
            None if turn.flag() == TurnFlag::TOKEN => (7, turn.to()),
            None => (self.mover(turn).number() % 8, turn.to()),
        };
        self.state.history_index(Kind::new(piece), square)
    }

    /// A choice or a free piece that is due cannot be passed over.
    fn null_move_is_sound(&self) -> bool {
        let officer = |(kind, _)| kind != PAWN && kind != KING;
        self.waiting == Square::NONE && !self.free_piece && self.board.army(self.state.side).any(officer)
    }
}

impl<R: BoxRules> Players for BoxGame<R> {}

impl<R: BoxRules> Events for BoxGame<R> {
    const EVENTS: &'static [SpecialEvent<Self>] = Self::SPECIAL;
}

impl<R: BoxRules> BoxGame<R> {
    /// Whether the token would swallow an enemy piece there, kings not counted.
    #[inline]
    fn swallows_enemy(&self, to: Square) -> bool {
        !matches!(self.board.kind_at(to, !self.state.side), Kind::NONE | KING)
    }
}

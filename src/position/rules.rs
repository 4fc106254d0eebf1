//! The rules of a game.

use super::GameMove;
use crate::types::{BoardView, Counter, MoveList, Outcome, PawnKinds, Reason, Seat, Sink, Square, State, zobrist};

/// The rules of a game: its legal moves, what they do, and how the game ends.
pub trait Rules: Clone + Send + Sync + 'static {
    /// A legal move.
    type Move: GameMove;

    /// The board.
    type Board: BoardView;

    /// Every kind of piece is below this number.
    const KINDS: usize = zobrist::KINDS;

    /// The kinds that are pawns.
    const PAWNS: PawnKinds = PawnKinds::new(1, 1);

    /// The kind that a pawn is promoted to unless there is a reason for another.
    const BEST_PROMOTION: u8;

    /// The board; with several boards, the one that is to move.
    fn board(&self) -> &Self::Board;

    /// Side to move, counters and key; with several boards, those of the one that is to move.
    fn state(&self) -> &State;

    /// [`Rules::state`], to be changed.
    fn state_mut(&mut self) -> &mut State;

    /// Pushes every legal move once; with `NOISY`, only those for which
    /// [`SearchHints::is_noisy`](super::SearchHints::is_noisy) holds. None in a finished game.
    fn generate<const NOISY: bool>(&self, sink: &mut impl Sink<Self::Move>);

    /// Plays a legal move of this position.
    fn play(&mut self, mv: Self::Move);

    /// Removes the right to capture en passant, with its share of the key.
    #[inline(always)]
    fn clear_en_passant(&mut self) {}

    /// Takes an en passant square out of the key if no legal move captures there. Called when a turn has been handed over
    /// or a position set up.
    #[inline(always)]
    fn confirm_en_passant(&mut self) {}

    /// Passes the turn: the null move of the search. Only called when not in check and where
    /// [`SearchHints::null_move_is_sound`](super::SearchHints::null_move_is_sound), and either when
    /// [`SearchHints::NULL_MOVE`](super::SearchHints::NULL_MOVE) holds or for a bystander
    /// ([`Players::is_bystander`](super::Players::is_bystander)).
    fn pass(&mut self) {
        self.clear_en_passant();
        self.state_mut().halfmove += 1;
        self.state_mut().hand_over();
    }

    /// The share of the key that does not come from the pieces on the board and the side to move: castling rights, en
    /// passant, hands and the like.
    fn extra_key(&self) -> u64 {
        0
    }

    /// The squares of the pieces that give check; empty when not in check.
    fn checkers(&self) -> Vec<Square>;

    /// Whether the side to move is in check, in the game's own sense.
    fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// The legal moves that captures-only search looks at: captures, promotions and the like.
    #[inline]
    fn noisy_moves(&self, sink: &mut impl Sink<Self::Move>) {
        self.generate::<true>(sink);
    }

    /// The legal moves.
    #[inline]
    fn moves(&self, sink: &mut impl Sink<Self::Move>) {
        self.generate::<false>(sink);
    }

    /// The number of legal moves.
    #[inline]
    fn count_moves(&self) -> u64 {
        let mut counter = Counter::default();
        self.moves(&mut counter);
        counter.0
    }

    /// The legal moves as a list.
    fn move_list(&self) -> MoveList<Self::Move> {
        let mut list = MoveList::new();
        self.moves(&mut list);
        list
    }

    /// The position after a legal move.
    #[inline(always)]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// A key of everything that makes positions different: placement, side, rights, hands. Counters do not count.
    #[inline(always)]
    fn key(&self) -> u64 {
        self.state().key
    }

    /// The key computed from the whole position. Equal to [`Rules::key`] unless that was updated wrongly.
    fn key_from_scratch(&self) -> u64 {
        self.state().key_of(self.board()) ^ self.extra_key()
    }

    /// Sets the keys of a position that has been read from a FEN.
    fn set_up_key(&mut self) {
        self.state_mut().key = self.key_from_scratch();
        self.state_mut().pawn_key = self.state().pawn_key_of(self.board());
        self.confirm_en_passant();
    }

    /// Whose turn it is.
    #[inline(always)]
    fn turn(&self) -> Seat {
        self.state().side.into()
    }

    /// Plies since the last capture or pawn move.
    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        u32::from(self.state().halfmove)
    }

    /// How many plies back the same position may have stood. A game in which a move that resets the clock can be
    /// undone (a pawn that steps back) looks further than to the last reset.
    #[inline(always)]
    fn reversible_plies(&self) -> usize {
        self.halfmove_clock() as usize
    }

    /// The end that is reached whatever moves there are (an escape, insufficient material).
    /// Positions without legal moves are judged by [`Rules::no_moves`].
    fn ended(&self) -> Option<Outcome> {
        None
    }

    /// The end of a game that has not [`ended`](Rules::ended), but whose side to move has no legal move.
    fn no_moves(&self) -> Outcome {
        match self.in_check() {
            true => Outcome::win(!self.turn().color, Reason::Checkmate),
            false => Outcome::draw(Reason::Stalemate),
        }
    }

    /// The end of the game as far as this position alone shows it.
    fn outcome(&self) -> Option<Outcome> {
        self.ended().or_else(|| (self.count_moves() == 0).then(|| self.no_moves()))
    }
}

//! The rules of a game.

use crate::types::{
    BoardView, Color, Counter, EnPassant, Kind, Move, MoveList, Outcome, PawnKinds, Reason, Seat, Sink, Square, State,
};
use std::fmt::Debug;
use std::hash::Hash;

/// A move of a game: a small value that can be told apart by 16 bits in an entry of the transposition table.
pub trait GameMove: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The whole move as a number. Different moves of one position have different numbers. The lowest byte is the square
    /// that the moving piece leaves, the next one that where it arrives.
    fn bits(self) -> u64;

    /// The square that the moving piece leaves.
    #[inline(always)]
    fn from(self) -> Square {
        Square(self.bits() as u8)
    }

    /// The square where the moving piece arrives.
    #[inline(always)]
    fn to(self) -> Square {
        Square((self.bits() >> 8) as u8)
    }

    /// The kind that a pawn promotes to; 0 if the move is no promotion.
    fn promotion(self) -> Kind;

    /// A hash of the move. Two legal moves may share it: a lookup among the legal moves takes the first match, which
    /// at worst orders the moves badly.
    #[inline(always)]
    fn move16(self) -> u16 {
        ((self.bits().wrapping_add(1)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as u16
    }
}

impl GameMove for Move {
    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(self.0)
    }

    #[inline(always)]
    fn promotion(self) -> Kind {
        Move::promotion(self)
    }
}

/// The rules of a game: its legal moves, what they do, and how the game ends.
pub trait Rules: Clone + Send + Sync + 'static {
    /// A legal move.
    type Move: GameMove;

    /// The board.
    type Board: BoardView;

    /// Every kind of piece is below this number.
    const KINDS: usize = Kind::LIMIT;

    /// Whether a move that resets the clock can be undone (a pawn that steps back, or is boxed after its drop), so that a
    /// position can recur after it.
    const RESETS_CAN_BE_UNDONE: bool = false;

    /// The kinds that are pawns.
    const PAWNS: PawnKinds = PawnKinds::new(Kind::new(1), Kind::new(1));

    /// The kind that a pawn is promoted to unless there is a reason for another; 0 in a game without promotions, or one in
    /// which only a position can tell.
    const BEST_PROMOTION: Kind = Kind::NONE;

    /// The same, of a position.
    #[inline(always)]
    fn resets_can_be_undone(&self) -> bool {
        Self::RESETS_CAN_BE_UNDONE
    }

    /// The kind that a pawn is promoted to unless there is a reason for another.
    #[inline(always)]
    fn best_promotion(&self) -> Kind {
        Self::BEST_PROMOTION
    }

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

    /// The en passant square, and the state with the key that it is a part of; `None` in a game without such a square.
    #[inline(always)]
    fn en_passant_mut(&mut self) -> Option<(&mut EnPassant, &mut State)> {
        None
    }

    /// Removes the right to capture en passant, with its share of the key.
    #[inline(always)]
    fn clear_en_passant(&mut self) {
        if let Some((passed, state)) = self.en_passant_mut() {
            passed.clear(state);
        }
    }

    /// Takes an en passant square out of the key if no legal move captures there. Called when a turn has been handed over
    /// or a position set up.
    #[inline(always)]
    fn confirm_en_passant(&mut self) {
        if let Some((&mut EnPassant { square, live: true }, _)) = self.en_passant_mut()
            && !is_capture_legal(self, square)
            && let Some((passed, state)) = self.en_passant_mut()
        {
            passed.disarm(state);
        }
    }

    /// Starts a ply: the right to capture en passant ends, and the clock of moves without capture or pawn move goes on.
    #[inline(always)]
    fn begin_ply(&mut self) {
        self.clear_en_passant();
        self.state_mut().halfmove += 1;
    }

    /// Ends a ply: the turn is handed over, and an en passant square that nobody can use counts no more.
    #[inline(always)]
    fn end_ply(&mut self) {
        self.state_mut().hand_over();
        self.confirm_en_passant();
    }

    /// Passes the turn: the null move of the search. Only called when not in check and where
    /// [`SearchHints::null_move_is_sound`](super::SearchHints::null_move_is_sound).
    fn pass(&mut self) {
        self.begin_ply();
        self.state_mut().hand_over();
    }

    /// The position after the turn has been passed.
    fn passed(&self) -> Self {
        let mut next = self.clone();
        next.pass();
        next
    }

    /// The share of the key that does not come from the pieces on the board and the side to move: castling rights, en
    /// passant, hands and the like.
    fn extra_key(&self) -> u64 {
        0
    }

    /// A hash of what the last moves change in the end of the game and the key leaves out: a pass, a drop that must not mate; 0 if that is
    /// nothing. Tables of endings tell positions apart by it.
    fn past_key(&self) -> u64 {
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

    /// How many plies back the same position may have stood.
    #[inline(always)]
    fn reversible_plies(&self) -> usize {
        if self.resets_can_be_undone() { usize::MAX } else { self.halfmove_clock() as usize }
    }

    /// How often a position occurs until the game is over by that; 0 for any number.
    #[inline(always)]
    fn repetitions(&self) -> usize {
        3
    }

    /// The end of the game by repetition. `checks` says by army whether each of its moves since the position stood for the first
    /// time has given check.
    #[inline(always)]
    fn repeated(&self, _checks: [bool; 2]) -> Outcome {
        Outcome::draw(Reason::Repetition)
    }

    /// Whether the game is over because there has been no progress for too long.
    #[inline(always)]
    fn is_worn_out(&self) -> bool {
        self.halfmove_clock() >= 100
    }

    /// The end of the game by lack of progress.
    #[inline(always)]
    fn worn_out(&self) -> Outcome {
        Outcome::draw(Reason::FiftyMoves)
    }

    /// The end that is reached whatever moves there are (an escape, insufficient material).
    /// Positions without legal moves are judged by [`Rules::no_moves`].
    fn ended(&self) -> Option<Outcome> {
        None
    }

    /// Whether an army has nothing left to win with, whatever moves both sides play. A game that cannot tell says no.
    fn cannot_win(&self, _color: Color) -> bool {
        false
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

/// The kind of pawn that captures en passant, in every game that has such captures.
const PAWN: Kind = Kind::new(1);

/// Whether a legal move captures a pawn en passant by arriving on `square`.
#[cold]
pub fn is_capture_legal<P: Rules>(position: &P, square: Square) -> bool {
    let mut captures = CapturesOn { position, square, found: false };
    position.generate::<true>(&mut captures);
    captures.found
}

/// Looks for a pawn's diagonal move to an empty square.
struct CapturesOn<'a, P> {
    position: &'a P,
    square: Square,
    found: bool,
}

impl<P: Rules> Sink<P::Move> for CapturesOn<'_, P> {
    fn push(&mut self, mv: P::Move) {
        let mover = self.position.board().kind_at(mv.from(), self.position.state().side);
        self.found |= mv.to() == self.square && mover == PAWN && mv.from().file() != self.square.file();
    }
}

//! The contract between the rules of a game and everything above them.
//!
//! A game is a type that implements [`Position`]: a plain value, copied at every move. Search, perft and
//! self-play are generic over it and monomorphised per game, so the inner loops are as if written for
//! that game alone; [`Game`](crate::game::Game) is the one place where the type is erased.

use crate::eval::ledger::{Sum, Terms};
use crate::eval::{Ledger, Weights};
use crate::types::{Counter, FenError, MoveList, Outcome, Reason, Score, Seat, Sink, Square, State};
use std::fmt::Debug;
use std::hash::Hash;

/// A move of a game, as the search handles it: a small value that can be told apart by 16 bits in a hash entry.
pub trait GameMove: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The whole move as a number; different moves of one position have different numbers.
    fn bits(self) -> u64;

    /// A short hash of the move. Two legal moves may share a tag: whoever looks one up among the legal
    /// moves takes the first, and nothing worse than a bad ordering comes of it.
    #[inline(always)]
    fn tag(self) -> u16 {
        ((self.bits().wrapping_add(1)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as u16
    }
}

impl GameMove for crate::types::Move {
    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(self.0)
    }
}

/// Which of several customary texts a move is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Notation {
    /// Each game's canonical text.
    #[default]
    Standard,
    /// As `Standard`, but castling is "king takes own rook" (`UCI_Chess960`).
    Chess960,
    /// What people and PGN write: standard algebraic notation in chess, the canonical text in all other games.
    San,
}

/// What a move that cannot be played runs into; see [`Position::explain`].
pub type Explanation = String;

/// The rules of a game: a position, its legal moves, and what they lead to.
pub trait Position: Clone + Send + Sync + 'static {
    /// A legal move.
    type Move: GameMove;

    /// Slots of the table behind [`Position::history_slot`].
    const HISTORY: usize;

    /// Whether passing may be tried as a lower bound (null move pruning): false where zugzwang is the rule.
    const NULL_MOVE: bool = true;

    /// Whether [`Position::wins_exchange`] looks at the board.
    const EXCHANGES: bool = false;

    /// How many players there are. With more than two the search plays for the one at the root, against all others.
    const PLAYERS: usize = 2;

    /// Reads a FEN, refusing malformed and impossible positions.
    fn from_fen(fen: &str) -> Result<Self, FenError>;

    /// The position as a FEN, every field written.
    fn fen(&self) -> String;

    /// The legal moves, each once. None in a finished game.
    fn moves(&self, sink: &mut impl Sink<Self::Move>);

    /// The legal moves that quiescence should look at: captures, promotions and the like. A subset of [`Position::moves`].
    fn noisy_moves(&self, sink: &mut impl Sink<Self::Move>);

    /// How many legal moves there are.
    #[inline]
    fn count_moves(&self) -> u64 {
        let mut counter = Counter::default();
        self.moves(&mut counter);
        counter.0
    }

    /// Plays a legal move of this position.
    fn play(&mut self, mv: Self::Move);

    /// Passes the turn. Only called where [`Position::null_move_is_sound`] and not in check, either when
    /// [`Position::NULL_MOVE`] holds or for a bystander ([`Position::is_bystander`]).
    fn pass(&mut self);

    /// Side to move, counters and key; of the board that is to move if there are several.
    fn state(&self) -> &State;

    /// A key of everything that makes positions different: placement, side, rights, hands. Counters do not count.
    #[inline(always)]
    fn key(&self) -> u64 {
        self.state().key
    }

    /// The key computed anew from the whole position; equal to [`Position::key`] unless that one is wrong.
    fn key_from_scratch(&self) -> u64;

    /// Whose turn it is.
    #[inline(always)]
    fn turn(&self) -> Seat {
        self.state().side.into()
    }

    /// Whether the side to move is in check, in the game's own sense.
    fn in_check(&self) -> bool;

    /// The squares of the pieces that give check; empty when not in check.
    fn checkers(&self) -> Vec<Square>;

    /// Plies since the last capture or pawn move.
    #[inline(always)]
    fn halfmove_clock(&self) -> u32 {
        u32::from(self.state().halfmove)
    }

    /// How many plies back the same position may have stood. A game in which what resets the clock can be undone
    /// (a pawn that steps back) has to look further than to the last reset.
    #[inline(always)]
    fn reversible_plies(&self) -> usize {
        self.halfmove_clock() as usize
    }

    /// The end that is reached whatever moves there are (an escape, insufficient material).
    /// Positions without legal moves are judged by [`Position::no_moves`].
    fn ended(&self) -> Option<Outcome> {
        None
    }

    /// The end of a game that has not [`ended`](Position::ended), but whose side to move has no legal move.
    fn no_moves(&self) -> Outcome {
        match self.in_check() {
            true => Outcome::win(!self.turn().color, Reason::Checkmate),
            false => Outcome::draw(Reason::Stalemate),
        }
    }

    /// The numbers of the evaluation; [`Position::appraise`] says how often each of them counts.
    const WEIGHTS: &'static Weights;

    /// Enters everything that makes this position good or bad for either side: the evaluation, once for all who
    /// want to know of it.
    fn appraise(&self, ledger: &mut impl Ledger);

    /// A static score from the view of the side to move.
    #[inline]
    fn evaluate(&self) -> Score {
        let mut sum = Sum::new(Self::WEIGHTS);
        self.appraise(&mut sum);
        sum.score(self.turn().color, Self::WEIGHTS.full_phase)
    }

    /// The static score from the view of any player. Only asked for with more than two.
    fn evaluate_for(&self, _seat: Seat) -> Score {
        self.evaluate()
    }

    /// How many players still move.
    fn players(&self) -> usize {
        Self::PLAYERS
    }

    /// Whether the player to move plays on another board than `seat`. Only asked for with more than two players.
    fn is_bystander(&self, _seat: Seat) -> bool {
        false
    }

    /// Ends the parts of a game (one of several boards) that are drawn by repetition or the fifty-move rule, after a
    /// move that all of `earlier`, newest first, went before. A game of one part has nothing to do here: whoever keeps
    /// the history ends it.
    fn settle_draws<'a>(&mut self, _earlier: impl Iterator<Item = &'a Self> + Clone)
    where
        Self: 'a,
    {
    }

    /// The parts of the evaluation for people: a name and White's and Black's score each.
    fn evaluation_terms(&self) -> Vec<(&'static str, [Score; 2])> {
        let mut terms = Terms::new(Self::WEIGHTS);
        self.appraise(&mut terms);
        terms.list()
    }

    /// What a legal move wins at once, in hundredths of a pawn: victims, promotion. 0 for a quiet move.
    fn gain(&self, mv: Self::Move) -> Score;

    /// The worth of the piece that moves: cheap attackers are tried first.
    fn mover_value(&self, mv: Self::Move) -> Score;

    /// Whether the exchange that a move begins wins at least `threshold` (which may be negative), as far as the board
    /// tells without trying. A game that does not look takes it that nobody strikes back.
    #[inline(always)]
    fn wins_exchange(&self, mv: Self::Move, threshold: Score) -> bool {
        !Self::EXCHANGES || self.gain(mv) >= threshold
    }

    /// Whether [`Position::gives_check`] knows. Where it does not, no quiet move is left out as hopeless: it might mate.
    const TELLS_CHECKS: bool = false;

    /// Whether a move that is about to be left out as hopeless gives check after all.
    #[inline(always)]
    fn gives_check(&self, _mv: Self::Move) -> bool {
        false
    }

    /// Whether a move is one that [`Position::noisy_moves`] would list.
    fn is_noisy(&self, mv: Self::Move) -> bool;

    /// Which history counter (below [`Position::HISTORY`]) a quiet move belongs to: usually piece and target square.
    fn history_slot(&self, mv: Self::Move) -> usize;

    /// Whether the side to move has enough pieces that passing is a sensible lower bound.
    fn null_move_is_sound(&self) -> bool {
        true
    }

    /// The one canonical text of a legal move.
    fn move_text(&self, mv: Self::Move, notation: Notation) -> String;

    /// Whether `text` names the legal move `mv`. More texts may be accepted than are printed.
    fn is_text_of(&self, mv: Self::Move, text: &str) -> bool {
        self.move_text(mv, Notation::Standard).eq_ignore_ascii_case(text)
    }

    /// Why `text` is not a legal move here, if the game can say more than "illegal".
    fn explain(&self, _text: &str) -> Option<Explanation> {
        None
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

    /// The legal move that `text` names.
    fn find_move(&self, text: &str) -> Option<Self::Move> {
        self.move_list().into_iter().find(|&mv| self.is_text_of(mv, text))
    }

    /// The end of the game as far as this position alone shows it.
    fn outcome(&self) -> Option<Outcome> {
        self.ended().or_else(|| (self.count_moves() == 0).then(|| self.no_moves()))
    }
}

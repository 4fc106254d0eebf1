//! Games from rules that are known only when the program runs: one position type for all of them.
//!
//! ```text
//! rules        the rules of a game as data
//! square_set   sets of squares
//! tables       where pieces go and from where squares are attacked, by square
//! loaded       rules, tables and what else follows from them
//! moves        moves
//! hands        pieces in hand
//! passed       squares of capture en passant
//! castling     castling and its rights
//! home         first moves from the home rank
//! walls        walls on the board
//! ways         how far the ways of a piece are open
//! reach        which pieces may attack a square
//! attack       attacks and checks
//! checks       checks that moves give
//! danger       what threatens the king of the side to move
//! movegen      legal moves
//! duties       moves that other rules forbid or demand
//! play         what moves do
//! ends         how games end
//! counting     counting to a draw
//! text         FEN and move text
//! san          standard algebraic notation
//! describe     what people see
//! events       special events, for statistics
//! words        the rules in sentences
//! piece_words  how pieces move, in sentences
//! diagrams     where lone pieces go
//! features     what the network sees
//! relations    what pieces do to each other
//! symmetry     which reflections leave the rules as they are
//! values       what features are worth before anything is learnt
//! worth        what pieces are worth before anything is learnt
//! ```

mod attack;
mod castling;
mod checks;
mod counting;
mod danger;
mod describe;
mod diagrams;
mod duties;
mod ends;
pub mod events;
mod features;
mod hands;
mod home;
mod loaded;
mod movegen;
mod moves;
mod passed;
mod piece_words;
mod play;
mod reach;
mod relations;
pub mod rules;
mod san;
pub mod square_set;
mod symmetry;
mod tables;
#[cfg(test)]
mod tests;
mod text;
mod values;
mod walls;
mod ways;
mod words;
mod worth;

pub use diagrams::guide;
pub use loaded::{Loaded, Names};
pub use words::chapters;

use crate::position::{Players, Rules as PositionRules, SearchHints};
use crate::types::zobrist;
use crate::types::{Color, Kind, Mailbox, Outcome, PawnKinds, Reason, Score, Seat, Sink, Square, State};
use castling::Rights;
use hands::Hands;
use home::Home;
use moves::{Flag, GeneralMove};
use passed::Passed;
use rules::{Draws, Value};
use square_set::SquareSet;

/// The board: room for 64 pieces a side.
type Board = Mailbox<128>;

/// A position of a game from rules.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub struct General {
    board: Board,
    state: State,
    game: &'static Loaded,
    rights: Rights,
    passed: Passed,
    hands: Hands,
    /// The pieces on their home ranks that have not moved.
    home: Home,
    /// The last wall that has been put.
    wall: Option<Square>,
    /// By player, the number of the royal piece on the board, of games with one at most; [`NO_KING`] if there is none.
    kings: [u8; 2],
    /// By player, the checks that are left to give.
    checks_left: [u8; 2],
    /// How many of the last moves have passed, up to 2.
    passes: u8,
    /// The kind that the last move has dropped; 0 if it was no drop.
    dropped: Kind,
    /// Counting to a draw: the limit and what has been counted, both in plies; 0 while nothing is counted.
    counted: [u16; 2],
}

/// The topic of [`Rules::past_key`] among hashes.
const PAST: u64 = 40;

/// The number of no piece.
const NO_KING: u8 = u8::MAX;

impl General {
    /// The rules.
    #[inline(always)]
    fn rules(&self) -> &'static rules::Rules {
        &self.game.rules
    }
}

impl PositionRules for General {
    type Move = GeneralMove;

    one_board!(Board);

    #[inline(always)]
    fn resets_can_be_undone(&self) -> bool {
        self.game.resets_can_be_undone
    }

    #[inline(always)]
    fn best_promotion(&self) -> Kind {
        self.game.best_promotion[self.state.side.index()]
    }

    #[inline]
    fn generate<const NOISY: bool>(&self, sink: &mut impl Sink<GeneralMove>) {
        movegen::generate::<NOISY>(self, sink);
    }

    #[inline]
    fn play(&mut self, mv: GeneralMove) {
        self.play_move(mv);
    }

    fn clear_en_passant(&mut self) {
        self.passed.clear(&mut self.state);
    }

    fn extra_key(&self) -> u64 {
        let walls = self.walls_key();
        self.rights.key() ^ self.passed.key() ^ self.hands.key() ^ self.home.key() ^ self.counters_key() ^ walls
    }

    fn past_key(&self) -> u64 {
        let mate_loses = self.rules().hand.as_ref().map_or(0, |hand| hand.mate_loses);
        let drop = if mate_loses & self.dropped.bit() & !1 == 0 { 0 } else { u64::from(self.dropped.number()) };
        if self.passes == 0 && drop == 0 { 0 } else { zobrist::feature(PAST, u64::from(self.passes) << 8 | drop) }
    }

    #[inline]
    fn in_check(&self) -> bool {
        self.is_checked(self.state.side)
    }

    fn checkers(&self) -> Vec<Square> {
        let us = self.state.side;
        let (royals, strikers) = (self.royals(us), self.strikers(!us));
        let by = |&royal: &Square| attack::attackers(&self.game.tables, &self.board, royal, !us, strikers);
        royals.iter().map(by).fold(SquareSet::EMPTY, |all, some| all | some).squares().collect()
    }

    fn repetitions(&self) -> usize {
        self.rules().ends.repetitions.into()
    }

    fn repeated(&self, checks: [bool; 2]) -> Outcome {
        self.judge_repetition(checks)
    }

    #[inline(always)]
    fn is_worn_out(&self) -> bool {
        let most = self.rules().ends.most_moves;
        most > 0 && self.state.halfmove >= 2 * most || self.counted[1] > self.counted[0] && self.counted[0] > 0
    }

    fn worn_out(&self) -> Outcome {
        self.with_odds(Outcome::draw(Reason::FiftyMoves))
    }

    #[inline]
    fn ended(&self) -> Option<Outcome> {
        if self.game.has_goals { self.goal_reached() } else { None }
    }

    fn no_moves(&self) -> Outcome {
        self.stuck()
    }

    fn cannot_win(&self, color: Color) -> bool {
        self.has_nothing_to_win_with(color)
    }
}

impl SearchHints for General {
    fn judges_exchanges(&self) -> bool {
        self.game.has_exchanges
    }

    /// Not where an army has no king: Horde is played no better with it (`uci-docs/measurements.md`).
    #[inline(always)]
    fn tells_checks(&self) -> bool {
        self.game.tells_checks && !self.kings.contains(&NO_KING)
    }

    #[inline]
    fn gives_check(&self, mv: GeneralMove) -> bool {
        self.game.tells_checks && self.attacks_king_by(mv)
    }

    #[inline(always)]
    fn mover(&self, mv: GeneralMove) -> Kind {
        if mv.flag() == Flag::DROP { mv.piece() } else { self.board.kind_on(mv.from()) }
    }

    #[inline(always)]
    fn victim(&self, mv: GeneralMove) -> Kind {
        match mv.flag() {
            Flag::EN_PASSANT => self.victim_en_passant(mv.to()).map_or(Kind::NONE, |square| self.board.kind_on(square)),
            Flag::DROP | Flag::PASS | Flag::CASTLING | Flag::CASTLING_LONG => Kind::NONE,
            _ => self.board.kind_at(mv.to(), !self.state.side),
        }
    }

    #[inline(always)]
    fn is_noisy(&self, mv: GeneralMove) -> bool {
        self.is_loud(mv) && self.has_first_wall(mv)
    }

    /// Where captures are compulsory or the only moves, a position is quiet although the next move captures: most positions
    /// that the search evaluates are such.
    #[inline]
    fn is_quiet(&self, mv: GeneralMove) -> bool {
        !self.in_check() && (!self.is_loud(mv) || self.rules().duties.must_capture)
    }

    fn wins_exchange(&self, mv: GeneralMove, threshold: Score) -> bool {
        !self.judges_exchanges() || self.exchange_wins(mv, threshold)
    }

    fn is_decided_when_stuck(&self) -> bool {
        let ends = &self.rules().ends;
        ends.stalemate != Value::Draw || ends.stalemate_by_count || ends.draws != Draws::Drawn
    }

    fn may_win_by_the_others_move(&self) -> bool {
        let ends = &self.rules().ends;
        let by_loss = ends.extinction.is_some_and(|extinction| extinction.value == Value::Win);
        by_loss || [ends.stalemate, ends.checkmate].contains(&Value::Win) || ends.stalemate_by_count
    }

    fn null_move_is_sound(&self) -> bool {
        self.game.null_move_is_sound && self.has_officers(self.state.side)
    }
}

impl General {
    /// Whether a legal move captures, or promotes a pawn to the best kind.
    #[inline(always)]
    fn is_loud(&self, mv: GeneralMove) -> bool {
        match mv.flag() {
            Flag::PROMOTION => mv.becomes() == self.game.best_promotion[self.state.side.index()],
            Flag::EN_PASSANT => !self.game.only_captures,
            Flag::DROP | Flag::PASS | Flag::CASTLING | Flag::CASTLING_LONG => false,
            _ => !self.game.only_captures && self.board.at(mv.to()).is(!self.state.side),
        }
    }

    /// Whether an army has more than pawns and royal pieces.
    fn has_officers(&self, color: Color) -> bool {
        let rules = self.rules();
        self.board.army(color).any(|(kind, _)| kind.number() > rules.pawns && rules.royal & kind.bit() == 0)
    }
}

impl Players for General {}

/// The pawns of the rules.
fn pawn_kinds(rules: &rules::Rules) -> PawnKinds {
    PawnKinds::new(Kind::new(1), Kind::new(rules.pawns))
}

/// The player of an army.
fn seat(color: Color) -> Seat {
    color.into()
}

//! A position of any game of the family, and its side of the [`Position`] contract.

use super::hold::{self, Holds};
use super::movegen::{self, Wanted};
use super::{Board, EscapeRules, KNIGHT, PAWN, ROYAL};
use crate::position::piece_kind::PieceKind;
use crate::position::view::{Check, Layout};
use crate::position::{
    Annotation, Describe, Evaluate, Events, Players, Rules, SearchHints, Shape, SpecialEvent, worths,
};
use crate::types::{Color, EnPassant, Kind, Move, Outcome, Reason, Score, Sink, Square, State};
use crate::variants::exchange::Strike;
use crate::variants::orthodox::Flag;
use crate::variants::orthodox::en_passant::victim;
use crate::variants::orthodox::pawns::finish_move;
use crate::variants::parameters::TUNED_IN_PRISON_BREAK;
use std::marker::PhantomData;

/// A position of the game with the rules `R`.
#[derive(Clone, Debug)]
// The board is the first field: one address serves for its cells and its lists.
#[repr(C)]
pub struct Escape<R> {
    pub(super) board: Board,
    pub(super) state: State,
    pub(super) en_passant: EnPassant,
    pub(super) rules: PhantomData<R>,
}

impl<R: EscapeRules> Escape<R> {
    /// The square of an army's Prisoner or King.
    #[inline(always)]
    pub(super) fn royal(&self, color: Color) -> Square {
        self.board.king(color)
    }

    /// Whether the opponent attacks the royal piece of `color`.
    #[inline]
    pub(super) fn is_held(&self, color: Color) -> bool {
        hold::attacked::<R>(&self.board, self.royal(color), !color)
    }

    /// Anticheckmate only: the last move has freed its own king.
    #[inline(always)]
    fn is_won(&self) -> bool {
        R::INSTANT_WIN && !self.is_held(!self.state.side)
    }

    /// Captures, and promotions to the best kind.
    #[inline]
    fn wins_material(&self, mv: Move) -> bool {
        match mv.promotion() {
            Kind::NONE => mv.flag() == Flag::EN_PASSANT || self.board.at(mv.to()).is(!self.state.side),
            kind => kind == R::PROMOTIONS[0],
        }
    }

    /// The attacks on the mover's own royal, from which [`Escape::frees`] tells what can end them.
    #[inline]
    fn bonds(&self) -> Holds<'_, R> {
        Holds::of(&self.board, !self.state.side, self.royal(self.state.side))
    }

    /// Whether a move wins at once: afterwards nothing attacks the mover's royal. `bonds` rules out all but few.
    #[inline]
    fn frees(&self, mv: Move, bonds: &Holds<'_, R>) -> bool {
        let royal = self.royal(self.state.side);
        let captures = mv.flag() == Flag::EN_PASSANT || !self.board.at(mv.to()).is_empty();
        let candidate = match bonds.count {
            _ if mv.from() == royal => true,
            0 => true,
            1 => captures || bonds.common_support().fails_at(royal, mv.to()),
            _ => false,
        };
        candidate && self.after(mv).is_won()
    }
}

/// Lets through the noisy moves of a game that is won at once.
struct NoisyOnly<'a, R, S> {
    position: &'a Escape<R>,
    bonds: Holds<'a, R>,
    sink: &'a mut S,
}

impl<R: EscapeRules, S: Sink<Move>> Sink<Move> for NoisyOnly<'_, R, S> {
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        if self.position.wins_material(mv) || self.position.frees(mv, &self.bonds) {
            self.sink.push(mv);
        }
    }
}

impl<R: EscapeRules> Rules for Escape<R> {
    type Move = Move;
    const KINDS: usize = 8;
    const BEST_PROMOTION: Kind = R::PROMOTIONS[0];

    one_board!(Board, en_passant);

    #[inline]
    fn generate<const NOISY: bool>(&self, sink: &mut impl Sink<Move>) {
        if NOISY && !R::INSTANT_WIN {
            movegen::generate::<R, _, { Wanted::NOISY }>(self, sink);
        } else if NOISY && !self.is_won() {
            let mut filter = NoisyOnly { position: self, bonds: self.bonds(), sink };
            movegen::generate::<R, _, { Wanted::ALL }>(self, &mut filter);
        } else if !self.is_won() {
            movegen::generate::<R, _, { Wanted::ALL }>(self, sink);
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let (us, from, to) = (self.state.side, mv.from(), mv.to());
        let kind = self.board.kind_on(from);
        self.begin_ply();
        if !self.board.at(to).is_empty() {
            self.state.remove(&mut self.board, !us, to);
            self.state.halfmove = 0;
        }
        self.state.relocate(&mut self.board, kind, from, to);
        if kind == PAWN {
            finish_move(mv, &mut self.board, &mut self.state, &mut self.en_passant);
        }
        self.end_ply();
    }

    fn extra_key(&self) -> u64 {
        self.en_passant.key()
    }

    /// The side to move holds nothing. In Anticheckmate there is no check.
    #[inline]
    fn in_check(&self) -> bool {
        !R::INSTANT_WIN && !self.is_held(!self.state.side)
    }

    /// No piece gives this check; what is shown is the royal piece that stands free.
    fn checkers(&self) -> Vec<Square> {
        if self.in_check() { vec![self.royal(!self.state.side)] } else { Vec::new() }
    }

    #[inline]
    fn ended(&self) -> Option<Outcome> {
        self.is_won().then(|| Outcome::win(!self.state.side, Reason::Goal("frees the king")))
    }
}

/// The gain of a winning move for move ordering: more than the material of any army.
const GAME_WON: Score = 10_000;

impl<R: EscapeRules> Evaluate for Escape<R> {
    const WORTH: &'static [Score; Kind::LIMIT] = &worths(R::WORTH);
}

impl<R: EscapeRules> SearchHints for Escape<R> {
    const PARAMETERS: &'static [(&'static str, i32)] = TUNED_IN_PRISON_BREAK;
    const EXCHANGES: bool = true;

    #[inline(always)]
    fn victim(&self, mv: Move) -> Kind {
        if mv.flag() == Flag::EN_PASSANT { PAWN } else { self.board.kind_at(mv.to(), !self.state.side) }
    }

    #[inline]
    fn gain(&self, mv: Move) -> Score {
        let worth = |kind| self.worth(kind);
        if R::INSTANT_WIN && self.frees(mv, &self.bonds()) {
            return GAME_WON;
        }
        let promotion = if mv.promotion().is_none() { 0 } else { worth(mv.promotion()) - worth(PAWN) };
        worth(self.victim(mv)) + promotion
    }

    /// Royals take no part: they are kept in their places by other concerns.
    fn wins_exchange(&self, mv: Move, threshold: Score) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let kind = if mv.promotion().is_none() { self.board.kind_on(from) } else { mv.promotion() };
        let standing = self.worth(kind);
        let strike = Strike { by: self.state.side, from, to, gain: self.gain(mv), standing };
        strike.wins(&self.board, threshold, |color, kind, square| {
            let hits = kind != ROYAL && hold::attacks_from::<R>(&self.board, color, kind, from, square, to);
            hits.then(|| self.worth(kind))
        })
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        self.wins_material(mv) || R::INSTANT_WIN && self.frees(mv, &self.bonds())
    }

    /// A side that is not in check keeps its hold when it passes, so passing is no more than doing nothing.
    /// It only beats every move when there is hardly a piece left that may let go; and a side that wins by
    /// doing nothing should look for the move that does it.
    fn null_move_is_sound(&self) -> bool {
        let pieces = self.board.army(self.state.side).filter(|(kind, _)| (KNIGHT..ROYAL).contains(kind)).count();
        pieces >= 2 && (!R::INSTANT_WIN || self.is_held(self.state.side))
    }
}

impl<R: EscapeRules> Players for Escape<R> {}

impl<R: EscapeRules> Describe for Escape<R> {
    fn letter(&self, kind: Kind) -> char {
        R::LETTERS.letter(kind)
    }

    fn layouts(&self) -> Vec<Layout> {
        let holes = Square::all(R::FILES, 8).filter(|&square| !R::exists(square)).collect();
        vec![Layout { holes, ..self.layout() }]
    }

    fn annotations(&self, kinds: &[PieceKind]) -> Vec<Annotation> {
        let of = |color: Color| {
            let royal = self.royal(color);
            let by = hold::attackers::<R>(&self.board, royal, !color);
            match by.is_empty() {
                true => Annotation::new(royal, "free", "Nothing holds this piece", by),
                false => Annotation::new(royal, "held", format!("Held by {}", self.names(kinds, &by)), by),
            }
        };
        Color::ALL.map(of).into_iter().chain(self.en_passant.mark()).collect()
    }

    /// The royal piece that stands free is in check and gives it.
    fn check(&self, kinds: &[PieceKind]) -> Option<Check> {
        let free = Some(self.checkers()).filter(|_| self.in_check())?;
        let text = format!("Check: nothing holds {}", self.names(kinds, &free));
        Some(Check { squares: free.clone(), by: free, text })
    }

    fn shape(&self, mv: Move) -> Shape {
        let (us, mut shape) = (self.state.side, self.displacement(mv));
        if mv.flag() == Flag::EN_PASSANT {
            shape.captures.extend(self.seen_on(victim(mv.to(), us), !us));
        }
        shape
    }

    /// Letting go of a royal piece is no attack on a king: the question is always allowed.
    fn turned(&self) -> Option<Self> {
        Some(self.passed())
    }
}

impl<R: EscapeRules> Events for Escape<R> {
    const EVENTS: &'static [SpecialEvent<Self>] = Self::SPECIAL;
}

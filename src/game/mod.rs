//! The one place where a game's type is erased: above it there are only texts, numbers and reports.
//!
//! [`Played`] is a position with the moves that led to it; [`Game`] is what protocols and tools see of it.

mod audit;
pub mod piece_kind;
pub mod variant;

use audit::audit;
pub use variant::Variant;

use crate::eval::Weights;
use crate::eval::ledger::Trace;
use crate::perft;
use crate::position::{GameMove, Notation, Position};
use crate::search::{Event, Limits, Request, SharedState, StopSignal, TimeManager};
use crate::types::{FenError, Outcome, Reason, Score, Seat, Square};
use rayon::ThreadPool;
use std::fmt;
use std::sync::Arc;

/// A move text that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// The text.
    pub text: String,
    /// Why not, where the game can say.
    pub reason: Option<String>,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Some(reason) => write!(f, "illegal move: {} ({reason})", self.text),
            None => write!(f, "illegal move: {}", self.text),
        }
    }
}

impl std::error::Error for MoveError {}

/// What a search of the current position is to do and where it finds its means.
#[derive(Clone)]
pub struct SearchSetup {
    /// When to stop.
    pub limits: Limits,
    /// Lines to report.
    pub multipv: usize,
    /// How moves are written.
    pub notation: Notation,
    /// What earlier searches of this game have learnt.
    pub shared_state: Arc<SharedState>,
    /// The clock, and the signal that stops the search.
    pub time: Arc<TimeManager>,
}

/// A search or count ready to run on a pool; it owns all it needs.
pub type Job = Box<dyn FnOnce(&ThreadPool, &mut (dyn FnMut(Event) + Send)) + Send>;

/// A game in progress, whichever it is.
pub trait Game: Send {
    /// The rules in play.
    fn variant(&self) -> &'static Variant;

    /// The current position.
    fn fen(&self) -> String;

    /// Plays the move that `text` names and returns its canonical text.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;

    /// Plays the legal move of this number ([`GameMove::bits`]); false if there is none.
    fn play_bits(&mut self, bits: u64) -> bool;

    /// Takes the last move back; false at the start.
    fn undo(&mut self) -> bool;

    /// Moves played since the position was set up, as canonical texts.
    fn played(&self) -> Vec<String>;

    /// The same moves as numbers, for records that are read again by [`Game::play_bits`].
    fn played_bits(&self) -> Vec<u64>;

    /// The legal moves.
    fn legal_moves(&self, notation: Notation) -> Vec<String>;

    /// Whose turn it is.
    fn turn(&self) -> Seat;

    /// How many players there are.
    fn players(&self) -> usize;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// Whether nothing hangs in the air that a static evaluation cannot see: the move of this number is legal and
    /// quiet, and nobody is in check.
    fn is_quiet(&self, bits: u64) -> bool;

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<Square>;

    /// The hash key of the position.
    fn key(&self) -> u64;

    /// How the game ended, if it did: on the board, by repetition or by the 50-move rule.
    fn outcome(&self) -> Option<Outcome>;

    /// The static evaluation from the view of the side to move, and its terms for both sides.
    fn evaluation(&self) -> (Score, Vec<(&'static str, [Score; 2])>);

    /// The numbers that the evaluation goes by; without groups if the game has none that could be tuned.
    fn weights(&self) -> &'static Weights;

    /// How often each of them counts in the current position.
    fn trace(&self) -> Trace;

    /// A search of the current position.
    fn search(&self, setup: SearchSetup) -> Job;

    /// Counts the move sequences of `depth` plies, each root move apart. `hash`, if any, is a table of counts.
    fn count(&self, depth: u32, notation: Notation, hash: Option<perft::CountTable>, stop: Arc<StopSignal>) -> Job;

    /// A copy with its history.
    fn boxed_clone(&self) -> Box<dyn Game>;

    /// Checks the promises that every [`Position`] makes against the current position: keys, FEN and texts,
    /// noisy moves, table slots. For tests.
    ///
    /// # Errors
    /// The first promise that is broken.
    fn audit(&self) -> Result<(), String>;
}

/// A position of a game and how it came about.
#[derive(Clone)]
pub struct Played<P: Position> {
    variant: &'static Variant,
    current: P,
    /// Positions before the current one, with the move that left each.
    past: Vec<(P, P::Move)>,
    /// Keys of `past`.
    keys: Vec<u64>,
}

impl<P: Position> Played<P> {
    /// A game that begins at `fen`.
    pub fn from_fen(variant: &'static Variant, fen: &str) -> Result<Self, FenError> {
        let mut current = P::from_fen(fen)?;
        current.settle_draws(std::iter::empty());
        Ok(Played { variant, current, past: Vec::new(), keys: Vec::new() })
    }

    /// Plays a legal move.
    fn advance(&mut self, mv: P::Move) {
        let mut next = self.current.after(mv);
        let earlier = self.past.iter().rev().map(|(position, _)| position);
        next.settle_draws(std::iter::once(&self.current).chain(earlier));
        self.keys.push(self.current.key());
        self.past.push((std::mem::replace(&mut self.current, next), mv));
    }

    /// The legal move of this number.
    fn move_of(&self, bits: u64) -> Option<P::Move> {
        self.current.move_list().into_iter().find(|mv| mv.bits() == bits)
    }

    /// Whether the current position stands for the third time.
    fn is_repeated(&self) -> bool {
        let key = self.current.key();
        let reach = self.current.reversible_plies().min(self.keys.len());
        self.keys[self.keys.len() - reach..].iter().filter(|&&earlier| earlier == key).count() >= 2
    }
}

impl<P: Position> Game for Played<P> {
    fn variant(&self) -> &'static Variant {
        self.variant
    }

    fn fen(&self) -> String {
        self.current.fen()
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let Some(mv) = self.current.find_move(text) else {
            return Err(MoveError { text: text.to_owned(), reason: self.current.explain(text) });
        };
        let canonical = self.current.move_text(mv, Notation::Standard);
        self.advance(mv);
        Ok(canonical)
    }

    fn play_bits(&mut self, bits: u64) -> bool {
        self.move_of(bits).map(|mv| self.advance(mv)).is_some()
    }

    fn undo(&mut self) -> bool {
        let Some((earlier, _)) = self.past.pop() else { return false };
        self.keys.pop();
        self.current = earlier;
        true
    }

    fn played(&self) -> Vec<String> {
        self.past.iter().map(|(position, mv)| position.move_text(*mv, Notation::Standard)).collect()
    }

    fn played_bits(&self) -> Vec<u64> {
        self.past.iter().map(|(_, mv)| mv.bits()).collect()
    }

    fn legal_moves(&self, notation: Notation) -> Vec<String> {
        self.current.move_list().into_iter().map(|mv| self.current.move_text(mv, notation)).collect()
    }

    fn turn(&self) -> Seat {
        self.current.turn()
    }

    fn players(&self) -> usize {
        P::PLAYERS
    }

    fn in_check(&self) -> bool {
        self.current.in_check()
    }

    fn is_quiet(&self, bits: u64) -> bool {
        !self.current.in_check() && self.move_of(bits).is_some_and(|mv| !self.current.is_noisy(mv))
    }

    fn checkers(&self) -> Vec<Square> {
        self.current.checkers()
    }

    fn key(&self) -> u64 {
        self.current.key()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.current.outcome().or_else(|| {
            // With several boards they end one by one: `Position::settle_draws`.
            if P::PLAYERS > 2 {
                return None;
            }
            let fifty = self.current.halfmove_clock() >= 100;
            let reason = if self.is_repeated() { Reason::Repetition } else { Reason::FiftyMoves };
            (fifty || reason == Reason::Repetition).then(|| Outcome::draw(reason))
        })
    }

    fn evaluation(&self) -> (Score, Vec<(&'static str, [Score; 2])>) {
        (self.current.evaluate(), self.current.evaluation_terms())
    }

    fn weights(&self) -> &'static Weights {
        P::WEIGHTS
    }

    fn trace(&self) -> Trace {
        let mut trace = Trace::new();
        self.current.evaluate_into(&mut trace);
        trace.normalise();
        trace
    }

    fn search(&self, setup: SearchSetup) -> Job {
        let position = self.current.clone();
        let history = self.keys.clone();
        let past = match P::PLAYERS {
            2 => Vec::new(),
            _ => self.past.iter().map(|(position, _)| position.clone()).collect(),
        };
        Box::new(move |pool, listen| {
            let SearchSetup { limits, multipv, notation, shared_state, time } = setup;
            let moves = moves_within(&position, &limits);
            let request = Request { position, moves, history, past, limits, multipv, notation, shared_state, time };
            crate::search::run(&request, pool, listen);
        })
    }

    fn count(&self, depth: u32, notation: Notation, hash: Option<perft::CountTable>, stop: Arc<StopSignal>) -> Job {
        let position = self.current.clone();
        Box::new(move |pool, listen| {
            let each = |mv, nodes| listen(Event::Counted(position.move_text(mv, notation), nodes));
            let total = perft::divide(&position, depth, pool, hash.as_ref(), &stop, each);
            listen(Event::Total(total));
        })
    }

    fn boxed_clone(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn audit(&self) -> Result<(), String> {
        audit(&self.current).map_err(|broken| format!("{}: {broken}: {}", self.variant.name, self.current.fen()))
    }
}

/// The legal moves that the limits allow; all of them if the limits allow none.
fn moves_within<P: Position>(position: &P, limits: &Limits) -> Vec<P::Move> {
    let names = |texts: &[String], mv: P::Move| texts.iter().any(|text| position.is_text_of(mv, text));
    let is_allowed = |&mv: &P::Move| (limits.only.is_empty() || names(&limits.only, mv)) && !names(&limits.except, mv);
    let mut moves = position.move_list().into_vec();
    if moves.iter().any(is_allowed) {
        moves.retain(is_allowed);
    }
    moves
}

//! The one place where a game's type is erased: above it there are only numbers, texts and reports.
//!
//! [`Game`] is what protocols and tools see of a position and the moves that led to it.

mod audit;
pub mod variant;

use audit::audit;
pub use variant::Variant;

use crate::network::{ActiveFeatures, Network, PieceSums};
use crate::perft::{CountTable, Perft};
use crate::position::{GameMove, Notation, Position, Shape, View};
use crate::search::{Event, Limits, Request, SearchSetup, StopSignal};
use crate::types::{FenError, Outcome, Reason, Score, Seat, Square};
use rayon::ThreadPool;
use std::collections::HashMap;
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

/// A search or perft, ready to run on a thread pool. It owns everything it needs.
pub type Job = Box<dyn FnOnce(&ThreadPool, Listener<'_>) + Send>;

/// Receives the events of a job.
pub type Listener<'a> = &'a mut (dyn FnMut(Event) + Send);

/// A game in progress, of any variant.
pub trait Game: Send + Sync {
    /// The rules in play.
    fn variant(&self) -> &'static Variant;

    /// The current position.
    fn fen(&self) -> String;

    /// The number ([`GameMove::bits`]) of the legal move that `text` names.
    fn find(&self, text: &str) -> Result<u64, MoveError>;

    /// Plays the move that `text` names and returns its canonical text.
    fn play(&mut self, text: &str) -> Result<String, MoveError>;

    /// Plays the legal move of this number; false if there is none.
    fn play_bits(&mut self, bits: u64) -> bool;

    /// The same; `look` is given the position before the move if [`Game::is_quiet`] is true of the move.
    fn play_looking(&mut self, bits: u64, look: &mut dyn FnMut(&dyn Game)) -> bool;

    /// Takes the last move back; false at the start.
    fn undo(&mut self) -> bool;

    /// Moves played since the position was set up, as canonical texts.
    fn played(&self) -> Vec<String> {
        self.played_as(Notation::Standard)
    }

    /// The same moves in a notation.
    fn played_as(&self, notation: Notation) -> Vec<String> {
        self.played_since(0, notation)
    }

    /// The same without the first `skipped` ones.
    fn played_since(&self, skipped: usize, notation: Notation) -> Vec<String>;

    /// The same moves as numbers, for records that are read again by [`Game::play_bits`].
    fn played_bits(&self) -> Vec<u64>;

    /// The texts of the legal moves.
    fn legal_moves(&self, notation: Notation) -> Vec<String>;

    /// The numbers of the legal moves, in the same order.
    fn legal_bits(&self) -> Vec<u64>;

    /// The texts of the legal moves by their numbers, for whoever writes many of them.
    fn move_texts(&self, notation: Notation) -> HashMap<u64, String> {
        self.legal_bits().into_iter().zip(self.legal_moves(notation)).collect()
    }

    /// The text of the legal move of this number; `None` if there is none.
    fn write(&self, bits: u64, notation: Notation) -> Option<String>;

    /// The texts of a line of moves that begins here, up to the first that is not legal.
    fn write_line(&self, line: &[u64], notation: Notation) -> Vec<String>;

    /// What the legal moves do, in the order of [`Game::legal_moves`].
    fn shapes(&self) -> Vec<Shape>;

    /// What the legal move does that `text` names; `None` if there is none.
    fn shape_of(&self, text: &str) -> Option<Shape>;

    /// What the moves of [`Game::played`] have done.
    fn played_shapes(&self) -> Vec<Shape>;

    /// What people see of the position.
    fn view(&self) -> View;

    /// The same position with the other side of the board to move, to see what it threatens; `None` where the rules do not
    /// allow the question.
    fn turned(&self) -> Option<Box<dyn Game>>;

    /// Which of the special events of its row ([`Variant::events`]) a move with these bits brings about, a bit for each; 0 if
    /// the move is not legal.
    fn events(&self, bits: u64) -> u32;

    /// Whose turn it is.
    fn turn(&self) -> Seat;

    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;

    /// Whether a static evaluation can judge the position: no check, and the move of this number is legal and quiet.
    fn is_quiet(&self, bits: u64) -> bool;

    /// The squares of the pieces that give check.
    fn checkers(&self) -> Vec<Square>;

    /// The hash key of the position.
    fn key(&self) -> u64;

    /// How the game ended by its rules, if it did. There are no moves any more.
    fn ended(&self) -> Option<Outcome>;

    /// The draw that may be claimed, by repetition or by the fifty-move rule, if there is one. Unless it is claimed, the game
    /// goes on.
    fn claimable_draw(&self) -> Option<Outcome>;

    /// How the game ended where draws are claimed as soon as they may be, as between engines.
    fn outcome(&self) -> Option<Outcome> {
        self.ended().or_else(|| self.claimable_draw())
    }

    /// Whether a player has nothing left to win with ([`Rules::cannot_win`](crate::position::Rules::cannot_win)).
    fn cannot_win(&self, seat: Seat) -> bool;

    /// The static score from the view of the side to move.
    fn evaluate(&self, network: &Network) -> Score;

    /// The network's score with the sums of pieces that are kept from another position, and that of all features at once.
    #[cfg(test)]
    fn scores(&self, network: &Network, kept: &mut PieceSums) -> [Score; 2];

    /// What every piece is worth to its owner just there: the network's score with it minus the score without it.
    fn piece_worths(&self, network: &Network) -> Vec<(Square, Score)>;

    /// The features of the current position.
    fn active_features(&self) -> ActiveFeatures;

    /// A search of the current position.
    fn search(&self, setup: SearchSetup) -> Job;

    /// Counts the move sequences of `depth` plies, each root move apart. `hash`, if any, is a table of counts.
    fn count(&self, depth: u32, hash: Option<CountTable>, stop: Arc<StopSignal>) -> Job;

    /// A copy with its history.
    fn boxed_clone(&self) -> Box<dyn Game>;

    /// A game that begins where this one stands.
    fn begun_here(&self) -> Box<dyn Game>;

    /// Checks the contract of [`Position`] in the current position: keys, FEN and texts, shapes, noisy moves, history indices.
    /// The error names the first part of the contract that does not hold. For tests.
    fn audit(&self) -> Result<(), String>;
}

/// A position of a game with the moves that led to it.
#[derive(Clone)]
struct Played<P: Position> {
    variant: &'static Variant,
    rules: &'static P::Ruleset,
    current: P,
    /// Positions before the current one, with the move that left each.
    past: Vec<(P, P::Move)>,
    /// Keys of `past`.
    keys: Vec<u64>,
}

impl<P: Position> Played<P> {
    /// Plays a legal move.
    fn advance(&mut self, mv: P::Move) {
        let mut next = self.current.after(mv);
        let earlier = self.past.iter().rev().map(|(position, _)| position);
        next.settle_draws(std::iter::once(&self.current).chain(earlier));
        self.keys.push(self.current.key());
        self.past.push((std::mem::replace(&mut self.current, next), mv));
    }

    /// The legal move that `text` names.
    fn named(&self, text: &str) -> Result<P::Move, MoveError> {
        let error = || MoveError { text: text.to_owned(), reason: self.current.explain(text) };
        self.current.find_move(text).ok_or_else(error)
    }

    /// The legal move of this number.
    fn move_of(&self, bits: u64) -> Option<P::Move> {
        self.current.move_list().into_iter().find(|mv| mv.bits() == bits)
    }

    /// Whether a static evaluation can judge the position, in which this legal move is to be played.
    fn is_quiet_move(&self, mv: P::Move) -> bool {
        !self.current.in_check() && !self.current.is_noisy(mv)
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

    fn find(&self, text: &str) -> Result<u64, MoveError> {
        self.named(text).map(GameMove::bits)
    }

    fn play(&mut self, text: &str) -> Result<String, MoveError> {
        let mv = self.named(text)?;
        let canonical = self.current.move_text(mv, Notation::Standard);
        self.advance(mv);
        Ok(canonical)
    }

    fn play_bits(&mut self, bits: u64) -> bool {
        self.move_of(bits).map(|mv| self.advance(mv)).is_some()
    }

    fn play_looking(&mut self, bits: u64, look: &mut dyn FnMut(&dyn Game)) -> bool {
        let Some(mv) = self.move_of(bits) else { return false };
        if self.is_quiet_move(mv) {
            look(self);
        }
        self.advance(mv);
        true
    }

    fn undo(&mut self) -> bool {
        let Some((earlier, _)) = self.past.pop() else { return false };
        self.keys.pop();
        self.current = earlier;
        true
    }

    fn played_since(&self, skipped: usize, notation: Notation) -> Vec<String> {
        self.past.iter().skip(skipped).map(|(position, mv)| position.move_text(*mv, notation)).collect()
    }

    fn played_bits(&self) -> Vec<u64> {
        self.past.iter().map(|(_, mv)| mv.bits()).collect()
    }

    fn legal_moves(&self, notation: Notation) -> Vec<String> {
        self.current.move_list().into_iter().map(|mv| self.current.move_text(mv, notation)).collect()
    }

    fn legal_bits(&self) -> Vec<u64> {
        self.current.move_list().into_iter().map(GameMove::bits).collect()
    }

    fn write(&self, bits: u64, notation: Notation) -> Option<String> {
        self.move_of(bits).map(|mv| self.current.move_text(mv, notation))
    }

    fn write_line(&self, line: &[u64], notation: Notation) -> Vec<String> {
        let past = if P::PLAYERS > 2 { self.past.clone() } else { Vec::new() };
        let mut game = Played { current: self.current.clone(), past, keys: Vec::new(), ..*self };
        let write = |&bits: &u64| {
            let mv = game.move_of(bits)?;
            let text = game.current.move_text(mv, notation);
            game.advance(mv);
            Some(text)
        };
        line.iter().map_while(write).collect()
    }

    fn shapes(&self) -> Vec<Shape> {
        self.current.move_list().into_iter().map(|mv| self.current.shape(mv)).collect()
    }

    fn shape_of(&self, text: &str) -> Option<Shape> {
        self.current.find_move(text).map(|mv| self.current.shape(mv))
    }

    fn played_shapes(&self) -> Vec<Shape> {
        self.past.iter().map(|(position, mv)| position.shape(*mv)).collect()
    }

    fn view(&self) -> View {
        self.current.view(self.variant.kinds)
    }

    fn turned(&self) -> Option<Box<dyn Game>> {
        let current = self.current.turned()?;
        Some(Box::new(Played { variant: self.variant, rules: self.rules, current, past: vec![], keys: vec![] }))
    }

    fn events(&self, bits: u64) -> u32 {
        self.move_of(bits).map_or(0, |mv| self.current.events(mv))
    }

    fn turn(&self) -> Seat {
        self.current.turn()
    }

    fn in_check(&self) -> bool {
        self.current.in_check()
    }

    fn is_quiet(&self, bits: u64) -> bool {
        self.move_of(bits).is_some_and(|mv| self.is_quiet_move(mv))
    }

    fn checkers(&self) -> Vec<Square> {
        self.current.checkers()
    }

    fn key(&self) -> u64 {
        self.current.key()
    }

    fn ended(&self) -> Option<Outcome> {
        self.current.outcome()
    }

    fn claimable_draw(&self) -> Option<Outcome> {
        // With several boards they end one by one: `Position::settle_draws`.
        if P::PLAYERS > 2 {
            return None;
        }
        let fifty = self.current.halfmove_clock() >= 100;
        let reason = if self.is_repeated() { Reason::Repetition } else { Reason::FiftyMoves };
        let may_be_claimed = (fifty || reason == Reason::Repetition) && self.ended().is_none();
        may_be_claimed.then(|| Outcome::draw(reason))
    }

    fn cannot_win(&self, seat: Seat) -> bool {
        self.current.cannot_win(seat.color)
    }

    fn evaluate(&self, network: &Network) -> Score {
        self.current.evaluate(network, &mut PieceSums::default())
    }

    #[cfg(test)]
    fn scores(&self, network: &Network, kept: &mut PieceSums) -> [Score; 2] {
        let position = &self.current;
        let of_all_features = network.evaluate(&position.active_features(), position.turn().color);
        [position.by_network(network, kept), of_all_features]
    }

    fn piece_worths(&self, network: &Network) -> Vec<(Square, Score)> {
        self.current.piece_worths(network)
    }

    fn active_features(&self) -> ActiveFeatures {
        self.current.active_features()
    }

    fn search(&self, setup: SearchSetup) -> Job {
        let position = self.current.clone();
        let history = self.keys.clone();
        let past = match P::PLAYERS {
            2 => Vec::new(),
            _ => self.past.iter().map(|(position, _)| position.clone()).collect(),
        };
        Box::new(move |pool, listen| {
            let moves = moves_within(&position, &setup.limits);
            Request { position, moves, history, past, setup }.run(pool, listen);
        })
    }

    fn count(&self, depth: u32, hash: Option<CountTable>, stop: Arc<StopSignal>) -> Job {
        let position = self.current.clone();
        Box::new(move |pool, listen| {
            let each = |mv: P::Move, nodes| listen(Event::Counted(mv.bits(), nodes));
            let perft = Perft { pool, hash: hash.as_ref(), stop: &stop };
            let total = perft.divide(&position, depth, each);
            listen(Event::Total(total));
        })
    }

    fn boxed_clone(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn begun_here(&self) -> Box<dyn Game> {
        Box::new(Played { past: Vec::new(), keys: Vec::new(), current: self.current.clone(), ..*self })
    }

    fn audit(&self) -> Result<(), String> {
        audit(self.rules, &self.current)
            .map_err(|broken| format!("{}: {broken}: {}", self.variant.name, self.current.fen()))
    }
}

/// Sets up a game in code, whose positions are of the type `P`: the value of [`Variant::begin`].
pub fn begin<P: Position<Ruleset = ()>>(variant: &'static Variant, fen: &str) -> Result<Box<dyn Game>, FenError> {
    begin_by::<P>(variant, &(), fen)
}

/// Sets up a game by rules that are known only when the program runs.
pub fn begin_by<P: Position>(
    variant: &'static Variant,
    rules: &'static P::Ruleset,
    fen: &str,
) -> Result<Box<dyn Game>, FenError> {
    let mut current = P::read(rules, fen)?;
    current.settle_draws(std::iter::empty());
    Ok(Box::new(Played { variant, rules, current, past: Vec::new(), keys: Vec::new() }))
}

/// The legal moves that the limits allow; all of them if the limits allow none.
fn moves_within<P: Position>(position: &P, limits: &Limits) -> Vec<P::Move> {
    let Limits { only, except, .. } = limits;
    let is_allowed = |mv: &P::Move| (only.is_empty() || only.contains(&mv.bits())) && !except.contains(&mv.bits());
    let mut moves = position.move_list().into_vec();
    if moves.iter().any(is_allowed) {
        moves.retain(is_allowed);
    }
    moves
}

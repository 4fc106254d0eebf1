//! Games in progress: a position of any type, with the moves that led to it.

use super::audit::audit;
use super::{Game, Job, LookAhead, Man, MoveError, Stand, Variant};
use crate::network::{ActiveFeatures, Network, PieceSums};
use crate::perft::{CountTable, Perft};
use crate::position::{GameMove, Notation, Position, Shape, View};
use crate::search::{Event, Limits, Request, SearchSetup, StopSignal};
use crate::types::{BoardView, Color, FenError, Outcome, Score, Seat, Square};
use std::sync::Arc;

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
        self.current.is_quiet(mv)
    }

    /// The end of the game if the current position has occurred often enough: three times in most games.
    fn repetition(&self) -> Option<Outcome> {
        let (key, most) = (self.current.key(), self.current.repetitions());
        let reach = self.current.reversible_plies().min(self.keys.len());
        let oldest = self.keys.len() - reach;
        let earlier: Vec<usize> = (oldest..self.keys.len()).filter(|&index| self.keys[index] == key).collect();
        if most == 0 || earlier.len() + 1 < most.max(2) {
            return None;
        }
        // The positions since then, those that a move of White has led to apart from the others.
        let since = self.past[earlier[0] + 1..].iter().map(|(position, _)| position).chain([&self.current]);
        let mut checks = [true; 2];
        for position in since {
            checks[(!position.turn().color).index()] &= position.in_check();
        }
        Some(self.current.repeated(checks))
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

    fn shapes_since(&self, skipped: usize) -> Vec<Shape> {
        self.past.iter().skip(skipped).map(|(position, mv)| position.shape(*mv)).collect()
    }

    fn view(&self) -> View {
        self.current.view(self.variant.kinds)
    }

    fn turned(&self) -> Option<Box<dyn Game>> {
        let current = self.current.turned()?;
        Some(Box::new(Played { variant: self.variant, rules: self.rules, current, past: vec![], keys: vec![] }))
    }

    fn stand(&self) -> Stand {
        stand(&self.current)
    }

    fn look_ahead(&self, look: LookAhead<'_>) {
        for mv in self.current.move_list() {
            let next = self.current.after(mv);
            look(mv.bits(), &stand(&next), next.ended());
        }
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
        let worn_out = || self.current.is_worn_out().then(|| self.current.worn_out());
        self.repetition().or_else(worn_out).filter(|_| self.ended().is_none())
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

    fn begun_with_counters(&self, halfmove: Option<u16>, fullmove: Option<u16>) -> Box<dyn Game> {
        let mut current = self.current.clone();
        let state = current.state_mut();
        state.halfmove = halfmove.unwrap_or(state.halfmove);
        state.fullmove = fullmove.unwrap_or(state.fullmove);
        current.settle_draws(std::iter::empty());
        Box::new(Played { past: Vec::new(), keys: Vec::new(), current, ..*self })
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

fn stand<P: Position>(position: &P) -> Stand {
    let army = |color| position.board().army(color).map(move |(kind, square)| Man { color, kind, square });
    let men = Color::ALL.into_iter().flat_map(army).collect();
    Stand { men, turn: position.turn().color, rest: position.extra_key() ^ position.past_key() }
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

//! The engine's own moves and pondering: when a search starts, its limits, and what follows from its answer.

use super::{Cecp, xboard};
use crate::search::{Answer, Clock, Limits};
use crate::types::score::DisplayScore;

/// Scores from here down count as lost for resigning, in centipawns.
const LOST_SCORE: i32 = -1500;

/// The number of own moves in a row with a lost score after which the engine resigns.
const LOST_MOVES: u32 = 3;

/// The purpose of the running search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The engine's own move.
    Move,
    /// Pondering. The expected move, here in XBoard's form, has been played on the session's game.
    Ponder(String),
    /// `analyze`.
    Analysis,
}

/// The running search.
pub(super) struct RunningSearch {
    /// The number that its events carry.
    number: u64,
    pub(super) purpose: Purpose,
}

impl Cecp {
    pub(super) fn is_current(&self, number: u64) -> bool {
        self.search.as_ref().is_some_and(|search| search.number == number)
    }

    /// Returns whether the engine is choosing its own move.
    pub(super) fn is_choosing_move(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Move)
    }

    /// Starts choosing a move if it is the engine's turn.
    pub(super) fn play_if_due(&mut self) {
        let turn = self.session.game().turn().color;
        if self.plays != Some(turn) || self.refused || self.over || self.analyzing || self.paused {
            return;
        }
        if !self.claim_end() {
            self.begin(Purpose::Move, self.limits());
        }
    }

    /// Returns the limits of a search for the engine's own move.
    pub(super) fn limits(&self) -> Limits {
        let mut limits = Limits { depth: self.depth, except: self.excluded.clone(), ..Limits::default() };
        let control = self.time_control;
        if let Some(per_move) = control.per_move {
            limits.movetime = Some(per_move);
            return limits;
        }
        let moves_to_go = (control.moves > 0).then(|| {
            let made = self.session.game().played().len() as u32 / 2;
            control.moves - made % control.moves
        });
        let remaining = self.remaining.unwrap_or(control.base);
        limits.clock = Some(Clock { remaining, increment: control.increment, moves_to_go });
        limits
    }

    pub(super) fn begin(&mut self, purpose: Purpose, limits: Limits) {
        self.search = Some(RunningSearch { number: self.session.go(limits), purpose });
    }

    /// Starts pondering if it is on and a move of the opponent is expected.
    pub(super) fn begin_pondering(&mut self) {
        if !self.ponder || self.over || self.analyzing || self.paused || self.refused {
            return;
        }
        let Some(text) = self.expected.take() else { return };
        let told = xboard::move_to_xboard(self.session.game(), &text);
        if self.session.game_mut().play(&text).is_err() {
            return;
        }
        if self.session.game().outcome().is_some() {
            self.session.game_mut().undo();
            return;
        }
        let limits = Limits { ponder: true, except: Vec::new(), ..self.limits() };
        self.begin(Purpose::Ponder(told), limits);
    }

    /// Uses the answer of the search that has ended.
    pub(super) fn search_done(&mut self, answer: Answer) {
        let Some(search) = self.search.take() else { return };
        self.session.ended(search.number);
        match search.purpose {
            Purpose::Move => self.make_move(answer),
            // The search has ended before the opponent's move, for instance at a forced mate.
            Purpose::Ponder(_) => {
                self.session.game_mut().undo();
            }
            Purpose::Analysis => {}
        }
    }

    fn make_move(&mut self, answer: Answer) {
        self.expected = answer.ponder;
        let Some(text) = answer.best else {
            self.claim_end();
            return self.answer_pings();
        };
        if self.is_time_to_resign() {
            self.over = true;
            self.say("resign");
            return self.answer_pings();
        }
        let told = xboard::move_to_xboard(self.session.game(), &text);
        if self.session.game_mut().play(&text).is_ok() {
            self.say(format_args!("move {told}"));
            self.mouse_move = None;
        }
        self.answer_pings();
        self.excluded.clear();
        if !self.claim_end() {
            self.begin_pondering();
        }
    }

    /// Counts the own moves in a row with a lost score. Returns whether the engine resigns.
    fn is_time_to_resign(&mut self) -> bool {
        let is_lost = match self.last_report.as_ref().map(|report| report.score) {
            Some(DisplayScore::Centipawns(cp)) => cp <= LOST_SCORE,
            Some(DisplayScore::Mate(moves)) => moves <= 0,
            None => false,
        };
        self.lost_moves = if is_lost { self.lost_moves + 1 } else { 0 };
        self.lost_moves >= LOST_MOVES && self.session.settings().resign
    }
}

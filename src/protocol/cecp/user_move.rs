//! The opponent's moves.

use super::search::{Purpose, RunningSearch};
use super::{Cecp, xboard};
use crate::types::{Outcome, Reason};

impl Cecp {
    /// Plays a move of the user, and answers it if it is the engine's turn then.
    pub(super) fn user_move(&mut self, text: &str) {
        let is_by_mouse = self.mouse_move.take().is_some();
        if self.refused {
            return self.say(format_args!("Illegal move: {text}"));
        }
        if self.ponders_on(text) {
            return self.ponder_hit();
        }
        self.settle();
        if self.over && self.plays.is_some() {
            return self.say(format_args!("Illegal move: {text}"));
        }
        let own = self.read_move(text);
        if is_by_mouse && xboard::leaves_victim(self.session.game(), &own, text) {
            self.say(format_args!("Illegal move (click on what it takes first): {text}"));
            return self.restart_analysis();
        }
        if self.session.game_mut().play(&own).is_err() {
            self.say(format_args!("Illegal move: {text}"));
            return self.restart_analysis();
        }
        self.excluded.clear();
        if self.analyzing {
            return self.restart_analysis();
        }
        if !self.claim_end_after_move() {
            self.play_if_due();
        }
    }

    /// Returns the engine's text of a move from XBoard.
    pub(super) fn read_move(&self, text: &str) -> String {
        xboard::move_from_xboard(self.session.game(), text, self.session.notation())
    }

    /// Returns whether `text` is the move that is being pondered on and the game goes on after it.
    fn ponders_on(&self, text: &str) -> bool {
        match &self.search {
            Some(RunningSearch { purpose: Purpose::Ponder(expected), .. }) => {
                expected.eq_ignore_ascii_case(text) && self.session.game().outcome().is_none()
            }
            _ => false,
        }
    }

    /// Continues the ponder search on the engine's own time, with the clock that the GUI has sent since.
    fn ponder_hit(&mut self) {
        if let Some(search) = &mut self.search {
            search.purpose = Purpose::Move;
        }
        self.session.ponderhit(Some(&self.limits()));
    }

    /// Claims the end of the game after a user's move. In force mode, where the user only enters moves, a game may go on
    /// after a repetition or fifty moves.
    fn claim_end_after_move(&mut self) -> bool {
        let is_claimable = |outcome: &Outcome| matches!(outcome.reason, Reason::Repetition | Reason::FiftyMoves);
        let outcome = self.session.game().outcome();
        match self.plays.is_none() && outcome.is_some_and(|outcome| is_claimable(&outcome)) {
            true => false,
            false => self.claim_end(),
        }
    }
}

/// Returns whether a word without a command can only be a move: `e2e4`, `P@e4`, `e7e8q`, `e4f6,f6e4`, `O-O`.
pub(super) fn looks_like_a_move(word: &str) -> bool {
    let mut bytes = word.bytes();
    matches!(
        (bytes.next(), bytes.next()),
        (Some(b'a'..=b'p'), Some(b'0'..=b'9')) | (Some(_), Some(b'@')) | (Some(b'O'), Some(b'-'))
    )
}

//! The opponent's moves; `new`, `force`, `go`, `playother`, `result`, `draw`, `pause` and others that decide who plays;
//! claims of results.

use super::search::{Purpose, RunningSearch};
use super::{Cecp, xboard};
use crate::engine::chances;
use crate::engine::searcher::Searcher;
use crate::search::Limits;
use crate::types::Color;
use crate::variants;

/// The search for `hint` when no move is expected.
const HINT_NODES: u64 = 20_000;

impl Cecp {
    pub(super) fn new_game(&mut self) {
        self.end_search();
        self.session.set_variant(variants::default());
        self.session.settings.chess960 = false;
        self.refused = false;
        self.paused = false;
        self.plays = Some(Color::Black);
        self.depth = None;
        self.remaining = None;
        self.position_changed();
        self.restart_analysis();
    }

    pub(super) fn force(&mut self) {
        self.end_search();
        self.plays = None;
    }

    pub(super) fn go(&mut self) {
        self.end_search();
        self.plays = Some(self.session.game().turn().color);
        self.play_if_due();
    }

    pub(super) fn play_other(&mut self) {
        self.end_search();
        self.plays = Some(!self.session.game().turn().color);
        self.begin_pondering();
    }

    /// `?`: ends the search for the engine's own move.
    pub(super) fn move_now(&mut self) {
        if self.is_choosing_move() {
            self.session.stop();
        }
    }

    /// Prints the result if the game is over; returns whether it is.
    pub(super) fn claim_end(&mut self) -> bool {
        let Some(outcome) = self.session.game().outcome() else { return false };
        self.over = true;
        self.say(outcome);
        true
    }

    /// Accepts a draw offer when the engine is worse, or not better in a long game.
    pub(super) fn draw_offered(&mut self) {
        let plies = self.session.game().played().len();
        let is_fair = self.expected_points().is_some_and(|expected| chances::accepts_draw(expected, plies));
        if is_fair && self.session.settings.accept_draw && !self.over {
            self.say("offer draw");
        }
    }

    pub(super) fn result(&mut self) {
        self.end_search();
        self.over = true;
        self.plays = None;
    }

    /// Prints the move that the engine expects of the opponent, or a good one.
    pub(super) fn hint(&mut self) {
        let expected = match self.search.as_ref().map(|search| &search.purpose) {
            Some(Purpose::Ponder(told)) => {
                let hint = format!("Hint: {told}");
                return self.say(hint);
            }
            Some(_) => self.last_report.as_ref().and_then(|report| report.pv.first().copied()),
            None => self.expected,
        };
        let told = expected.and_then(|bits| self.told(bits));
        if let Some(told) = told.or_else(|| self.told(self.search_hint()?)) {
            self.say(format_args!("Hint: {told}"));
        }
    }

    fn search_hint(&self) -> Option<u64> {
        let searcher = Searcher::new(1, 1).ok()?;
        let limits = Limits { nodes: Some(HINT_NODES), ..Limits::default() };
        searcher.search(self.session.game(), limits, |_| {}).answer.best
    }

    pub(super) fn easy(&mut self) {
        self.ponder = false;
        if self.search.as_ref().is_some_and(|search| matches!(search.purpose, Purpose::Ponder(_))) {
            self.end_search();
        }
    }

    pub(super) fn pause(&mut self) {
        self.end_search();
        self.paused = true;
    }

    pub(super) fn resume(&mut self) {
        self.paused = false;
        if self.analyzing {
            self.restart_analysis();
        } else {
            self.play_if_due();
        }
    }

    /// Plays a move of the user, and answers it if it is the engine's turn then.
    pub(super) fn user_move(&mut self, text: &str) {
        let is_by_mouse = self.mouse_move.take().is_some();
        if self.refused {
            return self.say(format_args!("Illegal move: {text}"));
        }
        if self.ponders_on(text) {
            return self.ponder_hit();
        }
        self.end_search();
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

    pub(super) fn read_move(&self, text: &str) -> String {
        xboard::move_from_xboard(self.session.game(), text, self.session.notation())
    }

    /// Whether `text` is the move that is being pondered on and the game goes on after it.
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
        let goes_on = self.plays.is_none() && self.session.game().ended().is_none();
        !goes_on && self.claim_end()
    }
}

/// Whether a word without a command can only be a move: `e2e4`, `P@e4`, `e7e8q`, `e4f6,f6e4`, `O-O`.
pub(super) fn looks_like_a_move(word: &str) -> bool {
    let mut bytes = word.bytes();
    matches!(
        (bytes.next(), bytes.next()),
        (Some(b'a'..=b'p'), Some(b'0'..=b'9')) | (Some(_), Some(b'@')) | (Some(b'O'), Some(b'-'))
    )
}

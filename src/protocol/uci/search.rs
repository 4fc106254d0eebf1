//! The running search, from `go` to `bestmove`.

use super::{Uci, messages};
use crate::game::Game;
use crate::search::{Answer, Bound, Limits, Report};
use crate::types::Score;
use crate::types::score::{DRAW, DisplayScore, won_in};
use std::collections::HashMap;
use vampirc_uci::UciMessage;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchKind {
    /// `go`; ends with `bestmove`.
    Go,
    Perft,
    /// `bench`; commands that wait do not stop it.
    Bench,
}

pub(super) struct Search {
    number: u64,
    kind: SearchKind,
    /// `go infinite`: no answer before `stop`.
    infinite: bool,
    /// `go ponder`: no answer before `stop` or `ponderhit`.
    ponder: bool,
    is_stopped: bool,
    /// The answer, once the search has ended.
    answer: Option<Answer>,
    /// The last report about the best line.
    last_report: Option<Report>,
    /// The texts of the root moves, once one is asked for: a search may tell of tens of thousands.
    root_texts: HashMap<u64, String>,
}

impl Search {
    pub(super) fn new(kind: SearchKind, number: u64) -> Search {
        let (infinite, ponder, is_stopped) = (false, false, false);
        let root_texts = HashMap::new();
        Search { number, kind, infinite, ponder, is_stopped, answer: None, last_report: None, root_texts }
    }

    pub(super) fn of_go(number: u64, limits: &Limits) -> Search {
        Search { infinite: limits.infinite, ponder: limits.ponder, ..Search::new(SearchKind::Go, number) }
    }

    /// Whether only a command can end the search.
    fn is_endless(&self) -> bool {
        (self.infinite || self.ponder) && !self.is_stopped
    }
}

impl Uci {
    pub(super) fn is_current(&self, number: u64) -> bool {
        self.search.as_ref().is_some_and(|search| search.number == number)
    }

    pub(super) fn is_endless(&self) -> bool {
        self.search.as_ref().is_some_and(Search::is_endless)
    }

    pub(super) fn is_bench(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.kind == SearchKind::Bench && !search.is_stopped)
    }

    pub(super) fn stop(&mut self) {
        self.session.stop();
        if let Some(search) = &mut self.search {
            search.is_stopped = true;
        }
        self.answer_if_due();
    }

    pub(super) fn ponderhit(&mut self) {
        match &mut self.search {
            Some(search) if search.ponder && !search.is_stopped => {
                search.ponder = false;
                self.session.ponderhit(None);
                self.answer_if_due();
            }
            _ => self.complain("ponderhit: no ponder search is running"),
        }
    }

    /// Stops a search without end when no more commands can come.
    pub(super) fn stop_if_input_ended(&mut self) {
        if self.input_ended && self.is_endless() {
            self.stop();
        }
    }

    /// Prints a report, and keeps it if it is about the best line.
    pub(super) fn report(&mut self, report: Report) {
        self.say_report(&report);
        if let Some(search) = self.search.as_mut().filter(|_| report.multipv == 1) {
            search.last_report = Some(report);
        }
    }

    fn say_report(&mut self, report: &Report) {
        let wdl = self.session.settings.show_wdl.then(|| {
            let [win, draw, loss] = self.session.chances(self.session.game()).permille(report.score.into());
            format!("{win} {draw} {loss}")
        });
        let line = self.session.written(&report.pv);
        self.say(UciMessage::Info(messages::info(report, wdl, &line)));
    }

    /// The text of a root move of the running search.
    pub(super) fn root_text(&mut self, bits: u64) -> String {
        let Some(search) = &mut self.search else { return String::new() };
        if search.root_texts.is_empty() {
            search.root_texts = self.session.game().move_texts(self.session.notation());
        }
        search.root_texts.get(&bits).cloned().unwrap_or_default()
    }

    /// Receives the answer of a search that has ended, and gives it at once or when it is due.
    pub(super) fn done(&mut self, answer: Answer) {
        let Some(search) = &mut self.search else { return };
        let last = search.last_report.take();
        let correction = last.and_then(|last| final_report(self.session.game_mut(), last, answer));
        let number = search.number;
        search.answer = Some(answer);
        if let Some(report) = correction {
            self.say_report(&report);
        }
        self.session.ended(number);
        self.answer_if_due();
    }

    /// Prints `bestmove` if the search has ended and the GUI may have the answer.
    fn answer_if_due(&mut self) {
        let is_due = |search: &mut Search| search.answer.is_some() && !search.is_endless();
        if let Some(answer) = self.search.take_if(is_due).and_then(|search| search.answer) {
            let line = self.session.written(&answer.line());
            self.say(messages::best_move(&line));
            self.run_waiting();
        }
    }

    pub(super) fn end(&mut self) {
        if let Some(search) = self.search.take() {
            self.session.ended(search.number);
            self.run_waiting();
        }
    }

    /// Ends a search that failed; after `go`, the answer is a legal move.
    pub(super) fn end_failed(&mut self) {
        match self.search.as_ref().map(|search| search.kind) {
            Some(SearchKind::Go) => self.done(self.session.fallback_answer()),
            _ => self.end(),
        }
    }
}

/// The report to print before `bestmove`, or `None` if `last`, the last report about the best line, is right.
///
/// Tools that know no rules (variantfishtest) infer the end of a game from the last `info` line before `bestmove`: `mate
/// 1` means that this move wins, `cp 0` with a line of one move that it draws at once. The last report of a search that
/// was cut off, or that scores a second repetition as a draw, may say otherwise.
fn final_report(game: &mut dyn Game, last: Report, answer: Answer) -> Option<Report> {
    // A longer line shows that the game goes on; the line of a move that ends the game is never longer.
    let best = answer.best.filter(|&best| last.pv == [best])?;
    let us = game.turn();
    if !game.play_bits(best) {
        return None;
    }
    let outcome = game.outcome();
    let reply = answer.ponder.or_else(|| game.legal_bits().first().copied());
    game.undo();
    match outcome.map(|outcome| outcome.winner) {
        Some(None) => corrected(last, DRAW),
        Some(Some(winner)) if winner == us => corrected(last, won_in(1)),
        Some(Some(_)) => None,
        // The line of a draw that does not end the game gets a reply, the expected one or any.
        None => (last.score == DRAW).then(|| Report { pv: [best].into_iter().chain(reply).collect(), ..last }),
    }
}

/// The report with this score, or `None` if it says so already.
fn corrected(last: Report, score: Score) -> Option<Report> {
    let is_right = DisplayScore::from(last.score) == DisplayScore::from(score) && last.bound == Bound::Exact;
    (!is_right).then_some(Report { score, bound: Bound::Exact, ..last })
}

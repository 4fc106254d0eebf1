//! The engine's searches: its own moves and pondering, `analyze` and `exclude`, the thinking output.

use super::{Cecp, xboard};
use crate::engine::chances;
use crate::search::{Answer, Bound, Clock, Limits, Report};
use crate::types::score::DisplayScore;

/// The number of own moves in a row with a lost score after which the engine resigns.
const LOST_MOVES: u32 = 3;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Move,
    /// Pondering. The expected move, here in XBoard's form, has been played on the session's game.
    Ponder(String),
    Analysis,
}

pub(super) struct RunningSearch {
    /// The number that its events carry.
    number: u64,
    pub(super) purpose: Purpose,
}

/// CECP's score of a mate; the number of moves is added.
const MATE_SCORE: i32 = 100_000;

impl Cecp {
    pub(super) fn is_current(&self, number: u64) -> bool {
        self.search.as_ref().is_some_and(|search| search.number == number)
    }

    pub(super) fn is_choosing_move(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.purpose == Purpose::Move)
    }

    pub(super) fn play_if_due(&mut self) {
        let turn = self.session.game().turn().color;
        if self.plays != Some(turn) || self.refused || self.over || self.analyzing || self.paused {
            return;
        }
        if !self.claim_end() {
            self.begin(Purpose::Move, self.limits());
        }
    }

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
        let Some(bits) = self.expected.take() else { return };
        let Some(told) = self.told(bits).filter(|_| self.session.game_mut().play_bits(bits)) else { return };
        if self.session.game().outcome().is_some() {
            self.session.game_mut().undo();
            return;
        }
        let limits = Limits { ponder: true, except: Vec::new(), ..self.limits() };
        self.begin(Purpose::Ponder(told), limits);
    }

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
        let Some(best) = answer.best else {
            self.claim_end();
            return self.answer_pings();
        };
        if self.is_time_to_resign() {
            self.over = true;
            self.say("resign");
            return self.answer_pings();
        }
        if let Some(told) = self.told(best).filter(|_| self.session.game_mut().play_bits(best)) {
            self.say(format_args!("move {told}"));
            self.mouse_move = None;
        }
        self.answer_pings();
        self.excluded.clear();
        if !self.claim_end() {
            self.begin_pondering();
        }
    }

    /// The points that the side of the last report can expect; `None` without a report.
    pub(super) fn expected_points(&self) -> Option<f64> {
        let score = self.last_report.as_ref()?.score;
        Some(self.session.chances(self.session.game()).expected(score.into()))
    }

    /// Counts the own moves in a row with a lost score. Returns whether the engine resigns.
    fn is_time_to_resign(&mut self) -> bool {
        let is_lost = self.expected_points().is_some_and(chances::is_lost);
        self.lost_moves = if is_lost { self.lost_moves + 1 } else { 0 };
        self.lost_moves >= LOST_MOVES && self.session.settings.resign
    }

    pub(super) fn analyze(&mut self) {
        self.end_search();
        self.plays = None;
        self.analyzing = true;
        self.restart_analysis();
    }

    pub(super) fn exit_analysis(&mut self) {
        self.end_search();
        self.plays = None;
        self.analyzing = false;
    }

    /// Starts the search anew after a change of the position, if analysis is on. A game goes on after a draw that nobody claims.
    pub(super) fn restart_analysis(&mut self) {
        if !self.analyzing {
            return;
        }
        // What is known is about another position.
        self.last_report = None;
        if self.refused || self.session.game().ended().is_some() {
            return;
        }
        self.end_search();
        let limits = Limits { infinite: true, except: self.excluded.clone(), ..Limits::default() };
        self.begin(Purpose::Analysis, limits);
    }

    /// `.`: prints `stat01: time nodes ply mvleft mvtot mvname`.
    pub(super) fn status(&mut self) {
        let moves = self.session.game().legal_moves(self.session.notation()).len();
        if let (true, Some(report)) = (self.analyzing, &self.last_report) {
            let (time, nodes, depth) = (report.time.as_millis() / 10, report.nodes, report.depth);
            let first = report.pv.first().and_then(|&bits| self.told(bits));
            let (left, first) = (moves.saturating_sub(1), first.unwrap_or_default());
            self.say(format_args!("stat01: {time} {nodes} {depth} {left} {moves} {first}"));
        }
    }

    pub(super) fn exclude(&mut self, rest: &str) {
        self.excluded.extend(self.named_moves(rest));
        self.restart_analysis();
    }

    pub(super) fn include(&mut self, rest: &str) {
        let included = self.named_moves(rest);
        self.excluded.retain(|excluded| !included.contains(excluded));
        self.restart_analysis();
    }

    /// The legal move that `exclude` or `include` names, or all for `all`.
    fn named_moves(&self, rest: &str) -> Vec<u64> {
        let game = self.session.game();
        match rest {
            "all" => game.legal_bits(),
            _ => game.find(&self.read_move(rest)).into_iter().collect(),
        }
    }

    /// XBoard's form of a legal move.
    pub(super) fn told(&self, bits: u64) -> Option<String> {
        let game = self.session.game();
        game.write(bits, self.session.notation()).map(|text| xboard::move_to_xboard(game, &text))
    }

    /// Prints a report as `ply score time nodes seldepth speed tbhits<TAB>pv`, time in centiseconds, and keeps it if it
    /// is about the best line. Reports of depth 0, of a finished game, are left out.
    pub(super) fn report(&mut self, report: Report) {
        if report.depth == 0 {
            return;
        }
        let score = match report.score.into() {
            DisplayScore::Centipawns(cp) => cp,
            DisplayScore::Mate(moves) if moves > 0 => MATE_SCORE + moves,
            DisplayScore::Mate(moves) => -MATE_SCORE + moves,
        };
        let bound = match report.bound {
            Bound::Exact => "",
            Bound::Lower => "!",
            Bound::Upper => "?",
        };
        if self.post {
            let (depth, time, nodes) = (report.depth, report.time.as_millis() / 10, report.nodes);
            let pv = self.session.written(&report.pv).join(" ");
            let pv = xboard::ranks_to_xboard(self.session.game().variant(), &pv);
            let (seldepth, speed) = (report.seldepth, report.nps());
            self.say(format_args!("{depth} {score} {time} {nodes} {seldepth} {speed} 0\t{pv}{bound}"));
        }
        if report.multipv == 1 && report.bound == Bound::Exact {
            self.last_report = Some(report);
        }
    }
}

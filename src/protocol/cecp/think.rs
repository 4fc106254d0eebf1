//! The engine's own part of the game: when it thinks, for how long, and what comes of it.

use super::super::xboard;
use super::{Cecp, Purpose, Thinking};
use crate::search::{Answer, Bound, Clock, Limits, Report};
use crate::types::score::DisplayScore;

/// A score (in hundredths of a pawn) that nobody comes back from.
const HOPELESS: i32 = -1500;

impl Cecp {
    pub(super) fn play_if_due(&mut self) {
        let turn = self.session.game().turn().color;
        if self.plays != Some(turn) || self.refused || self.over || self.analyzing || self.paused {
            return;
        }
        if self.claim_end() {
            return;
        }
        self.begin(Purpose::Move, self.limits());
    }

    /// Limits of a move on the engine's own time.
    pub(super) fn limits(&self) -> Limits {
        let mut limits = Limits { depth: self.depth, except: self.excluded.clone(), ..Limits::default() };
        if let Some(per_move) = self.time.per_move {
            limits.movetime = Some(per_move);
            return limits;
        }
        let moves_to_go = (self.time.moves > 0).then(|| {
            let made = self.session.game().played().len() as u32 / 2;
            self.time.moves - made % self.time.moves
        });
        let remaining = self.remaining.unwrap_or(self.time.base);
        limits.clock = Some(Clock { remaining, increment: self.time.increment, moves_to_go });
        limits
    }

    pub(super) fn begin(&mut self, purpose: Purpose, limits: Limits) {
        match self.session.go(limits) {
            Ok(number) => self.thinking = Some(Thinking { number, purpose }),
            Err(problem) => self.say(format_args!("telluser {problem}")),
        }
    }

    /// Thinks on the opponent's time, if that is wanted and a reply is expected.
    pub(super) fn begin_pondering(&mut self) {
        if !self.ponder || self.over || self.analyzing || self.paused || self.refused {
            return;
        }
        let Some(text) = self.expected.take() else { return };
        let told = xboard::outgoing(self.session.game(), &text);
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

    pub(super) fn search_done(&mut self, purpose: Purpose, answer: Answer) {
        match purpose {
            Purpose::Move => self.make_move(answer),
            // Found all there is to find before the opponent moved: wait for the move.
            Purpose::Ponder(_) => {
                self.session.game_mut().undo();
            }
            Purpose::Analysis => {}
        }
    }

    pub(super) fn make_move(&mut self, answer: Answer) {
        self.expected = answer.ponder;
        let Some(text) = answer.best else {
            self.claim_end();
            return self.answer_pings();
        };
        if self.wants_to_resign() {
            self.over = true;
            self.say("resign");
            return self.answer_pings();
        }
        let told = xboard::outgoing(self.session.game(), &text);
        if self.session.game_mut().play(&text).is_ok() {
            self.say(format_args!("move {told}"));
            self.lifted = None;
        }
        self.answer_pings();
        self.excluded.clear();
        if !self.claim_end() {
            self.begin_pondering();
        }
    }

    /// Three hopeless moves in a row, and no mate on the board to be shown.
    pub(super) fn wants_to_resign(&mut self) -> bool {
        let lost = match self.last.as_ref().map(|report| report.score) {
            Some(DisplayScore::Centipawns(cp)) => cp <= HOPELESS,
            Some(DisplayScore::Mate(moves)) => moves <= 0,
            None => false,
        };
        self.hopeless = if lost { self.hopeless + 1 } else { 0 };
        self.hopeless >= 3 && self.session.settings().resign
    }

    /// `ply score time nodes seldepth speed tbhits<TAB>pv`
    pub(super) fn report(&mut self, report: Report) {
        if report.depth == 0 {
            return;
        }
        let score = match report.score {
            DisplayScore::Centipawns(cp) => cp,
            DisplayScore::Mate(moves) if moves > 0 => 100_000 + moves,
            DisplayScore::Mate(moves) => -100_000 + moves,
        };
        let mark = match report.bound {
            Bound::Exact => "",
            Bound::Lower => "!",
            Bound::Upper => "?",
        };
        if self.post {
            let (depth, time, nodes) = (report.depth, report.time.as_millis() / 10, report.nodes);
            let pv = xboard::ranks_out(self.session.game().variant(), &report.pv.join(" "));
            let (seldepth, speed) = (report.seldepth, report.nps());
            self.say(format_args!("{depth} {score} {time} {nodes} {seldepth} {speed} 0\t{pv}{mark}"));
        }
        if report.multipv == 1 && report.bound == Bound::Exact {
            self.last = Some(report);
        }
    }
}

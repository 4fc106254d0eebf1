//! `analyze`, and the moves that `exclude` leaves out of a search.

use super::{Cecp, Purpose, xboard};
use crate::search::Limits;

impl Cecp {
    pub(super) fn analyze(&mut self) {
        self.settle();
        self.plays = None;
        self.analyzing = true;
        self.restart_analysis();
    }

    pub(super) fn exit_analysis(&mut self) {
        self.settle();
        self.plays = None;
        self.analyzing = false;
    }

    /// Starts the search anew after a change of the position, if analysis is on.
    pub(super) fn restart_analysis(&mut self) {
        if !self.analyzing || self.refused || self.session.game().outcome().is_some() {
            return;
        }
        self.settle();
        let limits = Limits { infinite: true, except: self.excluded.clone(), ..Limits::default() };
        self.begin(Purpose::Analysis, limits);
    }

    /// `.`: prints `stat01: time nodes ply mvleft mvtot mvname`.
    pub(super) fn status(&mut self) {
        let moves = self.session.game().legal_moves(self.session.notation()).len();
        if let (true, Some(report)) = (self.analyzing, &self.last_report) {
            let (time, nodes, depth) = (report.time.as_millis() / 10, report.nodes, report.depth);
            let first = report.pv.first().map(|text| xboard::move_to_xboard(self.session.game(), text));
            let (left, first) = (moves.saturating_sub(1), first.unwrap_or_default());
            self.say(format_args!("stat01: {time} {nodes} {depth} {left} {moves} {first}"));
        }
    }

    /// `exclude all` or `exclude MOVE`.
    pub(super) fn exclude(&mut self, rest: &str) {
        let moves = self.session.game().legal_moves(self.session.notation());
        match rest {
            "all" => self.excluded = moves,
            _ => {
                let text = self.read_move(rest);
                self.excluded.extend(moves.into_iter().filter(|legal| legal.eq_ignore_ascii_case(&text)));
            }
        }
        self.restart_analysis();
    }

    /// `include all` or `include MOVE`.
    pub(super) fn include(&mut self, rest: &str) {
        match rest {
            "all" => self.excluded.clear(),
            _ => {
                let text = self.read_move(rest);
                self.excluded.retain(|excluded| !excluded.eq_ignore_ascii_case(&text));
            }
        }
        self.restart_analysis();
    }
}

//! `analyze`, and the moves that are left out of a search.

use super::super::xboard;
use super::{Cecp, Purpose};
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

    /// In analysis, every change of position begins the search anew.
    pub(super) fn restart_analysis(&mut self) {
        if !self.analyzing || self.refused || self.session.game().outcome().is_some() {
            return;
        }
        self.settle();
        let limits = Limits { infinite: true, except: self.excluded.clone(), ..Limits::default() };
        self.begin(Purpose::Analysis, limits);
    }

    pub(super) fn status(&mut self) {
        let moves = self.session.game().legal_moves(self.session.notation()).len();
        if let (true, Some(report)) = (self.analyzing, &self.last) {
            let (time, nodes, depth) = (report.time.as_millis() / 10, report.nodes, report.depth);
            let first = report.pv.first().map(|text| xboard::outgoing(self.session.game(), text)).unwrap_or_default();
            self.say(format_args!("stat01: {time} {nodes} {depth} {} {moves} {first}", moves.saturating_sub(1)));
        }
    }

    pub(super) fn exclude(&mut self, rest: &str, exclude: bool) {
        let all = self.session.game().legal_moves(self.session.notation());
        let own = xboard::incoming(self.session.game(), rest, self.session.notation());
        let named = |text: &String| text.eq_ignore_ascii_case(&own);
        match (rest, exclude) {
            ("all", true) => self.excluded = all,
            ("all", false) => self.excluded.clear(),
            (_, true) => self.excluded.extend(all.into_iter().filter(named)),
            (_, false) => self.excluded.retain(|text| !named(text)),
        }
        self.restart_analysis();
    }
}

//! The thinking output.

use super::{Cecp, xboard};
use crate::search::{Bound, Report};
use crate::types::score::DisplayScore;

/// CECP's score of a mate; the number of moves is added.
const MATE_SCORE: i32 = 100_000;

impl Cecp {
    /// Prints a report as `ply score time nodes seldepth speed tbhits<TAB>pv`, time in centiseconds, and keeps it if it
    /// is about the best line. Reports of depth 0, of a finished game, are left out.
    pub(super) fn report(&mut self, report: Report) {
        if report.depth == 0 {
            return;
        }
        let score = match report.score {
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
            let pv = xboard::ranks_to_xboard(self.session.game().variant(), &report.pv.join(" "));
            let (seldepth, speed) = (report.seldepth, report.nps());
            self.say(format_args!("{depth} {score} {time} {nodes} {seldepth} {speed} 0\t{pv}{bound}"));
        }
        if report.multipv == 1 && report.bound == Bound::Exact {
            self.last_report = Some(report);
        }
    }
}

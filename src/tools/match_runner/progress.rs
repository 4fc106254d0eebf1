//! The display of a running match on standard error: a progress bar at a terminal, a line every few seconds elsewhere.

use super::standings::Standings;
use crate::tools::console::{note, progress_bar};
use crate::tools::sprt::Sprt;
use indicatif::ProgressBar;
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// The least time between two lines where there is no terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

pub struct Progress {
    pub bar: ProgressBar,
    is_terminal: bool,
    begun: Instant,
    last_line: Instant,
    /// The number of games that were finished before.
    before: usize,
    pub total: usize,
}

impl Progress {
    /// The display of `total` games, `before` of which are finished.
    pub fn new(total: usize, before: usize) -> Progress {
        let bar = progress_bar(total as u64, "{wide_bar} {pos}/{len}, {eta} left, {msg}");
        bar.set_position(before as u64);
        bar.reset_eta();
        let now = Instant::now();
        Progress { bar, is_terminal: std::io::stderr().is_terminal(), begun: now, last_line: now, before, total }
    }

    /// A display that shows nothing of `total` games.
    pub fn hidden(total: usize) -> Progress {
        Progress { bar: ProgressBar::hidden(), is_terminal: true, ..Progress::new(total, 0) }
    }

    pub fn print(&self, line: &str) {
        self.bar.suspend(|| note(line));
    }

    pub fn advance(&mut self, standings: &Standings, sprt: Option<&Sprt>) {
        self.bar.set_position(standings.games() as u64);
        self.bar.set_message(summary(standings, sprt));
        if !self.is_terminal && self.last_line.elapsed() >= LINE_INTERVAL {
            self.last_line = Instant::now();
            let played = standings.games().saturating_sub(self.before).max(1);
            let left =
                self.begun.elapsed().mul_f64((self.total - standings.games().min(self.total)) as f64 / played as f64);
            let games = format!("{}/{} games", standings.games(), self.total);
            note(format_args!("{games}, {} s left, {}", left.as_secs(), summary(standings, sprt)));
        }
    }
}

/// The results of the first engine: wins, losses and draws, Elo, and the state of the sequential test.
fn summary(standings: &Standings, sprt: Option<&Sprt>) -> String {
    let Some(tally) = standings.tally(0) else { return String::new() };
    let mut text = format!("{}-{}-{}", tally.wins, tally.draws, tally.losses);
    if let Some(estimate) = tally.elo() {
        let error = estimate.certainty.map_or("?".into(), |certainty| format!("{:.1}", certainty.error));
        text.push_str(&format!(", {:+.1} ± {error} Elo", estimate.elo));
    }
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        text.push_str(&format!(", LLR {:.2} ({lower:.2}, {upper:.2})", sprt.llr(tally)));
    }
    text
}

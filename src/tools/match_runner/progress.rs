//! How far a match has come: a bar at a terminal, a line now and then elsewhere.

use super::standings::Standings;
use crate::tools::sprt::Sprt;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Where there is no terminal, so long lies at least between two lines.
const INTERVAL: Duration = Duration::from_secs(10);

/// The display of a match under way.
pub struct Progress {
    bar: ProgressBar,
    terminal: bool,
    begun: Instant,
    told: Instant,
    /// Games that were there before the match began.
    before: usize,
    total: usize,
}

impl Progress {
    /// A display of `total` games, `before` of which are done.
    pub fn new(total: usize, before: usize) -> Progress {
        let bar = ProgressBar::new(total as u64);
        if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len}, {eta} left, {msg}") {
            bar.set_style(style);
        }
        bar.set_position(before as u64);
        bar.reset_eta();
        let now = Instant::now();
        Progress { bar, terminal: std::io::stderr().is_terminal(), begun: now, told: now, before, total }
    }

    /// Prints a line that stays.
    pub fn say(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }

    /// A game has been counted.
    pub fn advance(&mut self, standings: &Standings, sprt: Option<&Sprt>) {
        self.bar.set_position(standings.games() as u64);
        self.bar.set_message(summary(standings, sprt));
        if !self.terminal && self.told.elapsed() >= INTERVAL {
            self.told = Instant::now();
            let played = standings.games().saturating_sub(self.before).max(1);
            let left =
                self.begun.elapsed().mul_f64((self.total - standings.games().min(self.total)) as f64 / played as f64);
            let games = format!("{}/{} games", standings.games(), self.total);
            eprintln!("{games}, {} s left, {}", left.as_secs(), summary(standings, sprt));
        }
    }

    /// How many games there are to be.
    pub fn total(&self) -> usize {
        self.total
    }

    /// Clears the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// The first engine's results in a few words.
fn summary(standings: &Standings, sprt: Option<&Sprt>) -> String {
    let Some(tally) = standings.tally(0) else { return String::new() };
    let mut text = format!("{}-{}-{}", tally.wins, tally.draws, tally.losses);
    if let Some(estimate) = tally.elo() {
        text.push_str(&format!(", {:+.1} ± {:.1} Elo", estimate.elo, estimate.error));
    }
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        text.push_str(&format!(", LLR {:.2} ({lower:.2}, {upper:.2})", sprt.llr(tally)));
    }
    text
}

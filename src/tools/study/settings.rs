//! What the games of a study depend on, besides their numbers.

use crate::game::Variant;
use crate::pgn::GameRecord;

/// The tags of a game of a study.
pub(super) const SETTINGS: &str = "StudySettings";
pub(super) const SERIES: &str = "StudySeries";
pub(super) const NUMBER: &str = "StudyGame";
pub(super) const NODES: &str = "StudyNodes";

/// Everything that determines the games of a study.
#[derive(Clone)]
pub(super) struct Settings {
    pub variant: &'static Variant,
    /// Nodes per move; game by game one after the other.
    pub nodes: Vec<u64>,
    pub seed: u64,
    /// The number of plies at the start that are drawn among good moves.
    pub varied_plies: usize,
    /// A game of this many plies is given up as unfinished.
    pub max_plies: usize,
}

/// From where games begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Series {
    /// The start position.
    Start,
    /// Starts that lack pieces.
    Imbalanced,
}

impl Series {
    pub const ALL: [Series; 2] = [Series::Start, Series::Imbalanced];

    pub fn name(self) -> &'static str {
        match self {
            Series::Start => "start",
            Series::Imbalanced => "imbalanced",
        }
    }
}

/// A game of a study: its series, and its number in it from 0.
pub(super) type Task = (Series, u64);

impl Settings {
    /// The nodes per move of a game: imbalanced starts are played with the fewest.
    pub fn nodes_of(&self, (series, number): Task) -> u64 {
        match series {
            Series::Start => self.nodes[(number % self.nodes.len() as u64) as usize],
            Series::Imbalanced => self.nodes.iter().copied().min().unwrap_or(1),
        }
    }

    /// The value of the tag [`SETTINGS`]: `game=chess nodes=100,400 seed=1 …`. The network is summed up for it, which takes a
    /// while.
    pub fn text(&self) -> String {
        let nodes = self.nodes.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let network = self.variant.network().checksum(self.variant.features);
        format!(
            "game={} nodes={nodes} seed={} varied-plies={} max-plies={} version={} network={network:016x}",
            self.variant.name,
            self.seed,
            self.varied_plies,
            self.max_plies,
            env!("CARGO_PKG_VERSION"),
        )
    }
}

/// Checks that a game was played with settings of this text, and returns which one it is. The error names what differs.
pub(super) fn task_of(record: &GameRecord, own: &str) -> Result<Task, String> {
    let found = record.tag(SETTINGS).ok_or_else(|| format!("no game of a study: it has no tag {SETTINGS}"))?;
    let differs = own.split(' ').zip(found.split(' ')).find(|(own, found)| own != found);
    if let Some((own, found)) = differs {
        return Err(format!("a study with {found}, not {own}"));
    }
    task(record).ok_or_else(|| format!("tags {SERIES} and {NUMBER} are not those of a study"))
}

/// The series and the number of a game of a study.
pub(super) fn task(record: &GameRecord) -> Option<Task> {
    let series = Series::ALL.into_iter().find(|series| record.tag(SERIES) == Some(series.name()))?;
    Some((series, record.tag(NUMBER)?.parse().ok()?))
}

//! What the games of a study depend on, besides their numbers.

use crate::game::{Game, Variant};
use crate::pgn::GameRecord;
use crate::types::Color;

/// The tags of a game of a study.
pub(super) const SETTINGS: &str = "StudySettings";
pub(super) const SERIES: &str = "StudySeries";
pub(super) const NUMBER: &str = "StudyGame";
pub(super) const NODES: &str = "StudyNodes";

/// Everything that determines the games of a study.
#[derive(Clone)]
pub(super) struct Settings {
    pub variant: &'static Variant,
    /// The FEN of another start position than that of the game.
    pub fen: Option<String>,
    /// Nodes per move; game by game one after the other.
    pub nodes: Vec<u64>,
    pub seed: u64,
    /// The number of plies at the start that are drawn among good moves.
    pub varied_plies: usize,
    /// A game of this many plies is given up as unfinished.
    pub max_plies: usize,
}

/// From where games begin, and who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Series {
    /// The start position.
    Start,
    /// Starts that lack pieces.
    Imbalanced,
    /// The start position; one side has the [`FEWER`]th part of the nodes.
    Uneven,
    /// The start position; the evaluation of one side has learnt nothing.
    Untrained,
}

/// How many times as many nodes the stronger side has in uneven games. The verdict names the number in words.
pub(super) const FEWER: u64 = 4;

impl Series {
    pub const ALL: [Series; 4] = [Series::Start, Series::Imbalanced, Series::Uneven, Series::Untrained];

    /// The side that is better equipped in the game with this number.
    pub fn strong(self, number: u64) -> Option<Color> {
        matches!(self, Series::Uneven | Series::Untrained).then(|| Color::ALL[(number % 2) as usize])
    }

    pub fn name(self) -> &'static str {
        match self {
            Series::Start => "start",
            Series::Imbalanced => "imbalanced",
            Series::Uneven => "uneven",
            Series::Untrained => "untrained",
        }
    }
}

/// A game of a study: its series, and its number in it from 0.
pub(super) type Task = (Series, u64);

impl Settings {
    /// A game from the start position.
    pub fn new_game(&self) -> Box<dyn Game> {
        let other = self.fen.as_ref().and_then(|fen| self.variant.game(fen).ok());
        other.unwrap_or_else(|| self.variant.new_game())
    }

    /// The nodes per move of a game: imbalanced starts are played with the fewest, games between unequal sides with the most.
    pub fn nodes_of(&self, (series, number): Task) -> u64 {
        match series {
            Series::Start => self.nodes[(number % self.nodes.len() as u64) as usize],
            Series::Imbalanced => self.nodes.iter().copied().min().unwrap_or(1),
            Series::Uneven | Series::Untrained => self.nodes.iter().copied().max().unwrap_or(1),
        }
    }

    /// The nodes per move of a side.
    pub fn nodes_for(&self, task: Task, color: Color) -> u64 {
        let nodes = self.nodes_of(task);
        let is_weak = task.0 == Series::Uneven && task.0.strong(task.1) != Some(color);
        if is_weak { (nodes / FEWER).max(1) } else { nodes }
    }

    /// The value of the tag [`SETTINGS`]: `game=chess nodes=100,400 seed=1 …`. The network is summed up for it, which takes a
    /// while.
    pub fn text(&self) -> String {
        let nodes = self.nodes.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let network = self.variant.network().checksum(self.variant.features);
        let fen = self.fen.as_ref().map(|fen| format!(" start={}", fen.replace(' ', "_"))).unwrap_or_default();
        format!(
            "game={}{fen} nodes={nodes} seed={} varied-plies={} max-plies={} version={} network={network:016x}",
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

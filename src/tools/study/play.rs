//! Plays one game of a study.

use super::games::HASH_MIB;
use super::imbalance;
use super::recorded::{Recorded, for_white, write_evaluations};
use super::settings::{NODES, NUMBER, SERIES, SETTINGS, Series, Settings, Task};
use crate::engine::searcher::Searcher;
use crate::game::{Game, Variant};
use crate::pgn::{GameRecord, RecordedMove};
use crate::position::Notation;
use crate::search::Limits;
use crate::tools::page::NAME;
use crate::types::score::DisplayScore;
use crate::types::zobrist::mix;
use crate::types::{Color, Score, Seat};

/// The number of lines among which the first moves are drawn.
const LINES: usize = 12;
/// A search for that many lines gets this many times the nodes of a move.
const LINES_NODES: u64 = 6;
/// A line that loses this much of the expected points against the best one is drawn with 1/e of its probability.
const TEMPERATURE: f64 = 0.05;

/// Who plays the games of a study.
pub(super) struct Players {
    engine: Searcher,
    /// The same again, which knows nothing of what the other one has searched.
    second: Searcher,
    /// One whose evaluation has learnt nothing.
    untrained: Searcher,
}

impl Players {
    /// # Errors
    /// Memory or threads cannot be had.
    pub fn new(variant: &'static Variant) -> Result<Players, String> {
        let searcher = || Searcher::new(1, HASH_MIB);
        let mut untrained = searcher()?;
        untrained.set_network(Some(variant.untrained_network().into()));
        Ok(Players { engine: searcher()?, second: searcher()?, untrained })
    }

    /// Forgets what those who play a game know of earlier ones.
    fn forget(&self, (series, _): Task) {
        self.engine.forget();
        match series {
            Series::Uneven => self.second.forget(),
            Series::Untrained => self.untrained.forget(),
            Series::Start | Series::Imbalanced => {}
        }
    }

    /// The player of a side.
    fn of(&self, (series, number): Task, color: Color) -> &Searcher {
        let is_weak = series.strong(number).is_some_and(|strong| strong != color);
        match series {
            Series::Uneven if is_weak => &self.second,
            Series::Untrained if is_weak => &self.untrained,
            _ => &self.engine,
        }
    }
}

/// A game as values, and as it stands at its end.
pub(super) type Played = (Recorded, Box<dyn Game>);

/// Plays a game of a study; `None` if `stop` says so before it ends.
///
/// # Errors
/// The engine plays an illegal move or there is no imbalanced start.
pub(super) fn play(
    settings: &Settings,
    task: Task,
    players: &Players,
    stop: impl Fn() -> bool,
) -> Result<Option<Played>, String> {
    // Another number for each game of each series.
    let series = task.0 as u64;
    let dice = mix(mix(settings.seed) ^ mix((task.1 << 1) | (series & 1)) ^ (series >> 1));
    let (mut game, varied_plies) = match task.0 {
        Series::Imbalanced => (imbalance::start(&*settings.new_game(), dice)?, 0),
        _ => (settings.new_game(), settings.varied_plies),
    };
    players.forget(task);
    let (start, nodes) = (game.boxed_clone(), settings.nodes_of(task));
    let mut scores = Vec::new();
    while game.outcome().is_none() && scores.len() < settings.max_plies {
        if stop() {
            return Ok(None);
        }
        let ply = scores.len() as u64;
        let color = game.turn().color;
        // The same player chooses all first moves, so that no side has the better opening.
        let drawn =
            if scores.len() < varied_plies { draw(&*game, nodes, &players.engine, mix(dice ^ ply)) } else { None };
        let (bits, score) =
            drawn.unwrap_or_else(|| best(&*game, settings.nodes_for(task, color), players.of(task, color)));
        scores.push((game.turn(), score));
        if !bits.is_some_and(|bits| game.play_bits(bits)) {
            return Err(format!("the engine has no legal move in {}", game.fen()));
        }
    }
    let recorded = Recorded {
        origin: format!("game {} of the study", task.1 + 1),
        study: None,
        nodes: Some(nodes),
        start,
        moves: game.played_bits(),
        evaluations: evaluations(&*game, &scores),
        result: game.outcome().map_or("*", |outcome| outcome.result()).to_owned(),
    };
    Ok(Some((recorded, game)))
}

/// The evaluations of the first position and behind each move. The one behind a move is that of the search that came next; with
/// more than two players, whose next one is no opponent of this one, it is that of the search that chose the move. There is none
/// behind the move that ends the game.
fn evaluations(game: &dyn Game, scores: &[(Seat, Option<Score>)]) -> Vec<Option<DisplayScore>> {
    let own = scores.iter().map(|&(seat, score)| score.map(|score| for_white(score, seat.color)));
    if game.variant().players() == 2 {
        return own.chain([None]).collect();
    }
    let mut all: Vec<Option<DisplayScore>> = std::iter::once(None).chain(own).collect();
    if let (Some(last), true) = (all.last_mut(), game.outcome().is_some()) {
        *last = None;
    }
    all
}

/// The number of a move, and a score.
type ScoredMove = (Option<u64>, Option<Score>);

/// The best move and its score.
fn best(game: &dyn Game, nodes: u64, searcher: &Searcher) -> ScoredMove {
    let result = searcher.search(game, limits(nodes), |_| {});
    (result.answer.best, result.report.map(|report| report.score))
}

fn limits(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Draws a good move; `None` if the search has no line. With two players the score is that of the position, so of the best
/// line, otherwise that of the move.
fn draw(game: &dyn Game, nodes: u64, searcher: &Searcher, dice: u64) -> Option<ScoredMove> {
    let lines = searcher.search_lines(game, limits(nodes.saturating_mul(LINES_NODES)), LINES);
    let expected = |score| game.variant().network().chances().expected(DisplayScore::from(score));
    let expected: Vec<f64> = lines.iter().map(|report| expected(report.score)).collect();
    let weights = weights(&expected);
    let mut left = dice as f64 / u64::MAX as f64 * weights.iter().sum::<f64>();
    let drawn = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    let drawn = lines.get(drawn.unwrap_or(0))?;
    let best = lines.iter().zip(&expected).max_by(|a, b| a.1.total_cmp(b.1))?.0;
    let scored = if game.variant().players() == 2 { best } else { drawn };
    Some((drawn.pv.first().copied(), Some(scored.score)))
}

/// How likely each line is to be drawn, beside the others, by its expected points.
fn weights(expected: &[f64]) -> Vec<f64> {
    let most = expected.iter().copied().fold(0.0, f64::max);
    expected.iter().map(|points| ((points - most) / TEMPERATURE).exp()).collect()
}

/// The record of a game that has been played, with the text of its settings.
pub(super) fn record(settings: &Settings, settings_text: &str, game: &dyn Game, recorded: &Recorded) -> GameRecord {
    let outcome = game.outcome();
    let result = recorded.result.as_str();
    let mut record = GameRecord { result: result.into(), ..GameRecord::default() };
    let (series, number) = recorded.task().unwrap_or((Series::Start, 0));
    let round = (number + 1).to_string();
    for (tag, value) in [("Event", "study"), ("Site", "?"), ("Date", "????.??.??"), ("Round", round.as_str())] {
        record.set(tag, value);
    }
    for color in Color::ALL {
        record.set(color.name(), NAME);
    }
    record.set("Result", result);
    record.set_variant(settings.variant);
    if series == Series::Imbalanced || settings.fen.is_some() {
        record.set("SetUp", "1");
        record.set("FEN", recorded.start.fen());
    }
    record.set("Termination", if outcome.is_some() { "normal" } else { "unterminated" });
    record.set("PlyCount", recorded.moves.len().to_string());
    record.set(SERIES, series.name());
    record.set(NUMBER, number.to_string());
    record.set(NODES, recorded.nodes.unwrap_or_default().to_string());
    record.set(SETTINGS, settings_text);
    record.moves = game.played_as(Notation::San).into_iter().map(RecordedMove::new).collect();
    write_evaluations(&mut record, &recorded.evaluations);
    if let (Some(last), Some(outcome)) = (record.moves.last_mut(), outcome) {
        last.comment = outcome.comment();
    }
    record
}

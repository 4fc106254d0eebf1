//! A game to study: moves and evaluations as values, as it was played or as a file tells it.

use super::settings::{NODES, SETTINGS, Series, Task, task};
use crate::game::{Game, Variant};
use crate::pgn::{GameRecord, LocatedGame, evaluation};
use crate::tools::datagen::binary_format::TrainingGame;
use crate::types::score::DisplayScore;
use crate::types::{Color, Score, Seat};
use std::path::Path;

/// A game, and what its players thought of it.
pub(super) struct Recorded {
    /// The file, and the place in it.
    pub origin: String,
    /// Which game of which study it is; `None` in other games.
    pub study: Option<(String, Task)>,
    /// Nodes per move, in games of a study.
    pub nodes: Option<u64>,
    /// The first position.
    pub start: Box<dyn Game>,
    /// The moves as numbers ([`Game::play_bits`]).
    pub moves: Vec<u64>,
    /// The evaluations from White's view: of the first position, and behind each move.
    pub evaluations: Vec<Option<DisplayScore>>,
    /// The result as in PGN.
    pub result: String,
}

impl Recorded {
    /// A game of a PGN file.
    ///
    /// # Errors
    /// It has no position or a move is illegal: file, line and fault.
    pub fn read(path: &Path, located: &LocatedGame) -> Result<Recorded, String> {
        let record = &located.record;
        let mut behind = Vec::new();
        let game = located.replay_looking(|game, mv| behind.push(evaluation_in(&mv.comment, game.turn())));
        let mut start = game.map_err(|(line, what)| format!("{}:{line}: {what}", path.display()))?;
        let moves = start.played_bits();
        while start.undo() {}
        let evaluations = std::iter::once(evaluation_in(&record.comment, start.turn())).chain(behind).collect();
        Ok(Recorded {
            origin: format!("{}:{}", path.display(), located.line),
            study: task(record).map(|task| (record.tag(SETTINGS).unwrap_or_default().to_owned(), task)),
            nodes: record.tag(NODES).and_then(|nodes| nodes.parse().ok()),
            start,
            moves,
            evaluations,
            result: record.result.clone(),
        })
    }

    /// A game of a file by `datagen`. Those that were adjudicated have ended by the rules no more than others.
    ///
    /// # Errors
    /// It has no position: place and fault.
    pub fn generated(origin: String, variant: &'static Variant, game: &TrainingGame) -> Result<Recorded, String> {
        let mut evaluations = Vec::new();
        let behind = game.replay(variant, |before, ply| {
            evaluations.push(Some(for_white(ply.score.into(), before.turn().color)));
        });
        let mut start = behind.map_err(|error| format!("{origin}: {error}"))?;
        evaluations.push(None);
        let result = game.winner.map_or("1/2-1/2", |color| color.choose("1-0", "0-1")).to_owned();
        let moves = start.played_bits();
        while start.undo() {}
        Ok(Recorded { origin, study: None, nodes: None, start, moves, evaluations, result })
    }

    /// The series of the game; others than games of a study count as begun at the start.
    pub fn series(&self) -> Series {
        self.task().map_or(Series::Start, |task| task.0)
    }

    /// Which game of its study it is.
    pub fn task(&self) -> Option<Task> {
        self.study.as_ref().map(|study| study.1)
    }
}

/// White's points by a result as in PGN; `None` if the game is unfinished.
pub(super) fn white_points(result: &str) -> Option<f64> {
    match result {
        "1-0" => Some(1.0),
        "0-1" => Some(0.0),
        "1/2-1/2" => Some(0.5),
        _ => None,
    }
}

/// The score of a player of `color` from White's view.
pub(super) fn for_white(score: Score, color: Color) -> DisplayScore {
    turned(score.into(), color)
}

fn turned(score: DisplayScore, color: Color) -> DisplayScore {
    let for_white = |own: i32| color.choose(own, -own);
    match score {
        DisplayScore::Centipawns(cp) => DisplayScore::Centipawns(for_white(cp)),
        DisplayScore::Mate(moves) => DisplayScore::Mate(for_white(moves)),
    }
}

/// The evaluation in a comment from White's view: `[%eval 0.35]` has it so; what engines' matches write, `+0.35/12 1.2s` and
/// `-M3/9`, is from the view of the player who moved.
fn evaluation_in(comment: &str, seat: Seat) -> Option<DisplayScore> {
    let value = comment.split_once("[%eval ").and_then(|(_, rest)| rest.split_once(']')).map(|(text, _)| text);
    if let Some(text) = value {
        return evaluation::parse(text);
    }
    let text = comment.split_once('/')?.0.trim();
    let mate = text.strip_prefix("+M").map(|moves| (moves, 1)).or_else(|| Some((text.strip_prefix("-M")?, -1)));
    let own = match mate {
        Some((moves, sign)) => DisplayScore::Mate(sign * i32::from(moves.parse::<i16>().ok()?)),
        None => evaluation::parse(text)?,
    };
    Some(turned(own, seat.color))
}

/// Writes evaluations into the comments of a record.
pub(super) fn write_evaluations(record: &mut GameRecord, evaluations: &[Option<DisplayScore>]) {
    let comments = std::iter::once(&mut record.comment).chain(record.moves.iter_mut().map(|mv| &mut mv.comment));
    for (comment, score) in comments.zip(evaluations) {
        *comment = score.map_or_else(String::new, |score| format!("[%eval {}]", evaluation::text(score)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DisplayScore::{Centipawns, Mate};

    #[test]
    fn evaluations_of_all_programs_are_read() {
        let rows = [
            ("[%eval 1.00]", Color::Black, Some(Centipawns(100))),
            ("good [%eval -1.00,20] [%clk 1:00]", Color::White, Some(Centipawns(-100))),
            ("[%eval #-3]", Color::White, Some(Mate(-3))),
            ("+1.00/12 0.500s", Color::White, Some(Centipawns(100))),
            ("+1.00/12 0.500s", Color::Black, Some(Centipawns(-100))),
            ("-M3/9 0.1s", Color::Black, Some(Mate(3))),
            ("#2/9 0.1s", Color::White, Some(Mate(2))),
            ("[%eval -99999999999]", Color::White, Some(Centipawns(-100_000))),
            ("-M-2147483648/9 0.1s", Color::White, None),
            ("a good move", Color::White, None),
            ("either/or", Color::White, None),
            ("", Color::White, None),
        ];
        for (comment, color, score) in rows {
            assert_eq!(evaluation_in(comment, color.into()), score, "{comment}");
        }
    }
}

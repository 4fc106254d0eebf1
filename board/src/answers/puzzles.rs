//! Puzzles: positions in which one move wins, with the winning line.

use super::Problem;
use super::requests::{PuzzleRequest, variant};
use super::texts::texts;
use crate::game::Variant;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// How hard a puzzle is.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    /// Grade 1 of the file.
    Easy,
    /// Grade 2.
    Medium,
    /// Grades 3 to 5.
    Hard,
}

/// A row of a file.
#[derive(Debug, Serialize)]
pub(super) struct Puzzle<'a> {
    id: &'a str,
    pub(super) fen: &'a str,
    /// The number of own moves to the win.
    pub(super) moves: u32,
    level: Level,
    /// Own moves and replies in turn, up to the win.
    pub(super) line: Vec<&'a str>,
}

/// The answer to `puzzle`.
///
/// # Errors
/// The game has no such puzzle.
pub(super) fn of(request: &PuzzleRequest) -> Result<Value, Problem> {
    let variant = variant(&request.game)?;
    let mut puzzles = all(variant).filter(|puzzle| puzzle.level == request.level);
    match puzzles.nth(request.number) {
        Some(puzzle) => match fits(variant, &puzzle) {
            true => Ok(json!({"puzzle": puzzle})),
            false => Err(Problem::of("number", format!("{} is no puzzle by the rules of {}", puzzle.id, variant.name))),
        },
        None => Err(Problem::of("number", format!("{} has no puzzle {} of this level", variant.name, request.number))),
    }
}

/// Whether the position is one of the game, and the line can be played. Files of users may be of other rules.
fn fits(variant: &'static Variant, puzzle: &Puzzle<'_>) -> bool {
    variant.game(puzzle.fen).is_ok_and(|mut game| puzzle.line.iter().all(|mv| game.play(mv).is_ok()))
}

/// How many puzzles of each level a game has; levels without puzzles are left out.
pub(super) fn counts(variant: &Variant) -> Value {
    let mut counts = Map::new();
    for level in [Level::Easy, Level::Medium, Level::Hard] {
        let count = all(variant).filter(|puzzle| puzzle.level == level).count();
        if let (Ok(Value::String(name)), 1..) = (serde_json::to_value(level), count) {
            counts.insert(name, count.into());
        }
    }
    Value::Object(counts)
}

/// The puzzles of a game, as their file has them.
pub(super) fn all(variant: &Variant) -> impl Iterator<Item = Puzzle<'static>> {
    rows(variant).filter_map(read)
}

/// The lines of the file of a game, comments excepted. There are none if the game has no puzzles.
fn rows(variant: &Variant) -> impl Iterator<Item = &'static str> {
    let text = if variant.puzzles.is_empty() { of_program(variant) } else { variant.puzzles };
    text.lines().filter(|row| !row.starts_with('#'))
}

fn of_program(variant: &Variant) -> &'static str {
    let is_own = |name: &str| name.strip_suffix(".epd") == Some(variant.name);
    let file = texts().puzzles.iter().find(|(name, _)| is_own(name)).map_or(&[][..], |(_, bytes)| bytes);
    std::str::from_utf8(file).unwrap_or_default()
}

/// Reads `FEN ;bm f8f2; dm 2; id "chess.1"; pv f8f2 e2e1 d4d2; c0 "grade 1";`.
fn read(row: &str) -> Option<Puzzle<'_>> {
    let (fen, operations) = row.split_once(" ;")?;
    let operation = |name: &str| {
        let operation = operations.split(';').find_map(|operation| operation.trim().strip_prefix(name));
        operation.map(|value| value.trim().trim_matches('"'))
    };
    let level = match operation("c0 ")?.strip_prefix("grade ")? {
        "1" => Level::Easy,
        "2" => Level::Medium,
        _ => Level::Hard,
    };
    let line = operation("pv ")?.split(' ').collect();
    Some(Puzzle { id: operation("id ")?, fen, moves: operation("dm ")?.parse().ok()?, level, line })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::super::answer;
    use super::super::replay::Replays;
    use super::*;
    use crate::variants;
    use rayon::prelude::*;

    #[test]
    fn the_line_of_every_puzzle_wins_in_its_number_of_moves() {
        variants::coded().into_par_iter().for_each(|variant| {
            let mut count = 0;
            for puzzle in all(variant) {
                let line: Vec<String> = puzzle.line.iter().map(|&text| text.to_owned()).collect();
                let replay = Replays::default().replay(variant.name, Some(puzzle.fen), &line).unwrap();
                assert_eq!(puzzle.line.len() as u32, 2 * puzzle.moves - 1, "{puzzle:?}");
                let solver = replay.seats[0];
                let winner = replay.game().outcome().and_then(|outcome| outcome.winner);
                assert_eq!(winner.map(|seat| seat.number), Some(solver), "{puzzle:?}");
                count += 1;
            }
            assert_eq!(count, rows(variant).count(), "{}: a row that is no puzzle", variant.name);
            assert!(count == 0 || count >= 200, "{}: {count} puzzles", variant.name);
        });
        assert!(texts().puzzles.len() >= 11, "{} files", texts().puzzles.len());
        assert!(
            texts()
                .puzzles
                .iter()
                .all(|(name, _)| variants::coded().into_iter().any(|variant| *name == format!("{}.epd", variant.name)))
        );
    }

    #[test]
    fn puzzles_are_told_one_by_one() {
        let ask =
            |body: &str| answer(&Replays::default(), "puzzle", body.as_bytes()).map_err(|problem| problem.error());
        let games: Value = serde_json::from_slice(&answer(&Replays::default(), "games", b"{}").unwrap()).unwrap();
        assert_eq!(games["games"][0]["puzzles"], json!({"easy": 106, "medium": 89, "hard": 15}));
        let told: Value =
            serde_json::from_slice(&ask(r#"{"game":"chess","level":"easy","number":0}"#).unwrap()).unwrap();
        let expected = json!({
            "id": "chess.1", "fen": "5r2/p1p1k1p1/7p/P3p3/3q4/8/4K3/8 b - - 2 49", "moves": 2, "level": "easy",
            "line": ["f8f2", "e2e1", "d4d2"],
        });
        assert_eq!(told["puzzle"], expected);
        assert!(ask(r#"{"game":"chess","level":"easy","number":105}"#).is_ok());
        for (body, error) in [
            (r#"{"game":"chess","level":"easy","number":106}"#, "number: "),
            (r#"{"game":"penaltybox-dual","level":"easy","number":0}"#, "number: "),
            (r#"{"game":"chess","level":"grim","number":0}"#, "unknown variant"),
            (r#"{"game":"chess","level":"easy","number":-1}"#, "invalid value"),
            (r#"{"game":"../chess","level":"easy","number":0}"#, "game: "),
        ] {
            assert!(ask(body).unwrap_err().starts_with(error), "{body}");
        }
    }
}

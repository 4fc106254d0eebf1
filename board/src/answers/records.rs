//! Games in PGN.

use super::Problem;
use super::replay::Replays;
use super::requests::{self, ReadPgnRequest, WritePgnRequest};
use super::task::score_answer;
use crate::game::Game;
use crate::pgn::{self, Fault, GameRecord, RecordedMove, Variation, evaluation};
use crate::position::Notation;
use crate::types::score::WinModel;
use serde_json::{Value, json};

/// The greatest number of games that are read from a text.
const MOST_GAMES: usize = 200;
/// The greatest number of moves that are read from a text.
const MOST_MOVES: usize = 50_000;

/// The greatest number of moves in side lines, each counted from the start of its game.
const MOST_SIDE_MOVES: usize = 20_000;

/// The answer to `read-pgn`.
pub(super) fn read(request: &ReadPgnRequest) -> Result<Value, Problem> {
    let reading = pgn::read_located(&request.text);
    let moves: usize = reading.games.iter().map(|game| game.record.moves.len()).sum();
    if reading.games.len() > MOST_GAMES || moves > MOST_MOVES {
        let found = format!("{} games with {moves} moves", reading.games.len());
        let most = format!("at most {MOST_GAMES} games with {MOST_MOVES} moves are read");
        return Err(Problem::of("text", format!("{found}; {most}")));
    }
    let mut room = MOST_SIDE_MOVES;
    let games: Vec<Value> = reading.games.iter().map(|located| game(&located.record, &mut room)).collect();
    let fault = |fault: &Fault| json!({"line": fault.line, "game": fault.game, "text": fault.what});
    let faults: Vec<Value> = reading.faults.iter().chain(&reading.repairs()).map(fault).collect();
    Ok(json!({"games": games, "faults": faults}))
}

/// Describes a record; `room` is the number of moves that may still be listed in side lines.
fn game(record: &GameRecord, room: &mut usize) -> Value {
    let (tags, result) = (&record.tags, &record.result);
    let fen = record.tag("FEN");
    let mut game = match record.game() {
        Ok(game) => game,
        Err(error) => {
            return json!({"game": null, "tags": tags, "fen": fen, "moves": [], "result": result, "error": error});
        }
    };
    let mut error = None;
    for (place, recorded) in record.moves.iter().enumerate() {
        if let Err(problem) = game.play(&recorded.text) {
            error = Some(format!("move {}: {problem}", place + 1));
            break;
        }
    }
    let name = game.variant().name;
    let moves = game.played();
    let chances = game.variant().network().chances();
    let notes: Vec<Value> = record.moves.iter().take(moves.len()).map(|recorded| note(recorded, chances)).collect();
    let lines = side_lines(record, moves.len(), room);
    json!({
        "game": name, "tags": tags, "fen": fen, "moves": moves, "notes": notes, "lines": lines, "result": result,
        "error": error,
    })
}

/// What a record says about a move: an evaluation with its chances, glyphs, a comment.
fn note(recorded: &RecordedMove, chances: WinModel) -> Value {
    let is_command = |word: &&str| word.starts_with("[%");
    let words: Vec<&str> = recorded.comment.split_inclusive(']').flat_map(split_command).collect();
    let score = words.iter().find_map(|word| evaluation::parse(word.strip_prefix("[%eval ")?.strip_suffix(']')?));
    let comment: Vec<&str> = words.into_iter().filter(|word| !is_command(word)).collect();
    let (wdl, score) = (score.map(|score| chances.permille(score)), score.map(score_answer));
    json!({"score": score, "wdl": wdl, "glyphs": recorded.nags, "comment": comment.join(" ")})
}

/// Splits a text that may end with a command into what stands before it and the command.
fn split_command(text: &str) -> impl Iterator<Item = &str> {
    let at = text.find("[%").filter(|_| text.ends_with(']')).unwrap_or(text.len());
    let (before, command) = text.split_at(at);
    [before.trim(), command].into_iter().filter(|part| !part.is_empty())
}

/// The side lines of a record, each from the start of the game, as far as their moves are legal and there is room.
fn side_lines(record: &GameRecord, most: usize, room: &mut usize) -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    if let (Ok(game), Some(moves)) = (record.game(), record.moves.get(..most)) {
        add_side_lines(&*game, moves, &mut lines, room, 0);
    }
    lines
}

/// Lines within lines deeper than this are left out.
const DEEPEST: usize = 8;

/// Adds the lines beside some legal moves that begin where `game` stands.
fn add_side_lines(
    game: &dyn Game,
    moves: &[RecordedMove],
    lines: &mut Vec<Vec<String>>,
    room: &mut usize,
    depth: usize,
) {
    let mut at = game.boxed_clone();
    for recorded in moves {
        for side in recorded.variations.iter().filter(|_| depth < DEEPEST) {
            if *room == 0 {
                return;
            }
            let mut end = at.boxed_clone();
            let legal = |recorded: &&RecordedMove| end.ended().is_none() && end.play(&recorded.text).is_ok();
            let count = side.moves.iter().take_while(legal).count();
            let line = end.played();
            *room = room.saturating_sub(line.len() + 1);
            if count > 0 && *room > 0 {
                lines.push(line);
            }
            add_side_lines(&*at, side.moves.get(..count).unwrap_or_default(), lines, room, depth + 1);
        }
        if at.play(&recorded.text).is_err() {
            return;
        }
    }
}

/// The answer to `write-pgn`.
pub(super) fn write(replays: &Replays, request: &WritePgnRequest) -> Result<Value, Problem> {
    let replay = replays.replay(&request.game, request.fen.as_deref(), &request.moves)?;
    let game = replay.game();
    let result = game.ended().map(|outcome| outcome.result());
    let given = request.tags.iter().find(|tag| tag.0 == "Result").map(|tag| tag.1.as_str());
    // A game may also be resigned, agreed drawn, or drawn by a claim.
    let given = given.filter(|given| ["1-0", "0-1", "1/2-1/2"].contains(given));
    let result = result.or(given).unwrap_or("*");
    let mut record = GameRecord { result: result.to_owned(), ..GameRecord::default() };
    for (name, value) in &request.tags {
        if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
            return Err(Problem::of("tags", format!("`{name}` is no name of a tag")));
        }
        record.set(name, value.chars().filter(|letter| !letter.is_control()).collect::<String>());
    }
    record.set("Result", result);
    record.set_variant(game.variant());
    if replay.start != game.variant().start {
        record.set("SetUp", "1");
        record.set("FEN", replay.start.as_str());
    }
    record.moves = recorded(&game.played_as(Notation::San));
    add_lines(replays, request, &mut record.moves)?;
    Ok(json!({"pgn": record.to_string()}))
}

fn recorded(texts: &[String]) -> Vec<RecordedMove> {
    texts.iter().map(RecordedMove::new).collect()
}

/// Adds the other lines of a request as variations.
fn add_lines(replays: &Replays, request: &WritePgnRequest, moves: &mut [RecordedMove]) -> Result<(), Problem> {
    let count: usize = request.lines.iter().map(Vec::len).sum();
    if count > requests::MOST_MOVES {
        let most = requests::MOST_MOVES;
        return Err(Problem::of("lines", format!("{count} moves, at most {most} are allowed")));
    }
    for line in &request.lines {
        let replay = replays.replay(&request.game, request.fen.as_deref(), line);
        let replay = replay.map_err(|problem| Problem { field: Some("lines"), ..problem })?;
        add_line(moves, &replay.game().played_as(Notation::San));
    }
    Ok(())
}

/// Adds a line where it first differs. What goes on behind the end of a known line is left out.
fn add_line(moves: &mut [RecordedMove], line: &[String]) {
    let same = moves.iter().zip(line).take_while(|(recorded, text)| recorded.text == **text).count();
    let (Some(branch), Some(rest)) = (moves.get_mut(same), line.get(same..)) else { return };
    let begins = |known: &&mut Variation| known.moves.first().map(|first| &first.text) == rest.first();
    match branch.variations.iter_mut().find(begins) {
        Some(known) => add_line(&mut known.moves, rest),
        None if rest.is_empty() => {}
        None => branch.variations.push(Variation { moves: recorded(rest), ..Variation::default() }),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::super::answer;
    use super::*;
    use crate::types::score::DisplayScore;

    #[test]
    fn evaluations_marks_comments_and_side_lines_of_a_pgn_are_read() {
        let text = "1. e4 {[%eval 0.35] [%clk 0:01] good start} e5 $4 (1... c5 {[%eval 0.1]} 2. Nf3 (2. Nc3 Nc6)) (1... Ke5) \
                    2. Ke2 {[%eval #-3,12]} (2. Nf3 Nc6) *";
        let body = json!({"text": text}).to_string();
        let told: Value =
            serde_json::from_slice(&answer(&Replays::default(), "read-pgn", body.as_bytes()).unwrap()).unwrap();
        let chances = crate::variants::default().network().chances();
        let notes = json!([
            {"score": {"cp": 35}, "wdl": chances.permille(DisplayScore::Centipawns(35)), "glyphs": [], "comment": "good start"},
            {"score": null, "wdl": null, "glyphs": [4], "comment": ""},
            {"score": {"mate": -3}, "wdl": [0, 0, 1000], "glyphs": [], "comment": ""},
        ]);
        assert_eq!(told["games"][0]["notes"], notes);
        let lines =
            json!([["e2e4", "c7c5", "g1f3"], ["e2e4", "c7c5", "b1c3", "b8c6"], ["e2e4", "e7e5", "g1f3", "b8c6"],]);
        assert_eq!(told["games"][0]["lines"], lines);
    }

    /// The number of moves in side lines is limited for all games of a text together.
    #[test]
    fn side_lines_without_end_are_cut_off() {
        let line = "(1... c5 2. Nf3 d6)".repeat(20_000);
        let body = json!({"text": format!("1. e4 e5 {line} *")}).to_string();
        let told: Value =
            serde_json::from_slice(&answer(&Replays::default(), "read-pgn", body.as_bytes()).unwrap()).unwrap();
        let lines = told["games"][0]["lines"].as_array().unwrap();
        assert!((1000..20_000).contains(&lines.len()), "{}", lines.len());
    }
}

//! Holds games from files against positions that another program has told.
//!
//! ```text
//! judge FILE.ini... < positions
//! ```
//!
//! A line of `positions` has six fields, separated by tabs: the game, a FEN, its legal moves separated by blanks, the result if
//! there are none (`1-0`, `0-1`, `1/2-1/2`, otherwise `*`), the move that is played, and the FEN after it; a seventh, if it is there,
//! is that move in standard algebraic notation. For every game a line is printed with the number of positions and of differences,
//! and the first difference of each sort.

use jailbird_core::position::{Notation, Rules, Text};
use jailbird_core::variants::general::{General, Loaded};
use jailbird_core::variants::ini::{Reader, variant_of};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::BufRead;

#[derive(Default)]
struct Tally {
    positions: usize,
    ends: usize,
    differences: BTreeMap<&'static str, (usize, String)>,
    /// The position after the move of the last line, which knows that move: some ends depend on it, as that by a pawn's drop.
    last: Option<General>,
}

fn main() {
    let mut reader = Reader::default();
    let mut games: HashMap<String, &'static Loaded> = HashMap::new();
    let mut refused: BTreeMap<String, String> = BTreeMap::new();
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let (read, problems) = reader.read(&text);
        problems.iter().for_each(|problem| eprintln!("{path}:{}: {}", problem.line, problem.text));
        for game in read {
            let (name, loaded) = (game.name.clone(), game.game.clone());
            match variant_of(game).and(loaded) {
                Ok(loaded) => drop(games.insert(name, Box::leak(Box::new(loaded)))),
                Err(problems) => {
                    let text: Vec<String> =
                        problems.iter().map(|problem| format!("{path}:{}: {}", problem.line, problem.text)).collect();
                    refused.insert(name, text.join("; "));
                }
            }
        }
    }
    eprintln!("{} games read, {} refused", games.len(), refused.len());
    refused.iter().for_each(|(game, why)| eprintln!("  {game}: {why}"));
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("readable lines");
        let fields: Vec<&str> = line.split('\t').collect();
        let (fields, san) = fields.split_at(fields.len().min(6));
        let [game, fen, moves, result, next, after] = *fields else { continue };
        let tally = tallies.entry(game.to_owned()).or_default();
        let Some(&loaded) = games.get(game).or_else(|| games.get(game.trim_start_matches("own-"))) else {
            let why = refused.get(game).cloned().unwrap_or("no such game".into());
            note(tally, "refused", why);
            continue;
        };
        tally.positions += 1;
        compare(loaded, tally, fen, moves, result, (next, after));
        if let [san] = *san {
            compare_san(loaded, tally, fen, next, san);
        }
    }
    for (game, tally) in &tallies {
        let equal = if tally.differences.is_empty() { "equal" } else { "DIFFERS" };
        println!("{game}\t{}\t{}\t{equal}", tally.positions, tally.ends);
        for (sort, (count, first)) in &tally.differences {
            println!("    {sort} ({count}): {first}");
        }
    }
    let equal = tallies.values().filter(|tally| tally.differences.is_empty()).count();
    println!("{equal} of {} games equal", tallies.len());
}

fn note(tally: &mut Tally, sort: &'static str, text: String) {
    let entry = tally.differences.entry(sort).or_insert((0, text));
    entry.0 += 1;
}

fn compare_san(loaded: &'static Loaded, tally: &mut Tally, fen: &str, next: &str, san: &str) {
    let Some((position, mv)) = General::read(loaded, fen).ok().and_then(|it| it.find_move(next).map(|mv| (it, mv)))
    else {
        return;
    };
    let own = position.move_text(mv, Notation::San);
    if own != san {
        note(tally, "san", format!("{fen} {next}: {own}, not {san}"));
    }
    for text in [san, &own] {
        if position.find_move(text) != Some(mv) {
            note(tally, "san not understood", format!("{fen} {next}: {text}"));
        }
    }
}

fn compare(
    loaded: &'static Loaded,
    tally: &mut Tally,
    fen: &str,
    moves: &str,
    result: &str,
    (next, after): (&str, &str),
) {
    let position = match General::read(loaded, fen) {
        Ok(position) => position,
        Err(error) => return note(tally, "fen refused", format!("{error}: {fen}")),
    };
    if position.fen() != fen {
        note(tally, "fen", format!("{fen} is written {}", position.fen()));
    }
    let texts = |position: &General| -> BTreeSet<String> {
        let moves = position.move_list().into_iter();
        moves.map(|mv| position.move_text(mv, Notation::Standard)).collect()
    };
    let played = tally.last.take().filter(|last| last.fen() == fen).unwrap_or(position);
    let (own, other) = (texts(&played), moves.split_whitespace().map(str::to_owned).collect::<BTreeSet<_>>());
    if own != other {
        let missing: Vec<&String> = other.difference(&own).collect();
        let more: Vec<&String> = own.difference(&other).collect();
        note(tally, "moves", format!("{fen}: missing {missing:?}, more {more:?}"));
    }
    if other.is_empty() {
        tally.ends += 1;
        let end = Rules::outcome(&played).map_or("*", |outcome| outcome.result());
        if end != result {
            note(tally, "result", format!("{fen}: {end}, not {result}"));
        }
        return;
    }
    match played.find_move(next) {
        Some(mv) => {
            let next = played.after(mv);
            tally.last = Some(next);
            let next_fen = next.fen();
            if next_fen != after {
                note(
                    tally,
                    "after",
                    format!("{fen} {}: {next_fen}, not {after}", played.move_text(mv, Notation::Standard)),
                );
            }
        }
        None => note(tally, "move not found", format!("{fen}: {next}")),
    }
}

//! What a search that is cut off at any node says about its result: every score is exact or marked as a bound, a forced win has
//! its whole line, and the answer is the beginning of the last line.

use crate::dice::Dice;
use crate::process::Engine;
use jailbird::game::{Game, Variant};
use jailbird::position::Notation;
use jailbird::tools::random_play::play_random_moves;
use jailbird::types::score::MOST_SHOWN;
use jailbird::variants;
use std::time::Duration;

/// The longest wait for a move.
const PATIENCE: Duration = Duration::from_secs(60);

/// Positions of each game. Together these are more than 2,000.
const POSITIONS: usize = 168;

/// Game, FEN and nodes of searches that are cut off after a window has failed.
const ROWS: &[(&str, &str, u64)] = &[
    ("chess", "K7/8/8/6p1/4N1Q1/7r/7k/5n2 w - -", 100_000),
    ("chess", "K7/8/8/6p1/4N1Q1/7r/7k/5n2 w - -", 200_000),
    ("kingsescape", "5b1r/1q3p1p/1p1p4/2k3p1/2PK4/pN6/5PPP/5R2 b - - 1 35", 5_722),
    ("prisonersescape", "***I***/1nhgh2/pppppp1/f2nfp1/2F3P/PPPPP2/1NHGHNF/***i*** w - - 0 5", 9_514),
    ("kingsescape", "2b4r/1pq2pp1/5Kk1/3RPp2/5PQ1/1P5P/r5R1/8 b - - 0 29", 500),
];

/// A line of analysis.
#[derive(Debug, Default, PartialEq)]
struct Info {
    cp: Option<i32>,
    mate: Option<i32>,
    is_bound: bool,
    is_lower: bool,
    pv: Vec<String>,
}

impl Info {
    /// Reads a line about the best line of play; `None` for other lines.
    fn read(line: &str) -> Option<Info> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let behind = |name: &str| words.iter().position(|word| *word == name).map(|at| &words[at + 1..]);
        let number = |name: &str| behind(name)?.first()?.parse().ok();
        behind("score")?;
        (number("multipv").unwrap_or(1) == 1).then(|| Info {
            cp: number("cp"),
            mate: number("mate"),
            is_lower: line.contains(" lowerbound"),
            is_bound: line.contains(" lowerbound") || line.contains(" upperbound"),
            pv: behind("pv").unwrap_or(&[]).iter().map(ToString::to_string).collect(),
        })
    }
}

/// Whether the player of `game` wins by this move whatever players on other boards do before the reply.
fn wins_at_once(game: &dyn Game, text: &str) -> bool {
    let (us, mut next) = (game.turn(), game.boxed_clone());
    next.play(text).unwrap();
    let is_won = |game: &dyn Game| game.outcome().and_then(|outcome| outcome.winner) == Some(us);
    let others = next.legal_moves(Notation::Standard);
    is_won(&*next)
        || game.variant().players() > 2
            && !others.is_empty()
            && others.iter().all(|other| {
                let mut after = next.boxed_clone();
                after.play(other).unwrap();
                is_won(&*after)
            })
}

/// What is wrong with a line that claims a forced win or loss in `moves`.
fn fault_of_mate(game: &dyn Game, moves: i32, pv: &[String]) -> Option<String> {
    if game.variant().players() > 2 {
        let is_right = moves == 1 && wins_at_once(game, &pv[0]);
        return (!is_right).then(|| format!("mate {moves} is not proved by {pv:?}"));
    }
    let (us, mut end) = (game.turn(), game.boxed_clone());
    if let Some(error) = pv.iter().find_map(|text| end.play(text).err()) {
        return Some(format!("mate {moves}: {error} in {pv:?}"));
    }
    let plies = pv.len() as i32;
    let has_length = if moves > 0 { (plies + 1) / 2 == moves } else { plies / 2 == -moves };
    let winner = end.outcome().and_then(|outcome| outcome.winner);
    let has_end = winner.is_some_and(|winner| (winner == us) == (moves > 0));
    (!has_length || !has_end).then(|| format!("mate {moves} with {plies} plies that end in {winner:?}: {pv:?}"))
}

/// Everything that is wrong with what a search has told.
fn faults(game: &dyn Game, lines: &[String]) -> Vec<String> {
    let infos: Vec<Info> = lines.iter().filter_map(|line| Info::read(line)).collect();
    let mut faults = Vec::new();
    for info in infos.iter().filter(|info| !info.is_bound) {
        faults.extend(info.mate.and_then(|moves| fault_of_mate(game, moves, &info.pv)));
        faults.extend(info.cp.filter(|cp| cp.abs() > MOST_SHOWN).map(|cp| format!("cp {cp}")));
    }
    let last = infos.last();
    if last.is_none_or(|info| info.pv.is_empty()) {
        faults.push(format!("the last line has no move: {last:?}"));
    }
    // A window that was not resolved leaves a bound, of another move than that of the last result.
    if let [.., result, bound] = &infos[..]
        && bound.is_bound
        && (!bound.is_lower || result.pv.first() == bound.pv.first())
    {
        faults.push(format!("{bound:?} hides {result:?}"));
    }
    let answer: Vec<&str> = lines.last().map_or(Vec::new(), |line| line.split_whitespace().collect());
    let line = last.map_or(&[][..], |info| &info.pv);
    let (best, ponder) = (answer.get(1).copied(), answer.get(3).copied());
    if best != line.first().map(String::as_str) || ponder.is_some() && ponder != line.get(1).map(String::as_str) {
        faults.push(format!("the answer {answer:?} does not begin the last line {line:?}"));
    }
    faults
}

/// Searches a position and returns what is wrong with the result.
fn search(engine: &mut Engine, game: &dyn Game, commands: &[String]) -> Vec<String> {
    for command in commands {
        engine.send(command).unwrap();
    }
    let lines = engine.hear_until(PATIENCE, |line| line.starts_with("bestmove ")).unwrap();
    let told = |fault| format!("{} after {commands:?}: {fault}", game.variant().name);
    faults(game, &lines).into_iter().map(told).collect()
}

/// A position of a game after random moves, in which the game goes on.
fn random_position(variant: &'static Variant, dice: &mut Dice) -> Box<dyn Game> {
    loop {
        let (mut game, plies) = (variant.new_game(), 4 + dice.roll(70) as u32);
        if play_random_moves(&mut *game, plies, dice.roll(1 << 20) as u64) {
            return game;
        }
    }
}

fn commands(variant: &Variant, fen: &str, nodes: u64, lines: usize) -> Vec<String> {
    vec![
        format!("setoption name UCI_Variant value {}", variant.name),
        format!("setoption name MultiPV value {lines}"),
        "ucinewgame".into(),
        format!("position fen {fen}"),
        format!("go nodes {nodes}"),
    ]
}

#[test]
fn a_search_cut_off_in_a_failed_window_tells_its_last_exact_result() {
    let mut engine = Engine::start();
    let mut found = Vec::new();
    for &(name, fen, nodes) in ROWS {
        let variant = variants::find(name).unwrap();
        let game = variant.game(fen).unwrap();
        found.extend(search(&mut engine, &*game, &commands(variant, fen, nodes, 1)));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn results_of_searches_with_odd_limits_are_what_they_say() {
    let found: Vec<String> = std::thread::scope(|scope| {
        let of_game = |variant: &'static Variant| {
            move || {
                let (mut engine, mut dice) = (Engine::start(), Dice(0x0DD + variant.name.len() as u64));
                let mut found = Vec::new();
                for number in 0..POSITIONS {
                    let game = random_position(variant, &mut dice);
                    let nodes = (100 << dice.roll(7)) + dice.roll(997) as u64;
                    let lines = if number % 4 == 3 { 3 } else { 1 };
                    found.extend(search(&mut engine, &*game, &commands(variant, &game.fen(), nodes, lines)));
                }
                found
            }
        };
        let threads: Vec<_> = variants::coded().into_iter().map(|variant| scope.spawn(of_game(variant))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert!(found.is_empty(), "{} findings:\n{}", found.len(), found.join("\n"));
}

//! Match tools that know no rules (variantfishtest) infer the end of a game from the last `info` line: `mate 1` means
//! that the move played wins, `cp 0` with a line of only that move means that it draws, anything else that the game
//! goes on. This test plays fast games with very short searches, at full and reduced strength, and compares with the
//! rules.

use crate::process::Engine;
use jailbird::game::Game;
use jailbird::variants;
use std::time::Duration;

/// The longest wait for a move.
const PATIENCE: Duration = Duration::from_secs(30);

/// Plies after which a game is abandoned.
const LONGEST: usize = 160;

/// How the game stands after a move.
#[derive(Debug, PartialEq)]
enum End {
    Won,
    Drawn,
    None,
}

/// Searches; returns the last `info` line with the first line of play, and the move.
fn go(engine: &mut Engine, position: &str, limit: &str) -> (String, String) {
    engine.send(position).and_then(|()| engine.send(limit)).expect("the engine listens");
    let lines = engine.hear_until(PATIENCE, |line| line.starts_with("bestmove ")).expect("a move");
    assert!(!lines.iter().any(|line| line.contains("error")), "{lines:?} after {position}");
    let tells =
        |line: &&String| line.contains(" score ") && !line.contains(" multipv ") || line.contains(" multipv 1 ");
    let last = lines.iter().rev().find(tells).cloned().unwrap_or_default();
    (last, lines.last().and_then(|line| line.split_whitespace().nth(1)).unwrap_or_default().to_owned())
}

/// What variantfishtest concludes from an `info` line.
fn inferred(line: &str) -> End {
    let pv = line.split_once(" pv ").map_or(0, |(_, pv)| pv.split_whitespace().count());
    if line.contains(" score mate 1 ") {
        End::Won
    } else if line.contains(" score cp 0 ") && pv == 1 {
        End::Drawn
    } else {
        End::None
    }
}

/// What the rules say after a move of `mover`.
fn true_end(game: &dyn Game, mover: jailbird::types::Seat) -> End {
    match game.outcome().map(|outcome| outcome.winner) {
        None => End::None,
        Some(None) => End::Drawn,
        Some(Some(winner)) => {
            assert_eq!(winner, mover, "a player lost by his own move: {}", game.fen());
            End::Won
        }
    }
}

/// Plays a game and returns whether it ended.
fn play(engine: &mut Engine, game: &mut dyn Game, options: &[&str], limit: &str) -> bool {
    for option in options {
        engine.send(option).unwrap();
    }
    let start = game.fen();
    for _ in 0..LONGEST {
        let position = format!("position fen {start} moves {}", game.played().join(" "));
        let (last, best) = go(engine, &position, limit);
        let mover = game.turn();
        game.play(&best).unwrap_or_else(|error| panic!("{error} in {position}"));
        let end = true_end(game, mover);
        assert_eq!(inferred(&last), end, "{}, {limit}: `{last}` in {position}", game.variant().name);
        if end != End::None {
            return true;
        }
    }
    false
}

#[test]
fn the_last_info_line_says_whether_the_game_is_over() {
    let weak = ["setoption name Skill Level value 4", "setoption name MultiPV value 2"];
    let full = ["setoption name Skill Level value 20", "setoption name MultiPV value 1"];
    std::thread::scope(|scope| {
        for variant in variants::coded().into_iter().filter(|variant| variant.players() == 2) {
            scope.spawn(move || {
                let mut engine = Engine::start();
                engine.send(&format!("setoption name UCI_Variant value {}", variant.name)).unwrap();
                let book = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("bench/openings");
                let book = std::fs::read_to_string(book.join(format!("{}.epd", variant.name))).unwrap_or_default();
                let starts = book.lines().filter(|line| !line.starts_with('#')).take(3);
                let mut ended = 0;
                for fen in std::iter::once(variant.start).chain(starts) {
                    for (options, limit) in [(full, "go depth 1"), (full, "go nodes 1"), (weak, "go nodes 300")] {
                        let mut game = variant.game(fen.split(';').next().unwrap()).unwrap();
                        let is_over = play(&mut engine, &mut *game, &options, limit);
                        ended += usize::from(is_over);
                    }
                }
                assert!(ended > 0, "{}: no game came to an end", variant.name);
            });
        }
    });
}

//! The rules of every game against the data in `tests/data/`: perft counts, lists of moves, games and forced wins.

use crate::data_files::{KINDS, find, lines, own_games, read};
use jailbird::engine::searcher::Searcher;
use jailbird::game::Variant;
use jailbird::position::Notation;
use jailbird::search::Limits;
use jailbird::tools::perft::{Row, read as read_rows};
use jailbird::types::score::DisplayScore;
use jailbird::variants;
use std::collections::BTreeSet;
use std::time::Duration;

/// Only `make perft` checks larger counts.
const LARGEST_COUNT: u64 = 6_000_000;

fn check_suite(variant: &'static Variant, name: &str) {
    let searcher = Searcher::new(1, 1).unwrap();
    for Row { line, fen, counts } in read_rows(&read("perft", name)).unwrap() {
        let game = variant.game(&fen).unwrap_or_else(|error| panic!("{name}:{line}: {error}"));
        for (depth, leaves) in counts.into_iter().filter(|count| count.1 <= LARGEST_COUNT) {
            assert_eq!(searcher.perft(&*game, depth), leaves, "{name}:{line} depth {depth}: {fen}");
        }
    }
}

#[test]
fn perft_counts_are_right() {
    for variant in variants::coded() {
        check_suite(variant, variant.name);
    }
    check_suite(variants::find("chess").unwrap(), "chess960");
}

#[test]
fn perft_with_two_threads_counts_the_same() {
    for variant in variants::coded() {
        let game = variant.new_game();
        let one = Searcher::new(1, 1).unwrap().perft(&*game, 3);
        assert_eq!(Searcher::new(2, 1).unwrap().perft(&*game, 3), one, "{}", variant.name);
    }
}

#[test]
fn move_lists_are_right() {
    for variant in own_games() {
        let text = read("moves", variant.name);
        for block in text.split("\n\n").map(str::trim_end).filter(|block| !block.trim().is_empty()) {
            let (fen, moves) = block.trim_start().split_once('\n').unwrap_or((block.trim(), ""));
            let expected: BTreeSet<String> = moves.split_whitespace().map(str::to_owned).collect();
            let game = variant.game(fen).unwrap_or_else(|error| panic!("{}: {error}: {fen}", variant.name));
            let found = game.legal_moves(Notation::Standard);
            assert_eq!(found.len(), found.iter().collect::<BTreeSet<_>>().len(), "a move twice in {fen}");
            let found: BTreeSet<String> = found.into_iter().collect();
            let (more, less): (Vec<_>, Vec<_>) =
                (found.difference(&expected).collect(), expected.difference(&found).collect());
            assert!(more.is_empty() && less.is_empty(), "{} {fen}: also {more:?}, missing {less:?}", variant.name);
        }
    }
}

#[test]
fn games_are_replayed_to_their_final_position() {
    for variant in own_games() {
        let text = read("games", variant.name);
        for line in lines(&text) {
            let separator = if line.contains(';') { ';' } else { '|' };
            let fields: Vec<&str> = line.split(separator).collect();
            let mut game = variant.game(fields[0]).unwrap();
            for mv in fields[1].split_whitespace() {
                assert_eq!(game.play(mv).as_deref(), Ok(mv), "{}: {}", variant.name, game.fen());
            }
            assert_eq!(game.fen(), fields[2].trim(), "{}", variant.name);
            while game.undo() {}
            assert_eq!(game.fen(), fields[0].trim(), "{}", variant.name);
        }
    }
}

/// A forced win: the number of the winner's moves and the first moves that achieve it.
struct Win<'a> {
    fen: &'a str,
    moves: u32,
    first: Vec<&'a str>,
}

fn wins(text: &str) -> Vec<Win<'_>> {
    let read = |line| -> Option<Win<'_>> {
        let mut parts = str::split(line, ';').map(str::trim);
        let fen = parts.next()?;
        let moves = parts.next()?.strip_prefix("mate ")?.parse().ok()?;
        let first = parts.next()?.strip_prefix("first ")?.split_whitespace().collect();
        Some(Win { fen, moves, first })
    };
    lines(text).map(|line| read(line).unwrap_or_else(|| panic!("cannot read `{line}`"))).collect()
}

/// Sets the 50-move clock to 0, because these data ignore the draw rules.
fn without_clock(fen: &str) -> String {
    let mut fields: Vec<&str> = fen.split_whitespace().collect();
    if let Some(clock) = fields.get_mut(4).filter(|field| field.parse::<u16>().is_ok()) {
        *clock = "0";
    }
    fields.join(" ")
}

#[test]
fn forced_wins_are_found() {
    let searcher = Searcher::new(1, 16).unwrap();
    for variant in own_games() {
        let text = read("mates", variant.name);
        for win in wins(&text) {
            let game = variant.game(&without_clock(win.fen)).unwrap();
            assert!(!game.cannot_win(game.turn()), "{}: {}", variant.name, win.fen);
            searcher.forget();
            let limits = Limits { mate: Some(win.moves), ..Limits::default() };
            let thought = searcher.search(&*game, limits, |_| {});
            let score = thought.report.map(|report| report.score.into());
            assert_eq!(score, Some(DisplayScore::Mate(win.moves as i32)), "{}: {}", variant.name, win.fen);
            let best = game.write(thought.answer.best.unwrap(), Notation::Standard).unwrap();
            assert!(win.first.contains(&best.as_str()), "{}: {best} in {}", variant.name, win.fen);
        }
    }
}

#[test]
fn no_shorter_win_is_found() {
    let searcher = Searcher::new(1, 16).unwrap();
    for variant in own_games() {
        let text = read("mates", variant.name);
        for win in wins(&text).into_iter().filter(|win| win.moves == 2) {
            let game = variant.game(&without_clock(win.fen)).unwrap();
            searcher.forget();
            let limits = Limits { mate: Some(1), ..Limits::default() };
            let score = searcher.search(&*game, limits, |_| {}).report.map(|report| report.score.into());
            assert_ne!(score, Some(DisplayScore::Mate(1)), "{}: {}", variant.name, win.fen);
        }
    }
}

/// Wins in three moves that the search misses with 300,000 nodes if it only searches as usual.
const HIDDEN_WINS: &[(&str, &str)] = &[
    ("penaltybox", "b4N2/6K1/8/5kP1/2Q2p2/8/8/1*6[] w - - 0 1"),
    ("penaltybox", "8/8/k7/1RR5/5*2/3KB3/8/8[] w - - 0 1"),
    ("penaltybox-noking", "3K4/6k1/4*3/8/6q1/8/5Pq1/5B2[] b - - 0 1"),
    ("penaltybox-noking", "8/8/5R2/8/7*/8/4k3/1K4Q1[] w - - 0 1"),
    ("penaltybox-ben", "3b4/4Q1KQ/8/3k4/5*2/1N6/8/8[] w - - 0 1"),
    ("penaltybox-ben", "6*1/k4N2/8/6R1/2K5/2r5/8/1R6[] w - - 0 1"),
];

#[test]
fn short_wins_that_pruning_hides_are_found_without_being_asked_for() {
    let searcher = Searcher::new(1, 16).unwrap();
    for &(name, fen) in HIDDEN_WINS {
        searcher.forget();
        let game = variants::find(name).unwrap().game(fen).unwrap();
        let limits = Limits { nodes: Some(300_000), ..Limits::default() };
        let thought = searcher.search(&*game, limits, |_| {});
        let score = thought.report.map(|report| report.score.into());
        assert_eq!(score, Some(DisplayScore::Mate(3)), "{name}: {fen}");
    }
}

#[test]
fn a_short_win_that_pruning_hides_comes_first_among_several_lines() {
    let searcher = Searcher::new(1, 16).unwrap();
    let (name, fen) = HIDDEN_WINS[0];
    let game = variants::find(name).unwrap().game(fen).unwrap();
    let limits = Limits { nodes: Some(600_000), ..Limits::default() };
    let lines = searcher.search_lines(&*game, limits, 3);
    let won: Vec<_> = lines.iter().filter(|line| DisplayScore::from(line.score) == DisplayScore::Mate(3)).collect();
    assert!(won.len() == 1 && won[0].multipv == 1 && lines.len() >= 3, "{lines:?}");
}

#[test]
fn chess_is_written_and_read_in_algebraic_notation() {
    let chess = variants::find("chess").unwrap();
    for block in read("san", "chess").split("\n\n").skip(1) {
        let (fen, moves) = block.trim().split_once('\n').unwrap();
        let game = chess.game(fen).unwrap();
        let texts = game.legal_moves(Notation::Chess960).into_iter().zip(game.legal_moves(Notation::San));
        let found: BTreeSet<String> = texts.map(|(text, san)| format!("{text}:{san}")).collect();
        assert_eq!(found, moves.split_whitespace().map(str::to_owned).collect(), "{fen}");
        for (text, san) in moves.split_whitespace().map(|pair| pair.split_once(':').unwrap()) {
            let (mut one, mut other) = (chess.game(fen).unwrap(), chess.game(fen).unwrap());
            assert_eq!(one.play(san), other.play(text), "{fen}");
        }
    }
}

#[test]
fn other_forms_of_algebraic_notation_are_read() {
    // Knights on b1 and f3 reach d2, rooks on a1 and h1 reach d1; White may castle and promote.
    let fen = "2k5/6P1/8/3p4/4P3/5N2/8/RN2K2R w KQ - 0 1";
    let rows = [
        ("Nbd2", Some("b1d2")),
        ("Nb1-d2", Some("b1d2")),
        ("Nd2", None),
        ("Nfxd2", Some("f3d2")),
        ("Nf3d2!?", Some("f3d2")),
        ("Ne5+", Some("f3e5")),
        ("ed5", Some("e4d5")),
        ("exd5", Some("e4d5")),
        ("d5", None),
        ("e4:d5", Some("e4d5")),
        ("e2-e5", None),
        ("Pe5", Some("e4e5")),
        ("e5e.p.", None),
        ("g8", None),
        ("g8=Q#", Some("g7g8q")),
        ("g8Q", Some("g7g8q")),
        ("g8=n", Some("g7g8n")),
        ("g8=K", None),
        ("g8=", None),
        ("e5=Q", None),
        ("0-0", Some("e1g1")),
        ("O-O+", Some("e1g1")),
        ("O-O-O", None),
        ("Kg1", None),
        ("Kf1", Some("e1f1")),
        ("nbd2", None),
        ("N", None),
        ("N\u{e9}5", None),
        ("\u{265e}d2", None),
        ("", None),
        ("x", None),
        ("--", None),
    ];
    for (text, expected) in rows {
        let played = variants::find("chess").unwrap().game(fen).unwrap().play(text);
        assert_eq!(played.ok().as_deref(), expected, "{text}");
    }
}

#[test]
fn bench_positions_are_legal_and_not_over() {
    for variant in variants::coded() {
        let mut count = 0;
        for fen in jailbird::engine::bench::positions(variant) {
            let game = variant.game(fen).unwrap_or_else(|error| panic!("{}: {error}: {fen}", variant.name));
            assert!(!game.legal_moves(Notation::Standard).is_empty(), "{}: {fen}", variant.name);
            count += 1;
        }
        assert!(count >= 6 || variant.bench.is_empty() && count == 1, "{}", variant.name);
    }
}

#[test]
fn every_game_has_its_data() {
    for variant in own_games() {
        for kind in KINDS {
            let rows = find(kind, variant.name).map_or(0, |text| lines(&text).count());
            assert!(rows > 0, "{kind} of {}", variant.name);
        }
    }
}

#[test]
fn a_fixed_time_is_kept() {
    let searcher = Searcher::new(1, 16).unwrap();
    for variant in variants::coded() {
        let begun = std::time::Instant::now();
        searcher.search(&*variant.new_game(), Limits::movetime(Duration::from_millis(50)), |_| {});
        // Far more than any delay by the machine; `match` measures time exactly.
        assert!(begun.elapsed() < Duration::from_secs(2), "{}", variant.name);
    }
}

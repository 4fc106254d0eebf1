//! The well-known games from files.

use jailbird_core::engine::Searcher;
use jailbird_core::position::Notation;
use jailbird_core::search::{Event, StopSignal};
use jailbird_core::types::zobrist::mix;
use jailbird_core::variants;
use std::sync::Arc;

fn count(game: &str, fen: &str, depth: u32) -> u64 {
    let game = variants::find(game).unwrap().game(fen).unwrap_or_else(|error| panic!("{game}: {error}: {fen}"));
    let searcher = Searcher::new(1, 1).unwrap();
    let mut total = 0;
    game.count(depth, None, Arc::new(StopSignal::default()))(searcher.pool(), &mut |event| {
        if let Event::Total(nodes) = event {
            total = nodes;
        }
    });
    total
}

#[test]
fn move_sequences_are_as_many_as_are_published() {
    let mut wrong = Vec::new();
    for row in include_str!("data/perft.tsv").lines().filter(|row| !row.starts_with('#')) {
        let fields: Vec<&str> = row.split('\t').collect();
        let [game, fen, depth, nodes] = fields[..] else { panic!("{row}") };
        let counted = count(game, fen, depth.parse().unwrap()).to_string();
        if counted != nodes {
            wrong.push(format!("{row}: {counted}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Along random games the contract of positions holds.
#[test]
fn every_known_game_keeps_the_contract() {
    for name in variants::ini::known::names() {
        let variant = variants::find(name).unwrap();
        for seed in 0..2 {
            let mut game = variant.new_game();
            for ply in 0..80 {
                game.audit().unwrap_or_else(|broken| panic!("{broken}"));
                let moves = game.legal_moves(Notation::Standard);
                let Some(text) = moves.get((mix(seed << 32 ^ ply) % moves.len().max(1) as u64) as usize) else { break };
                game.play(text).unwrap();
            }
        }
    }
}

/// Game, position, move, and the position after it.
const AFTER: &[[&str; 4]] = &[
    ["makruk", "8/2K5/8/8/7k/7P/8/8 b - - 4 61", "h4h3", "8/2K5/8/8/8/7k/8/8 w - - 0 62"],
    ["makruk", "8/8/8/1m5p/7K/8/8/3k4 w - - 24 84", "h4h5", "8/8/8/1m5K/8/8/8/3k4 b - 128 5 84"],
    ["makruk", "7k/4m3/2n5/1m6/K7/8/8/8 w - 128 10 58", "a4b5", "7k/4m3/2n5/1K6/8/8/8/8 b - 128 11 58"],
    ["makpong", "8/M7/4k3/3P4/8/4S1M1/7K/8 b - - 0 67", "e6d5", "8/M7/8/3k4/8/4S1M1/7K/8 w - 88 9 68"],
    ["asean", "8/8/rb3k2/8/2K5/8/7p/8 b - - 5 97", "h2h1b", "8/8/rb3k2/8/2K5/8/8/7b w - 32 0 98"],
    ["asean", "3qb1k1/8/8/K7/8/8/8/8 b - - 0 72", "g8f8", "3qbk2/8/8/K7/8/8/8/8 w - 88 0 73"],
    [
        "wolf",
        "7k/4q2r/ps6/5ppp/8/6P1/1K5P/3B4/8/8 b - - 5 49",
        "b8b6",
        "7k/4q2r/p7/5ppp/1s6/6P1/1K5P/3B4/8/8 w - b6b7 0 50",
    ],
    ["kyotoshogi", "p+nks+l/5/5/5/+LSK+NP[] w - - 0 1", "b1b2+", "p+nks+l/5/5/1+S3/+L1K+NP[] b - - 1 1"],
    [
        "extinction",
        "rnbqk1nr/p1Np1pp1/7p/4p3/1b6/8/P1PPPPPP/R1BQKBNR w KQkq - 0 5",
        "c7e8",
        "rnbqN1nr/p2p1pp1/7p/4p3/1b6/8/P1PPPPPP/R1BQKBNR b KQ - 0 5",
    ],
];

#[test]
fn positions_after_moves_are_written_as_by_others() {
    for [name, fen, text, after] in AFTER {
        let mut game = variants::find(name).unwrap().game(fen).unwrap();
        game.play(text).unwrap_or_else(|error| panic!("{name}: {error}: {fen}"));
        assert_eq!(game.fen(), *after, "{name} {text}");
    }
}

/// Game, a position, and one that is worse for the side to move.
const BETTER_AND_WORSE: &[[&str; 3]] = &[
    // A piece in hand.
    ["crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"],
    ["crazyhouse", "4k3/8/8/8/8/8/8/4K3[NN] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"],
    ["crazyhouse", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[p] w - - 0 1"],
    // Where a piece reaches more.
    ["capablanca", "4k5/10/10/10/4N5/10/10/4K5 w - - 0 1", "4k5/10/10/10/10/10/10/N3K5 w - - 0 1"],
    // Near promotion.
    ["makruk", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1"],
    ["makruk", "4k3/8/8/8/p7/8/8/4K3 b - - 0 1", "4k3/8/p7/8/8/8/8/4K3 b - - 0 1"],
    // Near a goal.
    ["kingofthehill", "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/3K4 w - - 0 1"],
    ["kingofthehill", "8/8/8/8/8/3k4/8/4K3 b - - 0 1", "3k4/8/8/8/8/8/8/4K3 b - - 0 1"],
    ["racingkings", "8/8/8/8/K7/8/8/7k w - - 0 1", "8/8/8/8/8/8/K7/7k w - - 0 1"],
    ["racingkings", "8/8/8/k7/8/8/8/7K b - - 0 1", "8/8/8/8/8/8/k7/7K b - - 0 1"],
    ["spartan", "4k3/8/8/8/8/8/h7/4K3 b - - 0 1", "4k3/8/h7/8/8/8/8/4K3 b - - 0 1"],
    // Promotion with the next move.
    ["shogi", "4k4/9/P8/9/9/9/9/9/4K4[] w - - 0 1", "4k4/9/9/9/9/P8/9/9/4K4[] w - - 0 1"],
    // Checks.
    ["3check", "4k3/8/8/8/8/8/8/4K3 w - - 1+3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 2+3 0 1"],
    ["3check", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1"],
    // Pieces to be got rid of.
    ["antichess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"],
    // A king at home.
    ["capablanca", "4kq4/10/10/10/10/10/10/Q3K5 w - - 0 1", "4kq4/10/10/10/4K5/10/10/Q9 w - - 0 1"],
];

#[test]
fn untrained_networks_know_what_is_better() {
    for [name, better, worse] in BETTER_AND_WORSE {
        let variant = variants::find(name).unwrap();
        let network = variant.untrained_network();
        network.check(variant.features).unwrap_or_else(|error| panic!("{name}: {error}"));
        let [better_score, worse_score] = [better, worse].map(|fen| variant.game(fen).unwrap().evaluate(&network));
        assert!(better_score > worse_score, "{name}: {better_score} {worse_score}: {better}, {worse}");
    }
}

/// Along random games the score of an untrained network is the opposite for the other side.
#[test]
fn untrained_networks_see_no_turn() {
    for name in variants::ini::known::names() {
        let variant = variants::find(name).unwrap();
        let network = variant.untrained_network();
        network.check(variant.features).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut game = variant.new_game();
        for ply in 0..40 {
            let (active, turn) = (game.active_features(), game.turn().color);
            let scores = [turn, !turn].map(|color| network.evaluate(&active, color));
            assert!((scores[0] + scores[1]).abs() <= 1, "{name}: {scores:?}: {}", game.fen());
            let moves = game.legal_moves(Notation::Standard);
            let Some(text) = moves.get((mix(ply) % moves.len().max(1) as u64) as usize) else { break };
            game.play(text).unwrap();
        }
    }
}

#[test]
fn a_second_king_cannot_be_in_hand() {
    let refused = |fen: &str| variants::find("crazyhouse").unwrap().game(fen).err().map(|error| error.field);
    assert_eq!(refused("4k3/8/8/8/8/8/8/4K3[K] w - - 0 1"), Some("hand"));
    assert_eq!(refused("4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"), None);
}

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

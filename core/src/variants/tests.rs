//! What the tests of several games share.

use crate::network::{Network, PieceSums};
use crate::position::{Notation, Text};
use crate::types::zobrist::mix;

/// The texts of the legal moves that start so, sorted.
pub(super) fn texts<P: Text>(position: &P, start: &str) -> Vec<String> {
    let texts = position.move_list().into_iter().map(|mv| position.move_text(mv, Notation::Standard));
    let mut texts: Vec<String> = texts.filter(|text| text.starts_with(start)).collect();
    texts.sort();
    texts
}

/// Each FEN is refused because of the field that stands before it.
#[track_caller]
pub(super) fn refuses<P: Text<Ruleset = ()>>(rows: &[(&str, impl AsRef<str>)]) {
    for (field, fen) in rows {
        let fen = fen.as_ref();
        match P::from_fen(fen) {
            Ok(_) => panic!("{fen} was accepted"),
            Err(error) => assert_eq!(error.field, *field, "{fen}: {error}"),
        }
    }
}

#[test]
fn built_in_networks_fit_their_games() {
    for variant in super::coded() {
        if !variant.network_file.is_empty() {
            let network = Network::read(variant.network_file, variant.network_game, variant.features);
            assert_eq!(network.err(), None, "{}", variant.name);
        }
    }
    let taught: Vec<_> = super::ini::known::taught().collect();
    assert!(!taught.is_empty());
    for name in taught {
        let variant = super::find(name).unwrap();
        assert_eq!((variant.name, variant.network_error()), (name, None));
        assert!(!variant.network_file.is_empty(), "{name}");
    }
}

/// Along random games the score of the network of equal pieces is a pawn for each piece that one side has more, and
/// grows with their number.
#[test]
fn a_network_of_equal_pieces_scores_the_piece_difference_of_every_game() {
    use std::collections::BTreeMap;
    for variant in super::coded() {
        let mut scores = BTreeMap::new();
        for seed in 0..4 {
            let mut game = variant.new_game();
            let set = variant.features;
            let network = Network::of_equal_pieces(variant.network_game, set);
            network.check(set).unwrap_or_else(|error| panic!("{}: {error}", variant.name));
            for ply in 0..200 {
                let color = game.turn().color;
                let active = game.active_features();
                let (own, most) = (set.group_len(0) / 2, set.group_len(0));
                let features = active.of(color).iter().map(|&feature| usize::from(feature));
                let count = |range: std::ops::Range<usize>| features.clone().filter(|it| range.contains(it)).count();
                let difference = count(0..own) as i32 - count(own..most) as i32;
                scores.insert(difference, network.evaluate(&active, color));
                let moves = game.legal_moves(Notation::Standard);
                let Some(text) = moves.get((mix(seed << 32 ^ ply) % moves.len().max(1) as u64) as usize) else { break };
                game.play(text).unwrap();
            }
        }
        assert!(scores.len() >= 3, "{}: {scores:?}", variant.name);
        assert!(scores.values().is_sorted(), "{}: {scores:?}", variant.name);
        for (difference, score) in scores {
            assert!((score - 100 * difference).abs() <= 5, "{}: {difference} pieces: {score}", variant.name);
        }
    }
}

/// Along random games a network that has not learnt scores what the pieces on the board are worth.
#[test]
fn an_untrained_network_scores_the_material_of_every_game() {
    for variant in super::coded() {
        let network = variant.untrained_network();
        network.check(variant.features).unwrap_or_else(|error| panic!("{}: {error}", variant.name));
        let (own, cells) = (variant.features.group_len(0) / 2, variant.features.files * variant.features.ranks);
        for seed in 0..4 {
            let mut game = variant.new_game();
            for ply in 0..200 {
                let color = game.turn().color;
                let active = game.active_features();
                let pieces =
                    active.of(color).iter().map(|&feature| usize::from(feature)).filter(|&feature| feature < 2 * own);
                let worth =
                    |feature: usize| variant.worths[1 + feature % own / cells] * if feature < own { 1 } else { -1 };
                let material: i32 = pieces.map(worth).sum();
                let score = network.evaluate(&active, color);
                assert!((score - material).abs() <= 30, "{}: {material}, not {score}: {}", variant.name, game.fen());
                let moves = game.legal_moves(Notation::Standard);
                let Some(text) = moves.get((mix(seed << 32 ^ ply) % moves.len().max(1) as u64) as usize) else { break };
                game.play(text).unwrap();
            }
        }
    }
}

/// Along random games, with takebacks as in a search, the score does not depend on which position was evaluated before.
#[test]
fn sums_of_pieces_kept_from_other_positions_change_no_score() {
    for variant in super::coded() {
        let network = variant.network();
        let mut kept = PieceSums::default();
        for seed in 0..6 {
            let mut game = variant.new_game();
            for ply in 0..150 {
                let random = mix(seed << 32 ^ ply);
                if random.is_multiple_of(4) {
                    game.undo();
                }
                let [score, of_all_features] = game.scores(&network, &mut kept);
                assert_eq!(score, of_all_features, "{}: {}", variant.name, game.fen());
                let moves = game.legal_moves(Notation::Standard);
                let Some(text) = moves.get((random >> 8) as usize % moves.len().max(1)) else { break };
                game.play(text).unwrap();
            }
        }
    }
}

//! Networks: the game's letter, then a file without its magic and checksum, which are added: a fuzzer hardly finds them.

use super::numbered;
use jailbird::game::Variant;
use jailbird::network::{MAGIC, Network, game_of};
use jailbird::position::Notation;
use jailbird::types::bytes::sealed;
use jailbird::types::score::is_decided;
use jailbird::types::zobrist::mix;

/// A file is refused with one line, or its network is written as it was read and scores positions within bounds.
pub fn check(bytes: &[u8]) {
    let Some((letter, content)) = bytes.split_first() else { return };
    let variant = numbered(letter.wrapping_sub(b'a'));
    let file = sealed(MAGIC, content);
    match Network::read(&file, variant.network_game, variant.features) {
        Ok(network) => check_network(variant, &network, &file),
        Err(error) => assert!(!error.is_empty() && error.lines().count() == 1, "{error:?}"),
    }
}

fn check_network(variant: &'static Variant, network: &Network, file: &[u8]) {
    let mut game = variant.new_game();
    assert_eq!(game_of(file), Ok(variant.network_game));
    let written = network.bytes(variant.features);
    let again = Network::read(&written, variant.network_game, variant.features).expect("what was written");
    assert_eq!(again.description, network.description);
    assert_eq!((&again.biases, &again.rows), (&network.biases, &network.rows));
    assert_eq!((&again.outputs, again.output_bias), (&network.outputs, network.output_bias));
    for ply in 0..20 {
        let score = game.evaluate(network);
        assert!(!is_decided(score), "{score} in {}", game.fen());
        game.piece_worths(network);
        let moves = game.legal_moves(Notation::Standard);
        let Some(text) = moves.get((mix(ply) % moves.len().max(1) as u64) as usize) else { break };
        game.play(text).expect("a legal move");
    }
}

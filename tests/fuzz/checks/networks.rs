//! Networks: the game's letter, then a file without its magic and checksum, which are added: a fuzzer hardly finds them.

use jailbird::game::Variant;
use jailbird::network::{MAGIC, Network, fnv, game_of};
use jailbird::position::Notation;
use jailbird::types::score::is_decided;
use jailbird::types::zobrist::mix;
use jailbird::variants::VARIANTS;

/// A file is refused with one line, or its network is written as it was read and scores positions within bounds.
pub fn check(bytes: &[u8]) {
    let Some((letter, content)) = bytes.split_first() else { return };
    let variant = &VARIANTS[usize::from(letter.wrapping_sub(b'a')) % VARIANTS.len()];
    let file = [&MAGIC[..], content, &fnv(content).to_le_bytes()].concat();
    let game = variant.new_game();
    match Network::read(&file, game.network_game(), &game.feature_set()) {
        Ok(network) => check_network(variant, &network, &file),
        Err(error) => assert!(!error.is_empty() && error.lines().count() == 1, "{error:?}"),
    }
}

fn check_network(variant: &'static Variant, network: &Network, file: &[u8]) {
    let mut game = variant.new_game();
    let set = game.feature_set();
    assert_eq!(game_of(file), Ok(game.network_game()));
    let written = network.bytes(&set);
    let again = Network::read(&written, game.network_game(), &set).expect("what was written");
    assert_eq!(again.description, network.description);
    assert_eq!((&again.biases, &again.rows), (&network.biases, &network.rows));
    assert_eq!((&again.outputs, again.output_bias), (&network.outputs, network.output_bias));
    for ply in 0..20 {
        let score = game.evaluate(Some(network));
        assert!(!is_decided(score), "{score} in {}", game.fen());
        game.piece_worths(Some(network));
        let moves = game.legal_moves(Notation::Standard);
        let Some(text) = moves.get((mix(ply) % moves.len().max(1) as u64) as usize) else { break };
        game.play(text).expect("a legal move");
    }
}

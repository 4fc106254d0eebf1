//! Networks in files.

use crate::game::Game;
use crate::network::{Network, game_of};
use crate::variants::VARIANTS;
use std::path::Path;
use std::sync::Arc;

/// No network is larger, with all features and hidden neurons that there can be.
const MOST_BYTES: u64 = 1 << 28;

/// Reads a network of any game of the list.
///
/// # Errors
/// One line that names the file: it cannot be read, is damaged, or does not fit its game.
pub fn read(path: &Path) -> Result<Arc<Network>, String> {
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let size = std::fs::metadata(path).map_err(|error| named(&error))?;
    if !size.is_file() || size.len() > MOST_BYTES {
        return Err(named(&"not a network by `jailbird train`"));
    }
    let bytes = std::fs::read(path).map_err(|error| named(&error))?;
    parse(&bytes).map(Arc::new).map_err(|error| named(&error))
}

/// Reads a network for this game.
///
/// # Errors
/// One line that names the file: it cannot be read, is damaged, or is for another game or other features.
pub fn read_for(game: &dyn Game, path: &Path) -> Result<Arc<Network>, String> {
    let network = read(path)?;
    let (own, wanted) = (&network.description.game, game.network_game());
    if own == wanted { Ok(network) } else { Err(format!("{}: a network for {own}, not for {wanted}", path.display())) }
}

fn parse(bytes: &[u8]) -> Result<Network, String> {
    let name = game_of(bytes)?;
    let games = || VARIANTS.iter().map(|variant| variant.new_game());
    let game: Box<dyn Game> = games()
        .find(|game| game.network_game() == name)
        .ok_or_else(|| format!("a network for `{name}`, which is no game"))?;
    Network::read(bytes, name, &game.feature_set())
}

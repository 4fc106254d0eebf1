//! Networks in files.

use crate::game::Variant;
use crate::network::Network;
use crate::variants;
use std::path::Path;
use std::sync::Arc;

/// No network is larger, with all features and hidden neurons that there can be.
const MOST_BYTES: u64 = 1 << 28;

/// Reads a network of any game of the list.
///
/// # Errors
/// One line that names the file: it cannot be read, is damaged, or does not fit its game.
pub fn read(path: &Path) -> Result<Arc<Network>, String> {
    let network = variants::network(&bytes(path)?);
    network.map(Arc::new).map_err(|error| format!("{}: {error}", path.display()))
}

/// The bytes of a file that may be a network.
///
/// # Errors
/// One line that names the file: it cannot be read, or is too large.
pub fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let size = std::fs::metadata(path).map_err(|error| named(&error))?;
    if !size.is_file() || size.len() > MOST_BYTES {
        return Err(named(&"not a network by `jailbird train`"));
    }
    std::fs::read(path).map_err(|error| named(&error))
}

/// Reads a network for this game.
///
/// # Errors
/// One line that names the file: it cannot be read, is damaged, or is for another game or other features.
pub fn read_for(variant: &Variant, path: &Path) -> Result<Arc<Network>, String> {
    let network = read(path)?;
    let (own, wanted) = (&network.description.game, variant.network_game);
    if own == wanted { Ok(network) } else { Err(format!("{}: a network for {own}, not for {wanted}", path.display())) }
}

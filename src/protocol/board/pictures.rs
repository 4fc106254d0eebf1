//! Pictures of pieces that come with a game from a file.

use crate::answers::Problem;
use crate::variant_files;
use crate::variants;

/// The greatest size of a picture, in bytes.
const LARGEST: u64 = 256 << 10;

/// Pictures run no scripts and load nothing, even when they are opened as pages.
pub(super) const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Reads `GAME/NAME`: one of the pictures that came with the game.
///
/// # Errors
/// There is no such picture, it is too large, or it is no file of text.
pub(crate) fn read(path_of_request: &str) -> Result<Vec<u8>, Problem> {
    let missing = || Problem::new(404, "there is no such picture");
    let (game, name) = path_of_request.split_once('/').ok_or_else(missing)?;
    let variant = variants::find(game).map_err(|_| missing())?;
    let name = variant.pictures.iter().find(|picture| **picture == name).ok_or_else(missing)?;
    let folder = variant.file.and_then(|file| variant_files::pictures_of(file, variant.name)).ok_or_else(missing)?;
    let path = folder.join(name);
    let size = std::fs::metadata(&path).map_err(|_| missing())?.len();
    if size > LARGEST {
        return Err(Problem::new(413, format!("{name} has more than {LARGEST} bytes")));
    }
    let text = std::fs::read_to_string(&path).map_err(|_| missing())?;
    Ok(text.into_bytes())
}

//! Pictures of pieces that come with a game from a file.

use super::Problem;
use crate::game::Variant;
use crate::types::Color;
use crate::variants;
use serde_json::{Value, json};
use std::path::PathBuf;

/// The greatest size of a picture, in bytes.
const LARGEST: u64 = 256 << 10;

/// Pictures run no scripts and load nothing, even when they are opened as pages.
pub(super) const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// By player, the names of the files of a kind; null without any.
pub(super) fn files_of(variant: &Variant, letter: char) -> Value {
    let of = |color: Color| names(letter, color).into_iter().find(|name| path(variant, name).is_some());
    match Color::ALL.map(of) {
        [None, None] => Value::Null,
        [white, black] => json!({"white": white, "black": black}),
    }
}

/// The names that a picture may have, the best first.
fn names(letter: char, color: Color) -> [String; 2] {
    let letter = letter.to_ascii_uppercase();
    [format!("{}{letter}.svg", color.choose('w', 'b')), format!("{letter}.svg")]
}

/// Reads `GAME/NAME`.
///
/// # Errors
/// There is no such picture, it is too large, or it is no file of text.
pub(super) fn read(path_of_request: &str) -> Result<Vec<u8>, Problem> {
    let missing = || Problem::new(404, "there is no such picture");
    let (game, name) = path_of_request.split_once('/').ok_or_else(missing)?;
    let variant = variants::find(game).map_err(|_| missing())?;
    let path = path(variant, name).ok_or_else(missing)?;
    let size = std::fs::metadata(&path).map_err(|_| missing())?.len();
    if size > LARGEST {
        return Err(Problem::new(413, format!("{name} has more than {LARGEST} bytes")));
    }
    let text = std::fs::read_to_string(&path).map_err(|_| missing())?;
    Ok(text.into_bytes())
}

/// The path of a picture: a file of the game's folder with one of the names that pictures of its kinds have.
fn path(variant: &Variant, name: &str) -> Option<PathBuf> {
    let folder = variant.pictures?;
    let is_name = |letter: char| Color::ALL.into_iter().any(|color| names(letter, color).iter().any(|it| it == name));
    variant.kinds.iter().find(|kind| is_name(kind.letter))?;
    let path = folder.join(name).canonicalize().ok()?;
    let is_inside = path.parent() == folder.canonicalize().ok().as_deref();
    (is_inside && path.is_file()).then_some(path)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::variants::chess;

    #[test]
    fn only_pictures_of_kinds_in_the_folder_are_read() {
        let folder = std::env::temp_dir().join(format!("jailbird-pictures-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["wN.svg", "N.svg", "bX.svg", "secret.svg"] {
            std::fs::write(folder.join(name), "<svg/>").unwrap();
        }
        let game = Variant { pictures: Some(Box::leak(folder.clone().into_boxed_path())), ..chess::VARIANT };
        assert_eq!(files_of(&game, 'N'), json!({"white": "wN.svg", "black": "N.svg"}));
        assert_eq!(files_of(&game, 'Q'), Value::Null);
        for name in ["bX.svg", "secret.svg", "../wN.svg", "wQ.svg", "", "."] {
            assert_eq!(path(&game, name), None, "{name}");
        }
        assert!(path(&game, "N.svg").is_some());
        std::fs::remove_dir_all(folder).unwrap();
    }
}

//! The engines for pages: modules of WebAssembly, packed with gzip. `make wasm` builds them.

use crate::game::Variant;
use std::borrow::Cow;
use std::path::Path;

#[path = "../../../wasm/families.rs"]
mod families;
use families::FAMILIES;

/// Names and contents of those that are in the program.
static BUILT_IN: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/engines.rs"));

/// The engine that plays all games.
pub(super) const ALL: &str = "all";
/// The engine that plays no games in code.
const GENERAL: &str = "general";
/// What the names of the files end with.
const ENDING: &str = ".wasm.gz";

/// The name of the engine of a game.
pub(super) fn name_for(variant: &Variant) -> &'static str {
    FAMILIES.into_iter().find(|(_, games)| games.contains(&variant.name)).map_or(GENERAL, |(name, _)| name)
}

/// The engine of this name, or the one that plays all games.
///
/// # Errors
/// There is none: how to come by it.
pub(super) fn find(name: &str, folder: Option<&Path>) -> Result<Cow<'static, [u8]>, String> {
    let found = [name, ALL].into_iter().find_map(|name| read(&format!("{name}{ENDING}"), folder));
    found.unwrap_or_else(|| {
        Err(match folder {
            Some(folder) => format!("{}: there is no {name}{ENDING}: build it with `make wasm`", folder.display()),
            None => {
                "this program has no engines for pages: build them with `make wasm` and say --engines target/engines"
                    .into()
            }
        })
    })
}

/// An engine of the folder, or of the program if none is named.
fn read(file: &str, folder: Option<&Path>) -> Option<Result<Cow<'static, [u8]>, String>> {
    let Some(folder) = folder else {
        return BUILT_IN.iter().find(|(name, _)| *name == file).map(|(_, bytes)| Ok(Cow::Borrowed(*bytes)));
    };
    let path = folder.join(file);
    match std::fs::read(&path) {
        Ok(bytes) if bytes.starts_with(b"\x1F\x8B") => Some(Ok(Cow::Owned(bytes))),
        Ok(_) => Some(Err(format!("{}: not packed with gzip", path.display()))),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => Some(Err(format!("{}: {error}", path.display()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn every_game_in_code_is_in_a_family_and_no_other() {
        let mut named: Vec<&str> = FAMILIES.into_iter().flat_map(|(_, games)| games.iter().copied()).collect();
        let mut coded: Vec<&str> = variants::coded().into_iter().map(|variant| variant.name).collect();
        named.sort_unstable();
        coded.sort_unstable();
        assert_eq!(named, coded);
        assert_eq!(variants::find("shogi").map(name_for), Ok(GENERAL));
    }
}

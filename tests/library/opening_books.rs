//! The books of openings in `bench/openings`.

use jailbird::game::Variant;
use jailbird::tools::epd;
use jailbird::variants;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The files of a folder and the games that they are named after.
pub fn files(folder: &str) -> impl Iterator<Item = (PathBuf, &'static Variant)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    std::fs::read_dir(folder).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap();
        let variant = variants::find(name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(variant.name, name);
        (path, variant)
    })
}

#[test]
fn books_hold_at_least_500_different_playable_openings() {
    assert!(files("bench/openings").count() >= 7);
    for (path, variant) in files("bench/openings") {
        let name = path.display();
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(&format!("# jailbird openings {} --count ", variant.name)), "{name}");
        let mut seen = HashMap::new();
        for (line, fen) in epd::rows(&text) {
            let game = variant.game(fen).unwrap_or_else(|error| panic!("{name}:{line}: {error}"));
            assert_eq!(game.fen(), fen, "{name}:{line}");
            assert_eq!(game.outcome(), None, "{name}:{line}");
            let earlier = seen.insert(game.key(), line);
            assert_eq!(earlier, None, "{name}:{line}");
        }
        assert!(seen.len() >= 500, "{name}: {} openings", seen.len());
    }
}

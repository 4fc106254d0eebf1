//! The pictures of pieces in `src/protocol/board/page/pieces`.

use jailbird::position::piece_kind::PieceKind;
use jailbird::variants;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The picture of the token of the Penalty Box games, which is no kind of piece.
const TOKEN: &str = "token";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/protocol/board/page/pieces")
}

fn read(name: &str) -> String {
    let path = folder().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of all pictures, without `.svg`.
fn pictures() -> BTreeSet<String> {
    let names = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter_map(|name| name.strip_suffix(".svg").map(String::from)).collect()
}

/// The kinds of the games in code, with the game's name.
fn kinds() -> impl Iterator<Item = (&'static str, &'static PieceKind)> {
    variants::coded().into_iter().flat_map(|variant| variant.kinds.iter().map(move |kind| (variant.name, kind)))
}

#[test]
fn every_kind_has_a_picture() {
    let pictures = pictures();
    for (game, kind) in kinds() {
        assert!(pictures.contains(&kind.picture()), "{game}: {}.svg is missing", kind.picture());
    }
}

#[test]
fn two_kinds_of_a_game_have_different_pictures() {
    let mut seen = BTreeSet::new();
    let all =
        variants::all().into_iter().flat_map(|variant| variant.kinds.iter().map(move |kind| (variant.name, kind)));
    for (game, kind) in all {
        assert!(seen.insert((game, kind.picture())), "{game}: {}", kind.name);
    }
}

#[test]
fn every_picture_is_used() {
    let from_files = variants::all().into_iter().flat_map(|variant| variant.kinds);
    let forms = from_files.clone().filter_map(|kind| kind.promoted).map(|form| form.picture.to_owned());
    let mut used: BTreeSet<String> = from_files.map(PieceKind::picture).chain(forms).chain([TOKEN.into()]).collect();
    used.retain(|name| pictures().contains(name) || kinds().any(|(_, kind)| kind.picture() == *name));
    let pieces: BTreeSet<String> = pictures().into_iter().filter(|name| !name.starts_with("mark-")).collect();
    assert_eq!(used, pieces);
}

#[test]
fn pictures_are_small_and_refer_to_nothing() {
    let mut bytes = 0;
    for name in pictures() {
        let text = read(&format!("{name}.svg"));
        bytes += text.len();
        assert!(text.len() <= 1500, "{name}: {} bytes", text.len());
        let root = text.lines().next().unwrap();
        assert!(
            root.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\" fill=\""),
            "{name}: {root}"
        );
        let colours = root.split_once(" fill=").unwrap().1;
        assert!(colours.contains(" stroke=") && colours.contains(" color="), "{name}: {root}");
        let body = &text[root.len()..];
        for word in ["id=", "class=", "style", "script", "href", "url(", "var(", "#", "<image", "<text", "&", " on"] {
            assert!(!body.contains(word), "{name}: {word}");
        }
    }
    assert!(bytes < 50_000, "{bytes} bytes");
}

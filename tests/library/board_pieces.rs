//! The pictures of pieces in `src/protocol/board/page/pieces` and the table that assigns them to letters.

use jailbird::variants::{self, VARIANTS};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The letter that the table gives to the token of the Penalty Box games, which is no kind of piece.
const TOKEN: char = '*';

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

/// The table: game, letter, picture.
fn table() -> BTreeMap<(&'static str, char), String> {
    let text = read("pieces.txt");
    let mut games = Vec::new();
    let mut rows = BTreeMap::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(names) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            games = names.split(' ').map(|name| variants::find(name).unwrap_or_else(|error| panic!("{error}"))).collect();
            assert!(games.iter().zip(names.split(' ')).all(|(game, name)| game.name == name), "{line}");
            continue;
        }
        let (letter, picture) = line.split_once(' ').unwrap_or_else(|| panic!("{line}"));
        let letter = letter.parse().unwrap_or_else(|error| panic!("{line}: {error}"));
        for game in &games {
            assert_eq!(rows.insert((game.name, letter), picture.into()), None, "{}: {line}", game.name);
        }
    }
    rows
}

#[test]
fn every_kind_has_a_picture() {
    let table = table();
    for variant in VARIANTS {
        let listed = |&&(game, letter): &&(&str, char)| game == variant.name && letter != TOKEN;
        let letters: BTreeSet<char> = table.keys().filter(listed).map(|&(_, letter)| letter).collect();
        let kinds: BTreeSet<char> = variant.kinds.iter().map(|kind| kind.letter).collect();
        assert_eq!(letters, kinds, "{}", variant.name);
        let shown: BTreeSet<&String> = kinds.iter().map(|&letter| &table[&(variant.name, letter)]).collect();
        assert_eq!(shown.len(), kinds.len(), "{}: two kinds have the same picture", variant.name);
    }
}

/// The picture of a kind has its name, so that the table cannot mix up two kinds.
#[test]
fn pictures_have_the_names_of_their_kinds() {
    let table = table();
    for variant in VARIANTS {
        for kind in variant.kinds {
            let name = kind.name.to_lowercase().replace(' ', "-");
            let name = if name == "standard-pawn" { "pawn" } else { &name };
            assert_eq!(table[&(variant.name, kind.letter)], name, "{}", variant.name);
        }
    }
}

#[test]
fn every_picture_is_used() {
    let used: BTreeSet<String> = table().into_values().collect();
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
        assert!(root.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 64 64\" fill=\""), "{name}: {root}");
        let colours = root.split_once(" fill=").unwrap().1;
        assert!(colours.contains(" stroke=") && colours.contains(" color="), "{name}: {root}");
        let body = &text[root.len()..];
        for word in ["id=", "class=", "style", "script", "href", "url(", "var(", "#", "<image", "<text", "&", " on"] {
            assert!(!body.contains(word), "{name}: {word}");
        }
    }
    assert!(bytes < 45_000, "{bytes} bytes");
}

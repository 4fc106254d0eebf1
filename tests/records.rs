//! Checked-in books of openings, and `pgn check` from the command line.

use jailbird::game::Variant;
use jailbird::tools::epd;
use jailbird::variants;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The books and their games.
fn books() -> impl Iterator<Item = (PathBuf, &'static Variant)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bench/openings");
    std::fs::read_dir(folder).unwrap().map(|entry| {
        let path = entry.unwrap().path();
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap();
        let variant = variants::find(name).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(variant.name, name);
        (path, variant)
    })
}

#[test]
fn books_hold_openings_that_can_be_played() {
    assert!(books().count() >= 7);
    for (path, variant) in books() {
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

fn jailbird(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_jailbird")).args(arguments).output().unwrap()
}

/// A file that is gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, text: &str) -> Scratch {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        Scratch(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn the_exit_status_says_whether_records_are_good() {
    let good = Scratch::new("good.pgn", "1. e4 e5 2. Nf3 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let bad = Scratch::new("bad.pgn", "1. e4 *\n\n1. e4\ne4 *\n");
    let broken = Scratch::new("broken.pgn", "1. e4\n) *\n");
    let missing = format!("{}-none", good.name());
    let rows = [
        (vec![good.name()], true, format!("{}: 2 games, 7 moves, 0 problems\n", good.name())),
        (vec![good.name(), bad.name()], false, format!("{}:4: game 2: ply 2, `e4`: illegal", bad.name())),
        (vec![broken.name()], false, format!("{}:2: `)` without `(`\n", broken.name())),
        (vec![missing.as_str()], false, format!("jailbird: {missing}: ")),
    ];
    for (files, success, expected) in rows {
        let output = jailbird(&[&["pgn", "check"], &files[..]].concat());
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        assert!(output.status.success() == success && text.contains(&expected), "{files:?}: {text}");
    }
}

#[test]
fn a_book_is_written_where_it_is_wanted() {
    let file = Scratch::new("book.epd", "");
    let plan = ["openings", "prisonbreak", "--count", "3", "--nodes", "100", "--seed", "5"];
    assert!(jailbird(&[&plan[..], &["--out", file.name()]].concat()).status.success());
    let written = std::fs::read(&file.0).unwrap();
    assert_eq!(jailbird(&plan).stdout, written);
    assert_eq!(epd::rows(&String::from_utf8(written).unwrap()).count(), 3);
    assert!(!jailbird(&[&plan[..], &["--out", "/none/such/book.epd"]].concat()).status.success());
}

//! Damaged, truncated and missing files: every command prints one line that names the file and the place, and changes
//! nothing.

use crate::process::{run, text};
use crate::scratch::Folder;
use std::path::{Path, PathBuf};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The fault, the content of a file, a command that reads it (`FILE`), and the place that the message must name.
const ROWS: &[(&str, &[u8], &str, &str)] = &[
    ("no text", b"# x\n\xFF\xFE\n", "perft --variant chess --suite FILE", "line 2"),
    ("no count", b"8/8/8/8/8/8/8/8 w ;D1\n", "perft --variant chess --suite FILE", "line 1"),
    ("no text", b"\n\n\xFF", "solve FILE", "line 3"),
    ("no move", b"4k3/8/8/8/8/8/8/R3K3 w - - 0 1 bm Ra9;\n", "solve FILE", "line 1"),
    ("a torn FEN", b"4k3/8/8/8/8/8/8/R3K3 w - - 0 1 bm Ra8;\n4k3/8/8", "solve FILE", "line 2"),
    ("no position", b"# book\nrubbish\n", "match MATCH --openings FILE", "line 2"),
    ("a finished game", b"R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1\n", "match MATCH --openings FILE", "line 1"),
    ("an empty book", b"", "match MATCH --openings FILE", "no openings"),
    ("no text", b"1. e4 e5\n\xC3(", "match MATCH --openings file=FILE format=pgn", "line 2"),
    ("no tag", b"[Event \"x\" 1\n\n1. e4 *\n", "match MATCH --openings file=FILE format=pgn", "line 1"),
    ("no move", b"1. e4 e5\n2. e4 *\n", "match MATCH --openings file=FILE format=pgn", "line 2"),
    ("a stray brace", b"1. e4 }\n", "match MATCH --pgnout FILE", "line 1"),
    ("no text", b"[White \"\xE4\"]\n\n1. e4 1-0\n\n", "match MATCH --pgnout FILE", "line 1"),
    ("a stray brace", b"[Event \"x\"]\n\n1. e4 } e5 *\n\n", "match MATCH --pgnout FILE", "line 3"),
    ("two values", b"[Event \"x\"]\n[Event \"y\"]\n\n1. e4 1-0\n", "match MATCH --pgnout FILE", "line 2"),
    ("a stray brace", b"\n1. e4 *\n}\n", "match --merge FILE", "line 3"),
    ("many faults", b"1. e4 ) } *\n\n1. e4 {*\n", "match --merge FILE", "line 1"),
    ("no games", b"rubbish", "train friendly FILE --out GAMES", "offset 0"),
    ("a wrong frame", b"JBGAMES\x01\x05\0\0\0\xFF\xFF\xFF\xFFabcde", "train friendly FILE --out GAMES", "offset 8"),
    ("no network", b"JBNET", "train friendly GAMES --from FILE --out GAMES", "not a network"),
];

/// Runs the program; returns whether it succeeded and what it printed.
fn jailbird(words: &[String]) -> (bool, String) {
    let output = run(words);
    (output.status.success(), text(&output))
}

fn words(command: &str, file: &str, games: &str) -> Vec<String> {
    let players = "--engine name=A --engine name=B --nodes 10";
    let command = command.replace("MATCH", players).replace("FILE", file).replace("GAMES", games);
    command.split(' ').map(str::to_owned).collect()
}

/// Writes two short games to learn from and returns the path.
fn some_games(folder: &Folder) -> String {
    let games = folder.file("games.bin");
    let line = format!("datagen friendly --games 2 --nodes 50 --max-plies 20 --out {games}");
    let (good, said) = jailbird(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
    assert!(good, "{said}");
    games
}

#[test]
fn messages_name_the_damaged_file_and_the_place() {
    let folder = Folder::new("damaged");
    let games = some_games(&folder);
    for (number, (what, bytes, command, place)) in ROWS.iter().enumerate() {
        let file = folder.write(&format!("{number}.txt"), bytes);
        let before = folder.contents();
        let (good, said) = jailbird(&words(command, &file, &games));
        let name = Path::new(&file).file_name().unwrap().to_string_lossy();
        assert!(!good, "{what}: {command} accepts it");
        assert_eq!(said.trim_end().lines().count(), 1, "{what}: {command}: {said}");
        assert!(said.contains(&*name) && said.contains(place), "{what}: {command}: {said}");
        assert!(folder.contents() == before, "{what}: {command} has changed a file");
    }
}

#[test]
fn missing_files_and_folders_are_refused_by_name() {
    let folder = Folder::new("none");
    let games = some_games(&folder);
    let commands: Vec<&str> = ROWS.iter().map(|row| row.2).collect();
    for command in commands {
        for file in [folder.file("nowhere/x.txt"), folder.path().display().to_string()] {
            let (good, said) = jailbird(&words(command, &file, &games));
            assert!(!good && said.trim_end().lines().count() == 1 && said.contains(&file), "{command}: {said}");
        }
    }
}

/// A truncated file of training games is read up to its last whole game, or refused.
#[test]
fn truncated_training_games_are_read_as_far_as_they_go() {
    let folder = Folder::new("torn");
    let whole = std::fs::read(some_games(&folder)).unwrap();
    for cut in (0..whole.len()).step_by(whole.len() / 12) {
        let file = folder.write("torn.bin", &whole[..cut]);
        let (good, said) =
            jailbird(&words("train friendly FILE --epochs 1 --out GAMES", &file, &folder.file("one.net")));
        assert!(good || said.trim_end().lines().count() == 1, "cut at {cut}: {said}");
    }
}

/// A book that cannot be completed does not replace an older file.
#[test]
fn a_failed_run_keeps_the_old_book() {
    let folder = Folder::new("book");
    let book = folder.write("book.epd", START);
    // There are fewer than 500 positions one move from the start.
    let line = format!("openings chess --count 500 --plies 1 --nodes 10 --out {book}");
    let (good, said) = jailbird(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
    assert!(!good, "{said}");
    assert_eq!(folder.contents(), [(PathBuf::from(&book), START.as_bytes().to_vec())]);
}

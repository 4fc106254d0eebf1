//! A byte order mark is no content, in any file and on standard input; UTF-16 is refused by name.

use crate::process::{program, text};
use crate::scratch::Folder;
use std::fs::File;
use std::process::{Command, Output, Stdio};

const MARK: &str = "\u{feff}";

const RECORD: &str = "[Event \"x\"]\n[Round \"1.1\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 1/2-1/2\n\n";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The content of a file, and a command that reads it (`FILE`).
const FILES: &[(&str, &str)] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20\n", "perft --variant chess --suite FILE"),
    ("# a comment\n6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1 bm Ra8#;\n", "solve FILE --variant chess --nodes 100"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", "match MATCH --openings FILE"),
    ("1. e4 e5 *\n", "match MATCH --openings file=FILE format=pgn"),
    (RECORD, "match --merge FILE"),
    (RECORD, "pgn check FILE"),
    (RECORD, "annotate FILE --nodes 10"),
    #[cfg(feature = "study")]
    (RECORD, "study chess --from FILE --out OUT"),
    ("Reductions, int, 64, 0, 256, 10, 0.002\n", "spsa chess --parameters FILE --list"),
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", "genfens 1 seed 1 book FILE nodes 10"),
];

/// What is read from standard input, the command, and a word of the answer.
const INPUTS: &[(&str, &str, &str)] = &[
    ("uci\nquit\n", "", "uciok"),
    ("isready\n", "uci", "readyok"),
    ("xboard\nprotover 2\nquit\n", "", "feature "),
    ("e2e4\nfen\nquit\n", "play chess --side both", "PPPP1PPP/RNBQKBNR b"),
];

fn run(line: &str, folder: &Folder, input: Stdio) -> Output {
    let line = line.replace("MATCH", "--engine name=A --engine name=B --nodes 10 --each option.Hash=1 --maxmoves 2");
    let line = line.replace("FILE", &folder.file("file")).replace("OUT", &folder.file("out"));
    Command::new(program()).args(line.split_whitespace()).stdin(input).output().unwrap()
}

#[test]
fn files_may_begin_with_a_byte_order_mark() {
    let folder = Folder::new("marks");
    for (content, line) in FILES {
        let outputs = ["", MARK].map(|mark| {
            folder.write("file", format!("{mark}{content}"));
            run(line, &folder, Stdio::null())
        });
        let [plain, marked] = outputs.each_ref().map(|output| output.status.code());
        assert_eq!((plain, marked), (Some(0), Some(0)), "{line}: {}", outputs.each_ref().map(text).join(""));
    }
}

#[test]
fn utf_16_is_refused_by_name() {
    let folder = Folder::new("utf-16");
    for (content, line) in FILES {
        let units: Vec<u16> = format!("{MARK}{content}").encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        for bytes in [little, big] {
            let file = folder.write("file", bytes);
            let output = run(line, &folder, Stdio::null());
            let said = text(&output);
            assert_eq!(output.status.code(), Some(1), "{line}: {said}");
            assert!(said.lines().count() == 1 && said.contains(&format!("{file}: text in UTF-16")), "{line}: {said}");
        }
    }
}

#[test]
fn standard_input_may_begin_with_a_byte_order_mark() {
    let folder = Folder::new("marked-input");
    for (lines, command, answer) in INPUTS {
        let input = File::open(folder.write("input", format!("{MARK}{lines}"))).unwrap();
        let output = run(command, &folder, input.into());
        let said = text(&output);
        assert!(output.status.success() && said.contains(answer) && !said.contains("error"), "{command}: {said}");
    }
}

/// A match goes on in a file with a mark: the last game, which is cut off, is removed and nothing else.
#[test]
fn a_marked_file_of_games_is_continued() {
    let folder = Folder::new("marked-games");
    let words = "match MATCH --openings OUT --pgnout FILE";
    folder.write("out", START);
    assert!(run(words, &folder, Stdio::null()).status.success());
    let whole = folder.read("file");
    let torn = &whole[..whole.len() - 20];
    let file = folder.write("file", format!("{MARK}{torn}"));
    let output = run(words, &folder, Stdio::null());
    assert!(text(&output).contains("2 of 2 games"), "{}", text(&output));
    let games = jailbird::pgn::read(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(games.len(), 2);
}

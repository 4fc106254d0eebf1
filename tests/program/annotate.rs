//! `jailbird annotate` from the command line.

use crate::process::{run, text};
use crate::scratch::Folder;
use jailbird::pgn;

const GAMES: &str =
    "[White \"Ann\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n[Variant \"prisonbreak\"]\n\n1. c2c4 *\n";

#[test]
fn games_are_annotated_to_standard_output_and_to_files() {
    let folder = Folder::new("annotate");
    let file = &folder.write("games.pgn", GAMES);
    let words = ["annotate", file, "--nodes", "20000", "--concurrency", "2"];
    let output = run(words);
    assert!(output.status.success(), "{}", text(&output));
    let printed = String::from_utf8(output.stdout).unwrap();
    let records = pgn::read(&printed).unwrap();
    assert!(printed.replace('\n', " ").contains("Nf6 $4 {[%eval #1] [%jailbird $4,"), "{printed}");
    assert_eq!(records.iter().map(|record| record.moves.len()).collect::<Vec<_>>(), [7, 1]);
    // The file that is read may be the one that is written.
    let page = folder.file("games.html");
    let output = run([&words[..], &["--out", file, "--html", &page]].concat());
    let summary = text(&output);
    assert!(summary.starts_with("2 games, 8 moves: ") && summary.contains(" 1 blunder"), "{summary}");
    assert_eq!(pgn::read(&folder.read("games.pgn")).unwrap(), records);
    assert!(folder.read("games.html").contains("<h2 id=\"game-1\">Ann – Black</h2>"));
    // With a page alone nothing else is printed.
    assert!(text(&run([&words[..], &["--html", &page]].concat())).starts_with("2 games, 8 moves: "));
    assert_eq!(folder.contents().len(), 2, "other files were left behind");
}

#[test]
fn what_cannot_be_annotated_is_named_and_nothing_is_written() {
    let folder = Folder::new("not-annotated");
    let good = &folder.write("good.pgn", GAMES);
    let old = &folder.write("old.pgn", "old");
    let rows = [
        (vec!["none.pgn"], "jailbird: none.pgn: "),
        (vec![good.as_str(), "--html", "/none/such/x.html"], "jailbird: /none/such: no such folder"),
        (vec![good, "--nodes", "0"], "error: invalid value '0'"),
        (vec![good, "--variant", "go"], "error: invalid value 'go'"),
    ];
    for (words, expected) in rows {
        let output = run([&["annotate", "--out", old][..], &words].concat());
        let said = text(&output);
        assert!(!output.status.success() && said.starts_with(expected), "{words:?}: {said}");
        assert_eq!(folder.read("old.pgn"), "old");
    }
    assert_eq!(folder.contents().len(), 2, "other files were left behind");
}

/// Games with faults are named on the error stream and written as they were; the others are annotated.
#[test]
fn games_with_faults_do_not_keep_the_others_from_being_annotated() {
    let folder = Folder::new("partly-annotated");
    let games = "1. e4\nKe6 *\n\n[Event \"5th \"M. T.\" Int\"]\n\n1. e4 *\n\n1. -- e5 *\n\n1. e4 e5 *\n";
    let file = &folder.write("games.pgn", games);
    let html = &folder.file("games.html");
    let output = run(["annotate", file, "--nodes", "50", "--out", file, "--html", html]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stderr).unwrap();
    let expected =
        ["2: game 1: ply 2, `Ke6`: illegal move", "4: game 2: a tag is", "8: game 3: ply 1, `--`: a null move"];
    assert_eq!(told.lines().count(), expected.len(), "{told}");
    for (line, expected) in told.lines().zip(expected) {
        assert!(line.starts_with(&format!("jailbird: {file}:{expected}")), "{told}");
    }
    let written = folder.read("games.pgn");
    assert!(written.starts_with(games.split("1. e4 e5").next().unwrap()), "{written}");
    assert!(written.contains("\n\n1. e4 {[%eval ") && pgn::read_located(&written).games.len() == 4, "{written}");
    assert!(folder.read("games.html").contains("4 annotated games"));
}

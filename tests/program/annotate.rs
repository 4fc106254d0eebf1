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
    assert!(printed.contains("Nf6 $4 {[%eval #1]} (3... "), "{printed}");
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
    let bad = &folder.write("bad.pgn", "1. e4 e5 *\n\n1. e4\nKe6 *\n");
    let broken = &folder.write("broken.pgn", "1. e4\n) *\n");
    let old = &folder.write("old.pgn", "old");
    let rows = [
        (vec![bad.as_str()], format!("jailbird: {bad}:4: game 2: ply 2, `Ke6`: illegal move")),
        (vec![broken], format!("jailbird: {broken}:2: `)` without `(`")),
        (vec!["none.pgn"], "jailbird: none.pgn: ".into()),
        (vec![good, "--html", "/none/such/x.html"], "jailbird: /none/such: no such folder".into()),
        (vec![good, "--nodes", "0"], "error: invalid value '0'".into()),
        (vec![good, "--variant", "go"], "error: invalid value 'go'".into()),
    ];
    for (words, expected) in rows {
        let output = run([&["annotate", "--out", old][..], &words].concat());
        let said = text(&output);
        assert!(!output.status.success() && said.starts_with(&expected), "{words:?}: {said}");
        assert_eq!(folder.read("old.pgn"), "old");
    }
    assert_eq!(folder.contents().len(), 4, "other files were left behind");
}

//! `jailbird pgn check` and `jailbird openings` from the command line.

use crate::process::{run, text};
use crate::scratch::Folder;
use jailbird::tools::epd;

#[test]
fn the_exit_status_says_whether_records_are_good() {
    let folder = Folder::new("records");
    let good = &folder.write("good.pgn", "1. e4 e5 2. Nf3 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
    let bad = &folder.write("bad.pgn", "1. e4 *\n\n1. e4\ne4 *\n");
    let broken = &folder.write("broken.pgn", "1. e4\n) *\n\n1. e4\ne4 *\n");
    let missing = &folder.file("none.pgn");
    let rows = [
        (vec![good.as_str()], true, format!("{good}: 2 games, 7 moves, 0 problems\n")),
        (vec![good, bad], false, format!("{bad}:4: game 2: ply 2, `e4`: illegal")),
        (vec![broken], false, format!("{broken}:2: game 1: `)` without `(`\n{broken}:5: game 2: ply 2, `e4`: illegal")),
        (vec![broken], false, format!("{broken}: 2 games, 3 moves, 2 problems\n")),
        (vec![missing], false, format!("jailbird: {missing}: ")),
    ];
    for (files, success, expected) in rows {
        let output = run(["pgn", "check"].into_iter().chain(files.iter().copied()));
        let text = text(&output);
        assert!(output.status.success() == success && text.contains(&expected), "{files:?}: {text}");
    }
}

#[test]
fn a_book_is_written_to_standard_output_or_to_a_file() {
    let folder = Folder::new("book");
    let plan = ["openings", "prisonbreak", "--count", "3", "--nodes", "100", "--seed", "5"];
    assert!(run([&plan[..], &["--out", &folder.file("book.epd")]].concat()).status.success());
    let written = folder.read("book.epd");
    assert_eq!(run(plan).stdout, written.as_bytes());
    assert_eq!(epd::rows(&written).count(), 3);
    assert!(!run([&plan[..], &["--out", "/none/such/book.epd"]].concat()).status.success());
}

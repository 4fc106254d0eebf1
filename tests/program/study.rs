//! `jailbird study` from the command line.

use crate::process::{run, text};
use crate::scratch::Folder;

#[test]
fn a_study_is_played_reported_and_gone_on_with() {
    let folder = Folder::new("study");
    let (page, json) = (folder.file("page.html"), folder.file("numbers.json"));
    let words = ["study", "prisonbreak", "--nodes", "20", "--imbalanced", "0", "--out", &page, "--json", &json];
    let output = run([&words[..], &["--games", "2"]].concat());
    assert!(output.status.success(), "{}", text(&output));
    assert_eq!(text(&output).trim_end(), format!("{page}: 2 games"));
    let first = folder.read("page.pgn");
    let output = run([&words[..], &["--games", "3", "--concurrency", "2"]].concat());
    assert!(output.status.success(), "{}", text(&output));
    assert!(folder.read("page.pgn").starts_with(&first) && folder.read("page.pgn").len() > first.len());
    assert!(folder.read("page.html").contains("<h1>Prison Break: a study</h1>"));
    assert!(folder.read("numbers.json").contains("\"games\": 3"));
    assert_eq!(folder.contents().len(), 3, "other files were left behind");
}

#[test]
fn wrong_arguments_are_named() {
    let folder = Folder::new("no-study");
    let page = folder.file("page.html");
    let rows = [
        (vec!["--nodes", "0"], "error: invalid value '0'"),
        (vec!["--shard", "3/2"], "error: invalid value '3/2'"),
        (vec!["--from", "none.pgn"], "jailbird: none.pgn: "),
        (vec!["--from", "none.pgn", "--games", "3"], "error: the argument"),
    ];
    for (words, expected) in rows {
        let output = run([&["study", "chess", "--out", &page][..], &words].concat());
        assert!(!output.status.success() && text(&output).starts_with(expected), "{words:?}: {}", text(&output));
    }
    assert_eq!(folder.contents().len(), 0, "files were left behind");
}

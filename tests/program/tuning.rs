//! `jailbird datagen` and `jailbird tune` as users run them.

use crate::process::program;
use crate::scratch::Folder;
use jailbird::eval::{TaperedScore, weights};
use jailbird::variants;
use std::process::{Command, Output};

/// Runs the program in a folder.
fn run(folder: &Folder, words: &str) -> Output {
    Command::new(program()).args(words.split_whitespace()).current_dir(folder.path()).output().unwrap()
}

/// Standard output of a run that must succeed.
fn succeed(folder: &Folder, words: &str) -> String {
    let output = run(folder, words);
    assert!(output.status.success(), "{words}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Standard error of a run that must fail.
fn fail(folder: &Folder, words: &str) -> String {
    let output = run(folder, words);
    assert!(!output.status.success(), "{words}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// The loss in a line `epoch N: loss L, held out H`.
fn loss(line: &str) -> f64 {
    let (_, loss) = line.split_once("loss ").unwrap();
    loss.split(',').next().unwrap().parse().unwrap()
}

#[test]
fn weights_are_tuned_from_self_play_games() {
    let folder = Folder::new("tuning");
    let played = succeed(&folder, "datagen chess --games 12 --nodes 100 --concurrency 2 --out games");
    assert!(played.starts_with("12 games, "), "{played}");
    let told = succeed(&folder, "tune chess games --blend 0.3 --epochs 20 --out weights.txt");
    let losses: Vec<f64> = told.lines().filter(|line| line.starts_with("epoch")).map(loss).collect();
    assert!(losses.len() == 3 && losses[2] < losses[0], "{told}");
    let text = folder.read("weights.txt");
    assert!(text.starts_with("# Made by `jailbird tune chess` from 12 games, "), "{text}");
    let chess = variants::find("chess").unwrap().new_game().weights();
    let mut values = vec![TaperedScore::ZERO; chess.values.len()];
    weights::parse(&text, chess.groups, &mut values).unwrap();
    assert_eq!(folder.contents().len(), 2, "other files were left behind");
    // Tuning can start from the weights just written.
    succeed(&folder, "tune chess games games --start weights.txt --epochs 1 --out again.txt");
}

#[test]
fn errors_are_one_line() {
    let folder = Folder::new("tuning-faults");
    succeed(&folder, "datagen chess --games 1 --nodes 10 --max-plies 4 --out games");
    folder.write("bad", "tempo 1/1\nmaterial 0");
    let rows = [
        ("tune chess games", "src/variants/chess: no such folder"),
        ("tune chess nowhere --out w", "nowhere: "),
        ("tune chess bad --out w", "bad: malformed: offset 0"),
        ("tune chess games --start bad --out w", "bad: line 2: not a pair"),
        ("tune chess games --out w", "there are no quiet positions"),
        ("datagen penaltybox-dual --out w", "penaltybox-dual has more than two players"),
        ("tune penaltybox-dual games --out w", "penaltybox-dual has no weights"),
        ("datagen chess --out games --seed 2", "games: begun with other settings: chess --nodes 10 --seed 1"),
        ("datagen chess --out .", ".: "),
    ];
    for (words, expected) in rows {
        let error = fail(&folder, words);
        assert!(error.starts_with(&format!("jailbird: {expected}")), "{words}: {error}");
        assert_eq!(error.lines().count(), 1, "{words}: {error}");
        assert!(!folder.path().join("w").exists(), "{words}");
    }
}

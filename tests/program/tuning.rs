//! `jailbird datagen`, `jailbird tune` and `jailbird train` as users run them.

use crate::process::{Engine, program};
use crate::scratch::Folder;
use jailbird::eval::{TaperedScore, weights};
use jailbird::variants;
use std::process::{Command, Output};
use std::time::Duration;

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
    let chess = variants::find("chess").unwrap().new_game().weights().unwrap();
    let mut values = vec![TaperedScore::ZERO; chess.values.len()];
    weights::parse(&text, chess.groups, &mut values).unwrap();
    assert_eq!(folder.contents().len(), 2, "other files were left behind");
    // Tuning can start from the weights just written.
    succeed(&folder, "tune chess games games --start weights.txt --epochs 1 --out again.txt");
}

#[test]
fn a_network_is_trained_from_self_play_games_and_played_with() {
    let folder = Folder::new("training");
    succeed(&folder, "datagen prisonbreak --games 30 --nodes 100 --concurrency 2 --out games");
    let told = succeed(&folder, "train prisonbreak games --hidden 32 --epochs 3 --threads 2 --out one.net");
    let losses: Vec<f64> = told.lines().filter(|line| line.starts_with("epoch")).map(loss).collect();
    assert!(losses.len() == 3 && losses[2] < losses[0], "{told}");
    succeed(&folder, "train prisonbreak games --hidden 32 --epochs 3 --threads 1 --out same.net");
    let bytes = |name: &str| std::fs::read(folder.file(name)).unwrap();
    assert!(bytes("one.net") == bytes("same.net"), "the network depends on the number of threads");
    succeed(&folder, "datagen prisonbreak --games 2 --nodes 50 --network one.net --out by-network");
    let mut engine = Engine::of({
        let mut command = Command::new(program());
        command.current_dir(folder.path());
        command
    });
    let mut ask = |lines: &[&str], start: &str| {
        lines.iter().for_each(|line| engine.send(line).unwrap());
        engine.hear_until(Duration::from_secs(60), |line| line.starts_with(start)).unwrap().pop().unwrap()
    };
    let built_in = ask(&["uci", "setoption name UCI_Variant value prisonbreak", "eval"], "Evaluation");
    let own = ask(&["setoption name EvalFile value one.net", "eval"], "Evaluation");
    assert_ne!(built_in, own);
    ask(&["setoption name EvalFile value games"], "info string error: games: not a network");
    assert_eq!(ask(&["eval"], "Evaluation"), own, "the network was lost");
    assert_eq!(ask(&["setoption name EvalFile value <empty>", "eval"], "Evaluation"), built_in);
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
        ("datagen chess --out w --network bad", "bad: not a network"),
        ("train chess nowhere --out w", "nowhere: "),
        ("train chess bad --out w", "bad: malformed: offset 0"),
        ("train friendly games --out w", "games: games of chess, which has another network than friendly"),
        ("train chess games --out w", "no quiet positions"),
    ];
    for (words, expected) in rows {
        let error = fail(&folder, words);
        assert!(error.starts_with(&format!("jailbird: {expected}")), "{words}: {error}");
        assert_eq!(error.lines().count(), 1, "{words}: {error}");
        assert!(!folder.path().join("w").exists(), "{words}");
    }
}

//! `jailbird datagen`, `train`, `learn` and `spsa` as users run them.

use crate::process::{Engine, program};
use crate::scratch::Folder;
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
fn a_network_is_trained_from_self_play_games_and_played_with() {
    let folder = Folder::new("training");
    succeed(&folder, "datagen prisonbreak --games 30 --nodes 100 --concurrency 2 --out games");
    let told = succeed(&folder, "train prisonbreak games --hidden 64 --epochs 3 --threads 2 --out one.net");
    let losses: Vec<f64> = told.lines().filter(|line| line.starts_with("epoch")).map(loss).collect();
    assert!(losses.len() == 3 && losses[2] < losses[0], "{told}");
    succeed(&folder, "train prisonbreak games --hidden 64 --epochs 3 --threads 1 --out same.net");
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
    let folder = Folder::new("training-faults");
    succeed(&folder, "datagen friendly --games 1 --nodes 10 --max-plies 4 --out games");
    folder.write("bad", "no games");
    let rows = [
        ("datagen penaltybox-dual --out w", "penaltybox-dual has more than two players"),
        ("datagen friendly --out games --seed 2", "games: begun with other settings: friendly --nodes 10 --seed 1"),
        ("datagen chess --out .", ".: "),
        ("datagen chess --out w --network bad", "bad: not a network"),
        ("train chess nowhere --out w", "nowhere: "),
        ("train chess bad --out w", "bad: malformed: offset 0"),
        ("train chess games --out w", "games: games of friendly, which has another network than chess"),
        ("train friendly games --out w", "no quiet positions"),
    ];
    for (words, expected) in rows {
        let error = fail(&folder, words);
        assert!(error.starts_with(&format!("jailbird: {expected}")), "{words}: {error}");
        assert_eq!(error.lines().count(), 1, "{words}: {error}");
        assert!(!folder.path().join("w").exists(), "{words}");
    }
}

#[test]
fn a_new_network_plays_the_old_one() {
    let folder = Folder::new("new-against-old");
    succeed(&folder, "datagen prisonbreak --games 25 --nodes 50 --concurrency 2 --out games");
    let training = "train prisonbreak games --hidden 64 --epochs 1 --threads 2 --match-time 0.1+0.001 --match-games 2";
    for (out, old) in [("one.net", ""), ("two.net", "one.net")] {
        let output = run(&folder, &format!("{training} --out {out} --match {old}"));
        // Two games decide nothing.
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let told = String::from_utf8(output.stdout).unwrap();
        for part in ["new against old: 0.1+0.001, at most 2 games", "LLR", "undecided", "\n2 of 2 games"] {
            assert!(told.contains(part), "{told}");
        }
    }
    let files = folder.contents();
    let names: Vec<&str> = files.iter().map(|(path, _)| path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["games", "one.net", "one.net.svg", "two.net", "two.net.svg"]);
    let error = fail(&folder, &format!("{training} --out three.net --match games"));
    assert_eq!(error, "jailbird: games: not a network by `jailbird train`, or of another version\n");
    assert!(!folder.path().join("three.net").exists());
}

#[test]
fn a_game_is_learnt_from_its_rules_and_again_with_more_time() {
    let folder = Folder::new("learning");
    let learn = |hours: f64| {
        let length = "--match-time 0.1+0.001 --match-games 4";
        format!("learn prisonbreak --from-rules --dir d --nodes 20 --hidden 64 --epochs 1 {length} --hours {hours}")
    };
    let told = succeed(&folder, &learn(0.0002));
    let rows = |told: &str| told.lines().filter(|line| line.starts_with("| ")).count() - 1;
    assert_eq!(rows(&told), 1, "{told}");
    for name in ["games", "net", "net.svg", "pgn"] {
        assert!(folder.path().join(format!("d/generation-1.{name}")).exists(), "{name}");
    }
    let page = folder.read("d/learn.md");
    assert!(page.contains("| 1 | ") && page.contains("--from-rules --nodes 20"), "{page}");
    let games = std::fs::read(folder.path().join("d/generation-1.games")).unwrap();
    assert_eq!(rows(&succeed(&folder, &learn(0.0002))), 1, "there was no time left");
    let state = folder.read("d/state");
    let (_, seconds) = state.split_once(" seconds=").unwrap();
    let spent: f64 = seconds.split(' ').next().unwrap().parse().unwrap();
    let more = (spent + 3.0) / 3600.0 / 0.9;
    let told = succeed(&folder, &learn(more));
    assert!(rows(&told) > 1, "{told}");
    assert!(std::fs::read(folder.path().join("d/generation-1.games")).unwrap() == games);
    let error = fail(&folder, &format!("{} --seed 2", learn(more)));
    let file = std::path::Path::new("d").join("state");
    let expected = format!("jailbird: {}: begun with other settings: prisonbreak --from-rules", file.display());
    assert!(error.starts_with(&expected), "{error}");
}

#[test]
fn impossible_arguments_of_the_training_are_named() {
    let folder = Folder::new("training-arguments");
    let rows = [
        ("--epochs 0", "0 is not in 1..=10000"),
        ("--batch 0", "0 is not in 1..=1000000"),
        ("--hidden 1000000000", "`1000000000` is not a multiple of 64 up to 1024"),
        ("--rate NaN", "NaN is not from 0 to 1e9"),
        ("--rate -1", "-1 is not from 0 to 1e9"),
        ("--decay inf", "inf is not from 0 to 1e9"),
        ("--blend 1.5", "more than 1"),
        ("--scale 9", "9 is not in 10..=5000"),
        ("--most 0", "0 is not in 1.."),
        ("--threads 100000", "100000 is not in 0..=512"),
        ("--match-time 1x", "`1x`"),
        ("--match-time inf", "need a limit"),
        ("--match-games 1", "1 is not in 2..=1000000"),
        ("--match-elo nan", "`nan` is not a number from 1 to 400"),
    ];
    for (options, part) in rows {
        let options = options.replacen(' ', "=", 1);
        let error = fail(&folder, &format!("train prisonbreak games --out w {options}"));
        assert!(error.contains(part), "{options}: {error}");
    }
    for hours in ["0", "-1", "NaN", "inf", "1e9"] {
        let error = fail(&folder, &format!("learn prisonbreak --hours={hours}"));
        assert!(error.contains("is not a number of hours"), "{hours}: {error}");
    }
    let error = fail(&folder, "train prisonbreak games --out nowhere/w");
    assert_eq!(error, "jailbird: nowhere: no such folder\n");
    assert_eq!(folder.contents().len(), 0);
}

#[test]
fn wrong_words_of_spsa_are_one_error() {
    let folder = Folder::new("spsa-errors");
    folder.write("list", "a, int, 1, 0, 2, 1, 0.1\n");
    folder.write("bad", "a, int, 9, 0, 2, 1, 0.1\n");
    folder.write("other", "match nothing\n");
    let rows = [
        ("spsa prisonbreak --parameters missing", "missing"),
        ("spsa prisonbreak --parameters bad", "bad: line 1: a: 9 is not a value from 0 to 2"),
        ("spsa penaltybox-dual", "more than two players"),
        ("spsa prisonbreak --tc 1x", "`1x` is not a time control"),
        ("spsa prisonbreak --tc inf", "--tc: the engine needs a limit"),
        ("spsa --merge other", "other: line 2: no gains"),
        ("spsa prisonbreak --plot nowhere/a.svg", "nowhere: no such folder"),
        ("spsa prisonbreak --out other --iterations 1", "other: line 2: no gains"),
        ("spsa prisonbreak --parameters list --iterations 1 --pairs 1", "engine `plus`: it has no option `a`"),
    ];
    for (words, expected) in rows {
        let words = format!("{words} --engine {}", program().display());
        let error = fail(&folder, &words);
        assert!(error.contains(expected) && error.trim_end().lines().count() == 1, "{words}: {error}");
    }
    assert_eq!(folder.read("other"), "match nothing\n");
    let list = succeed(&folder, "spsa --list");
    assert!(list.contains("reverse_futility_margin, int, 80, 30, 200, 8, 0.002\n"), "{list}");
}

#[test]
#[cfg(not(feature = "tunable"))]
fn spsa_refuses_a_program_whose_parameters_are_constants() {
    let folder = Folder::new("spsa-constants");
    let error = fail(&folder, "spsa prisonbreak");
    assert!(error.contains("constants") && error.contains("--features tunable"), "{error}");
    assert!(folder.contents().is_empty());
}

#[test]
#[cfg(feature = "tunable")]
fn an_interrupted_run_of_spsa_ends_like_a_whole_one() {
    let folder = Folder::new("spsa");
    let run = |words: &str| succeed(&folder, &format!("spsa prisonbreak --iterations 6 --pairs 1 --nodes 50 {words}"));
    let whole = run("--out whole.spsa --concurrency 2");
    let lines = folder.read("whole.spsa");
    let results = lines.match_indices("result ").nth(3).unwrap().0;
    folder.write("parts.spsa", &lines[..results + 9]);
    assert_eq!(run("--out parts.spsa"), whole.replace("whole", "parts"));
    assert_eq!(folder.read("parts.spsa"), lines);
    assert_eq!(lines.matches("result ").count(), 6);
    assert!(folder.read("parts.svg").starts_with("<svg"));
}

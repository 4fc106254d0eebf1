//! Data files of weights, and `jailbird datagen` and `tune` as users run them.

use jailbird::eval::TaperedScore;
use jailbird::eval::weights::{self, Group};
use jailbird::variants::{self, VARIANTS};
use std::path::PathBuf;
use std::process::{Command, Output};

const GROUPS: &[Group] = &[
    Group { name: "tempo", doc: " The right to move.", start: 0, len: 1, row: 16 },
    Group { name: "squares", doc: " A piece by square.", start: 1, len: 4, row: 2 },
];

#[test]
fn what_is_written_reads_back() {
    let values = [(1, -1), (-30_000, 30_000), (0, 0), (7, 8), (-9, 10)];
    let values = values.map(|(middle, end)| TaperedScore::new(middle, end));
    let text = weights::write("two\nlines", GROUPS, &values);
    let mut read = [TaperedScore::ZERO; 5];
    assert_eq!(weights::parse(&text, GROUPS, &mut read), Ok(()), "{text}");
    assert_eq!(read, values);
    for variant in VARIANTS {
        let weights = variant.new_game().weights();
        let mut read = vec![TaperedScore::ZERO; weights.values.len()];
        assert_eq!(weights::parse(&weights.to_string(), weights.groups, &mut read), Ok(()));
        assert_eq!(read, weights.values, "{}", variant.name);
    }
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let rows = [
        ("", "line 1: expected the name 'tempo'"),
        ("# tempo\n\ntempi 1/1", "line 3: expected the name 'tempo'"),
        ("tempo 1/1\nsquare 1/1", "line 2: expected the name 'squares'"),
        ("tempo\n1", "line 2: not a pair"),
        ("tempo 1/1.5", "line 1: not a pair"),
        ("tempo 1/30001", "line 1: not a pair"),
        ("tempo 1/1\nsquares 1/1 2/2\n\n3/3", "line 4: 'squares' has too few weights"),
        ("tempo squares", "line 1: 'tempo' has too few weights"),
        ("tempo 1/1 squares 1/1 2/2 3/3 4/4\n5/5", "line 2: nothing was expected"),
    ];
    for (text, expected) in rows {
        let error = weights::parse(text, GROUPS, &mut [TaperedScore::ZERO; 5]).unwrap_err().explain(GROUPS);
        assert!(error.starts_with(expected), "{text:?}: {error}");
    }
}

/// A directory of a test's own.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn run(&self, words: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jailbird"));
        command.args(words.split_whitespace()).current_dir(&self.0).output().unwrap()
    }

    fn succeed(&self, words: &str) -> String {
        let output = self.run(words);
        assert!(output.status.success(), "{words}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn fail(&self, words: &str) -> String {
        let output = self.run(words);
        assert!(!output.status.success(), "{words}: {output:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.join(file)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The losses of a line `epoch N: loss L, held out H`.
fn loss(line: &str) -> f64 {
    let (_, loss) = line.split_once("loss ").unwrap();
    loss.split(',').next().unwrap().parse().unwrap()
}

#[test]
fn games_become_weights() {
    let folder = Folder::new("tuning");
    let played = folder.succeed("datagen chess --games 12 --nodes 100 --concurrency 2 --out games");
    assert!(played.starts_with("12 games, "), "{played}");
    let told = folder.succeed("tune chess games --blend 0.3 --epochs 20 --out weights.txt");
    let losses: Vec<f64> = told.lines().filter(|line| line.starts_with("epoch")).map(loss).collect();
    assert!(losses.len() == 3 && losses[2] < losses[0], "{told}");
    let text = folder.read("weights.txt");
    assert!(text.starts_with("# Made by `jailbird tune chess` from 12 games, "), "{text}");
    let chess = variants::find("chess").unwrap().new_game().weights();
    let mut values = vec![TaperedScore::ZERO; chess.values.len()];
    weights::parse(&text, chess.groups, &mut values).unwrap();
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 2, "nothing else is left behind");
    // What was written can be begun from.
    folder.succeed("tune chess games games --start weights.txt --epochs 1 --out again.txt");
}

#[test]
fn faults_are_said_in_one_line() {
    let folder = Folder::new("tuning-faults");
    folder.succeed("datagen chess --games 1 --nodes 10 --max-plies 4 --out games");
    std::fs::write(folder.0.join("bad"), "tempo 1/1\nmaterial 0").unwrap();
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
        let error = folder.fail(words);
        assert!(error.starts_with(&format!("jailbird: {expected}")), "{words}: {error}");
        assert_eq!(error.lines().count(), 1, "{words}: {error}");
        assert!(!folder.0.join("w").exists(), "{words}");
    }
}

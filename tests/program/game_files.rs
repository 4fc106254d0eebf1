//! Games from files, as every command and protocol takes them.

use crate::process::{program, text};
use crate::scratch::Folder;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// A game of its own, one that is refused, and a copy of a well-known one.
const FILE: &str = "\
# Pawnless: chess without pawns.
[pawnless:chess]
startFen = rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1
customPiece1 = z:NN

[broken:chess]
nonsense = 5
promotionRank = x

[crazyhouse:chess]
pieceDrops = true
";

/// Runs the program without files of the user's own.
fn command(folder: &Folder) -> Command {
    let mut command = Command::new(program());
    command.current_dir(folder.path()).env_remove("JAILBIRD_VARIANTS");
    for name in ["XDG_CONFIG_HOME", "HOME", "APPDATA"] {
        command.env(name, folder.path());
    }
    command
}

fn run(mut command: Command, line: &str, input: &str) -> Output {
    let words = line.split(' ').filter(|word| !word.is_empty());
    let command = command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A command that reads nothing may have ended.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn folder() -> Folder {
    let folder = Folder::new("game-files");
    folder.write("a.ini", FILE);
    folder
}

/// Arguments, input, and what must be said in this order; the exit status.
const ROWS: &[(&str, &str, &[&str], i32)] = &[
    (
        "--variants a.ini perft 1 --variant pawnless",
        "",
        &["a.ini:10: `crazyhouse` is", "a.ini:7: `nonsense` is no key", "50"],
        0,
    ),
    ("perft 1 --variant PAWNLESS --variants=a.ini", "", &["50"], 0),
    (
        "perft 1 --variant broken --variants a.ini",
        "",
        &["error: invalid value 'broken'", "a.ini:7: `nonsense`", "a.ini:8: promotionRank: `x`"],
        2,
    ),
    ("--variants missing.ini variants", "", &["jailbird: missing.ini: "], 1),
    ("variants --variants", "", &["--variants wants a file"], 2),
    (
        "variants --variants a.ini",
        "",
        &["Games in code:", "  chess ", "Well-known games:", "  crazyhouse", "Games from files:", "  pawnless"],
        0,
    ),
    (
        "--lenient --variants a.ini perft 1 --variant pawnless",
        "",
        &["a.ini:7: `nonsense` is no key", "a.ini:8: promotionRank: `x`"],
        0,
    ),
    (
        "",
        "uci\nsetoption name VariantPath value a.ini\nsetoption name UCI_Variant value Pawnless\ngo perft 1\n",
        &[
            "var standard var nocastle",
            "option name VariantPath type string default <empty>",
            "info string error: a.ini:7: `nonsense` is no key",
            "info string error: a.ini:8: promotionRank: `x` is no rank",
            "info string variant pawnless files 8 ranks 8 pocket 0 template fairy startpos rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1",
            "Nodes searched: 50",
        ],
        0,
    ),
    (
        "",
        "setoption name VariantPath value a.ini\nsetoption name UCI_Variant value broken\n",
        &["info string error: option UCI_Variant: a.ini:7: `nonsense`"],
        0,
    ),
    ("", "setoption name VariantPath value no.ini\n", &["info string error: no.ini: "], 0),
    (
        "--variants a.ini",
        "xboard\nprotover 2\nvariant pawnless\nping 1\nquit\n",
        &[
            "crazyhouse",
            "pawnless\"",
            "setup (PNBRQ..............",
            "8x8+0_fairy rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1",
            "piece P& fmWfceFifmnD",
            "piece Z& NN",
            "piece K& KisO2",
            "pong 1",
        ],
        0,
    ),
    // XBoard has an Atomic of its own.
    (
        "",
        "xboard\nprotover 2\nvariant a-tomic\nping 1\nquit\n",
        &[",a-tomic,nochecka-tomic,", "setup (PNBRQKpnbrqk)", "pong 1"],
        0,
    ),
    // Dragons arise by promotion and are never in hand.
    ("", "xboard\nvariant minishogi\nping 1\nquit\n", &["5x5+5_shogi", "pong 1"], 0),
    (
        "check a.ini",
        "",
        &[
            "[pawnless]",
            "The board has 8 files and 8 ranks.",
            "N Knight",
            ". * . * .",
            "odd:",
            "letters P, Z neither",
            "[broken]",
            "refused:",
            "a.ini:7: `nonsense`",
        ],
        1,
    ),
    ("check shogi", "", &["[shogi]", "Captured pieces change sides", "+P Gold General"], 0),
    ("check no.ini", "", &["jailbird: no.ini: "], 1),
];

#[test]
fn files_are_taken_everywhere_and_their_faults_are_named() {
    let folder = folder();
    for (line, input, told, status) in ROWS {
        let output = run(command(&folder), line, input);
        let (errors, lines) = [&output.stderr, &output.stdout].map(|bytes| String::from_utf8_lossy(bytes)).into();
        let said = format!("{errors}{lines}");
        let mut rest = said.as_str();
        for words in *told {
            let at = rest.find(words).unwrap_or_else(|| panic!("{line}: no `{words}` in {said}"));
            rest = &rest[at + words.len()..];
        }
        assert_eq!(output.status.code(), Some(*status), "{line}: {said}");
    }
}

#[test]
fn the_users_folder_and_the_environment_are_read_and_stop_nothing() {
    let folder = folder();
    let own = folder.path().join("jailbird/variants");
    std::fs::create_dir_all(&own).unwrap();
    std::fs::write(own.join("own.ini"), FILE.replace("pawnless", "mine")).unwrap();
    let mut command = command(&folder);
    command.env("JAILBIRD_VARIANTS", "a.ini");
    let output = run(command, "variants", "");
    let said = text(&output);
    if cfg!(not(target_os = "macos")) {
        assert!(said.contains("  mine") && said.contains("own.ini:7: `nonsense`"), "{said}");
    }
    assert!(output.status.success() && said.contains("  pawnless"), "{said}");
}

/// What lies beside a file comes with its games.
#[test]
fn networks_and_puzzles_beside_a_file_are_read() {
    let folder = folder();
    let eval = "setoption name VariantPath value a.ini\nsetoption name UCI_Variant value pawnless\nposition startpos moves b1c3\neval\n";
    let value = |said: &str| said.lines().find(|line| line.starts_with("Evaluation")).map(str::to_owned);
    let before = value(&text(&run(command(&folder), "", eval)));
    for line in [
        "datagen pawnless --games 8 --nodes 50 --max-plies 80 --out games --variants a.ini",
        "train pawnless games --epochs 1 --out pawnless.net --variants a.ini",
    ] {
        let output = run(command(&folder), line, "");
        assert!(output.status.success(), "{line}: {}", text(&output));
    }
    let after = value(&text(&run(command(&folder), "", eval)));
    assert!(before.is_some() && after.is_some() && before != after, "{before:?}, {after:?}");
    folder.write("pawnless.epd", "# rules 0123456789abcdef\n");
    let output = run(command(&folder), "solve pawnless.epd --variants a.ini", "");
    let said = text(&output);
    assert!(!output.status.success() && said.contains("pawnless.epd: made for other rules of pawnless"), "{said}");
    folder.write("a.ini", FILE.replace("z:NN", "z:N"));
    let output = run(command(&folder), "perft 1 --variant pawnless --variants a.ini", "");
    let said = text(&output);
    for what in ["the network pawnless.net beside the file is", "the puzzles pawnless.epd beside the file are"] {
        let told = format!("a.ini:2: {what} left out: made for other rules of pawnless");
        assert!(output.status.success() && said.contains(&told), "{said}");
    }
}

#[test]
fn a_file_that_has_changed_is_read_again() {
    let folder = folder();
    let changed = FILE.replace("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq", "4k3/8/8/8/8/8/8/4K3 w -");
    folder.write("b.ini", changed);
    let both = "setoption name VariantPath value a.ini\nsetoption name UCI_Variant value pawnless\n\
                setoption name VariantPath value b.ini\n";
    let said = text(&run(command(&folder), "", both));
    assert!(said.contains("there is a game called `pawnless` already, in "), "{said}");
    let mut child = command(&folder).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
    let mut until = |end: &str| lines.by_ref().map(Result::unwrap).find(|line| line.contains(end)).unwrap();
    writeln!(input, "setoption name VariantPath value a.ini\nsetoption name UCI_Variant value pawnless").unwrap();
    assert!(until("variant pawnless").contains("rnbqkbnr"));
    std::fs::copy(folder.path().join("b.ini"), folder.path().join("a.ini")).unwrap();
    writeln!(input, "setoption name VariantPath value a.ini\nquit").unwrap();
    assert!(until("variant pawnless").contains("4k3/8/8/8/8/8/8/4K3"));
    assert!(child.wait().unwrap().success());
}

/// A match of two games.
const MATCH: &str = "match --engine name=A nodes=20 --engine name=B nodes=20 --variant pawnless --games 2 --maxmoves 10 \
                     --pgnout m.pgn --variants a.ini";

/// Networks and games of a file that has changed since are refused by name.
#[test]
fn what_was_made_for_other_rules_is_refused() {
    let folder = folder();
    let rows = [
        ("datagen pawnless --games 8 --nodes 50 --max-plies 80 --out games --variants a.ini", ""),
        ("train pawnless games --epochs 1 --out net --variants a.ini", ""),
        (MATCH, ""),
        ("study pawnless --games 2 --imbalanced 0 --nodes 20 --max-plies 20 --out s.html --variants a.ini", ""),
    ];
    for (line, input) in rows {
        let output = run(command(&folder), line, input);
        assert!(output.status.success(), "{line}: {}", text(&output));
    }
    for line in ["pgn check m.pgn s.pgn", "pgn check s.pgn"] {
        let output = run(command(&folder), &format!("{line} --variants a.ini"), "");
        assert!(output.status.success(), "{line}: {}", text(&output));
    }
    // Names and comments are no rules.
    folder.write("a.ini", FILE.replace("z:NN", "z:NN\n# z: Rider").replace("Pawnless:", "No Pawns:"));
    let said = text(&run(command(&folder), "pgn check m.pgn s.pgn --variants a.ini", ""));
    assert!(said.contains("s.pgn: 2 games") && said.contains(" 0 problems"), "{said}");
    folder.write("a.ini", FILE.replace("z:NN", "z:N"));
    let other = "`pawnless` in ";
    let rows = [
        ("pgn check m.pgn --variants a.ini", "", "m.pgn:1: game 1: tag Rules: `pawnless` in "),
        ("annotate m.pgn --nodes 20 --variants a.ini", "", other),
        ("puzzles pawnless --from m.pgn --variants a.ini", "", other),
        ("study pawnless --from m.pgn --out t.html --variants a.ini", "", other),
        (
            "study pawnless --games 2 --imbalanced 0 --nodes 20 --max-plies 20 --out s.html --variants a.ini",
            "",
            "s.pgn",
        ),
        (MATCH, "", "is of another match: its Rules is"),
        (
            "match --engine name=A nodes=20 --engine name=B nodes=20 --variant pawnless --openings m.pgn --variants a.ini",
            "",
            "m.pgn: line 1: game 1: tag Rules: `pawnless` in ",
        ),
        (
            "datagen pawnless --games 9 --nodes 50 --max-plies 80 --out games --variants a.ini",
            "",
            "made for other rules of pawnless",
        ),
        ("train pawnless games --epochs 1 --out net2 --variants a.ini", "", "made for other rules of pawnless"),
        ("--variants a.ini", "setoption name EvalFile value net\n", "made for other rules of pawnless; train it anew"),
    ];
    for (line, input, words) in rows {
        let said = text(&run(command(&folder), line, input));
        assert!(said.contains(words), "{line}: {said}");
    }
}

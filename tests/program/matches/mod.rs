//! `jailbird match` as users run it, with engines good and bad and files on disk.

mod misbehaving_engine;
mod rulings;

use crate::process::{CLOSED_PIPE, program, text};
use crate::scratch::{Folder, unique};
use jailbird::pgn::{self, GameRecord};
use rayon::prelude::*;
use std::collections::HashSet;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A book of three openings.
const OPENINGS: &str = "\
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - hmvc 0; id \"d4\";
rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1
";

/// A folder with a book of openings.
fn folder_with_openings(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("openings.epd", OPENINGS);
    folder
}

fn command(words: &str) -> Command {
    let mut command = Command::new(program());
    command.arg("match").args(words.split_whitespace()).env(misbehaving_engine::MARK, "1").stdin(Stdio::null());
    command
}

fn run(words: &str) -> Output {
    command(words).output().unwrap()
}

/// Standard output and standard error of a run that must succeed.
fn succeed(words: &str) -> String {
    let output = run(words);
    let text = text(&output);
    assert!(output.status.success(), "{words}\n{text}");
    text
}

fn games(path: &str) -> Vec<GameRecord> {
    pgn::read(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// What must be equal when games are played again, sorted: tags other than times and places, results, moves.
fn essence(records: &[GameRecord]) -> Vec<String> {
    let one = |record: &GameRecord| {
        let tags = ["Round", "White", "Black", "FEN", "Termination"].map(|name| record.tag(name).unwrap_or("-"));
        let moves: Vec<&str> = record.moves.iter().map(|mv| mv.text.as_str()).collect();
        format!("{} {} {}", tags.join(" "), record.result, moves.join(" "))
    };
    let mut all: Vec<String> = records.iter().map(one).collect();
    all.sort();
    all
}

/// Two Jailbirds with different limits of nodes, which play the same games on any machine.
const REPRODUCIBLE: &str = "--engine name=A nodes=120 --engine name=B nodes=60 --each option.Hash=1 --maxmoves 20";

/// Returns whether a process with this argument is running; always false on systems without `/proc`.
fn is_running(word: &str) -> bool {
    let Ok(processes) = std::fs::read_dir("/proc") else { return false };
    let lines = processes.flatten().filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
    lines.into_iter().any(|line| line.split(|&byte| byte == 0).any(|argument| argument == word.as_bytes()))
}

/// Fails if a process with this argument goes on. One that was killed may take a moment to vanish on a busy machine.
fn assert_none_left(word: &str) {
    let begun = Instant::now();
    while is_running(word) {
        assert!(begun.elapsed() < Duration::from_secs(10), "an engine has been left behind");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Plays four games against a misbehaving engine, which must forfeit all of them with this `Termination`.
fn assert_forfeits(conduct: &str, limits: &str, termination: &str) {
    let folder = Folder::new(conduct);
    let token = unique(conduct);
    let (engine, pgn) = (misbehaving_engine::words(conduct, &token), folder.file("games.pgn"));
    let text = succeed(&format!(
        "--engine {engine} name=Bad --engine name=Good option.Hash=1 depth=1 \
         --rounds 2 --concurrency 2 --pgnout {pgn} {limits}"
    ));
    let records = games(&pgn);
    assert_eq!(records.len(), 4, "{text}");
    for record in &records {
        let lost = if record.tag("White") == Some("Bad") { "0-1" } else { "1-0" };
        assert_eq!((record.tag("Termination"), record.result.as_str()), (Some(termination), lost), "{record}");
        assert!(record.tag("Fault").is_some(), "{record}");
    }
    assert_eq!(text.matches("Bad forfeits against Good").count(), 4, "{text}");
    assert!(text.contains(&format!("4 {termination}")), "{text}");
    assert_none_left(&token);
}

/// What an engine does, the limits, the `Termination`.
const FORFEITS: [(&str, &str, &str); 8] = [
    ("dies", "--tc 20", "crash"),
    ("deaf", "--tc 20 --patience 2", "stall"),
    ("rubbish", "--tc 20", "illegal move"),
    ("illegal", "--tc 20", "illegal move"),
    ("late", "--st 1 --timemargin 200", "time forfeit"),
    ("floods", "--st 1 --timemargin 200", "time forfeit"),
    ("endless", "--st 1 --timemargin 200", "time forfeit"),
    ("late", "--nodes 10 --hang 1", "stall"),
];

#[test]
fn misbehaving_engines_forfeit() {
    FORFEITS.par_iter().for_each(|(conduct, limits, termination)| assert_forfeits(conduct, limits, termination));
}

#[test]
fn an_engine_that_ignores_quit_is_killed() {
    let token = format!("jailbird-test-stays-{}", std::process::id());
    let engine = misbehaving_engine::words("stays", &token);
    let begun = Instant::now();
    let text = succeed(&format!(
        "--engine {engine} name=A --engine {engine} name=B \
         --tc 20 --maxmoves 5"
    ));
    assert!(text.contains("2 of 2 games") && !text.contains("forfeits against"), "{text}");
    assert_none_left(&token);
    assert!(begun.elapsed() < Duration::from_secs(15));
}

#[test]
fn a_match_resumes_from_a_truncated_record() {
    let folder = folder_with_openings("resume");
    let (whole, torn) = (folder.file("whole.pgn"), folder.file("torn.pgn"));
    let words = format!(
        "{REPRODUCIBLE} --rounds 3 --repeat --openings {} --order random --pgnout",
        folder.file("openings.epd")
    );
    let once = succeed(&format!("{words} {whole}"));
    let text = std::fs::read_to_string(&whole).unwrap();
    std::fs::write(&torn, &text[..text.len() / 2]).unwrap();
    let again = succeed(&format!("{words} {torn} --concurrency 2"));
    assert_eq!(essence(&games(&torn)), essence(&games(&whole)));
    let row = |text: &str| text.lines().filter(|line| line.contains(" A ")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(row(&again), row(&once));
    // A complete match is not played again.
    let before = std::fs::read_to_string(&torn).unwrap();
    assert!(succeed(&format!("{words} {torn}")).contains("6 of 6 games"));
    assert_eq!(std::fs::read_to_string(&torn).unwrap(), before);
    // A record of other settings is refused.
    let other = run(&format!("{words} {torn} --seed 9"));
    assert!(
        !other.status.success() && crate::process::text(&other).contains("Seed is 1, not 9"),
        "{}",
        crate::process::text(&other)
    );
}

#[test]
fn shards_add_up_to_the_whole() {
    let folder = folder_with_openings("shards");
    let file = |name: &str| folder.file(name);
    let words =
        format!("{REPRODUCIBLE} --rounds 3 --repeat --openings {} --seed 5 --order random", file("openings.epd"));
    succeed(&format!("{words} --pgnout {}", file("whole.pgn")));
    for shard in [1, 2] {
        succeed(&format!("{words} --shard {shard}/2 --pgnout {}", file(&format!("{shard}.pgn"))));
    }
    let parts = [games(&file("1.pgn")), games(&file("2.pgn"))].concat();
    assert_eq!(essence(&parts), essence(&games(&file("whole.pgn"))));
    let merged = succeed(&format!("--merge {} {} --sprt", file("1.pgn"), file("2.pgn")));
    let whole = succeed(&format!("--merge {} --sprt", file("whole.pgn")));
    assert_eq!(merged, whole);
    assert!(merged.contains("SPRT") && merged.contains("6 of 6 games"), "{merged}");
    let twice = run(&format!("--merge {} {}", file("1.pgn"), file("whole.pgn")));
    assert!(!twice.status.success() && text(&twice).contains("twice"), "{}", text(&twice));
}

/// A match of four players that is interrupted, resumed, split and merged, in every arrangement.
#[test]
fn four_players_sit_in_every_arrangement() {
    let folder = Folder::new("seats");
    let file = |name: &str| folder.file(name);
    for (seats, set) in [("2v2", 6), ("1v3", 8)] {
        let common = REPRODUCIBLE.replace("--maxmoves 20", "--maxmoves 6");
        let words = format!("{common} --variant penaltybox-dual --seats {seats} --rounds 2");
        let once = succeed(&format!("{words} --pgnout {}", file("whole.pgn")));
        let records = games(&file("whole.pgn"));
        let seatings: HashSet<Vec<_>> =
            records.iter().map(|record| (1..=4).map(|seat| record.tag(&format!("Seat{seat}"))).collect()).collect();
        assert_eq!((records.len(), seatings.len()), (2 * set, set), "{once}");
        assert!(once.contains(&format!("{} of {} games", 2 * set, 2 * set)), "{once}");
        assert_eq!(once.contains("one against three"), seats == "1v3", "{once}");

        let text = std::fs::read_to_string(file("whole.pgn")).unwrap();
        std::fs::write(file("torn.pgn"), &text[..text.len() / 2]).unwrap();
        succeed(&format!("{words} --pgnout {}", file("torn.pgn")));
        assert_eq!(essence(&games(&file("torn.pgn"))), essence(&records));

        for shard in [1, 2] {
            succeed(&format!("{words} --shard {shard}/2 --pgnout {}", file(&format!("{seats}-{shard}.pgn"))));
        }
        let parts = [1, 2].map(|shard| file(&format!("{seats}-{shard}.pgn"))).join(" ");
        assert_eq!(succeed(&format!("--merge {parts}")), succeed(&format!("--merge {}", file("whole.pgn"))));
        std::fs::remove_file(file("whole.pgn")).unwrap();
        std::fs::remove_file(file("torn.pgn")).unwrap();
    }
    let mixed = run(&format!("--merge {} {}", file("2v2-1.pgn"), file("1v3-1.pgn")));
    assert!(!mixed.status.success() && text(&mixed).contains("2v2"), "{}", text(&mixed));
}

/// The seat that forfeits loses to the other engine, even if its opponent on the board is of the same one.
#[test]
fn a_forfeit_of_a_seat_is_a_loss_of_its_engine() {
    let folder = Folder::new("seat-forfeits");
    let (bad, pgn) = (misbehaving_engine::words("illegal", &unique("seat-forfeits")), folder.file("games.pgn"));
    let text = succeed(&format!(
        "--engine {bad} name=Bad --engine name=Good option.Hash=1 depth=1 --variant penaltybox-dual --tc 20 --pgnout {pgn}"
    ));
    let records = games(&pgn);
    assert_eq!(records.len(), 6, "{text}");
    for record in &records {
        let who = |tag: &str| record.tag(&format!("Seat{}", record.tag(tag).unwrap()));
        assert_eq!((who("FaultSeat"), who("WinningSeat")), (Some("Bad"), Some("Good")), "{record}");
    }
    assert!(text.contains("6-0-0") && text.contains("0-0-6"), "{text}");
}

#[test]
fn the_other_protocol_and_other_games_are_played() {
    let folder = Folder::new("cecp");
    for (variant, games_each) in [("prisonbreak", 2), ("chess", 2)] {
        let pgn = folder.file(&format!("{variant}.pgn"));
        let text = succeed(&format!(
            "--engine name=X proto=cecp option.memory=1 depth=2 --engine name=U option.Hash=1 depth=1 --variant {variant} \
             --games {games_each} --maxmoves 25 --pgnout {pgn}"
        ));
        assert!(!text.contains("forfeits against"), "{text}");
        let records = games(&pgn);
        assert_eq!(records.len(), games_each);
        assert!(records.iter().all(|record| record.tag("Variant") == Some(variant)));
        assert!(
            records
                .iter()
                .all(|record| record.moves.iter().all(|mv| mv.comment.ends_with('s') || mv.comment.contains(", ")))
        );
    }
}

/// The engines end although one of them ignores `quit`, and the games that are finished are in the file.
#[test]
fn a_farm_that_reads_no_more_ends_the_match() {
    let folder = Folder::new("farm");
    let (token, pgn) = (unique("farm"), folder.file("games.pgn"));
    let engine = misbehaving_engine::words("stays", &token);
    let words = format!(
        "--engine {engine} name=A --engine {engine} name=B --tc 20 --maxmoves 5 --rounds 1000 \
         --output format=fastchess --pgnout {pgn}"
    );
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = command(&words).stdout(writer).stderr(Stdio::null()).status().unwrap();
    assert_eq!(status.code(), Some(CLOSED_PIPE));
    let count = games(&pgn).len();
    assert!((1..10).contains(&count), "{count} games");
    assert_none_left(&token);
}

#[test]
fn three_engines_play_a_round_robin() {
    let text = succeed(
        "--engine name=A --engine name=B --engine name=C --each option.Hash=1 nodes=30 --maxmoves 4 --concurrency 3",
    );
    for name in ["A", "B", "C"] {
        assert!(text.lines().any(|line| line.contains(&format!(" {name} ")) && line.contains("0-4-0")), "{text}");
    }
}

#[test]
fn matches_that_cannot_be_played_are_refused_at_once() {
    let engine = misbehaving_engine::words("good", "refused");
    let rows = [
        (
            format!("--engine {engine} name=M --engine name=J --st 1 --variant prisonbreak"),
            "`M`: its UCI_Variant has no `prisonbreak`",
        ),
        (format!("--engine {engine} name=M option.Foo=1 --engine name=J --st 1"), "no option `Foo`"),
        ("--engine cmd=/no/such/engine name=N --engine name=J --st 1".into(), "/no/such/engine"),
        (format!("--engine {engine} proto=cecp name=M --engine name=J --st 1 --variant prisonbreak"), "`prisonbreak`"),
        ("--engine name=A --engine name=B --st 1 --openings /no/such/file".into(), "/no/such/file"),
        ("--engine name=A --engine name=B".into(), "nothing limits"),
    ];
    for (words, named) in rows {
        let output = run(&words);
        assert!(!output.status.success(), "{words}");
        assert!(output.stdout.is_empty());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(named) && error.trim_end().lines().count() == 1, "{words}: {error}");
    }
}

#[cfg(unix)]
#[test]
fn an_interruption_keeps_the_finished_games() {
    let folder = Folder::new("interrupt");
    let token = format!("jailbird-test-interrupt-{}", std::process::id());
    let (engine, pgn) = (misbehaving_engine::words("good", &token), folder.file("games.pgn"));
    let words = format!(
        "--engine {engine} name=A --engine {engine} name=B \
         --tc 100 --maxmoves 40 --concurrency 2 --pgnout {pgn} --rounds 100000"
    );
    let child = command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while std::fs::read_to_string(&pgn).is_ok_and(|text| text.is_empty()) || !std::path::Path::new(&pgn).exists() {
        assert!(begun.elapsed() < Duration::from_secs(20), "no game is played");
        std::thread::sleep(Duration::from_millis(10));
    }
    let kill = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = text(&output);
    assert_eq!(output.status.code(), Some(130), "{text}");
    let records = games(&pgn);
    assert!(!records.is_empty() && records.iter().all(|record| record.result != "*"));
    assert!(text.contains(&format!("\n{} of 200000 games", records.len())), "{text}");
    assert_none_left(&token);
}

/// A signal to every process of a match can end an engine before the runner hears of it. That game is not recorded.
#[cfg(unix)]
#[test]
fn an_engine_that_ends_just_before_the_match_does_not_forfeit() {
    let folder = Folder::new("stopped");
    let (engine, pgn) = (misbehaving_engine::words("precedes", &unique("stopped")), folder.file("games.pgn"));
    let output = run(&format!("--engine {engine} name=A --engine name=B option.Hash=1 depth=1 --tc 20 --pgnout {pgn}"));
    let text = text(&output);
    assert_eq!(output.status.code(), Some(130), "{text}");
    assert!(text.contains("\n0 of 2 games") && !text.contains("forfeits against"), "{text}");
    assert!(games(&pgn).is_empty(), "{text}");
}

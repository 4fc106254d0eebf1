//! Output that cannot be written, in every command: a full disk is one sentence and the status of a failure, a closed pipe a
//! quiet end.

use crate::process::{CLOSED_PIPE, program};
use crate::scratch::Folder;
use std::collections::BTreeSet;
use std::fs::File;
use std::process::{Command, Output, Stdio};

/// Every command with arguments for which it prints something, and what it reads from standard input. Of the words in
/// capitals, `GAMES` and `MATE` are PGN files, `RECORDED` is a file of `datagen`, `COUNTS` and `BOOK` are suites of
/// positions, `STUDIED` has the numbers of a study, `PAGES` is a folder with an engine for pages, and `NEW` is a file that is not there; `LEARN` is a folder in which no openings must be made first, and `MATCH` are two players.
const COMMANDS: &[(&str, &str)] = &[
    ("", "uci\nquit\n"),
    ("", "isready\ngo depth 3\n"),
    ("", "xboard\nprotover 2\nping 1\nquit\n"),
    ("uci", "uci\n"),
    ("--help", ""),
    ("--version", ""),
    ("help perft", ""),
    ("match --help", ""),
    ("play chess --movetime 1", ""),
    #[cfg(feature = "board")]
    ("board --no-open", ""),
    #[cfg(feature = "board")]
    ("export --help", ""),
    ("perft 1 --variant chess", ""),
    ("perft 1 --variant chess --divide", ""),
    ("perft --variant chess --suite COUNTS", ""),
    ("bench kingsescape --depth 1", ""),
    ("selfplay prisonbreak --games 1 --movetime 1 --max-plies 8", ""),
    ("match MATCH --maxmoves 3", ""),
    ("match MATCH --maxmoves 3 --output format=fastchess", ""),
    ("match --merge GAMES", ""),
    ("pgn check GAMES", ""),
    ("annotate GAMES --nodes 10", ""),
    ("annotate GAMES --nodes 10 --out NEW", ""),
    ("openings chess --count 1 --plies 2 --nodes 10", ""),
    ("genfens 1 seed 1 book None nodes 10", ""),
    ("puzzles chess --count 1 --shortest 1 --from MATE", ""),
    #[cfg(feature = "study")]
    ("study prisonbreak --games 1 --imbalanced 0 --nodes 20 --out NEW", ""),
    #[cfg(feature = "study")]
    ("balance prisonbreak --candidates 2 --games 2 --confirm 2 --nodes 10 --max-plies 10", ""),
    #[cfg(feature = "study")]
    ("endings gardner KRvK", ""),
    #[cfg(feature = "study")]
    ("tree gardner --positions 1 --nodes 10", ""),
    #[cfg(feature = "study")]
    ("gallery STUDIED --out NEW", ""),
    ("datagen friendly --games 1 --nodes 20 --max-plies 20 --out NEW", ""),
    ("spsa --list", ""),
    ("train friendly RECORDED --epochs 1 --out NEW", ""),
    ("learn friendly --hours 0.0001 --nodes 10 --dir LEARN", ""),
    ("solve BOOK --variant chess --nodes 100", ""),
    ("variants", ""),
    ("check shogi", ""),
    ("xboard-command friendly", ""),
    ("reference options", ""),
    ("reference variants", ""),
    ("reference networks", ""),
    ("reference man", ""),
    ("reference completions bash", ""),
    ("reference plugin", ""),
];

/// Files that cannot be written: a command that writes to `/dev/full`.
#[cfg(target_os = "linux")]
const FILES: &[&str] = &[
    "openings chess --count 1 --plies 2 --nodes 10 --out /dev/full",
    "puzzles chess --count 1 --shortest 1 --from MATE --out /dev/full",
    "annotate GAMES --nodes 10 --out /dev/full",
    "annotate GAMES --nodes 10 --html /dev/full",
    #[cfg(feature = "study")]
    "study prisonbreak --games 1 --imbalanced 0 --nodes 20 --games-file NEW --out /dev/full",
    #[cfg(feature = "study")]
    "study prisonbreak --games 1 --imbalanced 0 --nodes 20 --out NEW --json /dev/full",
    #[cfg(feature = "study")]
    "study jesonmor jesonmor --games 1 --imbalanced 0 --nodes 20 --out NEW --json /dev/full",
    #[cfg(feature = "study")]
    "balance prisonbreak --candidates 2 --games 2 --confirm 2 --nodes 10 --max-plies 10 --json /dev/full",
    #[cfg(feature = "study")]
    "endings gardner KRvK --html /dev/full",
    #[cfg(feature = "study")]
    "endings gardner KRvK --sample /dev/full",
    #[cfg(feature = "study")]
    "tree gardner --positions 1 --nodes 10 --html /dev/full",
    #[cfg(feature = "study")]
    "tree gardner --positions 1 --nodes 10 --epd /dev/full",
    #[cfg(feature = "study")]
    "gallery STUDIED --out /dev/full",
    "datagen friendly --games 1 --nodes 20 --max-plies 20 --out /dev/full",
    "train friendly RECORDED --epochs 1 --curve NEW --out /dev/full",
    "train friendly RECORDED --epochs 1 --out NEW --curve /dev/full",
    #[cfg(feature = "board")]
    "export chess --html /dev/full --engines PAGES",
    "match MATCH --maxmoves 3 --pgnout /dev/full",
    "match MATCH --maxmoves 3 --log /dev/full",
    "reference man --into /dev/full",
];

/// Commands whose files grow beyond a limit of the system. The file is `NEW`.
#[cfg(target_os = "linux")]
const GROWING: &[&str] = &[
    #[cfg(feature = "board")]
    "export chess --html NEW --engines PAGES",
    "match MATCH --maxmoves 20 --rounds 2 --pgnout NEW",
    "match MATCH --maxmoves 20 --log NEW",
    "datagen friendly --games 20 --nodes 20 --out NEW",
    #[cfg(feature = "study")]
    "study prisonbreak --games 2 --imbalanced 0 --nodes 20 --games-file NEW --out OTHER",
    "openings chess --count 40 --plies 4 --nodes 10 --out NEW",
    "train friendly RECORDED --epochs 1 --out NEW",
];

const RECORD: &str = "[Event \"x\"]\n[Round \"1.1\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 1/2-1/2\n\n";
const MATE: &str = "1. f3 e5 2. g4 Qh4# 0-1\n";
const COUNTS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20\n";
const STUDIED: &str = "{\"study\": {\"game\": \"chess\", \"games\": 1}}\n";
const BOOK: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1 bm Ra8#;\n";

/// The files that the commands name.
struct Files {
    folder: Folder,
    made: std::cell::Cell<u32>,
}

impl Files {
    fn new(name: &str) -> Files {
        let folder = Folder::new(name);
        folder.write("games.pgn", RECORD);
        folder.write("mate.pgn", MATE);
        folder.write("counts.txt", COUNTS);
        folder.write("book.epd", BOOK);
        folder.write("studied.json", STUDIED);
        std::fs::create_dir(folder.file("learn")).unwrap();
        folder.write("learn/openings.epd", "");
        std::fs::create_dir(folder.file("pages")).unwrap();
        // The head of a file that is packed with gzip.
        std::fs::write(folder.file("pages/chess.wasm.gz"), b"\x1F\x8B").unwrap();
        let recorded = folder.file("recorded.bin");
        let words = "datagen friendly --games 2 --nodes 50 --max-plies 20 --out".split(' ').chain([&*recorded]);
        assert!(crate::process::run(words).status.success());
        Files { folder, made: 0.into() }
    }

    /// The program with the arguments of a row.
    fn command(&self, line: &str) -> Command {
        self.made.set(self.made.get() + 1);
        let file = |name: &str| self.folder.file(name);
        let line = line.replace("MATCH", "--engine name=A --engine name=B --nodes 10 --each option.Hash=1");
        let line = line
            .replace("GAMES", &file("games.pgn"))
            .replace("RECORDED", &file("recorded.bin"))
            .replace("STUDIED", &file("studied.json"))
            .replace("MATE", &file("mate.pgn"))
            .replace("LEARN", &file("learn"))
            .replace("PAGES", &file("pages"));
        let line = line.replace("COUNTS", &file("counts.txt")).replace("BOOK", &file("book.epd"));
        let line = line.replace("NEW", &self.new_file()).replace("OTHER", &file("other"));
        let mut command = Command::new(program());
        command.args(line.split_whitespace());
        command
    }

    /// The file that `NEW` stands for in the last command.
    fn new_file(&self) -> String {
        self.folder.file(&format!("new-{}", self.made.get()))
    }

    /// Runs a row with this standard output.
    fn run(&self, (line, input): (&str, &str), output: Stdio) -> Output {
        let input = File::open(self.folder.write("input", input)).unwrap();
        self.command(line)
            .stdin(input)
            .stdout(output)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
            .wait_with_output()
            .unwrap()
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Every command that does its own work: those that only lead to others are left out.
fn commands(of: &clap::Command, before: &str) -> BTreeSet<String> {
    let named = of.get_subcommands().map(|command| (format!("{before} {}", command.get_name()), command));
    named
        .flat_map(|(name, command)| {
            if command.has_subcommands() { commands(command, &name) } else { BTreeSet::from([name.trim().to_owned()]) }
        })
        .collect()
}

#[test]
fn every_command_has_a_row() {
    let all = commands(&jailbird::tools::command_line::command(), "");
    let has_row = |name: &&String| COMMANDS.iter().any(|row| format!("{} ", row.0).starts_with(&format!("{name} ")));
    let without: Vec<&String> = all.iter().filter(|name| !has_row(name)).collect();
    assert!(all.len() > 15 && without.is_empty(), "{without:?} of {all:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error_of_one_sentence() {
    let files = Files::new("full");
    for &row in COMMANDS {
        let output = files.run(row, File::create("/dev/full").unwrap().into());
        let said = said(&output);
        assert_eq!(output.status.code(), Some(1), "{row:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{row:?}: {said}");
        assert!(said.starts_with("jailbird: standard output: No space left on device"), "{row:?}: {said}");
    }
}

/// A pipe whose reader has gone before the command writes.
#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let files = Files::new("closed");
    for &row in COMMANDS {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = files.run(row, writer.into());
        assert_eq!((output.status.code(), said(&output)), (Some(CLOSED_PIPE), String::new()), "{row:?}");
    }
}

/// There is no place for a message then, and no reason to panic.
#[test]
#[cfg(target_os = "linux")]
fn a_full_error_stream_changes_no_status() {
    let files = Files::new("errors");
    let rows = [
        ("nonsense", 2),
        ("perft 1 --variant chess --fen rubbish", 1),
        ("solve /no/such/file", 1),
        ("variants", 0),
        ("pgn", 2),
    ];
    for (line, status) in rows {
        let run = files.command(line).stdin(Stdio::null()).stderr(File::create("/dev/full").unwrap()).output();
        assert_eq!(run.unwrap().status.code(), Some(status), "{line}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn files_that_cannot_be_written_are_named() {
    let files = Files::new("files");
    for line in FILES {
        let output = files.run((line, ""), Stdio::piped());
        let said = said(&output);
        assert_eq!(output.status.code(), Some(1), "{line}: {said}");
        assert!(said.lines().count() == 1 && said.starts_with("jailbird: /dev/full"), "{line}: {said}");
    }
}

/// The limit is that of `ulimit -f`: 512 or 1024 bytes.
#[test]
#[cfg(target_os = "linux")]
fn files_that_cannot_grow_are_named() {
    let files = Files::new("growing");
    for line in GROWING {
        let limited = files.command(line);
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\""]).arg(program()).args(limited.get_args());
        let output = command.stdin(Stdio::null()).output().unwrap();
        let said = said(&output);
        assert_eq!(output.status.code(), Some(1), "{line}: {said}");
        let names = said.starts_with(&format!("jailbird: {}", files.new_file())) && said.contains("File too large");
        assert!(said.lines().count() == 1 && names, "{line}: {said}");
    }
}

/// The results are there even if the log of the match is not.
#[test]
#[cfg(target_os = "linux")]
fn a_log_that_breaks_off_does_not_end_the_match() {
    let files = Files::new("log");
    let output = files.run(("match MATCH --maxmoves 3 --log /dev/full --pgnout NEW", ""), Stdio::piped());
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(table.contains("2 of 2 games") && said(&output).contains("the log is incomplete"), "{table}");
    let records = std::fs::read_to_string(files.new_file()).unwrap();
    assert_eq!((output.status.code(), jailbird::pgn::read(&records).unwrap().len()), (Some(1), 2));
}

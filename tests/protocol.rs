//! Conversations with the built binary, kept as data in `tests/transcripts/*.txt`.
//!
//! A file is a list of cases, each of which speaks with its own process:
//!
//! ```text
//! # A comment. What stands before the first case is played at the beginning of every case of the file.
//! [a case]
//! > isready               send this line; escapes: \t \r \s (a blank) \\ and \xHH (any byte)
//! >- quit                 send this without an end of line
//! < readyok               wait for such a line; * stands for anything; other lines may come before it
//! !< bestmove *           until the next `<` is met or the next `~` is over, no such line may come
//! ~ 300                   listen for so many milliseconds
//! eof                     close the engine's input
//! exit                    the engine must end by itself now, with exit code 0
//! ```
//!
//! A case without `exit` ends with `quit`. In every case the exit code must be 0 and nothing may panic.
//! Blanks at the end of the engine's lines are ignored.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long an expected line, or the end of the process, may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Cases that are played at the same time; most of them only wait.
const AT_ONCE: usize = 4;

#[derive(Clone, Debug)]
enum Step {
    Send(Vec<u8>),
    Expect(String),
    Forbid(String),
    Listen(Duration),
    Eof,
    Exit,
}

#[derive(Debug)]
struct Case {
    file: String,
    name: String,
    /// Each with its line number.
    steps: Vec<(usize, Step)>,
}

/// Whether `text` is what `pattern` describes; `*` stands for any run of characters.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = text.strip_prefix(parts.next().unwrap_or("")) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// The bytes of a text with escapes.
fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            bytes.extend(letter.to_string().bytes());
            continue;
        }
        match letters.next() {
            Some('t') => bytes.push(b'\t'),
            Some('r') => bytes.push(b'\r'),
            Some('s') => bytes.push(b' '),
            Some('\\') => bytes.push(b'\\'),
            Some('x') => {
                let digits: String = letters.by_ref().take(2).collect();
                bytes.push(u8::from_str_radix(&digits, 16).map_err(|error| format!("\\x{digits}: {error}"))?);
            }
            other => return Err(format!("no such escape: {other:?}")),
        }
    }
    Ok(bytes)
}

fn read_step(line: &str) -> Result<Step, String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let pattern = || String::from_utf8(unescape(rest)?).map_err(|error| error.to_string());
    Ok(match word {
        ">" => {
            let mut bytes = unescape(rest)?;
            bytes.push(b'\n');
            Step::Send(bytes)
        }
        ">-" => Step::Send(unescape(rest)?),
        "<" => Step::Expect(pattern()?),
        "!<" => Step::Forbid(pattern()?),
        "~" => Step::Listen(Duration::from_millis(rest.parse().map_err(|_| "~ wants milliseconds")?)),
        "eof" => Step::Eof,
        "exit" => Step::Exit,
        _ => return Err("neither >, >-, <, !<, ~, eof nor exit".into()),
    })
}

fn read_cases(file: &str, text: &str) -> Vec<Case> {
    let mut prologue = Vec::new();
    let mut cases: Vec<Case> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            cases.push(Case { file: file.to_owned(), name: name.to_owned(), steps: prologue.clone() });
            continue;
        }
        let step = read_step(line).unwrap_or_else(|problem| panic!("{file}:{number}: `{line}`: {problem}"));
        cases.last_mut().map_or(&mut prologue, |case| &mut case.steps).push((number, step));
    }
    cases
}

/// A running engine.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<JoinHandle<String>>,
    /// What it said, and what it was told.
    log: Vec<String>,
    forbidden: Vec<(usize, String)>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_jailbird"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("a pipe");
        let mut errors = child.stderr.take().expect("a pipe");
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            while matches!(output.read_until(b'\n', &mut bytes), Ok(1..)) {
                let line = String::from_utf8_lossy(&bytes).trim_end().to_owned();
                if sender.send(line).is_err() {
                    return;
                }
                bytes.clear();
            }
        });
        let errors = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = errors.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Engine { child, input, lines, errors: Some(errors), log: Vec::new(), forbidden: Vec::new() }
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(bytes);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        self.log.push(match text.char_indices().nth(200) {
            Some((at, _)) => format!("> {}… ({} bytes)", &text[..at], bytes.len()),
            None => format!("> {text}"),
        });
        let input = self.input.as_mut().ok_or("the input has been closed")?;
        input.write_all(bytes).and_then(|()| input.flush()).map_err(|error| format!("cannot be told: {error}"))
    }

    /// The next line, or `None` at `deadline`.
    fn hear(&mut self, deadline: Instant) -> Result<Option<String>, String> {
        let wait = deadline.saturating_duration_since(Instant::now());
        let line = match self.lines.recv_timeout(wait) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => return Ok(None),
            Err(RecvTimeoutError::Disconnected) => return Err("the engine closed its output".into()),
        };
        self.log.push(format!("< {line}"));
        match self.forbidden.iter().find(|(_, pattern)| matches(pattern, &line)) {
            Some((number, pattern)) => Err(format!("`{line}` came, which line {number} forbids: !< {pattern}")),
            None => Ok(Some(line)),
        }
    }

    fn expect(&mut self, pattern: &str) -> Result<String, String> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.hear(deadline)? {
                Some(line) if matches(pattern, &line) => {
                    self.forbidden.clear();
                    return Ok(line);
                }
                Some(_) => {}
                None => return Err(format!("nothing like this within {} s", PATIENCE.as_secs())),
            }
        }
    }

    fn listen(&mut self, time: Duration) -> Result<(), String> {
        let deadline = Instant::now() + time;
        while self.hear(deadline)?.is_some() {}
        self.forbidden.clear();
        Ok(())
    }

    fn step(&mut self, number: usize, step: &Step) -> Result<(), String> {
        match step {
            Step::Send(bytes) => self.send(bytes),
            Step::Expect(pattern) => self.expect(pattern).map(|_| ()),
            Step::Forbid(pattern) => {
                self.forbidden.push((number, pattern.clone()));
                Ok(())
            }
            Step::Listen(time) => self.listen(*time),
            Step::Eof => {
                self.input = None;
                self.log.push("(end of input)".into());
                Ok(())
            }
            Step::Exit => self.exit(),
        }
    }

    /// Waits for the end of the process: in time, with code 0, without a panic.
    fn exit(&mut self) -> Result<(), String> {
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            while let Ok(line) = self.lines.try_recv() {
                self.log.push(format!("< {line}"));
                if let Some((number, pattern)) = self.forbidden.iter().find(|(_, pattern)| matches(pattern, &line)) {
                    return Err(format!("`{line}` came, which line {number} forbids: !< {pattern}"));
                }
            }
            match self.child.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(2)),
                Ok(None) => return Err(format!("still running after {} s", PATIENCE.as_secs())),
                Err(error) => return Err(error.to_string()),
            }
        };
        let errors = self.errors.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
        if !status.success() {
            return Err(format!("{status}; standard error: {}", errors.trim()));
        }
        if errors.contains("panicked") {
            return Err(format!("a panic: {}", errors.trim()));
        }
        Ok(())
    }

    fn quit(&mut self) -> Result<(), String> {
        self.send(b"quit\n")?;
        self.exit()
    }

    /// The last lines of the conversation.
    fn tail(&self) -> String {
        let mut text = String::new();
        for line in &self.log[self.log.len().saturating_sub(14)..] {
            let _ = writeln!(text, "      {line}");
        }
        text
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Plays a case; says what went wrong, and where.
fn play(case: &Case) -> Result<(), String> {
    let mut engine = Engine::start();
    let place = |number: usize| format!("{}:{number}", case.file);
    for (number, step) in &case.steps {
        engine.step(*number, step).map_err(|problem| {
            format!("{} [{}]\n    {step:?}\n    {problem}\n{}", place(*number), case.name, engine.tail())
        })?;
    }
    if case.steps.iter().any(|(_, step)| matches!(step, Step::Exit)) {
        return Ok(());
    }
    engine.quit().map_err(|problem| {
        let number = case.steps.last().map_or(0, |(number, _)| *number);
        format!("{} [{}]\n    the closing quit\n    {problem}\n{}", place(number), case.name, engine.tail())
    })
}

fn transcripts(prefix: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let entries = std::fs::read_dir(folder).expect("the folder of transcripts");
    let files = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut files: Vec<PathBuf> =
        files.filter(|path| name(path).starts_with(prefix) && name(path).ends_with(".txt")).collect();
    files.sort();
    files
}

/// Plays all cases of the files with this prefix. `JAILBIRD_CASE` restricts them to names that contain it.
fn play_all(prefix: &str) {
    let only = std::env::var("JAILBIRD_CASE").unwrap_or_default();
    let mut cases = Vec::new();
    for path in transcripts(prefix) {
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        cases.extend(read_cases(&file, &std::fs::read_to_string(&path).expect("a readable transcript")));
    }
    cases.retain(|case| case.name.contains(&only));
    assert!(!cases.is_empty() || !only.is_empty(), "no transcripts called {prefix}*.txt");
    let total = cases.len();
    let queue = Mutex::new(cases);
    let failures = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().expect("no panic").pop();
                    let Some(case) = next else { break };
                    if let Err(problem) = play(&case) {
                        failures.lock().expect("no panic").push(problem);
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no panic");
    failures.sort();
    println!("{} of {total} cases as expected", total - failures.len());
    assert!(failures.is_empty(), "{} of {total} cases failed:\n\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn uci_transcripts() {
    play_all("uci");
}

#[test]
fn cecp_transcripts() {
    play_all("cecp");
}

#[test]
fn every_transcript_is_played() {
    let played = transcripts("uci").len() + transcripts("cecp").len();
    assert_eq!(transcripts("").len(), played, "names begin with uci or cecp");
}

#[test]
fn patterns() {
    for (pattern, text) in
        [("", ""), ("*", ""), ("*", "abc"), ("a*c", "abc"), ("a*c", "ac"), ("*b*", "abc"), ("a*b*c", "aXbYbZc")]
    {
        assert!(matches(pattern, text), "{pattern} {text}");
    }
    for (pattern, text) in [("", "a"), ("a", "ab"), ("a*c", "abd"), ("*b", "abc"), ("a*b*b", "ab"), ("ab*ba", "aba")] {
        assert!(!matches(pattern, text), "{pattern} {text}");
    }
    assert_eq!(unescape(r"a\t\x00\xff\\\s").unwrap(), b"a\t\x00\xff\\ ");
}

/// The driver itself must notice what it is there to notice.
#[test]
fn wrong_transcripts_fail() {
    for (text, problem) in [
        ("[a]\n> isready\n!< readyok\n~ 2000", "forbids"),
        ("[a]\n> isready\n!< ready*\n< *ok", "forbids"),
        ("[a]\n> quit\n~ 200\n< readyok", "closed its output"),
        ("[a]\n> quit\n~ 200\n> isready\n< readyok", ""),
    ] {
        let error = play(&read_cases("made up", text)[0]).expect_err(text);
        assert!(error.contains(problem), "{text}: {error}");
    }
}

/// A FEN of `d`, and a UCI engine that has answered `isready`.
fn shown_fen(engine: &mut Engine) -> String {
    engine.send(b"d\n").unwrap();
    let line = engine.expect("Fen: *").unwrap();
    engine.send(b"isready\n").unwrap();
    engine.expect("readyok").unwrap();
    line
}

#[test]
fn a_very_long_game_is_followed() {
    let mut engine = Engine::start();
    let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(1500);
    engine.send(format!("position startpos moves {there_and_back}e2e4\n").as_bytes()).unwrap();
    assert!(shown_fen(&mut engine).starts_with("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq"));
    engine.send(b"go depth 3\n").unwrap();
    engine.expect("bestmove *").unwrap();
    engine.quit().unwrap();
}

#[test]
fn a_long_line_is_no_trouble() {
    let mut engine = Engine::start();
    // Longer than what is read of a line.
    for length in [100_000, 9 << 20] {
        let mut line = vec![b'x'; length];
        line.push(b'\n');
        engine.send(&line).unwrap();
        engine.send(b"isready\n").unwrap();
        engine.expect("readyok").unwrap();
    }
    engine.quit().unwrap();
}

/// A GUI that dies leaves neither someone who speaks nor someone who listens.
#[test]
fn the_engine_does_not_outlive_its_gui() {
    let starts = [
        ("", "go infinite\n"),
        ("", "go wtime 36000000 btime 36000000\n"),
        ("", "go movetime 3600000\n"),
        ("", "go ponder wtime 1000 btime 1000\n"),
        ("xboard\nprotover 2\nnew\npost\nforce\n", "analyze\n"),
        ("xboard\nprotover 2\nnew\nnopost\nforce\nst 3600\n", "go\n"),
    ];
    for (before, start) in starts {
        let mut child = Command::new(env!("CARGO_BIN_EXE_jailbird"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(format!("{before}{start}").as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        drop(input);
        drop(child.stdout.take());
        let deadline = Instant::now() + PATIENCE;
        let ended = loop {
            match child.try_wait().unwrap() {
                Some(_) => break true,
                None if Instant::now() > deadline => break false,
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        };
        let _ = child.kill();
        let _ = child.wait();
        assert!(ended, "`{}` goes on without a GUI", start.trim());
    }
}

/// Some GUIs put a protocol's name on the command line.
#[test]
fn a_protocol_may_be_named_as_an_argument() {
    for arguments in [&[][..], &["uci"], &["xboard"], &["--uci"], &["--xboard"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_jailbird"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        child.stdin.take().expect("a pipe").write_all(b"uci\nquit\n").unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stdout).ends_with("uciok\n"), "{arguments:?}");
    }
}

/// A wrong argument is answered in words, whatever bytes it is made of.
#[cfg(unix)]
#[test]
fn no_argument_panics() {
    use std::os::unix::ffi::OsStrExt;
    let bytes = std::ffi::OsStr::from_bytes(b"\xff");
    let rows: [&[&str]; 9] = [
        &[],
        &["play"],
        &["play", "--fen"],
        &["perft", "--suite"],
        &["perft", "3", "--variant"],
        &["match"],
        &["solve"],
        &["pgn", "check"],
        &["reference", "completions"],
    ];
    for row in rows {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jailbird"));
        let output = command.args(row).arg(bytes).stdin(Stdio::null()).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && !errors.is_empty(), "{row:?}");
        assert!(!errors.contains("panicked"), "{row:?}: {errors}");
    }
}

/// Someone who plays by UCI sees every piece of a thinking line: what stands there must be well formed.
#[test]
fn info_lines_are_well_formed() {
    let mut engine = Engine::start();
    engine.send(b"setoption name MultiPV value 2\nposition startpos moves e2e4\ngo depth 7\n").unwrap();
    let mut depths = Vec::new();
    loop {
        let line = engine.expect("*").unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        if words[0] == "bestmove" {
            break;
        }
        assert_eq!(words[0], "info", "{line}");
        let after = |key: &str| words.iter().position(|word| *word == key).and_then(|at| words.get(at + 1));
        for key in ["depth", "seldepth", "multipv", "nodes", "nps", "time", "hashfull"] {
            let value = after(key).unwrap_or_else(|| panic!("no {key}: {line}"));
            assert!(value.parse::<u64>().is_ok(), "{key}: {line}");
        }
        assert!(matches!(after("score"), Some(&"cp" | &"mate")), "{line}");
        assert!(after("pv").is_some_and(|text| text.len() >= 4), "{line}");
        assert!(line.find(" score ") < line.find(" pv ") && line.find(" nodes ") < line.find(" pv "), "{line}");
        depths.push(after("depth").unwrap().parse::<u32>().unwrap());
    }
    assert!(depths.is_sorted() && depths.last() == Some(&7), "{depths:?}");
    engine.quit().unwrap();
}

/// The four numbers of a CECP thinking line are separated by single blanks and followed by a tab and the line.
#[test]
fn thinking_lines_are_well_formed() {
    let mut engine = Engine::start();
    engine.send(b"xboard\nprotover 2\nnew\npost\nforce\nsd 7\ngo\n").unwrap();
    engine.expect("feature done=1").unwrap();
    let mut lines = 0;
    loop {
        let line = engine.expect("*").unwrap();
        if line.starts_with("move ") {
            break;
        }
        let (numbers, pv) = line.split_once('\t').unwrap_or_else(|| panic!("no tab: {line}"));
        let numbers: Vec<&str> = numbers.split(' ').collect();
        assert!(numbers.len() >= 4 && numbers.iter().all(|text| text.parse::<i64>().is_ok()), "{line}");
        assert!(pv.split(' ').all(|text| text.len() >= 4), "{line}");
        lines += 1;
    }
    assert!(lines >= 7, "{lines}");
    engine.quit().unwrap();
}

/// Whatever cuts a search off, the last line that it reported begins with the move that it answers.
#[test]
fn the_last_line_reported_is_about_the_move_that_is_played() {
    let mut engine = Engine::start();
    let mut wrong = Vec::new();
    for nodes in (1..=60).map(|step| step * 1237) {
        engine.send(format!("setoption name Clear Hash\ngo nodes {nodes}\n").as_bytes()).unwrap();
        let mut last = String::new();
        loop {
            let line = engine.expect("*").unwrap();
            let first_after = |key: &str| line.split_once(key).and_then(|(_, rest)| rest.split(' ').next());
            if let Some(best) = first_after("bestmove ") {
                if last != best {
                    wrong.push(format!("go nodes {nodes}: bestmove {best} after a line with {last}"));
                }
                break;
            }
            if let Some(first) = first_after(" pv ") {
                last = first.to_owned();
            }
        }
    }
    engine.quit().unwrap();
    assert!(wrong.is_empty(), "{} of 60 searches:\n{}", wrong.len(), wrong.join("\n"));
}

/// What is left on the clock when the opponent has made the expected move counts, not what was left before the
/// engine's own last move: here that would be more than there is.
#[test]
fn a_ponder_hit_in_cecp_uses_the_clock_as_it_stands() {
    let mut engine = Engine::start();
    engine.send(b"xboard\nprotover 2\nnew\nforce\nlevel 2 0:03 0\nhard\ntime 300\notim 300\ngo\n").unwrap();
    engine.expect("move *").unwrap();
    engine.send(b"hint\n").unwrap();
    let hint = engine.expect("Hint: *").unwrap();
    std::thread::sleep(Duration::from_millis(100));
    let expected = hint.trim_start_matches("Hint: ");
    let begun = Instant::now();
    engine.send(format!("time 150\notim 200\nusermove {expected}\n").as_bytes()).unwrap();
    engine.expect("move *").unwrap();
    let taken = begun.elapsed();
    engine.quit().unwrap();
    assert!(taken < Duration::from_millis(1500), "{taken:?} of 1.5 s");
}

/// `st` is an upper bound. A busy machine may delay one move; an engine that oversteps delays all.
#[test]
fn the_time_of_st_is_not_exceeded() {
    let mut engine = Engine::start();
    engine.send(b"xboard\nprotover 2\nnew\nforce\nst 0.5\n").unwrap();
    let mut quickest = Duration::MAX;
    for _ in 0..3 {
        let begun = Instant::now();
        engine.send(b"go\n").unwrap();
        engine.expect("move *").unwrap();
        quickest = quickest.min(begun.elapsed());
    }
    assert!(quickest <= Duration::from_millis(510), "{quickest:?}");
    engine.quit().unwrap();
}

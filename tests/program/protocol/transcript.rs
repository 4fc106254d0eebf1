//! Reads and plays the dialogues in `tests/transcripts/*.txt`.
//!
//! A file is a list of cases; each case starts its own process:
//!
//! ```text
//! # A comment. Lines before the first case are played at the beginning of every case of the file.
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

use super::scripted_engine::Engine;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// The number of cases played at the same time; most of them wait most of the time.
const AT_ONCE: usize = 4;

#[derive(Clone, Debug)]
pub enum Step {
    Send(Vec<u8>),
    Expect(String),
    Forbid(String),
    Listen(Duration),
    Eof,
    Exit,
}

#[derive(Debug)]
pub struct Case {
    pub file: String,
    pub name: String,
    /// Each with its line number.
    pub steps: Vec<(usize, Step)>,
}

/// Returns whether `pattern` matches the whole of `text`; `*` matches any run of characters.
pub fn matches(pattern: &str, text: &str) -> bool {
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

/// Returns the bytes of a text with its escapes replaced.
pub fn unescape(text: &str) -> Result<Vec<u8>, String> {
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

pub fn read_step(line: &str) -> Result<Step, String> {
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

pub fn read_cases(file: &str, text: &str) -> Vec<Case> {
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

/// Plays a case. The error says what went wrong and where.
pub fn play(case: &Case) -> Result<(), String> {
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

pub fn transcripts(prefix: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let entries = std::fs::read_dir(folder).expect("the folder of transcripts");
    let files = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
    let name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut files: Vec<PathBuf> =
        files.filter(|path| name(path).starts_with(prefix) && name(path).ends_with(".txt")).collect();
    files.sort();
    files
}

/// Plays all cases of the files with this prefix. `JAILBIRD_CASE` selects the cases whose names contain it.
pub fn play_all(prefix: &str) {
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

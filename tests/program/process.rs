//! The built program as a process. The environment variable `JAILBIRD` may name another binary to test.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The exit status if the reader of standard output has gone.
pub const CLOSED_PIPE: i32 = if cfg!(unix) { 141 } else { 1 };

/// The path of the program.
pub fn program() -> OsString {
    std::env::var_os("JAILBIRD").unwrap_or_else(|| env!("CARGO_BIN_EXE_jailbird").into())
}

/// Runs the program with these arguments and no input until it exits.
pub fn run(arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Output {
    Command::new(program()).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// Standard output followed by standard error.
pub fn text(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes)).concat()
}

/// A running engine, driven over its pipes.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Option<Receiver<String>>,
    errors: Option<JoinHandle<String>>,
}

impl Engine {
    /// Starts the program without arguments.
    pub fn start() -> Engine {
        Engine::of(Command::new(program()))
    }

    /// Starts the engine with this command.
    pub fn of(mut command: Command) -> Engine {
        let mut child = command
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
                if sender.send(String::from_utf8_lossy(&bytes).trim_end().to_owned()).is_err() {
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
        Engine { child, input, lines: Some(lines), errors: Some(errors) }
    }

    /// Writes bytes to the engine's input.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        let input = self.input.as_mut().ok_or("the input has been closed")?;
        input
            .write_all(bytes)
            .and_then(|()| input.flush())
            .map_err(|error| format!("cannot write to the engine: {error}"))
    }

    /// Writes a line to the engine's input.
    pub fn send(&mut self, line: &str) -> Result<(), String> {
        self.write(format!("{line}\n").as_bytes())
    }

    /// Returns the next line of output, or `None` if there is none before `deadline`.
    pub fn hear(&mut self, deadline: Instant) -> Result<Option<String>, String> {
        let lines = self.lines.as_ref().ok_or("the output has been closed")?;
        match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err("the engine closed its output".into()),
        }
    }

    /// Returns the lines up to and including the first that `is_wanted` accepts.
    pub fn hear_until(
        &mut self,
        patience: Duration,
        mut is_wanted: impl FnMut(&str) -> bool,
    ) -> Result<Vec<String>, String> {
        let deadline = Instant::now() + patience;
        let mut heard = Vec::new();
        loop {
            let line = self.hear(deadline)?.ok_or_else(|| format!("no such line within {patience:?}"))?;
            let is_last = is_wanted(&line);
            heard.push(line);
            if is_last {
                return Ok(heard);
            }
        }
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Closes the engine's output. Its writes fail from the second line on.
    pub fn close_output(&mut self) {
        self.lines = None;
    }

    /// Waits for the process to exit: in time, with code 0 (or [`CLOSED_PIPE`] if its output has been closed), without a
    /// panic. Passes the remaining lines to `tell`.
    pub fn exit(&mut self, patience: Duration, mut tell: impl FnMut(String)) -> Result<(), String> {
        let deadline = Instant::now() + patience;
        let status = loop {
            // The reading thread's queue is emptied while the process runs.
            self.lines.iter().flat_map(Receiver::try_iter).for_each(&mut tell);
            match self.child.try_wait().map_err(|error| error.to_string())? {
                Some(status) => break status,
                None if Instant::now() > deadline => return Err(format!("still running after {patience:?}")),
                None => std::thread::sleep(Duration::from_millis(1)),
            }
        };
        self.lines.iter().flat_map(Receiver::iter).for_each(tell);
        let errors = self.errors.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
        let is_expected = status.success() || self.lines.is_none() && status.code() == Some(CLOSED_PIPE);
        let is_sound = !["panicked", "WARNING: ThreadSanitizer"].iter().any(|sign| errors.contains(sign));
        if is_expected && is_sound { Ok(()) } else { Err(format!("{status}; standard error: {}", errors.trim())) }
    }

    /// The resident memory of the process in KiB, on systems with `/proc`.
    pub fn memory(&self) -> Option<u64> {
        memory_of(&self.child.id().to_string())
    }
}

/// The resident memory of a process in KiB, on systems with `/proc`; `self` is this process.
pub fn memory_of(process: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

//! The built binary, spoken to over its pipes.

use super::transcript::{Step, matches};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long an expected line, or the end of the process, may take.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A running engine.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<JoinHandle<String>>,
    /// What it said, and what it was told.
    log: Vec<String>,
    forbidden: Vec<(usize, String)>,
}

impl Engine {
    pub fn start() -> Engine {
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

    pub fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
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
    pub fn hear(&mut self, deadline: Instant) -> Result<Option<String>, String> {
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

    pub fn expect(&mut self, pattern: &str) -> Result<String, String> {
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

    pub fn listen(&mut self, time: Duration) -> Result<(), String> {
        let deadline = Instant::now() + time;
        while self.hear(deadline)?.is_some() {}
        self.forbidden.clear();
        Ok(())
    }

    pub fn step(&mut self, number: usize, step: &Step) -> Result<(), String> {
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
    pub fn exit(&mut self) -> Result<(), String> {
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

    pub fn quit(&mut self) -> Result<(), String> {
        self.send(b"quit\n")?;
        self.exit()
    }

    /// The last lines of the conversation.
    pub fn tail(&self) -> String {
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

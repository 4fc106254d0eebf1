//! The engine of a transcript: records the dialogue and watches for forbidden lines.

use super::transcript::{Step, matches};
use crate::process::Engine as Process;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// The longest wait for an expected line or for the exit of the process.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// A running engine.
pub struct Engine {
    process: Process,
    /// The lines in both directions.
    log: Vec<String>,
    /// The patterns that no line may match now, with their line numbers in the transcript.
    forbidden: Vec<(usize, String)>,
}

impl Engine {
    pub fn start() -> Engine {
        Engine { process: Process::start(), log: Vec::new(), forbidden: Vec::new() }
    }

    pub fn send(&mut self, bytes: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(bytes);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        self.log.push(match text.char_indices().nth(200) {
            Some((at, _)) => format!("> {}… ({} bytes)", &text[..at], bytes.len()),
            None => format!("> {text}"),
        });
        self.process.write(bytes)
    }

    /// Returns the next line of output, or `None` if there is none before `deadline`.
    pub fn hear(&mut self, deadline: Instant) -> Result<Option<String>, String> {
        let Some(line) = self.process.hear(deadline)? else { return Ok(None) };
        self.log.push(format!("< {line}"));
        self.is_allowed(&line).map(|()| Some(line))
    }

    fn is_allowed(&self, line: &str) -> Result<(), String> {
        match self.forbidden.iter().find(|(_, pattern)| matches(pattern, line)) {
            Some((number, pattern)) => Err(format!("`{line}` came, which line {number} forbids: !< {pattern}")),
            None => Ok(()),
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
                self.process.close_input();
                self.log.push("(end of input)".into());
                Ok(())
            }
            Step::Exit => self.exit(),
        }
    }

    /// Waits for the process to exit: in time, with code 0, without a panic.
    pub fn exit(&mut self) -> Result<(), String> {
        let mut last = Vec::new();
        let end = self.process.exit(PATIENCE, |line| last.push(line));
        for line in last {
            self.log.push(format!("< {line}"));
            self.is_allowed(&line)?;
        }
        end
    }

    pub fn quit(&mut self) -> Result<(), String> {
        self.send(b"quit\n")?;
        self.exit()
    }

    /// The last lines of the dialogue.
    pub fn tail(&self) -> String {
        let mut text = String::new();
        for line in &self.log[self.log.len().saturating_sub(14)..] {
            let _ = writeln!(text, "      {line}");
        }
        text
    }
}

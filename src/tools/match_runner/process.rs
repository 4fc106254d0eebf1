//! An engine's process: lines to it, lines from it with the time of their arrival, and a certain end.
//!
//! Three threads serve a process. The *reader* stamps every line as it arrives and hands it on through a bounded queue:
//! an engine that floods its output waits at its own pipe, the match's memory does not grow. The *writer* waits in the
//! game's stead when an engine does not read. The *drain* empties standard error into the log.

use super::log::Log;
use super::specification::Specification;
use crate::protocol::{Flow, read_lines};
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// Longer lines are cut.
const LONGEST_LINE: u64 = 64 << 10;

/// Lines from an engine that may wait to be heard.
const LINES: usize = 256;

/// Messages to an engine that may wait to be read.
const MESSAGES: usize = 64;

/// Nobody waits longer for an engine to leave.
const LONGEST_FAREWELL: Duration = Duration::from_secs(1);

/// An interruption is noticed at the latest after this.
const ATTENTION: Duration = Duration::from_millis(100);

/// A line from an engine.
#[derive(Debug)]
pub struct Line {
    /// When it arrived.
    pub at: Instant,
    /// What it says.
    pub text: String,
}

/// Why there is no line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The process has ended, or closed its output: how.
    Ended(String),
    /// It was not there in time.
    Late,
    /// The match is being ended.
    Interrupted,
}

/// What all processes of a match have in common.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// Where everything said is written down.
    pub log: Log,
    /// Set when the match is to end.
    pub interrupted: Arc<AtomicBool>,
    /// Time to start, to answer a ping, and to leave.
    pub patience: Duration,
}

/// A running engine. Dropping it ends the process: `quit`, then after some patience by force. It is always waited for.
pub struct Process {
    child: Child,
    name: String,
    /// Dropped when the engine is to see the end of its input.
    to: Option<SyncSender<String>>,
    from: Receiver<Line>,
    surroundings: Surroundings,
    /// How long it may take to leave.
    grace: Duration,
}

impl Process {
    /// Starts an engine's program.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(engine: &Specification, surroundings: &Surroundings) -> Result<Process, String> {
        let mut child = command(engine)
            .spawn()
            .map_err(|error| format!("`{}` cannot start `{}`: {error}", engine.name, engine.program.display()))?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(format!("`{}` has no pipes", engine.name));
        };
        let ((to, messages), (lines, from)) = (sync_channel(MESSAGES), sync_channel(LINES));
        let (name, grace) = (engine.name.clone(), surroundings.patience.min(LONGEST_FAREWELL));
        let (surroundings, to) = (surroundings.clone(), Some(to));
        // From here on the process is ended, whatever happens.
        let process = Process { child, name, to, from, surroundings, grace };
        let (name, log) = (engine.name.clone(), process.surroundings.log.clone());
        thread(move || write_messages(stdin, &messages))?;
        thread(move || read_lines(stdout, LONGEST_LINE, |text| hand_on(&lines, &log, &name, text)))?;
        let (name, log) = (engine.name.clone(), process.surroundings.log.clone());
        thread(move || drain(stderr, &log, &name))?;
        Ok(process)
    }

    /// Sends one or more lines. Returns the time just before: what the engine needs counts from there.
    pub fn say(&mut self, text: &str) -> Instant {
        for line in text.lines() {
            self.surroundings.log.note(&self.name, '<', line);
        }
        let message = format!("{text}\n");
        let now = Instant::now();
        if let Some(to) = &self.to {
            // An engine that leaves so many messages unread will not answer in time either.
            let _ = to.try_send(message);
        }
        now
    }

    /// The next line, if it arrives before `deadline`.
    ///
    /// # Errors
    /// Why there is none.
    pub fn hear(&mut self, deadline: Instant) -> Result<Line, Silence> {
        loop {
            if self.surroundings.interrupted.load(Relaxed) {
                return Err(Silence::Interrupted);
            }
            let wait = deadline.saturating_duration_since(Instant::now());
            match self.from.recv_timeout(wait.min(ATTENTION)) {
                Ok(line) if line.at <= deadline => return Ok(line),
                // An engine that never stops talking must not be listened to for ever.
                Ok(_) => return Err(Silence::Late),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended(self.last_words())),
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The first line that `wanted` makes something of.
    ///
    /// # Errors
    /// Why there is none.
    pub fn await_line<T>(&mut self, deadline: Instant, wanted: impl Fn(&str) -> Option<T>) -> Result<T, Silence> {
        loop {
            if let Some(found) = wanted(&self.hear(deadline)?.text) {
                return Ok(found);
            }
        }
    }

    /// The end of the usual patience, from now.
    pub fn patience(&self) -> Instant {
        Instant::now() + self.surroundings.patience
    }

    /// No politeness at the end: the engine has forfeited it.
    pub fn condemn(&mut self) {
        self.grace = Duration::ZERO;
    }

    /// How the process ended, if it has.
    fn last_words(&mut self) -> String {
        self.exit_by(Instant::now() + ATTENTION).map_or("its output is closed".into(), |status| status.to_string())
    }

    /// Waits for the process to leave. The standard library can only wait for ever or not at all; this is not on
    /// anybody's clock.
    fn exit_by(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(1)),
                _ => return None,
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let deadline = Instant::now() + self.grace;
        if !self.grace.is_zero() {
            self.say("quit");
            self.to = None;
            // An engine with much to say could not leave while nobody listens.
            while self.from.recv_timeout(deadline.saturating_duration_since(Instant::now())).is_ok()
                && Instant::now() < deadline
            {}
        }
        if self.grace.is_zero() || self.exit_by(deadline).is_none() {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

fn thread(work: impl FnOnce() + Send + 'static) -> Result<(), String> {
    std::thread::Builder::new().spawn(work).map(drop).map_err(|error| format!("cannot have a thread: {error}"))
}

fn command(engine: &Specification) -> Command {
    let mut command = Command::new(&engine.program);
    command.args(&engine.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(directory) = &engine.directory {
        command.current_dir(directory);
    }
    // Ctrl-C at a terminal is meant for the match, which then ends its engines in its own way.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
}

fn write_messages(mut stdin: ChildStdin, messages: &Receiver<String>) {
    for message in messages {
        if stdin.write_all(message.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn hand_on(lines: &SyncSender<Line>, log: &Log, name: &str, text: String) -> Flow {
    let line = Line { at: Instant::now(), text };
    log.note(name, '>', line.text.trim_end());
    if lines.send(line).is_err() { Flow::Quit } else { Flow::Continue }
}

fn drain(stderr: impl Read, log: &Log, name: &str) {
    read_lines(stderr, LONGEST_LINE, |text| {
        log.note(name, '!', text.trim_end());
        Flow::Continue
    });
}

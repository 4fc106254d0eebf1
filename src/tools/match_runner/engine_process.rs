//! An engine's process: lines to it, lines from it with the time of their arrival, its end, and the log of all lines.
//!
//! Three threads serve a process. The *reader* stamps every line as it arrives and puts it into a bounded queue: an
//! engine that floods its output blocks on its own pipe and does not fill the memory of the match. The *writer* blocks
//! if the engine does not read, so that the game does not. The *drain* copies standard error to the log.

use super::engine_config::EngineConfig;
use crate::input::read_lines;
use crate::tools::text_file::naming;
use crate::tools::threads;
use crate::variant_files;
use std::fs::File;
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Longer lines are cut off, in bytes.
const MAX_LINE_LENGTH: u64 = 64 << 10;

const LINE_QUEUE: usize = 256;

const MESSAGE_QUEUE: usize = 64;

/// An engine that has not ended this long after `quit` is killed.
const QUIT_TIMEOUT: Duration = Duration::from_secs(1);

/// The flag of this name in Windows.
#[cfg(windows)]
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

/// The flag that stops the match is polled at this interval.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub struct Line {
    pub at: Instant,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoLine {
    /// The process has ended or closed its output; the text says how.
    Ended(String),
    Timeout,
    Interrupted,
}

/// What all engine processes of a match share.
#[derive(Clone, Debug)]
pub struct ProcessContext {
    pub log: Log,
    /// Set when the match is being stopped.
    pub stop: Arc<AtomicBool>,
    /// The time that an engine may take to start and to answer a ping.
    pub patience: Duration,
}

/// A running engine. Dropping it sends `quit` and kills the process if that does not end it in time. It is always
/// waited for, so that no zombie remains.
pub struct EngineProcess {
    child: Child,
    name: String,
    /// The queue of messages; `None` when the engine's input has been closed.
    to: Option<SyncSender<String>>,
    from: Receiver<Line>,
    context: ProcessContext,
    /// The time that the engine may take to end after `quit`; zero to kill it at once.
    quit_timeout: Duration,
}

impl EngineProcess {
    /// Starts an engine's program.
    pub fn start(engine: &EngineConfig, context: &ProcessContext) -> Result<EngineProcess, String> {
        let mut child = command(engine)
            .spawn()
            .map_err(|error| format!("`{}` cannot start `{}`: {error}", engine.name, engine.program.display()))?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(format!("`{}` has no pipes", engine.name));
        };
        let ((to, messages), (lines, from)) = (sync_channel(MESSAGE_QUEUE), sync_channel(LINE_QUEUE));
        let (name, quit_timeout) = (engine.name.clone(), context.patience.min(QUIT_TIMEOUT));
        let (context, to) = (context.clone(), Some(to));
        // From here on an error drops, and so ends, the process.
        let process = EngineProcess { child, name, to, from, context, quit_timeout };
        let (name, log) = (engine.name.clone(), process.context.log.clone());
        threads::spawn(move || write_messages(stdin, &messages))?;
        threads::spawn(move || read_lines(stdout, MAX_LINE_LENGTH, |text| queue_line(&lines, &log, &name, text)))?;
        let (name, log) = (engine.name.clone(), process.context.log.clone());
        threads::spawn(move || drain(stderr, &log, &name))?;
        Ok(process)
    }

    /// Sends one or more lines. Returns the time just before, from which the engine's time counts.
    pub fn send(&mut self, text: &str) -> Instant {
        for line in text.lines() {
            self.context.log.write(&self.name, '<', line);
        }
        let message = format!("{text}\n");
        let now = Instant::now();
        if let Some(to) = &self.to {
            // If the queue is full the message is lost: an engine that does not read will not answer in time either.
            let _ = to.try_send(message);
        }
        now
    }

    /// The next line that arrives before `deadline`.
    pub fn receive(&mut self, deadline: Instant) -> Result<Line, NoLine> {
        loop {
            if self.context.stop.load(Relaxed) {
                return Err(NoLine::Interrupted);
            }
            let wait = deadline.saturating_duration_since(Instant::now());
            match self.from.recv_timeout(wait.min(POLL_INTERVAL)) {
                Ok(line) if line.at <= deadline => return Ok(line),
                // Checked so that an engine that sends lines without end cannot keep the loop busy.
                Ok(_) => return Err(NoLine::Timeout),
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Ended(self.describe_end())),
                Err(RecvTimeoutError::Timeout) if Instant::now() >= deadline => return Err(NoLine::Timeout),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Skips lines until the `expected` one, for which the engine has as long as for a ping.
    pub fn wait_for(&mut self, expected: &str) -> Result<(), NoLine> {
        let deadline = self.patience_deadline();
        while self.receive(deadline)?.text.trim() != expected {}
        Ok(())
    }

    /// The time until which an engine may take to answer a ping that is sent now.
    pub fn patience_deadline(&self) -> Instant {
        Instant::now() + self.context.patience
    }

    /// Makes the end of the process immediate: it is killed without a `quit` when it is dropped.
    pub fn kill(&mut self) {
        self.quit_timeout = Duration::ZERO;
    }

    fn describe_end(&mut self) -> String {
        self.exit_by(Instant::now() + POLL_INTERVAL).map_or("its output is closed".into(), |status| status.to_string())
    }

    /// Waits until the process ends. It polls, as the standard library cannot wait with a timeout; no clock is running
    /// then.
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

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let deadline = Instant::now() + self.quit_timeout;
        if !self.quit_timeout.is_zero() {
            self.send("quit");
            self.to = None;
            // An engine whose output pipe is full cannot end unless it is read.
            while self.from.recv_timeout(deadline.saturating_duration_since(Instant::now())).is_ok()
                && Instant::now() < deadline
            {}
        }
        if self.quit_timeout.is_zero() || self.exit_by(deadline).is_none() {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}

fn command(engine: &EngineConfig) -> Command {
    let mut command = Command::new(&engine.program);
    command.args(&engine.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(directory) = &engine.directory {
        command.current_dir(directory);
    }
    // Other processes of this program know the same games.
    if let Some(files) = variant_files::environment() {
        command.env(variant_files::ENVIRONMENT, files);
    }
    // A process group of its own keeps Ctrl-C at a terminal from the engine: the match ends it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NEW_PROCESS_GROUP);
    command
}

fn write_messages(mut stdin: ChildStdin, messages: &Receiver<String>) {
    for message in messages {
        if stdin.write_all(message.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn queue_line(lines: &SyncSender<Line>, log: &Log, name: &str, text: String) -> ControlFlow<()> {
    let line = Line { at: Instant::now(), text };
    log.write(name, '>', line.text.trim_end());
    if lines.send(line).is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

fn drain(stderr: impl Read, log: &Log, name: &str) {
    read_lines(stderr, MAX_LINE_LENGTH, |text| {
        log.write(name, '!', text.trim_end());
        ControlFlow::Continue(())
    });
}

/// A log file, or none. Clones write to the same file.
#[derive(Clone, Debug, Default)]
pub struct Log {
    to: Option<Arc<LogFile>>,
}

#[derive(Debug)]
struct LogFile {
    path: PathBuf,
    begun: Instant,
    /// The file, or the error at which it ends.
    file: Mutex<io::Result<File>>,
}

impl Log {
    /// Creates a log file, replacing an existing one.
    pub fn create(path: &Path) -> Result<Log, String> {
        let file = File::create(path).map_err(naming(path))?;
        let log = LogFile { path: path.to_owned(), begun: Instant::now(), file: Mutex::new(Ok(file)) };
        Ok(Log { to: Some(Arc::new(log)) })
    }

    /// Writes a line: seconds, the engine's name, the direction (`<` to the engine, `>` from it, `!` its standard
    /// error), the text. A line that cannot be written is the end of the log, but not of the match.
    pub fn write(&self, name: &str, direction: char, text: &str) {
        let Some(LogFile { begun, file, .. }) = self.to.as_deref() else { return };
        let line = format!("{:9.4} {name} {direction} {text}\n", begun.elapsed().as_secs_f64());
        if let Ok(mut file) = file.lock()
            && let Ok(to) = &mut *file
            && let Err(error) = to.write_all(line.as_bytes())
        {
            *file = Err(error);
        }
    }

    /// Why the log ends before the match, if it does.
    pub fn failure(&self) -> Option<String> {
        let LogFile { path, file, .. } = self.to.as_deref()?;
        let file = file.lock().ok()?;
        file.as_ref().err().map(|error| format!("{}: {error}; the log is incomplete", path.display()))
    }
}

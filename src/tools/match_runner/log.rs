//! Everything that is said between the match and its engines, written down for people.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// A log, or none. Copies write to the same file.
#[derive(Clone, Debug, Default)]
pub struct Log {
    to: Option<Arc<(Instant, Mutex<File>)>>,
}

impl Log {
    /// A log that begins a file anew.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path) -> Result<Log, String> {
        let file = File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Log { to: Some(Arc::new((Instant::now(), Mutex::new(file)))) })
    }

    /// Notes a line: seconds, the engine, `<` to it, `>` from it, `!` its standard error.
    pub fn note(&self, name: &str, direction: char, text: &str) {
        let Some((begun, file)) = self.to.as_deref() else { return };
        let line = format!("{:9.4} {name} {direction} {text}\n", begun.elapsed().as_secs_f64());
        if let Ok(mut file) = file.lock() {
            // A full disk must not end a match.
            let _ = file.write_all(line.as_bytes());
        }
    }
}

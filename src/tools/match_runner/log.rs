//! The log of all lines to and from the engines.

use crate::tools::text_file::naming;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// A log file, or none. Clones write to the same file.
#[derive(Clone, Debug, Default)]
pub struct Log {
    to: Option<Arc<(Instant, Mutex<File>)>>,
}

impl Log {
    /// Creates a log file, replacing an existing one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create(path: &Path) -> Result<Log, String> {
        let file = File::create(path).map_err(naming(path))?;
        Ok(Log { to: Some(Arc::new((Instant::now(), Mutex::new(file)))) })
    }

    /// Writes a line: seconds, the engine's name, the direction (`<` to the engine, `>` from it, `!` its standard
    /// error), the text.
    pub fn write(&self, name: &str, direction: char, text: &str) {
        let Some((begun, file)) = self.to.as_deref() else { return };
        let line = format!("{:9.4} {name} {direction} {text}\n", begun.elapsed().as_secs_f64());
        if let Ok(mut file) = file.lock() {
            // A full disk must not end the match.
            let _ = file.write_all(line.as_bytes());
        }
    }
}

//! Folders for the files that a test writes.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A name that no other test uses, in this process or another.
pub fn unique(name: &str) -> String {
    static NAMES: AtomicU32 = AtomicU32::new(0);
    format!("jailbird-{name}-{}-{}", std::process::id(), NAMES.fetch_add(1, Ordering::Relaxed))
}

/// An empty folder, deleted with all its files when the test ends.
pub struct Folder(PathBuf);

impl Folder {
    /// Creates the folder; `name` becomes part of its name.
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(unique(name));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The path of a file in the folder, whether it exists or not.
    pub fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    /// Writes a file and returns its path.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        std::fs::write(self.0.join(name), bytes).unwrap();
        self.file(name)
    }

    /// The text of a file.
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// Paths and contents of all files, sorted.
    pub fn contents(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let files = std::fs::read_dir(&self.0).unwrap().map(|file| file.unwrap().path());
        let mut all: Vec<_> = files.map(|path| (path.clone(), std::fs::read(path).unwrap())).collect();
        all.sort();
        all
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

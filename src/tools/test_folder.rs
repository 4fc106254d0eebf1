//! A folder for the files of a test.

use super::text_file;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// An empty folder that only one test has; it is removed when this is dropped.
pub(super) struct TestFolder(PathBuf);

impl TestFolder {
    /// Creates the folder.
    pub fn new() -> TestFolder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("jailbird-test-{}-{}", std::process::id(), NUMBER.fetch_add(1, Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path).unwrap();
        TestFolder(path)
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The path of a file in the folder.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The text of a file.
    pub fn text(&self, name: &str) -> String {
        text_file::read(&self.file(name)).unwrap()
    }

    /// The content of a file.
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.file(name)).unwrap()
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

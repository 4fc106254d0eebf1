//! Reports: HTML files of one folder, which the person who starts the server names.
//!
//! A browser cannot send the token when it opens a page. So the addresses of reports contain a key of their own, which only the
//! request `reports` tells. It opens these files and nothing else.

use super::guard::is_equal;
use crate::answers::Problem;
use serde_json::{Value, json};
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;

/// The greatest length of a report, in bytes.
const LARGEST: u64 = 32 << 20;
/// The greatest number of reports that are listed.
const MOST: usize = 1000;

/// Nothing but the report's own text, styles and pictures: no scripts, no forms, no requests, an origin of its own.
pub(super) const POLICY: &str = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The folder of reports, if there is one.
pub(crate) struct Reports {
    pub(crate) folder: Option<PathBuf>,
    pub(crate) key: String,
}

impl Reports {
    /// The answer to `reports`.
    pub(super) fn list(&self) -> Result<Value, Problem> {
        let report = |name: String| json!({"path": format!("/reports/{}/{name}", self.key), "name": name});
        Ok(json!({"reports": self.names()?.into_iter().map(report).collect::<Vec<_>>()}))
    }

    /// The report with the path `KEY/NAME`. The name must be one of the list.
    pub(super) fn read(&self, path: &str) -> Result<Vec<u8>, Problem> {
        let missing = || Problem::new(404, "there is no such report");
        let (key, name) = path.split_once('/').ok_or_else(missing)?;
        if !is_equal(key.as_bytes(), self.key.as_bytes()) {
            return Err(missing());
        }
        let name = self.names()?.into_iter().find(|known| known == name).ok_or_else(missing)?;
        let file = self.folder.as_ref().ok_or_else(missing)?.join(name);
        let mut bytes = Vec::new();
        let length = File::open(file).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
        match length {
            Ok(length) if length as u64 <= LARGEST => Ok(bytes),
            Ok(_) => Err(Problem::new(413, format!("the report has more than {LARGEST} bytes"))),
            Err(error) => Err(Problem::new(500, format!("cannot read the report: {error}"))),
        }
    }

    /// The names of the files that are reports, in order. Links and subfolders are left out.
    pub(crate) fn names(&self) -> Result<Vec<String>, Problem> {
        let Some(folder) = &self.folder else { return Ok(Vec::new()) };
        let entries = folder.read_dir();
        let entries =
            entries.map_err(|error| Problem::new(500, format!("cannot read the folder of reports: {error}")))?;
        let files = entries.flatten().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
        let names = files.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| is_report(name)).take(MOST).collect();
        names.sort();
        Ok(names)
    }
}

/// Whether a file is a report, by its name: letters, digits, `-`, `_` and `.`, with the ending `.html`.
fn is_report(name: &str) -> bool {
    let is_plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter));
    is_plain && !name.starts_with('.') && name.ends_with(".html")
}

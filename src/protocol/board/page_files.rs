//! The files of the page.

use std::borrow::Cow;

/// The files of `page/` with their names, listed by `build.rs`.
static FILES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The environment variable that names a folder to serve the page from, in debug builds only.
#[cfg(debug_assertions)]
const FOLDER: &str = "JAILBIRD_BOARD_PAGE";

/// All files with their names.
pub(crate) fn all() -> &'static [(&'static str, &'static [u8])] {
    FILES
}

/// A file of the page.
pub(super) struct File {
    pub(super) content_type: &'static str,
    pub(super) bytes: Cow<'static, [u8]>,
}

/// The file with this path; `/` is the page itself. Only the names of the list exist.
pub(super) fn file(path: &str) -> Option<File> {
    let name = path.strip_prefix('/')?;
    let name = if name.is_empty() { "index.html" } else { name };
    #[cfg(debug_assertions)]
    if let Some(file) = from_folder(name) {
        return Some(file);
    }
    let (name, bytes) = FILES.iter().find(|file| file.0 == name)?;
    Some(File { content_type: content_type(name), bytes: Cow::Borrowed(bytes) })
}

/// Reads a file of the folder in which the page is being developed.
#[cfg(debug_assertions)]
fn from_folder(name: &str) -> Option<File> {
    let folder = std::env::var_os(FOLDER)?;
    let is_plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
    };
    if !name.split('/').all(is_plain) {
        return None;
    }
    let bytes = std::fs::read(std::path::Path::new(&folder).join(name)).ok()?;
    Some(File { content_type: content_type(name), bytes: Cow::Owned(bytes) })
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

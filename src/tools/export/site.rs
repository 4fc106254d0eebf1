//! A site: files for any web server, also below a path. Once opened it works without a network.

use super::parts::{self, GamesFile, Setup, fingerprint, policy};
use crate::answers::{Replays, answer, list_of};
use crate::game::Variant;
use crate::protocol::board::reports::Reports;
use crate::tools::page::escaped;
use crate::tools::text_file;
use crate::variants;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// Nothing but the site's own.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; \
    style-src 'self'; img-src 'self' data: blob:; manifest-src 'self'; base-uri 'none'; form-action 'none'";
/// Of pages to be read: no scripts at all.
const READING: &str =
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

/// Folders that the page does not need: the engine tells puzzles, too. What is opened of them is kept from then on.
const BESIDE: [&str; 2] = ["puzzles/", "reports/"];

/// Writes the site with all games, and those of a file.
///
/// # Errors
/// One line: a file cannot be read or written.
pub(super) fn write(
    folder: &Path,
    own: &[&'static Variant],
    file: Option<&GamesFile>,
    engine: &[u8],
    reports: Option<&Path>,
) -> Result<(), String> {
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut add = |path: &str, contents: &[u8]| drop(files.insert(path.to_owned(), contents.to_vec()));
    add("engine.bin", engine);
    add("page.js", parts::script("start.js")?.as_bytes());
    add("worker.js", parts::script("worker.js")?.as_bytes());
    add("style.css", parts::style()?.as_bytes());
    for (path, picture) in parts::pieces().into_iter().chain(parts::own_pictures(own)?) {
        add(&path, picture.as_bytes());
    }
    add("manifest.webmanifest", manifest().to_string().as_bytes());
    for variant in every(own) {
        if let Some(page) = rules(variant)? {
            add(&format!("rules/{}.html", variant.name), page.as_bytes());
        }
    }
    for (name, puzzles) in puzzle_files() {
        add(&format!("puzzles/{name}"), puzzles);
    }
    let reports = reports.map(read_reports).transpose()?.unwrap_or_default();
    for (name, page) in &reports {
        add(&format!("reports/{name}"), page.as_bytes());
    }
    let reports = reports.into_keys().map(|name| (name.clone(), format!("reports/{name}"))).collect();
    // The engine lists one game, to which those of files are added; the site holds the list of all.
    let listed = if own.is_empty() { vec![variants::default()] } else { own.to_vec() };
    let setup = Setup { games: listed, file, pictures: BTreeMap::new(), is_site: true, reports };
    add("games.json", &list_of(every(own), b"{}").map_err(|problem| problem.error())?);
    let head = format!(
        "{}<link rel=\"icon\" href=\"pieces/knight.svg\" type=\"image/svg+xml\">\n<link rel=\"manifest\" href=\"manifest.webmanifest\">\n\
         <link rel=\"stylesheet\" href=\"style.css\">\n",
        policy(POLICY)
    );
    let end = format!("{}<script src=\"page.js\"></script>\n", setup.element());
    add("index.html", parts::index("Jailbird", &head, &end)?.as_bytes());
    let worker = service_worker(&files)?;
    files.insert("sw.js".into(), worker.into_bytes());
    for (path, contents) in &files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(|error| format!("{}: {error}", parent.display()))?;
        text_file::write_bytes(&path, contents)?;
    }
    Ok(())
}

/// The games of the list: those of the file, then those of the program.
fn every(own: &[&'static Variant]) -> Vec<&'static Variant> {
    let others = variants::all().into_iter().filter(|game| game.file.is_none());
    own.iter().copied().chain(others).collect()
}

fn manifest() -> Value {
    json!({
        "name": "Jailbird", "short_name": "Jailbird", "description": "Chess variants against an engine", "start_url": "./", "scope": "./",
        "display": "standalone", "background_color": "#f4f1ec", "theme_color": "#1c6b5f",
        "icons": [{"src": "pieces/knight.svg", "sizes": "any", "type": "image/svg+xml"}],
    })
}

/// The page of rules of a game, to be read without scripts.
fn rules(variant: &Variant) -> Result<Option<String>, String> {
    let body = json!({"game": variant.name}).to_string();
    let Ok(answer) = answer(&Replays::default(), "rules", body.as_bytes()) else { return Ok(None) };
    let answer: Value = serde_json::from_slice(&answer).map_err(|error| error.to_string())?;
    let part = |name: &str| answer.get(name).and_then(Value::as_str).unwrap_or_default();
    let html = linked(part("html"));
    Ok(Some(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{}<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{}</title>\n</head>\n<body>\n<main>\n<p><a href=\"../#game={}\">Play {}</a></p>\n{html}\n</main>\n</body>\n</html>\n",
        policy(READING),
        escaped(part("title")),
        variant.name,
        escaped(variant.title),
    )))
}

/// Lets links to other pages of rules lead to their files.
fn linked(html: &str) -> String {
    let mut rest = html.split("<a href=\"#\" data-rules=\"");
    let mut text = rest.next().unwrap_or_default().to_owned();
    for part in rest {
        let (name, after) = part.split_once('"').unwrap_or((part, ""));
        text += &format!("<a href=\"{name}.html\"{after}");
    }
    text
}

/// The puzzles of all games.
fn puzzle_files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    crate::answers::texts::texts().puzzles.iter().copied()
}

/// The reports of a folder by name, with a policy: their scripts do not run.
fn read_reports(folder: &Path) -> Result<BTreeMap<String, String>, String> {
    let names = Reports { folder: Some(folder.to_owned()), key: String::new() }.names();
    let names = names.map_err(|problem| format!("{}: {}", folder.display(), problem.error()))?;
    names.into_iter().map(|name| Ok((name.clone(), bound(&text_file::read(&folder.join(name))?)))).collect()
}

/// A page with the policy before everything that it brings along.
fn bound(page: &str) -> String {
    let page = page.trim_start_matches('\u{FEFF}').trim_start();
    let has_type = page.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype"));
    let rest = if has_type { page.split_once('>').map_or("", |(_, rest)| rest) } else { page };
    // An element of the head opens the head; where it begins later in the page, it goes on.
    format!("<!doctype html>\n<meta charset=\"utf-8\">\n{}{rest}", policy(READING))
}

/// The script that keeps the files of the page in the browser.
fn service_worker(files: &BTreeMap<String, Vec<u8>>) -> Result<String, String> {
    let version = fingerprint(files.values().map(Vec::as_slice));
    let is_kept = |path: &&String| !BESIDE.iter().any(|folder| path.starts_with(folder));
    // The folder is the page, too.
    let paths = std::iter::once("./").chain(files.keys().filter(is_kept).map(String::as_str));
    let paths: Vec<&str> = paths.collect();
    let script = parts::text("sw.js")?;
    Ok(script.replace("\"VERSION\"", &format!("\"{version}\"")).replace("[\"FILES\"]", &json!(paths).to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_report_stands_before_its_policy() {
        let pages = [
            "<!DOCTYPE html>\n<html><script>x</script><head></head>",
            "\u{FEFF} <!-- <head> --><head><script>x</script></head>",
            "<html><head></head><script>x</script>",
            "<script>x</script>",
        ];
        for page in pages {
            let bound = bound(page);
            let (policy, script) = (bound.find("Content-Security-Policy").unwrap(), bound.find("<script>").unwrap());
            assert!(policy < script && !bound[..policy].contains("<!--"), "{bound}");
            assert_eq!(bound.matches("<!doctype").count(), 1, "{bound}");
            assert!(!bound.contains("<!DOCTYPE"), "{bound}");
        }
    }

    #[test]
    fn links_between_rules_lead_to_files() {
        let html = "<a href=\"#\" data-rules=\"chess\">Chess</a> <a href=\"https://example.org\">x</a>";
        assert_eq!(linked(html), "<a href=\"chess.html\">Chess</a> <a href=\"https://example.org\">x</a>");
    }
}

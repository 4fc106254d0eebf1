//! The parts of which pages without a server are made.

use super::bundle::bundle;
use crate::game::Variant;
use crate::protocol::board::{page_files, pictures};
use crate::tools::page::escaped;
use crate::variant_files::is_lenient;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The files that pages without a server have beside or in place of those of the page.
static ALONE: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/alone.rs"));

/// A file of games that is shown with the page.
pub(super) struct GamesFile {
    pub(super) name: String,
    pub(super) text: String,
}

/// What a page begins with.
pub(super) struct Setup<'a> {
    /// The games of the list; empty for all.
    pub(super) games: Vec<&'static Variant>,
    pub(super) file: Option<&'a GamesFile>,
    /// The pictures that the page holds.
    pub(super) pictures: BTreeMap<String, String>,
    /// Whether it is a site, whose files a service worker keeps.
    pub(super) is_site: bool,
    /// Names and paths of reports.
    pub(super) reports: Vec<(String, String)>,
}

impl Setup<'_> {
    /// The element that holds it. `<` is written so that nothing in it ends the element.
    pub(super) fn element(&self) -> String {
        let of_game = |game: &&'static Variant| (game.name.to_owned(), json!(game.pictures));
        let own: Map<String, Value> = self.games.iter().filter(|game| !game.pictures.is_empty()).map(of_game).collect();
        // Those of games in code are in the engine.
        let networks = |of_file: bool| -> Map<String, Value> {
            let taught = self.games.iter().filter(|game| game.guide.is_some() && !game.network_file.is_empty());
            let taught = taught.filter(|game| game.file.is_some() == of_file);
            taught.map(|game| (game.name.to_owned(), json!(base64(game.network_file)))).collect()
        };
        let with_puzzles = self.games.iter().filter(|game| !game.puzzles.is_empty());
        let puzzles: Map<String, Value> =
            with_puzzles.map(|game| (game.name.to_owned(), json!(game.puzzles))).collect();
        let file = |file: &GamesFile| json!({"name": file.name, "text": file.text, "lenient": is_lenient(), "pictures": own, "networks": networks(true), "puzzles": puzzles});
        let files = self.file.map(file);
        let reports = self.reports.iter().map(|(name, path)| json!({"name": name, "path": path}));
        let json = json!({
            "games": self.games.iter().map(|game| game.name).collect::<Vec<_>>(), "files": files.into_iter().collect::<Vec<_>>(),
            "networks": networks(false),
            "pictures": self.pictures, "offline": self.is_site, "reports": reports.collect::<Vec<_>>(),
        });
        let text = json.to_string().replace('<', "\\u003c");
        format!("<script type=\"application/json\" id=\"page-setup\">{text}</script>\n")
    }
}

/// The text of a file of the page or of those beside it.
pub(super) fn text(path: &str) -> Result<&'static str, String> {
    let own = ALONE.iter().find(|(name, _)| *name == path);
    let file = own.or_else(|| page_files::all().iter().find(|(name, _)| *name == path));
    let bytes = file.map(|(_, bytes)| *bytes).ok_or_else(|| format!("the page has no {path}"))?;
    std::str::from_utf8(bytes).map_err(|error| format!("{path}: {error}"))
}

/// The script that begins with a module, together with all that it imports.
pub(super) fn script(entry: &str) -> Result<String, String> {
    let mut files = BTreeMap::new();
    // Those beside the page replace the page's own.
    for (name, bytes) in page_files::all().iter().chain(ALONE) {
        if name.ends_with(".js") {
            files.insert(*name, std::str::from_utf8(bytes).map_err(|error| format!("{name}: {error}"))?);
        }
    }
    bundle(&files, entry)
}

/// The sheets of style that the page names, and that of pages without a server.
pub(super) fn style() -> Result<String, String> {
    let index = text("index.html")?;
    let sheets = index.lines().filter_map(|line| line.strip_prefix(SHEET)?.split('"').next());
    sheets
        .chain(["alone.css"])
        .map(|path| text(path).map(without_blanks))
        .collect::<Result<Vec<_>, _>>()
        .map(|texts| texts.concat())
}

/// A sheet of style without its comments, and without the blanks that mean nothing.
fn without_blanks(sheet: &str) -> String {
    let mut parts = sheet.split("/*");
    let mut text = parts.next().unwrap_or_default().to_owned();
    text.extend(parts.filter_map(|part| part.split_once("*/").map(|(_, after)| after)));
    let mut short = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        short += line;
        short.push('\n');
    }
    [("; ", ";"), (" { ", "{"), (": ", ":"), (", ", ","), ("; }", "}"), (";}", "}"), (" }", "}")]
        .into_iter()
        .fold(short, |short, (long, brief)| short.replace(long, brief))
}

/// The pictures of all pieces and marks, by path.
pub(super) fn pieces() -> BTreeMap<String, String> {
    let files = page_files::all().iter().filter(|(name, _)| name.starts_with("pieces/") && name.ends_with(".svg"));
    files.map(|(name, bytes)| ((*name).to_owned(), String::from_utf8_lossy(bytes).into_owned())).collect()
}

/// The pictures that come with games, by path.
pub(super) fn own_pictures(games: &[&'static Variant]) -> Result<BTreeMap<String, String>, String> {
    let names = games.iter().flat_map(|game| game.pictures.iter().map(|name| format!("{}/{name}", game.name)));
    let read = |name: String| {
        let bytes = pictures::read(&name).map_err(|problem| format!("{name}: {}", problem.error()))?;
        Ok((format!("pictures/{name}"), String::from_utf8_lossy(&bytes).into_owned()))
    };
    names.map(read).collect()
}

/// How lines of `index.html` begin that pages without a server have otherwise.
const SHEET: &str = "<link rel=\"stylesheet\" href=\"";
const ICON: &str = "<link rel=\"icon\" ";
const SCRIPT: &str = "<script type=\"module\" ";
const TITLE: &str = "<title>";
const CHARSET: &str = "<meta charset=";
const END: &str = "</body>";

/// The page with other ways to its parts: the elements `head` behind the character set, and `end` at the end of the body.
///
/// # Errors
/// A line that is to be replaced is not there.
pub(super) fn index(title: &str, head: &str, end: &str) -> Result<String, String> {
    let mut page = String::new();
    let mut seen = [CHARSET, TITLE, ICON, SHEET, SCRIPT, END].map(|start| (start, false));
    for line in text("index.html")?.lines() {
        let found = seen.iter_mut().find(|(start, _)| line.starts_with(start));
        let Some((start, is_seen)) = found else {
            page += line.trim_start();
            page.push('\n');
            continue;
        };
        *is_seen = true;
        match *start {
            CHARSET => page += &format!("{line}\n{head}"),
            TITLE => page += &format!("<title>{}</title>\n", escaped(title)),
            END => page += &format!("{end}{line}\n"),
            _ => {}
        }
    }
    match seen.iter().find(|(_, is_seen)| !is_seen) {
        Some((start, _)) => Err(format!("the page has no line that begins with {start}")),
        None => Ok(page),
    }
}

/// A policy of content as an element.
pub(super) fn policy(text: &str) -> String {
    format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{text}\">\n")
}

pub(super) fn base64(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

/// The source of a policy that allows this text as a script or sheet within the page.
pub(super) fn hash_source(text: &str) -> String {
    format!("'sha256-{}'", base64(&Sha256::digest(text.as_bytes())))
}

/// A name for contents, which changes with them.
pub(super) fn fingerprint<'a>(parts: impl Iterator<Item = &'a [u8]>) -> String {
    let mut hasher = Sha256::new();
    parts.for_each(|part| hasher.update(part));
    hasher.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

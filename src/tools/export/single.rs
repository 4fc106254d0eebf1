//! A page that is one file.

use super::parts::{self, GamesFile, Setup, base64, hash_source, policy};
use crate::game::Variant;

/// Makes the page that begins with the first of these games.
///
/// # Errors
/// One line: a picture cannot be read, or the page's files are not as they should be.
pub(super) fn page(games: &[&'static Variant], file: Option<&GamesFile>, engine: &[u8]) -> Result<String, String> {
    let (script, worker, style) = (parts::script("start.js")?, parts::script("worker.js")?, parts::style()?);
    let mut pictures = parts::pieces();
    let icon = pictures.get("pieces/knight.svg").map_or_else(String::new, |icon| base64(icon.as_bytes()));
    pictures.extend(parts::own_pictures(games)?);
    let setup = Setup { games: games.to_vec(), file, pictures, is_site: false, reports: Vec::new() };
    let policy = policy(&format!(
        "default-src 'none'; script-src {} 'wasm-unsafe-eval'; worker-src blob:; style-src {}; img-src data: blob:; \
         base-uri 'none'; form-action 'none'",
        hash_source(&script),
        hash_source(&style)
    ));
    let head = format!(
        "{policy}<link rel=\"icon\" type=\"image/svg+xml\" href=\"data:image/svg+xml;base64,{icon}\">\n<style>{style}</style>\n"
    );
    let end = format!(
        "{}<script type=\"text/plain\" id=\"page-worker\">{worker}</script>\n\
         <script type=\"text/plain\" id=\"page-engine\">{}</script>\n<script>{script}</script>\n",
        setup.element(),
        base64(engine)
    );
    let title = games.first().map_or_else(String::new, |game| format!("{} – Jailbird", game.title));
    parts::index(&title, &head, &end)
}

//! `export`: the board as a page that needs no server.
//!
//! ```text
//! engines     the engines for pages
//! bundle      modules of JavaScript joined to one script
//! parts       the parts of which pages are made
//! single      a page that is one file
//! site        a folder for any web server
//! ```

mod bundle;
mod engines;
mod parts;
mod single;
mod site;

use super::text_file;
use crate::game::Variant;
use crate::variants::ini::library::Library;
use crate::variant_files::{self, InFolder};
use crate::variants;
use clap::Args;
use parts::GamesFile;
use std::path::{Path, PathBuf};

#[derive(Args)]
#[command(group(clap::ArgGroup::new("target").required(true).args(["html", "site"])))]
pub(super) struct Arguments {
    /// The game that the page plays: a name, or a file in the language of `variants.ini`.
    #[arg(value_name = "GAME|FILE", required_unless_present = "site")]
    game: Option<String>,
    /// Write a page that is one file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the files of a site with all games into a folder.
    #[arg(long, value_name = "FOLDER", conflicts_with = "html")]
    site: Option<PathBuf>,
    /// Of a site, a folder of reports, pages in HTML that the board lists.
    #[arg(long, value_name = "FOLDER", requires = "site")]
    reports: Option<PathBuf>,
    /// A folder of engines that `make wasm` has built, instead of those of the program.
    #[arg(long, value_name = "FOLDER")]
    engines: Option<PathBuf>,
}

/// What is shown: games, and the file that they come from.
struct Shown {
    games: Vec<&'static Variant>,
    file: Option<GamesFile>,
}

/// Writes the page or the site.
pub(super) fn run(arguments: &Arguments) -> Result<(), String> {
    let shown = arguments.game.as_deref().map(shown).transpose()?;
    let folder = arguments.engines.as_deref();
    if let Some(site) = &arguments.site {
        let engine = engines::find(engines::ALL, folder)?;
        let Shown { games, file } = shown.unwrap_or(Shown { games: Vec::new(), file: None });
        return site::write(site, &games, file.as_ref(), &engine, arguments.reports.as_deref());
    }
    let (Some(Shown { games, file }), Some(html)) = (shown, &arguments.html) else {
        return Err("a page is of a game: say which".into());
    };
    text_file::check_folder(html)?;
    let name = games.first().map_or(engines::ALL, |game| engines::name_for(game));
    let page = single::page(&games, file.as_ref(), &engines::find(name, folder)?)?;
    text_file::write(html, &page)
}

/// The games that an argument names.
fn shown(argument: &str) -> Result<Shown, String> {
    let path = Path::new(argument);
    if !path.is_file() {
        let variant = variants::find(argument)?;
        let Some(path) = variant.file else { return Ok(Shown { games: vec![variant], file: None }) };
        let Shown { mut games, file } = from_file(path)?;
        games.sort_by_key(|game| game.name != variant.name);
        return Ok(Shown { games, file });
    }
    from_file(path)
}

/// The games of a file. It is read by itself, as the page will.
fn from_file(path: &Path) -> Result<Shown, String> {
    let text = variant_files::read(path)?;
    variant_files::load(path);
    let file = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let file: &'static Path = Box::leak(file.into_boxed_path());
    let lenient = variant_files::is_lenient();
    let loading = Library::default().add(file, path, &text, lenient, &InFolder(file));
    if let Some((first, others)) = loading.problems.split_first() {
        let more =
            if others.is_empty() { String::new() } else { format!("; {} more, see `jailbird check`", others.len()) };
        return Err(format!("{first}{more}"));
    }
    if loading.games.is_empty() {
        return Err(format!("{}: there is no game in it", path.display()));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Shown { games: loading.games, file: Some(GamesFile { name, text }) })
}

//! Files of games in the language of `variants.ini`: which files are read, and how what is wrong with them is told.
//!
//! A section whose name is that of a well-known game of the program is skipped: such files often contain copies. A section that is
//! refused does not stop the others, and whoever asks for its game is told why.

use crate::game::Variant;
use crate::variants;
use crate::variants::ini::{self, Problem, Reader};
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The environment variable that names files, joined as in `PATH`.
pub const ENVIRONMENT: &str = "JAILBIRD_VARIANTS";

/// Whether keys that are not known are skipped with a warning.
static LENIENT: AtomicBool = AtomicBool::new(false);

/// What has been read so far.
static LIBRARY: Mutex<Option<Library>> = Mutex::new(None);

/// What a file has brought.
#[derive(Default)]
pub struct Loading {
    /// The games that can be played now.
    pub games: Vec<&'static Variant>,
    /// What is wrong, a line for each, with file and line.
    pub problems: Vec<String>,
    /// What is odd but stops nothing, a line for each.
    pub notes: Vec<String>,
}

/// The files that have been read: sections may inherit from those of files before.
#[derive(Default)]
struct Library {
    reader: Reader,
    /// By name of a game, the file that it comes from.
    origins: HashMap<String, PathBuf>,
    /// The files in the order in which they were first read.
    files: Vec<PathBuf>,
}

/// Makes all later readings skip keys that are not known.
pub fn set_lenient() {
    LENIENT.store(true, Ordering::Relaxed);
}

/// Whether keys that are not known are skipped.
pub fn is_lenient() -> bool {
    LENIENT.load(Ordering::Relaxed)
}

/// Reads a file and adds its games to the list. A game that it brought before is replaced for new games.
pub fn load(path: &Path) -> Loading {
    let mut loading = Loading::default();
    match read(path) {
        Ok(text) => with_library(|library| library.add(path, &text, &mut loading)),
        Err(problem) => loading.problems.push(problem),
    }
    loading
}

/// Reads the files of a list that is joined as in `PATH`.
pub fn load_list(list: &str) -> Loading {
    let mut all = Loading::default();
    for path in std::env::split_paths(list).filter(|path| !path.as_os_str().is_empty()) {
        let Loading { games, problems, notes } = load(&path);
        all.games.extend(games);
        all.problems.extend(problems);
        all.notes.extend(notes);
    }
    all
}

/// Reads the files that every command knows: those of the environment, and those of the user's folder. What is wrong is only a
/// warning.
pub fn load_users_own() -> Loading {
    let mut all = load_list(&std::env::var(ENVIRONMENT).unwrap_or_default());
    for path in users_files() {
        let loading = load(&path);
        all.problems.extend(loading.problems);
    }
    all.notes.clear();
    all
}

/// The value of [`ENVIRONMENT`] with which another process of the program knows the same games.
pub fn environment() -> Option<OsString> {
    let files = with_library(|library| library.files.clone());
    if files.is_empty() { None } else { std::env::join_paths(files).ok() }
}

/// The file that a game comes from, if it comes from one.
pub fn origin(name: &str) -> Option<PathBuf> {
    with_library(|library| library.origins.get(name).cloned())
}

/// The text of a file.
///
/// # Errors
/// One line that names the file.
pub fn read(path: &Path) -> Result<String, String> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        format!("{}:{line}: not text (UTF-8)", path.display())
    })
}

/// Lines `FILE:LINE: what` for the problems of a file.
pub fn lines(path: &Path, problems: &[Problem]) -> Vec<String> {
    let line = |problem: &Problem| format!("{}:{}: {}", path.display(), problem.line, problem.text);
    problems.iter().map(line).collect()
}

/// The folder of the user's own files, which need not be there.
pub fn users_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        folder("APPDATA")
    } else if cfg!(target_os = "macos") {
        folder("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_CONFIG_HOME").or_else(|| folder("HOME").map(|home| home.join(".config")))
    };
    base.map(|base| base.join("jailbird").join("variants"))
}

/// The files of the user's folder, in the order of their names.
fn users_files() -> Vec<PathBuf> {
    let entries = users_folder().and_then(|folder| std::fs::read_dir(folder).ok());
    let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "ini")).collect();
    files.sort();
    files
}

fn with_library<T>(what: impl FnOnce(&mut Library) -> T) -> T {
    let mut library: MutexGuard<'_, Option<Library>> = LIBRARY.lock().unwrap_or_else(PoisonError::into_inner);
    what(library.get_or_insert_with(Library::default))
}

impl Library {
    fn add(&mut self, path: &Path, text: &str, loading: &mut Loading) {
        let file = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        if !self.files.contains(&file) {
            self.files.push(file.clone());
        }
        self.reader.lenient = is_lenient();
        let (games, problems) = self.reader.read(text);
        loading.problems.extend(lines(path, &problems));
        for game in games {
            if ini::known::names().any(|name| name == game.name) {
                let text = format!("`{}` is a game of the program; the section is skipped", game.name);
                loading.notes.extend(lines(path, &[Problem::new(game.line, text)]));
                continue;
            }
            loading.notes.extend(lines(path, &game.warnings));
            let name = game.name.clone();
            match self.game(game, &file) {
                Ok(variant) => loading.games.push(variant),
                Err(problems) => {
                    let told = lines(path, &problems);
                    if variants::find(&name).is_err() {
                        variants::refuse(&name, &told.join("\n"));
                    }
                    loading.problems.extend(told);
                }
            }
        }
    }

    /// Adds the game of a section to the list.
    fn game(&mut self, game: ini::Game, file: &Path) -> Result<&'static Variant, Vec<Problem>> {
        let (line, name) = (game.line, game.name.clone());
        let refused = |text: String| vec![Problem::new(line, text)];
        check_name(&name).map_err(refused)?;
        if let Some(other) = self.origins.get(&name).filter(|other| *other != file) {
            return Err(refused(format!("there is a game called `{name}` already, in {}", other.display())));
        }
        let row = Variant { pictures: pictures(file, &name), ..ini::variant_of(game)? };
        let variant = variants::replace(row).map_err(refused)?;
        self.origins.insert(name, file.to_owned());
        Ok(variant)
    }
}

/// The folder beside a file with pictures of a game's pieces: `FILE/NAME`, or `FILE`, both without `.ini`.
fn pictures(file: &Path, name: &str) -> Option<&'static Path> {
    let folder = file.with_extension("");
    let found = [folder.join(name), folder].into_iter().find(|folder| folder.is_dir())?;
    Some(Box::leak(found.into_boxed_path()))
}

/// Refuses names that a protocol, a command line or the name of a file cannot hold.
fn check_name(name: &str) -> Result<(), String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_+.".contains(letter);
    let begins = |letter: char| letter.is_ascii_alphanumeric();
    match name.starts_with(begins) && name.chars().all(is_plain) {
        true => Ok(()),
        false => Err(format!("`{name}` cannot be the name of a game: it is made of letters, digits and `-_+.`")),
    }
}

//! Files of games in the language of `variants.ini`: which files are read, and where their pictures, networks and puzzles are.

use crate::game::Variant;
use crate::network_file;
use crate::position::piece_kind::PieceKind;
use crate::variants;
use crate::variants::ini::known;
use crate::variants::ini::library::{Beside, Library, NothingBeside};
pub use crate::variants::ini::library::{Loading, lines};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The environment variable that names files, joined as in `PATH`.
pub const ENVIRONMENT: &str = "JAILBIRD_VARIANTS";

/// Whether keys that are not known are skipped with a warning.
static LENIENT: AtomicBool = AtomicBool::new(false);

/// What has been read so far.
static LIBRARY: Mutex<Option<Known>> = Mutex::new(None);

/// The files that have been read.
#[derive(Default)]
struct Known {
    library: Library,
    /// The files in the order in which they were first read.
    files: Vec<&'static Path>,
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
    let text = match read(path) {
        Ok(text) => text,
        Err(problem) => return Loading { problems: vec![problem], ..Loading::default() },
    };
    let file = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    with_known(|known| {
        let file = known.files.iter().copied().find(|known| **known == file).unwrap_or_else(|| {
            let file: &'static Path = Box::leak(file.into_boxed_path());
            known.files.push(file);
            file
        });
        known.library.add(file, path, &text, is_lenient(), &InFolder(file))
    })
}

/// Adds games of a text that inherit from a game to the list, as if a file called `name` had them. Unknown keys are errors.
pub fn load_derived(parent: &Variant, name: &'static str, text: &str) -> Loading {
    let file = Path::new(name);
    let add = |library: &mut Library| library.add(file, file, text, false, &NothingBeside);
    // A file may have a section of its own with the name of a game of the program, which is not played.
    if parent.file.is_none() { add(&mut Library::default()) } else { with_known(|known| add(&mut known.library)) }
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

/// Reads what every command knows: the files of the environment, and the files and networks of the user's folder. What is wrong is
/// only a warning.
pub fn load_users_own() -> Loading {
    let mut all = load_list(&std::env::var(ENVIRONMENT).unwrap_or_default());
    all.problems.extend(users_files("net").iter().filter_map(|path| load_network(path).err()));
    for path in users_files("ini") {
        let loading = load(&path);
        all.problems.extend(loading.problems);
    }
    all.notes.clear();
    all
}

/// Takes a network for the well-known game whose name its file has. Others belong to games of files beside them.
fn load_network(path: &Path) -> Result<(), String> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    if variants::coded().iter().any(|variant| variant.is_called(&name)) {
        let text = format!("{name} has a network in the program; the option `EvalFile` plays with another one");
        return Err(format!("{}: left out: {text}", path.display()));
    }
    if !variants::is_of_program(&name) {
        return Ok(());
    }
    known::bring_network(&name, network_file::bytes(path)?);
    let problem = variants::find_plainly(&name)?.network_error();
    problem.map_or(Ok(()), |problem| Err(format!("{}: left out: {problem}", path.display())))
}

/// The value of [`ENVIRONMENT`] with which another process of the program knows the same games.
pub fn environment() -> Option<OsString> {
    let files = with_known(|known| known.files.clone());
    if files.is_empty() { None } else { std::env::join_paths(files).ok() }
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

/// The files of the user's folder with an ending, in the order of their names.
fn users_files(ending: &str) -> Vec<PathBuf> {
    let entries = users_folder().and_then(|folder| std::fs::read_dir(folder).ok());
    let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == ending)).collect();
    files.sort();
    files
}

fn with_known<T>(what: impl FnOnce(&mut Known) -> T) -> T {
    let mut known: MutexGuard<'_, Option<Known>> = LIBRARY.lock().unwrap_or_else(PoisonError::into_inner);
    what(known.get_or_insert_with(Known::default))
}

/// What lies in the folder of a file of games.
pub struct InFolder(pub &'static Path);

impl Beside for InFolder {
    fn pictures(&self, game: &str, kinds: &[PieceKind]) -> &'static [&'static str] {
        pictures(self.0, game, kinds)
    }

    fn network(&self, game: &str) -> Result<Option<Vec<u8>>, String> {
        let path = network_of(self.0, game);
        if path.is_file() { network_file::bytes(&path).map(Some) } else { Ok(None) }
    }

    fn puzzles(&self, game: &str) -> Result<Option<String>, String> {
        read_if_there(&self.0.with_file_name(format!("{game}.epd")))
    }
}

/// The text of a file, if there is one.
fn read_if_there(path: &Path) -> Result<Option<String>, String> {
    if path.is_file() { read(path).map(Some) } else { Ok(None) }
}

/// Where the network of a game lies: `NAME.net` beside the file.
pub fn network_of(file: &Path, name: &str) -> PathBuf {
    file.with_file_name(format!("{name}.net"))
}

/// The folder beside a file with pictures of a game's pieces: `FILE/NAME`, or `FILE`, both without `.ini`.
pub fn pictures_of(file: &Path, name: &str) -> Option<PathBuf> {
    let folder = file.with_extension("");
    [folder.join(name), folder].into_iter().find(|folder| folder.is_dir())
}

/// The names of the pictures of a game's pieces: files in its folder, none that leads out of it.
pub fn pictures(file: &Path, name: &str, kinds: &[PieceKind]) -> &'static [&'static str] {
    let Some(folder) = pictures_of(file, name) else { return &[] };
    let is_inside = |name: &str| {
        let path = folder.join(name).canonicalize().ok();
        path.is_some_and(|path| path.is_file() && path.parent() == folder.canonicalize().ok().as_deref())
    };
    let letters = kinds.iter().map(|kind| kind.letter.to_ascii_uppercase());
    let names =
        letters.flat_map(|letter| [format!("w{letter}.svg"), format!("b{letter}.svg"), format!("{letter}.svg")]);
    names.filter(|name| is_inside(name)).map(|name| &*name.leak()).collect::<Vec<_>>().leak()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::piece_kind::FIDE;

    #[test]
    fn pictures_are_those_of_kinds_in_the_folder() {
        let folder = std::env::temp_dir().join(format!("jailbird-pictures-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("games")).unwrap();
        for name in ["games/wN.svg", "games/N.svg", "games/bX.svg", "games/secret.svg", "wQ.svg"] {
            std::fs::write(folder.join(name), "<svg/>").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.join("wQ.svg"), folder.join("games/wQ.svg")).unwrap();
        let file = folder.join("games.ini");
        assert_eq!(pictures(&file, "any", FIDE), ["wN.svg", "N.svg"]);
        assert_eq!(pictures(&folder.join("other.ini"), "any", FIDE), [""; 0]);
        std::fs::remove_dir_all(folder).unwrap();
    }
}

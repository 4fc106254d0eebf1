//! An engine as configured on the command line.

use super::key_value::{self, KeyValues};
use super::time_control::EngineLimits;
use crate::game::Variant;
use crate::variants;
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineProtocol {
    #[default]
    Uci,
    Cecp,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineConfig {
    /// The name in tables and records.
    pub name: String,
    pub program: PathBuf,
    pub arguments: Vec<String>,
    /// The directory in which it runs; the current one if `None`.
    pub directory: Option<PathBuf>,
    pub protocol: EngineProtocol,
    pub options: Vec<(String, String)>,
    pub limit: EngineLimits,
    /// Start the program again for every game.
    pub restart: bool,
}

const KEYS: &str = "cmd, name, proto, args, dir, restart, option.NAME, tc, st, nodes, depth, timemargin";

impl EngineConfig {
    /// Reads the words for all engines (`each`), then the engine's own, which take precedence. Without `cmd` the engine
    /// is this program.
    pub fn read(each: &KeyValues, own: &KeyValues, limit: EngineLimits) -> Result<EngineConfig, String> {
        let program = std::env::current_exe().map_err(|error| format!("cannot find this program's path: {error}"))?;
        let mut engine = EngineConfig { program, limit, ..EngineConfig::default() };
        for word in each.iter().chain(own) {
            engine.set(word)?;
        }
        engine.find_in_directory();
        if engine.name.is_empty() {
            engine.name = stem(&engine.program);
        }
        if engine.limit.is_bounded() {
            Ok(engine)
        } else {
            Err(format!("nothing limits `{}`: give tc, st, nodes or depth", engine.name))
        }
    }

    fn set(&mut self, word: &str) -> Result<(), String> {
        let (key, text) = key_value::split(word)?;
        if self.limit.set(key, text)? {
            return Ok(());
        }
        match (key, text) {
            ("cmd", _) => self.program = program(text),
            ("name", _) if text.trim().is_empty() => return Err("`name=`: the name is empty".into()),
            ("name", _) => self.name = text.trim().to_owned(),
            ("proto", "uci") => self.protocol = EngineProtocol::Uci,
            ("proto", "cecp" | "xboard") => self.protocol = EngineProtocol::Cecp,
            ("proto", _) => return Err(format!("`proto={text}`: the protocols are uci and cecp")),
            ("arg", _) => self.arguments.push(text.to_owned()),
            ("args", _) => self.arguments.extend(text.split_whitespace().map(str::to_owned)),
            ("dir", _) => self.directory = Some(text.into()),
            ("restart", "on") => self.restart = true,
            ("restart", "off" | "auto") => self.restart = false,
            ("restart", _) => self.restart = key_value::parse_value("restart", text)?,
            _ => {
                let name = key.strip_prefix("option.").ok_or_else(|| key_value::unknown_key(key, KEYS))?;
                self.set_option(name, text);
            }
        }
        Ok(())
    }

    /// A relative path that leads nowhere from the current directory starts at `dir`.
    fn find_in_directory(&mut self) {
        let Some(directory) = &self.directory else { return };
        if self.program.is_relative()
            && names_folder(&self.program)
            && let Some(found) = existing(&directory.join(&self.program))
        {
            self.program = found;
        }
    }

    /// Removes an option and returns its value.
    pub fn take_option(&mut self, name: &str) -> Option<String> {
        let place = self.options.iter().position(|(other, _)| other.eq_ignore_ascii_case(name))?;
        Some(self.options.remove(place).1)
    }

    /// Sets an option, replacing an earlier value.
    fn set_option(&mut self, name: &str, value: &str) {
        self.options.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        self.options.push((name.to_owned(), value.to_owned()));
    }
}

/// Removes the options `UCI_Variant` and returns the game that they name; `None` if no engine has one.
///
/// # Errors
/// Not all engines name the same game.
pub fn named_game(engines: &mut [EngineConfig]) -> Result<Option<&'static Variant>, String> {
    let mut named = Vec::new();
    for engine in engines {
        let game = engine.take_option("UCI_Variant").map(|name| variants::find(&name)).transpose()?;
        named.push((&engine.name, game));
    }
    let game_of = |game: Option<&'static Variant>| game.map_or("none", |game| game.name);
    let first = named.first().and_then(|(_, game)| *game);
    match named.iter().find(|(_, game)| game_of(*game) != game_of(first)) {
        Some((name, game)) => {
            let [first, other] = [first, *game].map(game_of);
            Err(format!("UCI_Variant must be the same for all engines: it is {first}, and {other} for `{name}`"))
        }
        None => Ok(first),
    }
}

/// Paths are relative to the current directory, if there is such a file, and otherwise to `dir`. A name without a folder is
/// searched in `PATH`.
fn program(text: &str) -> PathBuf {
    let path = Path::new(text);
    Some(path).filter(|path| names_folder(path)).and_then(existing).unwrap_or_else(|| path.into())
}

fn names_folder(path: &Path) -> bool {
    path.components().count() > 1
}

/// The absolute path of a file that exists.
fn existing(path: &Path) -> Option<PathBuf> {
    path.is_file().then(|| std::path::absolute(path).ok()).flatten()
}

fn stem(program: &Path) -> String {
    program.file_stem().map_or("engine".into(), |stem| stem.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn words(text: &str) -> KeyValues {
        text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn an_engines_own_words_take_precedence() {
        let each = words("option.Hash=16 tc=10+0.1 proto=uci timemargin=7");
        let own = words("cmd=foo name=A option.hash=32 st=1 args=-x proto=cecp restart=on");
        let engine = EngineConfig::read(&each, &own, EngineLimits::default()).unwrap();
        assert_eq!((engine.name.as_str(), engine.protocol, engine.restart), ("A", EngineProtocol::Cecp, true));
        assert_eq!(engine.options, [("hash".to_owned(), "32".to_owned())]);
        assert_eq!(engine.limit.to_string(), "1/move");
        assert_eq!(engine.limit.margin, Duration::from_millis(7));
        assert_eq!(engine.arguments, ["-x"]);
    }

    #[test]
    fn programs_are_found_in_their_directory() {
        let program = std::env::current_exe().unwrap();
        let (directory, name) = (program.parent().unwrap(), program.file_name().unwrap().to_str().unwrap());
        let own = vec![format!("dir={}", directory.display()), format!("cmd=./{name}"), "depth=1".to_owned()];
        let engine = EngineConfig::read(&Vec::new(), &own, EngineLimits::default()).unwrap();
        assert!(engine.program.is_absolute());
        assert_eq!(engine.program.canonicalize().unwrap(), program.canonicalize().unwrap());
    }

    #[test]
    fn malformed_words_are_named() {
        for bad in ["cdm=x", "foo", "proto=usi", "tc=1x", "st=0", "name=", "restart=perhaps", "nodes=many"] {
            let error = EngineConfig::read(&words("depth=1"), &words(bad), EngineLimits::default()).unwrap_err();
            let word = bad.split_once('=').map_or(bad, |(key, value)| if value.is_empty() { key } else { value });
            assert!(error.contains(word) || error.contains("cdm"), "{bad}: {error}");
        }
        assert!(
            EngineConfig::read(&words(""), &words("cmd=x"), EngineLimits::default())
                .unwrap_err()
                .contains("nothing limits")
        );
    }
}

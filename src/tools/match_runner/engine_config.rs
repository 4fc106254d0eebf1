//! An engine as configured on the command line.

use super::key_value::{self, KeyValues};
use super::time_control::EngineLimits;
use std::path::{Path, PathBuf};

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineProtocol {
    /// The Universal Chess Interface, with `UCI_Variant`.
    #[default]
    Uci,
    /// The Chess Engine Communication Protocol (XBoard), version 2.
    Cecp,
}

/// An engine of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineConfig {
    /// The name in tables and records.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// The program's arguments.
    pub arguments: Vec<String>,
    /// The directory in which it runs; the current one if `None`.
    pub directory: Option<PathBuf>,
    /// The protocol.
    pub protocol: EngineProtocol,
    /// Names and values of options.
    pub options: Vec<(String, String)>,
    /// The limits of its searches.
    pub limit: EngineLimits,
    /// Start the program again for every game.
    pub restart: bool,
}

/// The known keys, for error messages.
const KEYS: &str = "cmd, name, proto, args, dir, restart, option.NAME, tc, st, nodes, depth, timemargin";

impl EngineConfig {
    /// Reads the words for all engines (`each`), then the engine's own, which take precedence. Without `cmd` the engine
    /// is this program.
    ///
    /// # Errors
    /// Names the word that is malformed.
    pub fn read(each: &KeyValues, own: &KeyValues, limit: EngineLimits) -> Result<EngineConfig, String> {
        let program = std::env::current_exe().map_err(|error| format!("cannot find this program's path: {error}"))?;
        let mut engine = EngineConfig { program, limit, ..EngineConfig::default() };
        for word in each.iter().chain(own) {
            engine.set(word)?;
        }
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
        match key {
            "cmd" => self.program = program(text),
            "name" if text.trim().is_empty() => return Err("`name=`: the name is empty".into()),
            "name" => self.name = text.trim().to_owned(),
            "proto" => self.protocol = protocol(text)?,
            "arg" => self.arguments.push(text.to_owned()),
            "args" => self.arguments.extend(text.split_whitespace().map(str::to_owned)),
            "dir" => self.directory = Some(text.into()),
            "restart" => self.restart = restart(text)?,
            _ => {
                let name = key.strip_prefix("option.").ok_or_else(|| key_value::unknown_key(key, KEYS))?;
                self.set_option(name, text);
            }
        }
        Ok(())
    }

    /// Sets an option, replacing an earlier value.
    fn set_option(&mut self, name: &str, value: &str) {
        self.options.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        self.options.push((name.to_owned(), value.to_owned()));
    }
}

fn protocol(text: &str) -> Result<EngineProtocol, String> {
    match text {
        "uci" => Ok(EngineProtocol::Uci),
        "cecp" | "xboard" => Ok(EngineProtocol::Cecp),
        _ => Err(format!("`proto={text}`: the protocols are uci and cecp")),
    }
}

fn restart(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" | "auto" => Ok(false),
        _ => key_value::parse_value("restart", text),
    }
}

/// Paths are relative to the current directory, not to `dir`. A name without a folder is searched in `PATH`.
fn program(text: &str) -> PathBuf {
    let path = Path::new(text);
    if path.components().count() > 1 { path.canonicalize().unwrap_or_else(|_| path.into()) } else { path.into() }
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

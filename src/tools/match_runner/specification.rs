//! What is said of an engine on the command line.

use super::clock::Limit;
use super::words::{self, Words};
use std::path::{Path, PathBuf};

/// How an engine is talked to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// The Universal Chess Interface, with `UCI_Variant`.
    #[default]
    Uci,
    /// The protocol of XBoard, version 2.
    Cecp,
}

/// An engine that takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Specification {
    /// Its name in tables and records.
    pub name: String,
    /// The program.
    pub program: PathBuf,
    /// The program's arguments.
    pub arguments: Vec<String>,
    /// The directory it runs in; the current one if none.
    pub directory: Option<PathBuf>,
    /// How it is talked to.
    pub dialect: Dialect,
    /// Options and the values they are set to.
    pub options: Vec<(String, String)>,
    /// What it may spend on its moves.
    pub limit: Limit,
    /// Started anew for every game.
    pub restart: bool,
}

/// The keys of an engine, for messages.
const KEYS: &str = "cmd, name, proto, args, dir, restart, option.NAME, tc, st, nodes, depth, timemargin";

impl Specification {
    /// An engine from the words for all engines, and its own, which go first. Without `cmd` it is this very program.
    ///
    /// # Errors
    /// Names the word that makes no sense.
    pub fn read(each: &Words, own: &Words, limit: Limit) -> Result<Specification, String> {
        let program = std::env::current_exe().map_err(|error| format!("cannot tell what this program is: {error}"))?;
        let mut engine = Specification {
            name: String::new(),
            program,
            arguments: Vec::new(),
            directory: None,
            dialect: Dialect::Uci,
            options: Vec::new(),
            limit,
            restart: false,
        };
        for word in each.iter().chain(own) {
            engine.set(word)?;
        }
        if engine.name.is_empty() {
            engine.name = stem(&engine.program);
        }
        match engine.limit.is_bounded() {
            true => Ok(engine),
            false => Err(format!("nothing limits `{}`: say tc, st, nodes or depth", engine.name)),
        }
    }

    fn set(&mut self, word: &str) -> Result<(), String> {
        let (key, text) = words::split(word)?;
        if self.limit.set(key, text)? {
            return Ok(());
        }
        match key {
            "cmd" => self.program = program(text),
            "name" if text.trim().is_empty() => return Err(format!("`{word}`: a name is wanted")),
            "name" => self.name = text.trim().to_owned(),
            "proto" => self.dialect = dialect(text)?,
            "arg" => self.arguments.push(text.to_owned()),
            "args" => self.arguments.extend(text.split_whitespace().map(str::to_owned)),
            "dir" => self.directory = Some(text.into()),
            "restart" => self.restart = text == "on" || (text != "off" && text != "auto" && words::value(key, text)?),
            _ => match key.strip_prefix("option.") {
                Some(name) => self.set_option(name, text),
                None => return Err(words::unknown(key, KEYS)),
            },
        }
        Ok(())
    }

    /// An engine's own value goes before the one for all.
    fn set_option(&mut self, name: &str, value: &str) {
        self.options.retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        self.options.push((name.to_owned(), value.to_owned()));
    }
}

fn dialect(text: &str) -> Result<Dialect, String> {
    match text {
        "uci" => Ok(Dialect::Uci),
        "cecp" | "xboard" => Ok(Dialect::Cecp),
        _ => Err(format!("`proto={text}`: there are uci and cecp")),
    }
}

/// A path is meant from where the match is started, whatever `dir` says; a bare name is looked up as a shell does.
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

    fn words(text: &str) -> Words {
        text.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn own_words_go_before_those_for_all() {
        let each = words("option.Hash=16 tc=10+0.1 proto=uci timemargin=7");
        let own = words("cmd=foo name=A option.hash=32 st=1 args=-x proto=cecp restart=on");
        let engine = Specification::read(&each, &own, Limit::default()).unwrap();
        assert_eq!((engine.name.as_str(), engine.dialect, engine.restart), ("A", Dialect::Cecp, true));
        assert_eq!(engine.options, [("hash".to_owned(), "32".to_owned())]);
        assert_eq!(engine.limit.to_string(), "1/move");
        assert_eq!(engine.limit.margin, Duration::from_millis(7));
        assert_eq!(engine.arguments, ["-x"]);
    }

    #[test]
    fn bad_words_are_named() {
        for bad in ["cdm=x", "foo", "proto=usi", "tc=1x", "st=0", "name=", "restart=perhaps", "nodes=many"] {
            let error = Specification::read(&words("depth=1"), &words(bad), Limit::default()).unwrap_err();
            let word = bad.split_once('=').map_or(bad, |(key, value)| if value.is_empty() { key } else { value });
            assert!(error.contains(word) || error.contains("cdm"), "{bad}: {error}");
        }
        assert!(
            Specification::read(&words(""), &words("cmd=x"), Limit::default()).unwrap_err().contains("nothing limits")
        );
    }
}

//! The `feature` lines of a CECP engine.

use crate::game::Variant;

/// The features that matter in a match. The defaults are the protocol's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    pub ping: bool,
    pub setboard: bool,
    /// Moves must be preceded by `usermove`.
    pub usermove: bool,
    /// `reuse=0`: a process plays one game only.
    pub single_game: bool,
    pub memory: bool,
    pub smp: bool,
    /// The engine's names of its games; `None` if it lists none.
    pub variants: Option<Vec<String>>,
    /// The names and kinds (`-spin`) of options.
    pub options: Vec<(String, String)>,
    /// Whether the engine is ready; `Some(false)` asks for more time, `None` is the state before any `done`.
    pub done: Option<bool>,
}

impl Features {
    pub fn read(&mut self, line: &str) -> Vec<String> {
        let answer = |(name, value): (String, String)| match self.set(&name, &value) {
            true => format!("accepted {name}"),
            false => format!("rejected {name}"),
        };
        pairs(line.trim_start().trim_start_matches("feature")).into_iter().map(answer).collect()
    }

    fn set(&mut self, name: &str, value: &str) -> bool {
        let on = value == "1";
        match name {
            "ping" => self.ping = on,
            "setboard" => self.setboard = on,
            "usermove" => self.usermove = on,
            "reuse" => self.single_game = !on,
            "memory" => self.memory = on,
            "smp" => self.smp = on,
            "done" => self.done = Some(on),
            "variants" => self.variants = Some(value.split(',').map(|name| name.trim().to_owned()).collect()),
            "option" => self.options.extend(option(value)),
            "myname" | "colors" | "sigint" | "sigterm" | "time" | "debug" | "analyze" | "draw" | "name" => {}
            // The match runner writes moves as coordinates.
            "san" => return !on,
            _ => return false,
        }
        true
    }

    /// The engine's name of the game.
    pub fn name_of(&self, variant: &Variant) -> Result<String, String> {
        let usual = variant.xboard.as_ref().map_or(variant.name, |xboard| xboard.name);
        let Some(listed) = &self.variants else {
            let error = || format!("it does not say that it plays `{}`", variant.name);
            return if usual == NORMAL { Ok(usual.into()) } else { Err(error()) };
        };
        let names: Vec<&str> = [usual, variant.name].into_iter().chain(variant.aliases.iter().copied()).collect();
        let own = names.iter().find_map(|name| listed.iter().find(|own| own.eq_ignore_ascii_case(name)));
        own.cloned().ok_or_else(|| format!("it does not play `{}`, only {}", variant.name, listed.join(",")))
    }

    /// The command that sets an option.
    pub fn set_option(&self, name: &str, value: &str) -> Result<String, String> {
        match name {
            "memory" if self.memory => return Ok(format!("memory {value}")),
            "cores" if self.smp => return Ok(format!("cores {value}")),
            _ => {}
        }
        let option = self.options.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        let (name, kind) = option.ok_or_else(|| format!("it has no option `{name}`"))?;
        Ok(match kind.as_str() {
            "-button" | "-save" | "-reset" => format!("option {name}"),
            _ => format!("option {name}={value}"),
        })
    }
}

/// The protocol's name of chess.
pub const NORMAL: &str = "normal";

/// Reads name and kind of `NAME -spin 1 0 2`.
fn option(value: &str) -> Option<(String, String)> {
    let (name, rest) = value.split_once(" -")?;
    let kind = rest.split_whitespace().next()?;
    Some((name.trim().to_owned(), format!("-{kind}")))
}

/// Reads `a=1 b="x y"` as names and values.
fn pairs(text: &str) -> Vec<(String, String)> {
    let mut rest = text.trim();
    let mut pairs = Vec::new();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        pairs.push((name.trim().to_owned(), value.to_owned()));
        rest = next.trim_start();
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn features_are_read_and_answered() {
        let mut features = Features::default();
        let answers = features.read("feature ping=1 san=1 variants=\"normal,zigzag\" reuse=0 egt=\"x\" done=0");
        let accepted = ["ping", "variants", "reuse", "done"].map(|name| format!("accepted {name}"));
        assert!(accepted.iter().all(|answer| answers.contains(answer)));
        assert!(answers.contains(&"rejected san".to_owned()) && answers.contains(&"rejected egt".to_owned()));
        assert_eq!((features.ping, features.single_game, features.done), (true, true, Some(false)));
        features.read("feature option=\"Clear Hash -button\" option=\"Pace -spin 1 0 9\" memory=1 done=1");
        assert_eq!(features.set_option("clear hash", "x"), Ok("option Clear Hash".into()));
        assert_eq!(features.set_option("Pace", "3"), Ok("option Pace=3".into()));
        assert_eq!(features.set_option("memory", "64"), Ok("memory 64".into()));
        assert!(features.set_option("cores", "2").unwrap_err().contains("cores"));
    }

    #[test]
    fn malformed_features_do_not_panic() {
        for line in ["feature", "feature =", "feature a", "feature a=\"", "feature ===", "feature option=x"] {
            Features::default().read(line);
        }
    }

    #[test]
    fn the_engines_name_of_a_game_is_found() {
        let variant = |name| variants::find(name).unwrap();
        let silent = Features::default();
        assert_eq!(silent.name_of(variant("chess")), Ok("normal".into()));
        assert!(silent.name_of(variant("prisonbreak")).is_err());
        let listed = Features { variants: Some(vec!["normal".into(), "zigzag".into()]), ..Features::default() };
        assert_eq!(listed.name_of(variant("zigzagmadness")), Ok("zigzag".into()));
        assert!(listed.name_of(variant("prisonbreak")).unwrap_err().contains("normal,zigzag"));
    }
}

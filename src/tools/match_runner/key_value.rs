//! Flags followed by a list of `key=value` words, as in cutechess-cli and fastchess.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

/// The words that follow one occurrence of a flag.
pub(super) type KeyValues = Vec<String>;

/// Splits a word into key and value.
pub fn split(word: &str) -> Result<(&str, &str), String> {
    word.split_once('=').ok_or_else(|| format!("`{word}` is not KEY=VALUE"))
}

/// Parses the value `text` of the key `key`.
pub(super) fn parse_value<T: FromStr>(key: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{key}={text}`: `{text}` is not a valid value"))
}

/// Parses the path of a file, which may have fastchess's `file=` before it.
pub(super) fn parse_file(text: &str) -> Result<PathBuf, Infallible> {
    Ok(text.strip_prefix("file=").unwrap_or(text).into())
}

pub(super) fn unknown_key(key: &str, known: &str) -> String {
    format!("unknown key `{key}`; the keys are {known}")
}

const LIST_FLAGS: [&str; 9] =
    ["--engine", "--each", "--openings", "--sprt", "--resign", "--draw", "--pgnout", "--report", "--output"];

/// Separates the words of a list while they are one argument for clap.
const SEPARATOR: char = '\u{1f}';

/// Brings the arguments of `jailbird match` into clap's form: cutechess-cli's `-flag` becomes `--flag`, and the words
/// of each list are joined to one argument, which `parse_list` takes apart again.
pub fn normalise(arguments: impl Iterator<Item = String>) -> Vec<String> {
    let mut ready: Vec<String> = Vec::new();
    // The number of words of the current list, if the last flag has one.
    let mut in_list = None;
    for argument in arguments {
        if argument.starts_with('-') {
            let single = !argument.starts_with("--") && argument.len() > 2;
            let flag = if single { format!("-{argument}") } else { argument };
            in_list = LIST_FLAGS.contains(&flag.as_str()).then_some(0);
            ready.push(flag);
        } else if let Some(count @ 1..) = in_list
            && let Some(list) = ready.last_mut()
        {
            list.push(SEPARATOR);
            list.push_str(&argument);
            in_list = Some(count + 1);
        } else {
            in_list = in_list.map(|count| count + 1);
            ready.push(argument);
        }
    }
    ready
}

/// Parses a list that [`normalise`] has joined.
pub(super) fn parse_list(argument: &str) -> Result<KeyValues, Infallible> {
    Ok(argument.split(SEPARATOR).filter(|word| !word.is_empty()).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_dashes_and_lists_are_normalised() {
        let rows = [
            ("-rounds 5 -repeat", "--rounds 5 --repeat"),
            ("-engine a=1 b=2 -each c=3", "--engine a=1|b=2 --each c=3"),
            ("--engine --engine a=1", "--engine --engine a=1"),
            ("--event x y", "--event x y"),
            ("-sprt elo0=0 elo1=5 alpha=0.1", "--sprt elo0=0|elo1=5|alpha=0.1"),
        ];
        for (given, expected) in rows {
            let ready = normalise(given.split(' ').map(str::to_owned)).join(" ");
            assert_eq!(ready.replace(SEPARATOR, "|"), expected);
        }
    }

    #[test]
    fn files_may_be_given_as_key_and_value() {
        assert_eq!((parse_file("file=a.pgn"), parse_file("a=b.pgn")), (Ok("a.pgn".into()), Ok("a=b.pgn".into())));
    }

    #[test]
    fn lists_are_taken_apart() {
        assert_eq!(parse_list("a=1\u{1f}b=2 3").unwrap(), ["a=1", "b=2 3"]);
        assert_eq!(parse_list("").unwrap(), KeyValues::new());
    }
}

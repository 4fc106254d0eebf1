//! Flags whose argument is a list of `key=value` words, as cutechess-cli and fastchess have them.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

/// The words behind one occurrence of a flag.
pub type Words = Vec<String>;

/// Key and value of a word.
///
/// # Errors
/// Names a word without `=`.
pub fn split(word: &str) -> Result<(&str, &str), String> {
    word.split_once('=').ok_or_else(|| format!("`{word}` is not KEY=VALUE"))
}

/// The value of a word.
///
/// # Errors
/// Names the word whose value is no `T`.
pub fn value<T: FromStr>(key: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{key}={text}`: `{text}` makes no sense there"))
}

/// The path of a file, after fastchess's `file=` if that is there.
///
/// # Errors
/// None; the signature is the parser's.
pub fn file(text: &str) -> Result<PathBuf, Infallible> {
    Ok(text.strip_prefix("file=").unwrap_or(text).into())
}

/// The complaint about a key that there is not.
pub fn unknown(key: &str, known: &str) -> String {
    format!("there is no key `{key}`; there are {known}")
}

/// Flags with lists of words.
const LISTS: [&str; 6] = ["--engine", "--each", "--openings", "--sprt", "--resign", "--draw"];

/// What holds the words of one occurrence together on their way through the parser of flags.
const JOINT: char = '\u{1f}';

/// Makes the arguments of `jailbird match` ready for the parser: cutechess-cli's `-flag` becomes `--flag`, and the words
/// behind each occurrence of a flag with a list become one argument, so that they stay together.
pub fn normalise(arguments: impl Iterator<Item = String>) -> Vec<String> {
    let mut ready: Vec<String> = Vec::new();
    let mut in_list = None;
    for argument in arguments {
        if argument.starts_with('-') {
            let single = !argument.starts_with("--") && argument.len() > 2;
            let flag = if single { format!("-{argument}") } else { argument };
            in_list = LISTS.contains(&flag.as_str()).then_some(0);
            ready.push(flag);
        } else if let Some(words @ 1..) = in_list
            && let Some(list) = ready.last_mut()
        {
            list.push(JOINT);
            list.push_str(&argument);
            in_list = Some(words + 1);
        } else {
            in_list = in_list.map(|words| words + 1);
            ready.push(argument);
        }
    }
    ready
}

/// The words of an argument that [`normalise`] has put together. Never fails; the signature is the parser's.
///
/// # Errors
/// None.
pub fn parse(argument: &str) -> Result<Words, Infallible> {
    Ok(argument.split(JOINT).filter(|word| !word.is_empty()).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_dashes_and_lists_become_what_the_parser_wants() {
        let rows = [
            ("-rounds 5 -repeat", "--rounds 5 --repeat"),
            ("-engine a=1 b=2 -each c=3", "--engine a=1|b=2 --each c=3"),
            ("--engine --engine a=1", "--engine --engine a=1"),
            ("--pgnout x y", "--pgnout x y"),
            ("-sprt elo0=0 elo1=5 alpha=0.1", "--sprt elo0=0|elo1=5|alpha=0.1"),
        ];
        for (given, wanted) in rows {
            let ready = normalise(given.split(' ').map(str::to_owned)).join(" ");
            assert_eq!(ready.replace(JOINT, "|"), wanted);
        }
    }

    #[test]
    fn files_may_be_called_so() {
        assert_eq!((file("file=a.pgn"), file("a=b.pgn")), (Ok("a.pgn".into()), Ok("a=b.pgn".into())));
    }

    #[test]
    fn lists_come_apart_again() {
        assert_eq!(parse("a=1\u{1f}b=2 3").unwrap(), ["a=1", "b=2 3"]);
        assert_eq!(parse("").unwrap(), Words::new());
    }
}

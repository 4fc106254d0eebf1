//! The file of records as configured on the command line: its path, and what the comments of moves have beyond score, depth
//! and time.

use super::key_value::{self, KeyValues};
use regex_lite::Regex;
use std::path::PathBuf;
use std::sync::Arc;

/// What is added to the comment of a move.
#[derive(Clone, Debug, Default)]
pub struct CommentFields {
    /// `n=1234`: the nodes of the search.
    pub nodes: bool,
    /// `sd=20`: the depth of its longest line.
    pub seldepth: bool,
    /// `line="…"`: each line of the engine during the search in which the expression is found.
    pub line: Option<Arc<Regex>>,
}

#[derive(Clone, Debug)]
pub struct PgnOutput {
    pub path: PathBuf,
    pub fields: CommentFields,
}

const KEYS: &str = "file, nodes, seldepth, match_line";

impl PgnOutput {
    /// Reads `FILE`, or fastchess's `file=FILE nodes=true seldepth=true match_line=EXPRESSION`. A single word with another
    /// key is a file name.
    pub fn read(list: &KeyValues) -> Result<PgnOutput, String> {
        let (mut path, mut fields) = (None, CommentFields::default());
        for word in list {
            match word.split_once('=') {
                Some(("file", file)) => path = Some(file),
                Some(("nodes", text)) => fields.nodes = key_value::parse_value("nodes", text)?,
                Some(("seldepth", text)) => fields.seldepth = key_value::parse_value("seldepth", text)?,
                Some(("match_line", text)) => fields.line = Some(Arc::new(expression(text)?)),
                _ if list.len() == 1 => path = Some(word),
                Some((key, _)) => return Err(key_value::unknown_key(key, KEYS)),
                None if path.is_none() => path = Some(word),
                None => return Err(format!("`{word}`: there is a file already")),
            }
        }
        let path = path.filter(|path| !path.is_empty()).ok_or("no file is given")?;
        Ok(PgnOutput { path: path.into(), fields })
    }
}

fn expression(text: &str) -> Result<Regex, String> {
    Regex::new(text).map_err(|error| format!("`match_line={text}`: {}", error.to_string().replace('\n', " ")))
}

impl CommentFields {
    /// Whether a line of an engine belongs into the comment.
    pub fn has_line(&self, line: &str) -> bool {
        self.line.as_ref().is_some_and(|expression| expression.is_match(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<PgnOutput, String> {
        PgnOutput::read(&words.iter().map(|&word| word.to_owned()).collect())
    }

    #[test]
    fn files_are_given_alone_or_by_key() {
        for words in [&["a.pgn"][..], &["file=a.pgn"], &["seldepth=true", "file=a.pgn"], &["a.pgn", "nodes=false"]] {
            assert_eq!(read(words).unwrap().path, PathBuf::from("a.pgn"), "{words:?}");
        }
        assert_eq!(read(&["a=b.pgn"]).unwrap().path, PathBuf::from("a=b.pgn"));
    }

    #[test]
    fn malformed_words_are_named() {
        let rows: [(&[&str], &str); 7] = [
            (&["file=a", "nps=true"], "`nps`"),
            (&["file=a", "b"], "`b`"),
            (&["a", "b"], "`b`"),
            (&["file=a", "nodes=perhaps"], "perhaps"),
            (&["file=a", "match_line=("], "match_line=("),
            (&["nodes=true"], "no file"),
            (&["file="], "no file"),
        ];
        for (words, named) in rows {
            let error = read(words).unwrap_err();
            assert!(error.contains(named) && error.lines().count() == 1, "{words:?}: {error}");
        }
    }

    #[test]
    fn lines_are_found_by_the_expression() {
        let fields = read(&["file=a", "match_line=^info string pgncomment .*"]).unwrap().fields;
        assert!(fields.has_line("info string pgncomment x") && !fields.has_line("info string x"));
        assert!(!CommentFields::default().has_line("info string pgncomment x"));
    }
}

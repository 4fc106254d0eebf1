//! Values that are wrong here and that other programs read all the same: what they take them for.

use super::betza::is_known;
use super::definition::Definition;

/// The longest value of which beginnings are tried, in bytes: more than all squares of the largest board.
const LONGEST: usize = 1200;

/// What other programs read in a value that is wrong: `false` where only `true` and `false` are right, moves without their unknown
/// letters, otherwise as much of its beginning as means something. `None` if nothing does.
pub fn forgiven(definition: &Definition, key: &str, text: &str) -> Option<String> {
    let is_right = |text: &str| definition.clone().set(key, text).is_ok();
    if is_right("true") && is_right("false") {
        return Some("false".into());
    }
    if text.len() > LONGEST {
        return None;
    }
    if let Some((letter, moves)) = text.split_once(':') {
        let moves = format!("{letter}:{}", known_moves(moves.trim()));
        if is_right(&moves) {
            return Some(moves);
        }
    }
    let cuts = text.char_indices().rev().map(|(at, _)| text.split_at(at));
    // A number is not cut within its digits.
    let is_whole = |(head, tail): &(&str, &str)| {
        let digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
        !(digit(head.chars().last()) && digit(tail.chars().next()))
    };
    let mut heads = cuts.filter(is_whole).map(|(head, _)| head.trim_end()).filter(|head| !head.is_empty());
    heads.find(|head| is_right(head)).map(str::to_owned)
}

/// The letters and digits up to the first blank that mean something, without modifiers behind the last piece.
fn known_moves(text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or("");
    let known: String = word.chars().filter(|&letter| is_known(letter) || letter.is_ascii_digit()).collect();
    known.trim_end_matches(|letter: char| letter.is_ascii_lowercase()).to_owned()
}

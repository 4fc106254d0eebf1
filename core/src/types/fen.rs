//! The parts of a FEN that all games share, and the error for an invalid one.

use super::{Color, Square};
use std::fmt;

/// The reason why a FEN was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The name of the invalid field: "placement", "side to move", …
    pub field: &'static str,
    /// A description of the error.
    pub problem: String,
    /// What the whole field should be, where that is beyond doubt.
    repaired: Option<String>,
}

impl FenError {
    /// Creates an error for a field.
    pub fn new(field: &'static str, problem: impl Into<String>) -> FenError {
        FenError { field, problem: problem.into(), repaired: None }
    }

    /// Adds what the whole field should be.
    pub fn repaired(self, field: impl Into<String>) -> FenError {
        FenError { repaired: Some(field.into()), ..self }
    }

    /// The same error of a part of the field; `join` makes the whole field of what the part should be.
    pub fn within(self, problem: String, join: impl FnOnce(String) -> String) -> FenError {
        FenError { field: self.field, problem, repaired: self.repaired.map(join) }
    }

    /// The FEN with the field as it should be, and a sentence that says so; `None` where that is not beyond doubt.
    pub fn repair(&self, fen: &str) -> Option<(String, String)> {
        let place = FIELDS.iter().position(|name| *name == self.field)?;
        let (mut fields, repaired) = (fen.split_whitespace().collect::<Vec<_>>(), self.repaired.as_deref()?);
        *fields.get_mut(place)? = repaired;
        Some((fields.join(" "), format!("{}: {}, read as `{repaired}`", self.field, self.problem)))
    }
}

/// The names of the fields that can be repaired, and of those before them, by their place in a FEN.
const FIELDS: [&str; 6] = ["placement", "side to move", "castling", "en passant", "halfmove clock", "fullmove number"];

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad FEN, {}: {}", self.field, self.problem)
    }
}

impl std::error::Error for FenError {}

/// The fields of a FEN. Fields missing at its end have defaults.
pub struct Fields<'a>(Vec<&'a str>);

impl<'a> Fields<'a> {
    /// Splits a FEN at white space. An error if placement or side to move are missing, or if there are more than `most`
    /// fields.
    pub fn split(fen: &'a str, most: usize) -> Result<Fields<'a>, FenError> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        match fields.len() {
            0 => Err(FenError::new("placement", "nothing there")),
            1 => Err(FenError::new("side to move", "missing")),
            n if n > most => Err(FenError::new("field count", format!("{n} fields, at most {most} expected"))),
            _ => Ok(Fields(fields)),
        }
    }

    /// The field at `index`, or `default` if the FEN does not have it.
    pub fn get(&self, index: usize, default: &'static str) -> &'a str {
        self.0.get(index).copied().unwrap_or(default)
    }

    /// Whether the FEN has a field at `index`.
    pub fn has(&self, index: usize) -> bool {
        index < self.0.len()
    }

    /// Reads the side to move, field 1.
    pub fn side(&self) -> Result<Color, FenError> {
        match self.get(1, "w") {
            "w" => Ok(Color::White),
            "b" => Ok(Color::Black),
            other => Err(FenError::new("side to move", format!("`{other}` is neither w nor b"))),
        }
    }

    /// Reads a field of squares such as en passant: `-`, or squares without separators on a board of `files` by
    /// `ranks`.
    pub fn squares(&self, index: usize, name: &'static str, files: u8, ranks: u8) -> Result<Vec<Square>, FenError> {
        read_squares(self.get(index, "-"), name, files, ranks)
    }
}

/// Reads `-`, or squares without separators on a board of `files` by `ranks`.
pub fn read_squares(text: &str, name: &'static str, files: u8, ranks: u8) -> Result<Vec<Square>, FenError> {
    let squares = if text == "-" { Some(Vec::new()) } else { Square::parse_all(text) };
    let on_board = squares.filter(|list| list.iter().all(|s| s.file() < files && s.rank() < ranks));
    on_board.ok_or_else(|| FenError::new(name, format!("`{text}` is not a list of squares of this board")))
}

/// Reads a number from `least` to 9999. `-` should be the least one.
pub fn number(field: &'static str, text: &str, least: u16) -> Result<u16, FenError> {
    let value = text.parse::<u16>().ok().filter(|n| (least..=9999).contains(n));
    value.ok_or_else(|| {
        let error = FenError::new(field, format!("`{text}` is not a number from {least} to 9999"));
        if text == "-" { error.repaired(least.to_string()) } else { error }
    })
}

/// Refuses a field of castling rights in a game without castling. Rights of chess, which some programs always write, should not
/// be there.
pub fn refuse_castling(text: &str) -> Result<(), FenError> {
    let error = || FenError::new("castling", format!("`{text}`: nobody castles in this game, the field is `-`"));
    match text {
        "-" => Ok(()),
        _ if text.chars().all(|letter| "KQkq".contains(letter)) => Err(error().repaired("-")),
        _ => Err(error()),
    }
}

/// Refuses en passant squares in a game where they mean nothing. If they are squares, they should not be there.
pub fn refuse_en_passant(text: &str) -> Result<(), FenError> {
    let error =
        || FenError::new("en passant", format!("`{text}`: this game has no captures en passant, the field is `-`"));
    match text {
        "-" => Ok(()),
        _ if Square::parse_all(text).is_some() => Err(error().repaired("-")),
        _ => Err(error()),
    }
}

/// One item of a placement: a piece letter or `*` on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The square.
    pub square: Square,
    /// The letter as written, or `*`.
    pub letter: char,
    /// Whether `~` follows, which marks a promoted pawn.
    pub promoted: bool,
}

/// Reads a placement of exactly `ranks` ranks of exactly `files` cells, highest rank first. Adjacent digits form one
/// number. Any letter is accepted; the game checks which ones are pieces.
pub fn read_placement(text: &str, files: u8, ranks: u8) -> Result<Vec<Placed>, FenError> {
    let unmarked = |(placed, is_marked): (Placed, bool)| match is_marked {
        true => Err(FenError::new("placement", format!("`+{}` on {} is no piece", placed.letter, placed.square))),
        false => Ok(placed),
    };
    read_marked_placement(text, files, ranks)?.into_iter().map(unmarked).collect()
}

/// The same where a letter may have `+` before it, and whether it does.
pub fn read_marked_placement(text: &str, files: u8, ranks: u8) -> Result<Vec<(Placed, bool)>, FenError> {
    let error = |problem: String| FenError::new("placement", problem);
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ranks as usize {
        return Err(error(format!("{} ranks, {ranks} expected", rows.len())));
    }
    let mut placed = Vec::new();
    for (rank, row) in (0..ranks).rev().zip(rows) {
        let width = read_rank(row, rank, files, &mut placed)
            .ok_or_else(|| error(format!("rank {} `{row}` cannot be read", rank + 1)))?;
        if width != files as usize {
            return Err(error(format!("rank {} `{row}` has {width} cells, {files} expected", rank + 1)));
        }
    }
    Ok(placed)
}

/// Reads one rank into `placed` and returns its width; `None` if it contains an invalid character or number.
fn read_rank(row: &str, rank: u8, files: u8, placed: &mut Vec<(Placed, bool)>) -> Option<usize> {
    let mut file = 0usize;
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_digit() {
            let length = rest.bytes().take_while(u8::is_ascii_digit).count();
            let run: usize = rest[..length].parse().ok().filter(|&n| n > 0 && n <= 16)?;
            file += run;
            rest = &rest[length..];
            continue;
        }
        let unmarked = rest.strip_prefix('+');
        rest = unmarked.unwrap_or(rest);
        let is_piece = |letter: &char| letter.is_ascii_alphabetic() || *letter == '*' && unmarked.is_none();
        let letter = rest.chars().next().filter(is_piece)?;
        let promoted = rest[1..].starts_with('~');
        if file < files as usize {
            let square = Square::new(file as u8, rank);
            placed.push((Placed { square, letter, promoted }, unmarked.is_some()));
        }
        file += 1;
        rest = &rest[1 + promoted as usize..];
    }
    Some(file)
}

/// Splits `placement[inside]` into both parts; the second is `None` without brackets.
pub fn split_bracket(text: &str) -> Result<(&str, Option<&str>), FenError> {
    match text.split_once('[') {
        None => Ok((text, None)),
        Some((placement, rest)) => match rest.strip_suffix(']') {
            Some(inside) => Ok((placement, Some(inside))),
            None => Err(FenError::new("placement", "`[` without `]` at the end")),
        },
    }
}

/// A placement; `symbol` returns the text of a square, which is empty for an empty square.
pub fn write_placement<S: AsRef<str>>(files: u8, ranks: u8, symbol: impl Fn(Square) -> S) -> String {
    let mut text = String::new();
    for rank in (0..ranks).rev() {
        let mut empty = 0;
        for file in 0..files {
            let symbol = symbol(Square::new(file, rank));
            if symbol.as_ref().is_empty() {
                empty += 1;
                continue;
            }
            write_run(std::mem::take(&mut empty), &mut text);
            text += symbol.as_ref();
        }
        write_run(empty, &mut text);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// Writes a number of empty squares; nothing for 0.
fn write_run(length: u8, text: &mut String) {
    if length > 0 {
        text.push_str(&length.to_string());
    }
}

/// A list of squares as a FEN field; `-` if there are none.
pub fn write_squares(squares: impl IntoIterator<Item = Square>) -> String {
    let text: String = squares.into_iter().map(|square| square.to_string()).collect();
    if text.is_empty() { "-".into() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_placements_are_refused() {
        for wrong in [
            "",
            "3",
            "3/3/3",
            "4/3",
            "k2/2",
            "k2/0",
            "3/2?",
            "3/2é",
            "~2/3",
            "99/3",
            "3/99999999999",
            "+k2/3",
            "+*2/3",
            "+3/3",
            "2+/3",
        ] {
            assert!(read_placement(wrong, 3, 2).is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_what_is_beyond_doubt_is_repaired() {
        let fen = "8/8 w KQ - - 1";
        let repaired = |error: FenError| error.repair(fen).map(|(repaired, _)| repaired);
        assert_eq!(repaired(number("halfmove clock", "-", 0).unwrap_err()), Some("8/8 w KQ - 0 1".into()));
        assert_eq!(repaired(refuse_castling("KQ").unwrap_err()), Some("8/8 w - - - 1".into()));
        assert_eq!(repaired(refuse_en_passant("e3").unwrap_err()), Some("8/8 w KQ - - 1".into()));
        for error in [number("halfmove clock", "x", 0).unwrap_err(), refuse_castling("Kx").unwrap_err()] {
            assert_eq!(error.repair(fen), None, "{error}");
        }
        assert_eq!(number("fullmove number", "-", 0).unwrap_err().repair("8/8 w"), None);
    }

    #[test]
    fn adjacent_digits_form_one_number() {
        let placed = read_placement("10kQ~/11*1", 12, 2).unwrap_err();
        assert!(placed.problem.contains("13 cells"), "{placed}");
        let placed = read_placement("10kQ~/11*", 12, 2).unwrap();
        assert_eq!(placed[1], Placed { square: Square::new(11, 1), letter: 'Q', promoted: true });
        assert_eq!(placed[2].letter, '*');
    }
}

//! The words of the movetext: moves, annotation signs, results, move numbers.

/// What a word says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A move, and the glyphs of the signs at its end.
    Move(String, Vec<u8>),
    /// Signs that stand alone.
    Glyphs(Vec<u8>),
    /// A result, and the glyphs of the signs at its end.
    Result(&'static str, Vec<u8>),
    /// A sign of the move before it that adds nothing to the move: `e.p.`, `+`.
    Remark,
    /// A move number.
    Number,
    /// Something else; a sentence says so.
    Fault(String),
}

/// Texts by which programs pass. They are moves in no game.
const NULL_MOVES: [&str; 6] = ["--", "Z0", "null", "@@@@", "0000", "<>"];

/// Whether the text of a move is a null move, with which a player passes.
pub fn is_null_move(text: &str) -> bool {
    NULL_MOVES.contains(&text)
}

/// Signs that stand alone, and their glyphs: those of the standard, and the numbers that programs use beyond it.
const SIGNS: &[(&str, u8)] = &[
    ("=", 10),
    ("+=", 14),
    ("=+", 15),
    ("~", 13),
    ("=∞", 44),
    ("N", 146),
    ("TN", 146),
    ("D", 220),
    ("∆", 140),
    ("Δ", 140),
    ("⌓", 142),
];

/// Signs that may follow a move without a blank, too: no move ends with one of them.
const ENDINGS: &[(&str, u8)] = &[
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("∞", 13),
    ("⩲", 14),
    ("+/=", 14),
    ("⩱", 15),
    ("=/+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
    ("⨀", 22),
    ("○", 26),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("⊕", 138),
];

/// Remarks that stand alone behind a move.
const REMARKS: [&str; 7] = ["+", "++", "#", "ch", "ch.", "ep", "e.p."];

/// What a word says.
pub(super) fn read(word: &str) -> Word {
    if let Some(number) = word.strip_prefix('$') {
        return glyph(number);
    }
    let plain = with_hyphens(word);
    // `=∞` stands alone, though it ends like a sign behind a move.
    let (bare, glyphs) = if lone_sign(&plain).is_some() { (&plain[..], Vec::new()) } else { without_signs(&plain) };
    let text = without_number(bare);
    let behind = |first: u8| [vec![first], glyphs.clone()].concat();
    match (result_of(text), lone_sign(text)) {
        (Some(result), _) => Word::Result(result, glyphs),
        (_, Some(sign)) => Word::Glyphs(behind(sign)),
        _ if REMARKS.contains(&text) && glyphs.is_empty() => Word::Remark,
        _ if (text.is_empty() || REMARKS.contains(&text)) && !glyphs.is_empty() => Word::Glyphs(glyphs),
        _ if text.is_empty() => Word::Number,
        _ if is_null_move(text) || text.contains(char::is_alphanumeric) && !text.contains('"') => {
            Word::Move(castling(text), glyphs)
        }
        _ => Word::Fault(format!("`{text}` is neither a move nor a sign")),
    }
}

/// Reads the number of `$6`.
fn glyph(number: &str) -> Word {
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    match number.parse() {
        Ok(glyph) if is_number => Word::Glyphs(vec![glyph]),
        _ => Word::Fault(format!("`${number}` is no glyph: they are $0 to $255")),
    }
}

/// The word with a hyphen for every kind of dash, as in `O–O` and `1–0`.
fn with_hyphens(word: &str) -> String {
    let is_dash = |c: char| ('\u{2010}'..='\u{2015}').contains(&c) || c == '\u{2212}';
    word.replace(is_dash, "-")
}

fn castling(text: &str) -> String {
    match text {
        "o-o" => "O-O".into(),
        "o-o-o" => "O-O-O".into(),
        _ => text.to_owned(),
    }
}

/// Removes the signs at the end of a word, and returns their glyphs in the order of the text.
fn without_signs(word: &str) -> (&str, Vec<u8>) {
    let (mut bare, mut glyphs) = (word, Vec::new());
    loop {
        let before = bare.trim_end_matches(['!', '?']);
        if before.len() < bare.len() {
            glyphs.push(praise(&bare[before.len()..]));
            bare = before;
        } else if let Some((sign, glyph)) = ENDINGS.iter().find(|(sign, _)| bare.ends_with(sign)) {
            glyphs.push(*glyph);
            bare = &bare[..bare.len() - sign.len()];
        } else if let Some(before) = without_en_passant(bare) {
            bare = before;
        } else {
            glyphs.reverse();
            return (bare, glyphs);
        }
    }
}

/// Removes `e.p.` or `ep` behind a square.
fn without_en_passant(word: &str) -> Option<&str> {
    let before = word.strip_suffix("e.p.").or_else(|| word.strip_suffix("ep"))?;
    let file = before.strip_suffix(|c: char| c.is_ascii_digit())?;
    file.ends_with(|c: char| c.is_ascii_lowercase()).then_some(before)
}

/// The glyph of a row of `!` and `?`. A longer row than the standard has means the same as the longest one.
fn praise(signs: &str) -> u8 {
    match (signs, signs.contains('!'), signs.contains('?')) {
        ("!", ..) => 1,
        ("?", ..) => 2,
        (_, true, false) => 3,
        (_, false, _) => 4,
        _ if signs.starts_with('!') => 5,
        _ => 6,
    }
}

fn lone_sign(text: &str) -> Option<u8> {
    SIGNS.iter().find(|(sign, _)| *sign == text).map(|(_, glyph)| *glyph)
}

fn result_of(word: &str) -> Option<&'static str> {
    match word {
        "1/2" | "½" | "½-½" => Some("1/2-1/2"),
        _ => ["1-0", "0-1", "1/2-1/2", "*"].into_iter().find(|&result| result == word),
    }
}

/// Removes move numbers from the front of a word: `1.e4`, `1...e5`, `1.`, `1`, `...`, `1…e5`. Digits without a dot belong
/// to the move, unless the word has nothing else.
fn without_number(mut word: &str) -> &str {
    const DOTS: [char; 2] = ['.', '…'];
    loop {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_number = rest.is_empty() || rest.starts_with(DOTS);
        if word.is_empty() || !is_number || is_null_move(word) {
            return word;
        }
        word = rest.trim_start_matches(DOTS);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn a_move(text: &str, glyphs: &[u8]) -> Word {
        Word::Move(text.into(), glyphs.into())
    }

    #[test]
    fn words_are_told_apart() {
        let glyphs = |glyphs: &[u8]| Word::Glyphs(glyphs.into());
        let rows = [
            ("e4", a_move("e4", &[])),
            ("1.e4!", a_move("e4", &[1])),
            ("1…e5", a_move("e5", &[])),
            ("e4!?±", a_move("e4", &[5, 16])),
            ("Qh5+-", a_move("Qh5", &[18])),
            ("Qxf7#!!!", a_move("Qxf7#", &[3])),
            ("e4???", a_move("e4", &[4])),
            ("e4⁉", a_move("e4", &[5])),
            ("exd6e.p.", a_move("exd6", &[])),
            ("exd6ep!", a_move("exd6", &[1])),
            ("O–O", a_move("O-O", &[])),
            ("0–0–0+", a_move("0-0-0+", &[])),
            ("o-o", a_move("O-O", &[])),
            ("e2–e4", a_move("e2-e4", &[])),
            ("=q,e7e5", a_move("=q,e7e5", &[])),
            ("12e4f6,f6e4", a_move("12e4f6,f6e4", &[])),
            ("e8=N", a_move("e8=N", &[])),
            ("--", a_move("--", &[])),
            ("3.––", a_move("--", &[])),
            ("0000", a_move("0000", &[])),
            ("1.0000", a_move("0000", &[])),
            ("Z0", a_move("Z0", &[])),
            ("=", glyphs(&[10])),
            ("=∞", glyphs(&[44])),
            ("±", glyphs(&[16])),
            ("+−", glyphs(&[18])),
            ("−+", glyphs(&[19])),
            ("-/+", glyphs(&[17])),
            ("!□", glyphs(&[1, 7])),
            ("N", glyphs(&[146])),
            ("N!", glyphs(&[146, 1])),
            ("$14", glyphs(&[14])),
            ("8.?!", glyphs(&[6])),
            ("1-0", Word::Result("1-0", vec![])),
            ("0–1", Word::Result("0-1", vec![])),
            ("½–½", Word::Result("1/2-1/2", vec![])),
            ("*!", Word::Result("*", vec![1])),
            ("e.p.", Word::Remark),
            ("+", Word::Remark),
            ("12", Word::Number),
            ("12...", Word::Number),
            ("...", Word::Number),
        ];
        for (text, expected) in rows {
            assert_eq!(read(text), expected, "{text}");
        }
        for wrong in ["$", "$300", "$+5", "$x", "\"]", "x\"]", "==", "?-", "/"] {
            assert!(matches!(read(wrong), Word::Fault(_)), "{wrong}: {:?}", read(wrong));
        }
    }
}

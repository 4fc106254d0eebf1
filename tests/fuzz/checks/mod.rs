//! What must be true whatever bytes come in: one function a kind of input, which panics where it is not.
//!
//! The fuzzer calls them with bytes that it makes up (`targets/`), the tests with those that once found something
//! (`regressions/`, a folder a function).

pub mod cecp;
pub mod conversation;
pub mod epd;
pub mod fen;
pub mod games;
pub mod pgn;
pub mod uci;
pub mod weights;

use jailbird::game::Variant;
use jailbird::variants::VARIANTS;

/// A check of some bytes.
pub type Check = fn(&[u8]);

/// All checks and the names of their targets.
pub const ALL: [(&str, Check); 7] = [
    ("cecp", cecp::check),
    ("epd", epd::check),
    ("fen", fen::check),
    ("games", games::check),
    ("pgn", pgn::check),
    ("uci", uci::check),
    ("weights", weights::check),
];

/// A game, chosen by the first byte (`a` is the first of the list), and the text behind it.
fn variant_and_text(bytes: &[u8]) -> Option<(&'static Variant, &str)> {
    let (first, rest) = bytes.split_first()?;
    let variant = &VARIANTS[usize::from(first.wrapping_sub(b'a')) % VARIANTS.len()];
    Some((variant, std::str::from_utf8(rest).ok()?))
}

/// An error names a line, and the text has such a line.
fn names_a_line(error: &str, text: &str) {
    let digits: String = match error.split_once("line ") {
        Some((_, rest)) => rest.chars().take_while(char::is_ascii_digit).collect(),
        None => panic!("no line is named: {error}"),
    };
    let line: usize = digits.parse().unwrap_or(0);
    let lines = text.matches('\n').count() + 1;
    assert!((1..=lines).contains(&line), "line {line} of {lines}: {error}");
    assert_eq!(error.lines().count(), 1, "more than one line: {error}");
}

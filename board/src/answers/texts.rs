//! The texts that come with the games: pages of rules and puzzles. A program that plays only some games brings those of these.

use std::sync::OnceLock;

/// Names and contents of files.
pub type Files = &'static [(&'static str, &'static [u8])];

/// The texts of a program.
#[derive(Clone, Copy, Debug, Default)]
pub struct Texts {
    /// Pages of rules, `NAME.md`.
    pub rules: Files,
    /// Puzzles, `GAME.epd`.
    pub puzzles: Files,
}

/// Those of all games.
#[cfg(feature = "texts")]
static BUILT_IN: Texts = Texts {
    rules: &include!(concat!(env!("OUT_DIR"), "/rules.rs")),
    puzzles: &include!(concat!(env!("OUT_DIR"), "/puzzles.rs")),
};
#[cfg(not(feature = "texts"))]
static BUILT_IN: Texts = Texts { rules: &[], puzzles: &[] };

/// Those that were chosen instead.
static CHOSEN: OnceLock<Texts> = OnceLock::new();

/// The names of the pictures of pieces and marks.
static PICTURES: &[&str] = &include!(concat!(env!("OUT_DIR"), "/pictures.rs"));

/// Makes these the texts, once and before anything is asked.
pub fn choose(texts: Texts) {
    let _ = CHOSEN.set(texts);
}

/// The texts.
pub fn texts() -> &'static Texts {
    CHOSEN.get().unwrap_or(&BUILT_IN)
}

/// Whether the page has a picture with this name.
pub(super) fn has_picture(name: &str) -> bool {
    PICTURES.iter().any(|file| file.strip_suffix(".svg") == Some(name))
}

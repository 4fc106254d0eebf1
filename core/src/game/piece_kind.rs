//! What people and GUIs need to know of a game's pieces: name, letter, picture, moves.

use crate::table;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceKind {
    /// Its letter in FENs and moves, upper case.
    pub letter: char,
    /// Its name for people.
    pub name: &'static str,
    /// How XBoard draws it.
    pub icon: XBoardIcon,
    /// Its moves in Betza's language as XBoard reads it, as far as that can say them; [`UNSAID`] if it cannot.
    /// XBoard uses them for its notation only: which moves are legal the engine tells it.
    pub betza: &'static str,
}

impl PieceKind {
    /// The name of its picture: its own name in lower case with hyphens; a Standard Pawn looks as every pawn.
    pub fn picture(&self) -> String {
        let name = self.name.to_lowercase().replace(' ', "-");
        if name == "standard-pawn" { "pawn".into() } else { name }
    }
}

/// Moves that Betza's language cannot say: XBoard then writes them from square to square.
pub const UNSAID: &str = "-";

/// The pictures that XBoard has, in the order of its piece table. Left out at the end are those that no game here
/// uses; `Lance` and `Lion` come with rules of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum XBoardIcon {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    Ferz,
    Elephant,
    CrossedSwords,
    Star,
    Turban,
    Bell,
    Cannon,
    Nightrider,
    Mitre,
    Castle,
    SmallQueen,
    Silver,
    Hawk,
    Lance,
    Cobra,
    Unicorn,
    Lion,
    Sword,
    Zebra,
    Camel,
    Tower,
    Wolf,
    Hat,
    Duck,
    Spearhead,
    Dragon,
    Gnu,
    Cub,
    Shield,
    WingedHorse,
    Wizard,
    Helmet,
    RoundHelmet,
    HornedHelmet,
    Flag,
    Axe,
    Dolphin,
    Leopard,
    /// Always the last of the table, whatever is left out before it.
    King,
}

impl XBoardIcon {
    /// What it shows: `winged horse`.
    pub fn words(self) -> String {
        let name = format!("{self:?}");
        let mut words = String::new();
        for letter in name.chars() {
            if letter.is_uppercase() && !words.is_empty() {
                words.push(' ');
            }
            words.push(letter.to_ascii_lowercase());
        }
        words
    }
}

/// The upper-case half of XBoard's piece table: a letter or `.` for every picture.
pub fn piece_table(kinds: &[PieceKind]) -> String {
    let letter_at = |place: usize| kinds.iter().find(|kind| kind.icon as usize == place).map_or('.', |k| k.letter);
    let others = kinds.iter().map(|kind| kind.icon).filter(|&picture| picture != XBoardIcon::King);
    let used = others.max().map_or(0, |last| last as usize + 1);
    (0..used).chain([XBoardIcon::King as usize]).map(letter_at).collect()
}

/// The names of the pieces of FIDE chess, in the order of [`FIDE`].
pub const FIDE_NAMES: [&str; 6] = ["Pawn", "Knight", "Bishop", "Rook", "Queen", "King"];

/// The pieces of FIDE chess.
pub const FIDE: &[PieceKind] = &lettered_as_fide(FIDE_NAMES, ["fmWfceFifmnD", "N", "B", "R", "Q", "KisO2"]);

/// Six pieces with the letters and icons of FIDE chess, and names and moves of their own.
pub const fn lettered_as_fide(names: [&'static str; 6], betza: [&'static str; 6]) -> [PieceKind; 6] {
    use XBoardIcon::{Bishop, King, Knight, Pawn, Queen, Rook};
    let letters = ['P', 'N', 'B', 'R', 'Q', 'K'];
    let icons = [Pawn, Knight, Bishop, Rook, Queen, King];
    table!(6, |i| PieceKind { letter: letters[i], name: names[i], icon: icons[i], betza: betza[i] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_a_place_for_every_picture_up_to_the_last() {
        assert_eq!(piece_table(FIDE), "PNBRQK");
        let kind = |letter, icon| PieceKind { letter, name: "", icon, betza: "" };
        assert_eq!(XBoardIcon::WingedHorse.words(), "winged horse");
        assert_eq!(piece_table(&[kind('A', XBoardIcon::Bishop), kind('B', XBoardIcon::Pawn)]), "B.A.");
    }
}

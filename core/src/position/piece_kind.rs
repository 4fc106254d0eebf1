//! What people and GUIs need to know of a game's pieces: name, letter, role, pictures, moves.

use crate::table;

/// What a kind of piece is in its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// People name its moves by their squares alone: `e4`.
    Pawn,
    /// Any other piece.
    Officer,
    /// The game depends on it.
    Royal,
}

/// What a piece is while a FEN marks it as promoted with `+`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PromotedForm {
    /// Its name for people.
    pub name: &'static str,
    /// The name of its picture on the board in the browser.
    pub picture: &'static str,
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceKind {
    /// Its letter in FENs and moves, upper case.
    pub letter: char,
    /// Its name for people.
    pub name: &'static str,
    /// What it is in its game.
    pub role: Role,
    /// What it looks like in XBoard: one of XBoard's own pictures.
    pub icon: &'static str,
    /// The name of its picture on the board in the browser, if that is not its own name.
    pub picture: Option<&'static str>,
    /// What it is with a `+`, in games whose pieces keep their letters when they are promoted.
    pub promoted: Option<PromotedForm>,
    /// Its moves in Betza's language as XBoard reads it, as far as that can say them; [`UNSAID`] if it cannot.
    /// XBoard uses them for its notation only: which moves are legal the engine tells it.
    pub betza: &'static str,
}

impl PieceKind {
    /// A kind of piece whose picture has its own name.
    pub const fn new(
        role: Role,
        letter: char,
        name: &'static str,
        icon: &'static str,
        betza: &'static str,
    ) -> PieceKind {
        PieceKind { letter, name, role, icon, picture: None, promoted: None, betza }
    }

    /// The name of its picture on the board in the browser, usually its own name in lower case with hyphens.
    pub fn picture(&self) -> String {
        self.picture.map_or_else(|| picture_named(self.name), str::to_owned)
    }

    /// Its name on the board, where a piece may be marked as promoted.
    pub fn name_of(&self, is_promoted: bool) -> &'static str {
        self.promoted.filter(|_| is_promoted).map_or(self.name, |form| form.name)
    }

    /// The kind with a letter of either case.
    pub fn of(kinds: &[PieceKind], letter: char) -> Option<&PieceKind> {
        kinds.iter().find(|kind| kind.letter == letter.to_ascii_uppercase())
    }
}

/// The name of the picture of pieces that are called so.
pub fn picture_named(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}

/// Moves that Betza's language cannot say: XBoard then writes them from square to square.
pub const UNSAID: &str = "-";

/// The names of the pieces of FIDE chess, in the order of [`FIDE`].
pub const FIDE_NAMES: [&str; 6] = ["Pawn", "Knight", "Bishop", "Rook", "Queen", "King"];

/// The pieces of FIDE chess.
pub const FIDE: &[PieceKind] = &lettered_as_fide(FIDE_NAMES, ["fmWfceFifmnD", "N", "B", "R", "Q", "KisO2"]);

/// Six pieces with the letters, roles and icons of FIDE chess, and names and moves of their own.
pub const fn lettered_as_fide(names: [&'static str; 6], betza: [&'static str; 6]) -> [PieceKind; 6] {
    use Role::{Officer, Pawn, Royal};
    let letters = ['P', 'N', 'B', 'R', 'Q', 'K'];
    let roles = [Pawn, Officer, Officer, Officer, Officer, Royal];
    let icons = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    table!(6, |i| PieceKind::new(roles[i], letters[i], names[i], icons[i], betza[i]))
}

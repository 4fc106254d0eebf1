//! What pieces are called: as their file says in a comment, or as pieces with their moves usually are.

use super::betza::Moves;
use super::definition::Definition;
use super::pieces::{FIRST_CUSTOM, KING, PIECES};
use crate::variants::general::rules::{Form, Hop, Pattern};
use std::collections::BTreeMap;

/// Names of pieces by their moves, beside those of the named pieces.
const KNOWN: &[(&str, &str)] = &[
    ("Pawn", "fmWfcFifmnD"),
    ("Pawn", "fmWfcFifmW2"),
    ("Berolina Pawn", "fmFfcW"),
    ("Berolina Pawn", "fmFfcWifmnA"),
    ("Berolina Pawn", "fmFfcWifmF2"),
    ("Mann", "K"),
    ("Nightrider", "NN"),
    ("Grasshopper", "gQ"),
    ("Dabbaba", "D"),
    ("Camel", "C"),
    ("Zebra", "Z"),
    ("Giraffe", "(1,4)"),
    ("Griffon", "[F-R]"),
    ("Griffon", "[F?R]"),
    ("Wildebeest", "NC"),
    ("Bison", "CZ"),
    ("Buffalo", "NCZ"),
    ("Squirrel", "NDA"),
    ("Alibaba", "DA"),
    ("Champion", "WDA"),
    ("Wizard", "FC"),
    ("Kirin", "FD"),
    ("Phoenix", "WA"),
    ("Copper General", "fFvW"),
    ("Drunk Elephant", "FfsW"),
    ("Ferocious Leopard", "FvW"),
    ("Blind Tiger", "FbsW"),
    ("Go-Between", "vW"),
    ("Reverse Chariot", "vR"),
    ("Side Mover", "WsR"),
    ("Vertical Mover", "WvR"),
    ("Hunter", "fRbB"),
    ("Falcon", "fBbR"),
];

/// Pieces of which others are made that have no name of their own.
const PARTS: &[(&str, &str)] = &[
    ("R", "Rook"),
    ("B", "Bishop"),
    ("Q", "Queen"),
    ("NN", "Nightrider"),
    ("K", "Mann"),
    ("W", "Wazir"),
    ("F", "Ferz"),
    ("D", "Dabbaba"),
    ("N", "Knight"),
    ("A", "Alfil"),
    ("H", "Threeleaper"),
    ("C", "Camel"),
    ("L", "Camel"),
    ("Z", "Zebra"),
    ("J", "Zebra"),
    ("G", "Tripper"),
];

/// The longest moves that stand in the place of a name, in bytes.
const MOST_OF_MOVES: usize = 14;

impl Definition {
    /// Sets the name of a piece, or of what it is by promotion.
    pub fn set_name(&mut self, slot: usize, is_promoted: bool, name: &str) {
        self.names.retain(|known| (known.0, known.1) != (slot, is_promoted));
        self.names.push((slot, is_promoted, name.to_owned()));
    }

    /// What the file calls a piece; `moving` is the slot as which it moves.
    pub fn own_name(&self, slot: usize, form: Form, moving: usize) -> Option<&str> {
        let own = |slot: usize, is_promoted: bool| {
            self.names.iter().find(|known| (known.0, known.1) == (slot, is_promoted)).map(|known| known.2.as_str())
        };
        match form {
            Form::Promoted => own(slot, true).or_else(|| own(moving, false)),
            Form::Plain | Form::FromPawn => own(slot, false),
        }
    }

    /// What pieces with the moves of a slot are usually called: by a name, by the names of their parts, or by their letter and
    /// their moves.
    pub fn usual_name(&self, slot: usize) -> String {
        if let Some(piece) = PIECES.get(slot) {
            return piece.name.into();
        }
        let own = self.moves[slot - FIRST_CUSTOM].as_ref();
        let Some((betza, moves)) = own.filter(|_| slot != KING) else { return "King".into() };
        if let Some(name) = known(moves).or_else(|| parts(betza)) {
            return name;
        }
        let letter = self.letters[slot].unwrap_or('?').to_ascii_uppercase();
        let moves = if betza.len() <= MOST_OF_MOVES { betza } else { "own moves" };
        format!("{letter} ({moves})")
    }
}

/// The name of a piece with these moves.
fn known(moves: &Moves) -> Option<String> {
    let own = ways(moves);
    let named = PIECES.iter().filter(|piece| !piece.betza.is_empty()).map(|piece| (piece.name, piece.betza));
    let is_same = |betza: &str| Moves::read(betza).is_ok_and(|other| ways(&other) == own);
    named.chain(KNOWN.iter().copied()).find(|(_, betza)| is_same(betza)).map(|(name, _)| name.into())
}

/// The names of up to three pieces that a piece is made of: `Knight-Dabbaba`.
fn parts(betza: &str) -> Option<String> {
    let (mut rest, mut names) = (betza, Vec::new());
    while !rest.is_empty() {
        let is_next = |part: &&(&str, &str)| {
            let behind = rest.strip_prefix(part.0);
            behind.is_some_and(|behind| !behind.starts_with(|it: char| it.is_ascii_digit() || part.0.contains(it)))
        };
        let (letters, name) = PARTS.iter().find(is_next)?;
        names.push(*name);
        rest = &rest[letters.len()..];
    }
    ((2..=3).contains(&names.len())).then(|| names.join("-"))
}

/// The ways in which a piece goes, whatever the order in which they are said.
fn ways(moves: &Moves) -> BTreeMap<String, (bool, bool)> {
    let mut ways: BTreeMap<String, (bool, bool)> = BTreeMap::new();
    for (pattern, initial) in moves.patterns.iter().zip(&moves.initial) {
        let Pattern { steps, repeats, first_stop, hop, leaves, quiet, captures, .. } = pattern;
        let far = if *hop == Hop::None { *repeats } else { 0 };
        let may = ways.entry(format!("{steps:?} {far} {first_stop} {hop:?} {leaves:?} {initial}")).or_default();
        *may = (may.0 | quiet, may.1 | captures);
    }
    ways
}

#[cfg(test)]
mod tests {
    use crate::variants::general::rules::{Form, KindRules};
    use crate::variants::ini::Reader;

    /// Sections, and what the piece with the letter Z is called, with `+` for its promoted form.
    const NAMES: &[(&str, &str)] = &[
        ("customPiece1 = z:NR", "Chancellor"),
        ("customPiece1 = z:BN", "Archbishop"),
        ("customPiece1 = z:N", "Knight"),
        ("customPiece1 = z:FW", "Commoner"),
        ("customPiece1 = z:BR", "Queen"),
        ("customPiece1 = z:mNcN", "Knight"),
        ("customPiece1 = z:FfW", "Silver General"),
        ("customPiece1 = z:cpRmR", "Cannon"),
        ("customPiece1 = z:fcFfmW", "Pawn"),
        ("customPiece1 = z:fmWfceFifmnD", "Pawn"),
        ("customPiece1 = z:fcWfmF", "Berolina Pawn"),
        ("customPiece1 = z:CN", "Wildebeest"),
        ("customPiece1 = z:L", "Camel"),
        ("customPiece1 = z:N0", "Nightrider"),
        ("customPiece1 = z:NW", "Knight-Wazir"),
        ("customPiece1 = z:QNN", "Queen-Nightrider"),
        ("customPiece1 = z:RZ", "Rook-Zebra"),
        ("customPiece1 = z:R2N", "Z (R2N)"),
        ("customPiece1 = z:RR2", "Z (RR2)"),
        ("customPiece1 = z:fNsW", "Z (fNsW)"),
        ("customPiece1 = z:fRbrBblFfNbWsDlG", "Z (own moves)"),
        ("king = z:N", "King"),
        ("customPiece1 = z:fNsW\n# z: Lame Duck", "Lame Duck"),
        ("; Z :  Marshal's Page \nchancellor = z", "Marshal's Page"),
        ("chancellor = z\n# z: moves like a rook, or like a knight", "Chancellor"),
        ("chancellor = z\n# z: moves like a knight", "Chancellor"),
        ("chancellor = z\n# z: <b>", "Chancellor"),
        ("chancellor = z\n# zz: Marshal", "Chancellor"),
        ("chancellor = z\n# z: Marshal\n\n[b:a]\nqueen = -", "Marshal"),
        ("chancellor = z\n# z: Marshal\n\n[b:a]\n# z: Empress", "Empress"),
        ("customPiece1 = z:fNsW\n# z: Duck\n\n[b:a]\ncustomPiece1 = z:NN", "Nightrider"),
        ("chancellor = z\n\n# z: a comment above the next head\n[b:a]", "Chancellor"),
        ("chancellor = z\npromotedPieceType = z:q", "Chancellor"),
    ];

    fn name_of(text: &str, letter: char, is_promoted: bool) -> String {
        let (games, problems) = Reader::default().read(text);
        assert!(problems.is_empty(), "{text}: {problems:?}");
        let loaded =
            games.into_iter().next_back().unwrap().game.unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
        let form = if is_promoted { Form::Promoted } else { Form::Plain };
        let is_it = |kind: &&KindRules| (kind.letter, kind.form) == (letter, form);
        loaded.rules.kinds.iter().find(is_it).unwrap().name.clone()
    }

    #[test]
    fn pieces_have_the_name_of_their_file_or_that_of_their_moves() {
        for (settings, name) in NAMES {
            assert_eq!(name_of(&format!("[a:chess]\n{settings}\n"), 'Z', false), *name, "{settings}");
        }
    }

    #[test]
    fn promoted_pieces_have_names_of_their_own_or_those_of_what_they_become() {
        let rows = [
            ("promotedPieceType = z:q", "Queen"),
            ("promotedPieceType = z:q\n# q: Lady", "Lady"),
            ("promotedPieceType = z:q\n# q: Lady\n# +z: Crowned Marshal", "Crowned Marshal"),
        ];
        for (settings, name) in rows {
            assert_eq!(name_of(&format!("[a:chess]\nchancellor = z\n{settings}"), 'Z', true), name, "{settings}");
        }
    }

    /// What a piece is called is no rule: networks and records of a game stay valid when a file gives its pieces names.
    #[test]
    fn names_do_not_change_the_rules() {
        let hash = |text: &str| Reader::default().read(text).0.remove(0).game.unwrap().hash();
        let plain = hash("[a:chess]\nchancellor = c");
        assert_eq!(hash("# Title: words.\n[a:chess]\n# c: Marshal\nchancellor = c"), plain);
        assert_ne!(hash("[a:chess]\narchbishop = c"), plain);
    }
}

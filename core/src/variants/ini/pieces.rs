//! The pieces that have names in the language.

/// A named piece.
pub struct NamedPiece {
    /// The key of its letter.
    pub key: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// Its moves; empty for those that cannot be said in Betza's language.
    pub betza: &'static str,
}

const fn piece(key: &'static str, name: &'static str, betza: &'static str) -> NamedPiece {
    NamedPiece { key, name, betza }
}

/// The named pieces in the order in which hands are written from right to left; pieces of one's own come between the last but
/// one and the king.
pub const PIECES: &[NamedPiece] = &[
    piece(PAWN, "Pawn", "fmWfcF"),
    piece("knight", "Knight", "N"),
    piece("bishop", "Bishop", "B"),
    piece("rook", "Rook", "R"),
    piece("queen", "Queen", "Q"),
    piece("fers", "Ferz", "F"),
    piece("alfil", "Alfil", "A"),
    piece("fersAlfil", "Ferz-Alfil", "FA"),
    piece("silver", "Silver General", "FfW"),
    piece("aiwok", "Ai-Wok", "RNF"),
    piece("bers", "Dragon King", "RF"),
    piece("archbishop", "Archbishop", "BN"),
    piece("chancellor", "Chancellor", "RN"),
    piece("amazon", "Amazon", "QN"),
    piece("knibis", "Knibis", "mNcB"),
    piece("biskni", "Biskni", "mBcN"),
    piece("kniroo", "Kniroo", "mNcR"),
    piece("rookni", "Rookni", "mRcN"),
    piece("shogiPawn", "Shogi Pawn", "fW"),
    piece("lance", "Lance", "fR"),
    piece("shogiKnight", "Shogi Knight", "fN"),
    piece("gold", "Gold General", "WfF"),
    piece("dragonHorse", "Dragon Horse", "BW"),
    piece("clobber", "Stone", "cW"),
    piece("breakthrough", "Runner", "fmWfF"),
    piece("immobile", "Statue", ""),
    piece("cannon", "Cannon", "mRcpR"),
    piece("janggiCannon", "Janggi Cannon", "pR"),
    piece("soldier", "Soldier", "fsW"),
    piece("horse", "Horse", "nN"),
    piece("elephant", "Elephant", "nA"),
    piece("janggiElephant", "Janggi Elephant", "nZ"),
    piece("banner", "Banner", "RcpRnN"),
    piece("wazir", "Wazir", "W"),
    piece("commoner", "Commoner", "K"),
    piece("centaur", "Centaur", "KN"),
];

/// The key of the pawn of chess.
pub const PAWN: &str = "pawn";

/// The number of pieces of one's own.
pub const CUSTOM: usize = 25;

/// The first slot of a piece of one's own.
pub const FIRST_CUSTOM: usize = PIECES.len();

/// The slot of the king.
pub const KING: usize = FIRST_CUSTOM + CUSTOM;

/// The number of slots: named pieces, pieces of one's own, the king.
pub const SLOTS: usize = KING + 1;

/// The slot of a key: of a named piece, `customPiece7` or `king`.
pub fn slot(key: &str) -> Option<usize> {
    let custom = || {
        let number = key.strip_prefix("customPiece")?.parse::<usize>().ok()?;
        (1..=CUSTOM).contains(&number).then(|| FIRST_CUSTOM + number - 1)
    };
    let named = PIECES.iter().position(|piece| piece.key == key);
    named.or_else(custom).or((key == "king").then_some(KING))
}

/// The key that sets the letter of a slot.
pub fn key_of(slot: usize) -> String {
    match PIECES.get(slot) {
        Some(piece) => piece.key.into(),
        None if slot == KING => "king".into(),
        None => format!("customPiece{}", slot + 1 - FIRST_CUSTOM),
    }
}

/// The slot of a piece as it stands at the end of a key such as `mobilityRegionWhiteCustomPiece3`.
pub fn slot_of_suffix(suffix: &str) -> Option<usize> {
    let mut letters = suffix.chars();
    let first = letters.next()?;
    slot(&(first.to_ascii_lowercase().to_string() + letters.as_str()))
}

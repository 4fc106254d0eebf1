//! How XBoard shows a game: its name there, and the moves of pieces as XBoard reads Betza's language. It reads most of it as these files
//! do; where the two may differ, nothing is said, and XBoard then writes moves from square to square.

use super::definition::Definition;
use super::pieces::{FIRST_CUSTOM, KING, PAWN, PIECES, SLOTS};
use super::values::Region;
use crate::game::variant::{Setup, XBoard};
use crate::position::piece_kind::UNSAID;
use crate::types::Square;
use crate::variants::general::square_set::SquareSet;

/// Games that XBoard plays by the same rules under the same names, with the same letters.
const SAME: &[&str] = &[
    "crazyhouse",
    "shogi",
    "capablanca",
    "gothic",
    "makruk",
    "shatranj",
    "grand",
    "losers",
    "giveaway",
    "3check",
    "knightmate",
    "janus",
    "caparandom",
];

/// Names of XBoard's own games that it finds anywhere within the name of a game.
const FOUND_WITHIN: &[&str] = &[
    "normal",
    "wildcastle",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
];

/// Names of XBoard's own games that it finds where a name begins, if no letter follows.
const FOUND_IN_FRONT: &[&str] = &[
    "shogi",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "fairy",
    "cylinder",
    "falcon",
    "caparandom",
    "berolina",
    "janus",
    "super",
    "great",
    "twilight",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "xiangqi",
    "asean",
    "elven",
];

/// How XBoard shows a game, given the game of its own that behaves most like it; `held` has the letters of the kinds that can be in hand.
pub fn xboard(name: &'static str, parent: &'static str, held: &'static str) -> XBoard {
    let setup = (!SAME.contains(&name)).then_some(Setup { parent, held });
    XBoard { name: name_in_xboard(name).leak(), setup }
}

/// The name of a game in CECP. XBoard finds no game of its own in it, whose rules it would follow: there is a hyphen in what it
/// would find.
pub fn name_in_xboard(name: &str) -> String {
    let mut own = name.to_owned();
    if SAME.contains(&name) {
        return own;
    }
    while let Some(at) = found(&own.to_ascii_lowercase()) {
        own.insert(at + 1, '-');
    }
    own
}

/// Where XBoard finds the name of a game of its own.
fn found(name: &str) -> Option<usize> {
    let is_in_front = |known: &&&str| {
        let behind = name.strip_prefix(**known);
        behind.is_some_and(|behind| !behind.starts_with(|letter: char| letter.is_ascii_alphabetic()))
    };
    let within = FOUND_WITHIN.iter().find_map(|known| name.find(known));
    within.or_else(|| FOUND_IN_FRONT.iter().find(is_in_front).map(|_| 0))
}

/// By letter, the moves of the pieces of a game.
pub fn moves(definition: &Definition) -> Vec<(char, String)> {
    let of_slot = |slot: usize| Some((definition.letters[slot]?.to_ascii_uppercase(), of_slot(definition, slot)));
    (0..SLOTS).filter_map(of_slot).collect()
}

fn of_slot(definition: &Definition, slot: usize) -> String {
    let own = slot.checked_sub(FIRST_CUSTOM).and_then(|custom| definition.moves[custom].as_ref());
    let text = match (own, PIECES.get(slot)) {
        (Some((text, _)), _) => text.as_str(),
        (None, Some(piece)) if piece.key == PAWN => return pawn(definition).into(),
        (None, Some(piece)) => piece.betza,
        (None, None) => "K",
    };
    if slot == KING && text == "K" && definition.castling {
        return king(definition);
    }
    if is_common(text) { text.into() } else { UNSAID.into() }
}

/// The pawn of chess, with or without its double step.
fn pawn(definition: &Definition) -> &'static str {
    let (files, ranks) = (definition.files, definition.ranks);
    let board = SquareSet::rectangle(files, ranks);
    let rank = |rank: u8| (0..files).map(|file| Square::new(file, rank)).collect::<SquareSet>();
    let region = |region: &[Region; 2]| [region[0].squares() & board, region[1].squares() & board];
    let (double, triple) = (region(&definition.double_region), region(&definition.triple_region));
    let is_empty = |regions: [SquareSet; 2]| regions.iter().all(|region| region.is_empty());
    if !definition.double_step || is_empty(double) && is_empty(triple) {
        return "fmWfcF";
    }
    let is_second = ranks > 2 && double == [rank(1), rank(ranks - 2)];
    if is_second && is_empty(triple) { "fmWfceFifmnD" } else { UNSAID }
}

/// A king that castles by so many files to either side.
fn king(definition: &Definition) -> String {
    let placement = definition.start.split(['[', ' ']).next().unwrap_or("");
    let home = placement.split('/').rev().nth(definition.castling_rank.into()).unwrap_or("");
    let letter = definition.letters[KING].unwrap_or('k').to_ascii_uppercase();
    let file = file_of(home, letter).unwrap_or(definition.castling_king_file);
    let is_on_board = definition.castling_files.iter().all(|&to| to < definition.files);
    match definition.castling_files.map(|to| to.abs_diff(file)) {
        [short, long] if is_on_board && short == long && short > 1 => format!("KisO{short}"),
        _ => UNSAID.into(),
    }
}

/// The file of the first piece with this letter in a rank of a FEN.
fn file_of(rank: &str, letter: char) -> Option<u8> {
    let (before, _) = rank.split_once(letter)?;
    let (mut file, mut run) = (0u8, 0u8);
    for symbol in before.chars() {
        match symbol.to_digit(10) {
            Some(digit) => run = run.saturating_mul(10).saturating_add(digit as u8),
            None => {
                file = file.saturating_add(std::mem::take(&mut run)).saturating_add(u8::from(!"+~".contains(symbol)));
            }
        }
    }
    Some(file.saturating_add(run))
}

/// Whether XBoard reads a text of moves in the same way: atoms, their ranges, and modifiers whose meaning is beyond doubt.
fn is_common(text: &str) -> bool {
    let mut rest = text;
    while !rest.is_empty() {
        let modifiers = rest.bytes().take_while(u8::is_ascii_lowercase).count();
        let (own, behind) = rest.split_at(modifiers);
        let Some(atom) = behind.chars().next().filter(|atom| "WFDNAHCLZJGKRBQ".contains(*atom)) else { return false };
        let doubled = &behind[1..];
        let doubled = doubled.strip_prefix(atom).unwrap_or(doubled);
        let digits = doubled.bytes().take_while(u8::is_ascii_digit).count();
        let goes_far = behind.len() - doubled.len() > 1 || digits > 0;
        if !is_common_group(own, atom, goes_far) {
            return false;
        }
        rest = &doubled[digits..];
    }
    !text.is_empty()
}

/// The same for one atom.
fn is_common_group(modifiers: &str, atom: char, goes_far: bool) -> bool {
    let directions: String = modifiers.chars().filter(|letter| "fblrvsh".contains(*letter)).collect();
    let hops = modifiers.contains(['p', 'g']);
    let is_plain = modifiers.chars().all(|letter| "fblrvsmcpgn".contains(letter));
    let is_direction = match directions.as_str() {
        "" => true,
        "f" | "b" | "l" | "r" | "v" | "s" => !"KQ".contains(atom) || directions == "f" || directions == "b",
        "fs" | "bs" | "fb" | "lr" => "WRDH".contains(atom),
        "fl" | "fr" | "bl" | "br" => "FBAG".contains(atom),
        _ => false,
    };
    let is_far = !goes_far || "WFNDA".contains(atom) && !hops || "RBQ".contains(atom) && !hops;
    let is_lame = !modifiers.contains('n') || "NDA".contains(atom) && !goes_far;
    is_plain && is_direction && is_far && is_lame && (!hops || "RBQ".contains(atom))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    #[test]
    fn texts_that_both_read_alike_are_passed_on() {
        for text in ["N", "NN", "R4", "WfF", "mRcpR", "FfW", "gQ", "fR", "nN", "fsW", "KN", "mNcB"] {
            assert!(is_common(text), "{text}");
        }
        for text in ["", "[F-R]", "(1,4)", "mfFcfeWimfnA", "fhN", "pR3", "flN", "nZ"] {
            assert!(!is_common(text), "{text}");
        }
    }

    #[test]
    fn xboard_finds_no_game_of_its_own_in_names() {
        let rows = [
            ("shogi", "shogi"),
            ("minishogi", "minishogi"),
            ("atomic", "a-tomic"),
            ("nocheckatomic", "nochecka-tomic"),
            ("Grand-Atomic", "G-rand-A-tomic"),
            ("grandhouse", "grandhouse"),
            ("nocastle", "n-ocastle"),
            ("spartan", "s-partan"),
        ];
        for (name, own) in rows {
            assert_eq!(xboard(name, "fairy", "").name, own);
        }
    }

    #[test]
    fn kinds_of_games_from_files_have_the_moves_of_chess_where_they_move_so() {
        let rows = [
            ("crazyhouse", 'P', "fmWfceFifmnD"),
            ("crazyhouse", 'K', "KisO2"),
            ("capablanca", 'K', "KisO3"),
            ("capablanca", 'A', "BN"),
            ("shogi", 'P', "fW"),
            ("makruk", 'P', "fmWfcF"),
            ("makruk", 'S', "FfW"),
            ("horde", 'P', UNSAID),
        ];
        for (game, letter, betza) in rows {
            let kinds = variants::find(game).unwrap().kinds;
            let kind = kinds.iter().find(|kind| kind.letter == letter).unwrap();
            assert_eq!(kind.betza, betza, "{game} {letter}");
        }
    }
}

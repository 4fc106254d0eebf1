//! From a game's rules to its row in the list of games.

use crate::game::begin_by;
use crate::game::variant::{Setup, Variant, XBoard};
use crate::position::piece_kind::{PieceKind, PromotedForm, Role, UNSAID};
use crate::types::{Kind, Seat};
use crate::variants::general::rules::Form;
use crate::variants::general::{General, Loaded, SYMMETRY, guide};

/// The row of a game; `moves` are those of its letters as XBoard reads them.
pub fn variant(loaded: Loaded, start: String, moves: &[(char, String)]) -> Variant {
    let loaded: &'static Loaded = Box::leak(Box::new(loaded));
    let rules = &loaded.rules;
    let names = &loaded.names;
    let title = if names.title.is_empty() { &names.name } else { &names.title };
    let pocket = rules.hand.as_ref().map_or(0, |hand| hand.order.len() as u8);
    let start: &'static str = start.leak();
    Variant {
        name: &loaded.names.name,
        aliases: &[],
        title,
        summary: &names.summary,
        files: rules.files,
        ranks: rules.ranks,
        pocket,
        start,
        kinds: kinds(loaded, moves).leak(),
        worths: &loaded.worths,
        seats: &Seat::TWO,
        events: &[],
        features: &loaded.features,
        values: &loaded.values,
        network_game: &loaded.names.name,
        network_file: &[],
        parameters: &[],
        rules_page: &loaded.names.name,
        guide: Some(Box::leak(Box::new(move || guide(loaded, start)))),
        pictures: None,
        symmetry: SYMMETRY,
        xboard: Some(xboard(&loaded.names.name, pocket)),
        diagrams: &[],
        template: if pocket > 0 { "crazyhouse" } else { "fairy" },
        bench: "",
        bench_depth: 8,
        begin: Box::leak(Box::new(move |variant, fen: &str| begin_by::<General>(variant, loaded, fen))),
    }
}

/// Games that XBoard knows under the same names, with the same letters and moves.
const KNOWN_TO_XBOARD: &[&str] = &[
    "crazyhouse",
    "shogi",
    "capablanca",
    "gothic",
    "makruk",
    "shatranj",
    "grand",
    "losers",
    "suicide",
    "giveaway",
    "3check",
    "knightmate",
    "janus",
    "nocastle",
    "caparandom",
    "courier",
];

/// How XBoard shows a game.
fn xboard(name: &'static str, pocket: u8) -> XBoard {
    let parent = if pocket > 0 { "crazyhouse" } else { "fairy" };
    let is_known = KNOWN_TO_XBOARD.contains(&name);
    XBoard { name, setup: (!is_known).then_some(Setup { parent, hand_rows: pocket }) }
}

/// What people need to know of the kinds of piece: those that are not there by promotion only.
fn kinds(loaded: &Loaded, moves: &[(char, String)]) -> Vec<PieceKind> {
    let rules = &loaded.rules;
    let pawns = rules.promotion.pawns[0] | rules.promotion.pawns[1];
    let role = |kind: Kind| {
        let last = rules.last_royals.map_or(0, |last| last.kinds);
        if (rules.royal | last) & kind.bit() != 0 {
            Role::Royal
        } else if pawns & kind.bit() != 0 {
            Role::Pawn
        } else {
            Role::Officer
        }
    };
    let plain = rules.numbers().filter(|&kind| rules.kind(kind).form == Form::Plain);
    let mut icons = Vec::new();
    plain
        .map(|kind| {
            let (icon, picture) = pictures(&rules.kind(kind).name);
            let icon = free_icon(icon, &icons);
            icons.push(icon);
            let (name, letter) = (rules.kind(kind).name.clone().leak(), rules.kind(kind).letter);
            let betza = moves.iter().find(|known| known.0 == letter).map_or(UNSAID, |known| known.1.clone().leak());
            let row = PieceKind::new(role(kind), letter, name, icon, betza);
            PieceKind { picture, promoted: promoted(loaded, letter), ..row }
        })
        .collect()
}

/// What pieces with a letter are when a FEN marks them with `+`.
fn promoted(loaded: &Loaded, letter: char) -> Option<PromotedForm> {
    let rules = &loaded.rules;
    let is_it = |kind: &Kind| rules.kind(*kind).form == Form::Promoted && rules.kind(*kind).letter == letter;
    let name: &'static str = rules.kind(rules.numbers().find(is_it)?).name.clone().leak();
    let picture =
        pictures(name).1.unwrap_or_else(|| PieceKind::new(Role::Officer, letter, name, "", UNSAID).picture().leak());
    Some(PromotedForm { name, picture })
}

/// Pictures of XBoard's for pieces that have none of their own, or whose own is taken: those of one game differ.
const SPARE_ICONS: &[&str] = &[
    "unicorn",
    "wolf",
    "camel",
    "zebra",
    "tower",
    "hawk",
    "cobra",
    "sword",
    "hat",
    "duck",
    "dragon",
    "gnu",
    "cub",
    "shield",
    "wizard",
    "helmet",
    "flag",
    "axe",
    "dolphin",
    "leopard",
    "ferz",
    "star",
    "turban",
    "bell",
    "castle",
    "small queen",
    "nightrider",
    "crossed swords",
    "spearhead",
    "winged horse",
    "round helmet",
    "horned helmet",
];

/// An icon that no other piece has.
fn free_icon(wanted: &'static str, taken: &[&str]) -> &'static str {
    let spare = SPARE_ICONS.iter().copied();
    std::iter::once(wanted).chain(spare).find(|icon| !taken.contains(icon)).unwrap_or(wanted)
}

/// The picture of a piece in XBoard, and that on the board in the browser if it is not its name.
fn pictures(name: &str) -> (&'static str, Option<&'static str>) {
    match name {
        "Pawn" | "Shogi Pawn" | "Runner" => ("pawn", Some("pawn")),
        "Knight" | "Shogi Knight" | "Horse" => ("knight", Some("knight")),
        "Bishop" => ("bishop", Some("bishop")),
        "Rook" => ("rook", Some("rook")),
        "Queen" => ("queen", Some("queen")),
        "King" => ("king", Some("king")),
        "Commoner" | "Mann" => ("king", Some("commoner")),
        "Archbishop" => ("mitre", None),
        "Chancellor" => ("castle", None),
        "Amazon" => ("star", None),
        "Cannon" | "Janggi Cannon" => ("cannon", Some("cannon")),
        "Elephant" | "Alfil" | "Janggi Elephant" => ("elephant", Some("elephant")),
        "Lance" => ("lance", None),
        "Gold General" => ("shield", None),
        "Silver General" => ("silver", None),
        "Berolina Pawn" => ("pawn", Some("berolina-pawn")),
        _ => ("unicorn", None),
    }
}

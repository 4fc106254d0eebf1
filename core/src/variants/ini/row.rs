//! From a game's rules to its row in the list of games.

use super::xboard::xboard;
use crate::game::begin_by;
use crate::game::variant::Variant;
use crate::position::piece_kind::{PieceKind, PromotedForm, Role, UNSAID, picture_named};
use crate::types::{Kind, Seat};
use crate::variants::general::events;
use crate::variants::general::rules::{Form, KindRules, Rules};
use crate::variants::general::{General, Loaded, guide};

/// The row of a game; `moves` are those of its letters as XBoard reads them.
pub fn variant(loaded: Loaded, start: String, moves: &[(char, String)]) -> Variant {
    let loaded: &'static Loaded = Box::leak(Box::new(loaded));
    let rules = &loaded.rules;
    let names = &loaded.names;
    let title = if names.title.is_empty() { &names.name } else { &names.title };
    let start: &'static str = start.leak();
    let held = held_letters(rules, start);
    let pocket = held.chars().count() as u8;
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
        events: events::names(&loaded.events).leak(),
        features: &loaded.features,
        values: &loaded.values,
        network_game: &loaded.names.name,
        network_file: &[],
        parameters: &[],
        rules_page: &loaded.names.name,
        guide: Some(Box::leak(Box::new(move || guide(loaded, start)))),
        file: None,
        pictures: &[],
        puzzles: "",
        symmetry: loaded.symmetry,
        xboard: Some(xboard(&loaded.names.name, xboards_parent(rules, start, held), held)),
        diagrams: &[],
        template: if pocket > 0 { "crazyhouse" } else { "fairy" },
        bench: "",
        bench_depth: 8,
        begin: Box::leak(Box::new(move |variant, fen: &str| begin_by::<General>(variant, loaded, fen))),
    }
}

/// The game of XBoard's own that behaves most like a game. Where a side begins without a king, XBoard would see mates in most others.
fn xboards_parent(rules: &Rules, start: &str, held: &str) -> &'static str {
    let mut royal = rules.numbers().filter(|kind| rules.royal & kind.bit() != 0).map(|kind| rules.kind(kind).letter);
    let placement = start.split_whitespace().next().unwrap_or("");
    let both_have = |letter: char| placement.contains(letter) && placement.contains(letter.to_ascii_lowercase());
    match held.is_empty() {
        true if royal.any(both_have) => "fairy",
        true => "giveaway",
        false if rules.kinds.iter().any(|kind| kind.form == Form::Promoted) => "shogi",
        false => "crazyhouse",
    }
}

/// The letters of the kinds that can be in hand: those of the start position if they are captured into it, what pawns become if it
/// stays what it is, and what is there at the start.
fn held_letters(rules: &Rules, start: &str) -> &'static str {
    let Some(hand) = &rules.hand else { return "" };
    let placement = start.split_whitespace().next().unwrap_or("");
    let (board, in_hand) = placement.split_once('[').unwrap_or((placement, ""));
    let has = |text: &str, letter: char| text.to_ascii_uppercase().contains(letter);
    let can_be_held = |&kind: &Kind| {
        let letter = rules.kind(kind).letter;
        let promotion = &rules.promotion;
        let is_choice = (promotion.choices[0] | promotion.choices[1]) & kind.bit() != 0;
        let stays = is_choice && kind.of(&promotion.tracked).is_none();
        let is_captured = hand.takes_captures && rules.royal & kind.bit() == 0 && (has(board, letter) || stays);
        rules.kind(kind).form == Form::Plain && (is_captured || has(in_hand, letter))
    };
    rules.numbers().filter(can_be_held).map(|kind| rules.kind(kind).letter).collect::<String>().leak()
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
            let (icon, picture) = pictures(&rules.kind(kind).usual_name);
            let icon = free_icon(icon, &icons);
            icons.push(icon);
            let (name, letter) = (rules.kind(kind).name.clone().leak(), rules.kind(kind).letter);
            let betza = moves.iter().find(|known| known.0 == letter).map_or(UNSAID, |known| known.1.clone().leak());
            let row = PieceKind::new(role(kind), letter, name, icon, betza);
            PieceKind {
                picture: picture.or_else(|| usual_picture(rules.kind(kind))),
                promoted: promoted(loaded, letter),
                ..row
            }
        })
        .collect()
}

/// What pieces with a letter are when a FEN marks them with `+`.
fn promoted(loaded: &Loaded, letter: char) -> Option<PromotedForm> {
    let rules = &loaded.rules;
    let is_it = |kind: &Kind| rules.kind(*kind).form == Form::Promoted && rules.kind(*kind).letter == letter;
    let row = rules.kind(rules.numbers().find(is_it)?);
    let name: &'static str = row.name.clone().leak();
    let own = || -> &'static str { PieceKind::new(Role::Officer, letter, name, "", UNSAID).picture().leak() };
    Some(PromotedForm { name, picture: pictures(&row.usual_name).1.or_else(|| usual_picture(row)).unwrap_or_else(own) })
}

/// The picture of what pieces with these moves are usually called, for a piece that its file calls otherwise. Pieces without a
/// usual name have one by the name in the file.
fn usual_picture(kind: &KindRules) -> Option<&'static str> {
    let has_usual = kind.usual_name != kind.name && !kind.usual_name.ends_with(')');
    let usual = || PieceKind::new(Role::Officer, kind.letter, kind.usual_name.clone().leak(), "", UNSAID).picture();
    has_usual.then(|| -> &'static str { usual().leak() })
}

/// The name of the picture of a kind on the board in the browser.
pub fn picture_of(kind: &KindRules) -> String {
    let own = || {
        let has_usual = kind.usual_name != kind.name && !kind.usual_name.ends_with(')');
        picture_named(if has_usual { &kind.usual_name } else { &kind.name })
    };
    pictures(&kind.usual_name).1.map_or_else(own, str::to_owned)
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
        "Pawn" | "Shogi Pawn" => ("pawn", Some("pawn")),
        // XBoard promotes whatever looks like a pawn on the last rank.
        "Runner" => ("round helmet", Some("pawn")),
        "Soldier" => ("unicorn", Some("pawn")),
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

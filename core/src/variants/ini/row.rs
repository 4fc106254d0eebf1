//! From a game's rules to its row in the list of games.

use crate::game::begin_by;
use crate::game::variant::{Setup, Variant, XBoard};
use crate::position::piece_kind::{PieceKind, Role, UNSAID};
use crate::types::{Kind, Seat};
use crate::variants::general::rules::Form;
use crate::variants::general::{General, Loaded, symmetry};

/// The row of a game.
pub fn variant(loaded: Loaded, start: String) -> Variant {
    let loaded: &'static Loaded = Box::leak(Box::new(loaded));
    let rules = &loaded.rules;
    let names = &loaded.names;
    let title = if names.title.is_empty() { &names.name } else { &names.title };
    let pocket = rules.hand.as_ref().map_or(0, |hand| hand.order.len() as u8);
    Variant {
        name: &loaded.names.name,
        aliases: &[],
        title,
        summary: &names.summary,
        files: rules.files,
        ranks: rules.ranks,
        pocket,
        start: start.leak(),
        kinds: kinds(loaded).leak(),
        worths: &loaded.worths,
        seats: &Seat::TWO,
        events: &[],
        features: &loaded.features,
        network_game: &loaded.names.name,
        network_file: &[],
        parameters: &[],
        rules_page: &loaded.names.name,
        symmetry: symmetry(rules),
        xboard: Some(XBoard {
            name: &loaded.names.name,
            setup: Some(Setup { parent: if pocket > 0 { "crazyhouse" } else { "fairy" }, hand_rows: pocket }),
        }),
        diagrams: &[],
        template: if pocket > 0 { "crazyhouse" } else { "fairy" },
        bench: "",
        bench_depth: 8,
        begin: Box::leak(Box::new(move |variant, fen: &str| begin_by::<General>(variant, loaded, fen))),
    }
}

/// What people need to know of the kinds of piece: those that are not there by promotion only.
fn kinds(loaded: &Loaded) -> Vec<PieceKind> {
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
    plain
        .map(|kind| {
            let (icon, picture) = pictures(&rules.kind(kind).name);
            let name: &'static str = rules.kind(kind).name.clone().leak();
            PieceKind { picture, ..PieceKind::new(role(kind), rules.kind(kind).letter, name, icon, UNSAID) }
        })
        .collect()
}

/// The picture of a piece in XBoard, and that on the board in the browser if it is not its name.
fn pictures(name: &str) -> (&'static str, Option<&'static str>) {
    match name {
        "Pawn" | "Shogi Pawn" => ("pawn", Some("pawn")),
        "Knight" | "Shogi Knight" | "Horse" => ("knight", Some("knight")),
        "Bishop" => ("bishop", Some("bishop")),
        "Rook" => ("rook", Some("rook")),
        "Queen" => ("queen", Some("queen")),
        "King" | "Commoner" => ("king", Some("king")),
        "Archbishop" => ("archbishop", None),
        "Chancellor" => ("chancellor", None),
        "Amazon" => ("amazon", None),
        "Cannon" | "Janggi Cannon" => ("cannon", None),
        "Elephant" | "Alfil" => ("elephant", None),
        "Lance" => ("lance", None),
        "Gold General" => ("gold", None),
        "Silver General" => ("silver", None),
        _ => ("unicorn", None),
    }
}

//! XBoard's pictures of pieces, by their places in its table.

use crate::position::piece_kind::PieceKind;

/// What the pictures show, in the order of XBoard's piece table. Left out at the end are those that no game here uses;
/// those of the lance and of the lion come with rules of their own.
const ICONS: &[&str] = &[
    "pawn",
    "knight",
    "bishop",
    "rook",
    "queen",
    "ferz",
    "elephant",
    "crossed swords",
    "star",
    "turban",
    "bell",
    "cannon",
    "nightrider",
    "mitre",
    "castle",
    "small queen",
    "silver",
    "hawk",
    "lance",
    "cobra",
    "unicorn",
    "lion",
    "sword",
    "zebra",
    "camel",
    "tower",
    "wolf",
    "hat",
    "duck",
    "spearhead",
    "dragon",
    "gnu",
    "cub",
    "shield",
    "winged horse",
    "wizard",
    "helmet",
    "round helmet",
    "horned helmet",
    "flag",
    "axe",
    "dolphin",
    "leopard",
];

/// Always the last of the table, whatever is left out before it.
const LAST: &str = "king";

/// The upper-case half of XBoard's piece table: a letter or `.` for every picture up to the last one that is used.
pub(super) fn piece_table(kinds: &[PieceKind]) -> String {
    let letter = |icon: &str| kinds.iter().find(|kind| kind.icon == icon).map_or('.', |kind| kind.letter);
    let others: String = ICONS.iter().map(|icon| letter(icon)).collect();
    format!("{}{}", others.trim_end_matches('.'), letter(LAST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::piece_kind::{FIDE, Role};
    use crate::variants;

    #[test]
    fn tables_have_a_place_for_every_picture_up_to_the_last() {
        assert_eq!(piece_table(FIDE), "PNBRQK");
        let kind = |letter, icon| PieceKind::new(Role::Officer, letter, "", icon, "");
        assert_eq!(piece_table(&[kind('A', "bishop"), kind('B', "pawn")]), "B.A.");
    }

    #[test]
    fn every_piece_has_a_picture_of_xboards() {
        for kind in variants::coded().iter().flat_map(|variant| variant.kinds) {
            assert!(ICONS.contains(&kind.icon) || kind.icon == LAST, "{}: {}", kind.name, kind.icon);
        }
    }
}

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

/// Behind so many places of the table stand `+` for the promoted forms of the kinds in these places.
const FORMS_BEHIND: usize = 11;

/// The upper-case half of the table for games with hands whose pieces keep their letters when they are promoted: those that can be
/// held, in the places of their pictures where these have a promoted form, and the king. Kinds that only arise by promotion have
/// no place of their own. `None` if there are too many.
pub(super) fn table_with_forms(kinds: &[PieceKind], held: &str) -> Option<String> {
    let (mut letters, mut forms) = (['.'; FORMS_BEHIND], ['.'; FORMS_BEHIND]);
    let is_held = |kind: &&PieceKind| held.contains(kind.letter) && kind.icon != LAST;
    let own_place = |kind: &PieceKind| ICONS.iter().take(FORMS_BEHIND).position(|icon| *icon == kind.icon);
    let (with, without): (Vec<_>, Vec<_>) = kinds.iter().filter(is_held).partition(|kind| own_place(kind).is_some());
    for kind in with.into_iter().chain(without) {
        let is_free = |place: &usize| letters.get(*place) == Some(&'.');
        let place = own_place(kind).filter(is_free).or_else(|| (0..FORMS_BEHIND).rev().find(is_free))?;
        *letters.get_mut(place)? = kind.letter;
        *forms.get_mut(place)? = if kind.promoted.is_some() { '+' } else { '.' };
    }
    let king = kinds.iter().find(|kind| kind.icon == LAST).map_or('.', |kind| kind.letter);
    let places: String = letters.iter().chain(&forms).collect();
    Some(format!("{}{king}", places.trim_end_matches('.')))
}

/// The upper-case half of XBoard's piece table: a letter or `.` for every picture up to the last one that is used.
pub(super) fn piece_table(kinds: &[PieceKind]) -> String {
    let letter = |icon: &str| kinds.iter().find(|kind| kind.icon == icon).map_or('.', |kind| kind.letter);
    let others: String = ICONS.iter().map(|icon| letter(icon)).collect();
    format!("{}{}", others.trim_end_matches('.'), letter(LAST))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
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
    fn promoted_forms_stand_behind_the_kinds_that_have_them() {
        let kinds = variants::find("minishogi").unwrap().kinds;
        assert_eq!(table_with_forms(kinds, "PSGBR").as_deref(), Some("P.BR.....GS+.++......+K"));
        assert_eq!(table_with_forms(kinds, "PB").as_deref(), Some("P.B........+.+K"));
    }

    #[test]
    fn every_piece_has_a_picture_of_xboards() {
        for kind in variants::coded().iter().flat_map(|variant| variant.kinds) {
            assert!(ICONS.contains(&kind.icon) || kind.icon == LAST, "{}: {}", kind.name, kind.icon);
        }
    }
}

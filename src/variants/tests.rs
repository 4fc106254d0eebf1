//! What the tests of several games share.

use crate::position::{Notation, Text};

/// The texts of the legal moves that start so, sorted.
pub(super) fn texts<P: Text>(position: &P, start: &str) -> Vec<String> {
    let texts = position.move_list().into_iter().map(|mv| position.move_text(mv, Notation::Standard));
    let mut texts: Vec<String> = texts.filter(|text| text.starts_with(start)).collect();
    texts.sort();
    texts
}

/// Each FEN is refused because of the field that stands before it.
#[track_caller]
pub(super) fn refuses<P: Text>(rows: &[(&str, impl AsRef<str>)]) {
    for (field, fen) in rows {
        let fen = fen.as_ref();
        match P::from_fen(fen) {
            Ok(_) => panic!("{fen} was accepted"),
            Err(error) => assert_eq!(error.field, *field, "{fen}: {error}"),
        }
    }
}

#[test]
fn built_in_networks_fit_their_games() {
    use super::{escape::kings_escape, penalty_box::features as penalty_box, prison_break::features as prison_break};
    let networks = [
        &prison_break::NETWORK,
        &kings_escape::NETWORK,
        &penalty_box::PENALTY_BOX,
        &penalty_box::NO_KING,
        &penalty_box::BEN,
    ];
    for network in networks {
        assert_eq!(network.as_ref().err(), None);
    }
}

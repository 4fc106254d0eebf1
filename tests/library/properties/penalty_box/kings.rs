//! Kings and the box, and what becomes of the captured.

use super::deed::{Deed, derive, each, here, prefix, spoil};
use super::{CAPTURED, PENDING};
use crate::properties::Property;
use crate::properties::attack::is_royal_attacked;
use crate::properties::board::{Board, Cell, dress, is_of, leap, name};
use crate::properties::scene::text_of;

/// Of the games in which kings may be boxed.
pub const KINGS_ENTER: &[Property] = &[
    Property {
        sentence: "while your king is boxed you cannot be in check or mated",
        holds: |scene| {
            scene.each(|turn| {
                let boxed = turn.board().held == if scene.white_moves() { "k" } else { "K" };
                !boxed || !turn.gives_check && turn.outcome.is_none_or(|outcome| outcome.winner.is_none())
            })
        },
        fault: |scene| {
            let king = if scene.white_moves() { "k" } else { "K" };
            scene.spoil(|turn| turn.gives_check |= turn.board().held == king)
        },
    },
    Property {
        sentence: "an attack on a king does not pass over the token",
        holds: |scene| {
            let enemy = !scene.white_moves();
            scene.each(|turn| turn.gives_check == is_royal_attacked(&turn.board(), enemy))
        },
        fault: |scene| {
            let enemy = !scene.white_moves();
            let bared = |board: &Board| {
                let mut bare = board.clone();
                bare.pieces.retain(|_, piece| *piece != '*');
                bare
            };
            let shields = |board: &Board| is_royal_attacked(&bared(board), enemy) != is_royal_attacked(board, enemy);
            scene.spoil(|turn| turn.gives_check |= shields(&turn.board()))
        },
    },
    Property {
        sentence: "pieces on the board, in the box and on the captured list never grow fewer: what is captured is \
                   listed",
        holds: |scene| {
            let total = |placement: &str, list: &str, white| {
                placement.chars().chain(list.chars()).filter(|&piece| is_of(piece, white)).count()
            };
            let before = [true, false].map(|white| total(scene.field(0), scene.field(CAPTURED), white));
            scene.each(|turn| [true, false].map(|white| total(turn.field(0), turn.field(CAPTURED), white)) == before)
        },
        fault: |scene| {
            spoil(scene, |deed, turn| {
                if deed.captured_on().is_some() {
                    turn.set_field(CAPTURED, deed.parts(CAPTURED)[0]);
                }
            })
        },
    },
    Property {
        sentence: "a captured promoted pawn is listed as a pawn, and the free piece leaves the captured list",
        holds: |scene| each(scene, |deed| sorted(deed.parts(CAPTURED)[1]) == listed_after(deed)),
        fault: |scene| {
            spoil(scene, |deed, turn| {
                if deed.first.or(deed.free).is_some() {
                    turn.set_field(CAPTURED, deed.parts(CAPTURED)[0]);
                }
            })
        },
    },
    Property {
        sentence: "when a king is released, its owner may also bring back one piece of his own: only then",
        holds: |scene| {
            each(scene, |deed| {
                let due = scene.field(PENDING).contains('f');
                let own_king = deed.inmate() == Some(deed.dress('k')) && deed.release.is_some();
                (deed.first.is_none() || due) && (deed.free.is_none() || own_king)
            })
        },
        fault: |scene| {
            let text = derive(scene, |deed| {
                let drop = deed.release.filter(|drop| drop.letter != 'K')?;
                let lost = deed.parts(CAPTURED)[0].chars().find(|&piece| is_of(piece, deed.white))?;
                let cell = deed.board.all_cells().find(|&cell| deed.after().is_free(cell) && cell != drop.cell)?;
                Some(format!("{},{}@{}", deed.turn.text, lost.to_ascii_uppercase(), name(cell)))
            });
            scene.invent(text)
        },
    },
    Property {
        sentence: "released by the opponent: the owner may place the free piece in his next turn; then the right \
                   lapses",
        holds: |scene| {
            each(scene, |deed| {
                let king = deed.release.is_some_and(|drop| drop.letter == 'K') && !deed.inmate_is_own();
                let lost = deed.parts(CAPTURED)[1].chars().any(|piece| is_of(piece, !deed.white));
                deed.turn.field(PENDING).contains('f') == (king && lost)
            })
        },
        fault: |scene| {
            scene.spoil(|turn| {
                if turn.field(PENDING).contains('f') {
                    turn.set_field(PENDING, "-");
                }
            })
        },
    },
];

/// Of the games in which they may not.
pub const KINGS_STAY: &[Property] = &[
    Property {
        sentence: "neither may the token move onto a king nor a king onto the token",
        holds: |scene| each(scene, |deed| !deed.boxed().is_some_and(|piece| piece.eq_ignore_ascii_case(&'k'))),
        fault: |scene| {
            let (board, king) = (here(scene), dress('k', scene.white_moves()));
            let token = board.cells_of('*').first().copied();
            let near = |token: &Cell| board.cells_of(king).into_iter().find(|&king| leap(king, *token).1 == 1);
            let text =
                token.and_then(|token| near(&token).map(|king| format!("{}{}", prefix(scene), text_of((king, token)))));
            scene.invent(text)
        },
    },
    Property {
        sentence: "captured is gone: pieces grow fewer by the captured one only, and the captured field stays `-`",
        holds: |scene| {
            let count = |placement: &str| placement.chars().filter(char::is_ascii_alphabetic).count();
            each(scene, |deed| {
                let lost = usize::from(deed.captured_on().is_some());
                count(deed.turn.field(0)) + lost == count(scene.field(0)) && deed.turn.field(CAPTURED) == "-"
            })
        },
        fault: |scene| {
            spoil(scene, |deed, turn| {
                if let Some(piece) = deed.captured_on().and_then(|cell| deed.at(cell)) {
                    turn.set_field(CAPTURED, &piece.to_string());
                }
            })
        },
    },
];

/// What the captured list holds after a turn.
fn listed_after(deed: &Deed<'_>) -> Vec<char> {
    let mut list = sorted(deed.parts(CAPTURED)[0]);
    for drop in deed.first.iter().chain(&deed.free) {
        let place = list.iter().position(|&piece| piece == deed.dress(drop.letter));
        place.map(|place| list.remove(place));
    }
    if let Some(cell) = deed.captured_on() {
        let kind = if deed.is_promoted(cell) { 'p' } else { deed.at(cell).expect("a piece") };
        list.push(dress(kind, !deed.white));
    }
    list.sort_unstable();
    list
}

fn sorted(list: &str) -> Vec<char> {
    let mut letters: Vec<char> = list.chars().filter(|&letter| letter != '-').collect();
    letters.sort_unstable();
    letters
}

//! Kings and the box, and the list of captured pieces.

use super::parsed_turn::{ParsedTurn, change_first, derive, each, here, prefix};
use super::{CAPTURED, PENDING};
use crate::properties::Property;
use crate::properties::attacks::is_royal_attacked;
use crate::properties::board::{Board, Cell, colored, is_of, leap, name};
use crate::properties::position::text_of;

/// Of the games in which kings may be boxed.
pub const KINGS_ENTER: &[Property] = &[
    Property {
        sentence: "while your king is boxed you cannot be in check or mated",
        holds: |position| {
            position.each(|turn| {
                let boxed = turn.board().held == if position.white_moves() { "k" } else { "K" };
                !boxed || !turn.gives_check && turn.outcome.is_none_or(|outcome| outcome.winner.is_none())
            })
        },
        fault: |position| {
            let king = if position.white_moves() { "k" } else { "K" };
            position.change_first(|turn| turn.gives_check |= turn.board().held == king)
        },
    },
    Property {
        sentence: "an attack on a king does not pass over the token",
        holds: |position| {
            let enemy = !position.white_moves();
            position.each(|turn| turn.gives_check == is_royal_attacked(&turn.board(), enemy))
        },
        fault: |position| {
            let enemy = !position.white_moves();
            let bared = |board: &Board| {
                let mut bare = board.clone();
                bare.pieces.retain(|_, piece| *piece != '*');
                bare
            };
            let shields = |board: &Board| is_royal_attacked(&bared(board), enemy) != is_royal_attacked(board, enemy);
            position.change_first(|turn| turn.gives_check |= shields(&turn.board()))
        },
    },
    Property {
        sentence: "pieces on the board, in the box and on the captured list never grow fewer: what is captured is \
                   listed",
        holds: |position| {
            let total = |placement: &str, list: &str, white| {
                placement.chars().chain(list.chars()).filter(|&piece| is_of(piece, white)).count()
            };
            let before = [true, false].map(|white| total(position.field(0), position.field(CAPTURED), white));
            position.each(|turn| [true, false].map(|white| total(turn.field(0), turn.field(CAPTURED), white)) == before)
        },
        fault: |position| {
            change_first(position, |parsed, turn| {
                if parsed.captured_on().is_some() {
                    turn.set_field(CAPTURED, parsed.parts(CAPTURED)[0]);
                }
            })
        },
    },
    Property {
        sentence: "a captured promoted pawn is listed as a pawn, and the free piece leaves the captured list",
        holds: |position| each(position, |parsed| sorted(parsed.parts(CAPTURED)[1]) == listed_after(parsed)),
        fault: |position| {
            change_first(position, |parsed, turn| {
                if parsed.first.or(parsed.free).is_some() {
                    turn.set_field(CAPTURED, parsed.parts(CAPTURED)[0]);
                }
            })
        },
    },
    Property {
        sentence: "when a king is released, its owner may also bring back one piece of his own: only then",
        holds: |position| {
            each(position, |parsed| {
                let due = position.field(PENDING).contains('f');
                let own_king = parsed.inmate() == Some(parsed.colored('k')) && parsed.release.is_some();
                (parsed.first.is_none() || due) && (parsed.free.is_none() || own_king)
            })
        },
        fault: |position| {
            let text = derive(position, |parsed| {
                let drop = parsed.release.filter(|drop| drop.letter != 'K')?;
                let lost = parsed.parts(CAPTURED)[0].chars().find(|&piece| is_of(piece, parsed.white))?;
                let cell = parsed.board.all_cells().find(|&cell| parsed.after().is_free(cell) && cell != drop.cell)?;
                Some(format!("{},{}@{}", parsed.turn.text, lost.to_ascii_uppercase(), name(cell)))
            });
            position.add_text(text)
        },
    },
    Property {
        sentence: "released by the opponent: the owner may place the free piece in his next turn; then the right \
                   lapses",
        holds: |position| {
            each(position, |parsed| {
                let king = parsed.release.is_some_and(|drop| drop.letter == 'K') && !parsed.inmate_is_own();
                let lost = parsed.parts(CAPTURED)[1].chars().any(|piece| is_of(piece, !parsed.white));
                parsed.turn.field(PENDING).contains('f') == (king && lost)
            })
        },
        fault: |position| {
            position.change_first(|turn| {
                if turn.field(PENDING).contains('f') {
                    turn.set_field(PENDING, "-");
                }
            })
        },
    },
];

/// Of the games in which kings may not be boxed.
pub const KINGS_STAY: &[Property] = &[
    Property {
        sentence: "neither may the token move onto a king nor a king onto the token",
        holds: |position| {
            each(position, |parsed| !parsed.boxed().is_some_and(|piece| piece.eq_ignore_ascii_case(&'k')))
        },
        fault: |position| {
            let (board, king) = (here(position), colored('k', position.white_moves()));
            let token = board.cells_of('*').first().copied();
            let near = |token: &Cell| board.cells_of(king).into_iter().find(|&king| leap(king, *token).1 == 1);
            let text = token
                .and_then(|token| near(&token).map(|king| format!("{}{}", prefix(position), text_of((king, token)))));
            position.add_text(text)
        },
    },
    Property {
        sentence: "captured is gone: pieces grow fewer by the captured one only, and the captured field stays `-`",
        holds: |position| {
            let count = |placement: &str| placement.chars().filter(char::is_ascii_alphabetic).count();
            each(position, |parsed| {
                let lost = usize::from(parsed.captured_on().is_some());
                count(parsed.turn.field(0)) + lost == count(position.field(0)) && parsed.turn.field(CAPTURED) == "-"
            })
        },
        fault: |position| {
            change_first(position, |parsed, turn| {
                if let Some(piece) = parsed.captured_on().and_then(|cell| parsed.at(cell)) {
                    turn.set_field(CAPTURED, &piece.to_string());
                }
            })
        },
    },
];

/// What the captured list holds after a turn.
fn listed_after(parsed: &ParsedTurn<'_>) -> Vec<char> {
    let mut list = sorted(parsed.parts(CAPTURED)[0]);
    for drop in parsed.first.iter().chain(&parsed.free) {
        let place = list.iter().position(|&piece| piece == parsed.colored(drop.letter));
        place.map(|place| list.remove(place));
    }
    if let Some(cell) = parsed.captured_on() {
        let kind = if parsed.is_promoted(cell) { 'p' } else { parsed.at(cell).expect("a piece") };
        list.push(colored(kind, !parsed.white));
    }
    list.sort_unstable();
    list
}

fn sorted(list: &str) -> Vec<char> {
    let mut letters: Vec<char> = list.chars().filter(|&letter| letter != '-').collect();
    letters.sort_unstable();
    letters
}

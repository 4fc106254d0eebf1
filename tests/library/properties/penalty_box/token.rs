//! What may pass the token and what it blocks.

use super::PENDING;
use super::parsed_turn::{ParsedTurn, change_first, derive, each, here, prefix, set_part};
use super::turns::passed_by_pawn;
use crate::properties::Property;
use crate::properties::board::{aligned, between, colored, forward, is_of, line, name, step};
use crate::properties::position::{EN_PASSANT, text_of};

/// Of the games in which the token is no obstacle.
pub const TOKEN_PASSED: &[Property] = &[
    Property {
        sentence: "sliders may pass over the token when they move or capture",
        holds: |position| {
            if !position.complete || position.in_check || position.field(PENDING) != "-" {
                return Ok(());
            }
            each(position, |parsed| beyond_token(parsed).is_none_or(|text| position.allows(&text)))
        },
        fault: |position| {
            let calm = !position.in_check && position.field(PENDING) == "-";
            let text = derive(position, beyond_token);
            text.is_some_and(|text| calm && position.remove_move(|turn| turn.text == text))
        },
    },
    Property {
        sentence: "no en passant right arises when the token is on the passed square, or when the pawn itself went \
                   into the box",
        holds: |position| {
            each(position, |parsed| {
                let over =
                    passed_by_pawn(parsed).is_some_and(|cell| parsed.enters() || parsed.board.at(cell).is_some());
                !over || parsed.parts(EN_PASSANT)[1] == "-"
            })
        },
        fault: |position| {
            change_first(position, |parsed, turn| {
                if let Some(cell) = passed_by_pawn(parsed).filter(|_| parsed.enters()) {
                    set_part(turn, EN_PASSANT, parsed.half, &name(cell));
                }
            })
        },
    },
    Property {
        sentence: "promoted pawns, however they promoted, are pawns again when they go into the box",
        holds: |position| {
            each(position, |parsed| {
                promoted_into_box(parsed).is_none() || parsed.after().held.eq_ignore_ascii_case("p")
            })
        },
        fault: |position| {
            change_first(position, |parsed, turn| {
                if let Some(piece) = promoted_into_box(parsed) {
                    turn.edit_half(parsed.half, |board| board.held = piece.into());
                }
            })
        },
    },
    Property {
        sentence: "a pawn that goes in on its last rank does not promote",
        holds: |position| each(position, |parsed| !parsed.enters() || parsed.promotion.is_none()),
        fault: |position| {
            let last = |parsed: &ParsedTurn<'_>| {
                parsed.enters() && parsed.is_pawn() && parsed.board.own_rank(parsed.to, parsed.white) == 8
            };
            change_first(position, |parsed, turn| {
                if let Some(from) = parsed.from.filter(|_| last(parsed)) {
                    let main = text_of((from, parsed.to));
                    turn.text = turn.text.replacen(&main, &format!("{main}q"), 1);
                }
            })
        },
    },
];

/// Of the game in which the token is an obstacle.
pub const TOKEN_BLOCKS: &[Property] = &[
    Property {
        sentence: "the token is an obstacle for everything",
        holds: |position| {
            each(position, |parsed| {
                let Some(from) = parsed.from.filter(|&from| aligned(from, parsed.to)) else { return true };
                between(from, parsed.to).iter().all(|&cell| parsed.board.at(cell) != Some('*'))
            })
        },
        fault: |position| {
            let text = derive(position, beyond_token);
            position.add_text(text)
        },
    },
    Property {
        sentence: "pawns enter the box only diagonally",
        holds: |position| {
            each(position, |parsed| {
                !parsed.enters() || !parsed.is_pawn() || parsed.from.is_some_and(|from| from.0 != parsed.to.0)
            })
        },
        fault: |position| {
            let (board, white) = (here(position), position.white_moves());
            let token = board.cells_of('*').into_iter();
            let ahead = token.map(|token| (step(token, (0, -forward(white)), 1), token));
            let text = ahead.filter(|&(pawn, _)| board.at(pawn) == Some(colored('p', white))).map(text_of).next();
            position.add_text(text)
        },
    },
    Property {
        sentence: "a promoted pawn stays what it is when boxed and released",
        holds: |position| {
            each(position, |parsed| {
                let stays = promoted_into_box(parsed).map(|piece| format!("{piece}~"));
                let comes = parsed.release.filter(|_| parsed.board.held.ends_with('~'));
                stays.is_none_or(|held| held == parsed.after().held)
                    && comes.is_none_or(|drop| parsed.after().promoted.contains(&drop.cell))
            })
        },
        fault: |position| {
            change_first(position, |parsed, turn| {
                if let Some(piece) = promoted_into_box(parsed) {
                    turn.edit_half(parsed.half, |board| board.held = colored('p', is_of(piece, true)).into());
                }
            })
        },
    },
];

/// The piece that goes into the box, if it is a promoted pawn.
fn promoted_into_box(parsed: &ParsedTurn<'_>) -> Option<char> {
    let cell = parsed.boxed_from().filter(|&cell| parsed.is_promoted(cell))?;
    parsed.at(cell)
}

/// The text of a slider's move to the first square beyond the token, if the turn takes it to the last before it.
fn beyond_token(parsed: &ParsedTurn<'_>) -> Option<String> {
    let slides = parsed.mover().is_some_and(|piece| "qrb".contains(piece.to_ascii_lowercase()));
    let from = parsed.from.filter(|_| slides && parsed.captured_on().is_none())?;
    let (towards, length) = line(from, parsed.to)?;
    let (token, far) = (step(from, towards, length + 1), step(from, towards, length + 2));
    let reachable = match parsed.board.at(far) {
        None => parsed.board.has(far),
        Some(piece) => is_of(piece, !parsed.white) && !piece.eq_ignore_ascii_case(&'k'),
    };
    let passes = parsed.board.at(token) == Some('*') && reachable;
    passes.then(|| format!("{}{}", prefix(parsed.position), text_of((from, far))))
}

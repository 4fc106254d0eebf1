//! What passes the token and what it stops.

use super::PENDING;
use super::deed::{Deed, derive, each, here, prefix, set_part, spoil};
use super::turns::passed_by_pawn;
use crate::properties::Property;
use crate::properties::board::{aligned, between, dress, forward, is_of, line, name, step};
use crate::properties::scene::{EN_PASSANT, text_of};

/// Of the games in which the token is no obstacle.
pub const TOKEN_PASSED: &[Property] = &[
    Property {
        sentence: "sliders may pass over the token when they move or capture",
        holds: |scene| {
            if !scene.complete || scene.in_check || scene.field(PENDING) != "-" {
                return Ok(());
            }
            each(scene, |deed| beyond_token(deed).is_none_or(|text| scene.allows(&text)))
        },
        fault: |scene| {
            let calm = !scene.in_check && scene.field(PENDING) == "-";
            let text = derive(scene, beyond_token);
            text.is_some_and(|text| calm && scene.lose(|turn| turn.text == text))
        },
    },
    Property {
        sentence: "no en passant right arises when the token is on the passed square, or when the pawn itself went \
                   into the box",
        holds: |scene| {
            each(scene, |deed| {
                let over = passed_by_pawn(deed).is_some_and(|cell| deed.enters() || deed.board.at(cell).is_some());
                !over || deed.parts(EN_PASSANT)[1] == "-"
            })
        },
        fault: |scene| {
            spoil(scene, |deed, turn| {
                if let Some(cell) = passed_by_pawn(deed).filter(|_| deed.enters()) {
                    set_part(turn, EN_PASSANT, deed.half, &name(cell));
                }
            })
        },
    },
    Property {
        sentence: "promoted pawns, however they promoted, are pawns again when they go into the box",
        holds: |scene| {
            each(scene, |deed| promoted_into_box(deed).is_none() || deed.after().held.eq_ignore_ascii_case("p"))
        },
        fault: |scene| {
            spoil(scene, |deed, turn| {
                if let Some(piece) = promoted_into_box(deed) {
                    turn.redraw_half(deed.half, |board| board.held = piece.into());
                }
            })
        },
    },
    Property {
        sentence: "a pawn that goes in on its last rank does not promote",
        holds: |scene| each(scene, |deed| !deed.enters() || deed.promotion.is_none()),
        fault: |scene| {
            let last =
                |deed: &Deed<'_>| deed.enters() && deed.is_pawn() && deed.board.own_rank(deed.to, deed.white) == 8;
            spoil(scene, |deed, turn| {
                if let Some(from) = deed.from.filter(|_| last(deed)) {
                    let main = text_of((from, deed.to));
                    turn.text = turn.text.replacen(&main, &format!("{main}q"), 1);
                }
            })
        },
    },
];

/// Of the game in which it is one.
pub const TOKEN_BLOCKS: &[Property] = &[
    Property {
        sentence: "the token is an obstacle for everything",
        holds: |scene| {
            each(scene, |deed| {
                let Some(from) = deed.from.filter(|&from| aligned(from, deed.to)) else { return true };
                between(from, deed.to).iter().all(|&cell| deed.board.at(cell) != Some('*'))
            })
        },
        fault: |scene| {
            let text = derive(scene, beyond_token);
            scene.invent(text)
        },
    },
    Property {
        sentence: "pawns enter the box only diagonally",
        holds: |scene| {
            each(scene, |deed| !deed.enters() || !deed.is_pawn() || deed.from.is_some_and(|from| from.0 != deed.to.0))
        },
        fault: |scene| {
            let (board, white) = (here(scene), scene.white_moves());
            let token = board.cells_of('*').into_iter();
            let ahead = token.map(|token| (step(token, (0, -forward(white)), 1), token));
            let text = ahead.filter(|&(pawn, _)| board.at(pawn) == Some(dress('p', white))).map(text_of).next();
            scene.invent(text)
        },
    },
    Property {
        sentence: "a promoted pawn stays what it is when boxed and released",
        holds: |scene| {
            each(scene, |deed| {
                let stays = promoted_into_box(deed).map(|piece| format!("{piece}~"));
                let comes = deed.release.filter(|_| deed.board.held.ends_with('~'));
                stays.is_none_or(|held| held == deed.after().held)
                    && comes.is_none_or(|drop| deed.after().promoted.contains(&drop.cell))
            })
        },
        fault: |scene| {
            spoil(scene, |deed, turn| {
                if let Some(piece) = promoted_into_box(deed) {
                    turn.redraw_half(deed.half, |board| board.held = dress('p', is_of(piece, true)).into());
                }
            })
        },
    },
];

/// The piece that goes into the box, if it is a promoted pawn.
fn promoted_into_box(deed: &Deed<'_>) -> Option<char> {
    let cell = deed.boxed_from().filter(|&cell| deed.is_promoted(cell))?;
    deed.at(cell)
}

/// The text of a slider's move to the first square beyond the token, if the turn takes it to the last before it.
fn beyond_token(deed: &Deed<'_>) -> Option<String> {
    let slides = deed.mover().is_some_and(|piece| "qrb".contains(piece.to_ascii_lowercase()));
    let from = deed.from.filter(|_| slides && deed.captured_on().is_none())?;
    let (towards, length) = line(from, deed.to)?;
    let (token, far) = (step(from, towards, length + 1), step(from, towards, length + 2));
    let reachable = match deed.board.at(far) {
        None => deed.board.has(far),
        Some(piece) => is_of(piece, !deed.white) && !piece.eq_ignore_ascii_case(&'k'),
    };
    let passes = deed.board.at(token) == Some('*') && reachable;
    passes.then(|| format!("{}{}", prefix(deed.scene), text_of((from, far))))
}

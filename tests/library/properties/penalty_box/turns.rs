//! What a turn is made of – a move of the token or of a piece, who goes into the box and who comes out – and what it
//! leaves behind. All four games go by it.

use super::PENDING;
use super::deed::{Deed, derive, each, half, here, prefix, set_part, spoil};
use crate::properties::Property;
use crate::properties::attack::{is_attacked, is_royal_attacked};
use crate::properties::board::{Board, Cell, cells, dress, is_of, leap, name};
use crate::properties::common::number;
use crate::properties::scene::{CASTLING, EN_PASSANT, HALFMOVE, Scene, text_of};

/// The squares for the token's first move.
const FIRST: [&str; 8] = ["c4", "c5", "d3", "e3", "d6", "e6", "f4", "f5"];

/// Every game's.
pub const COMMON: &[Property] = &[
    Property {
        sentence: "a token move to an empty square releases nothing, full or not",
        holds: |scene| {
            each(scene, |deed| {
                let idle = deed.is_token() && deed.boxed().is_none();
                !idle || deed.release.is_none() && deed.after().held == deed.board.held
            })
        },
        fault: |scene| {
            let idle = |deed: &Deed<'_>| deed.is_token() && deed.boxed().is_none() && deed.inmate().is_some();
            spoil(scene, |deed, turn| {
                if idle(deed) {
                    turn.redraw_half(deed.half, |board| {
                        let free = board.all_cells().find(|&cell| board.is_free(cell)).expect("an empty square");
                        board.set(free, deed.inmate());
                        board.held.clear();
                    });
                }
            })
        },
    },
    Property {
        sentence: "box move onto a piece (either colour): that piece goes into the box and the box token takes the \
                   square",
        holds: |scene| {
            each(scene, |deed| {
                let takes = deed.is_token() && deed.boxed().is_some();
                !takes || deed.after().at(deed.to) == Some('*') && goes_in(deed)
            })
        },
        fault: |scene| {
            spoil(scene, |deed, turn| {
                if deed.is_token() && deed.boxed().is_some() {
                    turn.redraw_half(deed.half, |board| board.held = deed.board.held.clone());
                }
            })
        },
    },
    Property {
        sentence: "the side to move may put the token from the centre point on one of eight squares",
        holds: |scene| {
            let (board, mark) = (here(scene), prefix(scene));
            if !scene.complete || scene.in_check || scene.field(PENDING) != "-" || !board.cells_of('*').is_empty() {
                return Ok(());
            }
            let alive = !scene.moves.is_empty();
            let missing = FIRST.iter().find(|square| {
                let empty = board.is_free(cells(square)[0]);
                alive && empty && !scene.allows(&format!("{mark}X@{square}"))
            });
            missing.map_or(Ok(()), |square| Err(format!("no X@{square}")))
        },
        fault: |scene| !scene.in_check && scene.lose(|turn| turn.text.ends_with("X@c5")),
    },
    Property {
        sentence: "from the centre point it goes to one of these squares, then it moves like a knight",
        holds: |scene| {
            each(scene, |deed| match deed.from {
                None => FIRST.contains(&name(deed.to).as_str()),
                Some(from) => !deed.is_token() || leap(from, deed.to) == (1, 2),
            })
        },
        fault: |scene| {
            let text = derive(scene, |deed| {
                let from = deed.from.filter(|_| deed.is_token())?;
                let to = deed.board.all_cells().find(|&cell| leap(from, cell) == (1, 1))?;
                Some(format!("{}{}", prefix(deed.scene), text_of((from, to))))
            });
            scene.invent(text)
        },
    },
    Property {
        sentence: "a piece that moves onto the token's square leaves the board and goes into the box; the token stays",
        holds: |scene| each(scene, |deed| !deed.enters() || deed.after().at(deed.to) == Some('*') && goes_in(deed)),
        fault: |scene| {
            spoil(scene, |deed, turn| {
                if deed.enters() {
                    turn.redraw_half(deed.half, |board| board.set(deed.to, deed.boxed()));
                }
            })
        },
    },
    Property {
        sentence: "when a piece goes into a box that was full, the mover must put the piece that was inside on the \
                   board",
        holds: |scene| {
            each(scene, |deed| {
                let must = deed.boxed().and(deed.inmate()).map(|piece| piece.to_ascii_uppercase());
                deed.release.map(|drop| drop.letter) == must
            })
        },
        fault: |scene| {
            spoil(scene, |deed, turn| {
                if let Some(drop) = deed.release {
                    turn.redraw_half(deed.half, |board| board.set(drop.cell, None));
                    turn.text.truncate(turn.text.rfind(',').expect("a release"));
                }
            })
        },
    },
    Property {
        sentence: "on any empty square of the board (not the token's)",
        holds: |scene| {
            each(scene, |deed| {
                let empty = |cell| cell != deed.to && (deed.board.is_free(cell) || Some(cell) == deed.from);
                let first = deed.first.map(|drop| drop.cell);
                deed.release.is_none_or(|drop| empty(drop.cell) && (Some(drop.cell) != first || first == deed.from))
            })
        },
        fault: |scene| {
            spoil(scene, |deed, turn| {
                if deed.release.is_some() {
                    let at = turn.text.find('@').expect("a release") + 1;
                    turn.text.replace_range(at..at + 2, &name(deed.to));
                }
            })
        },
    },
    Property {
        sentence: "the square just vacated by the moved piece or token counts as empty",
        holds: |scene| {
            if !scene.complete || scene.in_check || scene.field(PENDING) != "-" {
                return Ok(());
            }
            each(scene, |deed| {
                deed.release.is_none_or(|_| back_where_it_was(deed).is_none_or(|back| starts(scene, &back)))
            })
        },
        fault: |scene| {
            if !scene.complete || scene.in_check || scene.field(PENDING) != "-" {
                return false;
            }
            let back = derive(scene, back_where_it_was).unwrap_or("nothing".into());
            let others = format!("{},", back.split(',').next().expect("a move"));
            let count = scene.moves.len();
            scene.moves.retain(|turn| !turn.text.starts_with(&back));
            scene.moves.len() < count && starts(scene, &others)
        },
    },
    Property {
        sentence: "the released piece keeps its colour",
        holds: |scene| {
            each(scene, |deed| {
                let own = deed.inmate_is_own();
                deed.release.is_none_or(|drop| deed.after().stands(drop.cell, deed.white == own))
            })
        },
        fault: |scene| {
            spoil(scene, |deed, turn| {
                if let Some(drop) = deed.release.filter(|_| !deed.inmate_is_own()) {
                    turn.redraw_half(deed.half, |board| board.set(drop.cell, Some(deed.dress(drop.letter))));
                }
            })
        },
    },
    Property {
        sentence: "a released pawn put on its own side's last rank becomes Q, R, B or N; on any other square it is a \
                   pawn",
        holds: |scene| {
            each(scene, |deed| {
                let Some(drop) = deed.release.filter(|_| deed.inmate_is_own()) else { return true };
                let last = drop.letter == 'P' && deed.board.own_rank(drop.cell, deed.white) == 8;
                let kind = drop.promotion.unwrap_or(drop.letter.to_ascii_lowercase());
                let right = if last {
                    drop.promotion.is_some_and(|kind| "qrbn".contains(kind))
                } else {
                    drop.promotion.is_none()
                };
                right && deed.after().at(drop.cell) == Some(deed.dress(kind))
            })
        },
        fault: |scene| {
            spoil(scene, |deed, turn| {
                if let Some(drop) = deed.release.filter(|drop| drop.promotion.is_some()) {
                    turn.redraw_half(deed.half, |board| board.set(drop.cell, Some(deed.dress('p'))));
                    turn.text.pop();
                }
            })
        },
    },
    Property {
        sentence: "if you put an opposing pawn on its last rank, its owner chooses the piece; its text has no letter",
        holds: |scene| {
            each(scene, |deed| {
                let Some(drop) = deed.release.filter(|_| given_pawn(deed).is_some()) else { return true };
                drop.promotion.is_none() && deed.turn.field(PENDING).contains('=')
            })
        },
        fault: |scene| {
            spoil(scene, |deed, turn| {
                if given_pawn(deed).is_some() {
                    turn.text.push('n');
                }
            })
        },
    },
    Property {
        sentence: "that turn is legal only if none of the four choices would attack your king",
        holds: |scene| {
            each(scene, |deed| {
                let (after, king) = (deed.after(), deed.dress('k'));
                let Some(pawn) = given_pawn(deed) else { return true };
                !after.cells_of(king).iter().any(|&king| could_attack(&after, pawn, king))
            })
        },
        fault: |scene| {
            let worse = |deed: &Deed<'_>| {
                let (after, pawn) = (deed.after(), given_pawn(deed)?);
                let king = *after.cells_of(deed.dress('k')).first()?;
                let after = after.without(pawn);
                let attacks = |cell: &Cell| after.is_free(*cell) && could_attack(&after, *cell, king);
                Some((pawn, after.all_cells().filter(|cell| cell.1 == pawn.1).find(attacks)?))
            };
            spoil(scene, |deed, turn| {
                if let Some((pawn, cell)) = worse(deed) {
                    turn.redraw_half(deed.half, |board| *board = board.after(pawn, cell));
                    turn.text = turn.text.replace(&format!("@{}", name(pawn)), &format!("@{}", name(cell)));
                }
            })
        },
    },
    Property {
        sentence: "the turn as a whole must leave your own king, if it is on the board, unattacked",
        holds: |scene| each(scene, |deed| !is_royal_attacked(&deed.after(), deed.white)),
        fault: |scene| {
            let text = scene.moves.first().filter(|_| scene.in_check).map(|turn| turn.text.clone());
            scene.invent(text)
        },
    },
    Property {
        sentence: "castling needs the squares between king and rook free of pieces and of the token",
        holds: |scene| {
            each(scene, |deed| {
                !deed.castles() || castling_way(deed.white, deed.to.0 == 6).all(|cell| deed.board.is_free(cell))
            })
        },
        fault: |scene| {
            let board = here(scene);
            let text = castling(scene, |way| way.iter().any(|&cell| !board.is_free(cell)));
            scene.invent(text)
        },
    },
    Property {
        sentence: "and each square the king stands on or crosses unattacked",
        holds: |scene| {
            each(scene, |deed| {
                let Some(from) = deed.from.filter(|_| deed.castles()) else { return true };
                let way = [from, ((from.0 + deed.to.0) / 2, from.1), deed.to];
                !way.iter().any(|&cell| is_attacked(deed.board, cell, !deed.white))
            })
        },
        fault: |scene| {
            let (board, white) = (here(scene), scene.white_moves());
            let beside = |way: &[Cell]| {
                way.iter().filter(|cell| [3, 5].contains(&cell.0)).any(|&cell| is_attacked(&board, cell, !white))
            };
            let text = castling(scene, |way| way.iter().all(|&cell| board.is_free(cell)) && beside(way));
            scene.invent(text)
        },
    },
    Property {
        sentence: "a king or rook that has been in the box, or has moved, has lost its castling rights",
        holds: |scene| {
            each(scene, |deed| {
                let [before, after] = deed.parts(CASTLING);
                let kept = |right: char| before.contains(right) && !touches(deed, right);
                after == "-" || after.chars().all(kept)
            })
        },
        fault: |scene| {
            let boxes = |deed: &Deed<'_>| {
                deed.boxed().is_some()
                    && deed.parts(CASTLING)[0].chars().any(|right| right != '-' && touches(deed, right))
            };
            spoil(scene, |deed, turn| {
                if boxes(deed) {
                    set_part(turn, CASTLING, deed.half, deed.parts(CASTLING)[0]);
                }
            })
        },
    },
    Property {
        sentence: "captures, pawn moves, drops of pawns and pawns walking into the box reset the 50-move clock; \
                   boxing a pawn with the token and the choice of a piece do not",
        holds: |scene| {
            each(scene, |deed| {
                let dropped = deed.drops().any(|drop| drop.letter == 'P');
                let resets = dropped || deed.is_pawn() || deed.captured_on().is_some();
                let [before, after] = deed.parts(HALFMOVE).map(number);
                after == if resets { 0 } else { before + 1 }
            })
        },
        fault: |scene| {
            let quiet = |deed: &Deed<'_>| {
                let pawn = deed.boxed().is_some_and(|piece| piece.eq_ignore_ascii_case(&'p'));
                pawn && deed.is_token() && deed.drops().all(|drop| drop.letter != 'P')
            };
            spoil(scene, |deed, turn| {
                if quiet(deed) {
                    set_part(turn, HALFMOVE, deed.half, "0");
                }
            })
        },
    },
    Property {
        sentence: "the en passant field has the square passed over by the last double step, and only then",
        holds: |scene| {
            each(scene, |deed| {
                let passed = passed_by_pawn(deed).filter(|&cell| !deed.enters() && deed.board.at(cell).is_none());
                deed.parts(EN_PASSANT)[1] == passed.map_or("-".into(), name)
            })
        },
        fault: |scene| spoil(scene, |deed, turn| set_part(turn, EN_PASSANT, deed.half, "-")),
    },
    Property {
        sentence: "nothing ever captures the token or a king",
        holds: |scene| {
            each(scene, |deed| {
                let king_or_token =
                    deed.captured_on().and_then(|cell| deed.at(cell)).is_some_and(|piece| "kK*".contains(piece));
                let token_stays = deed.board.cells_of('*').len() <= deed.after().cells_of('*').len();
                !king_or_token && token_stays
            })
        },
        fault: |scene| {
            let text = derive(scene, |deed| {
                let king = *deed.board.cells_of(dress('k', !deed.white)).first()?;
                let (from, _) = deed.board.pieces_of(deed.white).find(|&(_, piece)| "qrbQRB".contains(piece))?;
                Some(format!("{}{}", prefix(deed.scene), text_of((from, king))))
            });
            scene.invent(text)
        },
    },
];

/// Whether what is boxed is in the box after the turn, a promoted pawn as itself or as a pawn.
fn goes_in(deed: &Deed<'_>) -> bool {
    let (Some(piece), Some(cell)) = (deed.boxed(), deed.boxed_from()) else { return false };
    let after = deed.after();
    let pawn = dress('p', is_of(piece, true));
    after.held.starts_with(piece) || deed.is_promoted(cell) && after.held.starts_with(pawn)
}

/// The beginning of a turn's text if it put an own piece that comes out where piece or token have just left.
fn back_where_it_was(deed: &Deed<'_>) -> Option<String> {
    let drop = deed.release.filter(|drop| deed.inmate_is_own() && drop.letter != 'K')?;
    let main = deed.turn.text.split(',').next().expect("a move");
    deed.from.map(|from| format!("{main},{}@{}", drop.letter, name(from)))
}

/// Whether a move's text begins with something.
fn starts(scene: &Scene, text: &str) -> bool {
    scene.moves.iter().any(|turn| turn.text.starts_with(text))
}

/// The cell of a pawn that the turn puts on its last rank for its owner to choose.
fn given_pawn(deed: &Deed<'_>) -> Option<Cell> {
    let drop = deed.release.filter(|drop| drop.letter == 'P' && !deed.inmate_is_own())?;
    (deed.board.own_rank(drop.cell, !deed.white) == 8).then_some(drop.cell)
}

/// Whether a queen or a knight would attack a king.
fn could_attack(board: &Board, from: Cell, king: Cell) -> bool {
    board.is_open(from, king) || leap(from, king) == (1, 2)
}

/// The squares between king and rook.
fn castling_way(white: bool, short: bool) -> impl Iterator<Item = Cell> {
    let files = if short { 5..7 } else { 1..4 };
    files.map(move |file| (file, if white { 0 } else { 7 }))
}

/// A castling that there is a right to, if the squares between king and rook are as asked for.
fn castling(scene: &Scene, fits: impl Fn(&[Cell]) -> bool) -> Option<String> {
    let (white, rights) = (scene.white_moves(), scene.field(CASTLING).split('|').nth(half(scene)));
    let rights = rights.unwrap_or(scene.field(CASTLING));
    let wings = [('k', true, "g"), ('q', false, "c")];
    let fit = |&&(right, short, _): &&(char, bool, &str)| {
        rights.contains(dress(right, white)) && fits(&castling_way(white, short).collect::<Vec<_>>())
    };
    let rank = if white { '1' } else { '8' };
    wings.iter().find(fit).map(|(_, _, file)| format!("{}e{rank}{file}{rank}", prefix(scene)))
}

/// Whether a turn moves, boxes or captures the king or the rook of a castling right.
fn touches(deed: &Deed<'_>, right: char) -> bool {
    let rank = if right.is_ascii_uppercase() { 0 } else { 7 };
    let corner = if right.eq_ignore_ascii_case(&'k') { 7 } else { 0 };
    [(4, rank), (corner, rank)].iter().any(|&home| deed.to == home || deed.from == Some(home))
}

/// The square that a pawn passes over in a double step.
pub fn passed_by_pawn(deed: &Deed<'_>) -> Option<Cell> {
    let from = deed.from.filter(|&from| deed.is_pawn() && leap(from, deed.to).1 == 2)?;
    Some((from.0, (from.1 + deed.to.1) / 2))
}

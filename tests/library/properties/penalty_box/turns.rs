//! The parts of a turn in all four games: a move of the token or of a piece, the piece that goes into the box, the
//! piece that is released, and the fields of the FEN after it.

use super::PENDING;
use super::parsed_turn::{ParsedTurn, change_first, derive, each, half, here, prefix, set_part};
use crate::properties::Property;
use crate::properties::attacks::{is_attacked, is_royal_attacked};
use crate::properties::basics::number;
use crate::properties::board::{Board, Cell, cells, colored, is_of, leap, name};
use crate::properties::position::{CASTLING, EN_PASSANT, HALFMOVE, Position, text_of};

/// The squares for the token's first move.
const FIRST: [&str; 8] = ["c4", "c5", "d3", "e3", "d6", "e6", "f4", "f5"];

/// Properties of all four games.
pub const COMMON: &[Property] = &[
    Property {
        sentence: "a token move to an empty square releases nothing, full or not",
        holds: |position| {
            each(position, |parsed| {
                let idle = parsed.is_token() && parsed.boxed().is_none();
                !idle || parsed.release.is_none() && parsed.after().held == parsed.board.held
            })
        },
        fault: |position| {
            let idle =
                |parsed: &ParsedTurn<'_>| parsed.is_token() && parsed.boxed().is_none() && parsed.inmate().is_some();
            change_first(position, |parsed, turn| {
                if idle(parsed) {
                    turn.edit_half(parsed.half, |board| {
                        let free = board.all_cells().find(|&cell| board.is_free(cell)).expect("an empty square");
                        board.set(free, parsed.inmate());
                        board.held.clear();
                    });
                }
            })
        },
    },
    Property {
        sentence: "box move onto a piece (either colour): that piece goes into the box and the box token takes the \
                   square",
        holds: |position| {
            each(position, |parsed| {
                let takes = parsed.is_token() && parsed.boxed().is_some();
                !takes || parsed.after().at(parsed.to) == Some('*') && goes_in(parsed)
            })
        },
        fault: |position| {
            change_first(position, |parsed, turn| {
                if parsed.is_token() && parsed.boxed().is_some() {
                    turn.edit_half(parsed.half, |board| board.held = parsed.board.held.clone());
                }
            })
        },
    },
    Property {
        sentence: "the side to move may put the token from the centre point on one of eight squares",
        holds: |position| {
            let (board, mark) = (here(position), prefix(position));
            if !position.complete
                || position.in_check
                || position.field(PENDING) != "-"
                || !board.cells_of('*').is_empty()
            {
                return Ok(());
            }
            let alive = !position.moves.is_empty();
            let missing = FIRST.iter().find(|square| {
                let empty = board.is_free(cells(square)[0]);
                alive && empty && !position.allows(&format!("{mark}X@{square}"))
            });
            missing.map_or(Ok(()), |square| Err(format!("no X@{square}")))
        },
        fault: |position| !position.in_check && position.remove_move(|turn| turn.text.ends_with("X@c5")),
    },
    Property {
        sentence: "from the centre point it goes to one of these squares, then it moves like a knight",
        holds: |position| {
            each(position, |parsed| match parsed.from {
                None => FIRST.contains(&name(parsed.to).as_str()),
                Some(from) => !parsed.is_token() || leap(from, parsed.to) == (1, 2),
            })
        },
        fault: |position| {
            let text = derive(position, |parsed| {
                let from = parsed.from.filter(|_| parsed.is_token())?;
                let to = parsed.board.all_cells().find(|&cell| leap(from, cell) == (1, 1))?;
                Some(format!("{}{}", prefix(parsed.position), text_of((from, to))))
            });
            position.add_text(text)
        },
    },
    Property {
        sentence: "a piece that moves onto the token's square leaves the board and goes into the box; the token stays",
        holds: |position| {
            each(position, |parsed| !parsed.enters() || parsed.after().at(parsed.to) == Some('*') && goes_in(parsed))
        },
        fault: |position| {
            change_first(position, |parsed, turn| {
                if parsed.enters() {
                    turn.edit_half(parsed.half, |board| board.set(parsed.to, parsed.boxed()));
                }
            })
        },
    },
    Property {
        sentence: "when a piece goes into a box that was full, the mover must put the piece that was inside on the \
                   board",
        holds: |position| {
            each(position, |parsed| {
                let must = parsed.boxed().and(parsed.inmate()).map(|piece| piece.to_ascii_uppercase());
                parsed.release.map(|drop| drop.letter) == must
            })
        },
        fault: |position| {
            change_first(position, |parsed, turn| {
                if let Some(drop) = parsed.release {
                    turn.edit_half(parsed.half, |board| board.set(drop.cell, None));
                    turn.text.truncate(turn.text.rfind(',').expect("a release"));
                }
            })
        },
    },
    Property {
        sentence: "on any empty square of the board (not the token's)",
        holds: |position| {
            each(position, |parsed| {
                let empty = |cell| cell != parsed.to && (parsed.board.is_free(cell) || Some(cell) == parsed.from);
                let first = parsed.first.map(|drop| drop.cell);
                parsed.release.is_none_or(|drop| empty(drop.cell) && (Some(drop.cell) != first || first == parsed.from))
            })
        },
        fault: |position| {
            change_first(position, |parsed, turn| {
                if parsed.release.is_some() {
                    let at = turn.text.find('@').expect("a release") + 1;
                    turn.text.replace_range(at..at + 2, &name(parsed.to));
                }
            })
        },
    },
    Property {
        sentence: "the square just vacated by the moved piece or token counts as empty",
        holds: |position| {
            if !position.complete || position.in_check || position.field(PENDING) != "-" {
                return Ok(());
            }
            each(position, |parsed| {
                parsed.release.is_none_or(|_| back_where_it_was(parsed).is_none_or(|back| starts(position, &back)))
            })
        },
        fault: |position| {
            if !position.complete || position.in_check || position.field(PENDING) != "-" {
                return false;
            }
            let back = derive(position, back_where_it_was).unwrap_or("nothing".into());
            let others = format!("{},", back.split(',').next().expect("a move"));
            let count = position.moves.len();
            position.moves.retain(|turn| !turn.text.starts_with(&back));
            position.moves.len() < count && starts(position, &others)
        },
    },
    Property {
        sentence: "the released piece keeps its colour",
        holds: |position| {
            each(position, |parsed| {
                let own = parsed.inmate_is_own();
                parsed.release.is_none_or(|drop| parsed.after().has_piece_of(drop.cell, parsed.white == own))
            })
        },
        fault: |position| {
            change_first(position, |parsed, turn| {
                if let Some(drop) = parsed.release.filter(|_| !parsed.inmate_is_own()) {
                    turn.edit_half(parsed.half, |board| board.set(drop.cell, Some(parsed.colored(drop.letter))));
                }
            })
        },
    },
    Property {
        sentence: "a released pawn put on its own side's last rank becomes Q, R, B or N; on any other square it is a \
                   pawn",
        holds: |position| {
            each(position, |parsed| {
                let Some(drop) = parsed.release.filter(|_| parsed.inmate_is_own()) else { return true };
                let last = drop.letter == 'P' && parsed.board.own_rank(drop.cell, parsed.white) == 8;
                let kind = drop.promotion.unwrap_or(drop.letter.to_ascii_lowercase());
                let right = if last {
                    drop.promotion.is_some_and(|kind| "qrbn".contains(kind))
                } else {
                    drop.promotion.is_none()
                };
                right && parsed.after().at(drop.cell) == Some(parsed.colored(kind))
            })
        },
        fault: |position| {
            change_first(position, |parsed, turn| {
                if let Some(drop) = parsed.release.filter(|drop| drop.promotion.is_some()) {
                    turn.edit_half(parsed.half, |board| board.set(drop.cell, Some(parsed.colored('p'))));
                    turn.text.pop();
                }
            })
        },
    },
    Property {
        sentence: "if you put an opposing pawn on its last rank, its owner chooses the piece; its text has no letter",
        holds: |position| {
            each(position, |parsed| {
                let Some(drop) = parsed.release.filter(|_| given_pawn(parsed).is_some()) else { return true };
                drop.promotion.is_none() && parsed.turn.field(PENDING).contains('=')
            })
        },
        fault: |position| {
            change_first(position, |parsed, turn| {
                if given_pawn(parsed).is_some() {
                    turn.text.push('n');
                }
            })
        },
    },
    Property {
        sentence: "that turn is legal only if none of the four choices would attack your king",
        holds: |position| {
            each(position, |parsed| {
                let (after, king) = (parsed.after(), parsed.colored('k'));
                let Some(pawn) = given_pawn(parsed) else { return true };
                !after.cells_of(king).iter().any(|&king| could_attack(&after, pawn, king))
            })
        },
        fault: |position| {
            let worse = |parsed: &ParsedTurn<'_>| {
                let (after, pawn) = (parsed.after(), given_pawn(parsed)?);
                let king = *after.cells_of(parsed.colored('k')).first()?;
                let after = after.without(pawn);
                let attacks = |cell: &Cell| after.is_free(*cell) && could_attack(&after, *cell, king);
                Some((pawn, after.all_cells().filter(|cell| cell.1 == pawn.1).find(attacks)?))
            };
            change_first(position, |parsed, turn| {
                if let Some((pawn, cell)) = worse(parsed) {
                    turn.edit_half(parsed.half, |board| *board = board.after(pawn, cell));
                    turn.text = turn.text.replace(&format!("@{}", name(pawn)), &format!("@{}", name(cell)));
                }
            })
        },
    },
    Property {
        sentence: "the turn as a whole must leave your own king, if it is on the board, unattacked",
        holds: |position| each(position, |parsed| !is_royal_attacked(&parsed.after(), parsed.white)),
        fault: |position| {
            let text = position.moves.first().filter(|_| position.in_check).map(|turn| turn.text.clone());
            position.add_text(text)
        },
    },
    Property {
        sentence: "castling needs the squares between king and rook free of pieces and of the token",
        holds: |position| {
            each(position, |parsed| {
                !parsed.castles() || castling_way(parsed.white, parsed.to.0 == 6).all(|cell| parsed.board.is_free(cell))
            })
        },
        fault: |position| {
            let board = here(position);
            let text = castling(position, |way| way.iter().any(|&cell| !board.is_free(cell)));
            position.add_text(text)
        },
    },
    Property {
        sentence: "and each square the king stands on or crosses unattacked",
        holds: |position| {
            each(position, |parsed| {
                let Some(from) = parsed.from.filter(|_| parsed.castles()) else { return true };
                let way = [from, ((from.0 + parsed.to.0) / 2, from.1), parsed.to];
                !way.iter().any(|&cell| is_attacked(parsed.board, cell, !parsed.white))
            })
        },
        fault: |position| {
            let (board, white) = (here(position), position.white_moves());
            let beside = |way: &[Cell]| {
                way.iter().filter(|cell| [3, 5].contains(&cell.0)).any(|&cell| is_attacked(&board, cell, !white))
            };
            let text = castling(position, |way| way.iter().all(|&cell| board.is_free(cell)) && beside(way));
            position.add_text(text)
        },
    },
    Property {
        sentence: "a king or rook that has been in the box, or has moved, has lost its castling rights",
        holds: |position| {
            each(position, |parsed| {
                let [before, after] = parsed.parts(CASTLING);
                let kept = |right: char| before.contains(right) && !touches(parsed, right);
                after == "-" || after.chars().all(kept)
            })
        },
        fault: |position| {
            let boxes = |parsed: &ParsedTurn<'_>| {
                parsed.boxed().is_some()
                    && parsed.parts(CASTLING)[0].chars().any(|right| right != '-' && touches(parsed, right))
            };
            change_first(position, |parsed, turn| {
                if boxes(parsed) {
                    set_part(turn, CASTLING, parsed.half, parsed.parts(CASTLING)[0]);
                }
            })
        },
    },
    Property {
        sentence: "captures, pawn moves, drops of pawns and pawns walking into the box reset the 50-move clock; \
                   boxing a pawn with the token and the choice of a piece do not",
        holds: |position| {
            each(position, |parsed| {
                let dropped = parsed.drops().any(|drop| drop.letter == 'P');
                let resets = dropped || parsed.is_pawn() || parsed.captured_on().is_some();
                let [before, after] = parsed.parts(HALFMOVE).map(number);
                after == if resets { 0 } else { before + 1 }
            })
        },
        fault: |position| {
            let quiet = |parsed: &ParsedTurn<'_>| {
                let pawn = parsed.boxed().is_some_and(|piece| piece.eq_ignore_ascii_case(&'p'));
                pawn && parsed.is_token() && parsed.drops().all(|drop| drop.letter != 'P')
            };
            change_first(position, |parsed, turn| {
                if quiet(parsed) {
                    set_part(turn, HALFMOVE, parsed.half, "0");
                }
            })
        },
    },
    Property {
        sentence: "the en passant field has the square passed over by the last double step, and only then",
        holds: |position| {
            each(position, |parsed| {
                let passed = passed_by_pawn(parsed).filter(|&cell| !parsed.enters() && parsed.board.at(cell).is_none());
                parsed.parts(EN_PASSANT)[1] == passed.map_or("-".into(), name)
            })
        },
        fault: |position| change_first(position, |parsed, turn| set_part(turn, EN_PASSANT, parsed.half, "-")),
    },
    Property {
        sentence: "nothing ever captures the token or a king",
        holds: |position| {
            each(position, |parsed| {
                let king_or_token =
                    parsed.captured_on().and_then(|cell| parsed.at(cell)).is_some_and(|piece| "kK*".contains(piece));
                let token_stays = parsed.board.cells_of('*').len() <= parsed.after().cells_of('*').len();
                !king_or_token && token_stays
            })
        },
        fault: |position| {
            let text = derive(position, |parsed| {
                let king = *parsed.board.cells_of(colored('k', !parsed.white)).first()?;
                let (from, _) = parsed.board.pieces_of(parsed.white).find(|&(_, piece)| "qrbQRB".contains(piece))?;
                Some(format!("{}{}", prefix(parsed.position), text_of((from, king))))
            });
            position.add_text(text)
        },
    },
];

/// Returns whether what is boxed is in the box after the turn, a promoted pawn as itself or as a pawn.
fn goes_in(parsed: &ParsedTurn<'_>) -> bool {
    let (Some(piece), Some(cell)) = (parsed.boxed(), parsed.boxed_from()) else { return false };
    let after = parsed.after();
    let pawn = colored('p', is_of(piece, true));
    after.held.starts_with(piece) || parsed.is_promoted(cell) && after.held.starts_with(pawn)
}

/// The beginning of a turn's text if it put an own piece that comes out where piece or token have just left.
fn back_where_it_was(parsed: &ParsedTurn<'_>) -> Option<String> {
    let drop = parsed.release.filter(|drop| parsed.inmate_is_own() && drop.letter != 'K')?;
    let main = parsed.turn.text.split(',').next().expect("a move");
    parsed.from.map(|from| format!("{main},{}@{}", drop.letter, name(from)))
}

/// Returns whether a move's text begins with something.
fn starts(position: &Position, text: &str) -> bool {
    position.moves.iter().any(|turn| turn.text.starts_with(text))
}

/// The cell of a pawn that the turn puts on its last rank for its owner to choose.
fn given_pawn(parsed: &ParsedTurn<'_>) -> Option<Cell> {
    let drop = parsed.release.filter(|drop| drop.letter == 'P' && !parsed.inmate_is_own())?;
    (parsed.board.own_rank(drop.cell, !parsed.white) == 8).then_some(drop.cell)
}

/// Returns whether a queen or a knight would attack a king.
fn could_attack(board: &Board, from: Cell, king: Cell) -> bool {
    board.is_open(from, king) || leap(from, king) == (1, 2)
}

/// The squares between king and rook.
fn castling_way(white: bool, short: bool) -> impl Iterator<Item = Cell> {
    let files = if short { 5..7 } else { 1..4 };
    files.map(move |file| (file, if white { 0 } else { 7 }))
}

/// A castling that there is a right to, if the squares between king and rook are as asked for.
fn castling(position: &Position, fits: impl Fn(&[Cell]) -> bool) -> Option<String> {
    let (white, rights) = (position.white_moves(), position.field(CASTLING).split('|').nth(half(position)));
    let rights = rights.unwrap_or(position.field(CASTLING));
    let wings = [('k', true, "g"), ('q', false, "c")];
    let fit = |&&(right, short, _): &&(char, bool, &str)| {
        rights.contains(colored(right, white)) && fits(&castling_way(white, short).collect::<Vec<_>>())
    };
    let rank = if white { '1' } else { '8' };
    wings.iter().find(fit).map(|(_, _, file)| format!("{}e{rank}{file}{rank}", prefix(position)))
}

/// Returns whether a turn moves, boxes or captures the king or the rook of a castling right.
fn touches(parsed: &ParsedTurn<'_>, right: char) -> bool {
    let rank = if right.is_ascii_uppercase() { 0 } else { 7 };
    let corner = if right.eq_ignore_ascii_case(&'k') { 7 } else { 0 };
    [(4, rank), (corner, rank)].iter().any(|&home| parsed.to == home || parsed.from == Some(home))
}

/// The square that a pawn passes over in a double step.
pub fn passed_by_pawn(parsed: &ParsedTurn<'_>) -> Option<Cell> {
    let from = parsed.from.filter(|&from| parsed.is_pawn() && leap(from, parsed.to).1 == 2)?;
    Some((from.0, (from.1 + parsed.to.1) / 2))
}

//! Penalty Box Chess and its relatives: `uci-docs/rules/penaltybox*.md`.

mod deed;

use super::attack::{is_attacked, is_royal_attacked};
use super::board::{Board, Cell, aligned, between, cells, dress, forward, is_of, leap, line, name, step};
use super::common::number;
use super::scene::{CASTLING, EN_PASSANT, FULLMOVE, HALFMOVE, SIDE, Scene, text_of};
use super::{Heap, Property, Rules};
use deed::{Deed, derive, each, half, here, prefix, set_part, spoil};

/// Lines pass over the token, and kings may be boxed.
pub const RULES: Rules =
    Rules { games: &["penaltybox"], properties: &[COMMON, TOKEN_PASSED, KINGS_ENTER], cut: 4, place: place_kings };

/// Lines pass over the token, and kings stay out of the box.
pub const NO_KING: Rules = Rules {
    games: &["penaltybox-noking"],
    properties: &[COMMON, TOKEN_PASSED, KINGS_STAY],
    cut: 4,
    place: place_plain,
};

/// The token stands in the way of everything.
pub const BEN: Rules =
    Rules { games: &["penaltybox-ben"], properties: &[COMMON, TOKEN_BLOCKS, KINGS_ENTER], cut: 4, place: place_kings };

/// Two boards, without kings in the box.
pub const DUAL: Rules = Rules {
    games: &["penaltybox-dual"],
    properties: &[COMMON, TOKEN_PASSED, KINGS_STAY, TWO_BOARDS],
    cut: 4,
    place: place_dual,
};

/// The squares for the token's first move.
const FIRST: [&str; 8] = ["c4", "c5", "d3", "e3", "d6", "e6", "f4", "f5"];

/// The field of captured pieces.
const CAPTURED: usize = 6;
/// The field of what the side to move may or must do first.
const PENDING: usize = 7;
/// The field of boards that have ended.
const ENDED: usize = 8;

const COMMON: &[Property] = &[
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

const TOKEN_PASSED: &[Property] = &[
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

const TOKEN_BLOCKS: &[Property] = &[
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

const KINGS_ENTER: &[Property] = &[
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

const KINGS_STAY: &[Property] = &[
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

const TWO_BOARDS: &[Property] = &[
    Property {
        sentence: "a turn is made on one's own board, and a release puts the boxed piece on the mover's board",
        holds: |scene| {
            let other = 1 - half(scene);
            let before = Board { held: String::new(), ..Board::half(&scene.fen, other) };
            scene.each(|turn| before == Board { held: String::new(), ..Board::half(&turn.fen, other) })
        },
        fault: |scene| {
            spoil(scene, |deed, turn| {
                let there = Board::half(&turn.fen, 1 - deed.half);
                if let Some(drop) = deed.release.filter(|drop| there.is_free(drop.cell)) {
                    let piece = deed.after().at(drop.cell);
                    turn.redraw_half(deed.half, |board| board.set(drop.cell, None));
                    turn.redraw_half(1 - deed.half, |board| board.set(drop.cell, piece));
                }
            })
        },
    },
    Property {
        sentence: "turn order White A, White B, Black A, Black B; the players of a board that has ended are skipped; \
                   the fullmove number rises after Black B",
        holds: |scene| {
            scene.each(|turn| {
                let (seat, rises) = seat_after(scene.field(SIDE), turn.field(ENDED));
                let next = number(scene.field(FULLMOVE)) + u32::from(rises);
                turn.outcome.is_some() || turn.field(SIDE) == seat && number(turn.field(FULLMOVE)) == next
            })
        },
        fault: |scene| {
            let to_opponent = |seat: &str| if seat.ends_with('1') { "b1" } else { "b2" };
            let seat = to_opponent(scene.field(SIDE));
            let white = scene.white_moves();
            scene.spoil(|turn| {
                if white && turn.outcome.is_none() {
                    turn.set_field(SIDE, seat);
                }
            })
        },
    },
];

/// Whether what is boxed is in the box after the turn, a promoted pawn as itself or as a pawn.
fn goes_in(deed: &Deed<'_>) -> bool {
    let (Some(piece), Some(cell)) = (deed.boxed(), deed.boxed_from()) else { return false };
    let held = deed.after().held;
    let pawn = dress('p', is_of(piece, true));
    held.starts_with(piece) || deed.is_promoted(cell) && held.starts_with(pawn)
}

/// The piece that goes into the box, if it is a promoted pawn.
fn promoted_into_box(deed: &Deed<'_>) -> Option<char> {
    let cell = deed.boxed_from().filter(|&cell| deed.is_promoted(cell))?;
    deed.at(cell)
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
fn passed_by_pawn(deed: &Deed<'_>) -> Option<Cell> {
    let from = deed.from.filter(|&from| deed.is_pawn() && leap(from, deed.to).1 == 2)?;
    Some((from.0, (from.1 + deed.to.1) / 2))
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

/// The seat that is to move next, and whether the number of moves rises.
fn seat_after(seat: &str, ended: &str) -> (&'static str, bool) {
    const SEATS: [&str; 4] = ["w1", "w2", "b1", "b2"];
    let at = SEATS.iter().position(|known| *known == seat).expect("a seat");
    let plays = |seat: &str| !ended.contains(if seat.ends_with('1') { 'A' } else { 'B' });
    let ahead = (1..=4).map(|step| at + step).find(|&next| plays(SEATS[next % 4])).unwrap_or(at);
    (SEATS[ahead % 4], ahead >= 4)
}

/// One board: kings, perhaps at home with rooks, pieces, some of them promoted, and the token, perhaps before a pawn.
fn scatter(heap: &Heap, pieces: &[(u8, u8)]) -> (Board, String) {
    let mut board = Board { files: 8, ranks: 8, ..Board::default() };
    let cell = |square: u8| ((square % 8) as i8, (square / 8 % 8) as i8);
    for &(square, kind) in pieces {
        let letter = b"PPNBRQppnbrq"[kind as usize % 12] as char;
        let at_end = letter.eq_ignore_ascii_case(&'p') && [0, 7].contains(&cell(square).1);
        let waits = at_end && heap.extra[3].is_multiple_of(4);
        if !at_end || waits {
            board.set(cell(square), Some(letter));
        }
        if kind >= 200 && !letter.eq_ignore_ascii_case(&'p') {
            board.promoted.insert(cell(square));
        }
    }
    match heap.extra[0] % 5 {
        0 => {}
        1 => pawn_before_token(&mut board, (heap.extra[0] % 8) as i8, !heap.black),
        _ => board.set(cell(heap.extra[0] / 4), Some('*')),
    }
    let at_home = heap.extra[2].is_multiple_of(4);
    for (square, (king, rank)) in heap.royals.into_iter().zip([('K', 0), ('k', 7)]) {
        let home = if at_home { (4, rank) } else { cell(square) };
        board.set(home, Some(king));
        for file in [0, 7].into_iter().filter(|_| at_home) {
            board.set((file, rank), Some(dress('r', king == 'K')));
        }
    }
    (board, if at_home { "KQkq" } else { "-" }.to_owned())
}

/// Puts the token on an army's last rank, and a pawn in front of it.
fn pawn_before_token(board: &mut Board, file: i8, white: bool) {
    let last = if white { 7 } else { 0 };
    board.set((file, last), Some('*'));
    board.set((file, last - forward(white)), Some(dress('p', white)));
}

/// What is in the box: nothing while the token is on the centre point.
fn inside(heap: &Heap, tokens: usize, letters: &str) -> String {
    let letter = letters.chars().nth(heap.extra[1] as usize % letters.len());
    letter.filter(|&letter| tokens > 0 && letter != '-').map(String::from).unwrap_or_default()
}

fn place_plain(heap: &Heap) -> String {
    let (board, rights) = scatter(heap, &heap.pieces);
    let held = inside(heap, board.cells_of('*').len(), "-PNBRQpnbrqPp");
    let side = if heap.black { 'b' } else { 'w' };
    format!("{}[{held}] {side} {rights} - {} 1", board.placement(), heap.extra[3] % 60)
}

/// With kings in the box now and then, captured pieces, and the right to a free piece.
fn place_kings(heap: &Heap) -> String {
    let (mut board, rights) = scatter(heap, &heap.pieces);
    let held = inside(heap, board.cells_of('*').len(), "-KkPNqBpKRQ");
    let boxed = held.chars().find(|&piece| piece.eq_ignore_ascii_case(&'k'));
    board.pieces.retain(|_, piece| Some(*piece) != boxed);
    let rights = if boxed.is_some() { "-" } else { &rights };
    let side = if heap.black { 'b' } else { 'w' };
    let waits = board.pieces.iter().any(|(cell, piece)| *piece == dress('p', !heap.black) && [0, 7].contains(&cell.1));
    let pending = match (heap.extra[3].is_multiple_of(3), waits) {
        (false, false) => "-",
        (true, false) => "f",
        (false, true) => "=",
        (true, true) => "f=",
    };
    format!("{}[{held}] {side} {rights} - 3 9 QNPnp {pending}", board.placement())
}

fn place_dual(heap: &Heap) -> String {
    let (left, right) = heap.pieces.split_at(heap.pieces.len() / 3);
    let (board_a, rights_a) = scatter(heap, left);
    let moved = Heap { royals: [heap.royals[1], heap.royals[0]], ..heap.clone() };
    let (board_b, rights_b) = scatter(&moved, right);
    let tokens = board_a.cells_of('*').len() + board_b.cells_of('*').len();
    let held = inside(heap, tokens, "-PNBRQpnbrqPp");
    let seat = ["w1", "w2", "b1", "b2"][heap.extra[3] as usize % 4];
    let placement = format!("{}|{}[{held}]", board_a.placement(), board_b.placement());
    format!("{placement} {seat} {rights_a}|{rights_b} -|- 0|3 9 - -")
}

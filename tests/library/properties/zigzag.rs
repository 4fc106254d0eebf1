//! ZigZag Madness: `uci-docs/rules/zigzagmadness.md`.

use super::basics::number;
use super::board::{self, Board, Cell, colored, forward, is_of, leap, name, step};
use super::position::{CASTLING, EN_PASSANT, HALFMOVE, Position, Turn, text_of};
use super::{Property, RandomPieces, Rules};

/// The game.
pub const RULES: &[Rules] = &[Rules { games: &["zigzagmadness"], properties: &[PROPERTIES], divisor: 3, random_fen }];

/// The file on which both kings begin.
const KING_FILE: i8 = 5;

const PROPERTIES: &[Property] = &[
    Property {
        sentence: "drop one on an empty square of your rank 2 and optionally push it straight forward over empty \
                   squares, at most to rank 5",
        holds: |position| {
            let (board, white) = (position.board(), position.white_moves());
            position.each(|turn| dropped(turn).is_none_or(|cell| may_drop(&board, cell, white)))
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let beyond = |cell: &Cell| board.own_rank(*cell, white) <= 5 && board.is_free(*cell);
            let cell = drop_cells(white).find(|cell| beyond(cell) && !may_drop(&board, *cell, white));
            let cell = cell.filter(|_| board.held.contains(colored('j', white)));
            position.add_text(cell.map(|cell| format!("J@{}", name(cell))))
        },
    },
    Property {
        sentence: "each side has five Ninja Pawns in hand: as its move it may drop one",
        holds: |position| {
            let (board, white) = (position.board(), position.white_moves());
            if !position.complete
                || position.in_check
                || position.outcome.is_some()
                || !board.held.contains(colored('j', white))
            {
                return Ok(());
            }
            let missing = drop_cells(white)
                .find(|&cell| may_drop(&board, cell, white) && !position.allows(&format!("J@{}", name(cell))));
            missing.map_or(Ok(()), |cell| Err(format!("no J@{}", name(cell))))
        },
        fault: |position| {
            let calm = !position.in_check && position.outcome.is_none();
            calm && position.remove_move(|turn| dropped(turn).is_some_and(|cell| [3, 6].contains(&cell.1)))
        },
    },
    Property {
        sentence: "a drop takes one Ninja Pawn from the hand and puts it on the square",
        holds: |position| {
            let (board, ninja) = (position.board(), colored('j', position.white_moves()));
            position.each(|turn| {
                let Some(cell) = dropped(turn) else { return true };
                let after = turn.board();
                after.at(cell) == Some(ninja) && after.held == board.held.replacen(ninja, "", 1)
            })
        },
        fault: |position| {
            let held = position.board().held;
            position.change_first(|turn| {
                if dropped(turn).is_some() {
                    turn.edit_board(|after| after.held = held.clone());
                }
            })
        },
    },
    Property {
        sentence: "captured pieces do not come back to hand",
        holds: |position| {
            let held = position.board().held;
            position.each(|turn| dropped(turn).is_some() || turn.board().held == held)
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            position.change_first(|turn| {
                if ends(turn).is_some_and(|(_, to)| board.at(to) == Some(colored('j', !white))) {
                    turn.edit_board(|after| after.held.push(colored('j', white)));
                }
            })
        },
    },
    Property {
        sentence: "the ZigZag Bishop reaches the squares (n, n+1), n ≥ 2",
        holds: |position| {
            each_of(position, "Z", |_, (from, to), _| {
                let (short, long) = leap(from, to);
                short >= 2 && long == short + 1
            })
        },
        fault: |position| position.add_move_of("Z", |_, from, to| leap(from, to) == (1, 2)),
    },
    Property {
        sentence: "the ZigZag Rook reaches (1, n+1), n ≥ 2",
        holds: |position| {
            each_of(position, "X", |_, (from, to), _| {
                let (short, long) = leap(from, to);
                short == 1 && long >= 3
            })
        },
        fault: |position| position.add_move_of("X", |_, from, to| leap(from, to) == (1, 2)),
    },
    Property {
        sentence: "the ZigZag Bishop goes there if at least one of two paths is clear",
        holds: |position| each_of(position, "Z", |board, (from, to), _| is_reached(board, 'z', from, to)),
        fault: |position| {
            position.add_move_of("Z", |board, from, to| leap(from, to) == (2, 3) && !is_reached(board, 'z', from, to))
        },
    },
    Property {
        sentence: "the ZigZag Rook likewise: one diagonal step then straight outwards, or straight and then the step",
        holds: |position| each_of(position, "X", |board, (from, to), _| is_reached(board, 'x', from, to)),
        fault: |position| {
            position.add_move_of("X", |board, from, to| leap(from, to) == (1, 3) && !is_reached(board, 'x', from, to))
        },
    },
    Property {
        sentence: "ZigZag pieces capture by replacement where they go: a king there is in check",
        holds: |position| {
            let (white, king) = (position.white_moves(), colored('k', !position.white_moves()));
            position.each(|turn| turn.gives_check || !zigzags_hit(&turn.board(), king, white))
        },
        fault: |position| {
            let (white, king) = (position.white_moves(), colored('k', !position.white_moves()));
            position.change_first(|turn| turn.gives_check &= !zigzags_hit(&turn.board(), king, white))
        },
    },
    Property {
        sentence: "Wazir-Knight: knight or one orthogonal step",
        holds: |position| each_of(position, "W", |_, (from, to), _| [(0, 1), (1, 2)].contains(&leap(from, to))),
        fault: |position| position.add_move_of("W", |board, from, to| leap(from, to) == (1, 1) && board.is_free(to)),
    },
    Property {
        sentence: "Ferz-Knight: knight or one diagonal step",
        holds: |position| each_of(position, "F", |_, (from, to), _| [(1, 1), (1, 2)].contains(&leap(from, to))),
        fault: |position| position.add_move_of("F", |board, from, to| leap(from, to) == (0, 1) && board.is_free(to)),
    },
    Property {
        sentence: "pawns move straight forward over empty squares, in ranks counted from their own side: from rank 2: \
                   1, 2 or 3; from rank 3: 1 or 2; from ranks 4 and 5: 1; from ranks 6, 7, 8: 1 or 2; from rank 9: 1",
        holds: |position| {
            let white = position.white_moves();
            each_of(position, "PJ", |board, (from, to), _| {
                let straight = from.0 == to.0;
                !straight || is_clear_ahead(board, from, to) && rises(from, to, white) <= furthest(board, from, white)
            })
        },
        fault: |position| {
            let white = position.white_moves();
            position.add_move_of("P", |board, from, to| {
                let ahead = from.0 == to.0 && rises(from, to, white) == furthest(board, from, white) + 1;
                ahead && is_clear_ahead(board, from, to)
            })
        },
    },
    Property {
        sentence: "a pawn captures one square diagonally forward, on the board or en passant on a square of the FEN \
                   field",
        holds: |position| {
            let (white, passed) = (position.white_moves(), board::cells(position.field(EN_PASSANT)));
            each_of(position, "P", |board, (from, to), _| {
                let diagonal = leap(from, to) == (1, 1) && rises(from, to, white) == 1;
                from.0 == to.0 || diagonal && (board.has_piece_of(to, !white) || passed.contains(&to))
            })
        },
        fault: |position| {
            let (white, passed) = (position.white_moves(), board::cells(position.field(EN_PASSANT)));
            position.add_move_of("P", |board, from, to| {
                leap(from, to) == (1, 1) && rises(from, to, white) == 1 && board.is_free(to) && !passed.contains(&to)
            })
        },
    },
    Property {
        sentence: "en passant: as if the pawn had stopped there",
        holds: |position| {
            let white = position.white_moves();
            each_of(position, "P", |board, (from, to), turn| {
                let passant = from.0 != to.0 && board.is_free(to);
                !passant || turn.board().count(!white) + 1 == board.count(!white)
            })
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let passant = |&(from, to): &(Cell, Cell)| {
                board.at(from) == Some(colored('p', white)) && from.0 != to.0 && board.is_free(to)
            };
            position.change_first(|turn| {
                if let Some((_, to)) = ends(turn).filter(passant) {
                    let passed = step(to, (0, -forward(white)), 1);
                    turn.edit_board(|after| after.set(passed, Some(colored('p', !white))));
                }
            })
        },
    },
    Property {
        sentence: "the FEN field lists the squares passed over by a standard pawn that advances 2 or 3, for standard \
                   pawns only, and not after a promotion; a drop ends the right like any other move",
        holds: |position| {
            let (board, white) = (position.board(), position.white_moves());
            position.each(|turn| turn.field(EN_PASSANT) == passed(&board, turn, white))
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let run = |&(from, to): &(Cell, Cell)| board.at(from) == Some(colored('j', white)) && leap(from, to).1 == 2;
            position.change_first(|turn| {
                if let Some((from, to)) = ends(turn).filter(run) {
                    turn.set_field(EN_PASSANT, &name((from.0, (from.1 + to.1) / 2)));
                }
            })
        },
    },
    Property {
        sentence: "the Ninja Pawn goes one square sideways to an empty square; it captures one square diagonally \
                   forward, and one square sideways when on its own rank 6 or beyond",
        holds: |position| {
            let white = position.white_moves();
            each_of(position, "J", |board, (from, to), _| match leap(from, to) {
                (1, 1) => rises(from, to, white) == 1 && board.has_piece_of(to, !white),
                (0, 1) if from.1 == to.1 => board.is_free(to) || board.own_rank(from, white) >= 6,
                _ => from.0 == to.0,
            })
        },
        fault: |position| {
            let white = position.white_moves();
            position.add_move_of("J", |board, from, to| {
                let beside = from.1 == to.1 && leap(from, to).1 == 1;
                beside && board.own_rank(from, white) < 6 && board.has_piece_of(to, !white)
            })
        },
    },
    Property {
        sentence: "the Ninja Pawn neither captures nor is captured en passant",
        holds: |position| {
            each_of(position, "J", |board, (from, to), turn| {
                let diagonal = leap(from, to) == (1, 1);
                (!diagonal || !board.is_free(to)) && turn.field(EN_PASSANT) == "-"
            })
        },
        fault: |position| {
            let (white, passed) = (position.white_moves(), board::cells(position.field(EN_PASSANT)));
            position.add_move_of("J", |_, from, to| {
                passed.contains(&to) && leap(from, to) == (1, 1) && rises(from, to, white) == 1
            })
        },
    },
    Property {
        sentence: "promotes (obligatory) on rank 10 to Q, R, B, Z, X, W or F",
        holds: |position| {
            let white = position.white_moves();
            each_of(position, "PJ", |board, (_, to), turn| {
                let arrives = board.own_rank(to, white) == 10;
                let letter = turn.promotion();
                arrives == letter.is_some() && letter.is_none_or(|letter| "qrbzxwf".contains(letter))
            })
        },
        fault: |position| {
            position.change_first(|turn| {
                if turn.promotion().is_some() {
                    turn.text.pop();
                }
            })
        },
    },
    Property {
        sentence: "castling: all squares between king and rook empty, king not in check",
        holds: |position| {
            let board = position.board();
            each_castling(position, |from, to, _| !position.in_check && board.is_open(from, corner(from, to)))
        },
        fault: |position| {
            let board = position.board();
            let way = rights(position).find(|&(king, to)| !board.is_open(king, corner(king, to)) || position.in_check);
            position.add_move(way)
        },
    },
    Property {
        sentence: "the king moves 1, 2 or 3 squares towards the j-rook, or 1, 2, 3 or 4 towards the a-rook",
        holds: |position| {
            each_castling(position, |from, to, _| to.0 - from.0 <= 3 && from.0 - to.0 <= 4)?;
            if !position.complete {
                return Ok(());
            }
            each_castling(position, |from, to, _| {
                let nearer = (to.0 - (to.0 - from.0).signum(), to.1);
                nearer == from || position.allows(&castling_text(from, nearer))
            })
        },
        fault: |position| {
            let wings = [("f1g1,j1f1", "f1h1"), ("f10e10,a10f10", "f10d10")];
            let nearer = wings.into_iter().find(|(_, farther)| position.allows(farther)).map(|(nearer, _)| nearer);
            position.remove_move(|turn| nearer == Some(&turn.text))
        },
    },
    Property {
        sentence: "the rook lands on the square next to the king on its other side",
        holds: |position| {
            let rook = colored('r', position.white_moves());
            each_castling(position, |from, to, turn| {
                let after = turn.board();
                let beside = (to.0 - (to.0 - from.0).signum(), to.1);
                after.at(beside) == Some(rook) && after.at(corner(from, to)).is_none()
            })
        },
        fault: |position| {
            let board = position.board();
            position.change_first(|turn| {
                if let Some((from, to)) = castling(&board, turn) {
                    let landed = (to.0 - (to.0 - from.0).signum(), to.1);
                    turn.edit_board(|after| *after = after.after(landed, corner(from, to)));
                }
            })
        },
    },
    Property {
        sentence: "castling rights: king and rook unmoved; a right ends too when the rook is captured at home",
        holds: |position| {
            let before = position.field(CASTLING);
            let kept = |turn: &Turn, right: char| {
                before.contains(right) && !homes(right).iter().any(|home| turn.cells().contains(home))
            };
            position
                .each(|turn| turn.field(CASTLING) == "-" || turn.field(CASTLING).chars().all(|right| kept(turn, right)))
        },
        fault: |position| {
            let before = position.field(CASTLING).to_owned();
            let captures = |turn: &Turn| {
                before.chars().any(|right| right != '-' && ends(turn).is_some_and(|(_, to)| to == homes(right)[1]))
            };
            position.change_first(|turn| {
                if captures(turn) {
                    turn.set_field(CASTLING, &before);
                }
            })
        },
    },
    Property {
        sentence: "moves of Ninja Pawns count as pawn moves for the 50-move rule, and so does a drop",
        holds: |position| {
            let (board, white) = (position.board(), position.white_moves());
            position.each(|turn| {
                let resets =
                    ends(turn).is_none_or(|(from, to)| board.is_kind(from, "PJ") || board.has_piece_of(to, !white));
                number(turn.field(HALFMOVE)) == if resets { 0 } else { number(position.field(HALFMOVE)) + 1 }
            })
        },
        fault: |position| {
            let (board, ninja) = (position.board(), colored('j', position.white_moves()));
            position.change_first(|turn| {
                if ends(turn).is_some_and(|(from, _)| board.at(from) == Some(ninja)) {
                    turn.set_field(HALFMOVE, "7");
                }
            })
        },
    },
];

/// Where a Ninja Pawn is dropped, if the move is a drop.
fn dropped(turn: &Turn) -> Option<Cell> {
    turn.text.strip_prefix("J@").map(|cell| board::cells(cell)[0])
}

/// The beginning and end of a move that is no drop.
fn ends(turn: &Turn) -> Option<(Cell, Cell)> {
    dropped(turn).is_none().then(|| (turn.cells()[0], turn.cells()[1]))
}

/// Ranks 2 to 5, counted from a colour's side.
fn drop_cells(white: bool) -> impl Iterator<Item = Cell> {
    let ranks = if white { 1..5 } else { 5..9 };
    ranks.flat_map(|rank| (0..10).map(move |file| (file, rank)))
}

/// Returns whether rank 2 and all above it up to a square are empty, and the square is not beyond rank 5.
fn may_drop(board: &Board, cell: Cell, white: bool) -> bool {
    let count = board.own_rank(cell, white) - 2;
    let way = (0..=count).all(|back| board.is_free(step(cell, (0, -forward(white)), back)));
    (0..=3).contains(&count) && way
}

/// Checks a condition for every move of some kinds of pieces, castling left out.
fn each_of(
    position: &Position,
    kinds: &str,
    holds: impl Fn(&Board, (Cell, Cell), &Turn) -> bool,
) -> Result<(), String> {
    let board = position.board();
    position.each_of(kinds, |turn| holds(&board, turn.ends(), turn))
}

/// Returns whether one of the two paths of a ZigZag Bishop or ZigZag Rook is clear: the odd step first or last.
fn is_reached(board: &Board, kind: char, from: Cell, to: Cell) -> bool {
    let (files, ranks) = (to.0 - from.0, to.1 - from.1);
    let along_files = files.abs() > ranks.abs();
    let straight = if along_files { (files.signum(), 0) } else { (0, ranks.signum()) };
    let diagonal = (files.signum(), ranks.signum());
    let (odd, line) = if kind == 'z' { (straight, diagonal) } else { (diagonal, straight) };
    let count = files.abs().max(ranks.abs()) - 1;
    let clear = |first: Cell, steps: i8| (0..steps).all(|number| board.is_free(step(first, line, number)));
    clear(step(from, odd, 1), count) || clear(step(from, line, 1), count)
}

/// Returns whether a ZigZag Bishop or ZigZag Rook of a colour could capture a king.
fn zigzags_hit(board: &Board, king: char, by_white: bool) -> bool {
    let king = board.cells_of(king)[0];
    let attacks = |kind: char, from: Cell| {
        let (short, long) = leap(from, king);
        let shape = if kind == 'z' { short >= 2 && long == short + 1 } else { short == 1 && long >= 3 };
        shape && is_reached(board, kind, from, king)
    };
    "zx".chars().any(|kind| board.cells_of(colored(kind, by_white)).into_iter().any(|from| attacks(kind, from)))
}

/// How many ranks forward a move goes.
fn rises(from: Cell, to: Cell, white: bool) -> i8 {
    (to.1 - from.1) * forward(white)
}

/// How far a pawn may go straight forward.
fn furthest(board: &Board, from: Cell, white: bool) -> i8 {
    match board.own_rank(from, white) {
        2 => 3,
        3 | 6..=8 => 2,
        _ => 1,
    }
}

/// Returns whether the way straight on is empty, its end included.
fn is_clear_ahead(board: &Board, from: Cell, to: Cell) -> bool {
    board.is_open(from, to) && board.is_free(to)
}

/// The en passant field that a move should leave behind.
fn passed(board: &Board, turn: &Turn, white: bool) -> String {
    let pawn = |(from, to): &(Cell, Cell)| board.at(*from) == Some(colored('p', white)) && leap(*from, *to).1 >= 2;
    let Some((from, to)) = ends(turn).filter(pawn).filter(|_| turn.promotion().is_none()) else { return "-".into() };
    (from.1.min(to.1) + 1..from.1.max(to.1)).map(|rank| name((from.0, rank))).collect()
}

/// The king's beginning and end, if a move is a castling.
fn castling(board: &Board, turn: &Turn) -> Option<(Cell, Cell)> {
    let (from, to) = ends(turn)?;
    (board.is_kind(from, "K") && (turn.text.contains(',') || leap(from, to).1 >= 2)).then_some((from, to))
}

/// Checks a condition for every castling.
fn each_castling(position: &Position, holds: impl Fn(Cell, Cell, &Turn) -> bool) -> Result<(), String> {
    let board = position.board();
    position.each(|turn| castling(&board, turn).is_none_or(|(from, to)| holds(from, to, turn)))
}

/// The text of a castling, which names the rook's move too where it would read like a step.
fn castling_text(from: Cell, to: Cell) -> String {
    let king = text_of((from, to));
    if leap(from, to).1 > 1 { king } else { format!("{king},{}", text_of((corner(from, to), from))) }
}

/// The corner that a king castles towards.
fn corner(from: Cell, to: Cell) -> Cell {
    (if to.0 > from.0 { 9 } else { 0 }, from.1)
}

/// Where king and rook of a castling right stand.
fn homes(right: char) -> [Cell; 2] {
    let rank = if right.is_ascii_uppercase() { 0 } else { 9 };
    [(KING_FILE, rank), (if right.eq_ignore_ascii_case(&'k') { 9 } else { 0 }, rank)]
}

/// The two-square castlings that the side to move has the right to.
fn rights(position: &Position) -> impl Iterator<Item = (Cell, Cell)> {
    let white = position.white_moves();
    let own = position.field(CASTLING).chars().filter(move |&right| is_of(right, white));
    own.map(|right| {
        let [king, rook] = homes(right);
        (king, (king.0 + 2 * (rook.0 - king.0).signum(), king.1))
    })
}

/// Kings and rooks are at home in one of three, and pawns have just run past another in some.
fn random_fen(random: &RandomPieces) -> String {
    let mut board = Board { files: 10, ranks: 10, ..Board::default() };
    let at = |square: u8| ((square % 10) as i8, (square / 10 % 10) as i8);
    for &(square, kind) in &random.pieces {
        let letter = b"PJWFZXQRBJpjwfzxqrbj"[kind as usize % 20] as char;
        let pawn = "pj".contains(letter.to_ascii_lowercase());
        if !pawn || ![0, 9].contains(&at(square).1) {
            board.set(at(square), Some(letter));
        }
    }
    let home = random.extra[0].is_multiple_of(3);
    for (square, (king, rank)) in random.royals.into_iter().zip([('K', 0), ('k', 9)]) {
        board.set(if home { (KING_FILE, rank) } else { at(square) }, Some(king));
        for corner in [0, 9].into_iter().filter(|_| home) {
            board.set((corner, rank), Some(colored('r', king == 'K')));
        }
    }
    let passed = run_past(random, &mut board).filter(|_| random.extra[3].is_multiple_of(2));
    let (rights, side) = (if home { "KQkq" } else { "-" }, if random.black { 'b' } else { 'w' });
    let (white, black) = ("J".repeat(random.extra[1] as usize % 6), "j".repeat(random.extra[2] as usize % 6));
    format!("{}[{white}{black}] {side} {rights} {} 4 9", board.placement(), passed.unwrap_or("-".into()))
}

/// An enemy pawn that has just made a double step from its rank 2, beside a pawn of either sort.
fn run_past(random: &RandomPieces, board: &mut Board) -> Option<String> {
    let (file, rank) = ((random.extra[3] / 2 % 9) as i8, if random.black { 3 } else { 6 });
    let back = |count| (file, rank - count * forward(random.black));
    if !board.is_free(back(1)) || !board.is_free(back(2)) {
        return None;
    }
    board.set(back(0), Some(colored('p', random.black)));
    board
        .set((file + 1, rank), Some(colored(if random.extra[3].is_multiple_of(3) { 'j' } else { 'p' }, !random.black)));
    Some(name(back(1)))
}

//! A "Friendly" Game of … Chess: `uci-docs/rules/friendly.md`.

mod ability;

use super::basics::number;
use super::board::{self, Board, Cell, adjacent, between, colored, forward, is_of, leap, name, pairs};
use super::position::{HALFMOVE, Position, Turn, text_of};
use super::{Property, RandomPieces, Rules};
use ability::{Form, beyond, can, form, is_pawn, starts_on};

/// The game.
pub const RULES: &[Rules] = &[Rules { games: &["friendly"], properties: &[PROPERTIES], divisor: 3, random_fen }];

/// The field of pieces that have moved although they stand at home.
const MOVED: usize = 2;

/// Every kind that a pawn may become.
const PROMOTIONS: &str = "abucdqghijlmtxsn";

const PROPERTIES: &[Property] = &[
    Property {
        sentence: "a Friend has nothing of its own: it moves only while a piece guards it, or guards a Friend that may \
                   lend on",
        holds: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let guarded: Vec<Cell> = friends(&board, white).filter(|&friend| is_guarded(&board, friend)).collect();
            let alone = friends(&board, white).count() == 1;
            position
                .each(|turn| !is_friends(&board, turn) || !guarded.is_empty() && (!alone || guarded[0] == turn.from()))
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let lonely = friends(&board, white).all(|friend| !is_guarded(&board, friend));
            lonely && position.add_move_of("F", |board, from, to| adjacent(from, to) && board.is_free(to))
        },
    },
    Property {
        sentence: "a Friend has the moves and captures of every friendly piece that guards it: of no other",
        holds: |position| {
            let (board, white) = (position.board(), position.white_moves());
            position.each(|turn| !is_friends(&board, turn) || has_lender(&board, turn, white))
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let unlent = |from: Cell, to: Cell| !has_lender(&board, &plain(from, to), white);
            let knight = |from: Cell, to: Cell| leap(from, to) == (1, 2) && board.is_free(to) && unlent(from, to);
            friends(&board, white).any(|friend| is_guarded(&board, friend))
                && position.add_move_of("F", |_, from, to| knight(from, to))
        },
    },
    Property {
        sentence: "a piece adjacent to an enemy Jellyfish cannot move, capture or rifle-capture",
        holds: |position| {
            let board = position.board();
            position.each(|turn| !is_immobile(&board, turn.from()))
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let stuck =
                board.pieces_of(white).find(|&(cell, piece)| !"fF".contains(piece) && is_immobile(&board, cell));
            position.add_move(stuck.and_then(|(from, piece)| {
                let goes = |to: &Cell| board.is_free(*to) && can(&board, piece, from, *to, Form::Plain);
                board.all_cells().find(goes).map(|to| (from, to))
            }))
        },
    },
    Property {
        sentence: "a piece that captures a Jellyfish or Poison other than by rifle is removed too: it does not appear \
                   on its destination, and a pawn that never arrives has no letter",
        holds: |position| {
            let board = position.board();
            position
                .each(|turn| !dies(&board, turn) || turn.board().at(goal(turn)).is_none() && turn.promotion().is_none())
        },
        fault: |position| {
            let board = position.board();
            position.change_first(|turn| {
                if dies(&board, turn) {
                    let (cell, piece) = (goal(turn), board.at(turn.from()));
                    turn.edit_board(|after| after.set(cell, piece));
                }
            })
        },
    },
    Property {
        sentence: "rifle capture: remove it without moving",
        holds: |position| {
            let board = position.board();
            each_form(position, Form::Rifle, |turn| {
                let (from, victim) = turn.ends();
                let after = turn.board();
                after.at(from) == board.at(from) && after.at(victim).is_none() && board.at(victim).is_some()
            })
        },
        fault: |position| {
            let board = position.board();
            position.change_first(|turn| {
                if form(&board, turn) == Form::Rifle {
                    let (from, victim) = turn.ends();
                    turn.edit_board(|after| *after = after.after(from, victim));
                }
            })
        },
    },
    Property {
        sentence: "the Archer slides 1–2 squares diagonally; rifle-captures at (1,2)",
        holds: |position| each_able(position, "a"),
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let enemies: Vec<Cell> = board.pieces_of(!white).map(|(cell, _)| cell).collect();
            let shots = pairs(&board.army(white, "A"), &enemies).into_iter();
            let too_far =
                shots.filter(|&(from, to)| leap(from, to) == (1, 3)).map(|(from, to)| [(from, to), (to, from)]);
            position.add_text(too_far.map(|legs| legs.map(text_of).join(",")).next())
        },
    },
    Property {
        sentence: "the Sniper goes one step; slides to the second square without capturing; rifle-captures at (0,5) \
                   and (2,3)",
        holds: |position| each_able(position, "n"),
        fault: |position| {
            let white = position.white_moves();
            position.add_move_of("N", |board, from, to| {
                leap(from, to) == (0, 2) && board.has_piece_of(to, !white) && board.is_open(from, to)
            })
        },
    },
    Property {
        sentence: "the Bodyguard goes 1 or 2 squares in any of eight directions, not jumping",
        holds: |position| each_able(position, "b"),
        fault: |position| {
            position.add_move_of("B", |board, from, to| {
                leap(from, to) == (0, 2) && board.is_free(to) && !board.is_open(from, to)
            })
        },
    },
    Property {
        sentence: "Buffalo, Gerbil and Impala leap: (1,2), (1,3), (2,3); (2,2), (1,4); (1,2), (3,4)",
        holds: |position| each_able(position, "ugi"),
        fault: |position| position.add_move_of("G", |board, from, to| leap(from, to) == (1, 2) && board.is_free(to)),
    },
    Property {
        sentence: "rides: each landing square but the last empty, one kind and direction per move",
        holds: |position| each_able(position, "dm"),
        fault: |position| {
            position.add_move_of("M", |board, from, to| {
                let middle = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
                leap(from, to) == (2, 4) && board.is_free(to) && !board.is_free(middle)
            })
        },
    },
    Property {
        sentence: "the Caliph slides diagonally and leaps (1,3); the Mtawala slides orthogonally and leaps (2,3); the \
                   Lady in Waiting slides up to 6 squares",
        holds: |position| each_able(position, "ctl"),
        fault: |position| {
            position.add_move_of("L", |board, from, to| {
                leap(from, to) == (0, 7) && board.is_free(to) && board.is_open(from, to)
            })
        },
    },
    Property {
        sentence: "Hia: a sliding move that starts beside a Bodyguard of either colour goes at most one step, and one \
                   that enters such a square ends there",
        holds: |position| {
            let board = position.board();
            position.each(|turn| !slides(&board, turn) || !is_braked(&board, turn.from(), turn.to()))
        },
        fault: |position| {
            let white = position.white_moves();
            position.add_move_of("L", |board, from, to| {
                let open = leap(from, to).1 == 2 && board.is_open(from, to) && !board.has_piece_of(to, white);
                open && is_braked(board, from, to)
            })
        },
    },
    Property {
        sentence: "the Hangman steps to an empty square; an enemy directly behind is captured by the step (not \
                   optional)",
        holds: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let hangs = |turn: &&Turn| board.is_kind(turn.from(), "H");
            let wrong = position.moves.iter().filter(hangs).find(|turn| {
                let (from, to) = (turn.from(), goal(turn));
                let victim = board.has_piece_of(beyond(to, from), !white);
                form(&board, turn) != if victim { Form::Withdrawal } else { Form::Plain } || !board.is_free(to)
            });
            each_able(position, "h")?;
            wrong.map_or(Ok(()), |turn| Err(turn.text.clone()))
        },
        fault: |position| {
            let board = position.board();
            position.change_first(|turn| {
                if form(&board, turn) == Form::Withdrawal && board.is_kind(turn.from(), "H") {
                    turn.text = text_of((turn.from(), goal(turn)));
                }
            })
        },
    },
    Property {
        sentence: "the Samurai's katana leaps (2,6) to an empty square capturing an enemy at the midpoint (only then)",
        holds: |position| each_able(position, "s"),
        fault: |position| position.add_move_of("S", |board, from, to| leap(from, to) == (2, 6) && board.is_free(to)),
    },
    Property {
        sentence: "Poison captures one step orthogonally (only); moves without capturing to (1,2) squares if the \
                   orthogonally adjacent square on the way is empty",
        holds: |position| each_able(position, "x"),
        fault: |position| {
            position.add_move_of("X", |board, from, to| {
                leap(from, to) == (1, 2) && board.is_free(to) && !can(board, 'x', from, to, Form::Plain)
            })
        },
    },
    Property {
        sentence: "the Displacer Squirrel leaps (0,2), (1,2), (2,2); or swaps places with a friendly piece there, not \
                   immobilised, not of the same kind",
        holds: |position| {
            each_able(position, "q")?;
            let board = position.board();
            each_form(position, Form::Swap, |turn| {
                let (from, to) = turn.ends();
                let (piece, partner, after) = (board.at(from), board.at(to), turn.board());
                let swapped = (after.at(to), after.at(from)) == (piece, partner);
                swapped && piece != partner && !is_immobile(&board, to)
            })
        },
        fault: |position| {
            position.add_move_of("Q", |board, from, to| {
                let twin = [(0, 2), (1, 2), (2, 2)].contains(&leap(from, to)) && board.at(to) == board.at(from);
                twin || leap(from, to) == (0, 2) && board.at(to).is_some_and(|_| is_immobile(board, to))
            })
        },
    },
    Property {
        sentence: "no swap puts a pawn on its promotion rank or beyond",
        holds: |position| {
            let (board, white) = (position.board(), position.white_moves());
            each_form(position, Form::Swap, |turn| {
                let after = turn.board();
                turn.cells().iter().all(|&cell| {
                    let pawn = after.at(cell).filter(|&piece| is_pawn(piece));
                    pawn.is_none_or(|pawn| board.own_rank(cell, white) < promotion_rank(pawn))
                })
            })
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let pair = friendly_pair(&board, white);
            pair.is_some_and(|(squirrel, pawn)| {
                let mut turn = Turn { fen: position.fen.clone(), ..plain(squirrel, pawn) };
                turn.edit_board(|after| {
                    after.set(pawn, board.at(squirrel));
                    after.set(squirrel, board.at(pawn));
                });
                position.moves.push(turn);
                true
            })
        },
    },
    Property {
        sentence: "a swap is no pawn move for the 50-move rule, nor is a Friend's move with a pawn's power",
        holds: |position| {
            let board = position.board();
            position.each(|turn| {
                let swap = form(&board, turn) == Form::Swap;
                let pawn = board.at(turn.from()).is_some_and(is_pawn);
                let resets = !swap && pawn || captures(&board, turn);
                number(turn.field(HALFMOVE)) == if resets { 0 } else { number(position.field(HALFMOVE)) + 1 }
            })
        },
        fault: |position| {
            let board = position.board();
            position.change_first(|turn| {
                if form(&board, turn) == Form::Swap {
                    turn.set_field(HALFMOVE, "0");
                }
            })
        },
    },
    Property {
        sentence: "opening options: only a pawn that has never moved, on its starting square",
        holds: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let moved = board::cells(position.field(MOVED));
            position.each(|turn| {
                let from = turn.from();
                let unmoved = board.at(from).is_some_and(|pawn| starts_on(pawn, from)) && !moved.contains(&from);
                !is_opening(&board, turn, white) || unmoved
            })
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let moved = board::cells(position.field(MOVED));
            position.add_move(board.pieces_of(white).filter(|&(_, piece)| is_pawn(piece)).find_map(|(from, piece)| {
                let to = (from.0, from.1 + 2 * forward(white));
                let late = !starts_on(piece, from) || moved.contains(&from);
                let free = board.is_free(to) && board.is_open(from, to);
                (late && free && !"rR".contains(piece)).then_some((from, to))
            }))
        },
    },
    Property {
        sentence: "pawns go one step straight forward without capturing and capture one step diagonally forward; the \
                   Scorpion also leaps one forward and two sideways without capturing",
        holds: |position| each_able(position, "pewo"),
        fault: |position| {
            let white = position.white_moves();
            position.add_move_of("O", |board, from, to| {
                let forked = to.1 - from.1 == forward(white) && (to.0 - from.0).abs() == 2;
                forked && board.has_piece_of(to, !white)
            })
        },
    },
    Property {
        sentence: "the Berolina Pawn goes one step diagonally forward without capturing; captures one step straight \
                   forward",
        holds: |position| each_able(position, "r"),
        fault: |position| {
            let white = position.white_moves();
            position.add_move_of("R", |board, from, to| {
                to.1 - from.1 == forward(white) && leap(from, to) == (1, 1) && board.has_piece_of(to, !white)
            })
        },
    },
    Property {
        sentence: "the Chicken Pawn retreats any distance straight or diagonally backward over empty squares, never \
                   capturing",
        holds: |position| each_able(position, "k"),
        fault: |position| {
            let white = position.white_moves();
            position.add_move_of("K", |board, from, to| {
                to.1 - from.1 == -forward(white)
                    && leap(from, to).0 <= 1
                    && adjacent(from, to)
                    && board.has_piece_of(to, !white)
            })
        },
    },
    Property {
        sentence: "promotion (obligatory): own 12th rank, Mecklenbeck its own 10th, to any of A B U C D Q G H I J L M \
                   T X S N; a Friend never promotes",
        holds: |position| {
            let (board, white) = (position.board(), position.white_moves());
            position.each(|turn| {
                let piece = board.at(turn.from()).expect("a piece");
                let arrives = is_pawn(piece) && board.own_rank(goal(turn), white) >= promotion_rank(piece);
                let right = turn.promotion().is_none_or(|letter| PROMOTIONS.contains(letter));
                let due = arrives && !dies(&board, turn) && ![Form::Swap, Form::Rifle].contains(&form(&board, turn));
                let friend = victim(&board, turn).is_some_and(|cell| board.is_kind(cell, "F"));
                right && (friend || due == turn.promotion().is_some())
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
        sentence: "field 3 lists squares whose pawn or Friend stands on a starting square of its own kind and colour \
                   although it has moved",
        holds: |position| {
            let (board, before) = (position.board(), board::cells(position.field(MOVED)));
            position.each(|turn| board::cells(turn.field(MOVED)) == marked(&board, &before, turn))
        },
        fault: |position| {
            let before = position.field(MOVED).to_owned();
            position.change_first(|turn| {
                if turn.field(MOVED).len() > before.len() {
                    turn.set_field(MOVED, "-");
                }
            })
        },
    },
    Property {
        sentence: "a side with no Friend has lost",
        holds: |position| {
            let white = position.white_moves();
            position.each(|turn| {
                let (board, won) = (turn.board(), turn.outcome.and_then(|outcome| outcome.winner));
                let lost = [white, !white].map(|side| friends(&board, side).count() == 0);
                !lost[0] && !lost[1] || won.is_some()
            })
        },
        fault: |position| {
            let lost = |board: &Board| [true, false].iter().any(|&side| friends(board, side).count() == 0);
            position.change_first(|turn| turn.outcome = turn.outcome.filter(|_| !lost(&turn.board())))
        },
    },
    Property {
        sentence: "a side with exactly one Friend may not make a move after which the enemy could capture that Friend, \
                   and a move that loses it by poison is illegal",
        holds: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let alone = friends(&board, white).count() == 1;
            position.each(|turn| !alone || is_last_friend_safe(&turn.board(), white))
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let bad = friends(&board, white).count() == 1 && !is_last_friend_safe(&board, white);
            let text = position.moves.first().filter(|_| bad).map(|turn| turn.text.clone());
            position.add_text(text)
        },
    },
];

/// The Friends of a side.
fn friends(board: &Board, white: bool) -> impl Iterator<Item = Cell> {
    board.cells_of(colored('f', white)).into_iter()
}

/// A plain move, of which only the text matters.
fn plain(from: Cell, to: Cell) -> Turn {
    Turn { text: text_of((from, to)), ..Turn::default() }
}

/// Returns whether a Friend makes the move.
fn is_friends(board: &Board, turn: &Turn) -> bool {
    board.is_kind(turn.from(), "F")
}

/// Returns whether a piece other than a Friend could capture on a Friend's square at once, Bodyguards that brake it
/// left out.
fn is_guarded(board: &Board, friend: Cell) -> bool {
    guards(board, friend).next().is_some()
}

/// The pieces that guard a Friend.
fn guards(board: &Board, friend: Cell) -> impl Iterator<Item = (Cell, char)> + '_ {
    let white = board.at(friend).is_some_and(|piece| is_of(piece, true));
    let others =
        board.pieces_of(white).filter(move |&(cell, piece)| !"fF".contains(piece) && !is_immobile(board, cell));
    others.filter(move |&(from, piece)| ability::captures_on(board, piece, from, friend))
}

/// Returns whether a piece that guards the Friend has its move; while there are other Friends, a piece that guards one
/// of them.
fn has_lender(board: &Board, turn: &Turn, white: bool) -> bool {
    let (from, to, form) = (turn.from(), turn.to(), form(board, turn));
    let lends = |friend: Cell| guards(board, friend).any(|(_, kind)| can(board, kind, from, to, form));
    friends(board, white).any(lends)
}

/// Returns whether a piece stands beside an enemy Jellyfish.
fn is_immobile(board: &Board, cell: Cell) -> bool {
    let jellyfish = if board.has_piece_of(cell, true) { 'j' } else { 'J' };
    board.cells_of(jellyfish).into_iter().any(|enemy| adjacent(enemy, cell))
}

/// Where a move ends: for a rifle capture where it began.
fn goal(turn: &Turn) -> Cell {
    *turn.cells().last().expect("a cell")
}

/// The cell that a move captures on, if it does.
fn victim(board: &Board, turn: &Turn) -> Option<Cell> {
    let cells = turn.cells();
    let cell = if form(board, turn) == Form::Patient { cells[3] } else { cells[1] };
    let mover_is_white = board.has_piece_of(cells[0], true);
    board.has_piece_of(cell, !mover_is_white).then_some(cell)
}

/// Returns whether a move captures.
fn captures(board: &Board, turn: &Turn) -> bool {
    victim(board, turn).is_some()
}

/// Returns whether the capturer dies of a Jellyfish or a Poison; of a Friend nothing is said.
fn dies(board: &Board, turn: &Turn) -> bool {
    let poison = victim(board, turn).is_some_and(|cell| board.is_kind(cell, "JX"));
    poison && form(board, turn) != Form::Rifle
}

/// Returns whether a move is along a line, of one of the kinds that slide.
fn slides(board: &Board, turn: &Turn) -> bool {
    let (from, to) = turn.ends();
    board.is_kind(from, "ACLTN") && board::aligned(from, to) && ![Form::Rifle, Form::Swap].contains(&form(board, turn))
}

/// Returns whether a slide passes a square beside a Bodyguard, its first square included.
fn is_braked(board: &Board, from: Cell, to: Cell) -> bool {
    let guards = [board.cells_of('b'), board.cells_of('B')].concat();
    let beside = |cell: Cell| guards.iter().any(|&guard| adjacent(guard, cell));
    leap(from, to).1 > 1 && (beside(from) || between(from, to).into_iter().any(beside))
}

/// Checks a condition for every move of a form.
fn each_form(position: &Position, wanted: Form, holds: impl Fn(&Turn) -> bool) -> Result<(), String> {
    let board = position.board();
    position.each(|turn| form(&board, turn) != wanted || holds(turn))
}

/// Returns whether every move of some kinds of pieces is one that their line of the table of pieces gives them.
fn each_able(position: &Position, kinds: &str) -> Result<(), String> {
    let board = position.board();
    position.each(|turn| {
        let (from, to) = turn.ends();
        let piece = board.at(from).expect("a piece");
        !kinds.contains(piece.to_ascii_lowercase()) || can(&board, piece, from, to, form(&board, turn))
    })
}

/// The rank on which a pawn promotes, counted from its own side.
fn promotion_rank(pawn: char) -> i8 {
    if "eE".contains(pawn) { 10 } else { 12 }
}

/// A Squirrel on a promotion rank and a pawn at its distance.
fn friendly_pair(board: &Board, white: bool) -> Option<(Cell, Cell)> {
    let near = |squirrel: Cell| {
        let pawn = |&(cell, piece): &(Cell, char)| {
            let late = board.own_rank(squirrel, white) >= promotion_rank(piece);
            is_pawn(piece) && late && [(0, 2), (1, 2), (2, 2)].contains(&leap(squirrel, cell))
        };
        board.pieces_of(white).find(pawn).map(|(cell, _)| (squirrel, cell))
    };
    board.cells_of(colored('q', white)).into_iter().find_map(near)
}

/// Returns whether a pawn makes two steps forward at once, or one and then a capture.
fn is_opening(board: &Board, turn: &Turn, white: bool) -> bool {
    let (from, to) = (turn.from(), goal(turn));
    let pawn = board.at(from).is_some_and(is_pawn) && form(board, turn) != Form::Swap;
    pawn && (to.1 - from.1) * forward(white) == 2
}

/// The squares that field 3 should list after a move.
fn marked(board: &Board, before: &[Cell], turn: &Turn) -> Vec<Cell> {
    let (after, form) = (turn.board(), form(board, turn));
    let arrived = |cell: Cell| match form {
        Form::Rifle => false,
        Form::Swap => turn.cells().contains(&cell),
        _ => cell == goal(turn),
    };
    let stayed = |cell: Cell| before.contains(&cell) && board.at(cell) == after.at(cell);
    let home = |cell: &Cell| after.at(*cell).is_some_and(|piece| starts_on(piece, *cell));
    after.all_cells().filter(home).filter(|&cell| arrived(cell) || stayed(cell)).collect()
}

/// Returns whether the last Friend is there and no enemy Buffalo, Gerbil, Impala or Samurai could leap at it. Of those
/// that stand beside an enemy Jellyfish, or a Friend that may have its power, nothing is said.
fn is_last_friend_safe(board: &Board, white: bool) -> bool {
    let Some(friend) = friends(board, white).next() else { return false };
    let still = |cell: Cell| is_immobile(board, cell) || adjacent(cell, friend);
    let mut leapers =
        board.pieces_of(!white).filter(|&(cell, piece)| "ugis".contains(piece.to_ascii_lowercase()) && !still(cell));
    !leapers.any(|(from, piece)| can(board, piece, from, friend, Form::Plain))
}

/// The pieces are close together, so that they guard, immobilise and brake each other.
fn random_fen(random: &RandomPieces) -> String {
    let mut board = Board { files: 12, ranks: 12, ..Board::default() };
    let (left, below) = ((random.extra[0] % 5) as i8, (random.extra[1] % 3 * 2) as i8);
    let at = |square: u8| (left + (square % 8) as i8, below + (square / 8 % 8) as i8);
    for &(square, kind) in &random.pieces {
        let letter = b"ABUCDQGHIJLMTXSNPRKEWOQHSJBK"[kind as usize / 2 % 28] as char;
        let piece = colored(letter, kind % 2 == 0);
        let late = is_pawn(letter) && board.own_rank(at(square), kind % 2 == 0) >= promotion_rank(letter);
        if !late {
            board.set(at(square), Some(piece));
        }
    }
    let more = random.extra[2].is_multiple_of(3).then_some(random.extra[2]);
    for (number, square) in random.royals.into_iter().chain(more).enumerate() {
        board.set(at(square), Some(colored('f', number % 2 == 0)));
    }
    let moved = board.all_cells().filter(|&cell| board.at(cell).is_some_and(|piece| starts_on(piece, cell)));
    let moved: String = moved.filter(|cell| cell.0 as u8 % 2 == random.extra[3] % 2).map(name).collect();
    let moved = if moved.is_empty() { "-" } else { &moved };
    format!("{} {} {moved} - 3 9", board.placement(), if random.black { 'b' } else { 'w' })
}

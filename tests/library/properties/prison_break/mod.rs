//! Prison Break: `uci-docs/rules/prisonbreak.md`.

mod prison;

use super::attacks::royal;
use super::basics::{self, steps};
use super::board::{
    AROUND, Board, Cell, DIAGONAL, adjacent, between, cells, forward, is_diagonal, is_straight, leap, line, name,
    pairs, step,
};
use super::position::{EN_PASSANT, Position, Turn, is_won_by};
use super::{Property, RandomPieces, Rules, pawns, placements};
use jailbird::types::Reason;
use prison::{ICICLES, Prison, attacks_king, is_escape};

pub const RULES: &[Rules] = &[Rules {
    games: &["prisonbreak", "prisonbreak-open"],
    properties: &[basics::BASIC, pawns::ORTHODOX, PROPERTIES],
    divisor: 1,
    random_fen,
}];

const PROPERTIES: &[Property] = &[
    basics::NO_MOVE,
    // The escape cells.
    Property {
        sentence: "only a king may stand on a4 or a5",
        holds: |position| {
            let board = position.board();
            position.each(|turn| !is_escape(turn.to()) || board.is_kind(turn.from(), "K"))
        },
        fault: |position| {
            let (prison, white) = (Prison::before(position), position.white_moves());
            let movers = prison.steps(white, "Q", false).into_iter();
            position.add_move(movers.filter(|&(_, to)| is_escape(to)))
        },
    },
    Property {
        sentence: "a king that goes to a4 or a5 has escaped: its side wins at once",
        holds: |position| {
            let white = position.white_moves();
            let escapes =
                |turn: &Turn| basics::is_end(turn.outcome, Reason::Goal("escapes")) && is_won_by(turn.outcome, white);
            position.each(|turn| is_escape(turn.to()) == escapes(turn))
        },
        fault: |position| position.change_first(|turn| turn.outcome = turn.outcome.filter(|_| !is_escape(turn.to()))),
    },
    Property {
        sentence: "a king on a4 or a5 is a finished game: no moves",
        holds: |position| {
            let board = position.board();
            let out = [true, false].into_iter().any(|white| royal(&board, white).is_some_and(is_escape));
            if out { position.each(|_| false) } else { Ok(()) }
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let out = royal(&board, !white).is_some_and(is_escape);
            out && position.add_move(steps(&board, white, "K").into_iter().filter(|&(_, to)| board.is_free(to)))
        },
    },
    Property {
        sentence: "a pawn on a3 (White) or a6 (Black) has no forward move; a2-a4 and a7-a5 do not exist",
        holds: |position| position.each_of("P", |turn| !is_escape(turn.to())),
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let ahead = |pawn: Cell| [1, 2].map(|times| (pawn, step(pawn, (0, forward(white)), times)));
            let moves = board.army(white, "P").into_iter().flat_map(ahead);
            position.add_move(moves.filter(|&(_, to)| is_escape(to)))
        },
    },
    Property {
        sentence: "escape cells are never an obstacle: a Bomber slides over them as over empty squares",
        holds: |position| position.requires(&slides_past_escape(position)),
        fault: |position| position.remove_one_of(&slides_past_escape(position)),
    },
    // Freezing.
    Property {
        sentence: "a piece beside an enemy Ice Queen, be she an icicle, is frozen and cannot move",
        holds: |position| {
            let prison = Prison::before(position);
            position.each_of("PNBRK", |turn| !prison.is_frozen(turn.from()))
        },
        fault: |position| {
            let (prison, white) = (Prison::before(position), position.white_moves());
            let frozen = prison.steps(white, "K", true).into_iter();
            position.add_move(frozen.filter(|&(_, to)| prison.board.is_free(to)))
        },
    },
    Property {
        sentence: "a king can never capture an Ice Queen",
        holds: |position| {
            let board = position.board();
            position.each_of("K", |turn| !board.is_kind(turn.to(), "Q"))
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let queens = board.army(!white, "Q");
            position.add_move(steps(&board, white, "K").into_iter().filter(|(_, to)| queens.contains(to)))
        },
    },
    Property {
        sentence: "an icicle cannot move",
        holds: |position| {
            let prison = Prison::before(position);
            position.each_of("Q", |turn| !prison.is_frozen(turn.from()))
        },
        fault: |position| {
            let (prison, white) = (Prison::before(position), position.white_moves());
            let icicles = prison.steps(white, "Q", true).into_iter();
            position.add_move(icicles.filter(|&(_, to)| prison.board.is_free(to)))
        },
    },
    Property {
        sentence: "an Ice Queen that arrives beside an awake enemy Ice Queen becomes an icicle, otherwise she is awake",
        holds: |position| {
            position.each(|turn| {
                let after = Prison::after(turn);
                let arrived = after.board.is_kind(turn.to(), "Q");
                !arrived || after.is_frozen(turn.to()) == after.is_beside_awake(turn.to(), !position.white_moves())
            })
        },
        fault: |position| {
            position.change_first(|turn| {
                let others = Prison::after(turn).icicles.into_iter().filter(|&cell| cell != turn.to());
                set_icicles(turn, others.collect());
            })
        },
    },
    Property {
        sentence: "the resident stays awake: no Ice Queen becomes an icicle but the one that arrives",
        holds: |position| {
            let before = Prison::before(position);
            position.each(|turn| {
                let old = |cell: &Cell| before.icicles.contains(cell) || *cell == turn.to();
                cells(turn.field(ICICLES)).iter().all(old)
            })
        },
        fault: |position| {
            let (before, white) = (Prison::before(position), position.white_moves());
            position.change_first(|turn| {
                let after = Prison::after(turn);
                let resident = before.awake(!white).into_iter().find(|&queen| adjacent(queen, turn.to()));
                if let Some(resident) = resident.filter(|_| after.icicles.contains(&turn.to())) {
                    let others = after.icicles.into_iter().filter(|&cell| cell != turn.to());
                    set_icicles(turn, others.chain([resident]).collect());
                }
            })
        },
    },
    Property {
        sentence: "two adjacent enemy Queens are never both awake",
        holds: |position| {
            position.each(|turn| {
                let after = Prison::after(turn);
                after.awake(true).into_iter().all(|queen| !after.is_beside_awake(queen, false))
            })
        },
        fault: |position| position.change_first(|turn| set_icicles(turn, Vec::new())),
    },
    Property {
        sentence: "an icicle wakes as soon as no awake enemy Ice Queen is adjacent (hers captured or gone)",
        holds: |position| {
            position.each(|turn| {
                let held = |after: Prison, icicle: Cell| {
                    after.is_beside_awake(icicle, after.board.has_piece_of(icicle, false))
                };
                cells(turn.field(ICICLES)).into_iter().all(|icicle| held(Prison::after(turn), icicle))
            })
        },
        fault: |position| {
            let before = Prison::before(position);
            position.change_first(|turn| {
                let after = Prison::after(turn);
                let stays = |cell: &Cell| before.board.at(*cell) == after.board.at(*cell);
                let woken = |cell: &Cell| stays(cell) && !after.icicles.contains(cell);
                let asleep = before.icicles.iter().copied().find(woken);
                set_icicles(turn, after.icicles.iter().copied().chain(asleep).collect());
            })
        },
    },
    Property {
        sentence: "a Queen that steps from one square beside her icicle to another loses her grip: the icicle wakes \
                   and she becomes one",
        holds: |position| {
            let before = Prison::before(position);
            position.each_of("Q", |turn| {
                let icicles = cells(turn.field(ICICLES));
                let changed = |icicle: Cell| !icicles.contains(&icicle) && icicles.contains(&turn.to());
                before.let_go(turn).into_iter().all(changed)
            })
        },
        fault: |position| {
            let before = Prison::before(position);
            position.change_first(|turn| {
                let kept = before.let_go(turn);
                if !kept.is_empty() {
                    let others = Prison::after(turn).icicles.into_iter().filter(|&cell| cell != turn.to());
                    set_icicles(turn, others.chain(kept).collect());
                }
            })
        },
    },
    Property {
        sentence: "the seventh field lists the squares of icicles in board order (a1, b1, ...)",
        holds: |position| {
            position.each(|turn| {
                let icicles = cells(turn.field(ICICLES));
                icicles.is_sorted_by_key(|&(file, rank)| (rank, file))
                    && icicles.iter().all(|&cell| turn.board().is_kind(cell, "Q"))
            })
        },
        fault: |position| {
            position.change_first(|turn| {
                let icicles: Vec<Cell> = cells(turn.field(ICICLES)).into_iter().rev().collect();
                turn.set_field(ICICLES, &icicle_field(&icicles));
            })
        },
    },
    // Check.
    Property {
        sentence: "a side is in check when an unfrozen piece attacks its king; a frozen one gives no check",
        holds: |position| {
            let white = position.white_moves();
            if position.in_check != Prison::before(position).is_king_attacked(white) {
                return Err(format!("in check: {}", position.in_check));
            }
            position.each(|turn| turn.gives_check == Prison::after(turn).is_king_attacked(!white))
        },
        fault: |position| {
            let white = position.white_moves();
            position.change_first(|turn| {
                let after = Prison::after(turn);
                let king = royal(&after.board, !white);
                let would_hit = |from: Cell| king.is_some_and(|king| attacks_king(&after.board, from, king));
                let frozen = after.board.army(white, "PNBRQK").into_iter().filter(|&from| after.is_frozen(from));
                turn.gives_check |= frozen.into_iter().any(would_hit);
            })
        },
    },
    Property {
        sentence: "no move leaves its king attacked by an unfrozen piece, also when the move unfroze that piece",
        holds: |position| {
            let white = position.white_moves();
            position.each(|turn| !Prison::after(turn).is_king_attacked(white))
        },
        fault: |position| {
            let (before, white) = (Prison::before(position), position.white_moves());
            let awake = before.steps(white, "Q", false).into_iter();
            let unfreezes = |&(from, to): &(Cell, Cell)| {
                let after = Prison { board: before.board.after(from, to), icicles: before.icicles.clone() };
                let allowed = before.board.is_free(to) && !is_escape(to) && !position.in_check;
                allowed && after.is_king_attacked(white)
            };
            let pins: Vec<(Cell, Cell)> = awake.filter(unfreezes).collect();
            position.add_move(pins)
        },
    },
    Property {
        sentence: "check from an awake Ice Queen can be met only by capturing her",
        holds: |position| {
            let (before, white) = (Prison::before(position), position.white_moves());
            let checkers = before.queens_at_king(white);
            position.each(|turn| checkers.iter().all(|&queen| !turn.board().has_piece_of(queen, !white)))
        },
        fault: |position| {
            let (before, white) = (Prison::before(position), position.white_moves());
            let queen = before.queens_at_king(white).first().copied();
            let awake = before.steps(white, "Q", false).into_iter();
            let beside_her = |to: Cell| queen.is_some_and(|queen| adjacent(queen, to));
            position.add_move(awake.filter(|&(_, to)| before.board.is_free(to) && !is_escape(to) && beside_her(to)))
        },
    },
    Property {
        sentence: "a check from any other piece can also be met by freezing that piece",
        holds: |position| position.requires(&freezing_answers(position)),
        fault: |position| position.remove_one_of(&freezing_answers(position)),
    },
    // The pieces.
    Property {
        sentence: "Ice Queens and kings go one step, Knights by their leap",
        holds: |position| {
            let board = position.board();
            position.each_of("QKN", |turn| match board.is_kind(turn.from(), "N") {
                true => leap(turn.from(), turn.to()) == (1, 2),
                false => adjacent(turn.from(), turn.to()),
            })
        },
        fault: |position| {
            let (prison, white) = (Prison::before(position), position.white_moves());
            let awake = prison.awake(white).into_iter();
            let two_steps = awake.flat_map(|from| AROUND.map(|towards| (from, step(from, towards, 2))));
            position
                .add_move(two_steps.filter(|&(from, to)| prison.board.is_free(to) && prison.board.is_clear(from, to)))
        },
    },
    Property {
        sentence: "a Guard goes one or two squares on a diagonal, never past two",
        holds: |position| {
            let fits = |turn: &Turn| line(turn.from(), turn.to()).is_some_and(|(_, length)| length <= 2);
            position.each_of("B", |turn| is_diagonal(turn.from(), turn.to()) && fits(turn))
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let three = |from: Cell| DIAGONAL.map(|towards| (from, step(from, towards, 3)));
            let slides = board.army(white, "B").into_iter().flat_map(three);
            position.add_move(slides.filter(|&(from, to)| board.is_free(to) && board.is_clear(from, to)))
        },
    },
    Property {
        sentence: "an enemy that a Guard goes over is captured too (not optional)",
        holds: |position| captures_between(position, "B"),
        fault: |position| spare_between(position, "B"),
    },
    Property {
        sentence: "a Guard or Bomber leaps over a friend to the second square, capturing there or not",
        holds: |position| position.requires(&leaps_over_friends(position)),
        fault: |position| position.remove_one_of(&leaps_over_friends(position)),
    },
    Property {
        sentence: "a Bomber goes along ranks and files, and never captures an adjacent piece by replacement",
        holds: |position| {
            let board = position.board();
            let captures_beside = |turn: &Turn| adjacent(turn.from(), turn.to()) && !board.is_free(turn.to());
            position.each_of("R", |turn| is_straight(turn.from(), turn.to()) && !captures_beside(turn))
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let captures = steps(&board, white, "R").into_iter().filter(|&(_, to)| board.has_piece_of(to, !white));
            position.add_move(captures.filter(|&(from, to)| is_straight(from, to)))
        },
    },
    Property {
        sentence: "past two squares a Bomber lands on an empty one, and over nothing but an enemy right before it",
        holds: |position| {
            let (board, white) = (position.board(), position.white_moves());
            position.each_of("R", |turn| {
                let (from, to) = (turn.from(), turn.to());
                let Some((towards, length)) = line(from, to) else { return false };
                let last = step(to, towards, -1);
                let way_is_free =
                    board.is_clear(from, last) && (board.is_free(last) || board.has_piece_of(last, !white));
                length <= 2 || board.is_free(to) && way_is_free
            })
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let slides = |&(from, to): &(Cell, Cell)| is_straight(from, to) && board.is_clear(from, to);
            let captures = pairs(&board.army(white, "R"), &board.army(!white, "PNBRQ")).into_iter().filter(slides);
            let captures: Vec<(Cell, Cell)> = captures.collect();
            position.add_move(captures.into_iter().filter(|&(from, to)| between(from, to).len() > 1))
        },
    },
    Property {
        sentence: "an enemy that a Bomber goes over is captured",
        holds: |position| captures_between(position, "R"),
        fault: |position| spare_between(position, "R"),
    },
    Property {
        sentence: "a Bomber flies over the first piece on the line, if an enemy, to the empty square right behind",
        holds: |position| position.requires(&flights(position)),
        fault: |position| position.remove_one_of(&flights(position)),
    },
    Property {
        sentence: "a pawn goes diagonally one step to capture, or to an empty square if an enemy is straight ahead",
        holds: |position| {
            let (board, white) = (position.board(), position.white_moves());
            position.each_of("P", |turn| {
                let (from, to) = (turn.from(), turn.to());
                let captures = board.has_piece_of(to, !white) || pawns::is_en_passant(position, turn);
                let blocked = board.has_piece_of(step(from, (0, forward(white)), 1), !white);
                from.0 == to.0 || pawns::is_pawn_diagonal(from, to, white) && (captures || blocked)
            })
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let past_friend = |&(from, to): &(Cell, Cell)| {
                let friend_ahead = board.has_piece_of(step(from, (0, forward(white)), 1), white);
                board.is_free(to) && !is_escape(to) && position.field(EN_PASSANT) != name(to) && friend_ahead
            };
            let slides: Vec<(Cell, Cell)> = pawns::diagonal_steps(position).into_iter().filter(past_friend).collect();
            position.add_move(slides)
        },
    },
    Property {
        sentence: "past an enemy piece straight ahead a pawn may step diagonally forward to an empty square",
        holds: |position| position.requires(&pawn_slides(position)),
        fault: |position| position.remove_one_of(&pawn_slides(position)),
    },
    Property {
        sentence: "a slide to the en passant target is the en passant capture and nothing else",
        holds: pawns::PASSING_CAPTURE.holds,
        fault: |position| {
            let (before, board, white) = (position.clone(), position.board(), position.white_moves());
            position.change_first(|turn| {
                let ahead = step(turn.from(), (0, forward(white)), 1);
                let blocked = board.is_kind(turn.from(), "P") && board.has_piece_of(ahead, !white);
                if blocked && pawns::is_en_passant(&before, turn) {
                    let passer = pawns::passer(turn);
                    turn.edit_board(|after| after.set(passer, board.at(passer)));
                }
            })
        },
    },
];

/// Sets the field of icicles after a move.
fn set_icicles(turn: &mut Turn, mut icicles: Vec<Cell>) {
    icicles.sort_by_key(|&(file, rank)| (rank, file));
    turn.set_field(ICICLES, &icicle_field(&icicles));
}

/// The text of the field of icicles.
fn icicle_field(icicles: &[Cell]) -> String {
    if icicles.is_empty() { "-".into() } else { icicles.iter().copied().map(name).collect() }
}

/// The unfrozen pieces of some kinds of the side to move; none when a king has escaped.
fn movers(position: &Position, prison: &Prison, kinds: &str) -> Vec<Cell> {
    let over = [true, false].into_iter().any(|white| royal(&prison.board, white).is_some_and(is_escape));
    let pieces = prison.board.army(position.white_moves(), kinds).into_iter();
    pieces.filter(|&from| !over && !prison.is_frozen(from)).collect()
}

/// A Bomber's slides from one side of the escape cells to the other, beyond two squares.
fn slides_past_escape(position: &Position) -> Vec<(Cell, Cell)> {
    let prison = Prison::before(position);
    let across = |from: Cell| (0..8).map(move |rank| (from, (0, rank)));
    let slides = movers(position, &prison, "R").into_iter().filter(|from| from.0 == 0).flat_map(across);
    let passes = |&(from, to): &(Cell, Cell)| {
        let way = between(from, to);
        way.len() > 1 && way.iter().any(|&cell| is_escape(cell)) && prison.board.is_clear(from, to)
    };
    let lands =
        |&(from, to): &(Cell, Cell)| prison.board.is_free(to) && !is_escape(to) && prison.is_safe(from, to, None);
    slides.filter(passes).filter(lands).collect()
}

/// The answers to a single check by freezing the checker, which is not an Ice Queen: the own Ice Queen unfreezes no
/// piece by leaving, and no enemy Ice Queen is adjacent to her target.
fn freezing_answers(position: &Position) -> Vec<(Cell, Cell)> {
    let (prison, white) = (Prison::before(position), position.white_moves());
    let &[checker] = prison.checkers(white).as_slice() else { return Vec::new() };
    let enemies = prison.board.army(!white, "PNBRQK");
    let queens = prison.board.army(!white, "Q");
    let frees_nobody = |from: Cell| enemies.iter().all(|&enemy| !adjacent(from, enemy));
    let stays_awake = |to: Cell| queens.iter().all(|&queen| !adjacent(queen, to));
    let queens_that_can = movers(position, &prison, "Q").into_iter().filter(|&from| frees_nobody(from));
    let moves = queens_that_can.flat_map(|from| AROUND.map(|towards| (from, step(from, towards, 1))));
    let moves = moves.filter(|&(_, to)| prison.board.is_free(to) && !is_escape(to) && stays_awake(to));
    let freezes = |&(from, to): &(Cell, Cell)| adjacent(to, checker) && prison.is_safe(from, to, None);
    moves.filter(freezes).collect()
}

/// Returns whether no enemy is left where pieces of a kind went over it.
fn captures_between(position: &Position, kind: &str) -> Result<(), String> {
    let white = position.white_moves();
    position.each_of(kind, |turn| {
        let after = turn.board();
        between(turn.from(), turn.to()).into_iter().all(|cell| !after.has_piece_of(cell, !white))
    })
}

/// A fault: an enemy that a piece of a kind has gone over is left standing.
fn spare_between(position: &mut Position, kind: &str) -> bool {
    let (board, white) = (position.board(), position.white_moves());
    position.change_first(|turn| {
        let passed = between(turn.from(), turn.to()).into_iter().find(|&cell| board.has_piece_of(cell, !white));
        if let Some(cell) = passed.filter(|_| board.is_kind(turn.from(), kind)) {
            turn.edit_board(|after| after.set(cell, board.at(cell)));
        }
    })
}

/// The leaps of unfrozen Guards and Bombers over friends that leave the king safe.
fn leaps_over_friends(position: &Position) -> Vec<(Cell, Cell)> {
    let (prison, white) = (Prison::before(position), position.white_moves());
    let two = |from: Cell| AROUND.map(|towards| (from, step(from, towards, 2)));
    let leaps = movers(position, &prison, "BR").into_iter().flat_map(two);
    let fits = |&(from, to): &(Cell, Cell)| prison.board.is_kind(from, "B") == is_diagonal(from, to);
    let over_friend =
        |&(from, to): &(Cell, Cell)| between(from, to).iter().all(|&cell| prison.board.has_piece_of(cell, white));
    let lands = |&(from, to): &(Cell, Cell)| {
        let board = &prison.board;
        board.has(to)
            && !is_escape(to)
            && !board.has_piece_of(to, white)
            && !board.is_kind(to, "K")
            && prison.is_safe(from, to, None)
    };
    leaps.filter(fits).filter(over_friend).filter(lands).collect()
}

/// The flights of unfrozen Bombers over enemies that leave the king safe.
fn flights(position: &Position) -> Vec<(Cell, Cell)> {
    let (prison, white) = (Prison::before(position), position.white_moves());
    let board = &prison.board;
    let flight = |(from, over): (Cell, Cell)| {
        let (towards, _) = line(from, over)?;
        let to = step(over, towards, 1);
        let first = is_straight(from, over) && board.is_clear(from, over);
        let lands = board.is_free(to) && !is_escape(to);
        (first && lands && prison.is_safe(from, to, Some(over))).then_some((from, to))
    };
    let victims = board.army(!white, "PNBRQ");
    pairs(&movers(position, &prison, "R"), &victims).into_iter().filter_map(flight).collect()
}

/// The diagonal steps of unfrozen pawns past enemies that leave the king safe, but for en passant captures.
fn pawn_slides(position: &Position) -> Vec<(Cell, Cell)> {
    let (prison, white) = (Prison::before(position), position.white_moves());
    let board = &prison.board;
    let pawns = movers(position, &prison, "P");
    let blocked = |from: Cell| board.has_piece_of(step(from, (0, forward(white)), 1), !white) && pawns.contains(&from);
    let slides = pawns::diagonal_steps(position).into_iter().filter(|&(from, _)| blocked(from));
    let lands = |to: Cell| board.is_free(to) && !is_escape(to) && position.field(EN_PASSANT) != name(to);
    slides.filter(|&(from, to)| lands(to) && prison.is_safe(from, to, None)).collect()
}

fn random_fen(random: &RandomPieces) -> String {
    let empty = Board { files: 6, ranks: 8, ..Board::default() };
    let may = |piece: char, cell: Cell| match piece.to_ascii_uppercase() {
        'K' => true,
        _ => !is_escape(cell) && placements::off_the_edge(piece, cell),
    };
    let mut board = random.board(empty, ['K', 'k'], "PPNBRQQppnbrqq", may);
    let en_passant = random.en_passant(&mut board);
    format!("{} {}", random.fen(&board, "-", &en_passant), icicle_field(&icicles(random, &board)))
}

/// The icicles of a board whose Ice Queens have come in some order: each that came beside an awake enemy.
fn icicles(random: &RandomPieces, board: &Board) -> Vec<Cell> {
    let mut queens: Vec<Cell> = [true, false].into_iter().flat_map(|white| board.army(white, "Q")).collect();
    let first = random.extra[2] as usize % queens.len().max(1);
    queens.rotate_left(first);
    let mut prison = Prison { board: Board::default(), icicles: Vec::new() };
    for cell in queens {
        if prison.is_beside_awake(cell, board.has_piece_of(cell, false)) {
            prison.icicles.push(cell);
        }
        prison.board.pieces.extend(board.at(cell).map(|queen| (cell, queen)));
    }
    prison.icicles
}

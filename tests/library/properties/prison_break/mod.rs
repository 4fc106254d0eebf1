//! Prison Break: `uci-docs/rules/prisonbreak.md`.

mod prison;

use super::attack::royal;
use super::board::{
    AROUND, Board, Cell, DIAGONAL, adjacent, between, cells, forward, is_diagonal, is_straight, leap, line, name,
    pairs, step,
};
use super::common::{self, steps};
use super::scene::{EN_PASSANT, Scene, Turn, is_won_by};
use super::{Heap, Property, Rules, pawns, place};
use jailbird::types::Reason;
use prison::{ICICLES, Prison, hits_king, is_escape};

pub const RULES: Rules = Rules {
    games: &["prisonbreak", "prisonbreak-open"],
    properties: &[common::BASIC, pawns::ORTHODOX, PROPERTIES],
    cut: 1,
    place,
};

const PROPERTIES: &[Property] = &[
    common::NO_MOVE,
    // The escape cells.
    Property {
        sentence: "only a king may stand on a4 or a5",
        holds: |scene| {
            let board = scene.board();
            scene.each(|turn| !is_escape(turn.to()) || board.is_kind(turn.from(), "K"))
        },
        fault: |scene| {
            let (prison, white) = (Prison::before(scene), scene.white_moves());
            let movers = prison.steps(white, "Q", false).into_iter();
            scene.add(movers.filter(|&(_, to)| is_escape(to)))
        },
    },
    Property {
        sentence: "a king that goes to a4 or a5 has escaped: its side wins at once",
        holds: |scene| {
            let white = scene.white_moves();
            let escapes = |turn: &Turn| common::is_end(turn.outcome, Reason::Escape) && is_won_by(turn.outcome, white);
            scene.each(|turn| is_escape(turn.to()) == escapes(turn))
        },
        fault: |scene| scene.spoil(|turn| turn.outcome = turn.outcome.filter(|_| !is_escape(turn.to()))),
    },
    Property {
        sentence: "a king on a4 or a5 is a finished game: no moves",
        holds: |scene| {
            let board = scene.board();
            let out = [true, false].into_iter().any(|white| royal(&board, white).is_some_and(is_escape));
            if out { scene.each(|_| false) } else { Ok(()) }
        },
        fault: |scene| {
            let (board, white) = (scene.board(), scene.white_moves());
            let out = royal(&board, !white).is_some_and(is_escape);
            out && scene.add(steps(&board, white, "K").into_iter().filter(|&(_, to)| board.is_free(to)))
        },
    },
    Property {
        sentence: "a pawn on a3 (White) or a6 (Black) has no forward move; a2-a4 and a7-a5 do not exist",
        holds: |scene| scene.each_of("P", |turn| !is_escape(turn.to())),
        fault: |scene| {
            let (board, white) = (scene.board(), scene.white_moves());
            let ahead = |pawn: Cell| [1, 2].map(|times| (pawn, step(pawn, (0, forward(white)), times)));
            let moves = board.army(white, "P").into_iter().flat_map(ahead);
            scene.add(moves.filter(|&(_, to)| is_escape(to)))
        },
    },
    Property {
        sentence: "escape cells are never an obstacle: a Bomber slides over them as over empty squares",
        holds: |scene| scene.requires(&slides_past_escape(scene)),
        fault: |scene| scene.lose_one_of(&slides_past_escape(scene)),
    },
    // Freezing.
    Property {
        sentence: "a piece beside an enemy Ice Queen, be she an icicle, is frozen and cannot move",
        holds: |scene| {
            let prison = Prison::before(scene);
            scene.each_of("PNBRK", |turn| !prison.is_frozen(turn.from()))
        },
        fault: |scene| {
            let (prison, white) = (Prison::before(scene), scene.white_moves());
            let frozen = prison.steps(white, "K", true).into_iter();
            scene.add(frozen.filter(|&(_, to)| prison.board.is_free(to)))
        },
    },
    Property {
        sentence: "a king can never capture an Ice Queen",
        holds: |scene| {
            let board = scene.board();
            scene.each_of("K", |turn| !board.is_kind(turn.to(), "Q"))
        },
        fault: |scene| {
            let (board, white) = (scene.board(), scene.white_moves());
            let queens = board.army(!white, "Q");
            scene.add(steps(&board, white, "K").into_iter().filter(|(_, to)| queens.contains(to)))
        },
    },
    Property {
        sentence: "an icicle cannot move",
        holds: |scene| {
            let prison = Prison::before(scene);
            scene.each_of("Q", |turn| !prison.is_frozen(turn.from()))
        },
        fault: |scene| {
            let (prison, white) = (Prison::before(scene), scene.white_moves());
            let icicles = prison.steps(white, "Q", true).into_iter();
            scene.add(icicles.filter(|&(_, to)| prison.board.is_free(to)))
        },
    },
    Property {
        sentence: "an Ice Queen that arrives beside an awake enemy Ice Queen becomes an icicle, otherwise she is awake",
        holds: |scene| {
            scene.each(|turn| {
                let after = Prison::after(turn);
                let arrived = after.board.is_kind(turn.to(), "Q");
                !arrived || after.is_frozen(turn.to()) == after.is_beside_awake(turn.to(), !scene.white_moves())
            })
        },
        fault: |scene| {
            scene.spoil(|turn| {
                let others = Prison::after(turn).icicles.into_iter().filter(|&cell| cell != turn.to());
                set_icicles(turn, others.collect());
            })
        },
    },
    Property {
        sentence: "the resident stays awake: no Ice Queen becomes an icicle but the one that arrives",
        holds: |scene| {
            let before = Prison::before(scene);
            scene.each(|turn| {
                let old = |cell: &Cell| before.icicles.contains(cell) || *cell == turn.to();
                cells(turn.field(ICICLES)).iter().all(old)
            })
        },
        fault: |scene| {
            let (before, white) = (Prison::before(scene), scene.white_moves());
            scene.spoil(|turn| {
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
        holds: |scene| {
            scene.each(|turn| {
                let after = Prison::after(turn);
                after.awake(true).into_iter().all(|queen| !after.is_beside_awake(queen, false))
            })
        },
        fault: |scene| scene.spoil(|turn| set_icicles(turn, Vec::new())),
    },
    Property {
        sentence: "an icicle wakes as soon as no awake enemy Ice Queen is adjacent (hers captured or gone)",
        holds: |scene| {
            scene.each(|turn| {
                let held =
                    |after: Prison, icicle: Cell| after.is_beside_awake(icicle, after.board.stands(icicle, false));
                cells(turn.field(ICICLES)).into_iter().all(|icicle| held(Prison::after(turn), icicle))
            })
        },
        fault: |scene| {
            let before = Prison::before(scene);
            scene.spoil(|turn| {
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
        holds: |scene| {
            let before = Prison::before(scene);
            scene.each_of("Q", |turn| {
                let icicles = cells(turn.field(ICICLES));
                let changed = |icicle: Cell| !icicles.contains(&icicle) && icicles.contains(&turn.to());
                before.let_go(turn).into_iter().all(changed)
            })
        },
        fault: |scene| {
            let before = Prison::before(scene);
            scene.spoil(|turn| {
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
        holds: |scene| {
            scene.each(|turn| {
                let icicles = cells(turn.field(ICICLES));
                icicles.is_sorted_by_key(|&(file, rank)| (rank, file))
                    && icicles.iter().all(|&cell| turn.board().is_kind(cell, "Q"))
            })
        },
        fault: |scene| {
            scene.spoil(|turn| {
                let icicles: Vec<Cell> = cells(turn.field(ICICLES)).into_iter().rev().collect();
                turn.set_field(ICICLES, &icicle_field(&icicles));
            })
        },
    },
    // Check.
    Property {
        sentence: "a side is in check when an unfrozen piece attacks its king; a frozen one gives no check",
        holds: |scene| {
            let white = scene.white_moves();
            if scene.in_check != Prison::before(scene).is_king_attacked(white) {
                return Err(format!("in check: {}", scene.in_check));
            }
            scene.each(|turn| turn.gives_check == Prison::after(turn).is_king_attacked(!white))
        },
        fault: |scene| {
            let white = scene.white_moves();
            scene.spoil(|turn| {
                let after = Prison::after(turn);
                let king = royal(&after.board, !white);
                let would_hit = |from: Cell| king.is_some_and(|king| hits_king(&after.board, from, king));
                let frozen = after.board.army(white, "PNBRQK").into_iter().filter(|&from| after.is_frozen(from));
                turn.gives_check |= frozen.into_iter().any(would_hit);
            })
        },
    },
    Property {
        sentence: "no move leaves its king attacked by an unfrozen piece, also when the move unfroze that piece",
        holds: |scene| {
            let white = scene.white_moves();
            scene.each(|turn| !Prison::after(turn).is_king_attacked(white))
        },
        fault: |scene| {
            let (before, white) = (Prison::before(scene), scene.white_moves());
            let awake = before.steps(white, "Q", false).into_iter();
            let unfreezes = |&(from, to): &(Cell, Cell)| {
                let after = Prison { board: before.board.after(from, to), icicles: before.icicles.clone() };
                let allowed = before.board.is_free(to) && !is_escape(to) && !scene.in_check;
                allowed && after.is_king_attacked(white)
            };
            let pins: Vec<(Cell, Cell)> = awake.filter(unfreezes).collect();
            scene.add(pins)
        },
    },
    Property {
        sentence: "check from an awake Ice Queen can be met only by capturing her",
        holds: |scene| {
            let (before, white) = (Prison::before(scene), scene.white_moves());
            let checkers = before.queens_at_king(white);
            scene.each(|turn| checkers.iter().all(|&queen| !turn.board().stands(queen, !white)))
        },
        fault: |scene| {
            let (before, white) = (Prison::before(scene), scene.white_moves());
            let queen = before.queens_at_king(white).first().copied();
            let awake = before.steps(white, "Q", false).into_iter();
            let beside_her = |to: Cell| queen.is_some_and(|queen| adjacent(queen, to));
            scene.add(awake.filter(|&(_, to)| before.board.is_free(to) && !is_escape(to) && beside_her(to)))
        },
    },
    Property {
        sentence: "a check from any other piece can also be met by freezing that piece",
        holds: |scene| scene.requires(&freezing_answers(scene)),
        fault: |scene| scene.lose_one_of(&freezing_answers(scene)),
    },
    // The pieces.
    Property {
        sentence: "Ice Queens and kings go one step, Knights by their leap",
        holds: |scene| {
            let board = scene.board();
            scene.each_of("QKN", |turn| match board.is_kind(turn.from(), "N") {
                true => leap(turn.from(), turn.to()) == (1, 2),
                false => adjacent(turn.from(), turn.to()),
            })
        },
        fault: |scene| {
            let (prison, white) = (Prison::before(scene), scene.white_moves());
            let awake = prison.awake(white).into_iter();
            let two_steps = awake.flat_map(|from| AROUND.map(|towards| (from, step(from, towards, 2))));
            scene.add(two_steps.filter(|&(from, to)| prison.board.is_free(to) && prison.board.is_clear(from, to)))
        },
    },
    Property {
        sentence: "a Guard goes one or two squares on a diagonal, never past two",
        holds: |scene| {
            let fits = |turn: &Turn| line(turn.from(), turn.to()).is_some_and(|(_, length)| length <= 2);
            scene.each_of("B", |turn| is_diagonal(turn.from(), turn.to()) && fits(turn))
        },
        fault: |scene| {
            let (board, white) = (scene.board(), scene.white_moves());
            let three = |from: Cell| DIAGONAL.map(|towards| (from, step(from, towards, 3)));
            let slides = board.army(white, "B").into_iter().flat_map(three);
            scene.add(slides.filter(|&(from, to)| board.is_free(to) && board.is_clear(from, to)))
        },
    },
    Property {
        sentence: "an enemy that a Guard goes over is captured too (not optional)",
        holds: |scene| captures_between(scene, "B"),
        fault: |scene| spare_between(scene, "B"),
    },
    Property {
        sentence: "a Guard or Bomber leaps over a friend to the second square, capturing there or not",
        holds: |scene| scene.requires(&leaps_over_friends(scene)),
        fault: |scene| scene.lose_one_of(&leaps_over_friends(scene)),
    },
    Property {
        sentence: "a Bomber goes along ranks and files, and never captures an adjacent piece by replacement",
        holds: |scene| {
            let board = scene.board();
            let captures_beside = |turn: &Turn| adjacent(turn.from(), turn.to()) && !board.is_free(turn.to());
            scene.each_of("R", |turn| is_straight(turn.from(), turn.to()) && !captures_beside(turn))
        },
        fault: |scene| {
            let (board, white) = (scene.board(), scene.white_moves());
            let captures = steps(&board, white, "R").into_iter().filter(|&(_, to)| board.stands(to, !white));
            scene.add(captures.filter(|&(from, to)| is_straight(from, to)))
        },
    },
    Property {
        sentence: "past two squares a Bomber lands on an empty one, and over nothing but an enemy right before it",
        holds: |scene| {
            let (board, white) = (scene.board(), scene.white_moves());
            scene.each_of("R", |turn| {
                let (from, to) = (turn.from(), turn.to());
                let Some((towards, length)) = line(from, to) else { return false };
                let last = step(to, towards, -1);
                let way_is_free = board.is_clear(from, last) && (board.is_free(last) || board.stands(last, !white));
                length <= 2 || board.is_free(to) && way_is_free
            })
        },
        fault: |scene| {
            let (board, white) = (scene.board(), scene.white_moves());
            let slides = |&(from, to): &(Cell, Cell)| is_straight(from, to) && board.is_clear(from, to);
            let captures = pairs(&board.army(white, "R"), &board.army(!white, "PNBRQ")).into_iter().filter(slides);
            let captures: Vec<(Cell, Cell)> = captures.collect();
            scene.add(captures.into_iter().filter(|&(from, to)| between(from, to).len() > 1))
        },
    },
    Property {
        sentence: "an enemy that a Bomber goes over is captured",
        holds: |scene| captures_between(scene, "R"),
        fault: |scene| spare_between(scene, "R"),
    },
    Property {
        sentence: "a Bomber flies over the first piece on the line, if an enemy, to the empty square right behind",
        holds: |scene| scene.requires(&flights(scene)),
        fault: |scene| scene.lose_one_of(&flights(scene)),
    },
    Property {
        sentence: "a pawn goes diagonally one step to capture, or to an empty square if an enemy is straight ahead",
        holds: |scene| {
            let (board, white) = (scene.board(), scene.white_moves());
            scene.each_of("P", |turn| {
                let (from, to) = (turn.from(), turn.to());
                let captures = board.stands(to, !white) || pawns::is_en_passant(scene, turn);
                let blocked = board.stands(step(from, (0, forward(white)), 1), !white);
                from.0 == to.0 || pawns::is_pawn_diagonal(from, to, white) && (captures || blocked)
            })
        },
        fault: |scene| {
            let (board, white) = (scene.board(), scene.white_moves());
            let past_friend = |&(from, to): &(Cell, Cell)| {
                let friend_ahead = board.stands(step(from, (0, forward(white)), 1), white);
                board.is_free(to) && !is_escape(to) && scene.field(EN_PASSANT) != name(to) && friend_ahead
            };
            let slides: Vec<(Cell, Cell)> = pawns::diagonal_steps(scene).into_iter().filter(past_friend).collect();
            scene.add(slides)
        },
    },
    Property {
        sentence: "past an enemy piece straight ahead a pawn may step diagonally forward to an empty square",
        holds: |scene| scene.requires(&pawn_slides(scene)),
        fault: |scene| scene.lose_one_of(&pawn_slides(scene)),
    },
    Property {
        sentence: "a slide to the en passant target is the en passant capture and nothing else",
        holds: pawns::PASSING_CAPTURE.holds,
        fault: |scene| {
            let (before, board, white) = (scene.clone(), scene.board(), scene.white_moves());
            scene.spoil(|turn| {
                let ahead = step(turn.from(), (0, forward(white)), 1);
                let blocked = board.is_kind(turn.from(), "P") && board.stands(ahead, !white);
                if blocked && pawns::is_en_passant(&before, turn) {
                    let passer = pawns::passer(turn);
                    turn.redraw(|after| after.set(passer, board.at(passer)));
                }
            })
        },
    },
];

/// Writes the seventh field after a move.
fn set_icicles(turn: &mut Turn, mut icicles: Vec<Cell>) {
    icicles.sort_by_key(|&(file, rank)| (rank, file));
    turn.set_field(ICICLES, &icicle_field(&icicles));
}

/// The field itself.
fn icicle_field(icicles: &[Cell]) -> String {
    if icicles.is_empty() { "-".into() } else { icicles.iter().copied().map(name).collect() }
}

/// The unfrozen pieces of some kinds of the side to move; none when a king has escaped.
fn movers(scene: &Scene, prison: &Prison, kinds: &str) -> Vec<Cell> {
    let over = [true, false].into_iter().any(|white| royal(&prison.board, white).is_some_and(is_escape));
    let pieces = prison.board.army(scene.white_moves(), kinds).into_iter();
    pieces.filter(|&from| !over && !prison.is_frozen(from)).collect()
}

/// A Bomber's slides from one side of the escape cells to the other, beyond two squares.
fn slides_past_escape(scene: &Scene) -> Vec<(Cell, Cell)> {
    let prison = Prison::before(scene);
    let across = |from: Cell| (0..8).map(move |rank| (from, (0, rank)));
    let slides = movers(scene, &prison, "R").into_iter().filter(|from| from.0 == 0).flat_map(across);
    let passes = |&(from, to): &(Cell, Cell)| {
        let way = between(from, to);
        way.len() > 1 && way.iter().any(|&cell| is_escape(cell)) && prison.board.is_clear(from, to)
    };
    let lands =
        |&(from, to): &(Cell, Cell)| prison.board.is_free(to) && !is_escape(to) && prison.is_safe(from, to, None);
    slides.filter(passes).filter(lands).collect()
}

/// The answers to a lone check, from a piece other than an Ice Queen, by an Ice Queen that leaves nobody and steps
/// beside the checker, where no enemy Ice Queen is.
fn freezing_answers(scene: &Scene) -> Vec<(Cell, Cell)> {
    let (prison, white) = (Prison::before(scene), scene.white_moves());
    let &[checker] = prison.checkers(white).as_slice() else { return Vec::new() };
    let enemies = prison.board.army(!white, "PNBRQK");
    let queens = prison.board.army(!white, "Q");
    let frees_nobody = |from: Cell| enemies.iter().all(|&enemy| !adjacent(from, enemy));
    let stays_awake = |to: Cell| queens.iter().all(|&queen| !adjacent(queen, to));
    let queens_that_can = movers(scene, &prison, "Q").into_iter().filter(|&from| frees_nobody(from));
    let moves = queens_that_can.flat_map(|from| AROUND.map(|towards| (from, step(from, towards, 1))));
    let moves = moves.filter(|&(_, to)| prison.board.is_free(to) && !is_escape(to) && stays_awake(to));
    let freezes = |&(from, to): &(Cell, Cell)| adjacent(to, checker) && prison.is_safe(from, to, None);
    moves.filter(freezes).collect()
}

/// Whether no enemy is left where pieces of a kind went over it.
fn captures_between(scene: &Scene, kind: &str) -> Result<(), String> {
    let white = scene.white_moves();
    scene.each_of(kind, |turn| {
        let after = turn.board();
        between(turn.from(), turn.to()).into_iter().all(|cell| !after.stands(cell, !white))
    })
}

/// A fault: an enemy that a piece of a kind has gone over is left standing.
fn spare_between(scene: &mut Scene, kind: &str) -> bool {
    let (board, white) = (scene.board(), scene.white_moves());
    scene.spoil(|turn| {
        let passed = between(turn.from(), turn.to()).into_iter().find(|&cell| board.stands(cell, !white));
        if let Some(cell) = passed.filter(|_| board.is_kind(turn.from(), kind)) {
            turn.redraw(|after| after.set(cell, board.at(cell)));
        }
    })
}

/// The leaps of unfrozen Guards and Bombers over friends that leave the king safe.
fn leaps_over_friends(scene: &Scene) -> Vec<(Cell, Cell)> {
    let (prison, white) = (Prison::before(scene), scene.white_moves());
    let two = |from: Cell| AROUND.map(|towards| (from, step(from, towards, 2)));
    let leaps = movers(scene, &prison, "BR").into_iter().flat_map(two);
    let fits = |&(from, to): &(Cell, Cell)| prison.board.is_kind(from, "B") == is_diagonal(from, to);
    let over_friend =
        |&(from, to): &(Cell, Cell)| between(from, to).iter().all(|&cell| prison.board.stands(cell, white));
    let lands = |&(from, to): &(Cell, Cell)| {
        let board = &prison.board;
        board.has(to)
            && !is_escape(to)
            && !board.stands(to, white)
            && !board.is_kind(to, "K")
            && prison.is_safe(from, to, None)
    };
    leaps.filter(fits).filter(over_friend).filter(lands).collect()
}

/// The flights of unfrozen Bombers over enemies that leave the king safe.
fn flights(scene: &Scene) -> Vec<(Cell, Cell)> {
    let (prison, white) = (Prison::before(scene), scene.white_moves());
    let board = &prison.board;
    let flight = |(from, over): (Cell, Cell)| {
        let (towards, _) = line(from, over)?;
        let to = step(over, towards, 1);
        let first = is_straight(from, over) && board.is_clear(from, over);
        let lands = board.is_free(to) && !is_escape(to);
        (first && lands && prison.is_safe(from, to, Some(over))).then_some((from, to))
    };
    let victims = board.army(!white, "PNBRQ");
    pairs(&movers(scene, &prison, "R"), &victims).into_iter().filter_map(flight).collect()
}

/// The diagonal steps of unfrozen pawns past enemies that leave the king safe, but for en passant captures.
fn pawn_slides(scene: &Scene) -> Vec<(Cell, Cell)> {
    let (prison, white) = (Prison::before(scene), scene.white_moves());
    let board = &prison.board;
    let pawns = movers(scene, &prison, "P");
    let blocked = |from: Cell| board.stands(step(from, (0, forward(white)), 1), !white) && pawns.contains(&from);
    let slides = pawns::diagonal_steps(scene).into_iter().filter(|&(from, _)| blocked(from));
    let lands = |to: Cell| board.is_free(to) && !is_escape(to) && scene.field(EN_PASSANT) != name(to);
    slides.filter(|&(from, to)| lands(to) && prison.is_safe(from, to, None)).collect()
}

fn place(heap: &Heap) -> String {
    let empty = Board { files: 6, ranks: 8, ..Board::default() };
    let may = |piece: char, cell: Cell| match piece.to_ascii_uppercase() {
        'K' => true,
        _ => !is_escape(cell) && place::off_the_edge(piece, cell),
    };
    let mut board = heap.board(empty, ['K', 'k'], "PPNBRQQppnbrqq", may);
    let en_passant = heap.en_passant(&mut board);
    format!("{} {}", heap.fen(&board, "-", &en_passant), icicle_field(&icicles(heap, &board)))
}

/// The icicles of a board whose Ice Queens have come in some order: each that came beside an awake enemy.
fn icicles(heap: &Heap, board: &Board) -> Vec<Cell> {
    let mut queens: Vec<Cell> = [true, false].into_iter().flat_map(|white| board.army(white, "Q")).collect();
    let first = heap.extra[2] as usize % queens.len().max(1);
    queens.rotate_left(first);
    let mut prison = Prison { board: Board::default(), icicles: Vec::new() };
    for cell in queens {
        if prison.is_beside_awake(cell, board.stands(cell, false)) {
            prison.icicles.push(cell);
        }
        prison.board.pieces.extend(board.at(cell).map(|queen| (cell, queen)));
    }
    prison.icicles
}

//! Prisoner's Escape: `uci-docs/rules/prisonersescape.md`. Its relatives share the sentences that are public.

use super::attacks::{ROYALS, attacks, is_attacked, royal};
use super::basics::{self, steps};
use super::board::{Board, Cell, adjacent, forward, is_of, step};
use super::position::{Position, is_won_by};
use super::{Property, RandomPieces, Rules, pawns};
use jailbird::types::Reason;

pub const RULES: &[Rules] =
    &[Rules { games: &["prisonersescape"], properties: &[basics::BASIC, HOLDING, PROPERTIES], divisor: 1, random_fen }];

const PROPERTIES: &[Property] = &[
    basics::NO_MOVE,
    pawns::DIAGONALS,
    pawns::PROMOTION,
    pawns::LAST_RANK,
    Property {
        sentence: "a friendly leap attacks nothing: a side that only leaps onto the opposing Prisoner is in check",
        holds: IN_CHECK.holds,
        fault: |position| {
            let white = position.white_moves();
            position.change_first(|turn| {
                let board = turn.board();
                let prisoner = royal(&board, white);
                let leaps = |from: Cell| prisoner.is_some_and(|to| is_over_friend(&board, from, to));
                turn.gives_check &= !board.army(!white, LEAPERS).into_iter().any(leaps);
            })
        },
    },
    Property {
        sentence: "of the first and the last rank only d1 and d8 exist",
        holds: |position| {
            let holes = position.board().cells_of('*');
            let edges = |&(file, rank): &Cell| (rank == 0 || rank == 7) && file != 3;
            if holes.len() != 12 || !holes.iter().all(edges) {
                return Err("other holes".into());
            }
            position.each(|turn| turn.board().cells_of('*') == holes)
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let moves = steps(&board, white, "IGHF").into_iter();
            position.add_move(moves.filter(|&(_, to)| board.at(to) == Some('*')))
        },
    },
    Property {
        sentence: "Guards, Hunters, Falcons and Knights go as they attack, or leap over a friend",
        holds: |position| {
            let board = position.board();
            position.each_of(LEAPERS, |turn| {
                attacks(&board, turn.from(), turn.to()) || is_friendly_leap(&board, turn.from(), turn.to())
            })
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let moves = steps(&board, white, "N").into_iter();
            position.add_move(moves.filter(|&(_, to)| board.is_free(to)))
        },
    },
    Property {
        sentence: "a Guard never goes sideways",
        holds: |position| position.each_of("G", |turn| turn.from().1 != turn.to().1),
        fault: |position| add_step(position, "G", |_, ranks| ranks == 0),
    },
    Property {
        sentence: "a Hunter slides straight only forward, and diagonally only backward",
        holds: |position| slides_only(position, "H", |files, ranks| (files == 0) == (ranks > 0)),
        fault: |position| add_step(position, "H", |files, ranks| files == 0 && ranks < 0),
    },
    Property {
        sentence: "a Falcon slides diagonally only forward, and straight only backward",
        holds: |position| slides_only(position, "F", |files, ranks| (files == 0) == (ranks < 0)),
        fault: |position| add_step(position, "F", |files, ranks| files != 0 && ranks < 0),
    },
    Property {
        sentence: "a friendly leap goes to an empty cell and never captures",
        holds: |position| {
            let board = position.board();
            position.each_of(LEAPERS, |turn| attacks(&board, turn.from(), turn.to()) || board.is_free(turn.to()))
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let captures = |&(from, to): &(Cell, Cell)| board.has_piece_of(to, !white) && !attacks(&board, from, to);
            let leaps: Vec<(Cell, Cell)> = leaps(&board, white).into_iter().filter(captures).collect();
            position.add_move(leaps)
        },
    },
    Property {
        sentence: "any friendly piece, the Prisoner and pawns included, may be leapt over if the hold lasts",
        holds: |position| position.requires(&lasting_leaps(position, |_| true)),
        fault: |position| position.remove_one_of(&lasting_leaps(position, |piece| "PpIi".contains(piece))),
    },
    Property {
        sentence: "a pawn goes one step, never two",
        holds: |position| position.each_of("P", |turn| (turn.to().1 - turn.from().1).abs() == 1),
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let third_rank = if white { 2 } else { 5 };
            let at_home = board.army(white, "P").into_iter().filter(|pawn| pawn.1 == third_rank);
            let leaps = at_home.map(|pawn| (pawn, step(pawn, (0, forward(white)), 2)));
            position.add_move(leaps.filter(|&(from, to)| board.is_free(to) && board.is_clear(from, to)))
        },
    },
];

/// Properties of Prisoners, or of Kings in the relatives.
pub const HOLDING: &[Property] = &[ROYAL_STEPS, NEVER_CAPTURED, HELD, IN_CHECK, ROYAL_FREEDOM, ALONE];

/// Steps of Prisoners or Kings.
pub const ROYAL_STEPS: Property = Property {
    sentence: "a Prisoner (King) goes one step to an empty cell and never captures",
    holds: |position| {
        let board = position.board();
        position.each_of(ROYALS, |turn| adjacent(turn.from(), turn.to()) && board.is_free(turn.to()))
    },
    fault: |position| {
        let (board, white) = (position.board(), position.white_moves());
        let captures = steps(&board, white, ROYALS).into_iter();
        position.add_move(captures.filter(|&(_, to)| board.has_piece_of(to, !white) && !board.is_kind(to, ROYALS)))
    },
};

/// Prisoners and Kings are never captured.
pub const NEVER_CAPTURED: Property = Property {
    sentence: "a Prisoner (King) is never captured",
    holds: |position| position.each(|turn| royal(&turn.board(), !position.white_moves()).is_some()),
    fault: |position| {
        let (board, white) = (position.board(), position.white_moves());
        let captures = holders(&board, white).into_iter().map(|holder| (holder, royal(&board, !white)));
        let captures: Vec<(Cell, Cell)> = captures.filter_map(|(from, to)| Some((from, to?))).collect();
        position.add_move(captures)
    },
};

const HELD: Property = Property {
    sentence: "after a move at least one piece of the side that has moved attacks the opposing Prisoner (King)",
    holds: |position| position.each(|turn| is_holding(&turn.board(), position.white_moves())),
    fault: |position| {
        let (board, white) = (position.board(), position.white_moves());
        let lets_go = |&(from, to): &(Cell, Cell)| board.is_free(to) && !is_holding(&board.after(from, to), white);
        position.add_move(steps(&board, white, ROYALS).into_iter().chain(own_steps(&board, white)).filter(lets_go))
    },
};

const IN_CHECK: Property = Property {
    sentence: "you are in check when none of your pieces attacks the opposing Prisoner (King)",
    holds: |position| {
        let white = position.white_moves();
        if position.in_check == is_holding(&position.board(), white) {
            return Err(format!("in check: {}", position.in_check));
        }
        position.each(|turn| turn.gives_check != is_holding(&turn.board(), !white))
    },
    fault: |position| position.change_first(|turn| turn.gives_check = false),
};

const ROYAL_FREEDOM: Property = Property {
    sentence: "a Prisoner (King) may go where it is attacked or where it is not, as long as the opposing one is held",
    holds: |position| position.requires(&royal_steps(position)),
    fault: |position| {
        let (board, white) = (position.board(), position.white_moves());
        let attacked = |&(from, to): &(Cell, Cell)| is_attacked(&board.after(from, to), to, !white);
        let lost: Vec<(Cell, Cell)> = royal_steps(position).into_iter().filter(attacked).collect();
        position.remove_one_of(&lost)
    },
};

const ALONE: Property = Property {
    sentence: "a side left with only its Prisoner (King) can hold nothing and is checkmated on its turn",
    holds: |position| {
        let white = position.white_moves();
        position.each(|turn| {
            let mate = basics::is_end(turn.outcome, Reason::Checkmate) && is_won_by(turn.outcome, white);
            turn.board().count(!white) > 1 || mate
        })
    },
    fault: |position| {
        let white = position.white_moves();
        position.change_first(|turn| {
            let alone = turn.board().count(!white) == 1;
            turn.outcome = turn.outcome.filter(|_| !alone);
        })
    },
};

/// The pieces that leap over friends.
const LEAPERS: &str = "GHFN";

/// The cells of a colour's pieces that attack the opposing Prisoner or King. Kings attack nothing in these games.
pub fn holders(board: &Board, white: bool) -> Vec<Cell> {
    let Some(prisoner) = royal(board, !white) else { return Vec::new() };
    board.army(white, "PNBRQGHF").into_iter().filter(|&from| attacks(board, from, prisoner)).collect()
}

/// Returns whether a colour holds the opposing Prisoner or King.
pub fn is_holding(board: &Board, white: bool) -> bool {
    !holders(board, white).is_empty()
}

/// The steps of the mover's Prisoner or King after which the opposing one is held.
fn royal_steps(position: &Position) -> Vec<(Cell, Cell)> {
    let (board, white) = (position.board(), position.white_moves());
    let keeps_hold = |&(from, to): &(Cell, Cell)| board.is_free(to) && is_holding(&board.after(from, to), white);
    steps(&board, white, ROYALS).into_iter().filter(keeps_hold).collect()
}

/// The single steps of pieces that slide, where they may slide.
fn own_steps(board: &Board, white: bool) -> Vec<(Cell, Cell)> {
    steps(board, white, "BRQGHF").into_iter().filter(|&(from, to)| attacks(board, from, to)).collect()
}

/// A step in files and in ranks forward.
fn seen(board: &Board, from: Cell, to: Cell) -> (i8, i8) {
    (to.0 - from.0, (to.1 - from.1) * forward(board.at(from).is_some_and(|piece| is_of(piece, true))))
}

/// Returns whether there is a friend over which a piece might leap from a cell to another, whatever stands there.
fn is_over_friend(board: &Board, from: Cell, to: Cell) -> bool {
    let (files, ranks) = seen(board, from, to);
    let between = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
    let white = board.at(from).is_some_and(|piece| is_of(piece, true));
    ranks == 2 && [-2, 0, 2].contains(&files) && board.has_piece_of(between, white)
}

/// Returns whether a move is a friendly leap.
fn is_friendly_leap(board: &Board, from: Cell, to: Cell) -> bool {
    is_over_friend(board, from, to) && board.is_free(to)
}

/// The leaps of a colour's pieces over friends, whatever stands on the target.
fn leaps(board: &Board, white: bool) -> Vec<(Cell, Cell)> {
    let ahead = |from: Cell| [-1, 0, 1].map(|side| (from, step(from, (side, forward(white)), 2)));
    let pairs = board.army(white, LEAPERS).into_iter().flat_map(ahead);
    pairs.filter(|&(from, to)| is_over_friend(board, from, to)).collect()
}

/// The leaps of the side to move over some kinds of friends after which the opposing Prisoner is held.
fn lasting_leaps(position: &Position, over: fn(char) -> bool) -> Vec<(Cell, Cell)> {
    let (board, white) = (position.board(), position.white_moves());
    let is_wanted = |&(from, to): &(Cell, Cell)| {
        let between = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        board.is_free(to) && board.at(between).is_some_and(over) && is_holding(&board.after(from, to), white)
    };
    leaps(&board, white).into_iter().filter(is_wanted).collect()
}

/// Returns whether pieces of a kind go only where `may` says, of a step as they see it, unless they leap over a friend.
fn slides_only(position: &Position, kind: &str, may: fn(i8, i8) -> bool) -> Result<(), String> {
    let board = position.board();
    position.each_of(kind, |turn| {
        let (files, ranks) = seen(&board, turn.from(), turn.to());
        may(files, ranks) || is_friendly_leap(&board, turn.from(), turn.to())
    })
}

/// A fault: a piece of a kind steps to an empty cell the way that `wrong` says, as it sees it.
fn add_step(position: &mut Position, kind: &str, wrong: fn(i8, i8) -> bool) -> bool {
    let (board, white) = (position.board(), position.white_moves());
    let is_wrong = |&(from, to): &(Cell, Cell)| {
        let (files, ranks) = seen(&board, from, to);
        board.is_free(to) && wrong(files, ranks)
    };
    position.add_move(steps(&board, white, kind).into_iter().filter(is_wrong))
}

fn random_fen(random: &RandomPieces) -> String {
    let mut empty = Board { files: 7, ranks: 8, ..Board::default() };
    let edges = (0..7).filter(|&file| file != 3).flat_map(|file| [(file, 0), (file, 7)]);
    empty.pieces.extend(edges.map(|hole| (hole, '*')));
    let before_promotion = |piece: char, (_, rank): Cell| match piece {
        'P' => rank < pawns::last_rank("prisonersescape", true),
        'p' => rank > pawns::last_rank("prisonersescape", false),
        _ => true,
    };
    random.fen(&random.board(empty, ['I', 'i'], "PPNGHFppnghf", before_promotion), "-", "-")
}

//! Properties of most games: what `uci-docs/rules` says for all of them.

use super::Property;
use super::attacks::attacks;
use super::board::{AROUND, Board, Cell, is_of, step};
use super::position::{FULLMOVE, HALFMOVE, Position, SIDE, Turn, is_won_by};
use jailbird::types::{Outcome, Reason};

/// Properties of games in which a turn moves one piece and captures only enemies.
pub const BASIC: &[Property] = &[OWN, DISPLACEMENT, TURNS, NUMBER, CLOCK, FIFTY_MOVES];

const OWN: Property = Property {
    sentence: "a move is made with a piece of the side to move, and never onto another piece of that side",
    holds: |position| {
        let (board, white) = (position.board(), position.white_moves());
        position.each(|turn| board.has_piece_of(turn.from(), white) && !board.has_piece_of(turn.to(), white))
    },
    fault: |position| {
        let (board, white) = (position.board(), position.white_moves());
        position
            .add_move(steps(&board, white, "PNBRQKGHFI").into_iter().filter(|&(_, to)| board.has_piece_of(to, white)))
    },
};

const DISPLACEMENT: Property = Property {
    sentence: "a piece goes from one square to another; from the others at most captured enemies disappear",
    holds: |position| {
        let (board, white) = (position.board(), position.white_moves());
        position.each(|turn| {
            let (from, to, after) = (turn.from(), turn.to(), turn.board());
            let stays = |cell: Cell, piece: char| match after.at(cell) {
                Some(now) => now == piece,
                None => is_of(piece, !white),
            };
            let elsewhere = |cell: Cell| cell != from && cell != to;
            let castles = board.is_kind(from, "K") && (from.0 - to.0).abs() == 2;
            castles
                || after.is_free(from)
                    && after.has_piece_of(to, white)
                    && board.pieces.iter().all(|(&cell, &piece)| !elsewhere(cell) || stays(cell, piece))
                    && after.pieces.keys().all(|&cell| !elsewhere(cell) || board.at(cell).is_some())
        })
    },
    fault: |position| {
        let board = position.board();
        position.change_first(|turn| {
            let from = turn.from();
            turn.edit_board(|after| after.set(from, board.at(from)));
        })
    },
};

const TURNS: Property = Property {
    sentence: "the sides take turns",
    holds: |position| {
        let next = if position.white_moves() { "b" } else { "w" };
        position.each(|turn| turn.field(SIDE) == next)
    },
    fault: |position| {
        let same = position.field(SIDE).to_owned();
        position.change_first(|turn| turn.set_field(SIDE, &same))
    },
};

const NUMBER: Property = Property {
    sentence: "the fullmove number grows by one after each move of Black's, and after no other",
    holds: |position| {
        let next = number(position.field(FULLMOVE)) + u32::from(!position.white_moves());
        position.each(|turn| number(turn.field(FULLMOVE)) == next)
    },
    fault: |position| {
        let wrong = number(position.field(FULLMOVE)) + u32::from(position.white_moves());
        position.change_first(|turn| turn.set_field(FULLMOVE, &wrong.to_string()))
    },
};

const CLOCK: Property = Property {
    sentence: "a capture or a pawn move sets the halfmove clock to 0, any other move adds one to it",
    holds: |position| {
        let (board, next) = (position.board(), number(position.field(HALFMOVE)) + 1);
        position.each(|turn| number(turn.field(HALFMOVE)) == if is_progress(position, &board, turn) { 0 } else { next })
    },
    fault: |position| {
        let (before, board, next) = (position.clone(), position.board(), number(position.field(HALFMOVE)) + 1);
        position.change_first(|turn| {
            if !board.is_kind(turn.from(), "P") && is_progress(&before, &board, turn) {
                turn.set_field(HALFMOVE, &next.to_string());
            }
        })
    },
};

const FIFTY_MOVES: Property = Property {
    sentence: "the game is over when 100 plies have passed without a capture or a pawn move, and drawn unless won",
    holds: |position| {
        position.each(|turn| {
            let over = number(turn.field(HALFMOVE)) >= 100;
            let drawn = is_end(turn.outcome, Reason::FiftyMoves);
            if over { turn.outcome.is_some() } else { !drawn }
        })
    },
    fault: |position| {
        position.change_first(|turn| turn.outcome = turn.outcome.filter(|end| end.reason != Reason::FiftyMoves))
    },
};

/// Checkmate and stalemate.
pub const NO_MOVE: Property = Property {
    sentence: "no legal move: checkmate (loss) if in check, else stalemate (draw)",
    holds: |position| {
        let white = position.white_moves();
        if position.moves.is_empty() && position.outcome.is_none() {
            return Err("no legal move, and no end".into());
        }
        if !position.moves.is_empty() && position.outcome.is_some_and(|outcome| is_lack_of_moves(outcome.reason)) {
            return Err("an end for lack of moves, and there are some".into());
        }
        if !is_named_well(position.outcome, position.in_check, white) {
            return Err("mate and stalemate are confused".into());
        }
        position.each(|turn| is_named_well(turn.outcome, turn.gives_check, !white))
    },
    fault: |position| {
        position.change_first(|turn| {
            if is_end(turn.outcome, Reason::Checkmate) {
                turn.outcome = Some(Outcome::draw(Reason::Stalemate));
            }
        })
    },
};

/// The pieces of chess that are neither king nor pawn.
pub const LINES: Property = Property {
    sentence: "Queens, Rooks, Bishops and Knights move as they attack: along free lines, and Knights by their leap",
    holds: |position| {
        let board = position.board();
        position.each_of("QRBN", |turn| attacks(&board, turn.from(), turn.to()))
    },
    fault: |position| {
        let (board, white) = (position.board(), position.white_moves());
        let two_steps = |from: Cell| AROUND.map(|towards| (from, step(from, towards, 1), step(from, towards, 2)));
        let jumps = board.army(white, "QRB").into_iter().flat_map(two_steps).filter(|&(from, between, to)| {
            board.at(between).is_some() && board.is_free(to) && attacks(&board.without(between), from, to)
        });
        position.add_move(jumps.map(|(from, _, to)| (from, to)))
    },
};

/// The single steps, to any cell of the board, of a colour's pieces of these kinds.
pub fn steps(board: &Board, white: bool, kinds: &str) -> Vec<(Cell, Cell)> {
    let around = |from: Cell| AROUND.map(|towards| (from, step(from, towards, 1)));
    board.army(white, kinds).into_iter().flat_map(around).filter(|&(_, to)| board.has(to)).collect()
}

/// Returns whether an outcome has a reason.
pub fn is_end(outcome: Option<Outcome>, reason: Reason) -> bool {
    outcome.is_some_and(|outcome| outcome.reason == reason)
}

/// A number of a FEN.
pub fn number(text: &str) -> u32 {
    text.parse().expect("a number")
}

/// Returns whether a move of a position is a capture or a pawn move.
fn is_progress(position: &Position, board: &Board, turn: &Turn) -> bool {
    let enemy = !position.white_moves();
    board.is_kind(turn.from(), "P") || turn.board().count(enemy) < board.count(enemy)
}

fn is_lack_of_moves(reason: Reason) -> bool {
    matches!(reason, Reason::Checkmate | Reason::Stalemate)
}

/// Returns whether checkmate and stalemate are distinguished by check, and a mate is won by the other side.
fn is_named_well(outcome: Option<Outcome>, in_check: bool, white: bool) -> bool {
    match outcome.map(|outcome| outcome.reason) {
        Some(Reason::Checkmate) => in_check && is_won_by(outcome, !white),
        Some(Reason::Stalemate) => !in_check && outcome.is_some_and(|outcome| outcome.winner.is_none()),
        _ => true,
    }
}

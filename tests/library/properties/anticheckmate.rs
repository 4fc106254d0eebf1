//! Anticheckmate: `uci-docs/rules/anticheckmate.md`.

use super::attacks::{ROYALS, attacks};
use super::board::{Board, Cell, pairs};
use super::kings_escape::random_fen;
use super::position::{Position, is_won_by};
use super::prisoners_escape::{NEVER_CAPTURED, ROYAL_STEPS, is_holding};
use super::{Property, Rules, basics, pawns};
use jailbird::types::{Color, Outcome, Reason};

pub const RULES: &[Rules] = &[Rules {
    games: &["anticheckmate"],
    properties: &[basics::BASIC, pawns::ORTHODOX, PROPERTIES],
    divisor: 1,
    random_fen,
}];

const FREED: Reason = Reason::Goal("frees the king");

const PROPERTIES: &[Property] = &[
    basics::LINES,
    pawns::DIAGONALS,
    pawns::CHOICE,
    ROYAL_STEPS,
    NEVER_CAPTURED,
    Property {
        sentence: "a player who has just moved wins at once if his own king is then not attacked",
        holds: |position| {
            position.each(|turn| is_freed(&turn.board(), position.white_moves()) == is_win(turn.outcome, position))
        },
        fault: |position| position.change_first(|turn| turn.outcome = turn.outcome.filter(|end| end.reason != FREED)),
    },
    Property {
        sentence: "if his king is attacked play goes on, even if the opponent's king is free at that moment",
        holds: |position| {
            let white = position.white_moves();
            position.each(|turn| {
                let won = turn.outcome.is_some_and(|outcome| outcome.winner.is_some());
                !won || is_freed(&turn.board(), white)
            })
        },
        fault: |position| {
            let white = position.white_moves();
            let opponent = if white { Color::Black } else { Color::White };
            position.change_first(|turn| {
                let board = turn.board();
                if is_freed(&board, !white) && !is_freed(&board, white) {
                    turn.outcome = Some(Outcome::win(opponent, FREED));
                }
            })
        },
    },
    Property {
        sentence: "with the king of the side not to move already free, that side has won",
        holds: |position| {
            let white = position.white_moves();
            let won = basics::is_end(position.outcome, FREED) && is_won_by(position.outcome, !white);
            let free = is_freed(&position.board(), !white);
            if won == free { Ok(()) } else { Err(format!("free: {free}, won: {won}")) }
        },
        fault: |position| {
            let won = basics::is_end(position.outcome, FREED);
            position.outcome = position.outcome.filter(|_| !won);
            won
        },
    },
    Property {
        sentence: "a finished game has no moves",
        holds: |position| match basics::is_end(position.outcome, FREED) {
            true => position.each(|_| false),
            false => Ok(()),
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let won = basics::is_end(position.outcome, FREED);
            let steps = basics::steps(&board, white, ROYALS).into_iter();
            won && position.add_move(steps.filter(|&(_, to)| board.is_free(to)))
        },
    },
    Property {
        sentence: "every move is legal: a king may step, and a piece capture, whatever happens to either king",
        holds: |position| position.requires(&plain_moves(position)),
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let lets_go = |&(from, to): &(Cell, Cell)| !is_holding(&board.after(from, to), white);
            let lost: Vec<(Cell, Cell)> = plain_moves(position).into_iter().filter(lets_go).collect();
            position.remove_one_of(&lost)
        },
    },
    Property {
        sentence: "there is no check, and so no checkmate",
        holds: |position| {
            if position.in_check || basics::is_end(position.outcome, Reason::Checkmate) {
                return Err("check".into());
            }
            position.each(|turn| !turn.gives_check && !basics::is_end(turn.outcome, Reason::Checkmate))
        },
        fault: |position| {
            let white = position.white_moves();
            position.change_first(|turn| turn.gives_check = !is_holding(&turn.board(), !white))
        },
    },
];

/// Returns whether nothing attacks the king of a colour.
fn is_freed(board: &Board, white: bool) -> bool {
    !is_holding(board, !white)
}

/// Returns whether an outcome is a win of the side to move by freeing its king.
fn is_win(outcome: Option<Outcome>, position: &Position) -> bool {
    basics::is_end(outcome, FREED) && is_won_by(outcome, position.white_moves())
}

/// Steps of the king to empty squares, and captures by pieces other than pawns; none in a game that is won.
fn plain_moves(position: &Position) -> Vec<(Cell, Cell)> {
    let (board, white) = (position.board(), position.white_moves());
    if is_freed(&board, !white) {
        return Vec::new();
    }
    let captures = pairs(&board.army(white, "NBRQ"), &board.army(!white, "PNBRQ")).into_iter();
    let king_steps = basics::steps(&board, white, ROYALS).into_iter().filter(|&(_, to)| board.is_free(to));
    king_steps.chain(captures.filter(|&(from, to)| attacks(&board, from, to))).collect()
}

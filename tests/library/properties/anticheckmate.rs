//! Anticheckmate: `uci-docs/rules/anticheckmate.md`.

use super::attack::{ROYALS, hits};
use super::board::{Board, Cell, pairs};
use super::kings_escape::place;
use super::prisoners_escape::{NEVER_CAPTURED, ROYAL_STEPS, is_holding};
use super::scene::{Scene, is_won_by};
use super::{Property, Rules, common, pawns};
use jailbird::types::{Color, Outcome, Reason};

pub const RULES: Rules =
    Rules { games: &["anticheckmate"], properties: &[common::BASIC, pawns::ORTHODOX, PROPERTIES], cut: 1, place };

const PROPERTIES: &[Property] = &[
    common::LINES,
    pawns::DIAGONALS,
    pawns::CHOICE,
    ROYAL_STEPS,
    NEVER_CAPTURED,
    Property {
        sentence: "a player who has just moved wins at once if his own king is then not attacked",
        holds: |scene| scene.each(|turn| is_freed(&turn.board(), scene.white_moves()) == is_win(turn.outcome, scene)),
        fault: |scene| scene.spoil(|turn| turn.outcome = turn.outcome.filter(|end| end.reason != Reason::KingFreed)),
    },
    Property {
        sentence: "if his king is attacked play goes on, even if the opponent's king is free at that moment",
        holds: |scene| {
            let white = scene.white_moves();
            scene.each(|turn| {
                let won = turn.outcome.is_some_and(|outcome| outcome.winner.is_some());
                !won || is_freed(&turn.board(), white)
            })
        },
        fault: |scene| {
            let white = scene.white_moves();
            let opponent = if white { Color::Black } else { Color::White };
            scene.spoil(|turn| {
                let board = turn.board();
                if is_freed(&board, !white) && !is_freed(&board, white) {
                    turn.outcome = Some(Outcome::win(opponent, Reason::KingFreed));
                }
            })
        },
    },
    Property {
        sentence: "with the king of the side not to move already free, that side has won",
        holds: |scene| {
            let white = scene.white_moves();
            let won = common::is_end(scene.outcome, Reason::KingFreed) && is_won_by(scene.outcome, !white);
            let free = is_freed(&scene.board(), !white);
            if won == free { Ok(()) } else { Err(format!("free: {free}, won: {won}")) }
        },
        fault: |scene| {
            let won = common::is_end(scene.outcome, Reason::KingFreed);
            scene.outcome = scene.outcome.filter(|_| !won);
            won
        },
    },
    Property {
        sentence: "a finished game has no moves",
        holds: |scene| match common::is_end(scene.outcome, Reason::KingFreed) {
            true => scene.each(|_| false),
            false => Ok(()),
        },
        fault: |scene| {
            let (board, white) = (scene.board(), scene.white_moves());
            let won = common::is_end(scene.outcome, Reason::KingFreed);
            let steps = common::steps(&board, white, ROYALS).into_iter();
            won && scene.add(steps.filter(|&(_, to)| board.is_free(to)))
        },
    },
    Property {
        sentence: "every move is legal: a king may step, and a piece capture, whatever happens to either king",
        holds: |scene| scene.requires(&plain_moves(scene)),
        fault: |scene| {
            let (board, white) = (scene.board(), scene.white_moves());
            let lets_go = |&(from, to): &(Cell, Cell)| !is_holding(&board.after(from, to), white);
            let lost: Vec<(Cell, Cell)> = plain_moves(scene).into_iter().filter(lets_go).collect();
            scene.lose_one_of(&lost)
        },
    },
    Property {
        sentence: "there is no check, and so no checkmate",
        holds: |scene| {
            if scene.in_check || common::is_end(scene.outcome, Reason::Checkmate) {
                return Err("check".into());
            }
            scene.each(|turn| !turn.gives_check && !common::is_end(turn.outcome, Reason::Checkmate))
        },
        fault: |scene| {
            let white = scene.white_moves();
            scene.spoil(|turn| turn.gives_check = !is_holding(&turn.board(), !white))
        },
    },
];

/// Whether nothing attacks the king of an army.
fn is_freed(board: &Board, white: bool) -> bool {
    !is_holding(board, !white)
}

/// Whether an outcome is the win that the side to move gains by freeing its king.
fn is_win(outcome: Option<Outcome>, scene: &Scene) -> bool {
    common::is_end(outcome, Reason::KingFreed) && is_won_by(outcome, scene.white_moves())
}

/// Steps of the king to empty squares, and captures by pieces other than pawns; none in a game that is won.
fn plain_moves(scene: &Scene) -> Vec<(Cell, Cell)> {
    let (board, white) = (scene.board(), scene.white_moves());
    if is_freed(&board, !white) {
        return Vec::new();
    }
    let captures = pairs(&board.army(white, "NBRQ"), &board.army(!white, "PNBRQ")).into_iter();
    let king_steps = common::steps(&board, white, ROYALS).into_iter().filter(|&(_, to)| board.is_free(to));
    king_steps.chain(captures.filter(|&(from, to)| hits(&board, from, to))).collect()
}

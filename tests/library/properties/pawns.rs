//! Pawns that move as in FIDE chess, or nearly so.

use super::Property;
use super::board::{Cell, colored, forward, is_of, name, step};
use super::position::{EN_PASSANT, Position, Turn, text_of};

/// Properties of pawns that may go two steps from their second rank; without captures.
pub const ORTHODOX: &[Property] = &[AHEAD, PASSED_SQUARE, PASSING_CAPTURE, PROMOTION, LAST_RANK];

const AHEAD: Property = Property {
    sentence: "a pawn goes straight ahead one step, from its own second rank also two, onto and over empty squares",
    holds: |position| {
        let (board, white) = (position.board(), position.white_moves());
        position.each_of("P", |turn| {
            let (from, to) = (turn.from(), turn.to());
            let longest = if from.1 == second_rank(white) { 2 } else { 1 };
            let length = (to.1 - from.1) * forward(white);
            let straight = board.is_free(to) && board.is_clear(from, to);
            (1..=longest).contains(&length) && (from.0 != to.0 || straight)
        })
    },
    fault: |position| {
        let (board, white) = (position.board(), position.white_moves());
        let leaps = board.army(white, "P").into_iter().map(|pawn| (pawn, step(pawn, (0, forward(white)), 2)));
        position.add_move(
            leaps
                .filter(|&(from, to)| board.is_free(to) && (from.1 != second_rank(white) || !board.is_clear(from, to))),
        )
    },
};

/// Captures.
pub const DIAGONALS: Property = Property {
    sentence: "a pawn goes one step diagonally ahead to capture, and only then",
    holds: |position| {
        let (board, white) = (position.board(), position.white_moves());
        position.each_of("P", |turn| {
            let (from, to) = (turn.from(), turn.to());
            let captures = board.has_piece_of(to, !white) || position.field(EN_PASSANT) == name(to);
            from.0 == to.0 || is_pawn_diagonal(from, to, white) && captures
        })
    },
    fault: |position| {
        let board = position.board();
        let free = |&(_, to): &(Cell, Cell)| board.is_free(to) && position.field(EN_PASSANT) != name(to);
        let steps: Vec<(Cell, Cell)> = diagonal_steps(position).into_iter().filter(free).collect();
        position.add_move(steps)
    },
};

const PASSED_SQUARE: Property = Property {
    sentence: "the en passant field names the square that a double step has just passed over, after other moves none",
    holds: |position| {
        let board = position.board();
        position.each(|turn| {
            let passed = board.is_kind(turn.from(), "P").then(|| passed_square(turn)).flatten();
            turn.field(EN_PASSANT) == passed.map_or("-".into(), name)
        })
    },
    fault: |position| {
        let outlived = position.field(EN_PASSANT).to_owned();
        position.change_first(|turn| {
            if turn.field(EN_PASSANT) == "-" {
                turn.set_field(EN_PASSANT, &outlived);
            }
        })
    },
};

/// En passant captures.
pub const PASSING_CAPTURE: Property = Property {
    sentence: "a pawn that goes diagonally to the square just passed over captures the pawn that has passed it",
    holds: |position| {
        position.each_of("P", |turn| !is_en_passant(position, turn) || turn.board().is_free(passer(turn)))
    },
    fault: |position| {
        let before = position.clone();
        let board = position.board();
        position.change_first(|turn| {
            if board.is_kind(turn.from(), "P") && is_en_passant(&before, turn) {
                let cell = passer(turn);
                turn.edit_board(|after| after.set(cell, board.at(cell)));
            }
        })
    },
};

/// The rank of promotion and the choice of pieces.
pub const PROMOTION: Property = Property {
    sentence: "a pawn that gets to its last rank becomes one of four kinds of its own army, and nothing else does",
    holds: |position| {
        let (board, white) = (position.board(), position.white_moves());
        position.each(|turn| {
            let arrives = board.is_kind(turn.from(), "P") && turn.to().1 == last_rank(position.game, white);
            match turn.promotion() {
                None => !arrives,
                Some(kind) => {
                    let piece = Some(colored(kind, white));
                    arrives && promotions(position.game).contains(kind) && turn.board().at(turn.to()) == piece
                }
            }
        })
    },
    fault: |position| {
        let white = position.white_moves();
        position.change_first(|turn| {
            if let Some(kind) = turn.promotion() {
                let to = turn.to();
                turn.edit_board(|after| after.set(to, Some(colored(kind, !white))));
            }
        })
    },
};

/// All promotions are offered.
pub const CHOICE: Property = Property {
    sentence: "whichever of the four kinds a pawn can become, it can become each of the others",
    holds: |position| {
        position.each(|turn| {
            let all =
                |kind: char| position.moves.iter().any(|other| other.text == format!("{}{kind}", text_of(turn.ends())));
            !position.complete || turn.promotion().is_none() || promotions(position.game).chars().all(all)
        })
    },
    fault: |position| {
        let before = position.moves.len();
        position.moves.retain(|turn| turn.promotion().is_none_or(|kind| kind == 'q'));
        position.complete && position.moves.len() < before
    },
};

/// Promotion is obligatory.
pub const LAST_RANK: Property = Property {
    sentence: "no pawn stands on its last rank or beyond",
    holds: |position| {
        let beyond = |&(&(_, rank), &piece): &(&Cell, &char)| {
            let white = is_of(piece, true);
            piece.eq_ignore_ascii_case(&'p') && (rank - last_rank(position.game, white)) * forward(white) >= 0
        };
        position.each(|turn| turn.board().pieces.iter().find(beyond).is_none())
    },
    fault: |position| {
        let pawn = colored('p', position.white_moves());
        position.change_first(|turn| {
            if turn.promotion().is_some() {
                let to = turn.to();
                turn.edit_board(|after| after.set(to, Some(pawn)));
            }
        })
    },
};

/// The single diagonal steps forward, to any cell of the board, of the pawns of the side to move.
pub fn diagonal_steps(position: &Position) -> Vec<(Cell, Cell)> {
    let (board, white) = (position.board(), position.white_moves());
    let sides = |pawn: Cell| [-1, 1].map(|side| (pawn, step(pawn, (side, forward(white)), 1)));
    board.army(white, "P").into_iter().flat_map(sides).filter(|&(_, to)| board.has(to)).collect()
}

/// Returns whether a pawn's move is a capture en passant.
pub fn is_en_passant(position: &Position, turn: &Turn) -> bool {
    turn.from().0 != turn.to().0 && position.field(EN_PASSANT) == name(turn.to())
}

/// The cell of the pawn that is captured en passant.
pub fn passer(turn: &Turn) -> Cell {
    (turn.to().0, turn.from().1)
}

/// The rank where the pawns of a colour are promoted.
pub fn last_rank(game: &str, white: bool) -> i8 {
    match (game, white) {
        ("prisonersescape", true) => 6,
        ("prisonersescape", false) => 1,
        (_, true) => 7,
        (_, false) => 0,
    }
}

/// The letters of the promotions.
fn promotions(game: &str) -> &'static str {
    if game == "prisonersescape" { "ghfn" } else { "qrbn" }
}

/// The rank that the pawns of a colour may leave by two steps, on a board of eight ranks.
pub fn second_rank(white: bool) -> i8 {
    if white { 1 } else { 6 }
}

/// Returns whether a step is a pawn's capturing step.
pub fn is_pawn_diagonal(from: Cell, to: Cell, white: bool) -> bool {
    (from.0 - to.0).abs() == 1 && to.1 - from.1 == forward(white)
}

/// The square that a pawn's double step passes over.
fn passed_square(turn: &Turn) -> Option<Cell> {
    let (from, to) = (turn.from(), turn.to());
    ((from.1 - to.1).abs() == 2).then_some((from.0, (from.1 + to.1) / 2))
}

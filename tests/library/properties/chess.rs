//! FIDE chess: `uci-docs/rules/chess.md`.

use super::attacks::{is_attacked, is_royal_attacked};
use super::board::{Board, Cell, adjacent, colored, step};
use super::position::{CASTLING, Position, Turn};
use super::{Property, RandomPieces, Rules, basics, pawns, placements};
use jailbird::types::Reason;

pub const RULES: &[Rules] = &[Rules {
    games: &["chess"],
    properties: &[basics::BASIC, pawns::ORTHODOX, PROPERTIES, &[DEAD_POSITION]],
    divisor: 1,
    random_fen,
}];

const PROPERTIES: &[Property] = &[
    basics::NO_MOVE,
    basics::LINES,
    pawns::DIAGONALS,
    pawns::CHOICE,
    Property {
        sentence: "each side has one king, before and after every move",
        holds: |position| {
            let alone = |board: &Board| "kK".chars().all(|king| board.cells_of(king).len() == 1);
            if !alone(&position.board()) {
                return Err("a king too few or too many".into());
            }
            position.each(|turn| alone(&turn.board()))
        },
        fault: |position| {
            let king = colored('k', !position.white_moves());
            position.change_first(|turn| turn.edit_board(|board| board.pieces.retain(|_, piece| *piece != king)))
        },
    },
    Property {
        sentence: "no move leaves its own king attacked",
        holds: |position| {
            let white = position.white_moves();
            position.each(|turn| !is_royal_attacked(&turn.board(), white))
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let steps = basics::steps(&board, white, "K").into_iter();
            let into_check = |&(from, to): &(Cell, Cell)| is_royal_attacked(&board.after(from, to), white);
            position.add_move(steps.filter(|&(_, to)| board.is_free(to)).filter(into_check))
        },
    },
    Property {
        sentence: "a side is in check when its king is attacked",
        holds: |position| {
            let white = position.white_moves();
            if position.in_check != is_royal_attacked(&position.board(), white) {
                return Err(format!("in check: {}", position.in_check));
            }
            position.each(|turn| turn.gives_check == is_royal_attacked(&turn.board(), !white))
        },
        fault: |position| position.change_first(|turn| turn.gives_check = false),
    },
    Property {
        sentence: "a king goes one step, if it does not castle",
        holds: |position| {
            position.each_of("K", |turn| adjacent(turn.from(), turn.to()) || Castling::of(turn).is_some())
        },
        fault: |position| {
            let white = position.white_moves();
            let board = position.board();
            let two_ahead = |king: Cell| [(king, step(king, (0, 1), 2)), (king, step(king, (0, -1), 2))];
            let leaps = board.army(white, "K").into_iter().flat_map(two_ahead);
            position.add_move(leaps.filter(|&(_, to)| board.is_free(to)))
        },
    },
    Property {
        sentence: "rights to castle never come back, and are there only while king and rook stand at home",
        holds: |position| {
            let at_home =
                |board: &Board, right: char| home(right).into_iter().all(|(cell, piece)| board.at(cell) == Some(piece));
            position.each(|turn| {
                let (board, rights) = (turn.board(), turn.field(CASTLING).trim_matches('-'));
                rights.chars().all(|right| position.field(CASTLING).contains(right) && at_home(&board, right))
            })
        },
        fault: |position| {
            let kept = position.field(CASTLING).to_owned();
            position.change_first(|turn| turn.set_field(CASTLING, &kept))
        },
    },
    Property {
        sentence: "castling needs the right to it, and nothing between king and rook",
        holds: |position| {
            let board = position.board();
            position.each_of("K", |turn| Castling::of(turn).is_none_or(|castling| castling.is_open(position, &board)))
        },
        fault: |position| {
            let board = position.board();
            let closed = Castling::all(position).into_iter().filter(|castling| !castling.is_open(position, &board));
            let to_empty: Vec<Castling> = closed.filter(|castling| board.is_free(castling.king[1])).collect();
            position.add_move(
                to_empty.into_iter().filter(|castling| board.is_kind(castling.king[0], "K")).map(Castling::squares),
            )
        },
    },
    Property {
        sentence: "a king castles neither out of check nor over or onto an attacked square",
        holds: |position| {
            let (board, white) = (position.board(), position.white_moves());
            position.each_of("K", |turn| Castling::of(turn).is_none_or(|castling| castling.is_safe(&board, white)))
        },
        fault: |position| {
            let (board, white) = (position.board(), position.white_moves());
            let open = Castling::all(position).into_iter().filter(|castling| castling.is_open(position, &board));
            let unsafe_ones: Vec<Castling> = open.filter(|castling| !castling.is_safe(&board, white)).collect();
            position.add_move(unsafe_ones.into_iter().map(Castling::squares))
        },
    },
    Property {
        sentence: "where nothing forbids it, castling is a move",
        holds: |position| position.requires(&rightful_castlings(position)),
        fault: |position| position.remove_one_of(&rightful_castlings(position)),
    },
    Property {
        sentence: "the rook lands on the square that the castling king has passed over",
        holds: |position| {
            let board = position.board();
            position.each_of("K", |turn| {
                let after = turn.board();
                let lands = |castling: Castling| {
                    after.is_free(castling.rook[0]) && after.at(castling.rook[1]) == board.at(castling.rook[0])
                };
                Castling::of(turn).is_none_or(lands)
            })
        },
        fault: |position| {
            let board = position.board();
            position.change_first(|turn| {
                if let Some(castling) = Castling::of(turn).filter(|_| board.is_kind(turn.from(), "K")) {
                    turn.edit_board(|after| *after = after.after(castling.rook[1], castling.rook[0]));
                }
            })
        },
    },
];

const DEAD_POSITION: Property = Property {
    sentence: "drawn when neither side can mate: one knight or bishop, or bishops of one square colour",
    holds: |position| {
        position.each(|turn| basics::is_end(turn.outcome, Reason::InsufficientMaterial) == is_dead(&turn.board()))
    },
    fault: |position| {
        position
            .change_first(|turn| turn.outcome = turn.outcome.filter(|end| end.reason != Reason::InsufficientMaterial))
    },
};

/// A castling from the squares of orthodox chess: where king and rook stand and where they go.
#[derive(Clone, Copy)]
struct Castling {
    king: [Cell; 2],
    rook: [Cell; 2],
    /// Its letter in the FEN.
    right: char,
}

impl Castling {
    /// A castling to the right or left end of a home rank.
    fn new(white: bool, right_wing: bool) -> Castling {
        let rank = if white { 0 } else { 7 };
        let (king, rook, letter) = if right_wing { ([4, 6], [7, 5], 'k') } else { ([4, 2], [0, 3], 'q') };
        let on_rank = |files: [i8; 2]| files.map(|file| (file, rank));
        let right = colored(letter, white);
        Castling { king: on_rank(king), rook: on_rank(rook), right }
    }

    /// Both castlings of the side to move, allowed or not.
    fn all(position: &Position) -> [Castling; 2] {
        [true, false].map(|right_wing| Castling::new(position.white_moves(), right_wing))
    }

    /// The castling that a king's move is.
    fn of(turn: &Turn) -> Option<Castling> {
        let (from, to) = turn.ends();
        let all = [(true, true), (true, false), (false, true), (false, false)];
        all.map(|(white, right_wing)| Castling::new(white, right_wing)).into_iter().find(|one| one.king == [from, to])
    }

    /// Its two squares.
    fn squares(self) -> (Cell, Cell) {
        (self.king[0], self.king[1])
    }

    /// Returns whether the right is there and the way free.
    fn is_open(&self, position: &Position, board: &Board) -> bool {
        position.field(CASTLING).contains(self.right) && board.is_clear(self.king[0], self.rook[0])
    }

    /// Returns whether the enemy attacks none of the king's three squares: the rook's new one is that between.
    fn is_safe(&self, board: &Board, white: bool) -> bool {
        [self.king[0], self.rook[1], self.king[1]].iter().all(|&cell| !is_attacked(board, cell, !white))
    }
}

/// The castlings that nothing forbids.
fn rightful_castlings(position: &Position) -> Vec<(Cell, Cell)> {
    let (board, white) = (position.board(), position.white_moves());
    let allowed = |castling: &Castling| castling.is_open(position, &board) && castling.is_safe(&board, white);
    Castling::all(position).into_iter().filter(allowed).map(Castling::squares).collect()
}

/// The pieces that a right to castle needs, on their squares.
fn home(right: char) -> [(Cell, char); 2] {
    let white = right.is_ascii_uppercase();
    let castling = Castling::new(white, right.eq_ignore_ascii_case(&'k'));
    [(castling.king[0], colored('k', white)), (castling.rook[0], colored('r', white))]
}

/// Returns whether neither side can mate by any play.
fn is_dead(board: &Board) -> bool {
    let others: Vec<(&Cell, &char)> = board.pieces.iter().filter(|(_, piece)| !"kK".contains(**piece)).collect();
    let bishop_colour = |&(cell, piece): &(&Cell, &char)| "bB".contains(*piece).then_some((cell.0 + cell.1) % 2);
    match others.as_slice() {
        [] => true,
        [(_, piece)] if "nN".contains(**piece) => true,
        [first, ..] => {
            bishop_colour(first).is_some() && others.iter().all(|one| bishop_colour(one) == bishop_colour(first))
        }
    }
}

/// Half of the placements have kings at home, and rooks to castle with.
fn random_fen(random: &RandomPieces) -> String {
    let empty = Board { files: 8, ranks: 8, ..Board::default() };
    let mut board = random.board(empty, ['K', 'k'], "PPNBRQppnbrq", placements::off_the_edge);
    let mut rights = String::new();
    if random.extra[2].is_multiple_of(2) {
        board.pieces.retain(|_, piece| !"kK".contains(*piece));
        for (bit, right) in "KQkq".chars().enumerate() {
            let wanted = random.extra[3] >> bit & 1 == 1;
            board.pieces.extend(home(right).into_iter().filter(|(_, piece)| wanted || "kK".contains(*piece)));
            rights.extend(wanted.then_some(right));
        }
    }
    let castling = if rights.is_empty() { "-" } else { &rights };
    let en_passant = random.en_passant(&mut board);
    random.fen(&board, castling, &en_passant)
}

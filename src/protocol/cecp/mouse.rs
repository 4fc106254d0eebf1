//! `lift` and `put`: moves entered with the mouse.
//!
//! XBoard sends `lift SQUARE` for a click on a piece and `put SQUARE` for a click on a target. If a move captures a piece
//! that is not on its target, the victim's square is marked as an intermediate square. A click on it sends `put` and
//! `lift` of this square, and the next click is the second leg.

use super::{Cecp, Purpose};
use crate::game::{Game, Variant};
use crate::position::Notation;
use crate::protocol::xboard::{self, Origin, XBoardMove};
use crate::types::fen::write_placement;
use crate::types::{Color, Square};

#[derive(Debug)]
pub(super) struct MouseMove {
    /// The legal moves of the piece that has been clicked.
    moves: Vec<XBoardMove>,
    /// The intermediate square that has been clicked.
    via: Option<Square>,
    /// The square of the last `put`.
    put: Option<Square>,
}

const INTERMEDIATE: char = 'C';
/// Mark of a target with several promotions; XBoard lets the user choose.
const CHOICE: char = 'M';
/// Mark of a target with one promotion, which XBoard takes.
const FORCED: char = 'B';
/// Mark of a target with a capture and no promotion.
const CAPTURE: char = 'R';
const MOVE: char = 'Y';

impl Cecp {
    /// Answers a click on a piece with `highlight` and the marks of its targets.
    pub(super) fn lift(&mut self, text: &str) {
        let game = self.game_on_board();
        let Some(origin) = origin(game.variant(), game.turn().color, text) else { return };
        let entered = match self.mouse_move.take() {
            Some(first) if first.continues_from(origin) => MouseMove { via: first.put, put: None, ..first },
            _ => MouseMove { moves: moves_from(&*game, self.session.notation(), origin), via: None, put: None },
        };
        self.say(format_args!("highlight {}", entered.marks(game.variant())));
        self.mouse_move = Some(entered);
    }

    /// Answers a click on a target with `choice` and the promotions to choose from, if there are any.
    pub(super) fn put(&mut self, text: &str) {
        let text = xboard::ranks_from_xboard(self.session.game().variant(), text.trim_end_matches(','));
        let (Some(entered), Some(square)) = (&mut self.mouse_move, Square::parse(&text)) else { return };
        entered.put = Some(square);
        let choice: String = entered.promotions(square).iter().map(char::to_ascii_uppercase).collect();
        if !choice.is_empty() {
            self.say(format_args!("choice {choice}"));
        }
    }

    /// The game that the user sees: without the move that is pondered on.
    fn game_on_board(&self) -> Box<dyn Game> {
        let mut game = self.session.game().boxed_clone();
        if self.search.as_ref().is_some_and(|search| matches!(search.purpose, Purpose::Ponder(_))) {
            game.undo();
        }
        game
    }
}

impl MouseMove {
    /// Whether a `lift` of `origin` belongs to the click on an intermediate square that was `put` before.
    fn continues_from(&self, origin: Origin) -> bool {
        matches!((origin, self.put), (Origin::Board(lifted), Some(put)) if lifted == put && self.goes_via(put))
    }

    fn goes_via(&self, square: Square) -> bool {
        self.moves.iter().any(|mv| mv.via() == Some(square))
    }

    /// The moves that end on `square` after the clicks so far. A second click on an intermediate square ends a move
    /// there.
    fn ending_on(&self, square: Square) -> impl Iterator<Item = &XBoardMove> {
        let via = self.via;
        let fits = move |mv: &&XBoardMove| match via {
            None => mv.is_direct(),
            Some(via) => mv.via() == Some(via) || mv.is_direct() && mv.to == via,
        };
        self.moves.iter().filter(move |mv| mv.to == square).filter(fits)
    }

    /// The letters behind the moves to `square`, in the order of the game's moves.
    fn promotions(&self, square: Square) -> Vec<char> {
        let mut letters = Vec::new();
        for letter in self.ending_on(square).filter_map(|mv| mv.suffix) {
            if !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        letters
    }

    /// The mark of a square, if the piece may go there.
    fn mark(&self, square: Square) -> Option<char> {
        if self.via.is_none() && self.goes_via(square) {
            return Some(INTERMEDIATE);
        }
        let first = self.ending_on(square).next()?;
        Some(match self.promotions(square).len() {
            0 if first.captures && self.via.is_none() => CAPTURE,
            0 => MOVE,
            1 => FORCED,
            _ => CHOICE,
        })
    }

    /// All marks as XBoard reads them, in the form of a FEN's placement.
    fn marks(&self, variant: &Variant) -> String {
        let symbol = |square| self.mark(square).map(String::from).unwrap_or_default();
        write_placement(variant.files, variant.ranks, symbol)
    }
}

fn moves_from(game: &dyn Game, notation: Notation, origin: Origin) -> Vec<XBoardMove> {
    let moves = game.legal_moves(notation).into_iter().zip(game.shapes());
    let shown = moves.filter_map(|(text, shape)| XBoardMove::new(game.variant(), &shape, &text, notation));
    shown.filter(|mv| mv.from == origin).collect()
}

/// Where the piece of a `lift` stands, if `us` may move it. XBoard shows the hands in columns beside the board:
/// White's is the second one to the right, Black's the second one to the left, whose letter is `_`.
fn origin(variant: &'static Variant, us: Color, text: &str) -> Option<Origin> {
    let text = xboard::ranks_from_xboard(variant, text);
    let row_of_black = text.strip_prefix('_').map(|number| number.parse::<u8>());
    let (owner, row) = match (row_of_black, Square::parse(&text)) {
        (Some(number), _) => (Color::Black, variant.ranks.checked_sub(number.ok()?)?),
        (None, Some(square)) if square.file() == variant.files + 1 => (Color::White, square.rank()),
        (None, square) => {
            return square.filter(|s| s.file() < variant.files && s.rank() < variant.ranks).map(Origin::Board);
        }
    };
    xboard::letter_in_row(variant, row).filter(|_| owner == us).map(Origin::Hand)
}

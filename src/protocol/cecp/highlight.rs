//! A move that is entered with the mouse: what the user has picked up, and where that may go.
//!
//! XBoard sends `lift SQUARE` for a click on a piece, `put SQUARE` for one on a target. Where a move takes something off
//! its target, the victim's square is marked as a stop (`C`); a click on it is `put` and `lift` of the same square, and
//! what follows is the second leg.

use super::super::xboard::{self, Origin, Shown};
use super::{Cecp, Purpose};
use crate::game::Game;
use crate::game::Variant;
use crate::types::{Color, Square};

/// What the user is moving.
#[derive(Debug)]
pub(super) struct Lifted {
    /// The legal moves that begin so.
    moves: Vec<Shown>,
    /// The stop that has been clicked.
    via: Option<Square>,
    /// The last `put`.
    put: Option<Square>,
}

/// Marks of a target that has no promotion; XBoard lets the user choose one at `M` and takes the first at `B`.
const STOP: char = 'C';
const CHOICE: char = 'M';
const FORCED: char = 'B';
const CAPTURE: char = 'R';
const MOVE: char = 'Y';

impl Cecp {
    /// A click on what may move: shows where to.
    pub(super) fn lift(&mut self, text: &str) {
        let game = self.game_on_board();
        let Some(origin) = origin(game.variant(), game.turn().color, text) else { return };
        let lifted = match self.lifted.take() {
            Some(lifted) if lifted.goes_on_from(origin) => Lifted { via: lifted.put, put: None, ..lifted },
            _ => Lifted { moves: moves_from(&*game, self.session.notation(), origin), via: None, put: None },
        };
        self.say(format_args!("highlight {}", lifted.marks(game.variant())));
        self.lifted = Some(lifted);
    }

    /// A click on a target: names the pieces to choose from, if it needs one.
    pub(super) fn put(&mut self, text: &str) {
        let text = xboard::ranks_in(self.session.game().variant(), text.trim_end_matches(','));
        let (Some(lifted), Some(square)) = (&mut self.lifted, Square::parse(&text)) else { return };
        lifted.put = Some(square);
        let choice: String = lifted.promotions(square).iter().map(char::to_ascii_uppercase).collect();
        if !choice.is_empty() {
            self.say(format_args!("choice {choice}"));
        }
    }

    /// The game as the user sees it: without the move that is pondered on.
    fn game_on_board(&self) -> Box<dyn Game> {
        let mut game = self.session.game().boxed_clone();
        if self.thinking.as_ref().is_some_and(|thinking| matches!(thinking.purpose, Purpose::Ponder(_))) {
            game.undo();
        }
        game
    }
}

impl Lifted {
    /// Whether a `lift` is the second half of a click on a stop.
    fn goes_on_from(&self, origin: Origin) -> bool {
        let is_stop = |square| self.moves.iter().any(|shown| shown.via() == Some(square));
        matches!((origin, self.put), (Origin::Board(lifted), Some(put)) if lifted == put && is_stop(put))
    }

    /// The moves that end on `square` after what has been clicked. On a stop, a second click ends a move there.
    fn ending_on(&self, square: Square) -> impl Iterator<Item = &Shown> {
        let via = self.via;
        let fits = move |shown: &&Shown| match via {
            None => shown.is_direct(),
            Some(via) => shown.via() == Some(via) || shown.is_direct() && shown.to == via,
        };
        self.moves.iter().filter(move |shown| shown.to == square).filter(fits)
    }

    /// What the piece may become there, the game's own preference first.
    fn promotions(&self, square: Square) -> Vec<char> {
        let mut letters = Vec::new();
        for letter in self.ending_on(square).filter_map(|shown| shown.suffix) {
            if !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        letters
    }

    /// How XBoard is to mark a square, if the piece may go there.
    fn mark(&self, square: Square) -> Option<char> {
        if self.via.is_none() && self.moves.iter().any(|shown| shown.via() == Some(square)) {
            return Some(STOP);
        }
        let to_there = self.ending_on(square).next()?;
        Some(match self.promotions(square).len() {
            0 if to_there.captures && self.via.is_none() => CAPTURE,
            0 => MOVE,
            1 => FORCED,
            _ => CHOICE,
        })
    }

    /// All marks, as XBoard reads them: like the placement of a FEN.
    fn marks(&self, variant: &Variant) -> String {
        let row = |rank: u8| {
            let cells = (0..variant.files).map(|file| self.mark(Square::new(file, rank)));
            row_text(cells)
        };
        (0..variant.ranks).rev().map(row).collect::<Vec<_>>().join("/")
    }
}

/// The legal moves that start there.
fn moves_from(game: &dyn Game, notation: crate::position::Notation, origin: Origin) -> Vec<Shown> {
    let starts_there = |text: &String| match origin {
        Origin::Board(square) => Square::read(text).is_some_and(|(from, _)| from == square),
        Origin::Hand(letter) => text.strip_prefix(letter).is_some_and(|rest| rest.starts_with('@')),
    };
    let moves = game.legal_moves(notation).into_iter().filter(starts_there);
    moves.filter_map(|text| Shown::of(game, &text)).collect()
}

/// The square of a `lift`. The hands are columns of their own: White's is the second right of the board, Black's the
/// second left, whose letter is the second before `a`.
fn origin(variant: &'static Variant, us: Color, text: &str) -> Option<Origin> {
    let text = xboard::ranks_in(variant, text);
    let row_of_black = text.strip_prefix('_').map(|number| number.parse::<u8>());
    let (owner, row) = match (row_of_black, Square::parse(&text)) {
        (Some(number), _) => (Color::Black, variant.ranks.checked_sub(number.ok()?)?),
        (None, Some(square)) if square.file() == variant.files + 1 => (Color::White, square.rank()),
        (None, square) => {
            return square.filter(|s| s.file() < variant.files && s.rank() < variant.ranks).map(Origin::Board);
        }
    };
    xboard::held_in_row(variant, row).filter(|_| owner == us).map(Origin::Hand)
}

fn row_text(cells: impl Iterator<Item = Option<char>>) -> String {
    let mut text = String::new();
    let mut run = 0;
    for cell in cells {
        let Some(letter) = cell else {
            run += 1;
            continue;
        };
        if run > 0 {
            text.push_str(&std::mem::take(&mut run).to_string());
        }
        text.push(letter);
    }
    if run > 0 {
        text.push_str(&run.to_string());
    }
    text
}

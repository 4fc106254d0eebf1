//! Why a move is not legal. Nothing here knows the rules of a game: the position is changed a little, and the game is asked what is
//! legal then. A piece without which the move would be legal is the culprit.

use super::Problem;
use super::clicks;
use super::names::kind_name;
use super::placement::Placement;
use super::replay::Replays;
use super::requests::WhyRequest;
use crate::game::{Game, Variant};
use crate::position::piece_kind::{PieceKind, Role};
use crate::position::view::{Layout, View, square_name};
use crate::types::fen::Placed;
use crate::types::{Color, Square};
use serde::Serialize;

/// Positions with more moves than this are not examined further: every question asks for all moves anew.
const MOST_MOVES: usize = 2000;
/// Marks of pieces that may not move.
const BINDING: [&str; 4] = ["frozen", "icicle", "immobile", "waiting"];

/// Why a move is not legal.
#[derive(Serialize, Default, Debug, PartialEq, Eq)]
pub(super) struct Reason {
    /// A sentence; empty if the move is legal.
    text: String,
    /// The squares of the pieces that are to blame.
    by: Vec<String>,
    /// The square that they attack or hold.
    on: Option<String>,
}

/// The answer to `why`.
pub(super) fn of(replays: &Replays, request: &WhyRequest) -> Result<Reason, Problem> {
    let replay = replays.replay(&request.game, request.fen.as_deref(), &request.moves)?;
    Ok(reason(replay.game(), &request.from, request.to.as_deref()))
}

/// Why what stands on a target cannot go to another one; without the other one, why it cannot move at all.
pub(super) fn reason(game: &dyn Game, from: &str, to: Option<&str>) -> Reason {
    if let Some(outcome) = game.ended() {
        return Reason::new(format!("The game is over: {}.", outcome.comment()), &[]);
    }
    if can_go(game, from, to) {
        return Reason::default();
    }
    let view = game.view();
    if let Some(pending) = view.pending.first() {
        let by = pending.square.map(|square| square_name(pending.board, square));
        return Reason::new(format!("{}.", pending.text), by.as_slice());
    }
    match Question::of(game, &view, from, to) {
        Ok(question) => question.answer(),
        Err(text) => Reason::new(text, &[]),
    }
}

/// Whether a move begins with these targets.
fn can_go(game: &dyn Game, from: &str, to: Option<&str>) -> bool {
    let begins = |path: &Vec<String>| {
        path.first().is_some_and(|first| first == from)
            && to.is_none_or(|to| path.get(1).is_some_and(|next| next == to))
    };
    game.shapes().iter().flat_map(clicks::paths).any(|path| begins(&path))
}

/// A square of one of several boards; boards are counted from 0.
fn place_of(view: &View, target: &str) -> Option<(usize, Square)> {
    let (name, square) = match target.split_once(':') {
        Some((name, square)) => (name.chars().next(), square),
        None => (None, target),
    };
    let board = view.boards.iter().position(|layout| layout.name == name)?;
    Some((board, Square::parse(square)?))
}

impl Reason {
    fn new(text: impl Into<String>, by: &[String]) -> Reason {
        Reason { text: text.into(), by: by.to_vec(), on: None }
    }

    fn on(self, square: String) -> Reason {
        Reason { on: Some(square), ..self }
    }

    /// Whether a piece is to blame.
    pub(super) fn has_culprit(&self) -> bool {
        !self.by.is_empty()
    }
}

/// A piece of the side to move that cannot go where it is wanted.
struct Question<'a> {
    game: &'a dyn Game,
    view: &'a View,
    board: usize,
    layout: &'a Layout,
    piece: &'a Placed,
    from: &'a str,
    to: Option<(&'a str, Square)>,
}

impl<'a> Question<'a> {
    /// An error tells that there is no such piece, or that it is not its turn.
    fn of(game: &'a dyn Game, view: &'a View, from: &'a str, to: Option<&'a str>) -> Result<Question<'a>, String> {
        let turn = game.turn();
        let Some((board, square)) = place_of(view, from) else {
            let goal = to.map_or(String::new(), |to| format!(" on {to}"));
            return Err(format!("It cannot be put{goal}."));
        };
        let nothing = || format!("There is no piece on {from}.");
        let layout = view.boards.get(board).ok_or_else(nothing)?;
        let piece = layout.at(square).ok_or_else(nothing)?;
        let name = name_of(game.variant(), piece);
        let owner = Color::of(piece.letter);
        if layout.name != turn.board || owner != turn.color {
            let side = owner.choose("White", "Black");
            return Err(format!("{} is to move; the {name} on {from} is {side}'s.", turn.name()));
        }
        let to = to.and_then(|to| place_of(view, to).filter(|place| place.0 == board).map(|(_, goal)| (to, goal)));
        Ok(Question { game, view, board, layout, piece, from, to })
    }

    fn answer(&self) -> Reason {
        let goal = self.to.map(|(to, _)| to);
        if let Some(reason) = self.binding() {
            return reason;
        }
        if self.game.legal_bits().len() > MOST_MOVES {
            return self.plain();
        }
        if let (Some((to, square)), Some(own)) = (self.to, self.to.and_then(|(_, square)| self.layout.at(square)))
            && Color::of(own.letter) == Color::of(self.piece.letter)
        {
            let is_only_fault = self.is_fault(square, goal).is_some();
            let name = name_of(self.game.variant(), own);
            return match is_only_fault {
                true => Reason::new(format!("Your own {name} stands on {to}."), &[to.into()]),
                false => self.plain(),
            };
        }
        self.single().or_else(|| self.together()).unwrap_or_else(|| self.plain())
    }

    /// A mark says that the piece may not move.
    fn binding(&self) -> Option<Reason> {
        if can_go(self.game, self.from, None) {
            return None;
        }
        let here = |mark: &&crate::position::view::Annotation| {
            mark.square == self.piece.square && mark.board == self.layout.name && BINDING.contains(&mark.mark)
        };
        let mark = self.view.marks.iter().find(here)?;
        let by: Vec<String> = mark.by.iter().map(|&square| square_name(mark.board, square)).collect();
        Some(Reason::new(format!("{}: the {} cannot move.", mark.text, self.mover()), &by).on(self.from.into()))
    }

    /// One piece is to blame: without it the move would be legal. Enemies come first, and of them those that give check.
    fn single(&self) -> Option<Reason> {
        let us = Color::of(self.piece.letter);
        let goal = self.to.map(|(_, square)| square);
        let others =
            self.layout.pieces.iter().filter(|other| other.square != self.piece.square && Some(other.square) != goal);
        let mut suspects: Vec<&Placed> = others.collect();
        suspects.sort_by_key(|other| (Color::of(other.letter) == us, !self.game.checkers().contains(&other.square)));
        suspects.into_iter().find_map(|suspect| {
            let game = self.is_fault(suspect.square, self.to.map(|(to, _)| to))?;
            Some(self.blame(suspect, &*game))
        })
    }

    /// Several pieces would attack.
    fn together(&self) -> Option<Reason> {
        let (to, square) = self.to?;
        let attackers = self.attackers(square)?;
        let game = self.without(&attackers)?;
        if !can_go(&*game, self.from, Some(to)) {
            return None;
        }
        let named: Vec<String> = attackers.iter().filter_map(|&at| Some(self.named(self.layout.at(at)?))).collect();
        let squares: Vec<String> = attackers.iter().map(|&at| square_name(self.layout.name, at)).collect();
        let text = format!("{} would be attacked by {}.", cap(&self.royal(square)), named.join(" and "));
        Some(Reason::new(text, &squares).on(self.attacked(square)))
    }

    /// The sentence about a piece without which the move is legal in `game`.
    fn blame(&self, suspect: &Placed, game: &dyn Game) -> Reason {
        let (name, mover) = (self.named(suspect), self.mover());
        let by = [square_name(self.layout.name, suspect.square)];
        let in_the_way = || Reason::new(format!("{} is in the way.", cap(&name)), &by);
        if Color::of(suspect.letter) == Color::of(self.piece.letter) {
            return in_the_way();
        }
        let to = self.to.map(|(to, _)| to);
        let castles = self.to.is_some_and(|(_, goal)| self.is_castling(goal));
        let text = match to {
            Some(to) if self.is_royal() && !castles && self.would_attack(suspect, game) => {
                format!("The {} would be attacked on {to} by {name}.", name_of(self.game.variant(), self.piece))
            }
            _ if self.game.checkers().contains(&suspect.square) => {
                let side = Color::of(self.piece.letter).choose("White", "Black");
                let rest = to.map_or(format!("the {mover} cannot end it"), |_| "this move does not end it".into());
                format!("{side} is in check by {name}, and {rest}.")
            }
            _ if !self.would_attack(suspect, game) => return in_the_way(),
            _ if !self.is_royal() => {
                let royal = self.royal(self.goal_in(game).unwrap_or(self.piece.square));
                format!("The {mover} is pinned: {royal} would be attacked by {name}.")
            }
            Some(to) => format!("The {mover} would be attacked by {name} on its way to {to}."),
            None => format!("The {mover} would be attacked by {name} wherever it goes."),
        };
        let goal = self.goal_in(game).unwrap_or(self.piece.square);
        Reason::new(text, &by).on(self.attacked(goal))
    }

    /// The square of what would be in check after the piece has gone to a square.
    fn attacked(&self, goal: Square) -> String {
        let own = if self.is_royal() && !self.is_castling(goal) { goal } else { self.piece.square };
        let square = self.checked(goal).map_or(own, |piece| piece.square);
        square_name(self.layout.name, square)
    }

    /// Nothing more can be told.
    fn plain(&self) -> Reason {
        let mover = self.mover();
        let checkers = self.game.checkers();
        let by: Vec<String> = checkers.iter().map(|&at| square_name(self.layout.name, at)).collect();
        match self.to {
            Some((to, _)) => Reason::new(format!("The {mover} does not move to {to}."), &[]),
            None if !by.is_empty() => Reason::new(format!("The {mover} cannot end the check."), &by),
            None => Reason::new(format!("The {mover} has no move."), &[]),
        }
    }

    /// A position in which the move is legal because the piece on a square is gone, or elsewhere where the rules want it.
    fn is_fault(&self, square: Square, to: Option<&str>) -> Option<Box<dyn Game>> {
        let is_free = |game: &dyn Game| can_go(game, self.from, to);
        match self.without(&[square]) {
            Some(game) => is_free(&*game).then_some(game),
            None if self.may_block(square) => self.elsewhere(square).find(|game| is_free(&**game)),
            None => None,
        }
    }

    /// Whether an own piece may be in the way as such. Elsewhere, a king would only be safe or attacked from there.
    fn may_block(&self, square: Square) -> bool {
        let is_own = |piece: &Placed| Color::of(piece.letter) == Color::of(self.piece.letter);
        let blocks = |goal| goal == square || is_between(square, self.piece.square, goal);
        self.layout.at(square).is_some_and(is_own) && self.to.is_some_and(|(_, goal)| blocks(goal))
    }

    /// Positions with the piece of a square on other ones.
    fn elsewhere(&self, square: Square) -> impl Iterator<Item = Box<dyn Game>> {
        let mut rest = Placement::read(&self.game.fen());
        let symbol = rest.take(self.board, square);
        let is_empty = |at: &Square| self.layout.symbol(*at).is_none() && self.to.is_none_or(|(_, goal)| goal != *at);
        let empty =
            Square::all(self.layout.files, self.layout.ranks).filter(move |at| is_empty(at)).step_by(3).take(16);
        empty.filter_map(move |at| {
            let mut placement = rest.clone();
            placement.put(self.board, at, symbol.clone());
            read(self.game.variant(), &placement)
        })
    }

    /// The position without the pieces on some squares; `None` if the rules refuse it.
    fn without(&self, squares: &[Square]) -> Option<Box<dyn Game>> {
        let mut placement = Placement::read(&self.game.fen());
        for &square in squares {
            placement.take(self.board, square);
        }
        read(self.game.variant(), &placement)
    }

    /// Where the piece would go: the goal that is wanted, or any that is possible in `game`.
    fn goal_in(&self, game: &dyn Game) -> Option<Square> {
        let any = || game.shapes().iter().find(|shape| shape.from() == Some(self.piece.square)).map(|shape| shape.goal);
        self.to.map(|(_, square)| square).or_else(any)
    }

    /// The pieces that would attack after the piece has gone to a square; `None` if the rules refuse that position.
    fn attackers(&self, goal: Square) -> Option<Vec<Square>> {
        let mut placement = Placement::read(&self.game.fen());
        let symbol = placement.take(self.board, self.piece.square);
        placement.put(self.board, goal, symbol);
        read(self.game.variant(), &placement).map(|game| game.checkers())
    }

    /// Whether an enemy would attack after the move. Where the rules cannot tell, it does if it does not stand between.
    fn would_attack(&self, suspect: &Placed, game: &dyn Game) -> bool {
        let Some(goal) = self.goal_in(game) else { return false };
        match self.attackers(goal) {
            Some(attackers) if !attackers.is_empty() => attackers.contains(&suspect.square) || self.is_castling(goal),
            Some(_) => self.is_castling(goal),
            None => !is_between(suspect.square, self.piece.square, goal),
        }
    }

    /// Whether a royal piece goes further than one square along its rank.
    fn is_castling(&self, goal: Square) -> bool {
        let from = self.piece.square;
        self.is_royal() && goal.rank() == from.rank() && goal.file().abs_diff(from.file()) > 1
    }

    fn is_royal(&self) -> bool {
        PieceKind::of(self.game.variant().kinds, self.piece.letter).is_some_and(|kind| kind.role == Role::Royal)
    }

    /// What would be in check after the piece has gone to a square.
    fn checked(&self, goal: Square) -> Option<Placed> {
        let mut placement = Placement::read(&self.game.fen());
        let symbol = placement.take(self.board, self.piece.square);
        placement.put(self.board, goal, symbol);
        let view = read(self.game.variant(), &placement)?.view();
        let square = *view.check.as_ref()?.squares.first()?;
        view.boards.get(self.board)?.at(square).copied()
    }

    /// The same in words.
    fn royal(&self, goal: Square) -> String {
        self.checked(goal).map_or_else(|| "your side".into(), |piece| self.named(&piece))
    }

    /// "Knight on e2".
    fn mover(&self) -> String {
        format!("{} on {}", name_of(self.game.variant(), self.piece), self.from)
    }

    /// "the Rook on e4".
    fn named(&self, piece: &Placed) -> String {
        let square = square_name(self.layout.name, piece.square);
        format!("the {} on {square}", name_of(self.game.variant(), piece))
    }
}

fn read(variant: &'static Variant, placement: &Placement) -> Option<Box<dyn Game>> {
    variant.repaired_game(&placement.fen()).ok().map(|(game, _)| game)
}

fn name_of(variant: &Variant, piece: &Placed) -> &'static str {
    let kind = PieceKind::of(variant.kinds, piece.letter);
    kind.map_or_else(|| kind_name(variant, piece.letter), |kind| kind.name_of(piece.promoted))
}

/// Whether a square lies on the straight line between two others.
fn is_between(square: Square, from: Square, to: Square) -> bool {
    let vector =
        |a: Square, b: Square| (i32::from(b.file()) - i32::from(a.file()), i32::from(b.rank()) - i32::from(a.rank()));
    let ((x, y), (dx, dy)) = (vector(from, square), vector(from, to));
    let scalar = x * dx + y * dy;
    x * dy == y * dx && scalar > 0 && scalar < dx * dx + dy * dy
}

fn cap(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or(String::new(), |first| first.to_uppercase().chain(signs).collect())
}

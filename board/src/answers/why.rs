//! Why a move is not legal. Nothing here knows the rules of a game: the position is changed a little, and the game is asked what is
//! legal then.
//!
//! A piece without which the move would be legal is the culprit. If an own piece in its place forbids the move as well, it is in the
//! way. If the rules refuse the position after the move once the culprit is back, it would attack.

use super::Problem;
use super::clicks;
use super::layout::place_of;
use super::names::piece_name;
use super::replay::Replays;
use super::requests::WhyRequest;
use crate::game::Game;
use crate::game::set_up::{Cell, SetUp};
use crate::position::Shape;
use crate::position::piece_kind::{PieceKind, Role};
use crate::position::view::{Annotation, Layout, View, square_name};
use crate::types::fen::Placed;
use crate::types::{Color, Square};
use serde::Serialize;

/// Positions with more moves than this are not examined further: every question asks for all moves anew.
const MOST_MOVES: usize = 2000;
/// A piece that the rules want is tried on so many other squares.
const MOST_PLACES: usize = 40;
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
    game.shapes().iter().any(|shape| begins(shape, from, to))
}

/// Whether a move begins with these targets; without the second one, with the first.
fn begins(shape: &Shape, from: &str, to: Option<&str>) -> bool {
    let is_next = |path: &[String]| to.is_none_or(|to| path.get(1).is_some_and(|next| next == to));
    clicks::paths(shape).iter().any(|path| path.first().is_some_and(|first| first == from) && is_next(path))
}

impl Reason {
    fn new(text: impl Into<String>, by: &[String]) -> Reason {
        Reason { text: text.into(), by: by.to_vec(), on: None }
    }

    fn on(self, square: String) -> Reason {
        Reason { on: Some(square), ..self }
    }

    /// Whether there is a sentence.
    pub(super) fn is_told(&self) -> bool {
        !self.text.is_empty()
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
    set_up: SetUp,
    board: usize,
    layout: &'a Layout,
    piece: &'a Placed,
    from: &'a str,
    to: Option<(&'a str, Square)>,
}

/// What becomes of the move in a position in which it is legal.
struct Freed {
    /// The position, with the side to move.
    set_up: SetUp,
    /// The move: the one that is wanted, or any of the piece.
    shape: Shape,
    /// The position after it.
    after: SetUp,
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
        let name = piece_name(game.variant(), piece);
        let owner = Color::of(piece.letter);
        if layout.name != turn.board || owner != turn.color {
            let side = owner.choose("White", "Black");
            return Err(format!("{} is to move; the {name} on {from} is {side}'s.", turn.name()));
        }
        let to = to.and_then(|to| place_of(view, to).filter(|place| place.0 == board).map(|(_, goal)| (to, goal)));
        Ok(Question { game, view, set_up: SetUp::of(game), board, layout, piece, from, to })
    }

    fn answer(&self) -> Reason {
        if let Some(reason) = self.binding() {
            return reason;
        }
        if self.game.legal_bits().len() > MOST_MOVES {
            return self.plain();
        }
        if let Some((to, square)) = self.to
            && let Some(own) = self.layout.at(square).filter(|piece| self.is_own(piece))
        {
            let stands = || Reason::new(format!("Your own {} stands on {to}.", self.name(own)), &[to.into()]);
            if self.freed_from(own).is_some() {
                return stands();
            }
            let last = || if self.is_prevented_without(own) { stands() } else { self.plain() };
            return self.past().or_else(|| self.crowd()).unwrap_or_else(last);
        }
        let (royals, officers) = self.suspects().into_iter().partition(|piece| self.is_royal(piece));
        self.single(officers)
            .or_else(|| self.together())
            .or_else(|| self.single(royals))
            .or_else(|| self.past())
            .or_else(|| self.crowd())
            .unwrap_or_else(|| self.plain())
    }

    /// Whether another piece would prevent the move if the own piece on its goal were gone, as where a king would be attacked.
    fn is_prevented_without(&self, own: &Placed) -> bool {
        let (Some((to, square)), Some((set_up, game))) = (self.to, self.without(&[own.square]).next()) else {
            return false;
        };
        set_up.is_empty((self.board, square)) && reason(&*game, self.from, Some(to)).has_culprit()
    }

    /// A mark says that the piece may not move.
    fn binding(&self) -> Option<Reason> {
        if can_go(self.game, self.from, None) {
            return None;
        }
        let here = |mark: &&Annotation| {
            mark.square == self.piece.square && mark.board == self.layout.name && BINDING.contains(&mark.mark)
        };
        let mark = self.view.marks.iter().find(here)?;
        let by: Vec<String> = mark.by.iter().map(|&square| square_name(mark.board, square)).collect();
        Some(Reason::new(format!("{}: the {} cannot move.", mark.text, self.mover()), &by).on(self.from.into()))
    }

    /// The pieces that may be to blame. Enemies come first, and of them those that give check.
    fn suspects(&self) -> Vec<&Placed> {
        let goal = self.to.map(|(_, square)| square);
        let is_other = |other: &&Placed| other.square != self.piece.square && Some(other.square) != goal;
        let mut suspects: Vec<&Placed> = self.layout.pieces.iter().filter(is_other).collect();
        let checkers = self.game.checkers();
        suspects.sort_by_key(|other| (self.is_own(other), !checkers.contains(&other.square)));
        suspects
    }

    /// One piece is to blame: without it the move would be legal. A king that is elsewhere may also shield what others attack, so kings
    /// come last.
    fn single(&self, suspects: Vec<&Placed>) -> Option<Reason> {
        suspects.into_iter().find_map(|suspect| self.blame(suspect, &self.freed_from(suspect)?))
    }

    /// Several pieces would attack.
    fn together(&self) -> Option<Reason> {
        let (_, square) = self.to?;
        let mut there = self.set_up.clone();
        let symbol = there.take((self.board, self.piece.square))?;
        there.put((self.board, square), symbol);
        let there = there.game().ok()?;
        let attackers = there.checkers();
        self.without(&attackers).find_map(|position| self.freed(position))?;
        let named: Vec<String> = attackers.iter().filter_map(|&at| Some(self.named(self.layout.at(at)?))).collect();
        let squares: Vec<String> = attackers.iter().map(|&at| self.square(at)).collect();
        let victim = self.in_check(&*there);
        let royal = victim.map_or_else(|| "your side".into(), |piece| self.named(&piece));
        let text = format!("{} would be attacked by {}.", cap(&royal), named.join(" and "));
        Some(Reason::new(text, &squares).on(self.square(victim.map_or(square, |piece| piece.square))))
    }

    /// The sentence about a piece without which the move is legal. `None` if that is a king that is elsewhere then and did nothing but
    /// stand there: it may be safe from others now, or not attacked by the move.
    fn blame(&self, suspect: &Placed, freed: &Freed) -> Option<Reason> {
        let (name, mover) = (self.named(suspect), self.mover());
        let by = [self.square(suspect.square)];
        let is_officer = !self.is_royal(suspect);
        if self.is_in_the_way(suspect, freed) {
            return Some(Reason::new(format!("{} is in the way.", cap(&name)), &by));
        }
        let castling = freed.shape.castling;
        let back = self.back(suspect, freed).filter(|_| !self.is_own(suspect));
        let (attacks, attacked) = back.unwrap_or((false, None));
        let to = self.to.map(|(to, _)| to);
        let mut victim = attacked.filter(|_| attacks).map(|piece| piece.square);
        let text = match to {
            Some(to) if attacks && self.is_royal(self.piece) && castling.is_none() => {
                format!("The {} would be attacked on {to} by {name}.", self.name(self.piece))
            }
            _ if self.game.checkers().contains(&suspect.square) => {
                victim = self.view.check.as_ref().and_then(|check| check.squares.first().copied());
                let side = Color::of(self.piece.letter).choose("White", "Black");
                let rest = to.map_or(format!("the {mover} cannot end it"), |_| "this move does not end it".into());
                format!("{side} is in check by {name}, and {rest}.")
            }
            Some(to) if castling.is_some() && is_officer && !self.is_own(suspect) => {
                // Where the rook arrives, the king has passed.
                victim = victim.or(castling.map(|(_, beside)| beside));
                format!("The {mover} would be attacked by {name} on its way to {to}.")
            }
            None if attacks && self.is_royal(self.piece) => {
                format!("The {mover} would be attacked by {name} wherever it goes.")
            }
            _ if attacks => {
                let royal = attacked.map_or_else(|| "your side".into(), |piece| self.named(&piece));
                format!("The {mover} is pinned: {royal} would be attacked by {name}.")
            }
            _ if self.elsewhere(suspect, &freed.set_up).is_none() => format!("{} prevents this move.", cap(&name)),
            _ => return None,
        };
        Some(Reason { on: victim.map(|square| self.square(square)), ..Reason::new(text, &by) })
    }

    /// What has happened before forbids the move: a right to castle is lost, or a pawn has passed earlier.
    fn past(&self) -> Option<Reason> {
        let (to, goal) = self.to?;
        let mut passed = self.set_up.clone();
        passed.allow_en_passant((self.board, goal));
        let beside = |freed: Freed| freed.shape.captures.first().copied().filter(|&(square, _)| square != goal);
        if let Some((square, _)) = playable(passed).and_then(|position| self.freed(position)).and_then(beside) {
            let name = self.named(self.layout.at(square)?);
            let text = format!("{} can be captured en passant only right after its double step.", cap(&name));
            return Some(Reason::new(text, &[self.square(square)]));
        }
        let mut rights = self.set_up.clone();
        rights.allow_castling();
        let game = rights.game().ok().filter(|game| game.fen() != self.game.fen())?;
        // No other move depends on these rights.
        let is_castling = can_go(&*game, self.from, Some(to)) || reason(&*game, self.from, Some(to)).has_culprit();
        let side = Color::of(self.piece.letter).choose("White", "Black");
        is_castling.then(|| Reason::new(format!("{side} has no right to castle to {to}."), &[]))
    }

    /// Several pieces between the king and the piece with which it would castle are in the way.
    fn crowd(&self) -> Option<Reason> {
        let ((_, goal), start) = (self.to?, self.piece.square);
        let is_right = goal.file() > start.file();
        let on_side = |piece: &&Placed| {
            let at = piece.square;
            at.rank() == start.rank() && at != start && (at.file() > start.file()) == is_right
        };
        // They stand in the order of files; the outermost one would castle.
        let mut others: Vec<&Placed> = self.layout.pieces.iter().filter(on_side).collect();
        if others.len() < 3 {
            return None;
        }
        others.remove(if is_right { others.len() - 1 } else { 0 });
        let mut empty = self.set_up.clone();
        for other in &others {
            empty.clear((self.board, other.square));
        }
        self.freed(playable(empty)?)?.shape.castling?;
        let named: Vec<String> = others.iter().map(|piece| self.named(piece)).collect();
        let squares: Vec<String> = others.iter().map(|piece| self.square(piece.square)).collect();
        Some(Reason::new(format!("{} are in the way.", cap(&named.join(" and "))), &squares))
    }

    /// Nothing more can be told.
    fn plain(&self) -> Reason {
        let mover = self.mover();
        let by: Vec<String> = self.game.checkers().iter().map(|&at| self.square(at)).collect();
        match self.to {
            Some((to, _)) => Reason::new(format!("The {mover} does not move to {to}."), &[]),
            None if !by.is_empty() => Reason::new(format!("The {mover} cannot end the check."), &by),
            None => Reason::new(format!("The {mover} has no move."), &[]),
        }
    }

    /// The move in a position in which it is legal because a piece is gone, or elsewhere where the rules want it.
    fn freed_from(&self, piece: &Placed) -> Option<Freed> {
        self.without(&[piece.square]).find_map(|position| self.freed(position))
    }

    /// The move in a position, if it is legal there.
    fn freed(&self, (set_up, mut game): (SetUp, Box<dyn Game>)) -> Option<Freed> {
        let to = self.to.map(|(to, _)| to);
        let (place, shape) = game.shapes().into_iter().enumerate().find(|(_, shape)| begins(shape, self.from, to))?;
        let bits = *game.legal_bits().get(place)?;
        game.play_bits(bits).then(|| Freed { set_up, shape, after: SetUp::of(&*game) })
    }

    /// The position without the pieces on some squares. If the rules refuse it or the game would be over, also those with a royal piece
    /// on other squares, and those with other kinds in place of a single one.
    fn without(&self, squares: &[Square]) -> impl Iterator<Item = (SetUp, Box<dyn Game>)> {
        let mut rest = self.set_up.clone();
        let taken: Vec<&Placed> = squares.iter().filter_map(|&square| self.layout.at(square)).collect();
        let symbols = squares.iter().filter_map(|&square| rest.take((self.board, square)));
        let symbols: Vec<String> = symbols.collect();
        let plain = rest.game().ok().map(|game| (rest.clone(), game));
        let goes_on = plain.as_ref().is_some_and(|(_, game)| game.ended().is_none());
        let places: Vec<(Square, String)> = match &taken[..] {
            _ if goes_on => Vec::new(),
            [only] if !self.is_royal(only) => {
                let others = self.other_kinds(only.letter).map(|letter| Color::of(only.letter).dress(letter).into());
                others.map(|symbol| (only.square, symbol)).collect()
            }
            _ => {
                let mut wanted = taken.iter().zip(symbols).filter(|(piece, _)| self.is_royal(piece));
                let only = wanted.next().filter(|_| wanted.next().is_none());
                let goal = self.to.map(|(_, square)| square);
                let all = Square::all(self.layout.files, self.layout.ranks);
                let free = all.filter(|&at| self.layout.symbol(at).is_none() && Some(at) != goal);
                only.map(|(_, symbol)| free.map(|at| (at, symbol.clone())).collect()).unwrap_or_default()
            }
        };
        let changed = places.into_iter().filter_map(move |(at, symbol)| {
            let mut set_up = rest.clone();
            set_up.put((self.board, at), symbol);
            playable(set_up)
        });
        plain.into_iter().chain(changed.take(MOST_PLACES))
    }

    /// The letters of the kinds that are neither royal nor of this letter.
    fn other_kinds(&self, letter: char) -> impl Iterator<Item = char> {
        let others = self.game.variant().kinds.iter().filter(|kind| kind.role != Role::Royal).map(|kind| kind.letter);
        others.filter(move |other| *other != letter.to_ascii_uppercase())
    }

    /// Whether the move is illegal, too, with another own piece in place of one without which it is legal.
    fn is_in_the_way(&self, piece: &Placed, freed: &Freed) -> bool {
        let us = Color::of(self.piece.letter);
        let with = |letter: char| {
            let mut set_up = freed.set_up.clone();
            set_up.put((self.board, piece.square), us.dress(letter));
            playable(set_up)
        };
        let to = self.to.map(|(to, _)| to);
        self.other_kinds(piece.letter).find_map(with).is_some_and(|(_, game)| !can_go(&*game, self.from, to))
    }

    /// Whether a piece that is back on its square after the move attacks what may not be attacked, and what that is if it can be told.
    /// `None` if something else stands there.
    fn back(&self, piece: &Placed, freed: &Freed) -> Option<(bool, Option<Placed>)> {
        let (mut after, mut before) = (freed.after.clone(), self.set_up.clone());
        let cell = (self.board, piece.square);
        if let Some(cell) = self.elsewhere(piece, &after) {
            after.clear(cell);
        }
        // Another kind may stand in its place, but no own piece that has moved there.
        let is_taken = after.pieces().any(|(at, letter)| at == cell && Color::of(letter) != Color::of(piece.letter));
        let symbol = before.take(cell).filter(|_| !is_taken)?;
        after.put(cell, symbol);
        let is_refused = after.game().is_err();
        after.let_move_as_in(&self.set_up);
        let game = after.game().ok();
        let attacks = is_refused || game.as_ref().is_some_and(|game| game.checkers().contains(&piece.square));
        // Where the move attacks the other side's king, it can be nobody's turn.
        let told = game.and_then(|game| self.in_check(&*game));
        Some((attacks, told.or_else(|| self.only_royal(&after))))
    }

    /// Where a royal piece stands that is not gone but on another square.
    fn elsewhere(&self, piece: &Placed, set_up: &SetUp) -> Option<Cell> {
        let mut others = set_up.pieces().filter(|&(at, letter)| letter == piece.letter && self.set_up.is_empty(at));
        others.next().filter(|_| self.is_royal(piece)).map(|(cell, _)| cell)
    }

    /// The royal piece of the side to move, if it has one.
    fn only_royal(&self, set_up: &SetUp) -> Option<Placed> {
        let here = set_up.pieces().filter(|(cell, _)| cell.0 == self.board);
        let pieces = here.map(|((_, square), letter)| Placed { square, letter, promoted: false });
        let mut royals = pieces.filter(|piece| self.is_own(piece) && self.is_royal(piece));
        royals.next().filter(|_| royals.next().is_none())
    }

    /// What is in check in a position.
    fn in_check(&self, game: &dyn Game) -> Option<Placed> {
        let view = game.view();
        let square = *view.check.as_ref()?.squares.first()?;
        view.boards.get(self.board)?.at(square).copied()
    }

    fn is_own(&self, piece: &Placed) -> bool {
        Color::of(piece.letter) == Color::of(self.piece.letter)
    }

    fn is_royal(&self, piece: &Placed) -> bool {
        PieceKind::of(self.game.variant().kinds, piece.letter).is_some_and(|kind| kind.role == Role::Royal)
    }

    fn square(&self, square: Square) -> String {
        square_name(self.layout.name, square)
    }

    fn name(&self, piece: &Placed) -> &'static str {
        piece_name(self.game.variant(), piece)
    }

    /// "Knight on e2".
    fn mover(&self) -> String {
        format!("{} on {}", self.name(self.piece), self.from)
    }

    /// "the Rook on e4".
    fn named(&self, piece: &Placed) -> String {
        format!("the {} on {}", self.name(piece), self.square(piece.square))
    }
}

/// A position and its game, if the rules accept it and the game is not over.
fn playable(set_up: SetUp) -> Option<(SetUp, Box<dyn Game>)> {
    let game = set_up.game().ok().filter(|game| game.ended().is_none())?;
    Some((set_up, game))
}

fn cap(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map_or(String::new(), |first| first.to_uppercase().chain(signs).collect())
}

//! The filter for a side with one Friend left: no move after which the enemy could capture it.
//!
//! Trying a move out means finding all powers anew, so most moves are judged without: a move changes who
//! attacks the Friend only if it empties or fills a square that some line of an enemy depends on, or if it
//! concerns a Jellyfish, a Bodyguard or a Friend. [`Watch`] knows those squares.

use super::pieces::*;
use super::powers::FRIENDS;
use super::tables;
use super::zone::Zone;
use super::{Board, Flag, Friendly};
use crate::position::{Rules, SearchHints, Text};
use crate::types::square::Step;
use crate::types::{Color, Move, Sink, Square};

/// Passes on the moves that do not expose the mover's last Friend.
pub struct Legal<'a, S> {
    position: &'a Friendly,
    /// Made for the first move, if there is one.
    watch: Option<Watch>,
    sink: &'a mut S,
}

impl<'a, S> Legal<'a, S> {
    /// A filter in front of `sink` for a side to move that has exactly one Friend.
    pub fn new(position: &'a Friendly, sink: &'a mut S) -> Self {
        Legal { position, watch: None, sink }
    }

    fn allows(&mut self, mv: Move) -> bool {
        let watch = self.watch.get_or_insert_with(|| Watch::of(self.position));
        let legal = match watch.judge(self.position, mv) {
            Verdict::Legal => true,
            Verdict::Illegal => false,
            Verdict::Unknown => return !self.position.exposes_last_friend(mv),
        };
        debug_assert_eq!(legal, !self.position.exposes_last_friend(mv), "{} {mv:?}", self.position.fen());
        legal
    }
}

impl<S: Sink<Move>> Sink<Move> for Legal<'_, S> {
    #[inline]
    fn push(&mut self, mv: Move) {
        if self.allows(mv) {
            self.sink.push(mv);
        }
    }
}

/// What can be said of a move without trying it out.
enum Verdict {
    Legal,
    Illegal,
    Unknown,
}

/// Kinds whose moves reach beyond lines: they freeze, brake, or are what is attacked.
const INFLUENTIAL: Kinds = only(JELLYFISH) | only(BODYGUARD) | only(FRIEND);

/// What the safety of a last Friend hangs on.
struct Watch {
    /// The Friend is attacked now.
    in_check: bool,
    /// Some Friend brakes slides, so cutting off its lender would let a slider through.
    brittle: bool,
    /// The side has a Jellyfish: attackers beside it, or beside a Friend that it guards, are frozen.
    freezes: bool,
    /// An enemy that attacks the Friend whatever stands between, if nobody can freeze it.
    checker: Square,
    /// Squares that a condition of a capture speaks of: on the way, or where the capturer lands.
    squares: Zone,
}

impl Watch {
    fn of(position: &Friendly) -> Watch {
        let (us, them) = (position.state.side, !position.state.side);
        let brakes = |kinds: &Kinds| kinds & only(BODYGUARD) != 0;
        let mut watch = Watch {
            in_check: position.in_check(),
            brittle: position.powers.borrowed.iter().flatten().any(brakes),
            freezes: pieces(position, us).any(|piece| piece.0 == JELLYFISH),
            checker: Square::NONE,
            squares: Zone::EMPTY,
        };
        let friend = position.last_friend(us);
        for (kind, from) in pieces(position, us).filter(|piece| piece.0 == BODYGUARD) {
            watch.add(us, kind, from, friend);
        }
        watch.add_enemies(position, them, friend);
        if watch.in_check {
            let checker = watch.sure_attackers(position, friend).next();
            watch.checker = checker.unwrap_or(Square::NONE);
        }
        watch
    }

    /// Lines of enemies to the Friend, to their own Friends, and between those whatever they may come to borrow.
    fn add_enemies(&mut self, position: &Friendly, them: Color, friend: Square) {
        let first = Board::first(them);
        let enemy_friends = (0..FRIENDS).map(|slot| first + slot).filter(|&n| position.board.kind_of(n) == FRIEND);
        let mut lendable = 0;
        for number in enemy_friends.clone() {
            let target = position.board.square_of(number);
            for (kind, from) in pieces(position, them) {
                let reach = tables::reach(them, from, target).of(kind);
                if !reach.is_none() {
                    lendable |= only(kind);
                    self.add(them, kind, from, target);
                }
            }
        }
        for (kind, from) in pieces(position, them) {
            self.add(them, kind, from, friend);
        }
        for from in enemy_friends.clone().map(|number| position.board.square_of(number)) {
            let others = enemy_friends.clone().map(|number| position.board.square_of(number));
            for target in others.chain([friend]) {
                let kinds = tables::reach(them, from, target).conditional() & lendable;
                each(kinds).for_each(|kind| self.add(them, kind, from, target));
            }
        }
    }

    /// Adds the squares that the capture of a piece on `to` from `from` depends on.
    #[inline(always)]
    fn add(&mut self, color: Color, kind: u8, from: Square, to: Square) {
        if tables::reach(color, from, to).of(kind).conditional() != 0 {
            self.add_condition(color, kind, from, to);
        }
    }

    fn add_condition(&mut self, color: Color, kind: u8, from: Square, to: Square) {
        let unit = tables::unit(from, to);
        match kind {
            HANGMAN => self.squares.add(from.step(unit.wrapping_neg())),
            SAMURAI => self.squares.add(to.step(unit)),
            PATIENT => self.squares.add(from.step(color.forward())),
            DAYRIDER => self.add_way(from, to, unit.wrapping_mul(2)),
            _ => self.add_way(from, to, unit),
        }
    }

    fn add_way(&mut self, from: Square, to: Square, step: Step) {
        let mut square = from.step(step);
        while square != to {
            self.squares.add(square);
            square = square.step(step);
        }
    }

    /// A move that leaves the watched squares alone leaves the Friend as it is: in check or safe.
    fn judge(&self, position: &Friendly, mv: Move) -> Verdict {
        let swap = Flag::form(mv) == Flag::SWAP;
        let partner = if swap { position.board.kind_at(mv.to(), position.state.side) } else { 0 };
        let concerned = only(position.mover(mv)) | only(partner);
        let victim = position.victim(mv);
        let refreezes = self.freezes && concerned & only(JELLYFISH) != 0;
        if !refreezes && self.is_surely_attacked(position, mv, concerned) {
            return Verdict::Illegal;
        }
        if concerned & INFLUENTIAL != 0 {
            return Verdict::Unknown;
        }
        if self.in_check {
            let idle =
                victim == 0 && mv.aux() == 0 && (swap || !self.squares.has(mv.from()) && !self.squares.has(mv.to()));
            return if idle { Verdict::Illegal } else { Verdict::Unknown };
        }
        let fragile = self.brittle && (victim != 0 || !swap && self.squares.has(mv.to()));
        if victim == BODYGUARD || fragile || !swap && self.empties_watched(position, mv, victim) {
            return Verdict::Unknown;
        }
        Verdict::Legal
    }

    /// Whether an enemy that nothing can freeze or block attacks the Friend after a move.
    fn is_surely_attacked(&self, position: &Friendly, mv: Move, concerned: Kinds) -> bool {
        let taken = position.victim_square(mv);
        if concerned & only(FRIEND) == 0 {
            // A pawn may become a Jellyfish.
            return self.checker != Square::NONE && self.checker != taken && mv.aux() == 0;
        }
        let moves_itself = position.mover(mv) == FRIEND;
        let friend = match Flag::form(mv) {
            Flag::RIFLE => mv.from(),
            Flag::SWAP if !moves_itself => mv.from(),
            _ => mv.to(),
        };
        self.sure_attackers(position, friend).any(|square| square != taken)
    }

    /// Enemies of the side to move, no Friends, that capture its Friend on `target` whatever stands elsewhere
    /// and whoever lends it what, as long as the Jellyfish stay where they are.
    #[inline(always)]
    fn sure_attackers(&self, position: &Friendly, target: Square) -> impl Iterator<Item = Square> {
        let them = !position.state.side;
        let frozen = &position.powers.frozen[them.index()];
        let freezes = self.freezes;
        let hits = move |&(kind, from): &(u8, Square)| {
            tables::reach(them, from, target).of(kind).certain() != 0
                && !(freezes && (frozen.has(from) || from.distance(target) <= 1))
        };
        pieces(position, them).filter(hits).map(|piece| piece.1)
    }

    /// Whether a move leaves a watched square empty.
    #[inline(always)]
    fn empties_watched(&self, position: &Friendly, mv: Move, victim: u8) -> bool {
        let stays = Flag::form(mv) == Flag::RIFLE;
        let dies = mv.flag() & Flag::DIES != 0;
        let taken = position.victim_square(mv);
        let refilled = !stays && !dies && taken == mv.to();
        !stays && self.squares.has(mv.from()) || victim != 0 && !refilled && self.squares.has(taken)
    }
}

/// Kind and square of the pieces on the board, Friends included.
#[inline(always)]
fn pieces(position: &Friendly, color: Color) -> impl Iterator<Item = (u8, Square)> {
    let board = &position.board;
    let all = board.numbers(color).map(|number| (board.kind_of(number), board.square_of(number)));
    all.filter(|piece| piece.0 != 0)
}

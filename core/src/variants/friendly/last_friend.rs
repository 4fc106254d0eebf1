//! Legality for a side with one Friend left: no move may leave this Friend attacked.
//!
//! Playing a move on a copy means computing all powers again, so most moves are judged without that. A move changes the
//! attacks on the Friend only if it empties or fills a square on which an enemy's capture depends, or if it concerns a
//! Jellyfish, a Bodyguard or a Friend. [`FriendSafety`] holds these squares.

use super::borrowed_powers::FRIENDS;
use super::pieces::*;
use super::square_set::SquareSet;
use super::tables;
use super::{Board, Flag, Friendly};
use crate::position::{Rules, SearchHints, Text};
use crate::types::square::Step;
use crate::types::{Color, Kind, Move, Sink, Square};

/// A sink that passes on only the moves that do not leave the mover's last Friend attacked.
pub struct LegalMoves<'a, S> {
    position: &'a Friendly,
    /// Computed for the first move.
    safety: Option<FriendSafety>,
    sink: &'a mut S,
}

impl<'a, S> LegalMoves<'a, S> {
    /// Creates a filter in front of `sink`, for a side to move with exactly one Friend.
    pub fn new(position: &'a Friendly, sink: &'a mut S) -> Self {
        LegalMoves { position, safety: None, sink }
    }

    fn allows(&mut self, mv: Move) -> bool {
        let safety = self.safety.get_or_insert_with(|| FriendSafety::of(self.position));
        let legal = match safety.judge(self.position, mv) {
            Verdict::Legal => true,
            Verdict::Illegal => false,
            Verdict::Unknown => return !self.position.exposes_last_friend(mv),
        };
        debug_assert_eq!(legal, !self.position.exposes_last_friend(mv), "{} {mv:?}", self.position.fen());
        legal
    }
}

impl<S: Sink<Move>> Sink<Move> for LegalMoves<'_, S> {
    #[inline]
    fn push(&mut self, mv: Move) {
        if self.allows(mv) {
            self.sink.push(mv);
        }
    }
}

/// The legality of a move, as far as it is known without playing it.
enum Verdict {
    Legal,
    Illegal,
    Unknown,
}

/// The kinds whose moves change more than lines: they immobilise, stop slides, or are the attacked Friend.
const INFLUENTIAL: Kinds = only(JELLYFISH) | only(BODYGUARD) | only(FRIEND);

/// Everything on which the safety of the last Friend of the side to move depends.
struct FriendSafety {
    /// The Friend is attacked now.
    in_check: bool,
    /// A Friend stops slides by a borrowed power. It may lose this power if its guard is cut off.
    friend_brakes: bool,
    /// The side has a Jellyfish: attackers beside it, or beside a Friend that it guards, are immobilised.
    has_jellyfish: bool,
    /// An enemy that attacks the Friend whatever stands between, unless it is immobilised.
    checker: Square,
    /// The squares on which an enemy's capture depends: those on its line, or where the capturing piece lands.
    squares: SquareSet,
}

impl FriendSafety {
    fn of(position: &Friendly) -> FriendSafety {
        let (us, them) = (position.state.side, !position.state.side);
        let brakes = |kinds: &Kinds| kinds & only(BODYGUARD) != 0;
        let mut safety = FriendSafety {
            in_check: position.in_check(),
            friend_brakes: position.powers.borrowed.iter().flatten().any(brakes),
            has_jellyfish: pieces(position, us).any(|piece| piece.0 == JELLYFISH),
            checker: Square::NONE,
            squares: SquareSet::EMPTY,
        };
        let friend = position.last_friend(us);
        for (kind, from) in pieces(position, us).filter(|piece| piece.0 == BODYGUARD) {
            safety.add(us, kind, from, friend);
        }
        safety.add_enemies(position, them, friend);
        if safety.in_check {
            let checker = safety.certain_attackers(position, friend).next();
            safety.checker = checker.unwrap_or(Square::NONE);
        }
        safety
    }

    /// Adds the lines of enemies to the Friend and to their own Friends, and the lines of enemy Friends with every
    /// ability that they may borrow.
    fn add_enemies(&mut self, position: &Friendly, them: Color, friend: Square) {
        let first = Board::first(them);
        let enemy_friends = (first..first + FRIENDS).filter(|&number| position.board.kind_of(number) == FRIEND);
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

    /// Adds the squares on which a capture on `to` from `from` depends.
    #[inline(always)]
    fn add(&mut self, color: Color, kind: Kind, from: Square, to: Square) {
        if tables::reach(color, from, to).of(kind).conditional() != 0 {
            self.add_condition(color, kind, from, to);
        }
    }

    fn add_condition(&mut self, color: Color, kind: Kind, from: Square, to: Square) {
        let unit = tables::unit(from, to);
        match kind {
            HANGMAN => self.squares.add(from.step(unit.wrapping_neg())),
            SAMURAI => self.squares.add(to.step(unit)),
            PATIENT => self.squares.add(from.step(color.forward())),
            DAYRIDER => self.add_line(from, to, unit.wrapping_mul(2)),
            _ => self.add_line(from, to, unit),
        }
    }

    fn add_line(&mut self, from: Square, to: Square, step: Step) {
        let mut square = from.step(step);
        while square != to {
            self.squares.add(square);
            square = square.step(step);
        }
    }

    /// Judges a move. One that neither empties nor fills one of the squares leaves the Friend attacked or safe, as it
    /// was.
    fn judge(&self, position: &Friendly, mv: Move) -> Verdict {
        let swap = Flag::form(mv) == Flag::SWAP;
        let partner = if swap { position.board.kind_at(mv.to(), position.state.side) } else { Kind::NONE };
        let concerned = only(position.mover(mv)) | only(partner);
        let victim = position.victim(mv);
        let moves_jellyfish = self.has_jellyfish && concerned & only(JELLYFISH) != 0;
        if !moves_jellyfish && self.is_certainly_attacked(position, mv, concerned) {
            return Verdict::Illegal;
        }
        if concerned & INFLUENTIAL != 0 {
            return Verdict::Unknown;
        }
        if self.in_check {
            let changes_nothing = victim == Kind::NONE
                && mv.promotion().is_none()
                && (swap || !self.squares.has(mv.from()) && !self.squares.has(mv.to()));
            return if changes_nothing { Verdict::Illegal } else { Verdict::Unknown };
        }
        let may_end_brake = self.friend_brakes && (victim != Kind::NONE || !swap && self.squares.has(mv.to()));
        if victim == BODYGUARD || may_end_brake || !swap && self.empties_square(position, mv, victim) {
            return Verdict::Unknown;
        }
        Verdict::Legal
    }

    /// Whether an enemy that nothing can immobilise or block attacks the Friend after a move.
    fn is_certainly_attacked(&self, position: &Friendly, mv: Move, concerned: Kinds) -> bool {
        let taken = position.victim_square(mv);
        if concerned & only(FRIEND) == 0 {
            // A pawn may promote to a Jellyfish.
            return self.checker != Square::NONE && self.checker != taken && mv.promotion().is_none();
        }
        let moves_itself = position.mover(mv) == FRIEND;
        let friend = match Flag::form(mv) {
            Flag::RIFLE => mv.from(),
            Flag::SWAP if !moves_itself => mv.from(),
            _ => mv.to(),
        };
        self.certain_attackers(position, friend).any(|square| square != taken)
    }

    /// Iterates over the squares of enemies other than Friends that can capture the Friend on `target` whatever stands
    /// elsewhere, as long as no Jellyfish moves.
    #[inline(always)]
    fn certain_attackers(&self, position: &Friendly, target: Square) -> impl Iterator<Item = Square> {
        let them = !position.state.side;
        let frozen = &position.powers.frozen[them.index()];
        let has_jellyfish = self.has_jellyfish;
        let hits = move |&(kind, from): &(Kind, Square)| {
            tables::reach(them, from, target).of(kind).certain() != 0
                && !(has_jellyfish && (frozen.has(from) || from.distance(target) <= 1))
        };
        pieces(position, them).filter(hits).map(|piece| piece.1)
    }

    /// Whether a move leaves one of the squares empty.
    #[inline(always)]
    fn empties_square(&self, position: &Friendly, mv: Move, victim: Kind) -> bool {
        let stays = Flag::form(mv) == Flag::RIFLE;
        let dies = mv.flag() & Flag::DIES != 0;
        let taken = position.victim_square(mv);
        let refilled = !stays && !dies && taken == mv.to();
        !stays && self.squares.has(mv.from()) || victim != Kind::NONE && !refilled && self.squares.has(taken)
    }
}

/// Iterates over the kinds and squares of an army's pieces on the board, Friends included.
#[inline(always)]
fn pieces(position: &Friendly, color: Color) -> impl Iterator<Item = (Kind, Square)> {
    let board = &position.board;
    let all = board.numbers(color).map(|number| (board.kind_of(number), board.square_of(number)));
    all.filter(|piece| piece.0 != Kind::NONE)
}

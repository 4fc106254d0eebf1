//! Legal moves.

use super::attack::{self, Danger, Imagined};
use super::loaded::goes_quietly;
use super::moves::{Flag, GeneralMove};
use super::rules::{KindSet, Leaves};
use super::square_set::SquareSet;
use super::tables::{CAPTURE, Jump, QUIET, Ray, SPECIAL, Stop, Target};
use super::{Board, General, Loaded};
use crate::position::Rules as _;
use crate::types::{Color, Counter, Kind, MoveList, Sink, Square};

/// Lists the legal moves: all of them, or with `NOISY` only the noisy ones. None in a finished game.
#[inline]
pub(super) fn generate<const NOISY: bool>(position: &General, sink: &mut impl Sink<GeneralMove>) {
    if position.game.has_goals && position.ended().is_some() {
        return;
    }
    if position.game.has_duties {
        with_duties::<NOISY>(position, sink);
    } else {
        pieces_only::<NOISY, _>(position, sink);
    }
}

/// The moves of a game in which nothing but the king limits them.
#[inline(always)]
fn pieces_only<const NOISY: bool, S: Sink<GeneralMove>>(position: &General, sink: &mut S) {
    if S::COUNTS {
        // A counter that is lent to no other function is kept in a register.
        let mut counter = Counter::default();
        Generator::<_, NOISY>::new(position, &mut counter).all();
        sink.count(counter.0);
    } else {
        Generator::<_, NOISY>::new(position, sink).all();
    }
}

/// The moves of a game with duties, compulsory captures and the like.
fn with_duties<const NOISY: bool>(position: &General, sink: &mut impl Sink<GeneralMove>) {
    let mut moves = MoveList::new();
    Generator::<_, false>::new(position, &mut moves).all();
    position.obey(&mut moves);
    for mv in moves {
        if !NOISY || position.is_loud(mv) {
            sink.push(mv);
        }
    }
}

/// Lists the legal moves, even in a finished game.
pub(super) fn heedless(position: &General, moves: &mut MoveList<GeneralMove>) {
    Generator::<_, false>::new(position, moves).all();
}

/// How it is found out whether a move leaves a royal piece attacked.
#[derive(Clone, Copy)]
enum Guard {
    /// There is none.
    Nothing,
    /// There is one.
    King(Danger),
    /// The move is tried.
    Trial,
}

/// A piece that moves.
#[derive(Clone, Copy)]
struct Mover {
    kind: Kind,
    from: Square,
    /// Whether no move of it leaves a royal piece attacked.
    safe: bool,
    /// Whether it is the only royal piece itself.
    king: bool,
}

struct Generator<'a, S, const NOISY: bool> {
    position: &'a General,
    game: &'static Loaded,
    board: &'a Board,
    sink: &'a mut S,
    us: Color,
    guard: Guard,
    /// The kinds whose pieces are royal before the move.
    royal: KindSet,
}

impl<'a, S: Sink<GeneralMove>, const NOISY: bool> Generator<'a, S, NOISY> {
    #[inline(always)]
    fn new(position: &'a General, sink: &'a mut S) -> Self {
        let (game, board, us) = (position.game, &position.board, position.state.side);
        let guard = match (game.is_simple, position.king(us)) {
            (true, Some(king)) => Guard::King(Danger::of(&game.tables, board, king, us)),
            (true, None) => Guard::Nothing,
            (false, _) => Guard::Trial,
        };
        let royal = if matches!(guard, Guard::Trial) { position.royal_kinds(us) } else { game.rules.royal };
        Generator { position, game, board, sink, us, guard, royal }
    }

    #[inline(always)]
    fn all(mut self) {
        for (kind, from) in self.board.army(self.us) {
            self.piece(kind, from);
        }
        if self.position.passed.count > 0 {
            self.en_passant();
        }
        if self.game.rules.castling.is_some() && self.position.rights.has_any(self.us) && !NOISY {
            self.castling();
        }
        if self.game.rules.promotion.on_diagonals {
            self.promotions_on_diagonals();
        }
        if self.game.rules.hand.is_some() && !NOISY {
            self.drops();
        }
    }

    #[inline(always)]
    fn piece(&mut self, kind: Kind, from: Square) {
        // Whether every move of the piece has to be tried.
        let (safe, king) = match self.guard {
            Guard::Nothing => (true, false),
            Guard::Trial => (false, false),
            Guard::King(danger) => {
                let jumps = self.game.tables.has_jumps;
                (!danger.in_check && danger.king != from && !danger.pinned.has(from) && !jumps, danger.king == from)
            }
        };
        if safe
            && self.game.rules.duties.immune == 0
            && let Some((leaps, slides)) = self.game.tables.targets(kind, self.us, from)
        {
            return self.free_piece(from, leaps, slides);
        }
        if kind.of(&self.game.ambiguous) {
            return self.ambiguous_piece(Mover { kind, from, safe, king });
        }
        for ray in self.game.tables.rays(kind, self.us, from) {
            self.ray(Mover { kind, from, safe, king }, ray, &mut |_| true);
        }
    }

    /// The moves of a piece that nothing but other pieces limits.
    #[inline(always)]
    fn free_piece(&mut self, from: Square, leaps: &[Target], slides: &[Target]) {
        // By what a cell holds, empty, Black, White, wall: the bit of a target that allows to go there.
        let allowed: [u8; 4] = self.us.choose([QUIET, CAPTURE, 0, 0], [QUIET, 0, CAPTURE, 0]);
        if S::COUNTS && !NOISY {
            let mut count = 0u64;
            for target in leaps {
                let cell = self.board.at(target.square);
                count += u64::from(target.may & allowed[usize::from(cell.0 >> 6)] != 0);
            }
            let mut at = 0;
            while let Some(target) = slides.get(at) {
                let cell = self.board.at(target.square);
                count += u64::from(target.may & allowed[usize::from(cell.0 >> 6)] != 0);
                at += 1 + if cell.is_empty() { 0 } else { usize::from(target.rest) };
            }
            return self.sink.count(count);
        }
        for target in leaps {
            self.target(from, target, &allowed);
        }
        let mut at = 0;
        while let Some(target) = slides.get(at) {
            self.target(from, target, &allowed);
            let is_empty = self.board.at(target.square).is_empty();
            at += 1 + if is_empty { 0 } else { usize::from(target.rest) };
        }
    }

    #[inline(always)]
    fn target(&mut self, from: Square, target: &Target, allowed: &[u8; 4]) {
        let cell = self.board.at(target.square);
        let may = target.may & allowed[usize::from(cell.0 >> 6)];
        if may & if NOISY { CAPTURE } else { QUIET | CAPTURE } != 0 {
            let flag = if target.leaves { Flag::LEAVES } else { Flag::PLAIN };
            self.sink.push(GeneralMove::new(from, target.square).flagged(flag));
        }
    }

    /// The moves of a piece that may reach a square in several ways.
    #[cold]
    fn ambiguous_piece(&mut self, mover: Mover) {
        let mut seen = SquareSet::EMPTY;
        for ray in self.game.tables.rays(mover.kind, self.us, mover.from) {
            self.ray(mover, ray, &mut |to| {
                let is_new = !seen.has(to);
                seen.add(to);
                is_new
            });
        }
    }

    #[inline(always)]
    fn ray(&mut self, mover: Mover, ray: &Ray, is_new: &mut impl FnMut(Square) -> bool) {
        let stops = self.game.tables.stops(ray);
        if ray.jump != Jump::None {
            return self.jump(mover, ray, stops, is_new);
        }
        for stop in stops {
            if !self.stop(mover, ray, stop, is_new) {
                break;
            }
        }
    }

    /// A ray whose piece has to jump over another one.
    fn jump(&mut self, mover: Mover, ray: &Ray, stops: &[Stop], is_new: &mut impl FnMut(Square) -> bool) {
        let Some(over) = stops.iter().position(|stop| !self.board.at(stop.square).is_empty()) else { return };
        let is_kin = |square: Square| {
            let cell = self.board.at(square);
            ray.jump == Jump::OverOthers && cell.is_piece() && self.board.kind(cell) == mover.kind
        };
        if is_kin(stops[over].square) {
            return;
        }
        for stop in stops[over + 1..].iter().take(usize::from(ray.beyond)) {
            if is_kin(stop.square) || !self.stop(mover, ray, stop, is_new) {
                break;
            }
        }
    }

    /// What a piece may do on a square of a ray. Returns whether the ray goes on.
    #[inline(always)]
    fn stop(&mut self, mover: Mover, ray: &Ray, stop: &Stop, is_new: &mut impl FnMut(Square) -> bool) -> bool {
        let Mover { kind, from, safe, king } = mover;
        let cell = self.board.at(stop.square);
        let is_empty = cell.is_empty();
        let may_stop = if is_empty {
            stop.may & QUIET != 0 && (!NOISY || stop.may & SPECIAL != 0)
        } else {
            stop.may & CAPTURE != 0 && cell.is(!self.us) && !self.is_immune(kind, self.board.kind(cell))
        };
        // What a piece becomes may make it safe or unsafe: such moves are tried one by one.
        let is_tried_later = stop.may & SPECIAL != 0 && matches!(self.guard, Guard::Trial);
        if may_stop && is_new(stop.square) && (safe || is_tried_later || self.is_safe(from, stop.square, king)) {
            if stop.may & SPECIAL != 0 {
                self.special(kind, from, stop.square, !is_empty);
            } else {
                let flag = if ray.leaves == Leaves::Nothing { Flag::PLAIN } else { Flag::LEAVES };
                self.sink.push(GeneralMove::new(from, stop.square).flagged(flag));
            }
        }
        is_empty
    }

    #[inline(always)]
    fn is_immune(&self, kind: Kind, victim: Kind) -> bool {
        let immune = self.game.rules.duties.immune;
        immune != 0 && immune & kind.bit() != 0 && kind == victim
    }

    /// Whether a move leaves no royal piece attacked.
    #[inline(always)]
    fn is_safe(&self, from: Square, to: Square, king: bool) -> bool {
        match self.guard {
            Guard::Nothing => true,
            Guard::King(danger) => {
                let tables = &self.game.tables;
                let square = if king { to } else { danger.king };
                let needs_trial = king
                    || danger.in_check
                    || danger.pinned.has(from)
                    || tables.has_jumps && {
                        let zone = tables.jump_zone(!self.us, danger.king);
                        zone.has(from) || zone.has(to)
                    };
                let imagined = Imagined { from, to, gone: from };
                !needs_trial || !attack::is_attacked_after(tables, self.board, square, !self.us, imagined)
            }
            Guard::Trial => self.survives(GeneralMove::new(from, to)),
        }
    }

    /// Whether no royal piece is attacked after a move, by playing it.
    fn survives(&self, mv: GeneralMove) -> bool {
        let mut next = *self.position;
        next.displace_only(mv);
        if self.game.rules.effects.blast.is_some()
            && let Some(survives) = next.survives_blast(self.position)
        {
            return survives;
        }
        // A piece that has become royal by a change of its own is not royal yet.
        let is_new = mv.flag() == Flag::CHANGE && self.royal & self.board.kind_on(mv.from()).bit() == 0;
        !next.is_checked_as(self.us, self.royal, is_new.then(|| mv.to())) && !next.kings_face()
    }

    /// A move that may promote, or must not be made without promotion.
    #[inline(never)]
    fn special(&mut self, kind: Kind, from: Square, to: Square, captures: bool) {
        let mut moves = MoveList::new();
        self.position.promotions(kind, from, to, captures, &mut |mv| moves.push(mv));
        for mv in moves {
            if (!NOISY || self.position.is_loud(mv)) && (!matches!(self.guard, Guard::Trial) || self.survives(mv)) {
                self.sink.push(mv);
            }
        }
    }

    /// Promotions of Sittuyin: in place or by a step along a diagonal to an empty square, where the piece attacks nothing.
    #[cold]
    fn promotions_on_diagonals(&mut self) {
        for mv in self.position.promotions_on_diagonals() {
            if (matches!(self.guard, Guard::Nothing) || self.survives(mv)) && (!NOISY || self.position.is_loud(mv)) {
                self.sink.push(mv);
            }
        }
    }

    #[cold]
    fn en_passant(&mut self) {
        for to in self.position.passed.squares() {
            let by = self.game.rules.en_passant.by[self.us.index()];
            if !self.board.at(to).is_empty() || !self.game.rules.en_passant.region[self.us.index()].has(to) {
                continue;
            }
            let Some(victim) = self.position.victim_en_passant(to) else { continue };
            for from in attack::attackers(&self.game.tables, self.board, to, self.us, by).squares() {
                // What may go there anyway does not capture.
                if goes_quietly(&self.game.tables, self.board.kind_on(from), self.us, from, to) {
                    continue;
                }
                let mv = GeneralMove::new(from, to).flagged(Flag::EN_PASSANT);
                let is_safe = match self.guard {
                    Guard::Nothing => true,
                    Guard::King(danger) => {
                        let king = if danger.king == from { to } else { danger.king };
                        let imagined = Imagined { from, to, gone: victim };
                        !attack::is_attacked_after(&self.game.tables, self.board, king, !self.us, imagined)
                    }
                    Guard::Trial => self.survives(mv),
                };
                if is_safe {
                    self.sink.push(mv);
                }
            }
        }
    }

    #[inline(never)]
    fn castling(&mut self) {
        if let Guard::King(Danger { in_check: true, king, .. }) = self.guard
            && self.position.castling_king(self.us) == Some(king)
        {
            return;
        }
        for side in 0..2 {
            if let Some(mv) = self.position.castling_move(self.us, side)
                && (matches!(self.guard, Guard::Nothing) || self.is_castling_safe(mv))
            {
                self.sink.push(mv);
            }
        }
    }

    /// Whether the king is safe after castling. Where the rook arrives it can only close lines, unless pieces jump.
    fn is_castling_safe(&self, mv: GeneralMove) -> bool {
        let tables = &self.game.tables;
        if let Guard::King(danger) = self.guard
            && danger.king == mv.from()
            && !tables.has_jumps
        {
            let imagined = Imagined { from: mv.from(), to: mv.to(), gone: mv.square() };
            if !attack::is_attacked_after(tables, self.board, mv.to(), !self.us, imagined) {
                return true;
            }
        }
        self.survives(mv)
    }

    #[inline(never)]
    fn drops(&mut self) {
        let Some(hand) = &self.game.rules.hand else { return };
        if !hand.drops {
            return;
        }
        let position = self.position;
        for kind in self.game.rules.numbers() {
            if position.hands.count(self.us, kind) == 0 {
                continue;
            }
            let forms = [kind, kind.of(&self.game.rules.promotion.into)];
            let forms = &forms[..if hand.promoted && !forms[1].is_none() { 2 } else { 1 }];
            for &form in forms {
                for to in position.drop_squares(kind, form).squares() {
                    let mv = GeneralMove::drop(kind, form, to);
                    if self.board.at(to).is_empty() && self.is_drop_safe(mv) {
                        self.sink.push(mv);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn is_drop_safe(&self, mv: GeneralMove) -> bool {
        match self.guard {
            _ if self.royal & mv.piece().bit() != 0 => self.survives(mv),
            Guard::Nothing => true,
            Guard::King(danger) => {
                let tables = &self.game.tables;
                let zone = || tables.has_jumps && tables.jump_zone(!self.us, danger.king).has(mv.to());
                // The square is empty: nothing leaves it.
                let imagined = Imagined { from: mv.to(), to: mv.to(), gone: mv.to() };
                !(danger.in_check || zone())
                    || !attack::is_attacked_after(tables, self.board, danger.king, !self.us, imagined)
            }
            Guard::Trial => self.survives(mv),
        }
    }
}

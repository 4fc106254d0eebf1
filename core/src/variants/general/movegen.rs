//! Legal moves.

use super::attack::{self, Imagined};
use super::danger::Danger;
use super::loaded::goes_quietly;
use super::moves::{Flag, GeneralMove};
use super::rules::{HomeRules, KindSet, Leaves, WallRules};
use super::square_set::SquareSet;
use super::tables::{CAPTURE, Jump, QUIET, Ray, SPECIAL, Stop, Target};
use super::ways::{behind_hurdle, reachable};
use super::{Board, General, Loaded};
use crate::position::Rules as _;
use crate::types::{Cell, Color, Counter, Kind, MoveList, Sink, Square};

/// Lists the legal moves: all of them, or with `NOISY` only the noisy ones. None in a finished game.
#[inline]
pub(super) fn generate<const NOISY: bool>(position: &General, sink: &mut impl Sink<GeneralMove>) {
    if NOISY && position.game.only_captures || position.game.has_goals && position.ended().is_some() {
        return;
    }
    if let Some(walls) = &position.game.rules.effects.walls {
        with_walls::<NOISY, _>(position, walls, sink);
    } else if position.game.has_duties {
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
    heedless(position, &mut moves);
    if position.game.rules.home.as_ref().is_some_and(|home| home.enters) {
        position.add_entering(&mut moves);
    }
    position.obey(&mut moves);
    for mv in moves {
        if !NOISY || position.is_loud(mv) {
            sink.push(mv);
        }
    }
}

/// The moves of a game in which every move puts a wall.
#[inline(never)]
fn with_walls<const NOISY: bool, S: Sink<GeneralMove>>(position: &General, walls: &WallRules, sink: &mut S) {
    let mut moves = MoveList::new();
    if position.game.has_duties {
        with_duties::<NOISY>(position, &mut moves);
    } else {
        pieces_only::<NOISY, _>(position, &mut moves);
    }
    for mv in moves {
        let squares = position.wall_squares(walls, mv);
        if S::COUNTS && !NOISY {
            sink.count(squares.count() as u64);
        } else {
            // Of moves that differ in their wall alone, the first one is noisy.
            let most = if NOISY { 1 } else { usize::MAX };
            squares.squares().take(most).for_each(|square| sink.push(mv.putting_on(square)));
        }
    }
}

/// Lists the moves that leave no royal piece attacked, without walls and pieces that enter, even in a finished game.
pub(super) fn heedless(position: &General, moves: &mut MoveList<GeneralMove>) {
    Generator::<_, false>::new(position, moves).all();
}

/// The same with every move tried.
#[cfg(test)]
pub(super) fn tried(position: &General, moves: &mut MoveList<GeneralMove>) {
    let mut generator = Generator::<_, false>::new(position, moves);
    generator.guard = Guard::Trial;
    generator.all();
}

/// How it is found out whether a move leaves a royal piece attacked.
enum Guard<'a> {
    /// There is none.
    Nothing,
    /// There is one.
    King(Danger<'a>),
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
    /// Whether it stands alone between the royal piece and an enemy.
    pinned: bool,
}

struct Generator<'a, S, const NOISY: bool> {
    position: &'a General,
    game: &'static Loaded,
    board: &'a Board,
    sink: &'a mut S,
    us: Color,
    guard: Guard<'a>,
    /// The kinds whose pieces are royal before the move.
    royal: KindSet,
}

impl<'a, S: Sink<GeneralMove>, const NOISY: bool> Generator<'a, S, NOISY> {
    #[inline(always)]
    fn new(position: &'a General, sink: &'a mut S) -> Self {
        let (game, board, us) = (position.game, &position.board, position.state.side);
        let guard = match (game.is_simple, position.king(us)) {
            (true, Some(king)) => Guard::King(Danger::of(position, king)),
            (true, None) => Guard::Nothing,
            (false, _) => Guard::Trial,
        };
        let royal = if matches!(guard, Guard::Trial) { position.royal_kinds(us) } else { game.rules.royal };
        Generator { position, game, board, sink, us, guard, royal }
    }

    #[inline(always)]
    fn all(mut self) {
        self.pieces();
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
        if let Some(home) = &self.game.rules.home
            && !NOISY
        {
            self.first_leaps(home);
        }
    }

    /// The moves of all pieces but for castling and captures en passant.
    #[inline(always)]
    fn pieces(&mut self) {
        // The pieces whose moves may be unsafe, by place in the list.
        let careful = match &self.guard {
            Guard::Nothing => 0,
            Guard::King(danger) if danger.is_calm() => danger.pinned | self.place_of(danger.king),
            _ => u64::MAX,
        };
        let mut counted = 0;
        for number in self.board.numbers(self.us) {
            let (kind, from) = (self.board.kind_of(number), self.board.square_of(number));
            let is_safe = careful >> Board::place(number) & 1 == 0;
            if kind.is_none() {
                continue;
            }
            match if is_safe { self.game.tables.targets(kind, self.us, from) } else { None } {
                Some((leaps, slides)) if S::COUNTS && !NOISY => counted += self.count_free(leaps, slides),
                Some((leaps, slides)) => self.free_piece(from, leaps, slides),
                None => self.piece(kind, from, is_safe),
            }
        }
        if S::COUNTS {
            self.sink.count(counted);
        }
    }

    /// The place of the piece on a square in its army's list, as a bit.
    #[inline(always)]
    fn place_of(&self, square: Square) -> u64 {
        1 << Board::place(Board::number(self.board.at(square)))
    }

    /// The moves of a piece that has moves of a special kind, or moves that may be unsafe.
    #[inline(never)]
    fn piece(&mut self, kind: Kind, from: Square, safe: bool) {
        let (king, pinned) = match &self.guard {
            Guard::King(danger) => (danger.king == from, danger.pinned & self.place_of(from) != 0),
            _ => (false, false),
        };
        let mover = Mover { kind, from, safe, king, pinned };
        if kind.of(&self.game.ambiguous) {
            return self.ambiguous_piece(mover);
        }
        for ray in self.game.tables.rays(kind, self.us, from) {
            self.ray(mover, ray, &mut |_| true);
        }
    }

    /// The number of moves of a piece that nothing but other pieces limits.
    #[inline(always)]
    fn count_free(&self, leaps: &[Target], slides: &[Target]) -> u64 {
        let mut count = 0u64;
        for target in leaps {
            count += u64::from(target.accepts >> self.board.at(target.square).content() & 1);
        }
        for (target, cell) in reachable(self.board, slides) {
            count += u64::from(target.accepts >> cell.content() & 1);
        }
        count
    }

    /// The moves of a piece that nothing but other pieces limits.
    #[inline(always)]
    fn free_piece(&mut self, from: Square, leaps: &[Target], slides: &[Target]) {
        for target in leaps {
            self.target(from, target);
        }
        for (target, _) in reachable(self.board, slides) {
            self.target(from, target);
        }
    }

    #[inline(always)]
    fn target(&mut self, from: Square, target: &Target) {
        let refused = if NOISY { 1 << Cell::EMPTY.content() } else { 0 };
        if (target.accepts & !refused) >> self.board.at(target.square).content() & 1 != 0 {
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
        for stop in behind_hurdle(self.board, (ray, stops), mover.kind) {
            if !self.stop(mover, ray, stop, is_new) {
                break;
            }
        }
    }

    /// What a piece may do on a square of a ray. Returns whether the ray goes on.
    #[inline(always)]
    fn stop(&mut self, mover: Mover, ray: &Ray, stop: &Stop, is_new: &mut impl FnMut(Square) -> bool) -> bool {
        let Mover { kind, from, safe, .. } = mover;
        let cell = self.board.at(stop.square);
        let is_empty = cell.is_empty();
        let may_stop = if is_empty {
            stop.may & QUIET != 0 && (!NOISY || stop.may & SPECIAL != 0)
        } else {
            stop.may & CAPTURE != 0 && cell.is(!self.us) && !self.is_immune(kind, self.board.kind(cell))
        };
        // What a piece becomes may make it safe or unsafe: such moves are tried one by one.
        let is_tried_later = stop.may & SPECIAL != 0 && matches!(self.guard, Guard::Trial);
        if may_stop && is_new(stop.square) && (safe || is_tried_later || self.is_safe(mover, stop.square)) {
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
        immune != 0 && immune & kind.bit() != 0 && self.game.rules.kind(kind).alike & victim.bit() != 0
    }

    /// Whether a move leaves no royal piece attacked.
    #[inline(always)]
    fn is_safe(&self, mover: Mover, to: Square) -> bool {
        let from = mover.from;
        match &self.guard {
            Guard::Nothing => true,
            Guard::King(danger) if mover.king => !danger.attacks(to, Imagined { from, to, gone: from }),
            Guard::King(danger) => !danger.is_left(from, to, mover.pinned),
            Guard::Trial => self.survives(GeneralMove::new(from, to)),
        }
    }

    /// Whether no royal piece is attacked after a move, by playing it.
    fn survives(&self, mv: GeneralMove) -> bool {
        let mut next = *self.position;
        next.displace_only(mv);
        if self.game.has_effects
            && let Some(survives) = next.survives_effects(self.position)
        {
            return survives;
        }
        // A promotion may end the royalty of a kind of which there are too many then. A piece that has become royal by a change of
        // its own is not royal yet.
        let is_promotion = mv.flag() == Flag::PROMOTION;
        let royal = if is_promotion { self.royal & next.royal_kinds(self.us) } else { self.royal };
        let is_changed = mv.flag() == Flag::CHANGE || is_promotion && self.game.rules.last_royals.is_none();
        let is_new = is_changed && self.royal & self.board.kind_on(mv.from()).bit() == 0;
        !next.is_checked_as(self.us, royal, is_new.then(|| mv.to())) && !next.kings_face()
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

    /// Leaps of pieces that have not moved; none of a royal piece while one is attacked.
    #[inline(never)]
    fn first_leaps(&mut self, home: &HomeRules) {
        let moves = self.position.first_leaps(home);
        if moves.is_empty() {
            return;
        }
        let is_checked = self.position.is_checked(self.us);
        let is_royal = |mv: &GeneralMove| self.royal & self.board.kind_on(mv.from()).bit() != 0;
        for mv in moves.into_iter().filter(|mv| !is_checked || !is_royal(mv)) {
            if matches!(self.guard, Guard::Nothing) || self.survives(mv) {
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
                let is_safe = match &self.guard {
                    Guard::Nothing => true,
                    Guard::King(danger) => {
                        let king = if danger.king == from { to } else { danger.king };
                        !danger.attacks(king, Imagined { from, to, gone: victim })
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
        let Some(king) = self.position.castling_king(self.us) else { return };
        let danger = match &self.guard {
            Guard::King(danger) if danger.king == king => Some(danger),
            _ => None,
        };
        if danger.is_some_and(|danger| danger.in_check) {
            return;
        }
        for side in 0..2 {
            if let Some(mv) = self.position.castling_move(side, king, danger)
                && (matches!(self.guard, Guard::Nothing) || self.is_castling_safe(mv))
            {
                self.sink.push(mv);
            }
        }
    }

    /// Whether the king is safe after castling. Where the rook arrives it can only close lines, unless pieces jump.
    fn is_castling_safe(&self, mv: GeneralMove) -> bool {
        let imagined = Imagined { from: mv.from(), to: mv.to(), gone: mv.square() };
        let is_safe = match &self.guard {
            Guard::King(danger) => {
                danger.king == mv.from() && !self.game.has_jumps && !danger.attacks_on_way(mv.to(), imagined)
            }
            _ => false,
        };
        is_safe || self.survives(mv)
    }

    #[inline(never)]
    fn drops(&mut self) {
        let Some(hand) = &self.game.rules.hand else { return };
        if !hand.drops {
            return;
        }
        let position = self.position;
        if position.hands.is_empty(self.us) {
            return;
        }
        let answers = match &self.guard {
            Guard::King(danger) => danger.answers(),
            _ => !SquareSet::EMPTY,
        };
        for kind in self.game.rules.numbers() {
            if position.hands.count(self.us, kind) == 0 {
                continue;
            }
            let forms = [kind, kind.of(&self.game.rules.promotion.into)];
            let forms = &forms[..if hand.promoted && !forms[1].is_none() { 2 } else { 1 }];
            for &form in forms {
                let squares = position.drop_squares(kind, form);
                let is_royal = self.royal & kind.bit() != 0;
                for to in if is_royal { squares } else { squares & answers }.squares() {
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
        match &self.guard {
            _ if self.royal & mv.piece().bit() != 0 => self.survives(mv),
            Guard::Nothing => true,
            Guard::King(danger) if danger.is_calm() => true,
            // Which kind a piece jumps over may matter.
            Guard::King(danger) if danger.zone.has(mv.to()) => self.survives(mv),
            Guard::King(danger) => !danger.is_left(mv.to(), mv.to(), false),
            Guard::Trial => self.survives(mv),
        }
    }
}

//! Attacks, checks and pins.
//!
//! Everything that attacks over a distance does so along a [`Line`]: sliders along one, zigzag pieces
//! along two with no square in common. A move that is not the king's leaves the king safe if and only if,
//! for every line to him, it captures the attacker or some piece stands on the line afterwards. So an open line
//! must be entered, and a piece that alone closes a line must stay on it; lines closed twice do not matter.
//! That holds for bent lines as for straight ones, and a zigzag check with both paths open asks
//! for two squares at once and thus leaves only the capture.

use super::tables::{self, ENEMY_HALF, KING, Line, NINJA};
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Kind, Mailbox, Square};
use arrayvec::ArrayVec;

/// The board of the game: 32 pieces a side, which a FEN may not exceed with those in hand.
pub(super) type Board = Mailbox<64>;

/// Two paths for every enemy piece.
type Lines = ArrayVec<Line, 64>;

/// Checks and pins against one king.
pub(super) struct Danger {
    /// Open lines to the king; a contact check is a line without squares.
    pub checks: Lines,
    /// Lines closed by a single piece, and that an own one.
    pub pins: Lines,
    /// Bit by slot: own pieces that stand alone on a line.
    pub pinned: u32,
}

impl Danger {
    /// No danger at all: what to give a generator that should not mind the king.
    pub(super) fn none() -> Danger {
        Danger { checks: Lines::new(), pins: Lines::new(), pinned: 0 }
    }

    /// Looks at every piece of the side not to move.
    #[inline(always)]
    pub(super) fn of(board: &Board, us: Color) -> Danger {
        let mut danger = Danger::none();
        let king = board.king(us);
        for number in board.numbers(!us) {
            let from = board.square_of(number);
            let reach = tables::reach(!us, board.kind_of(number), from, king);
            if reach.possible() {
                danger.add(board, us, king, from, reach.certain());
            }
        }
        danger
    }

    fn add(&mut self, board: &Board, us: Color, king: Square, from: Square, certain: bool) {
        let (line, other) = tables::lines(king, from);
        if certain {
            self.checks.push(line);
        } else if board.kind_at(from, !us) == NINJA {
            if hits_sideways(!us, from) {
                self.checks.push(line);
            }
        } else {
            self.add_line(board, us, line);
            if let Some(other) = other {
                self.add_line(board, us, other);
            }
        }
    }

    /// A check, a pin, or neither, according to what stands on the line.
    #[inline(always)]
    fn add_line(&mut self, board: &Board, us: Color, line: Line) {
        let mut blockers = line.squares().filter(|&square| !board.at(square).is_empty());
        let Some(first) = blockers.next() else {
            return self.checks.push(line);
        };
        let cell = board.at(first);
        if cell.is(us) && blockers.next().is_none() {
            self.pinned |= 1 << (Board::number(cell) & 31);
            self.pins.push(line);
        }
    }
}

/// A Ninja Pawn of `color` on `from` captures sideways.
#[inline(always)]
pub(super) fn hits_sideways(color: Color, from: Square) -> bool {
    tables::own_rank(color, from) >= ENEMY_HALF
}

/// Whether `by` attacks `square`; pieces on `ghost` do not stand in the way (a king that is about to leave it).
#[inline(always)]
pub(super) fn attacked(board: &Board, square: Square, by: Color, ghost: Square) -> bool {
    board.numbers(by).any(|number| hits(board, by, board.kind_of(number), board.square_of(number), square, ghost))
}

/// Whether one piece attacks `square`; pieces on `ghost` do not stand in the way.
#[inline(always)]
pub(super) fn hits(board: &Board, by: Color, kind: Kind, from: Square, square: Square, ghost: Square) -> bool {
    let reach = tables::reach(by, kind, from, square);
    reach.possible() && (reach.certain() || hits_over(board, by, kind, from, square, ghost))
}

/// Whether an attack that depends on more than the displacement exists.
#[inline(never)]
fn hits_over(board: &Board, by: Color, kind: Kind, from: Square, to: Square, ghost: Square) -> bool {
    if kind == NINJA {
        return hits_sideways(by, from);
    }
    let (line, other) = tables::lines(to, from);
    let is_open = |line: Line| line.squares().all(|square| board.at(square).is_empty() || square == ghost);
    is_open(line) || other.is_some_and(is_open)
}

/// Visits every square that a zigzag piece on `from` reaches, own pieces and walls at the ends of its rays included.
/// Its repeated steps are the odd (diagonal: `ODD` 1) or the even ones of [`step::ALL`].
#[inline(always)]
pub(super) fn zigzag<const ODD: usize>(board: &Board, from: Square, mut visit: impl FnMut(Square, Cell)) {
    for i in 0..4 {
        let stride = step::ALL[2 * i + ODD];
        let run = empty_run(board, from, stride);
        for bend in [step::ALL[(2 * i + ODD + 1) & 7], step::ALL[(2 * i + ODD + 7) & 7]] {
            bent_ray(board, from.step(bend), stride, run, &mut visit);
        }
    }
}

/// How many squares are empty from `from`, which does not count, in one direction.
#[inline(always)]
fn empty_run(board: &Board, from: Square, stride: Step) -> u32 {
    let mut run = 0;
    let mut next = from.step(stride);
    while board.at(next).is_empty() {
        run += 1;
        next = next.step(stride);
    }
    run
}

/// Visits the squares n strides from `start`, one bend from the piece, for n = 2 and more: they are open by the bend
/// first, while all of them so far are empty, or by the bend last, while n does not exceed the straight `run`.
#[inline(always)]
fn bent_ray(board: &Board, start: Square, stride: Step, run: u32, visit: &mut impl FnMut(Square, Cell)) {
    let mut to = start.step(stride);
    let mut bend_first = board.at(start).is_empty() && board.at(to).is_empty();
    let mut n = 2;
    while bend_first || n <= run {
        to = to.step(stride);
        let cell = board.at(to);
        visit(to, cell);
        bend_first &= cell.is_empty();
        n += 1;
    }
}

/// The squares of the pieces of `by` that attack `square`.
pub(super) fn attackers(board: &Board, square: Square, by: Color) -> Vec<Square> {
    let hits = |&(kind, from): &(Kind, Square)| {
        let reach = tables::reach(by, kind, from, square);
        reach.possible() && (reach.certain() || hits_over(board, by, kind, from, square, Square::NONE))
    };
    debug_assert!(board.kind_of(Board::first(by)) == KING);
    board.army(by).filter(hits).map(|piece| piece.1).collect()
}

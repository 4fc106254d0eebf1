//! Who holds a royal piece, and which move lets go of it.
//!
//! A move must leave the opposing royal attacked. That royal does not move meanwhile, so one pass over the
//! own pieces says everything: how many hold it, and which stand between it and a slider. Taking a piece
//! away from these leaves its *support*, the holds that last wherever it goes. Two of them on different
//! lines cannot be blocked by one piece; a single one can only if it is a slide, and then on few squares.

use super::EscapeRules;
use crate::table;
use crate::types::square::Step;
use crate::types::table::line_of;
use crate::types::{Color, Kind, Mailbox, Square};
use crate::variants::orthodox::lines::{Sight, is_open, sight};
use crate::variants::orthodox::reach::direction;

type Board = Mailbox<32>;

/// Line (the index in [`step::ALL`], times 16) and length by the difference of two squares.
static LINES: [u8; 256] = table!(256, |difference| match line_of(difference as Step) {
    Some((line, length)) => (line as u8) << 4 | length,
    None => NO_LINE,
});
/// The entry for squares that share no line.
const NO_LINE: u8 = 0x80;

/// The squares on which a mover breaks the hold that is left without it: part of a line, none, or all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Support {
    line: u8,
    length: u8,
}

impl Support {
    /// The hold lasts wherever the piece goes.
    pub(super) const FIRM: Support = Support { line: 0, length: 0 };
    /// There is no hold without the piece.
    pub(super) const NONE: Support = Support { line: 0, length: u8::MAX };

    /// The hold of one slider.
    #[inline(always)]
    fn slide(royal: Square, holder: Square) -> Support {
        let entry = LINES[holder.minus(royal) as usize];
        Support { line: entry & 0xF0, length: entry & 0x0F }
    }

    /// The hold of the piece in a slot; none in slot 0.
    #[inline(always)]
    fn of<R: EscapeRules>(board: &Board, by: Color, slot: usize, royal: Square) -> Support {
        let number = Board::first(by) + slot;
        let holder = board.square_of(number);
        match slot {
            0 => Support::NONE,
            _ if R::reach(by, board.kind_of(number), holder, royal).certain() => Support::FIRM,
            _ => Support::slide(royal, holder),
        }
    }

    /// Whether a piece that arrives on `square` is left without it.
    #[inline(always)]
    pub(super) fn fails_at(self, royal: Square, square: Square) -> bool {
        LINES[square.minus(royal) as usize] ^ self.line < self.length
    }
}

/// All attacks of one army on one royal piece.
pub(super) struct Holds {
    /// How many pieces attack it.
    pub(super) count: u32,
    royal: Square,
    /// Bit by slot: pieces that attack it, and pieces that alone stand between it and a slider of their army.
    holders: u32,
    screens: u32,
    /// Slot and hold of the last two holders, the last first.
    last: [(usize, Support); 2],
}

impl Holds {
    /// The attacks of `by` on `royal`.
    #[inline(always)]
    pub(super) fn of<R: EscapeRules>(board: &Board, by: Color, royal: Square) -> Holds {
        let (mut holders, mut screens) = (0, 0);
        let first = Board::first(by);
        for slot in 1..Board::ARMY {
            let from = board.square_of(first + slot);
            let reach = R::reach(by, board.kind_of(first + slot), from, royal);
            if reach.possible() {
                match if reach.certain() { Sight::Open } else { sight(board, royal, from, by) } {
                    Sight::Open => holders |= 1 << slot,
                    Sight::Screened(screen) => screens |= 1 << (Board::number(screen) & 15),
                    Sight::Closed => {}
                }
            }
        }
        let last = last_two(holders).map(|slot| (slot, Support::of::<R>(board, by, slot, royal)));
        Holds { count: holders.count_ones(), royal, holders, screens, last }
    }

    /// Bit by slot: the pieces whose support differs from that of the others.
    #[inline(always)]
    pub(super) fn special(&self) -> u32 {
        if self.count > 2 { 0 } else { self.holders | self.screens }
    }

    /// The support of the pieces that are not special.
    #[inline(always)]
    pub(super) fn common_support(&self) -> Support {
        if self.count > 1 { Support::FIRM } else { self.last[0].1 }
    }

    /// The support of the piece in `slot`, which stands on `from`.
    #[inline]
    pub(super) fn support_without(&self, board: &Board, slot: usize, from: Square) -> Support {
        let mut count = self.count;
        let mut support = self.last[0].1;
        if self.holders >> slot & 1 != 0 {
            count -= 1;
            if self.last[0].0 == slot {
                support = self.last[1].1;
            }
        }
        if self.screens >> slot & 1 != 0 {
            count += 1;
            support = Support::slide(self.royal, board.ray_end(from, direction(self.royal, from)));
        }
        match count {
            0 => Support::NONE,
            1 => support,
            _ => Support::FIRM,
        }
    }
}

/// The last two slots of a set, the last first; 0 for none.
#[inline(always)]
fn last_two(slots: u32) -> [usize; 2] {
    let last = slots.checked_ilog2().unwrap_or(0);
    let rest = slots & !(1 << last);
    [last as usize, rest.checked_ilog2().unwrap_or(0) as usize]
}

/// Whether a piece of `kind` would attack `royal` from `to`, coming from `from`.
#[inline(always)]
pub(super) fn attacks_from<R: EscapeRules>(
    board: &Board,
    color: Color,
    kind: Kind,
    from: Square,
    to: Square,
    royal: Square,
) -> bool {
    let reach = R::reach(color, kind, to, royal);
    reach.possible() && (reach.certain() || is_open(board, to, royal, from))
}

#[inline(always)]
pub(super) fn attacked<R: EscapeRules>(board: &Board, square: Square, by: Color) -> bool {
    let first = Board::first(by) + 1;
    (first..first + Board::ARMY - 1).any(|number| attacks::<R>(board, number, square, by))
}

/// Whether the piece with this number attacks a square.
#[inline(always)]
fn attacks<R: EscapeRules>(board: &Board, number: usize, square: Square, by: Color) -> bool {
    let from = board.square_of(number);
    let reach = R::reach(by, board.kind_of(number), from, square);
    reach.possible() && (reach.certain() || board.ray_end(square, direction(square, from)) == from)
}

/// The squares of the pieces that attack a square.
pub(super) fn attackers<R: EscapeRules>(board: &Board, square: Square, by: Color) -> Vec<Square> {
    let numbers = board.numbers(by).skip(1).filter(|&number| attacks::<R>(board, number, square, by));
    numbers.map(|number| board.square_of(number)).collect()
}

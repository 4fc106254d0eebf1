//! Who holds a royal piece, and which move lets go of it.
//!
//! A move must leave the opposing royal attacked. That royal does not move meanwhile, so one pass over the
//! own pieces says everything: how many hold it, and which stand between it and a slider. Taking a piece
//! away from these leaves its *support*, the holds that last wherever it goes. Two of them on different
//! lines cannot be blocked by one piece; a single one can only if it is a slide, and then on few squares.

use super::{Board, EscapeRules};
use crate::table;
use crate::types::square::Step;
use crate::types::table::line_of;
use crate::types::{Color, Kind, Square};
use crate::variants::orthodox::lines::{Sight, is_open, sight};
use crate::variants::orthodox::reach::direction;
use std::marker::PhantomData;

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

    /// Whether a piece that arrives on `square` is left without it.
    #[inline(always)]
    pub(super) fn fails_at(self, royal: Square, square: Square) -> bool {
        LINES[square.minus(royal) as usize] ^ self.line < self.length
    }
}

/// All attacks of one army on one royal piece.
pub(super) struct Holds<'a, R> {
    /// How many pieces attack it.
    pub(super) count: u32,
    board: &'a Board,
    by: Color,
    royal: Square,
    /// Bit by slot: pieces that attack it, and pieces that alone stand between it and a slider of their army.
    holders: u32,
    screens: u32,
    rules: PhantomData<R>,
}

impl<'a, R: EscapeRules> Holds<'a, R> {
    /// The attacks of `by` on `royal`.
    #[inline(always)]
    pub(super) fn of(board: &'a Board, by: Color, royal: Square) -> Self {
        let (mut holders, mut screens) = (0u32, 0);
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
        Holds { count: holders.count_ones(), board, by, royal, holders, screens, rules: PhantomData }
    }

    /// Bit by slot: the pieces whose support differs from that of the others.
    #[inline(always)]
    pub(super) fn special(&self) -> u32 {
        if self.count > 2 { 0 } else { self.holders | self.screens }
    }

    /// The support of the pieces that are not special.
    #[inline(always)]
    pub(super) fn common_support(&self) -> Support {
        self.support_of(self.holders)
    }

    /// The support of the piece in `slot`, which stands on `from`.
    #[inline]
    pub(super) fn support_without(&self, slot: usize, from: Square) -> Support {
        let rest = self.holders & !(1 << slot);
        if self.screens >> slot & 1 == 0 {
            return self.support_of(rest);
        }
        match rest {
            0 => Support::slide(self.royal, self.board.ray_end(from, direction(self.royal, from))),
            _ => Support::FIRM,
        }
    }

    /// The support that these of the holders give, bit by slot.
    #[inline(always)]
    fn support_of(&self, holders: u32) -> Support {
        if !holders.is_power_of_two() {
            return if holders == 0 { Support::NONE } else { Support::FIRM };
        }
        let number = Board::first(self.by) + holders.trailing_zeros() as usize;
        let from = self.board.square_of(number);
        let reach = R::reach(self.by, self.board.kind_of(number), from, self.royal);
        if reach.certain() { Support::FIRM } else { Support::slide(self.royal, from) }
    }
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

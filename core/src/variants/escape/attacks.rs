//! What the pieces of an army attack: other pieces, and the squares on and around the opposing royal.

use super::{Board, Escape, EscapeRules, HEAVY_SLIDER, KNIGHT, LIGHT_SLIDER, MIDDLE_SLIDER, PAWN, king_ring};
use crate::types::square::{Step, step};
use crate::types::{Cell, Color, Kind, Square};

/// The squares of a royal's ring that a pawn attacks, by colour and the difference of the royal's square from its own.
static PAWN_HITS: [[u16; 256]; 2] =
    [king_ring::leaper(&[step::NE, step::NW]), king_ring::leaper(&[step::SE, step::SW])];
/// The same for a knight.
static KNIGHT_HITS: [u16; 256] = king_ring::leaper(&step::KNIGHT);

/// The attacks of one army. Its royal does not attack.
pub(super) struct Attacks {
    /// The opposing royal.
    royal: Square,
    /// The pieces of both armies that are attacked, a bit for each number.
    pub(super) pieces: u32,
    /// Those that a piece of a lighter kind attacks.
    pub(super) by_lighter: u32,
    /// The squares of the royal's ring that are attacked.
    ring: u16,
    /// Those that are attacked twice or more.
    ring_twice: u16,
    /// The number of pieces that hold the royal.
    pub(super) holders: usize,
}

impl Attacks {
    /// The attacks of `color`.
    #[inline(always)]
    pub(super) fn of<R: EscapeRules>(position: &Escape<R>, color: Color) -> Attacks {
        let royal = position.royal(!color);
        let mut attacks = Attacks { royal, pieces: 0, by_lighter: 0, ring: 0, ring_twice: 0, holders: 0 };
        for (kind, from) in position.board.army(color) {
            let hits = attacks.add_piece(&position.board, color, kind, from, &R::SLIDES[color.index()]);
            attacks.ring_twice |= attacks.ring & hits;
            attacks.ring |= hits;
            attacks.holders += usize::from(hits & king_ring::CENTRE != 0);
        }
        attacks
    }

    /// How often a square beside the royal is attacked: not at all, once, or more often (2).
    #[inline(always)]
    pub(super) fn beside_royal(&self, square: Square) -> usize {
        let bit = king_ring::bit(self.royal, square);
        usize::from(bit & self.ring != 0) + usize::from(bit & self.ring_twice != 0)
    }

    /// Adds the pieces that a piece attacks and returns the squares of the ring that it attacks.
    #[inline(always)]
    fn add_piece(&mut self, board: &Board, color: Color, kind: Kind, from: Square, slides: &[&[Step]; 3]) -> u16 {
        let ahead = from.step(color.forward());
        match kind {
            PAWN => self.leap(board, kind, [ahead.step(step::E), ahead.step(step::W)], from, &PAWN_HITS[color.index()]),
            KNIGHT => self.leap(board, kind, step::KNIGHT.map(|leap| from.step(leap)), from, &KNIGHT_HITS),
            LIGHT_SLIDER => self.slide(board, kind, from, slides[0]),
            MIDDLE_SLIDER => self.slide(board, kind, from, slides[1]),
            HEAVY_SLIDER => self.slide(board, kind, from, slides[2]),
            _ => 0,
        }
    }

    #[inline(always)]
    fn leap<const N: usize>(
        &mut self,
        board: &Board,
        kind: Kind,
        squares: [Square; N],
        from: Square,
        hits: &[u16; 256],
    ) -> u16 {
        for square in squares {
            self.attack(board, kind, board.at(square));
        }
        hits[self.royal.minus(from) as usize]
    }

    /// The opposing royal does not block the square behind it, because it would still be attacked there.
    #[inline(always)]
    fn slide(&mut self, board: &Board, kind: Kind, from: Square, lines: &[Step]) -> u16 {
        let mut hits = 0;
        for &line in lines {
            let mut to = from.step(line);
            while board.at(to).is_empty() {
                hits |= king_ring::bit(self.royal, to);
                to = to.step(line);
            }
            hits |= king_ring::bit(self.royal, to);
            if to == self.royal {
                hits |= king_ring::bit(self.royal, to.step(line));
            }
            self.attack(board, kind, board.at(to));
        }
        hits
    }

    /// Notes the piece in a cell, if there is one, as attacked by a piece of `kind`.
    #[inline(always)]
    fn attack(&mut self, board: &Board, kind: Kind, cell: Cell) {
        if cell.is_piece() {
            let number = Board::number(cell) & (Board::ARMY * 2 - 1);
            self.pieces |= 1 << number;
            if board.kind(cell).number() > kind.number() {
                self.by_lighter |= 1 << number;
            }
        }
    }
}

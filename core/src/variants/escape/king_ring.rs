//! Sets of the nine squares on and around a king, one bit each.
//!
//! Bit 0 is the square to the south-west of the king, bit 8 the one to the north-east, row by row; [`CENTRE`] is the
//! king's own square. Which of them a leaper attacks depends only on the difference of the two squares: one lookup.

use crate::types::Square;
use crate::types::square::{Step, step};

/// The set of the king's own square.
pub const CENTRE: u16 = 1 << 4;

/// The set of one square by the difference of the king's square from it.
static BIT: [u16; 256] = leaper(&[0]);

/// The set of `square` alone; empty if it is neither the king's square nor adjacent to it.
#[inline(always)]
pub fn bit(king: Square, square: Square) -> u16 {
    BIT[king.minus(square) as usize]
}

/// The step from the king to the square of a bit.
pub const fn offset(bit: usize) -> Step {
    let row = [step::S, 0, step::N][bit / 3 % 3];
    row.wrapping_add([step::W, 0, step::E][bit % 3])
}

/// The squares that a leaper with these steps attacks, by the difference of the king's square from its own.
pub const fn leaper(steps: &[Step]) -> [u16; 256] {
    let mut table = [0; 256];
    let mut i = 0;
    while i < steps.len() {
        let mut bit = 0;
        while bit < 9 {
            table[steps[i].wrapping_sub(offset(bit)) as usize] |= 1 << bit;
            bit += 1;
        }
        i += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaper_table_agrees_with_its_steps() {
        let table = leaper(&step::KNIGHT);
        let king = Square::new(3, 3);
        for from in Square::all(8, 8) {
            let hits = step::KNIGHT.iter().fold(0, |hits, &step| hits | bit(king, from.step(step)));
            assert_eq!(table[king.minus(from) as usize], hits, "{from:?}");
        }
        assert_eq!(bit(king, king), CENTRE);
        assert_eq!(bit(king, Square::new(4, 4)), 1 << 8);
    }
}

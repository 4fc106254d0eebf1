//! The neighbourhood of a king: his square and the eight around it, as a set in nine bits.
//!
//! Bits go row by row from the south-west to the north-east, so that [`CENTRE`] is the king's own square. What a
//! leaper hits there depends on nothing but where it stands to the king: one lookup.

use crate::types::Square;
use crate::types::square::{Step, step};

/// The king's own square.
pub const CENTRE: u16 = 1 << 4;

/// The set of one square by its difference to the king's.
static BIT: [u16; 256] = bits();

/// The set of `square` alone; empty if it is not in the zone of `king`.
#[inline(always)]
pub fn bit(king: Square, square: Square) -> u16 {
    BIT[square.minus(king) as usize]
}

/// The step from a king to the square of a bit.
pub const fn offset(bit: usize) -> Step {
    let row = [step::S, 0, step::N][bit / 3 % 3];
    row.wrapping_add([step::W, 0, step::E][bit % 3])
}

/// What a leaper with these steps hits of a king's zone, by the difference of the king's square to its own.
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

const fn bits() -> [u16; 256] {
    let mut table = [0; 256];
    let mut bit = 0;
    while bit < 9 {
        table[offset(bit) as usize] = 1 << bit;
        bit += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leaper_hits_where_its_steps_lead() {
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

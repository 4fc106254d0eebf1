//! Tables computed at compile time.

use super::square::Step;

/// An array whose entries are a constant expression of their index: `std::array::from_fn` for constants.
///
/// ```text
/// static SQUARES: [usize; 256] = table!(256, |index| index * index);
/// ```
#[macro_export]
macro_rules! table {
    ($length:expr, |$index:ident| $entry:expr) => {{
        let $index: usize = 0;
        let mut table = [$entry; $length];
        let mut next = 1;
        while next < table.len() {
            let $index: usize = next;
            table[next] = $entry;
            next += 1;
        }
        table
    }};
}

/// Whether a step is one of these.
pub const fn contains(steps: &[Step], step: Step) -> bool {
    let mut index = 0;
    while index < steps.len() && steps[index] != step {
        index += 1;
    }
    index < steps.len()
}

/// The line along which a difference of two squares leads, as an index in [`step::ALL`](super::square::step::ALL), and
/// the number of steps, at most seven.
pub const fn line_of(difference: Step) -> Option<(usize, u8)> {
    let signed = difference as i8 as i16;
    let ranks = (signed + 8) >> 4;
    let files = signed - 16 * ranks;
    let line = match (files.signum(), ranks.signum()) {
        (0, 1) => 0,
        (1, 1) => 1,
        (1, 0) => 2,
        (1, -1) => 3,
        (0, -1) => 4,
        (-1, -1) => 5,
        (-1, 0) => 6,
        (-1, 1) => 7,
        _ => return None,
    };
    let (files, ranks) = (files.abs(), ranks.abs());
    let length = if files > ranks { files } else { ranks };
    let is_straight = files == 0 || ranks == 0 || files == ranks;
    if is_straight && length < 8 { Some((line, length as u8)) } else { None }
}

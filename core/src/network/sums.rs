//! The sums of the rows of all pieces, kept from one evaluation to the next.

use super::inference::{Block, Network};
use crate::types::{BoardView, Color, Kind, Square};
use arrayvec::ArrayVec;

/// The greatest number of pieces of an army.
const MOST_OF_ARMY: usize = 64;
/// This many places of an army's list are compared at once, as two numbers; most groups have not changed.
const GROUP: usize = 8;

/// The sums of biases and of the rows of all pieces on a board, as White and as Black sees it.
///
/// Other engines call them accumulators. Positions that a search evaluates one after the other differ in few pieces: only
/// the rows of these are subtracted and added.
#[derive(Clone, Debug)]
pub struct PieceSums {
    /// By army and by place in its list: the pieces that the sums have.
    kinds: [[Kind; MOST_OF_ARMY]; 2],
    squares: [[Square; MOST_OF_ARMY]; 2],
    views: [View; 2],
}

/// The sums as one player sees the board.
#[derive(Clone, Debug, Default)]
struct View {
    /// Whether the files are seen in reverse.
    is_mirrored: bool,
    /// By hidden block; empty before the first evaluation.
    sums: Vec<Block>,
}

/// A place of an army's list and what stood there before.
struct Change {
    color: Color,
    before: (Kind, Square),
    after: (Kind, Square),
}

impl Default for PieceSums {
    /// The sums of no position.
    fn default() -> Self {
        let (kinds, squares) = ([[Kind::NONE; MOST_OF_ARMY]; 2], [[Square::NONE; MOST_OF_ARMY]; 2]);
        PieceSums { kinds, squares, views: Default::default() }
    }
}

impl PieceSums {
    /// The sums as `color` sees the board, by hidden block.
    #[inline(always)]
    pub fn of(&self, color: Color) -> &[Block] {
        &self.views[color.index()].sums
    }

    /// Makes these the sums of a board, given by view whether the files are seen in reverse, and the feature of a piece by
    /// view, owner, kind and square. All calls have to be for the same game and network.
    #[inline(always)]
    pub fn update(
        &mut self,
        network: &Network,
        board: &impl BoardView,
        mirrored: [bool; 2],
        feature: impl Fn(Color, Color, Kind, Square) -> usize,
    ) {
        let mut changes = ArrayVec::<Change, { 2 * MOST_OF_ARMY }>::new();
        for color in Color::ALL {
            self.find_changes(board, color, &mut changes);
        }
        for (view, is_mirrored) in Color::ALL.into_iter().zip(mirrored) {
            let feature =
                |color, (kind, square): (Kind, Square)| (!kind.is_none()).then(|| feature(view, color, kind, square));
            let kept = &mut self.views[view.index()];
            if kept.sums.is_empty() || kept.is_mirrored != is_mirrored {
                kept.is_mirrored = is_mirrored;
                kept.sums.clone_from(&network.biases);
                for color in Color::ALL {
                    for piece in board.army(color) {
                        network.replace_row(&mut kept.sums, None, feature(color, piece));
                    }
                }
                continue;
            }
            for change in &changes {
                let [before, after] = [change.before, change.after].map(|piece| feature(change.color, piece));
                network.replace_row(&mut kept.sums, before, after);
            }
        }
    }

    /// Lists the places of an army that have changed, and keeps what stands there now.
    #[inline(always)]
    fn find_changes(
        &mut self,
        board: &impl BoardView,
        color: Color,
        changes: &mut ArrayVec<Change, { 2 * MOST_OF_ARMY }>,
    ) {
        let (kinds, squares) = board.lists(color);
        let (kinds, squares) = (kinds.as_chunks::<GROUP>().0, squares.as_chunks::<GROUP>().0);
        let old_kinds = self.kinds[color.index()].as_chunks_mut::<GROUP>().0;
        let old_squares = self.squares[color.index()].as_chunks_mut::<GROUP>().0;
        let old = old_kinds.iter_mut().zip(old_squares);
        let bits = |kinds: &[Kind; GROUP], squares: &[Square; GROUP]| {
            [kinds.map(Kind::number), squares.map(|square| square.0)].map(u64::from_ne_bytes)
        };
        for ((kinds, squares), (old_kinds, old_squares)) in kinds.iter().zip(squares).zip(old) {
            let differs = |place: usize| kinds[place] != old_kinds[place] || squares[place] != old_squares[place];
            if bits(kinds, squares) == bits(old_kinds, old_squares) {
                continue;
            }
            for place in (0..GROUP).filter(|&place| differs(place)) {
                let before = (old_kinds[place], old_squares[place]);
                let _ = changes.try_push(Change { color, before, after: (kinds[place], squares[place]) });
            }
            (*old_kinds, *old_squares) = (*kinds, *squares);
        }
    }
}

//! The static evaluation of a game.

use super::Features;
use crate::network::{Network, PieceSums};
use crate::table;
use crate::types::{BoardView, Color, Kind, Score, Square};

/// How good a position is, judged without searching.
pub trait Evaluate: Features {
    /// The worth of a piece by kind, in hundredths of a pawn; 0 for kind 0.
    const WORTH: &'static [Score; Kind::LIMIT] = &[100; Kind::LIMIT];

    /// The worth of a piece of a kind in hundredths of a pawn; 0 for kind 0.
    #[inline(always)]
    fn worth(&self, kind: Kind) -> Score {
        kind.of(Self::WORTH)
    }

    /// The static score from the view of the side to move: that of the network, unless the game knows better. `sums` are those of
    /// the position that this network evaluated last.
    #[inline]
    fn evaluate(&self, network: &Network, sums: &mut PieceSums) -> Score {
        self.by_network(network, sums)
    }

    /// The network's score from the view of the side to move. `sums` are those of the position that it evaluated last.
    #[inline(always)]
    fn by_network(&self, network: &Network, sums: &mut PieceSums) -> Score {
        let others = self.update_piece_sums(sums, network);
        network.evaluate_with(sums, &others, self.turn().color)
    }

    /// What every piece on the board is worth to its owner just there: the network's score with it minus that without it.
    fn piece_worths(&self, network: &Network) -> Vec<(Square, Score)> {
        let (active, side) = (self.active_features(), self.turn().color);
        let whole = network.evaluate(&active, side);
        let army = |color: Color| self.board().army(color).map(move |piece| (color, piece.1));
        // The features begin with the pieces in this order.
        let pieces = Color::ALL.into_iter().flat_map(army).enumerate();
        let worth = |(index, (color, square)): (usize, (Color, Square))| {
            let worth = whole - network.evaluate(&active.without(index), side);
            (square, if color == side { worth } else { -worth })
        };
        pieces.map(worth).collect()
    }
}

/// Worths by kind, given those from the first kind on.
pub const fn worths<const N: usize>(given: [Score; N]) -> [Score; Kind::LIMIT] {
    table!(Kind::LIMIT, |number| if number > 0 && number <= N { given[number - 1] } else { 0 })
}

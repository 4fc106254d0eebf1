//! The static evaluation of a game.

use super::Features;
use crate::network::{Embedded, Network, PieceSums};
use crate::table;
use crate::types::{BoardView, Color, Kind, Score, Square};

/// How good a position is, judged without searching.
pub trait Evaluate: Features {
    /// The game that the network was trained for. Games with the same rules share a network.
    const NETWORK_GAME: &'static str;
    /// The worth of a piece by kind, in hundredths of a pawn; 0 for kind 0.
    const WORTH: &'static [Score; Kind::LIMIT] = &[100; Kind::LIMIT];

    /// The network that is built in, if there is one.
    fn built_in_network() -> Option<&'static Embedded> {
        None
    }

    /// The worth of a piece of a kind in hundredths of a pawn; 0 for kind 0.
    #[inline(always)]
    fn worth(kind: Kind) -> Score {
        kind.of(Self::WORTH)
    }

    /// The score where the game knows an ending better than its network; otherwise that of the network. Both are from the
    /// view of the side to move.
    #[inline(always)]
    fn with_known_endings(&self, by_network: impl FnOnce() -> Score) -> Score {
        by_network()
    }

    /// The static score from the view of the side to move: that of the network; without one, the pieces on the board by
    /// their worth. `sums` are those of the position that this network evaluated last.
    #[inline]
    fn evaluate(&self, network: Option<&Network>, sums: &mut PieceSums) -> Score {
        let side = self.turn().color;
        self.with_known_endings(|| match network {
            Some(network) => {
                let others = self.update_piece_sums(sums, network);
                network.evaluate_with(sums, &others, side)
            }
            None => self.material(side) - self.material(!side),
        })
    }

    /// The worth of an army's pieces on the board.
    fn material(&self, color: Color) -> Score {
        self.board().army(color).map(|(kind, _)| Self::worth(kind)).sum()
    }

    /// What every piece on the board is worth to its owner just there: the network's score with it minus that without it.
    /// Without a network it is the worth of its kind.
    fn piece_worths(&self, network: Option<&Network>) -> Vec<(Square, Score)> {
        let Some(network) = network else {
            let armies = Color::ALL.into_iter().flat_map(|color| self.board().army(color));
            return armies.map(|(kind, square)| (square, Self::worth(kind))).collect();
        };
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

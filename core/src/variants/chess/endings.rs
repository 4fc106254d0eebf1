//! Mating a lone king. The network sees that the game is won, but not how a king is driven to the edge.

use super::Chess;
use crate::position::Evaluate;
use crate::types::{Color, Kind, Score, Square};
use crate::variants::orthodox::pieces::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK};

/// By the sum of the lone king's distances from the nearest edges.
const FROM_EDGES: [Score; 7] = [89, 73, 51, 25, 8, -7, -10];
/// By the distance of the kings.
const KINGS_APART: [Score; 8] = [0, 0, 41, 30, 20, 18, 14, 0];
/// With knight and bishop: by the lone king's distance from the nearest corner of the bishop's colour.
const FROM_RIGHT_CORNER: [Score; 8] = [160, 140, 115, 89, 63, 38, 19, 0];

impl Chess {
    /// The score for the side to move where an army can mate a lone king.
    #[inline(always)]
    pub(super) fn mating_score(&self) -> Option<Score> {
        let is_lone = |&color: &Color| self.board.of_kinds(color, PAWN, QUEEN).next().is_none();
        let lone = Color::ALL.into_iter().find(is_lone)?;
        let score = self.against_lone_king(!lone)?;
        Some(if self.state.side == lone { -score } else { score })
    }

    /// The score of an army against a lone king; `None` if its pieces are too few to mate him, pawns left aside. Two knights are
    /// too few only without a pawn, whose moves keep the lone king from stalemate.
    #[cold]
    fn against_lone_king(&self, strong: Color) -> Option<Score> {
        let count = |kind: Kind| self.board.of_kind(strong, kind).count();
        let (own, lone) = (self.board.king(strong), self.board.king(!strong));
        let corner = match (count(KNIGHT), count(BISHOP), count(ROOK) + count(QUEEN)) {
            (0 | 1, 0, 0) | (0, 1, 0) => return None,
            (2, 0, 0) if count(PAWN) == 0 => return Some(0),
            (1, 1, 0) => FROM_RIGHT_CORNER[usize::from(self.right_corner_distance(strong))],
            _ => 0,
        };
        let worth: Score = self.board.army(strong).map(|(kind, _)| self.worth(kind)).sum();
        let from_edge = |coordinate: u8| usize::from(coordinate.min(7 - coordinate));
        let edges = FROM_EDGES[from_edge(lone.file()) + from_edge(lone.rank())];
        Some(worth + edges + KINGS_APART[usize::from(own.distance(lone))] + corner)
    }

    /// The distance of the lone king from the nearest corner of the colour of the strong side's bishop.
    fn right_corner_distance(&self, strong: Color) -> u8 {
        let is_dark = |square: Square| (square.file() + square.rank()).is_multiple_of(2);
        let bishop = self.board.of_kind(strong, BISHOP).next().map(|number| is_dark(self.board.square_of(number)));
        let corners = [(0, 0), (7, 7), (7, 0), (0, 7)].map(|(file, rank)| Square::new(file, rank));
        let right = corners.into_iter().filter(|&corner| Some(is_dark(corner)) == bishop);
        right.map(|corner| corner.distance(self.board.king(!strong))).min().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Text;

    fn score(fen: &str) -> Option<Score> {
        Chess::from_fen(fen).unwrap().mating_score()
    }

    #[test]
    fn what_cannot_mate_is_left_to_the_network() {
        for fen in
            ["7k/8/8/8/8/7P/4K3/3B4 w - - 0 1", "4k3/8/8/8/3b4/8/8/R3K3 w - - 0 1", "4k3/8/8/8/8/8/P7/4K3 b - - 0 1"]
        {
            assert_eq!(score(fen), None, "{fen}");
        }
    }

    #[test]
    fn two_knights_draw() {
        assert_eq!(score("7k/8/8/8/8/8/4K3/2N1N3 w - - 0 1"), Some(0));
    }

    #[test]
    fn a_lone_king_is_driven_to_the_edge_and_the_right_corner() {
        let centre = score("8/8/8/3k4/8/8/4K3/R7 w - - 0 1");
        let edge = score("3k4/8/3K4/8/8/8/8/R7 w - - 0 1");
        assert!(Some(400) < centre && centre < edge);
        assert_eq!(score("3k4/8/3K4/8/8/8/8/R7 b - - 0 1"), edge.map(|score| -score));
        let wrong_corner = score("k7/8/2K5/2N5/3B4/8/8/8 w - - 0 1");
        let right_corner = score("7k/8/5K2/5N2/8/4B3/8/8 w - - 0 1");
        assert!(wrong_corner.is_some() && wrong_corner < right_corner);
    }
}

//! Known endings: mating a lone king, and advantages that rarely win. The network is not asked for the former, and its
//! score is scaled down in the latter.

use super::Chess;
use super::square_set::SquareSet;
use crate::types::{Color, Kind, Score, Square};
use crate::variants::orthodox::pieces::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK};

/// The share of the score that counts, out of 64.
mod share {
    pub const WHOLE: i32 = 64;
    /// The stronger side cannot win by force.
    pub const DRAWN: i32 = 0;
    /// About a minor piece more, without pawns.
    pub const PAWNLESS: i32 = 6;
    /// The same with more than a minor piece on the weaker side.
    pub const PAWNLESS_MAJOR: i32 = 14;
    /// Bishops of opposite colours and pawns only.
    pub const OPPOSITE_BISHOPS: i32 = 32;
    /// Bishops of opposite colours with other pieces.
    pub const OPPOSITE_BISHOPS_AND_MORE: i32 = 52;
    /// Rook and pawn against rook.
    pub const ROOK_PAWN: i32 = 44;
    /// The same with the defending king in front of the pawn.
    pub const ROOK_PAWN_STOPPED: i32 = 16;
    /// Rooks and pawns on both sides, at most one pawn more on the stronger side.
    pub const ROOKS: i32 = 52;
}

/// Against a lone king: by the sum of its distances from the nearest edges.
const FROM_EDGES: [Score; 7] = [89, 73, 51, 25, 8, -7, -10];
/// Against a lone king: by the distance of the kings.
const KINGS_APART: [Score; 8] = [0, 0, 41, 30, 20, 18, 14, 0];
/// Against a lone king, with knight and bishop: by its distance from the nearest corner of the bishop's colour.
const FROM_RIGHT_CORNER: [Score; 8] = [160, 140, 115, 89, 63, 38, 19, 0];

/// Both armies together have at most this many pieces other than kings and pawns in a known ending, each counted as in
/// [`Force::weight`].
const MOST_WEIGHT: i32 = 10;

/// The pieces of one army.
#[derive(Clone, Copy, Default)]
struct Force {
    pawns: i32,
    knights: i32,
    bishops: i32,
    rooks: i32,
    queens: i32,
}

impl Force {
    #[inline(always)]
    fn of(position: &Chess, color: Color) -> Force {
        let of = |kind| position.board.of_kind(color, kind).count() as i32;
        Force { pawns: of(PAWN), knights: of(KNIGHT), bishops: of(BISHOP), rooks: of(ROOK), queens: of(QUEEN) }
    }

    /// The number of pieces, a rook counted twice and a queen four times.
    #[inline(always)]
    fn weight(self) -> i32 {
        self.knights + self.bishops + 2 * self.rooks + 4 * self.queens
    }

    /// Returns the material other than pawns, in hundredths of a pawn.
    #[inline(always)]
    fn pieces(self) -> Score {
        self.knights * 320 + self.bishops * 330 + self.rooks * 500 + self.queens * 950
    }

    /// Returns the material including pawns, in hundredths of a pawn.
    #[inline(always)]
    fn total(self) -> Score {
        self.pieces() + self.pawns * 100
    }

    /// Returns whether the army has exactly these pieces, with any number of pawns.
    #[inline(always)]
    fn is(self, knights: i32, bishops: i32, rooks: i32, queens: i32) -> bool {
        (self.knights, self.bishops, self.rooks, self.queens) == (knights, bishops, rooks, queens)
    }
}

impl Chess {
    /// The score that replaces that of the network, both from the view of the side to move.
    #[inline(always)]
    pub(super) fn known_ending(&self, by_network: impl FnOnce() -> Score) -> Score {
        let [white, black] = Color::ALL.map(|color| Force::of(self, color));
        if white.weight() + black.weight() > MOST_WEIGHT {
            return by_network();
        }
        self.ending(white, black, by_network)
    }

    #[inline(never)]
    fn ending(&self, white: Force, black: Force, by_network: impl FnOnce() -> Score) -> Score {
        let (strong, stronger, weaker) = match white.total() >= black.total() {
            true => (Color::White, white, black),
            false => (Color::Black, black, white),
        };
        match self.share(strong, stronger, weaker) {
            share::DRAWN => 0,
            _ if weaker.total() == 0 && stronger.pieces() >= 500 => {
                let score = self.against_lone_king(strong, stronger);
                if self.state.side == strong { score } else { -score }
            }
            share => by_network() * share / share::WHOLE,
        }
    }

    /// The score for mating a lone king, from the view of the stronger side.
    fn against_lone_king(&self, strong: Color, force: Force) -> Score {
        let (own, lone) = (self.board.king(strong), self.board.king(!strong));
        let from_edge = |coordinate: u8| usize::from(coordinate.min(7 - coordinate));
        let mut score = force.total();
        score += FROM_EDGES[from_edge(lone.file()) + from_edge(lone.rank())];
        score += KINGS_APART[usize::from(own.distance(lone))];
        if force.is(1, 1, 0, 0) {
            let is_dark = self.of_kind(strong, BISHOP).meets(SquareSet::DARK);
            let corners = if is_dark { [(0, 0), (7, 7)] } else { [(7, 0), (0, 7)] };
            let [one, other] = corners.map(|(file, rank)| Square::new(file, rank).distance(lone));
            score += FROM_RIGHT_CORNER[usize::from(one.min(other))];
        }
        score
    }

    fn of_kind(&self, color: Color, kind: Kind) -> SquareSet {
        let squares = self.board.of_kind(color, kind).map(|number| SquareSet::of(self.board.square_of(number)));
        squares.fold(SquareSet::EMPTY, |all, square| all | square)
    }

    /// Returns the share of the score that counts.
    fn share(&self, strong: Color, stronger: Force, weaker: Force) -> i32 {
        if stronger.pawns == 0 {
            return pawnless(stronger, weaker);
        }
        if weaker.total() == 0 && self.is_wrong_corner(strong, stronger) {
            return share::DRAWN;
        }
        if stronger.bishops == 1 && weaker.bishops == 1 {
            return self.opposite_bishops(stronger, weaker);
        }
        self.rook_ending(strong, stronger, weaker)
    }

    /// Returns whether the stronger side has only bishops that cannot attack the promotion square of its pawns, which
    /// are all in one edge file, and the defending king is on or next to that square.
    fn is_wrong_corner(&self, strong: Color, force: Force) -> bool {
        let pawns = self.of_kind(strong, PAWN);
        let edge = [0, 7].into_iter().find(|&file| pawns & !SquareSet::file(file) == SquareSet::EMPTY);
        let Some(file) = edge.filter(|_| force.knights + force.rooks + force.queens == 0) else { return false };
        let corner = Square::new(file as u8, strong.choose(7, 0));
        let is_dark = SquareSet::DARK.meets(SquareSet::of(corner));
        let shade = if is_dark { SquareSet::DARK } else { !SquareSet::DARK };
        !self.of_kind(strong, BISHOP).meets(shade) && self.board.king(!strong).distance(corner) <= 1
    }

    fn opposite_bishops(&self, stronger: Force, weaker: Force) -> i32 {
        let [white, black] = Color::ALL.map(|color| self.of_kind(color, BISHOP).meets(SquareSet::DARK));
        let alone = stronger.is(0, 1, 0, 0) && weaker.is(0, 1, 0, 0);
        match (white != black, alone) {
            (true, true) => share::OPPOSITE_BISHOPS,
            (true, false) => share::OPPOSITE_BISHOPS_AND_MORE,
            (false, _) => share::WHOLE,
        }
    }

    /// Returns the share for rook endings with at most one pawn more.
    fn rook_ending(&self, strong: Color, stronger: Force, weaker: Force) -> i32 {
        if !(stronger.is(0, 0, 1, 0) && weaker.is(0, 0, 1, 0) && stronger.pawns <= weaker.pawns + 1) {
            return share::WHOLE;
        }
        if stronger.pawns != 1 {
            return share::ROOKS;
        }
        let pawn = self.of_kind(strong, PAWN).seen_by(strong);
        let way = (pawn | pawn.beside()).up().and_above();
        let king = SquareSet::of(self.board.king(!strong)).seen_by(strong);
        if way.meets(king) { share::ROOK_PAWN_STOPPED } else { share::ROOK_PAWN }
    }
}

/// Returns the share for a stronger side without pawns.
fn pawnless(stronger: Force, weaker: Force) -> i32 {
    let is_knights = stronger.is(2, 0, 0, 0) && weaker.total() == 0;
    match stronger.pieces() - weaker.pieces() {
        _ if is_knights => share::DRAWN,
        more if more > 340 => share::WHOLE,
        _ if stronger.pieces() < 500 => share::DRAWN,
        _ if weaker.pieces() <= 330 => share::PAWNLESS,
        _ => share::PAWNLESS_MAJOR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::PieceSums;
    use crate::position::{Evaluate, Text};

    /// The score if the network finds a pawn's worth for the side to move.
    fn score(fen: &str) -> Score {
        Chess::from_fen(fen).unwrap().known_ending(|| 100)
    }

    #[test]
    fn drawn_endings_score_zero() {
        let wrong_bishop = "7k/8/8/8/8/7P/4K3/3B4 w - - 0 1";
        for fen in [wrong_bishop, "k7/8/8/8/P7/8/4K3/8 w - - 0 1", "7k/8/8/8/8/8/4K3/2N1N3 w - - 0 1"] {
            assert_eq!(score(fen), 0, "{fen}");
        }
        assert_eq!(score("7k/8/8/8/8/7P/4K3/2B5 w - - 0 1"), 100);
    }

    #[test]
    fn minor_piece_up_without_pawns_scores_little() {
        for minor in ["b", "n"] {
            let rook_against_minor = score(&format!("4k3/8/8/8/3{minor}4/8/8/R3K3 w - - 0 1"));
            assert!((0..20).contains(&rook_against_minor), "{minor}: {rook_against_minor}");
        }
        assert_eq!(score("4k3/8/8/8/3b4/8/1P6/R3K3 w - - 0 1"), 100);
    }

    #[test]
    fn the_network_is_not_asked_how_to_mate_a_lone_king() {
        let wrong_corner = "k7/8/2K5/2N5/3B4/8/8/8 w - - 0 1";
        let right_corner = "7k/8/5K2/5N2/8/4B3/8/8 w - - 0 1";
        for fen in [wrong_corner, right_corner, "7k/8/8/8/8/8/4K3/R7 b - - 0 1"] {
            let position = Chess::from_fen(fen).unwrap();
            let evaluation = position.evaluate(&super::super::VARIANT.network(), &mut PieceSums::default());
            assert_eq!(position.known_ending(|| unreachable!()), evaluation, "{fen}");
        }
        assert!(score(wrong_corner) < score(right_corner));
    }
}

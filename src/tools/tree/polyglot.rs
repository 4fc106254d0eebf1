//! Books of chess in Polyglot's format: sixteen bytes for each move of a position, sorted by the position's key.
//!
//! The key is the exclusive or of numbers that the format lists (`polyglot.txt`): for each piece on its square, each right to castle,
//! the file of a pawn that may be captured in passing by a pawn beside it, and White to move.

use super::grow::{Branch, Node, Tree};
use crate::game::Game;
use crate::position::Notation;
use crate::position::view::Layout;
use crate::types::{Color, Square};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The game that has such books.
pub(super) const GAME: &str = "chess";

/// The numbers of the format.
static NUMBERS: LazyLock<Vec<u64>> = LazyLock::new(|| {
    include_str!("polyglot.txt").lines().filter_map(|line| u64::from_str_radix(line, 16).ok()).collect()
});
/// Where the numbers of castling rights, of files and of the turn begin.
const CASTLING: usize = 768;
const PASSING: usize = 772;
const TURN: usize = 780;

/// The weight of a move that is always played.
const GREATEST: f64 = 65_535.0;

/// The book: the moves of the positions that were looked at, weighted by how often they are played. Of positions with the same key the
/// one counts that is reached most.
pub(super) fn book(tree: &Tree) -> Vec<u8> {
    let mut best: BTreeMap<u64, &Node> = BTreeMap::new();
    for node in tree.nodes.iter().filter(|node| !node.moves.is_empty()) {
        let known = best.entry(key(&*node.game)).or_insert(node);
        if node.share > known.share {
            *known = node;
        }
    }
    let bytes = best.into_iter().flat_map(|(key, node)| {
        let entry = move |(number, weight): (u16, u16)| {
            key.to_be_bytes().into_iter().chain(number.to_be_bytes()).chain(weight.to_be_bytes()).chain([0; 4])
        };
        entries(node).into_iter().flat_map(entry).collect::<Vec<_>>()
    });
    bytes.collect()
}

/// Whether the format can say who may castle: only from the squares of orthodox chess.
pub(super) fn has_usual_rights(game: &dyn Game) -> bool {
    game.fen().split(' ').nth(2).is_some_and(|rights| rights.chars().all(|right| "KQkq-".contains(right)))
}

/// The numbers and weights of a position's moves, the best first.
fn entries(node: &Node) -> Vec<(u16, u16)> {
    let texts = node.game.move_texts(Notation::Standard);
    let castlings: Vec<(u64, (Square, Square))> = node
        .game
        .legal_bits()
        .into_iter()
        .zip(node.game.shapes())
        .filter_map(|(bits, shape)| Some((bits, (*shape.path.first()?, shape.castling?.0))))
        .collect();
    let entry = |branch: &Branch| {
        let weight = (GREATEST * branch.share).round() as u16;
        let castling = castlings.iter().find(|(bits, _)| *bits == branch.bits).map(|(_, squares)| *squares);
        let number =
            castling.map_or_else(|| number(texts.get(&branch.bits)?), |(king, rook)| Some(of_squares(king, rook)))?;
        (weight > 0).then_some((number, weight))
    };
    node.moves.iter().filter_map(entry).collect()
}

fn of_squares(from: Square, to: Square) -> u16 {
    let of = |square: Square| u16::from(square.file()) | u16::from(square.rank()) << 3;
    of(to) | of(from) << 6
}

/// The number of a move that is not castling, from its text: `e2e4`, `e7e8q`.
fn number(text: &str) -> Option<u16> {
    let (from, rest) = Square::read(text)?;
    let (to, rest) = Square::read(rest)?;
    let becomes = rest.chars().next().and_then(|letter| " nbrq".find(letter)).unwrap_or(0);
    Some(of_squares(from, to) | (becomes as u16) << 12)
}

/// The key of a position of chess.
fn key(game: &dyn Game) -> u64 {
    let (view, fen) = (game.view(), game.fen());
    let Some(layout) = view.boards.first() else { return 0 };
    let fields: Vec<&str> = fen.split(' ').collect();
    let field = |at: usize| fields.get(at).copied().unwrap_or("-");
    let pieces = layout.pieces.iter().filter_map(|piece| {
        let kind = "pPnNbBrRqQkK".find(piece.letter)?;
        Some(64 * kind + 8 * usize::from(piece.square.rank()) + usize::from(piece.square.file()))
    });
    let rights =
        "KQkq".chars().enumerate().filter(|(_, right)| field(2).contains(*right)).map(|(place, _)| CASTLING + place);
    let turn = game.turn().color;
    let passing = Square::parse(field(3)).filter(|&square| is_beside(layout, square, turn));
    let passing = passing.map(|square| PASSING + usize::from(square.file()));
    let white = (turn == Color::White).then_some(TURN);
    pieces
        .chain(rights)
        .chain(passing)
        .chain(white)
        .filter_map(|place| NUMBERS.get(place))
        .fold(0, |key, number| key ^ number)
}

/// Whether a pawn of the side to move stands beside the pawn that has passed this square.
fn is_beside(layout: &Layout, passed: Square, turn: Color) -> bool {
    let (pawn, rank) = turn.choose(('P', passed.rank().wrapping_sub(1)), ('p', passed.rank() + 1));
    let is_near = |square: Square| square.rank() == rank && square.file().abs_diff(passed.file()) == 1;
    layout.pieces.iter().any(|piece| piece.letter == pawn && is_near(piece.square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants;

    /// The keys that the description of the format gives.
    const KEYS: [(&str, u64); 9] = [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ];

    #[test]
    fn keys_are_those_of_the_format() {
        assert_eq!(NUMBERS.len(), TURN + 1);
        for (moves, wanted) in KEYS {
            let mut game = variants::find(GAME).unwrap().new_game();
            moves.split_whitespace().for_each(|text| drop(game.play(text).unwrap()));
            assert_eq!(key(&*game), wanted, "{moves}");
        }
    }

    #[test]
    fn promotions_have_their_own_bits() {
        assert_eq!(number("e7e8q"), Some(0b100_110_100_111_100));
        assert_eq!(number("e2e4"), Some(0b001_100_011_100));
    }
}

//! Static exchange evaluation: what captures on one square come to, if both sides go on only while it pays.

use super::{Board, Chess};
use crate::position::{Evaluate, SearchHints};
use crate::types::square::step;
use crate::types::{Color, Kind, Move, Score, Square};
use crate::variants::exchange::ROYAL;
use crate::variants::orthodox::attacks::attacked;
use crate::variants::orthodox::castling::CastlingSide;
use crate::variants::orthodox::pieces::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::variants::orthodox::reach::reach;

#[inline(always)]
fn value(kind: Kind) -> Score {
    if kind == KING { ROYAL } else { kind.of(Chess::WORTH) }
}

/// Whether the exchange that `mv` begins wins at least `threshold`. Pins are not seen.
pub(super) fn wins(position: &Chess, mv: Move, threshold: Score) -> bool {
    if CastlingSide::of(mv.flag()).is_some() {
        return threshold <= 0;
    }
    let board = &position.board;
    let mut balance = position.gain(mv) - threshold;
    if balance < 0 {
        return false;
    }
    let standing = if mv.promotion().is_none() { board.kind_on(mv.from()) } else { mv.promotion() };
    balance -= value(standing);
    // Even if the piece is lost for nothing.
    if balance >= 0 {
        return true;
    }
    // Most exchanges end here: nobody captures.
    let them = !position.state.side;
    !attacked(board, mv.to(), them, mv.from()) || Exchange::on(board, mv).goes_on(them, balance)
}

/// The pieces around a square that an exchange is fought over.
struct Exchange<'a> {
    board: &'a Board,
    target: Square,
    /// Left its square already.
    gone: Square,
    /// The next piece on each of the eight lines to the target; a wall when there is none.
    lines: [Square; 8],
    /// Squares of knights that reach the target, per army, and how many.
    knights: [u8; 2],
}

impl<'a> Exchange<'a> {
    #[inline(always)]
    fn on(board: &'a Board, mv: Move) -> Exchange<'a> {
        let (target, gone) = (mv.to(), mv.from());
        let mut exchange = Exchange { board, target, gone, lines: [target; 8], knights: [0; 2] };
        for line in 0..8 {
            exchange.advance(line);
        }
        for step in step::KNIGHT {
            let square = target.step(step);
            let cell = board.at(square);
            if let Some(color) = cell.color()
                && square != gone
            {
                exchange.knights[color.index()] += (board.kind(cell) == KNIGHT) as u8;
            }
        }
        exchange
    }

    /// Looks behind the piece that stands next on a line.
    #[inline(always)]
    fn advance(&mut self, line: usize) {
        let mut square = self.lines[line];
        loop {
            square = square.step(step::ALL[line]);
            let cell = self.board.at(square);
            if !cell.is_empty() && square != self.gone {
                break;
            }
        }
        self.lines[line] = square;
    }

    /// The least valuable piece of `color` that can capture: its kind and line (8 for a knight).
    #[inline(always)]
    fn least(&self, color: Color) -> Option<(Kind, usize)> {
        let mut best = if self.knights[color.index()] > 0 { Some((KNIGHT, 8)) } else { None };
        for (line, &square) in self.lines.iter().enumerate() {
            let cell = self.board.at(square);
            if cell.is(color) {
                let kind = self.board.kind(cell);
                if best.is_none_or(|(least, _)| kind < least) && self.reaches(color, kind, square, line) {
                    best = Some((kind, line));
                }
            }
        }
        best
    }

    /// Whether a piece that stands next on a line moves along it.
    #[inline(always)]
    fn reaches(&self, color: Color, kind: Kind, square: Square, line: usize) -> bool {
        match kind {
            QUEEN => true,
            ROOK => line.is_multiple_of(2),
            BISHOP => !line.is_multiple_of(2),
            PAWN | KING => reach(color, kind, square, self.target).certain(),
            _ => false,
        }
    }

    /// Whether the side that moved first still has its threshold at the end; it will lose what stands on the target
    /// and is `balance`, below zero, from its aim once that is taken.
    fn goes_on(mut self, mut side: Color, mut balance: Score) -> bool {
        let first = !side;
        while let Some((kind, line)) = self.least(side) {
            // The king does not step into an attack.
            if kind == KING && self.least(!side).is_some() {
                break;
            }
            match line {
                8 => self.knights[side.index()] -= 1,
                _ => self.advance(line),
            }
            side = !side;
            balance = -balance - 1 - value(kind);
            // Even if this piece is lost for nothing.
            if balance >= 0 {
                break;
            }
        }
        // The side to move cannot capture or does not need to: it has lost the exchange.
        side != first
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Text;

    /// The most that the exchange wins, found by asking.
    fn exchange(fen: &str, text: &str) -> Score {
        let position = Chess::from_fen(fen).unwrap();
        let mv = position.find_move(text).unwrap();
        (-1100..=1100).rev().find(|&threshold| wins(&position, mv, threshold)).unwrap()
    }

    #[test]
    fn exchanges_are_worth_what_they_win() {
        let [pawn, knight, bishop, rook, queen] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN].map(value);
        for (fen, text, worth) in [
            ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", pawn),
            ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", pawn - knight),
            ("4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", "e4d5", rook),
            ("3rk3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", "e4d5", rook - pawn),
            ("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", pawn),
            ("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", pawn - queen),
            ("4k3/8/4p3/3p4/8/8/3R4/3QK3 w - - 0 1", "d2d5", pawn - rook + pawn),
            ("8/3k4/8/3b4/8/8/3R4/3RK3 w - - 0 1", "d2d5", bishop),
            ("8/8/3k4/3b4/8/8/3R4/4K3 w - - 0 1", "d2d5", bishop - rook),
            ("4k3/8/8/2p5/8/8/8/R3K3 w Q - 0 1", "e1c1", 0),
            ("4k3/8/8/2p5/8/4N3/8/4K3 w - - 0 1", "e3d5", 0),
            ("4k3/8/8/4p3/8/4N3/3R4/4K3 w - - 0 1", "d2d4", -rook),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", queen - pawn),
        ] {
            assert_eq!(exchange(fen, text), worth, "{fen} {text}");
        }
    }
}

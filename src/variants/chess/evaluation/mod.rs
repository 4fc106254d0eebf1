//! The evaluation of chess: tapered material, piece-square tables, mobility, and the terms of these files:
//!
//! ```text
//! pawns        pawn structure, passed pawns, space
//! king_safety  pawn shelter, pawn storm, danger to the king
//! threats      attacked and hanging pieces
//! endings      mating a lone king, endings that are hard to win
//! piece_square indices into piece-square tables
//! square_set   sets of squares
//! ```
//!
//! The squares that a piece attacks are found on the mailbox once and stored as sets. Terms that depend on the attacks
//! of both armies are computed after that.

mod endings;
mod king_safety;
mod pawns;
mod piece_square;
mod square_set;
mod threats;

use super::Chess;
use super::features::NETWORK;
use crate::eval::{Ledger, Weights};
use crate::network::Embedded;
use crate::position::Evaluate;
use crate::types::score::WinModel;
use crate::types::square::step;
use crate::types::{Color, Kind, Score, Square};
use crate::variants::orthodox::castling::CastlingSide;
use crate::variants::orthodox::pieces::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::weights;
use square_set::SquareSet;

weights! {
    pub(super) WEIGHTS in "src/variants/chess/weights.txt" ("../weights.txt"), full phase 24;
    /// The right to move.
    TEMPO "tempo" 1;
    /// Piece values by kind: none, pawn, knight, bishop, rook, queen, king.
    MATERIAL "material" KINDS;
    /// Piece-square tables by kind, from the own first rank to the last.
    SQUARES "squares" KINDS * 64, row 8;
    /// Knight mobility: by the number of reachable squares not attacked by enemy pawns.
    KNIGHT_MOBILITY "knight-mobility" 9;
    /// Bishop mobility, counted likewise.
    BISHOP_MOBILITY "bishop-mobility" 14;
    /// Rook mobility, counted likewise.
    ROOK_MOBILITY "rook-mobility" 15;
    /// Queen mobility, counted likewise.
    QUEEN_MOBILITY "queen-mobility" 28;
    /// Each knight, by the number of own pawns.
    KNIGHT_PAWNS "knight-pawns" 9;
    /// Each rook, by the number of own pawns.
    ROOK_PAWNS "rook-pawns" 9;
    /// The bishop pair.
    BISHOP_PAIR "bishop-pair" 1;
    /// Each bishop, by the number of own pawns on squares of its colour.
    BAD_BISHOP "bad-bishop" 9;
    /// A knight or bishop on an outpost, which enemy pawns can never attack: knight, knight defended by a pawn, bishop,
    /// bishop defended by a pawn.
    OUTPOST "outpost" 4;
    /// A knight or bishop with a pawn of either side directly in front of it.
    BEHIND_PAWN "behind-pawn" 1;
    /// A rook on an open file; on a half-open file.
    ROOK_FILE "rook-file" 2;
    /// A rook on the seventh rank, with the enemy king on the eighth or enemy pawns on the seventh.
    ROOK_SEVENTH "rook-seventh" 1;
    /// A rook trapped by its own king that may still castle; by one that may not.
    ROOK_TRAPPED "rook-trapped" 2;
    /// A doubled pawn: one with an own pawn behind it in its file.
    DOUBLED "doubled" 1;
    /// An isolated pawn with an enemy pawn ahead of it in its file; without one.
    ISOLATED "isolated" 2;
    /// A backward pawn, whose next square an enemy pawn attacks: with an enemy pawn ahead of it in its file; without
    /// one.
    BACKWARD "backward" 2;
    /// A connected pawn by rank: with a pawn beside it, defended by a pawn, and both.
    CONNECTED "connected" 24, row 8;
    /// A candidate passed pawn by rank: one with at least as many supporting pawns as there are enemy pawns that guard
    /// its path.
    CANDIDATE "candidate" 8;
    /// A passed pawn by rank.
    PASSED "passed" 8;
    /// A passed pawn by rank, if its next square is occupied.
    PASSED_BLOCKED "passed-blocked" 8;
    /// A passed pawn by rank, if its next square is empty and not attacked, but its path is not clear.
    PASSED_SAFE "passed-safe" 8;
    /// A passed pawn by rank, if its whole path is empty and not attacked.
    PASSED_CLEAR "passed-clear" 8;
    /// A passed pawn by rank that is guarded by a pawn.
    PASSED_GUARDED "passed-guarded" 8;
    /// A passed pawn on the fourth rank to the seventh, by the own king's distance from its next square.
    PASSED_OWN_KING "passed-own-king" 32, row 8;
    /// A passed pawn on the fourth rank to the seventh, by the enemy king's distance from its next square.
    PASSED_ENEMY_KING "passed-enemy-king" 32, row 8;
    /// A passed pawn with an own rook behind it in its file; with an enemy rook.
    PASSED_ROOK "passed-rook" 2;
    /// A passed pawn that an enemy without pieces cannot catch.
    UNSTOPPABLE "unstoppable" 1;
    /// The king's distance from the nearest pawn of either side.
    KING_PAWN "king-pawn" 8;
    /// Pawn shelter in each of three files: the king's file or another, by the file's distance from the edge, by the
    /// distance in ranks to the own pawn nearest ahead (7: none).
    SHELTER "shelter" 64, row 8;
    /// Pawn storm in each of three files: free or blocked by an own pawn, by the file's distance from the edge, by the
    /// distance in ranks to the enemy pawn nearest ahead (7: none).
    STORM "storm" 64, row 8;
    /// Danger to the enemy king by units of danger: without an attacking queen; with one.
    DANGER "danger" 128, row 16;
    /// A piece attacked by a pawn, by its kind.
    PAWN_THREAT "pawn-threat" KINDS;
    /// A piece attacked by a knight or bishop, by its kind: a rook or queen, or any piece that no pawn defends.
    MINOR_THREAT "minor-threat" KINDS;
    /// A piece attacked by a rook, by its kind: a queen, or any piece that no pawn defends.
    ROOK_THREAT "rook-threat" KINDS;
    /// An undefended piece attacked by the king alone, by its kind.
    KING_THREAT "king-threat" KINDS;
    /// A hanging (attacked and undefended) piece by its kind.
    HANGING "hanging" KINDS;
    /// A piece that a pawn can attack by a safe advance.
    PUSH_THREAT "push-threat" 1;
    /// Space: each square of the files c to f and the ranks 2 to 4 without an own pawn and not attacked by enemy pawns;
    /// counted twice behind an own pawn.
    SPACE "space" 1;
    /// Against a lone king: the sum of its distances from the nearest edges (0 to 6).
    LONE_KING "lone-king" 7;
    /// Against a lone king: the distance between the kings.
    KINGS_APART "kings-apart" 8;
    /// Against a lone king, with bishop and knight: its distance from the nearest corner of the bishop's colour.
    RIGHT_CORNER "right-corner" 8;
}

const KINDS: usize = 7;

/// The share of a piece in the game phase, by kind.
const PHASE: [i32; 8] = [0, 0, 1, 1, 2, 4, 0, 0];

/// Endings are evaluated up to this phase.
const ENDING: i32 = 10;

/// One army: its pieces and the squares that they attack.
#[derive(Clone, Copy)]
struct Army {
    king: Square,
    /// The squares of the pieces of each kind.
    kinds: [SquareSet; 8],
    all: SquareSet,
    /// The squares attacked by the pieces of each kind.
    attacks: [SquareSet; 8],
    /// The squares attacked by any piece.
    attacked: SquareSet,
    /// The squares attacked by two pieces or more.
    twice: SquareSet,
    /// The neighbourhood of the king, away from the edge of the board.
    ring: SquareSet,
    /// The number of pieces that attack the neighbourhood of the enemy king.
    attackers: i32,
    /// The units of danger of these attackers.
    units: i32,
}

impl Army {
    /// Creates an army with the attacks of pawns and king only.
    #[inline(always)]
    fn of(position: &Chess, color: Color) -> Army {
        let mut kinds = [SquareSet::EMPTY; 8];
        for number in position.board.numbers(color) {
            kinds[position.board.kind_of(number).index::<8>()] |= SquareSet::of(position.board.square_of(number));
        }
        kinds[0] = SquareSet::EMPTY;
        let mut attacks = [SquareSet::EMPTY; 8];
        let pawns = kinds[PAWN.index::<8>()];
        attacks[PAWN.index::<8>()] = pawns.seen_by(color).beside().up().seen_by(color);
        attacks[KING.index::<8>()] = kinds[KING.index::<8>()].and_around();
        let attacked = attacks[PAWN.index::<8>()] | attacks[KING.index::<8>()];
        let twice = attacks[PAWN.index::<8>()] & attacks[KING.index::<8>()];
        let all = kinds.iter().fold(SquareSet::EMPTY, |all, &squares| all | squares);
        let king = position.board.king(color);
        let ring = SquareSet::of(Square::new(king.file().clamp(1, 6), king.rank().clamp(1, 6))).and_around();
        Army { king, kinds, all, attacks, attacked, twice, ring, attackers: 0, units: 0 }
    }

    #[inline(always)]
    fn of_kind(&self, kind: Kind) -> SquareSet {
        self.kinds[kind.index::<8>()]
    }

    #[inline(always)]
    fn attacks_of(&self, kind: Kind) -> SquareSet {
        self.attacks[kind.index::<8>()]
    }

    /// Returns whether the army has pieces other than pawns and king.
    #[inline(always)]
    fn has_pieces(&self) -> bool {
        self.all != self.of_kind(PAWN) | self.of_kind(KING)
    }
}

/// The state of an evaluation.
struct Evaluator<'a, L> {
    position: &'a Chess,
    armies: [Army; 2],
    phase: i32,
    ledger: &'a mut L,
}

impl<L: Ledger> Evaluator<'_, L> {
    #[inline(always)]
    fn army(&self, color: Color) -> &Army {
        &self.armies[color.index()]
    }

    // Separate calls for each army let the compiler specialise them for the colour.
    #[inline(always)]
    fn run(mut self) {
        self.pieces(Color::White);
        self.pieces(Color::Black);
        self.relations(Color::White);
        self.relations(Color::Black);
        self.ledger.add_phase(self.phase);
        if self.phase <= ENDING {
            self.endings();
        }
    }

    /// Adds the terms that depend on the attacks of both armies.
    #[inline(always)]
    fn relations(&mut self, color: Color) {
        self.pawns(color);
        self.king(color);
        self.threats(color);
    }

    /// Adds the terms of each piece of an army and records what the pieces attack.
    #[inline(always)]
    fn pieces(&mut self, color: Color) {
        let position = self.position;
        for (kind, square) in position.board.army(color) {
            let index = kind.index::<8>();
            self.ledger.add(color, MATERIAL.at(index), 1);
            self.ledger.add(color, SQUARES.at(index * 64 + piece_square::index(color, square)), 1);
            self.phase += PHASE[index];
            match kind {
                KNIGHT => self.knight(color, square),
                BISHOP => self.bishop(color, square),
                ROOK => self.rook(color, square),
                QUEEN => self.queen(color, square),
                _ => {}
            }
        }
        // Set-up positions may have more than eight pawns.
        let pawns = (self.army(color).of_kind(PAWN).count() as usize).min(KNIGHT_PAWNS.len - 1);
        let count = |kind| self.army(color).of_kind(kind).count();
        let (knights, bishops, rooks) = (count(KNIGHT), count(BISHOP), count(ROOK));
        self.ledger.add(color, KNIGHT_PAWNS.at(pawns), knights);
        self.ledger.add(color, ROOK_PAWNS.at(pawns), rooks);
        self.ledger.add(color, BISHOP_PAIR.at(0), i32::from(bishops >= 2));
    }

    /// Records the squares that a piece attacks, and returns its mobility: the number of these squares that hold no own
    /// piece and that enemy pawns do not attack.
    #[inline(always)]
    fn attack(&mut self, color: Color, kind: Kind, attacks: SquareSet) -> usize {
        let (ring, by_pawns) = (self.army(!color).ring, self.army(!color).attacks_of(PAWN));
        let own = &mut self.armies[color.index()];
        own.attacks[kind.index::<8>()] |= attacks;
        own.twice |= own.attacked & attacks;
        own.attacked |= attacks;
        if attacks.meets(ring) {
            own.attackers += 1;
            own.units += king_safety::ATTACK_UNITS[kind.index::<8>()] * (attacks & ring).count().min(3);
        }
        (attacks & !own.all & !by_pawns).count() as usize
    }

    #[inline(always)]
    fn knight(&mut self, color: Color, square: Square) {
        let reached = self.attack(color, KNIGHT, SquareSet::knight(square));
        self.ledger.add(color, KNIGHT_MOBILITY.at(reached), 1);
        self.minor(color, KNIGHT, square);
    }

    #[inline(always)]
    fn bishop(&mut self, color: Color, square: Square) {
        let attacks = SquareSet::slide(&self.position.board, square, &step::DIAGONAL);
        let reached = self.attack(color, BISHOP, attacks);
        self.ledger.add(color, BISHOP_MOBILITY.at(reached), 1);
        let shade = if SquareSet::DARK.meets(SquareSet::of(square)) { SquareSet::DARK } else { !SquareSet::DARK };
        let obstacles = (self.army(color).of_kind(PAWN) & shade).count() as usize;
        self.ledger.add(color, BAD_BISHOP.at(obstacles.min(BAD_BISHOP.len - 1)), 1);
        self.minor(color, BISHOP, square);
    }

    /// Adds the terms that knights and bishops share.
    #[inline(always)]
    fn minor(&mut self, color: Color, kind: Kind, square: Square) {
        let here = SquareSet::of(square);
        let ahead = SquareSet::of(square.step(color.forward()));
        let pawns = self.army(color).of_kind(PAWN) | self.army(!color).of_kind(PAWN);
        if pawns.meets(ahead) {
            self.ledger.add(color, BEHIND_PAWN.at(0), 1);
        }
        if pawns::outposts(self.army(!color).of_kind(PAWN).seen_by(color)).meets(here.seen_by(color)) {
            let guarded = self.army(color).attacks_of(PAWN).meets(here);
            self.ledger.add(color, OUTPOST.at(usize::from(kind == BISHOP) * 2 + usize::from(guarded)), 1);
        }
    }

    #[inline(always)]
    fn rook(&mut self, color: Color, square: Square) {
        let attacks = SquareSet::slide(&self.position.board, square, &step::ORTHOGONAL);
        let reached = self.attack(color, ROOK, attacks);
        self.ledger.add(color, ROOK_MOBILITY.at(reached), 1);
        let file = SquareSet::file(square.file() as usize);
        let (own, enemy) = (self.army(color).of_kind(PAWN), self.army(!color).of_kind(PAWN));
        if !own.meets(file) {
            self.ledger.add(color, ROOK_FILE.at(usize::from(enemy.meets(file))), 1);
        } else if reached <= 3 && self.is_trapped(color, square) {
            let rights = &self.position.rights;
            let may_castle = CastlingSide::BOTH.into_iter().any(|side| rights.rook(color, side) != Square::NONE);
            self.ledger.add(color, ROOK_TRAPPED.at(usize::from(!may_castle)), 1);
        }
        let seventh = SquareSet::rank(6);
        if seventh.meets(SquareSet::of(square).seen_by(color)) {
            let king = SquareSet::rank(7).meets(self.army(!color).of_kind(KING).seen_by(color));
            self.ledger.add(color, ROOK_SEVENTH.at(0), i32::from(king || seventh.meets(enemy.seen_by(color))));
        }
    }

    /// Returns whether the own king stands between a rook on the first rank and the centre files.
    #[inline(always)]
    fn is_trapped(&self, color: Color, rook: Square) -> bool {
        let king = self.army(color).king;
        let outside = if king.file() < 4 { rook.file() < king.file() } else { rook.file() > king.file() };
        king.rank() == rook.rank() && king.rank() == color.choose(0, 7) && outside
    }

    #[inline(always)]
    fn queen(&mut self, color: Color, square: Square) {
        let attacks = SquareSet::slide(&self.position.board, square, &step::ALL);
        let reached = self.attack(color, QUEEN, attacks);
        self.ledger.add(color, QUEEN_MOBILITY.at(reached), 1);
    }
}

impl Evaluate for Chess {
    const NETWORK_GAME: &'static str = "chess";
    // Fitted to 1,500 games of 400 nodes a move.
    const CHANCES: WinModel = WinModel { even: 196, spread: 260 };
    const WEIGHTS: Option<&'static Weights> = Some(&WEIGHTS);
    const WORTH: &'static [Score; Kind::LIMIT] = &WEIGHTS.means(&MATERIAL);

    fn built_in_network() -> Option<&'static Embedded> {
        Some(&NETWORK)
    }

    fn evaluate_into(&self, ledger: &mut impl Ledger) {
        let armies = [Army::of(self, Color::White), Army::of(self, Color::Black)];
        ledger.add(self.state.side, TEMPO.at(0), 1);
        Evaluator { position: self, armies, phase: 0, ledger }.run();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::Network;
    use crate::position::{Features, Text};
    use crate::types::score::DECIDED;

    #[test]
    fn start_position_scores_the_tempo() {
        let start = Chess::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
        assert_eq!(start.evaluate(None), VALUES[TEMPO.at(0)].middle());
    }

    /// The sum of weights and a correction of the greatest size is no forced win or loss.
    #[test]
    fn the_largest_correction_gives_a_score_that_is_no_forced_win() {
        for (side, bias) in [('w', 1 << 20), ('b', -(1 << 20))] {
            let position = Chess::from_fen(&format!("1RRRRRR1/8/8/8/8/p7/k7/7K {side} - - 0 1")).unwrap();
            let mut network = Network::clone(NETWORK.as_ref().unwrap());
            network.description.scale = 10_000;
            network.output_bias = bias;
            let score = position.evaluate(Some(&network));
            assert_eq!(score, bias.signum() * (DECIDED - 1), "{side}");
        }
    }

    /// By how much the built-in network corrects the score.
    fn correction(fen: &str) -> Score {
        let position = Chess::from_fen(fen).unwrap();
        position.evaluate(NETWORK.as_deref().ok()) - position.evaluate(None)
    }

    #[test]
    fn the_network_corrects_the_score_except_in_known_endings() {
        let fens = [
            "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
            "rnbqkb1r/ppp1pppp/5n2/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 1 3",
            "r1bqkbnr/pp1ppppp/2n5/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
        ];
        let by_network = fens.map(|fen| {
            let position = Chess::from_fen(fen).unwrap();
            NETWORK.as_ref().unwrap().evaluate(&position.active_features(), Color::White)
        });
        // A network may find nothing to correct in one position.
        assert_ne!(by_network, [0; 3]);
        assert_eq!(fens.map(correction), by_network);
        // A drawn ending, and two in which the weights show the way to mate.
        for fen in
            ["7k/8/8/8/8/7P/4K3/3B4 w - - 0 1", "k7/8/2K5/2N5/3B4/8/8/8 w - - 0 1", "7k/8/8/8/8/8/4K3/R7 b - - 0 1"]
        {
            assert_eq!(correction(fen), 0, "{fen}");
        }
    }
}

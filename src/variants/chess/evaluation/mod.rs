//! Tapered material, piece-square tables, mobility, pawn structure, passed pawns, king danger, threats, and what is
//! known of some endings.
//!
//! Every piece walks the mailbox once; the squares that it attacks are kept as sets, and all that depends on what
//! both armies attack comes after both have walked.

mod endings;
mod king;
mod pawns;
mod threats;
mod zone;

use super::Chess;
use crate::eval::{Ledger, Weights, table};
use crate::position::Evaluate;
use crate::types::square::step;
use crate::types::{Color, Score, Square};
use crate::variants::orthodox::castling::CastlingSide;
use crate::variants::orthodox::pieces::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::weights;
use zone::Zone;

weights! {
    pub(super) WEIGHTS in "src/variants/chess/weights.txt" ("../weights.txt"), full phase 24;
    /// The right to move.
    TEMPO "tempo" 1;
    /// A piece by kind: none, pawn, knight, bishop, rook, queen, king.
    MATERIAL "material" KINDS;
    /// A piece by kind and square, from White's first rank to his last.
    SQUARES "squares" KINDS * 64, row 8;
    /// A knight by the number of squares that it reaches, those that enemy pawns attack not counted.
    KNIGHT_MOBILITY "knight-mobility" 9;
    /// A bishop by the number of squares that it reaches.
    BISHOP_MOBILITY "bishop-mobility" 14;
    /// A rook by the number of squares that it reaches.
    ROOK_MOBILITY "rook-mobility" 15;
    /// A queen by the number of squares that she reaches.
    QUEEN_MOBILITY "queen-mobility" 28;
    /// A knight by the number of own pawns.
    KNIGHT_PAWNS "knight-pawns" 9;
    /// A rook by the number of own pawns.
    ROOK_PAWNS "rook-pawns" 9;
    /// Two bishops.
    BISHOP_PAIR "bishop-pair" 1;
    /// A bishop by the number of own pawns on squares of its colour.
    BAD_BISHOP "bad-bishop" 9;
    /// A piece far ahead that no enemy pawn can ever attack: a knight, one guarded by a pawn, a bishop, one guarded.
    OUTPOST "outpost" 4;
    /// A knight or bishop behind a pawn of either side.
    BEHIND_PAWN "behind-pawn" 1;
    /// A rook in a file without pawns, and in one without own pawns.
    ROOK_FILE "rook-file" 2;
    /// A rook on the seventh rank, the enemy king on the eighth or pawns before him.
    ROOK_SEVENTH "rook-seventh" 1;
    /// A rook shut in by its own king: he may castle, he may not.
    ROOK_TRAPPED "rook-trapped" 2;
    /// A pawn with another one of its own behind it in its file.
    DOUBLED "doubled" 1;
    /// A pawn without own pawns in the files beside it: behind an enemy pawn, and in a file without.
    ISOLATED "isolated" 2;
    /// A pawn that its neighbours have left behind and whose next square an enemy pawn attacks: as for the isolated.
    BACKWARD "backward" 2;
    /// A pawn by rank: with a neighbour beside it, guarded by a pawn, and both.
    CONNECTED "connected" 24, row 8;
    /// A pawn by rank that is not passed, but has as many neighbours to help as there are enemies beside its way.
    CANDIDATE "candidate" 8;
    /// A pawn without enemy pawns ahead, in its file or beside it, by rank.
    PASSED "passed" 8;
    /// A passed pawn by rank whose next square is taken.
    PASSED_BLOCKED "passed-blocked" 8;
    /// A passed pawn by rank whose next square is empty and not attacked.
    PASSED_SAFE "passed-safe" 8;
    /// A passed pawn by rank whose whole way is empty and not attacked.
    PASSED_CLEAR "passed-clear" 8;
    /// A passed pawn by rank that is guarded by a pawn.
    PASSED_GUARDED "passed-guarded" 8;
    /// A passed pawn of the fourth rank to the seventh by its own king's distance from its next square.
    PASSED_OWN_KING "passed-own-king" 32, row 8;
    /// A passed pawn of the fourth rank to the seventh by the enemy king's distance from its next square.
    PASSED_ENEMY_KING "passed-enemy-king" 32, row 8;
    /// A passed pawn with a rook behind it: an own one, an enemy one.
    PASSED_ROOK "passed-rook" 2;
    /// A passed pawn that a lone king with pawns cannot catch.
    UNSTOPPABLE "unstoppable" 1;
    /// The king by his distance from the nearest pawn.
    KING_PAWN "king-pawn" 8;
    /// The nearest own pawn ahead of the king in three files: in his file or beside it, by the file's distance from
    /// the edge, by the ranks between (7: none).
    SHELTER "shelter" 64, row 8;
    /// The nearest enemy pawn ahead of the king in three files: free or stopped by an own pawn, by the file's distance
    /// from the edge, by the ranks between (7: none).
    STORM "storm" 64, row 8;
    /// Danger to the enemy king by units of attack: without a queen, and with one.
    DANGER "danger" 128, row 16;
    /// A piece by kind that a pawn attacks.
    PAWN_THREAT "pawn-threat" KINDS;
    /// A piece by kind that a knight or bishop attacks, unless it is the lesser and a pawn guards it.
    MINOR_THREAT "minor-threat" KINDS;
    /// A piece by kind that a rook attacks, unless a pawn guards it.
    ROOK_THREAT "rook-threat" KINDS;
    /// A piece by kind that only the king attacks, and nobody guards.
    KING_THREAT "king-threat" KINDS;
    /// A piece by kind that is attacked and that nobody guards.
    HANGING "hanging" KINDS;
    /// A piece that a pawn can attack by a safe step.
    PUSH_THREAT "push-threat" 1;
    /// A square in the middle of the own half that no enemy pawn attacks; behind own pawns once more.
    SPACE "space" 1;
    /// With nothing left but the king: by his distance from the edges, both ways added (0 to 6).
    LONE_KING "lone-king" 7;
    /// Against a lone king: by the distance of the kings.
    KINGS_APART "kings-apart" 8;
    /// Against a lone king, with knight and bishop: by his distance from the nearest corner of the bishop's colour.
    RIGHT_CORNER "right-corner" 8;
}

const KINDS: usize = 7;

/// How much of the middle game a piece keeps alive, by kind.
const PHASE: [i32; 8] = [0, 0, 1, 1, 2, 4, 0, 0];

/// With so few pieces, what is known of endings may apply.
const ENDING: i32 = 10;

/// Worth by kind for move ordering, in hundredths of a pawn: between that of the middle and that of the end game.
static WORTH: [Score; 8] = {
    let mut worth = [0; 8];
    let mut kind = 0;
    while kind < KINDS {
        let weight = VALUES[MATERIAL.at(kind)];
        worth[kind] = (weight.middle() + weight.end()) / 2;
        kind += 1;
    }
    worth
};

/// Material worth of a kind for move ordering, in hundredths of a pawn.
#[inline(always)]
pub(super) fn worth(kind: u8) -> Score {
    WORTH[kind as usize & 7]
}

/// One army: where its pieces stand and what they attack.
#[derive(Clone, Copy)]
struct Army {
    king: Square,
    /// Where the pieces of each kind stand.
    kinds: [Zone; 8],
    all: Zone,
    /// What the pieces of each kind attack.
    attacks: [Zone; 8],
    /// What is attacked at all, and by two pieces or more.
    attacked: Zone,
    twice: Zone,
    /// The neighbourhood of the king.
    ring: Zone,
    /// How many pieces attack the neighbourhood of the enemy king, and their units of danger.
    attackers: i32,
    units: i32,
}

impl Army {
    /// An army of which only pawns and king have been asked what they attack.
    #[inline(always)]
    fn of(position: &Chess, color: Color) -> Army {
        let mut kinds = [Zone::EMPTY; 8];
        for number in position.board.numbers(color) {
            kinds[position.board.kind_of(number) as usize & 7] |= Zone::of(position.board.square_of(number));
        }
        kinds[0] = Zone::EMPTY;
        let mut attacks = [Zone::EMPTY; 8];
        let pawns = kinds[PAWN as usize];
        attacks[PAWN as usize] = pawns.seen_by(color).beside().up().seen_by(color);
        attacks[KING as usize] = kinds[KING as usize].and_around();
        let attacked = attacks[PAWN as usize] | attacks[KING as usize];
        let twice = attacks[PAWN as usize] & attacks[KING as usize];
        let all = kinds.iter().fold(Zone::EMPTY, |all, &zone| all | zone);
        let king = position.board.king(color);
        let ring = Zone::of(Square::new(king.file().clamp(1, 6), king.rank().clamp(1, 6))).and_around();
        Army { king, kinds, all, attacks, attacked, twice, ring, attackers: 0, units: 0 }
    }

    #[inline(always)]
    fn of_kind(&self, kind: u8) -> Zone {
        self.kinds[kind as usize & 7]
    }

    #[inline(always)]
    fn attacks_of(&self, kind: u8) -> Zone {
        self.attacks[kind as usize & 7]
    }

    /// Anything but pawns and king.
    #[inline(always)]
    fn has_pieces(&self) -> bool {
        self.all != self.of_kind(PAWN) | self.of_kind(KING)
    }
}

/// A position while it is looked at.
struct Survey<'a, L> {
    position: &'a Chess,
    armies: [Army; 2],
    phase: i32,
    ledger: &'a mut L,
}

impl<L: Ledger> Survey<'_, L> {
    #[inline(always)]
    fn own(&self, color: Color) -> &Army {
        &self.armies[color.index()]
    }

    #[inline(always)]
    fn enemy(&self, color: Color) -> &Army {
        &self.armies[1 - color.index()]
    }

    // One call for each army, so that the compiler makes each of them from constants.
    #[inline(always)]
    fn run(mut self) {
        self.pieces(Color::White);
        self.pieces(Color::Black);
        self.rest(Color::White);
        self.rest(Color::Black);
        self.ledger.keep_alive(self.phase);
        if self.phase <= ENDING {
            self.endings();
        }
    }

    /// What depends on the attacks of both armies, and the pawns.
    #[inline(always)]
    fn rest(&mut self, color: Color) {
        self.pawns(color);
        self.king(color);
        self.threats(color);
    }

    /// Every piece for itself.
    #[inline(always)]
    fn pieces(&mut self, color: Color) {
        let position = self.position;
        for (kind, square) in position.board.army(color) {
            let index = kind as usize & 7;
            self.ledger.add(color, MATERIAL.start + index, 1);
            self.ledger.add(color, SQUARES.start + index * 64 + table::index(color, square), 1);
            self.phase += PHASE[index];
            match kind {
                KNIGHT => self.knight(color, square),
                BISHOP => self.bishop(color, square),
                ROOK => self.rook(color, square),
                QUEEN => self.queen(color, square),
                _ => {}
            }
        }
        let pawns = self.own(color).of_kind(PAWN).count() as usize & 15;
        let count = |kind| self.own(color).of_kind(kind).count();
        let (knights, bishops, rooks) = (count(KNIGHT), count(BISHOP), count(ROOK));
        self.ledger.add(color, KNIGHT_PAWNS.start + pawns, knights);
        self.ledger.add(color, ROOK_PAWNS.start + pawns, rooks);
        self.ledger.add(color, BISHOP_PAIR.start, i32::from(bishops >= 2));
    }

    /// Notes what a piece attacks, and returns how many squares it reaches.
    #[inline(always)]
    fn attack(&mut self, color: Color, kind: u8, zone: Zone) -> usize {
        let (ring, shunned) = (self.enemy(color).ring, self.enemy(color).attacks_of(PAWN));
        let own = &mut self.armies[color.index()];
        own.attacks[kind as usize & 7] |= zone;
        own.twice |= own.attacked & zone;
        own.attacked |= zone;
        if zone.meets(ring) {
            own.attackers += 1;
            own.units += king::ATTACK_UNITS[kind as usize & 7] * (zone & ring).count().min(3);
        }
        (zone & !own.all & !shunned).count() as usize
    }

    #[inline(always)]
    fn knight(&mut self, color: Color, square: Square) {
        let reached = self.attack(color, KNIGHT, Zone::knight(square));
        self.ledger.add(color, KNIGHT_MOBILITY.start + reached, 1);
        self.minor(color, KNIGHT, square);
    }

    #[inline(always)]
    fn bishop(&mut self, color: Color, square: Square) {
        let zone = Zone::slide(&self.position.board, square, &step::DIAGONAL);
        let reached = self.attack(color, BISHOP, zone);
        self.ledger.add(color, BISHOP_MOBILITY.start + reached, 1);
        let shade = if Zone::DARK.meets(Zone::of(square)) { Zone::DARK } else { !Zone::DARK };
        let obstacles = (self.own(color).of_kind(PAWN) & shade).count() as usize;
        self.ledger.add(color, BAD_BISHOP.start + obstacles, 1);
        self.minor(color, BISHOP, square);
    }

    /// What knights and bishops have in common.
    #[inline(always)]
    fn minor(&mut self, color: Color, kind: u8, square: Square) {
        let here = Zone::of(square);
        let ahead = Zone::of(square.step(color.forward()));
        let pawns = self.own(color).of_kind(PAWN) | self.enemy(color).of_kind(PAWN);
        if pawns.meets(ahead) {
            self.ledger.add(color, BEHIND_PAWN.start, 1);
        }
        if pawns::outposts(self.enemy(color).of_kind(PAWN).seen_by(color)).meets(here.seen_by(color)) {
            let guarded = self.own(color).attacks_of(PAWN).meets(here);
            self.ledger.add(color, OUTPOST.start + usize::from(kind == BISHOP) * 2 + usize::from(guarded), 1);
        }
    }

    #[inline(always)]
    fn rook(&mut self, color: Color, square: Square) {
        let zone = Zone::slide(&self.position.board, square, &step::ORTHOGONAL);
        let reached = self.attack(color, ROOK, zone);
        self.ledger.add(color, ROOK_MOBILITY.start + reached, 1);
        let file = Zone::file(square.file() as usize);
        let (own, enemy) = (self.own(color).of_kind(PAWN), self.enemy(color).of_kind(PAWN));
        if !own.meets(file) {
            self.ledger.add(color, ROOK_FILE.start + usize::from(enemy.meets(file)), 1);
        } else if reached <= 3 && self.is_shut_in(color, square) {
            let rights = &self.position.rights;
            let may_castle = CastlingSide::BOTH.into_iter().any(|side| rights.rook(color, side) != Square::NONE);
            self.ledger.add(color, ROOK_TRAPPED.start + usize::from(!may_castle), 1);
        }
        let seventh = Zone::rank(6);
        if seventh.meets(Zone::of(square).seen_by(color)) {
            let king = Zone::rank(7).meets(self.enemy(color).of_kind(KING).seen_by(color));
            self.ledger.add(color, ROOK_SEVENTH.start, i32::from(king || seventh.meets(enemy.seen_by(color))));
        }
    }

    /// The king stands between a rook on the first rank and the middle of the board.
    #[inline(always)]
    fn is_shut_in(&self, color: Color, rook: Square) -> bool {
        let king = self.own(color).king;
        let outside = if king.file() < 4 { rook.file() < king.file() } else { rook.file() > king.file() };
        king.rank() == rook.rank() && king.rank() == color.choose(0, 7) && outside
    }

    #[inline(always)]
    fn queen(&mut self, color: Color, square: Square) {
        let zone = Zone::slide(&self.position.board, square, &step::ALL);
        let reached = self.attack(color, QUEEN, zone);
        self.ledger.add(color, QUEEN_MOBILITY.start + reached, 1);
    }
}

impl Evaluate for Chess {
    const WEIGHTS: &'static Weights = &WEIGHTS;

    #[inline(always)]
    fn worth(kind: u8) -> Score {
        worth(kind)
    }

    fn evaluate_into(&self, ledger: &mut impl Ledger) {
        evaluate_into(self, ledger);
    }
}

fn evaluate_into(position: &Chess, ledger: &mut impl Ledger) {
    let armies = [Army::of(position, Color::White), Army::of(position, Color::Black)];
    ledger.add(position.state.side, TEMPO.start, 1);
    Survey { position, armies, phase: 0, ledger }.run();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Text;

    #[test]
    fn the_start_position_is_worth_the_tempo() {
        let start = Chess::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
        assert_eq!(start.evaluate(), VALUES[TEMPO.start].middle());
    }
}

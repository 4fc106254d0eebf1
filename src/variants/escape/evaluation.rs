//! The evaluation of the games of escape by weights, which Prisoner's Escape has: tapered material, piece-square tables, mobility, and the hold on the royals.
//!
//! A side loses if it no longer attacks the opposing royal. So the number of pieces that hold it counts, the attacks on
//! the squares around it, and the squares to which it can step without being attacked.

use super::attacks::{KNIGHT_HITS, PAWN_HITS};
use super::{Escape, EscapeRules, HEAVY_SLIDER, KNIGHT, LIGHT_SLIDER, MIDDLE_SLIDER, PAWN, hold};
use crate::eval::weights::Group;
use crate::eval::{Ledger, Weights, king_ring, piece_square};
use crate::network::Embedded;
use crate::position::{Evaluate, worths};
use crate::types::square::{Step, step};
use crate::types::{Color, Kind, Score, Square};
use crate::{table, weights};

weights! {
    pub(super) PRISONERS_ESCAPE in "src/variants/escape/prisoners_escape/weights.txt" ("prisoners_escape/weights.txt"), full phase 24;
    /// The right to move.
    TEMPO "tempo" 1;
    /// Piece values by kind: none, pawn, knight, light, middle and heavy slider, royal.
    MATERIAL "material" KINDS;
    /// Piece-square tables by kind, from the own first rank to the last.
    SQUARES "squares" KINDS * 64, row 8;
    /// Knight mobility: by the number of reachable squares.
    KNIGHT_MOBILITY "knight-mobility" 9;
    /// Mobility of light sliders (Falcon, bishop), counted likewise.
    LIGHT_MOBILITY "light-mobility" 14;
    /// Mobility of middle sliders (Hunter, rook), counted likewise.
    MIDDLE_MOBILITY "middle-mobility" 15;
    /// Mobility of heavy sliders (Guard, queen), counted likewise.
    HEAVY_MOBILITY "heavy-mobility" 28;
    /// A passed pawn on the fifth rank or beyond, by rank.
    PASSED "passed" 8;
    /// An attacked enemy piece (a royal is held), by the attacker's kind and its own: with the enemy to move; with the
    /// attacker to move.
    THREATS "threats" 2 * KINDS * KINDS, row KINDS;
    /// A piece other than a pawn, by kind and distance from the opposing royal.
    NEAR "near" KINDS * 8, row 8;
    /// The number of pieces that hold the opposing royal: 0, 1, 2, 3 or more.
    HOLDERS "holders" 4;
    /// The only holder, by kind and distance from the royal: a distant one is more easily blocked.
    SOLE_HOLDER "sole-holder" KINDS * 8, row 8;
    /// An attack on the only holder: with the attacker to move; with its owner to move.
    ATTACKED_HOLDER "attacked-holder" 2;
    /// Each attack on a square beside the opposing royal.
    COVERED "covered" 1;
    /// The number of empty squares beside the own royal that the enemy does not attack: with the enemy to move; with
    /// the owner to move.
    WAYS_OUT "ways-out" 2 * 9, row 9;
    /// The number of empty squares beside the own royal that the enemy attacks only once: likewise.
    LOOSE "loose" 2 * 9, row 9;
    /// The number of own pieces beside the own royal.
    WALLED "walled" 9;
}

const KINDS: usize = 8;

/// How much of the middle game a piece of Prisoner's Escape keeps alive, by kind.
const PHASE: [i32; KINDS] = [0, 0, 1, 1, 1, 3, 0, 0];

/// The worth of a piece of Prisoner's Escape, from the pawn to the heavy slider.
pub(super) const WORTH: [Score; 5] = table!(5, |index| PRISONERS_ESCAPE.mean(MATERIAL.at(index + 1)));

/// The gain of a winning move for move ordering: more than the material of any army.
pub(super) const GAME_WON: Score = 10_000;

/// A royal, and the enemy's attacks on its [`king_ring`].
struct RoyalAttack {
    royal: Square,
    /// The squares that are attacked.
    attacked: u16,
    /// The squares that are attacked twice or more.
    twice: u16,
    /// The number of attacks on the squares beside the royal, counted once for each attacker and square.
    attacks: u32,
    /// The number of pieces that attack the royal.
    holders: usize,
    /// Kind and square of one of them.
    holder: (Kind, Square),
}

impl RoyalAttack {
    fn on(royal: Square) -> RoyalAttack {
        RoyalAttack { royal, attacked: 0, twice: 0, attacks: 0, holders: 0, holder: (Kind::NONE, Square::NONE) }
    }

    /// Adds the squares of the ring that a piece attacks.
    #[inline(always)]
    fn add(&mut self, hits: u16, attacker: (Kind, Square)) {
        self.twice |= self.attacked & hits;
        self.attacked |= hits;
        self.attacks += (hits & !king_ring::CENTRE).count_ones();
        if hits & king_ring::CENTRE != 0 {
            self.holders += 1;
            self.holder = attacker;
        }
    }
}

/// The state of the evaluation of one army.
struct Evaluator<'a, R, L> {
    position: &'a Escape<R>,
    color: Color,
    /// 1 for the side to move, 0 for the other: the row of tables that depend on it.
    to_move: usize,
    royal_attack: RoyalAttack,
    ledger: &'a mut L,
}

impl<R: EscapeRules, L: Ledger> Evaluator<'_, R, L> {
    #[inline(always)]
    fn add(&mut self, weight: usize, count: i32) {
        self.ledger.add(self.color, weight, count);
    }

    /// Adds the terms of an army's pieces, and returns their attacks on the opposing royal.
    #[inline(always)]
    fn run(mut self) -> RoyalAttack {
        for (kind, square) in self.position.board.army(self.color) {
            let index = kind.index::<8>();
            self.add(MATERIAL.at(index), 1);
            self.add(SQUARES.at(index * 64 + piece_square::index(self.color, square)), 1);
            self.ledger.add_phase(PHASE[index]);
            let hits = self.piece(kind, square);
            self.royal_attack.add(hits, (kind, square));
        }
        self.add(HOLDERS.at(self.royal_attack.holders.min(3)), 1);
        self.add(COVERED.at(0), self.royal_attack.attacks as i32);
        self.royal_attack
    }

    /// Adds the mobility and the threats of a piece, and returns the squares of the opposing royal's ring that it
    /// attacks.
    #[inline(always)]
    fn piece(&mut self, kind: Kind, square: Square) -> u16 {
        let slides = &R::SLIDES[self.color.index()];
        match kind {
            PAWN => self.pawn(square),
            KNIGHT => self.knight(square),
            LIGHT_SLIDER => self.slide(kind, square, slides[0], LIGHT_MOBILITY),
            MIDDLE_SLIDER => self.slide(kind, square, slides[1], MIDDLE_MOBILITY),
            HEAVY_SLIDER => self.slide(kind, square, slides[2], HEAVY_MOBILITY),
            _ => 0,
        }
    }

    #[inline(always)]
    fn pawn(&mut self, square: Square) -> u16 {
        let rank = self.color.relative_rank(square, 8) as usize & 7;
        let ahead = square.step(self.color.forward());
        if rank >= 4 && self.is_passed(ahead, 7 - rank) {
            self.add(PASSED.at(rank), 1);
        }
        self.threaten(PAWN, ahead.step(step::E));
        self.threaten(PAWN, ahead.step(step::W));
        PAWN_HITS[self.color.index()][self.royal_attack.royal.minus(square) as usize]
    }

    /// Returns whether no enemy pawn stands on the next `squares` squares of a file from `ahead` on, or beside them.
    fn is_passed(&self, mut ahead: Square, squares: usize) -> bool {
        let is_pawn = |square: Square| self.position.board.kind_at(square, !self.color) == PAWN;
        for _ in 0..squares {
            if is_pawn(ahead.step(step::W)) || is_pawn(ahead) || is_pawn(ahead.step(step::E)) {
                return false;
            }
            ahead = ahead.step(self.color.forward());
        }
        true
    }

    #[inline(always)]
    fn knight(&mut self, square: Square) -> u16 {
        let mut squares = 0;
        for step in step::KNIGHT {
            let to = square.step(step);
            squares += usize::from(self.position.board.at(to).admits(self.color));
            self.threaten(KNIGHT, to);
        }
        self.near(KNIGHT, square);
        self.add(KNIGHT_MOBILITY.at(squares), 1);
        KNIGHT_HITS[self.royal_attack.royal.minus(square) as usize]
    }

    #[inline(always)]
    fn near(&mut self, kind: Kind, square: Square) {
        self.add(NEAR.at(kind.index::<KINDS>() * 8 + (square.distance(self.royal_attack.royal) as usize & 7)), 1);
    }

    /// Adds the mobility and the threats of a slider. The opposing royal does not block the square behind it, because
    /// it would still be attacked there.
    #[inline(always)]
    fn slide(&mut self, kind: Kind, square: Square, lines: &[Step], mobility: Group) -> u16 {
        let royal = self.royal_attack.royal;
        let (mut squares, mut hits) = (0, 0);
        for &line in lines {
            let mut to = square.step(line);
            while self.position.board.at(to).is_empty() {
                squares += 1;
                hits |= king_ring::bit(royal, to);
                to = to.step(line);
            }
            squares += usize::from(self.position.board.at(to).admits(self.color));
            hits |= king_ring::bit(royal, to);
            if to == royal {
                hits |= king_ring::bit(royal, to.step(line));
            }
            self.threaten(kind, to);
        }
        self.near(kind, square);
        self.add(mobility.at(squares), 1);
        hits
    }

    /// Adds an attack on the piece on `square`, if it is an enemy.
    #[inline(always)]
    fn threaten(&mut self, kind: Kind, square: Square) {
        let cell = self.position.board.at(square);
        if cell.is(!self.color) {
            let victim = self.position.board.kind(cell).index::<KINDS>();
            self.add(THREATS.at((self.to_move * KINDS + kind.index::<KINDS>()) * KINDS + victim), 1);
        }
    }
}

#[inline(always)]
fn evaluate_army<R: EscapeRules>(position: &Escape<R>, color: Color, ledger: &mut impl Ledger) -> RoyalAttack {
    let to_move = usize::from(position.state.side == color);
    Evaluator { position, color, to_move, royal_attack: RoyalAttack::on(position.royal(!color)), ledger }.run()
}

/// Adds the escape squares of the royal that `color` attacks, and the terms of a single holder.
#[inline(always)]
fn escape_squares<R: EscapeRules>(position: &Escape<R>, color: Color, attack: &RoyalAttack, ledger: &mut impl Ledger) {
    let (mut ways_out, mut loose, mut walled) = (0, 0, 0);
    for step in step::ALL {
        let square = attack.royal.step(step);
        let (cell, bit) = (position.board.at(square), king_ring::bit(attack.royal, square));
        ways_out += usize::from(cell.is_empty() && bit & attack.attacked == 0);
        loose += usize::from(cell.is_empty() && bit & attack.attacked & !attack.twice != 0);
        walled += usize::from(cell.is(!color));
    }
    let to_move = usize::from(position.state.side != color);
    ledger.add(!color, WAYS_OUT.at(to_move * 9 + ways_out), 1);
    ledger.add(!color, LOOSE.at(to_move * 9 + loose), 1);
    ledger.add(!color, WALLED.at(walled), 1);
    if attack.holders == 1 {
        let (kind, square) = attack.holder;
        ledger.add(color, SOLE_HOLDER.at(kind.index::<KINDS>() * 8 + (square.distance(attack.royal) as usize & 7)), 1);
        if hold::attacked::<R>(&position.board, square, !color) {
            ledger.add(color, ATTACKED_HOLDER.at(1 - to_move), 1);
        }
    }
}

impl<R: EscapeRules> Evaluate for Escape<R> {
    const NETWORK_GAME: &'static str = R::NETWORK_GAME;
    const WEIGHTS: Option<&'static Weights> = R::WEIGHTS;
    const WORTH: &'static [Score; Kind::LIMIT] = &worths(R::WORTH);

    fn built_in_network() -> Option<&'static Embedded> {
        R::built_in_network()
    }

    fn evaluate_into(&self, ledger: &mut impl Ledger) {
        let white = evaluate_army(self, Color::White, ledger);
        let black = evaluate_army(self, Color::Black, ledger);
        escape_squares(self, Color::White, &white, ledger);
        escape_squares(self, Color::Black, &black, ledger);
        ledger.add(self.state.side, TEMPO.at(0), 1);
    }
}

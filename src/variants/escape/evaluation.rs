//! Material, placement and mobility, and above all the grip on the royal pieces.
//!
//! A side loses when it cannot attack the opposing royal any more. So what counts is how many pieces hold
//! it, how much of its neighbourhood they cover, and whether it has a square to step to where nothing does.

use super::{Escape, EscapeRules, HEAVY_SLIDER, KNIGHT, LIGHT_SLIDER, MIDDLE_SLIDER, PAWN, hold};
use crate::eval::{Ledger, Weights, table, zone};
use crate::position::Evaluate;
use crate::types::square::{Step, step};
use crate::types::{Color, Score, Square};
use crate::{more_weights, weights};

weights! {
    pub(super) PRISONERS_ESCAPE in "src/variants/escape/prisoners_escape/weights.txt" ("prisoners_escape/weights.txt"), full phase 24;
    /// The right to move.
    TEMPO "tempo" 1;
    /// A piece by kind: none, pawn, knight, light, middle and heavy slider, royal.
    MATERIAL "material" KINDS;
    /// A piece by kind and square, from White's first rank to his last.
    SQUARES "squares" KINDS * 64, row 8;
    /// A knight by the number of squares that it reaches.
    KNIGHT_MOBILITY "knight-mobility" 9;
    /// A light slider (Falcon, bishop) by the number of squares that it reaches.
    LIGHT_MOBILITY "light-mobility" 14;
    /// A middle slider (Hunter, rook) by the number of squares that it reaches.
    MIDDLE_MOBILITY "middle-mobility" 15;
    /// A heavy slider (Guard, queen) by the number of squares that it reaches.
    HEAVY_MOBILITY "heavy-mobility" 28;
    /// A pawn on the fifth rank or beyond without enemy pawns ahead, in its file or beside it, by rank.
    PASSED "passed" 8;
    /// An enemy piece that is attacked, or the royal that is held: by the attacker's kind and its own, with the enemy to
    /// move; then with the attacker to move.
    THREATS "threats" 2 * KINDS * KINDS, row KINDS;
    /// A piece other than a pawn by kind and distance to the opposing royal.
    NEAR "near" KINDS * 8, row 8;
    /// The pieces that hold the opposing royal by their number: 0, 1, 2, 3 and more.
    HOLDERS "holders" 4;
    /// The only holder by kind and distance to the royal: the further off, the more can come between.
    SOLE_HOLDER "sole-holder" KINDS * 8, row 8;
    /// The only holder attacked, with the attacker to move; then with its owner to move.
    ATTACKED_HOLDER "attacked-holder" 2;
    /// An attack on a square beside the opposing royal.
    COVERED "covered" 1;
    /// Empty squares beside the own royal that the enemy does not attack by their number, with the enemy to move;
    /// then with the owner to move.
    WAYS_OUT "ways-out" 2 * 9, row 9;
    /// Empty squares beside the own royal that the enemy attacks but once, in the same order.
    LOOSE "loose" 2 * 9, row 9;
    /// Own pieces beside the own royal by their number.
    WALLED "walled" 9;
}

more_weights! {
    pub(super) KINGS_ESCAPE in "src/variants/escape/kings_escape/kingsescape.txt"
        ("kings_escape/kingsescape.txt"), like PRISONERS_ESCAPE
}

more_weights! {
    pub(super) ANTICHECKMATE in "src/variants/escape/kings_escape/anticheckmate.txt"
        ("kings_escape/anticheckmate.txt"), like PRISONERS_ESCAPE
}

const KINDS: usize = 8;

/// What a move that wins the game gains, for move ordering: more than any army.
pub(super) const GAME_WON: Score = 10_000;

/// Material worth of a kind for move ordering, in hundredths of a pawn.
#[inline(always)]
pub(super) fn worth<R: EscapeRules>(kind: u8) -> Score {
    let worth: &[Score; KINDS] = const { &R::WEIGHTS.means(&MATERIAL) };
    worth[kind as usize & 7]
}

/// One royal, and what has been seen to attack its [`zone`].
struct Cage {
    royal: Square,
    /// The squares that are attacked, and those that are attacked twice or more.
    seen: u16,
    doubly: u16,
    /// Attacks on them, counted once per attacker and square.
    attacks: u32,
    holders: usize,
    /// Kind and square of the last holder.
    holder: (u8, Square),
}

impl Cage {
    fn of(royal: Square) -> Cage {
        Cage { royal, seen: 0, doubly: 0, attacks: 0, holders: 0, holder: (0, Square::NONE) }
    }

    #[inline(always)]
    fn add(&mut self, hits: u16, attacker: (u8, Square)) {
        self.doubly |= self.seen & hits;
        self.seen |= hits;
        self.attacks += (hits & !zone::CENTRE).count_ones();
        if hits & zone::CENTRE != 0 {
            self.holders += 1;
            self.holder = attacker;
        }
    }
}

/// What pawns, by colour, and knights attack of a royal's zone, by the difference of its square to theirs.
static PAWN_HITS: [[u16; 256]; 2] = [zone::leaper(&[step::NE, step::NW]), zone::leaper(&[step::SE, step::SW])];
static KNIGHT_HITS: [u16; 256] = zone::leaper(&step::KNIGHT);

/// One army while it is looked at.
struct Survey<'a, R, L> {
    position: &'a Escape<R>,
    color: Color,
    /// 1 for the side to move.
    to_move: usize,
    cage: Cage,
    ledger: &'a mut L,
}

impl<R: EscapeRules, L: Ledger> Survey<'_, R, L> {
    #[inline(always)]
    fn add(&mut self, weight: usize, count: i32) {
        self.ledger.add(self.color, weight, count);
    }

    /// Enters an army's pieces; what is left of it is how they cage the opposing royal.
    #[inline(always)]
    fn run(mut self) -> Cage {
        for (kind, square) in self.position.board.army(self.color) {
            let index = kind as usize & 7;
            self.add(MATERIAL.at(index), 1);
            self.add(SQUARES.at(index * 64 + table::index(self.color, square)), 1);
            self.ledger.keep_alive(R::PHASE[index]);
            let hits = self.piece(kind, square);
            self.cage.add(hits, (kind, square));
        }
        self.add(HOLDERS.at(self.cage.holders.min(3)), 1);
        self.add(COVERED.at(0), self.cage.attacks as i32);
        self.cage
    }

    /// Enters what a piece reaches; returns what of the cage it attacks.
    #[inline(always)]
    fn piece(&mut self, kind: u8, square: Square) -> u16 {
        let slides = &R::SLIDES[self.color.index()];
        match kind {
            PAWN => self.pawn(square),
            KNIGHT => self.knight(square),
            LIGHT_SLIDER => self.slide(kind, square, slides[0], LIGHT_MOBILITY.start),
            MIDDLE_SLIDER => self.slide(kind, square, slides[1], MIDDLE_MOBILITY.start),
            HEAVY_SLIDER => self.slide(kind, square, slides[2], HEAVY_MOBILITY.start),
            _ => 0,
        }
    }

    #[inline(always)]
    fn pawn(&mut self, square: Square) -> u16 {
        let rank = self.color.choose(square.rank(), 7 - (square.rank() & 7)) as usize & 7;
        let ahead = square.step(self.color.forward());
        if rank >= 4 && self.is_passed(ahead, 7 - rank) {
            self.add(PASSED.at(rank), 1);
        }
        self.threaten(PAWN, ahead.step(step::E));
        self.threaten(PAWN, ahead.step(step::W));
        PAWN_HITS[self.color.index()][self.cage.royal.minus(square) as usize]
    }

    /// Whether there is no enemy pawn on so many squares ahead and beside them.
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
        KNIGHT_HITS[self.cage.royal.minus(square) as usize]
    }

    #[inline(always)]
    fn near(&mut self, kind: u8, square: Square) {
        self.add(NEAR.at(kind as usize * 8 + (square.distance(self.cage.royal) as usize & 7)), 1);
    }

    /// The caged royal is no obstacle: it cannot hide in its own shadow.
    #[inline(always)]
    fn slide(&mut self, kind: u8, square: Square, lines: &[Step], mobility: usize) -> u16 {
        let royal = self.cage.royal;
        let (mut squares, mut hits) = (0, 0);
        for &line in lines {
            let mut to = square.step(line);
            while self.position.board.at(to).is_empty() {
                squares += 1;
                hits |= zone::bit(royal, to);
                to = to.step(line);
            }
            squares += usize::from(self.position.board.at(to).admits(self.color));
            hits |= zone::bit(royal, to);
            if to == royal {
                hits |= zone::bit(royal, to.step(line));
            }
            self.threaten(kind, to);
        }
        self.near(kind, square);
        self.add(mobility + squares, 1);
        hits
    }

    /// Enters an attack on whatever stands there, if it is the enemy's.
    #[inline(always)]
    fn threaten(&mut self, kind: u8, square: Square) {
        let cell = self.position.board.at(square);
        if cell.is(!self.color) {
            let victim = self.position.board.kind(cell) as usize & 7;
            self.add(THREATS.at((self.to_move * KINDS + kind as usize) * KINDS + victim), 1);
        }
    }
}

#[inline(always)]
fn survey<R: EscapeRules>(position: &Escape<R>, color: Color, ledger: &mut impl Ledger) -> Cage {
    let to_move = usize::from(position.state.side == color);
    Survey { position, color, to_move, cage: Cage::of(position.royal(!color)), ledger }.run()
}

/// What `color` leaves to be done against the opposing royal that it cages.
#[inline(always)]
fn weaknesses<R: EscapeRules>(position: &Escape<R>, color: Color, cage: &Cage, ledger: &mut impl Ledger) {
    let (mut ways_out, mut loose, mut walled) = (0, 0, 0);
    for step in step::ALL {
        let square = cage.royal.step(step);
        let (cell, bit) = (position.board.at(square), zone::bit(cage.royal, square));
        ways_out += usize::from(cell.is_empty() && bit & cage.seen == 0);
        loose += usize::from(cell.is_empty() && bit & cage.seen & !cage.doubly != 0);
        walled += usize::from(cell.is(!color));
    }
    let to_move = usize::from(position.state.side != color);
    ledger.add(!color, WAYS_OUT.at(to_move * 9 + ways_out), 1);
    ledger.add(!color, LOOSE.at(to_move * 9 + loose), 1);
    ledger.add(!color, WALLED.at(walled), 1);
    if cage.holders == 1 {
        let (kind, square) = cage.holder;
        ledger.add(color, SOLE_HOLDER.at(kind as usize * 8 + (square.distance(cage.royal) as usize & 7)), 1);
        if hold::attacked::<R>(&position.board, square, !color) {
            ledger.add(color, ATTACKED_HOLDER.at(1 - to_move), 1);
        }
    }
}

impl<R: EscapeRules> Evaluate for Escape<R> {
    const WEIGHTS: &'static Weights = R::WEIGHTS;

    #[inline(always)]
    fn worth(kind: u8) -> Score {
        worth::<R>(kind)
    }

    #[inline]
    fn evaluate_into(&self, ledger: &mut impl Ledger) {
        evaluate_into(self, ledger);
    }
}

/// Both armies: what one leaves open, the other's royal can use.
fn evaluate_into<R: EscapeRules>(position: &Escape<R>, ledger: &mut impl Ledger) {
    let white = survey(position, Color::White, ledger);
    let black = survey(position, Color::Black, ledger);
    weaknesses(position, Color::White, &white, ledger);
    weaknesses(position, Color::Black, &black, ledger);
    ledger.add(position.state.side, TEMPO.at(0), 1);
}

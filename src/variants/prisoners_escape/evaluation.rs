//! Material, placement and mobility, and above all the grip on the royal pieces.
//!
//! A side loses when it cannot attack the opposing royal any more. So what counts is how many pieces hold
//! it, how much of its neighbourhood they cover, and whether it has a square to step to where nothing does.

use super::{Escape, HEAVY_SLIDER, KNIGHT, LIGHT_SLIDER, MIDDLE_SLIDER, PAWN, Rules};
use crate::eval::{Ledger, table};
use crate::types::square::step;
use crate::types::{Color, Score, Square};
use crate::{more_weights, weights};

weights! {
    pub(super) PRISONERS_ESCAPE in "src/variants/prisoners_escape/weights.txt" ("weights.txt"), full phase 24;
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
    /// The pieces that hold the opposing royal by their number: 0, 1, 2, 3 and more.
    HOLDERS "holders" 4;
    /// An attack on a square beside the opposing royal.
    COVERED "covered" 1;
    /// Empty squares beside the own royal that the enemy does not attack by their number, with the enemy to move;
    /// then with the owner to move.
    WAYS_OUT "ways-out" 2 * 9, row 9;
}

more_weights! {
    pub(in crate::variants) KINGS_ESCAPE in "src/variants/kings_escape/kingsescape.txt"
        ("../kings_escape/kingsescape.txt"), like PRISONERS_ESCAPE
}

more_weights! {
    pub(in crate::variants) ANTICHECKMATE in "src/variants/kings_escape/anticheckmate.txt"
        ("../kings_escape/anticheckmate.txt"), like PRISONERS_ESCAPE
}

const KINDS: usize = 8;

/// What a move that wins the game gains, for move ordering: more than any army.
pub(super) const GAME_WON: Score = 10_000;

/// The neighbourhood of one royal, and what has been seen to attack it.
///
/// A square is a bit: its difference to the royal's square plus 17, so that the nine squares have bits
/// 0 to 2, 16 to 18 and 32 to 34, and everything that does not lie in these three rows is beyond 34.
struct Cage {
    royal: Square,
    /// The squares that are attacked.
    seen: u64,
    /// Attacks on them, counted once per attacker and square.
    attacks: u32,
    holders: usize,
}

impl Cage {
    const ZONE: u64 = 0b111 | 0b111 << 16 | 0b111 << 32;
    const CENTRE: u64 = 1 << 17;

    fn of(royal: Square) -> Cage {
        Cage { royal, seen: 0, attacks: 0, holders: 0 }
    }

    #[inline(always)]
    fn bit(&self, square: Square) -> u64 {
        let place = square.minus(self.royal).wrapping_add(17);
        if place < 35 { 1 << place & Self::ZONE } else { 0 }
    }

    #[inline(always)]
    fn add(&mut self, attacker: u64) {
        self.seen |= attacker;
        self.attacks += (attacker & !Self::CENTRE).count_ones();
        self.holders += (attacker & Self::CENTRE != 0) as usize;
    }
}

/// What an army is credited with for its pieces, and how it cages the opposing royal.
#[inline(always)]
fn pieces<R: Rules>(position: &Escape<R>, color: Color, ledger: &mut impl Ledger) -> Cage {
    let mut cage = Cage::of(position.royal(!color));
    for (kind, square) in position.board.army(color) {
        let index = kind as usize & 7;
        ledger.add(color, MATERIAL.at(index), 1);
        ledger.add(color, SQUARES.at(index * 64 + table::index(color, square)), 1);
        ledger.keep_alive(R::PHASE[index]);
        let (squares, attacker) = reach(position, color, kind, square, &cage);
        if let Some(mobility) = mobility(kind) {
            ledger.add(color, mobility + squares, 1);
        }
        cage.add(attacker);
    }
    ledger.add(color, HOLDERS.at(cage.holders.min(3)), 1);
    ledger.add(color, COVERED.at(0), cage.attacks as i32);
    cage
}

/// Where the table for the mobility of a kind starts.
#[inline(always)]
fn mobility(kind: u8) -> Option<usize> {
    match kind {
        KNIGHT => Some(KNIGHT_MOBILITY.start),
        LIGHT_SLIDER => Some(LIGHT_MOBILITY.start),
        MIDDLE_SLIDER => Some(MIDDLE_MOBILITY.start),
        HEAVY_SLIDER => Some(HEAVY_MOBILITY.start),
        _ => None,
    }
}

/// How many squares a piece reaches, and which of the cage it attacks.
#[inline(always)]
fn reach<R: Rules>(position: &Escape<R>, color: Color, kind: u8, from: Square, cage: &Cage) -> (usize, u64) {
    let slides = &R::SLIDES[color.index()];
    match kind {
        PAWN => {
            let ahead = from.step(color.forward());
            (0, cage.bit(ahead.step(step::E)) | cage.bit(ahead.step(step::W)))
        }
        KNIGHT => step::KNIGHT.iter().fold((0, 0), |(squares, attacked), &step| {
            let to = from.step(step);
            (squares + position.board.at(to).admits(color) as usize, attacked | cage.bit(to))
        }),
        LIGHT_SLIDER => slide(position, color, from, slides[0], cage),
        MIDDLE_SLIDER => slide(position, color, from, slides[1], cage),
        HEAVY_SLIDER => slide(position, color, from, slides[2], cage),
        _ => (0, 0),
    }
}

/// The caged royal is no obstacle: it cannot hide in its own shadow.
#[inline(always)]
fn slide<R: Rules>(position: &Escape<R>, color: Color, from: Square, lines: &[u8], cage: &Cage) -> (usize, u64) {
    let (mut squares, mut attacked) = (0, 0);
    for &line in lines {
        let mut to = from;
        loop {
            to = to.step(line);
            let cell = position.board.at(to);
            squares += cell.admits(color) as usize;
            attacked |= cage.bit(to);
            if !cell.is_empty() {
                break;
            }
        }
        if to == cage.royal {
            attacked |= cage.bit(to.step(line));
        }
    }
    (squares, attacked)
}

/// The empty squares beside a caged royal that are not attacked.
#[inline(always)]
fn ways_out<R: Rules>(position: &Escape<R>, cage: &Cage) -> usize {
    let is_way_out = |&step: &u8| {
        let square = cage.royal.step(step);
        position.board.at(square).is_empty() && cage.bit(square) & cage.seen == 0
    };
    step::ALL.iter().filter(|step| is_way_out(step)).count()
}

/// Both armies: what one leaves open, the other's royal can use.
pub(super) fn appraise<R: Rules>(position: &Escape<R>, ledger: &mut impl Ledger) {
    for color in Color::ALL {
        let cage = pieces(position, color, ledger);
        let to_move = usize::from(position.state.side != color);
        ledger.add(!color, WAYS_OUT.at(to_move * 9 + ways_out(position, &cage)), 1);
    }
    ledger.add(position.state.side, TEMPO.at(0), 1);
}

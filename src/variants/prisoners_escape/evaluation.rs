//! Material, placement and mobility, and above all the grip on the royal pieces.
//!
//! A side loses when it cannot attack the opposing royal any more. So what counts is how many pieces hold
//! it, how much of its neighbourhood they cover, and whether it has a square to step to where nothing does.

use super::{Escape, HEAVY_SLIDER, KNIGHT, LIGHT_SLIDER, MIDDLE_SLIDER, PAWN, Rules};
use crate::eval::{self, Phased, account, table};
use crate::types::square::step;
use crate::types::{Color, Score, Square};

/// What the evaluation of one game goes by. Arrays are indexed by kind unless they say otherwise.
pub struct Weights {
    /// Middle and end game worth.
    pub material: [Phased; 8],
    /// Worth for move ordering, in hundredths of a pawn.
    pub worth: [Score; 8],
    /// How much of the middle game a piece keeps alive.
    pub phase: [i32; 8],
    /// Worth of one more reachable square, and the number of squares counted as average.
    pub mobility: [(Phased, i32); 8],
    /// Piece-square tables from White's side, at `rank * 8 + file`.
    pub tables: [[Phased; 64]; 8],
    /// Worth of holding the opposing royal with 0, 1, 2, and 3 or more pieces.
    pub holders: [Phased; 4],
    /// Worth of each attack on a square beside the opposing royal.
    pub covered: Phased,
    /// What ways out are worth to a royal.
    pub freedom: Freedom,
}

/// Worth of empty squares beside one's own royal that the opponent does not attack.
pub struct Freedom {
    /// The first way out.
    pub first: Phased,
    /// Each further one.
    pub more: Phased,
    /// On top of that if it is there to be taken: the owner is to move.
    pub to_move: Score,
}

/// The phase of a full set of pieces, both sides together, in chess; other armies come near it.
const FULL_PHASE: i32 = 24;
/// The right to move.
const TEMPO: Score = 12;
/// What a move that wins the game gains: more than any army.
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

/// Everything one army is credited with.
#[derive(Default)]
struct Account {
    material: Phased,
    placement: Phased,
    mobility: Phased,
    grip: Phased,
    freedom: Phased,
    /// Ways out of its own royal.
    ways_out: i32,
    phase: i32,
}

impl eval::Account for Account {
    const FULL_PHASE: i32 = FULL_PHASE;
    const TEMPO: Score = TEMPO;

    fn terms(&self) -> impl IntoIterator<Item = (&'static str, Phased)> {
        [
            ("material", self.material),
            ("piece-square", self.placement),
            ("mobility", self.mobility),
            ("grip on the royal", self.grip),
            ("ways out", self.freedom),
        ]
    }

    fn phase(&self) -> i32 {
        self.phase
    }
}

/// Both armies' accounts. What one leaves open, the other's royal can use.
fn accounts<R: Rules>(position: &Escape<R>) -> [Account; 2] {
    let [(mut white, held_black), (mut black, held_white)] = Color::ALL.map(|color| pieces(position, color));
    white.ways_out = ways_out(position, &held_white);
    black.ways_out = ways_out(position, &held_black);
    for account in [&mut white, &mut black] {
        if account.ways_out > 0 {
            let freedom = &R::WEIGHTS.freedom;
            account.freedom = freedom.first + freedom.more * (account.ways_out - 1);
        }
    }
    [white, black]
}

/// What an army is credited with for its pieces, and how it cages the opposing royal.
fn pieces<R: Rules>(position: &Escape<R>, color: Color) -> (Account, Cage) {
    let weights = R::WEIGHTS;
    let mut account = Account::default();
    let mut cage = Cage::of(position.royal(!color));
    for (kind, square) in position.board.army(color) {
        let index = kind as usize & 7;
        account.material += weights.material[index];
        account.phase += weights.phase[index];
        account.placement += weights.tables[index][table::index(color, square)];
        let (squares, attacker) = reach(position, color, kind, square, &cage);
        let (weight, average) = weights.mobility[index];
        account.mobility += weight * (squares - average);
        cage.add(attacker);
    }
    account.grip = weights.holders[cage.holders.min(3)] + weights.covered * cage.attacks as i32;
    (account, cage)
}

/// How many squares a piece reaches, and which of the cage it attacks.
#[inline(always)]
fn reach<R: Rules>(position: &Escape<R>, color: Color, kind: u8, from: Square, cage: &Cage) -> (i32, u64) {
    let slides = &R::SLIDES[color.index()];
    match kind {
        PAWN => {
            let ahead = from.step(color.forward());
            (0, cage.bit(ahead.step(step::E)) | cage.bit(ahead.step(step::W)))
        }
        KNIGHT => step::KNIGHT.iter().fold((0, 0), |(squares, attacked), &step| {
            let to = from.step(step);
            (squares + position.board.at(to).admits(color) as i32, attacked | cage.bit(to))
        }),
        LIGHT_SLIDER => slide(position, color, from, slides[0], cage),
        MIDDLE_SLIDER => slide(position, color, from, slides[1], cage),
        HEAVY_SLIDER => slide(position, color, from, slides[2], cage),
        _ => (0, 0),
    }
}

/// The caged royal is no obstacle: it cannot hide in its own shadow.
#[inline(always)]
fn slide<R: Rules>(position: &Escape<R>, color: Color, from: Square, lines: &[u8], cage: &Cage) -> (i32, u64) {
    let (mut squares, mut attacked) = (0, 0);
    for &line in lines {
        let mut to = from;
        loop {
            to = to.step(line);
            let cell = position.board.at(to);
            squares += cell.admits(color) as i32;
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
fn ways_out<R: Rules>(position: &Escape<R>, cage: &Cage) -> i32 {
    let is_way_out = |&step: &u8| {
        let square = cage.royal.step(step);
        position.board.at(square).is_empty() && cage.bit(square) & cage.seen == 0
    };
    step::ALL.iter().filter(|step| is_way_out(step)).count() as i32
}

pub(super) fn evaluate<R: Rules>(position: &Escape<R>) -> Score {
    let accounts = accounts(position);
    let mover = &accounts[position.state.side.index()];
    let at_once = if mover.ways_out > 0 { R::WEIGHTS.freedom.to_move } else { 0 };
    account::score(&accounts, position.state.side) + at_once
}

pub(super) fn terms<R: Rules>(position: &Escape<R>) -> Vec<(&'static str, [Score; 2])> {
    account::terms(&accounts(position))
}

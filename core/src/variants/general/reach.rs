//! Which pieces may attack a square, told without a look at the board: by player, kind and step; and along which ray.

use super::rules::Rules;
use super::tables::{AttackRay, Jump, Tables};
use crate::types::square::Step;
use crate::types::{Color, Kind, Square};

/// A piece may attack the square if nothing stands in the way.
pub const PLAIN: u8 = 1;
/// A piece may attack the square by a jump.
pub const JUMP: u8 = 2;
/// A piece may attack the square, or one where a royal piece may go from there or pass when it castles.
pub const NEAR: u8 = 4;

/// Squares on the king's rank up to so many files from him count as squares where he may pass.
pub const CASTLING_REACH: u8 = 3;

/// Stands for several rays.
const SEVERAL: u8 = u8::MAX;

/// By player, kind and step.
type Flags = [[[u8; 256]; Kind::LIMIT]; 2];

/// What may attack what on an empty board.
#[derive(Clone, Debug)]
pub struct Reach {
    /// By player, kind and step from a piece to a square: [`PLAIN`], [`JUMP`], [`NEAR`]. On boards of more than 8 files a step
    /// may stand for two, so pieces are told apart by their rays.
    flags: Box<Flags>,
    /// By attacker, square and the square of the piece: the place of the ray among those of the square, or [`SEVERAL`].
    rays: Vec<u8>,
    /// Every square of the board is below it.
    size: usize,
}

impl Default for Reach {
    /// Nothing attacks anything.
    fn default() -> Self {
        Reach { flags: Box::new([[[0; 256]; Kind::LIMIT]; 2]), rays: Vec::new(), size: 0 }
    }
}

impl Reach {
    /// What may attack what in a game with these tables.
    pub fn new(rules: &Rules, tables: &Tables) -> Reach {
        let size = usize::from(rules.ranks) << 4;
        let mut reach = Reach { rays: vec![SEVERAL; 2 * size * size], size, ..Reach::default() };
        for by in Color::ALL {
            for square in rules.squares.squares() {
                reach.add_square(tables, by, square);
            }
            reach.add_near(rules, tables, by);
        }
        reach
    }

    /// How a piece may attack a square: [`PLAIN`], [`JUMP`], [`NEAR`]. 0 for kind 0.
    #[inline(always)]
    pub fn flags(&self, kind: Kind, color: Color, from: Square, square: Square) -> u8 {
        self.flags[color.index()][kind.index::<{ Kind::LIMIT }>()][usize::from(square.minus(from))]
    }

    /// The place of the only ray without a jump on which a piece attacks a square; `None` if there may be several.
    #[inline(always)]
    pub fn ray(&self, by: Color, square: Square, from: Square) -> Option<usize> {
        let ray = self.rays[self.pair(by, square, from)];
        (ray != SEVERAL).then_some(ray.into())
    }

    #[inline(always)]
    fn pair(&self, by: Color, square: Square, from: Square) -> usize {
        (by.index() * self.size + square.index()) * self.size + from.index()
    }

    fn add_square(&mut self, tables: &Tables, by: Color, square: Square) {
        let mut rays = vec![0; self.size];
        for (place, ray) in tables.attack_rays(by, square).iter().enumerate() {
            for source in tables.sources(ray).iter().filter(|source| source.kinds != 0) {
                let flag = if ray.jump == Jump::None { PLAIN } else { JUMP };
                let kinds = (0..Kind::LIMIT as u8).map(Kind::new).filter(|kind| source.kinds & kind.bit() != 0);
                let step = usize::from(square.minus(source.square));
                kinds.for_each(|kind| self.flags[by.index()][kind.index::<{ Kind::LIMIT }>()][step] |= flag);
                if flag == PLAIN {
                    rays[source.square.index()] += 1;
                    let pair = self.pair(by, square, source.square);
                    let is_only = rays[source.square.index()] == 1 && place < usize::from(SEVERAL);
                    self.rays[pair] = if is_only { place as u8 } else { SEVERAL };
                }
            }
        }
    }

    /// Marks what may attack a square where an enemy royal piece may go.
    fn add_near(&mut self, rules: &Rules, tables: &Tables, by: Color) {
        let mut goes = [false; 256];
        let reach = if rules.castling.is_some() { CASTLING_REACH } else { 0 };
        for files in 0..=reach {
            goes[usize::from(files)] = true;
            goes[usize::from(files.wrapping_neg())] = true;
        }
        for kind in rules.numbers().filter(|kind| rules.royal & kind.bit() != 0) {
            for from in rules.squares.squares() {
                let stops = tables.rays(kind, !by, from).iter().flat_map(|ray| tables.stops(ray));
                stops.for_each(|stop| goes[usize::from(stop.square.minus(from))] = true);
            }
        }
        let goes: Vec<Step> = (0..=u8::MAX).filter(|&step| goes[usize::from(step)]).collect();
        for flags in &mut self.flags[by.index()] {
            let attacks = (0..=u8::MAX).filter(|&step| flags[usize::from(step)] & (PLAIN | JUMP) != 0);
            for attack in attacks.collect::<Vec<_>>() {
                goes.iter().for_each(|way| flags[usize::from(attack.wrapping_sub(*way))] |= NEAR);
            }
        }
    }
}

impl Tables {
    /// The rays without a jump on which a piece may attack a square, and perhaps others.
    #[inline(always)]
    pub fn rays_from(&self, by: Color, square: Square, from: Square) -> &[AttackRay] {
        let rays = self.plain_rays(by, square);
        self.reach.ray(by, square, from).and_then(|place| rays.get(place..=place)).unwrap_or(rays)
    }
}

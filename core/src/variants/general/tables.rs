//! What follows from the rules of a game before there is a position: by kind, player and square, where a piece can go, and from
//! where a square is attacked.

use super::reach::Reach;
use super::rules::{Hop, KindSet, Leaves, Pattern, Rules};
use super::square_set::SquareSet;
use crate::types::{Cell, Color, Kind, Square};

/// A square of a ray.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// The square.
    pub square: Square,
    /// What a piece may do there: [`QUIET`], [`CAPTURE`], [`SPECIAL`].
    pub may: u8,
}

/// A piece may go there if the square is empty.
pub const QUIET: u8 = 1;
/// A piece may capture there.
pub const CAPTURE: u8 = 2;
/// The move may promote, or must not be made without promotion.
pub const SPECIAL: u8 = 4;

/// A way of a piece from a square: it ends at the first square that is not empty, or beyond the first if it has to jump.
#[derive(Clone, Copy, Debug)]
pub struct Ray {
    start: u32,
    len: u8,
    /// What has to be jumped over.
    pub jump: Jump,
    /// The greatest number of squares behind what is jumped over.
    pub beyond: u8,
    /// What can be captured en passant afterwards.
    pub leaves: Leaves,
}

/// A square that a piece without special moves may reach.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The square.
    pub square: Square,
    /// What may stand there for the piece to go there, a bit for each [`Cell::content`]: nothing, an enemy piece.
    pub accepts: u8,
    /// How many targets follow that cannot be reached if this square is not empty.
    pub rest: u8,
    /// Whether the move leaves squares behind for captures en passant.
    pub leaves: bool,
}

/// The targets of a piece on a square.
#[derive(Clone, Copy, Debug, Default)]
struct Targets {
    start: u32,
    /// Targets that nothing can block; [`Targets::SPECIAL`] if the piece has moves from there that are no targets: it jumps over
    /// others, promotes, reaches a square twice, or may not capture everything.
    leaps: u16,
    /// Targets behind others, way by way.
    slides: u16,
}

impl Targets {
    const SPECIAL: u16 = u16::MAX;
}

/// What has to be jumped over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jump {
    /// Nothing.
    None,
    /// A piece or hole.
    Over,
    /// A piece of another kind, or a hole.
    OverOthers,
}

/// A way to a square that is attacked, seen from there.
#[derive(Clone, Copy, Debug)]
pub struct AttackRay {
    start: u32,
    len: u8,
    /// What attackers have to jump over.
    pub jump: Jump,
    /// At most how far away that is.
    pub beyond: u8,
}

/// A square of such a way.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The square.
    pub square: Square,
    /// The kinds that attack from there, if nothing else stands on the way.
    pub kinds: KindSet,
}

/// The tables of a game.
#[derive(Clone, Debug)]
pub struct Tables {
    stops: Vec<Stop>,
    rays: Vec<Ray>,
    /// By kind, player and square: first and last ray.
    of_piece: Vec<(u32, u32)>,
    targets: Vec<Target>,
    /// By kind, player and square.
    targets_of: Vec<Targets>,
    sources: Vec<Source>,
    attack_rays: Vec<AttackRay>,
    /// By attacker and square: the first ray, the first with a jump, and the end.
    on_square: Vec<[u32; 3]>,
    /// Which pieces may attack a square.
    pub reach: Reach,
    /// By kind and player: the squares that a piece can leave again.
    pub live_squares: Vec<[SquareSet; 2]>,
}

/// The place of a piece in a table by kind, player and square.
#[inline(always)]
fn place(kind: Kind, color: Color, square: Square) -> usize {
    (kind.index::<{ Kind::LIMIT }>() * 2 + color.index()) << 8 | square.index()
}

impl Tables {
    /// The tables of a game.
    pub fn new(rules: &Rules) -> Tables {
        let mut tables = Tables {
            stops: Vec::new(),
            rays: Vec::new(),
            of_piece: vec![(0, 0); (rules.kinds.len() + 1) << 9],
            targets: Vec::new(),
            targets_of: vec![Targets::default(); (rules.kinds.len() + 1) << 9],
            sources: Vec::new(),
            attack_rays: Vec::new(),
            on_square: Vec::with_capacity(512),
            reach: Reach::default(),
            live_squares: vec![[SquareSet::EMPTY; 2]; rules.kinds.len() + 1],
        };
        let mut attacks = vec![Vec::new(); 512];
        for kind in rules.numbers() {
            for color in Color::ALL {
                tables.add_piece(rules, kind, color, &mut attacks);
            }
        }
        for ways in attacks {
            tables.add_attacks(ways);
        }
        tables.reach = Reach::new(rules, &tables);
        tables
    }

    /// The rays of a piece.
    #[inline(always)]
    pub fn rays(&self, kind: Kind, color: Color, square: Square) -> &[Ray] {
        let (start, end) = self.of_piece[place(kind, color, square)];
        &self.rays[start as usize..end as usize]
    }

    /// The targets of a piece, those that nothing can block apart; `None` if it has other moves, too.
    #[inline(always)]
    pub fn targets(&self, kind: Kind, color: Color, square: Square) -> Option<(&[Target], &[Target])> {
        let of_piece = &self.targets_of[place(kind, color, square)];
        if of_piece.leaps == Targets::SPECIAL {
            return None;
        }
        let (leaps, slides) = (usize::from(of_piece.leaps), usize::from(of_piece.slides));
        Some(self.targets[of_piece.start as usize..][..leaps + slides].split_at(leaps))
    }

    /// The squares of a ray.
    #[inline(always)]
    pub fn stops(&self, ray: &Ray) -> &[Stop] {
        &self.stops[ray.start as usize..][..usize::from(ray.len)]
    }

    /// The rays by which pieces of a player attack a square, those without a jump first.
    #[inline(always)]
    pub fn attack_rays(&self, by: Color, square: Square) -> &[AttackRay] {
        let [start, _, end] = self.on_square[by.index() << 8 | square.index()];
        &self.attack_rays[start as usize..end as usize]
    }

    /// Those without a jump.
    #[inline(always)]
    pub fn plain_rays(&self, by: Color, square: Square) -> &[AttackRay] {
        let [start, end, _] = self.on_square[by.index() << 8 | square.index()];
        &self.attack_rays[start as usize..end as usize]
    }

    /// Those with a jump.
    #[inline(always)]
    pub fn jump_rays(&self, by: Color, square: Square) -> &[AttackRay] {
        let [_, start, end] = self.on_square[by.index() << 8 | square.index()];
        &self.attack_rays[start as usize..end as usize]
    }

    /// The squares of a ray of attack.
    #[inline(always)]
    pub fn sources(&self, ray: &AttackRay) -> &[Source] {
        &self.sources[ray.start as usize..][..usize::from(ray.len)]
    }

    fn add_piece(&mut self, rules: &Rules, kind: Kind, color: Color, attacks: &mut [Vec<Way>]) {
        let piece = rules.kind(kind);
        let live = live_squares(rules, kind, color);
        self.live_squares[kind.index::<{ Kind::LIMIT }>()][color.index()] = live;
        for from in rules.squares.squares() {
            let start = self.rays.len() as u32;
            for pattern in &piece.moves {
                if pattern.may_start(color, from) {
                    self.add_ray(rules, (kind, color, from), pattern, attacks);
                }
            }
            self.of_piece[place(kind, color, from)] = (start, self.rays.len() as u32);
            self.add_targets(rules, kind, color, from);
        }
    }

    /// Lists the targets of a piece: leaps first.
    fn add_targets(&mut self, rules: &Rules, kind: Kind, color: Color, from: Square) {
        let (first, last) = self.of_piece[place(kind, color, from)];
        let rays = &self.rays[first as usize..last as usize];
        let stops = |ray: &Ray| &self.stops[ray.start as usize..][..usize::from(ray.len)];
        let mut seen = [SquareSet::EMPTY; 2];
        let mut is_special = rules.duties.immune & kind.bit() != 0;
        for ray in rays {
            is_special |= ray.jump != Jump::None;
            for stop in stops(ray) {
                is_special |= stop.may & SPECIAL != 0;
                for index in (0..2).filter(|&index| stop.may & [QUIET, CAPTURE][index] != 0) {
                    is_special |= seen[index].has(stop.square);
                    seen[index].add(stop.square);
                }
            }
        }
        let start = self.targets.len() as u32;
        let mut targets = Vec::new();
        for leaps in [true, false] {
            for ray in rays.iter().filter(|ray| (ray.len == 1) == leaps) {
                let leaves = ray.leaves != Leaves::Nothing;
                let target = |(index, stop): (usize, &Stop)| Target {
                    square: stop.square,
                    accepts: accepts(color, stop.may),
                    rest: ray.len - 1 - index as u8,
                    leaves,
                };
                targets.extend(stops(ray).iter().enumerate().map(target));
            }
        }
        let leaps = rays.iter().filter(|ray| ray.len == 1).count() as u16;
        let slides = targets.len() as u16 - leaps;
        self.targets.extend(targets);
        let leaps = if is_special { Targets::SPECIAL } else { leaps };
        self.targets_of[place(kind, color, from)] = Targets { start, leaps, slides };
    }

    fn add_ray(
        &mut self,
        rules: &Rules,
        (kind, color, from): (Kind, Color, Square),
        pattern: &Pattern,
        attacks: &mut [Vec<Way>],
    ) {
        let piece = rules.kind(kind);
        let jumps = pattern.hop != Hop::None;
        let mut way = way(rules, pattern, color, from, jumps);
        if pattern.leaves == Leaves::Passed {
            // A pawn that steps on could stop on the way.
            let lands = way.iter().take_while(|&&square| piece.lands_on[color.index()].has(square)).count();
            way.truncate(lands);
        }
        if way.len() <= usize::from(pattern.first_stop) {
            return;
        }
        let (jump, beyond) = match pattern.hop {
            Hop::None => (Jump::None, u8::MAX),
            Hop::Over(limit) => (Jump::Over, limit),
            Hop::OverOthers(limit) => (Jump::OverOthers, limit),
            Hop::Next => (Jump::Over, 1),
        };
        let start = self.stops.len() as u32;
        for (index, &square) in way.iter().enumerate() {
            let stops = index >= usize::from(pattern.first_stop)
                && rules.squares.has(square)
                && piece.lands_on[color.index()].has(square);
            let mut may = 0;
            if stops {
                may = if pattern.quiet { QUIET } else { 0 } | if pattern.captures { CAPTURE } else { 0 };
                may |= if is_special(rules, (kind, color), from, square) { SPECIAL } else { 0 };
                let is_dead = rules.duties.no_dead_ends
                    && !self.live_squares[kind.index::<{ Kind::LIMIT }>()][color.index()].has(square);
                may |= if is_dead { SPECIAL } else { 0 };
            }
            self.stops.push(Stop { square, may });
            if stops && pattern.captures {
                let mut back: Vec<Square> = way[..index].iter().rev().copied().collect();
                back.push(from);
                attacks[color.index() << 8 | square.index()].push(Way { squares: back, kind, jump, beyond });
            }
        }
        self.rays.push(Ray { start, len: way.len() as u8, jump, beyond, leaves: pattern.leaves });
    }

    fn add_attacks(&mut self, mut ways: Vec<Way>) {
        let start = self.attack_rays.len() as u32;
        // The longest first: shorter ones lie on them.
        ways.sort_by_key(|way| (way.jump != Jump::None, std::cmp::Reverse(way.squares.len())));
        let plain = |(way, _): &&(Way, _)| way.jump == Jump::None;
        let mut merged: Vec<(Way, Vec<KindSet>)> = Vec::new();
        for way in ways {
            let last = way.squares.len() - 1;
            let lies_on = |other: &Way| {
                other.jump == way.jump && other.beyond == way.beyond && other.squares.starts_with(&way.squares)
            };
            let at = merged.iter().position(|(other, _)| lies_on(other)).unwrap_or_else(|| {
                merged.push((way.clone(), vec![0; last + 1]));
                merged.len() - 1
            });
            merged[at].1[last] |= way.kind.bit();
        }
        let jumps = start + merged.iter().filter(plain).count() as u32;
        for (way, kinds) in merged {
            let sources = way.squares.iter().zip(kinds).map(|(&square, kinds)| Source { square, kinds });
            let ray = AttackRay {
                start: self.sources.len() as u32,
                len: way.squares.len() as u8,
                jump: way.jump,
                beyond: way.beyond,
            };
            self.sources.extend(sources);
            self.attack_rays.push(ray);
        }
        self.on_square.push([start, jumps, self.attack_rays.len() as u32]);
    }
}

/// A way by which a piece attacks a square, seen from there; it ends at the piece.
#[derive(Clone, Debug)]
struct Way {
    squares: Vec<Square>,
    kind: Kind,
    jump: Jump,
    beyond: u8,
}

/// What may stand where a piece may do so, a bit for each [`Cell::content`].
#[inline(always)]
pub fn accepts(color: Color, may: u8) -> u8 {
    let nothing = if may & QUIET != 0 { 1 << Cell::EMPTY.content() } else { 0 };
    let enemy = if may & CAPTURE != 0 { 1 << Cell(Cell::bit(!color)).content() } else { 0 };
    nothing | enemy
}

/// Whether a move between two squares may promote.
fn is_special(rules: &Rules, (kind, color): (Kind, Color), from: Square, to: Square) -> bool {
    let promotion = &rules.promotion;
    let region = &promotion.region[color.index()];
    let is_pawn = promotion.pawns[color.index()] & kind.bit() != 0;
    let changes = |to: Kind| !to.is_none();
    is_pawn && region.has(to)
        || (changes(kind.of(&promotion.into)) || promotion.can_turn_back && changes(kind.of(&promotion.back)))
            && (region.has(from) || region.has(to))
}

/// The squares that a piece can leave again without a capture and without a first move; all squares for a royal one.
fn live_squares(rules: &Rules, kind: Kind, color: Color) -> SquareSet {
    let leaves = |pattern: &Pattern, from: Square| {
        let may_start = pattern.may_start(color, from);
        // Lame leaps and jumps are taken for possible.
        let over_holes = pattern.first_stop > 0 || pattern.hop != Hop::None;
        let way = way(rules, pattern, color, from, over_holes);
        may_start && way.iter().skip(usize::from(pattern.first_stop)).any(|&to| rules.squares.has(to))
    };
    let is_usual = |pattern: &&Pattern| pattern.quiet && pattern.leaves == Leaves::Nothing;
    let usual = || rules.kind(kind).moves.iter().filter(is_usual);
    let is_live = |from: &Square| rules.royal & kind.bit() != 0 || usual().any(|pattern| leaves(pattern, *from));
    rules.squares.squares().filter(is_live).collect()
}

/// The squares of a pattern from a square on, as far as they exist. A piece that jumps may jump over holes, so they are included.
fn way(rules: &Rules, pattern: &Pattern, color: Color, from: Square, holes: bool) -> Vec<Square> {
    let sign = color.choose(1, -1);
    let (mut file, mut rank) = (from.file() as i8, from.rank() as i8);
    let mut squares = Vec::new();
    let last = pattern.steps.last().copied().unwrap_or_default();
    let repeated = std::iter::repeat_n(last, usize::from(pattern.repeats.saturating_sub(1)));
    for (files, ranks) in pattern.steps.iter().copied().chain(repeated) {
        file += sign * files;
        rank += sign * ranks;
        if !(0..rules.files as i8).contains(&file) || !(0..rules.ranks as i8).contains(&rank) {
            break;
        }
        let square = Square::new(file as u8, rank as u8);
        let is_off_lines = pattern.along.is_some_and(|along| !along.has(square));
        if !rules.squares.has(square) && !holes || square == from || is_off_lines {
            break;
        }
        squares.push(square);
    }
    squares
}

//! What the positions of some materials lead to.

use super::levels::Worth;
use super::places::{Cells, Places};
use super::{EndingError, Endings, Material, Progress, Table};
use crate::game::{Game, Stand};
use crate::types::Color;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

/// A position that is more than what stands where, or that a FEN does not set up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Other {
    pub material: Material,
    pub cells: Cells,
    pub turn: Color,
    pub rest: u64,
}

/// The worths of such positions.
pub(super) type Others = HashMap<Other, Worth>;

/// Where a move leads: the number of a position, perhaps with the armies exchanged, or a worth that is known.
#[derive(Clone, Copy)]
pub(super) struct Goal(u32);

impl Goal {
    const KNOWN: u32 = 1 << 31;
    const EXCHANGED: u32 = 1 << 30;
    /// Numbers of positions are below this.
    const MOST: usize = 1 << 30;

    fn known(worth: Worth) -> Goal {
        Goal(Goal::KNOWN | u32::from(worth.0 as u16))
    }

    fn position(number: usize, is_exchanged: bool) -> Goal {
        Goal(number as u32 | if is_exchanged { Goal::EXCHANGED } else { 0 })
    }

    /// The worth, as far as those of the positions are known.
    #[inline]
    pub fn worth(self, worths: &[Worth]) -> Worth {
        if self.0 & Goal::KNOWN != 0 {
            return Worth(self.0 as u16 as i16);
        }
        let worth = worths[(self.0 & (Goal::EXCHANGED - 1)) as usize];
        if self.0 & Goal::EXCHANGED != 0 { worth.exchanged() } else { worth }
    }
}

/// Positions of some materials, and where their moves lead.
pub(super) struct Found {
    /// The positions with the lowest numbers, one material after the other.
    pub places: Vec<Places>,
    /// The other positions.
    pub others: Vec<Other>,
    /// The army to move, by position.
    pub turns: Vec<Color>,
    /// Where the goals of each position begin, and at last their number.
    pub starts: Vec<usize>,
    pub goals: Vec<Goal>,
    /// Positions in which the game is over, with what they are worth.
    pub over: Vec<(usize, Worth)>,
}

impl Found {
    /// The number of placements; the other positions have the numbers from there on.
    fn placements(&self) -> usize {
        self.places.iter().map(Places::len).sum()
    }

    pub fn goals_of(&self, position: usize) -> &[Goal] {
        &self.goals[self.starts[position]..self.starts[position + 1]]
    }
}

/// A material that leads to one that is neither solved nor solved now.
pub(super) type Way = (Material, Material);

/// So many positions are looked at to see where a material leads, each with so many plies of random moves.
const SAMPLES: usize = 200;
const PLIES: usize = 12;

/// Which materials a material leads to, and those behind it as random moves find them.
pub(super) fn ways(endings: &Endings, material: &Material) -> HashSet<Way> {
    let ground = &endings.ground;
    let mut found = HashSet::new();
    let places = Places::none(ground, material);
    let mut random = super::ground::Random::new(7);
    for (_, mut game) in places.samples(ground, SAMPLES, 3) {
        for _ in 0..PLIES {
            let material_of = |stand: &Stand| ground.placed(stand).map(|placed| ground.usual(&placed.0).0);
            let Some(from) = material_of(&game.stand()) else { break };
            let mut bits = Vec::new();
            game.look_ahead(&mut |number, stand, ended| {
                bits.push(number);
                if let Some(to) = material_of(stand).filter(|to| ended.is_none() && *to != from) {
                    found.insert((from.clone(), to));
                }
            });
            if bits.is_empty() {
                break;
            }
            game.play_bits(bits[random.below(bits.len())]);
        }
    }
    found
}

/// Plays the moves of all positions of some materials, and of those behind them that are no placements.
pub(super) fn find(
    endings: &Endings,
    places: Vec<Places>,
    progress: &Progress<'_>,
) -> Result<Result<Found, Way>, EndingError> {
    let mut found =
        Found { places, others: Vec::new(), turns: Vec::new(), starts: vec![0], goals: Vec::new(), over: Vec::new() };
    let mut finder = Finder { endings, firsts: Vec::new(), numbers: HashMap::new(), origins: Vec::new() };
    let mut origins = Vec::new();
    for (group, places) in found.places.iter().enumerate() {
        finder.firsts.push(origins.len());
        origins.extend(places.indices().map(|index| Origin::Placed { group, index }));
    }
    if origins.len() >= Goal::MOST {
        return Err(EndingError::Refused("more positions than a table holds".into()));
    }
    while !origins.is_empty() {
        let mut next = Vec::new();
        for part in origins.chunks(1 << 14) {
            progress.check()?;
            let steps: Vec<Steps<'_>> = part
                .par_chunks(1 << 9)
                .map(|part| {
                    let mut steps = Steps::default();
                    for origin in part {
                        if progress.is_stopped() || steps.missing.is_some() {
                            break;
                        }
                        finder.look(&found, origin, &mut steps);
                    }
                    steps
                })
                .collect();
            for mut steps in steps {
                if let Some(way) = steps.missing.take() {
                    return Ok(Err(way));
                }
                finder.keep(&mut found, steps, &mut next);
            }
            let bytes = 4 * found.goals.len() as u64 + 200 * found.others.len() as u64 + 16 * found.turns.len() as u64;
            if bytes > progress.memory || found.others.len() + found.turns.len() >= Goal::MOST {
                return Err(EndingError::Refused(format!(
                    "{}: the moves of its positions need more than {} MB of memory",
                    found.places.iter().map(|places| endings.name(places.material())).collect::<Vec<_>>().join(" "),
                    progress.memory >> 20
                )));
            }
        }
        progress.check()?;
        finder.origins.extend(next.iter().cloned());
        origins = next;
    }
    Ok(Ok(found))
}

/// How a position is reached.
#[derive(Clone)]
enum Origin {
    /// As a placement.
    Placed { group: usize, index: u64 },
    /// By a move from a position.
    Played { from: usize, bits: u64 },
}

/// What the moves of some positions in a row have led to.
#[derive(Default)]
struct Steps<'a> {
    goals: Vec<Goal>,
    counts: Vec<usize>,
    turns: Vec<Color>,
    /// By place in the row.
    over: Vec<(usize, Worth)>,
    /// By place among the goals: positions that may have no number yet, each with the place in the row and the move that leads there.
    unnumbered: Vec<(usize, Other, usize, u64)>,
    missing: Option<Way>,
    /// Where materials are looked for, as far as they have been met.
    routes: Vec<(Material, Route<'a>)>,
}

/// Where the placements of a material are looked for.
#[derive(Clone, Copy)]
struct Route<'a> {
    target: Target<'a>,
    /// Whether they are kept with the armies exchanged.
    is_exchanged: bool,
}

#[derive(Clone, Copy)]
enum Target<'a> {
    /// Among the materials that are being solved.
    Group(usize),
    /// In a table.
    Table(&'a Table),
    /// Nowhere.
    Missing,
}

struct Finder<'a> {
    endings: &'a Endings,
    /// The number of the first position of each material.
    firsts: Vec<usize>,
    /// The numbers of positions that are no placements.
    numbers: HashMap<Other, usize>,
    /// How these are reached, from the first number after the placements on.
    origins: Vec<Origin>,
}

impl<'a> Finder<'a> {
    fn game(&self, found: &Found, origin: &Origin) -> Option<Box<dyn Game>> {
        match origin {
            Origin::Placed { group, index } => found.places[*group].game(&self.endings.ground, *index),
            Origin::Played { from, bits } => {
                let mut game = match from.checked_sub(found.placements()) {
                    None => {
                        let group = self.firsts.partition_point(|first| first <= from) - 1;
                        let places = &found.places[group];
                        places.game(&self.endings.ground, places.index_of(from - self.firsts[group]))
                    }
                    Some(place) => self.game(found, self.origins.get(place)?),
                }?;
                game.play_bits(*bits).then_some(game)
            }
        }
    }

    /// Looks where the moves of a position lead.
    fn look(&self, found: &Found, origin: &Origin, steps: &mut Steps<'a>) {
        let (row, before) = (steps.counts.len(), steps.goals.len());
        let Some(game) = self.game(found, origin) else {
            // It has been set up before; without moves it is a draw.
            steps.turns.push(Color::White);
            steps.counts.push(0);
            return;
        };
        steps.turns.push(game.turn().color);
        game.look_ahead(&mut |bits, stand, ended| {
            let goal = match ended {
                Some(outcome) => Goal::known(Worth::of(&outcome)),
                None => self.goal(found, stand, row, bits, steps),
            };
            steps.goals.push(goal);
        });
        steps.counts.push(steps.goals.len() - before);
        if let (true, Some(outcome)) = (steps.goals.len() == before, game.ended()) {
            steps.over.push((row, Worth::of(&outcome)));
        }
    }

    fn goal(&self, found: &Found, stand: &Stand, row: usize, bits: u64, steps: &mut Steps<'a>) -> Goal {
        let ground = &self.endings.ground;
        let Some((material, cells, turn)) = ground.placed(stand) else { return Goal::known(Worth::UNKNOWN) };
        if ground.is_plain(stand) {
            let route = self.route(found, &material, steps);
            let (cells, turn) = match route.is_exchanged {
                false => (cells.clone(), turn),
                true => (ground.exchanged(&material, &cells).map_or_else(Cells::new, |(_, cells)| cells), !turn),
            };
            match route.target {
                Target::Group(group) => {
                    if let Some(number) = found.places[group].number(&cells, turn) {
                        return Goal::position(self.firsts[group] + number, route.is_exchanged);
                    }
                }
                Target::Table(table) => {
                    if let Some(number) = table.places.number(&cells, turn) {
                        let worth = table.worths[number];
                        return Goal::known(if route.is_exchanged { worth.exchanged() } else { worth });
                    }
                }
                Target::Missing => {
                    // Materials that are solved together lead to each other, so it does not matter which is said to lead there.
                    let from = found.places.first().map(|places| places.material().clone());
                    steps.missing = from.map(|from| (from, ground.usual(&material).0));
                }
            }
        }
        let other = Other { material, cells, turn, rest: stand.rest };
        if let Some(&worth) = self.endings.others.get(&other) {
            return Goal::known(worth);
        }
        steps.unnumbered.push((steps.goals.len(), other, row, bits));
        Goal::known(Worth::UNKNOWN)
    }

    /// Where the placements of a material are looked for.
    fn route(&self, found: &Found, material: &Material, steps: &mut Steps<'a>) -> Route<'a> {
        if let Some((_, route)) = steps.routes.iter().find(|(own, _)| own == material) {
            return *route;
        }
        let (usual, is_exchanged) = self.endings.ground.usual(material);
        let group = found.places.iter().position(|places| *places.material() == usual);
        let target = match (group, self.endings.tables.get(&usual)) {
            (Some(group), _) => Target::Group(group),
            (None, Some(table)) => Target::Table(table),
            (None, None) => Target::Missing,
        };
        let route = Route { target, is_exchanged };
        steps.routes.push((material.clone(), route));
        route
    }

    /// Adds what was found, and gives numbers to positions that have none; these come into `next`.
    fn keep(&mut self, found: &mut Found, mut steps: Steps<'_>, next: &mut Vec<Origin>) {
        let (first, before) = (found.turns.len(), found.goals.len());
        let placements = found.placements();
        for (place, other, row, bits) in std::mem::take(&mut steps.unnumbered) {
            let fresh = placements + self.numbers.len();
            let number = *self.numbers.entry(other.clone()).or_insert(fresh);
            if number == fresh {
                found.others.push(other);
                next.push(Origin::Played { from: first + row, bits });
            }
            steps.goals[place] = Goal::position(number, false);
        }
        found.over.extend(steps.over.iter().map(|&(row, worth)| (first + row, worth)));
        found.turns.append(&mut steps.turns);
        let mut end = before;
        found.starts.extend(steps.counts.iter().map(|count| {
            end += count;
            end
        }));
        found.goals.append(&mut steps.goals);
    }
}

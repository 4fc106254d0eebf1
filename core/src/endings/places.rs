//! Numbers of the placements of a material.

use super::ground::{Cell, Ground, Random, Reflection};
use super::outlook::Outlook;
use super::{EndingError, Material, Progress};
use crate::game::Game;
use crate::types::Color;
use arrayvec::ArrayVec;
use rayon::prelude::*;

/// The cells of men, in the order of the material.
pub(super) type Cells = ArrayVec<Cell, { Material::MOST }>;

/// All placements of a material that are positions of the game, each with the army to move. Of those that reflections make of each
/// other there is one.
///
/// A placement has an index: the cells of the men are the digits of a number, whose lowest bit is the army to move; equal men stand in
/// the order of their cells. The placements that there are have numbers from 0 without gaps.
pub(super) struct Places {
    material: Material,
    runs: Vec<usize>,
    cell_count: u64,
    reflections: Vec<Reflection>,
    /// A bit for each index.
    known: Vec<u64>,
    /// How many bits are set before each word.
    before: Vec<u32>,
    len: usize,
}

/// So many positions show which reflections change nothing.
const SAMPLES: usize = 2000;

impl Places {
    /// Sets up all positions of a material.
    pub fn new(ground: &Ground, material: &Material, progress: &Progress<'_>) -> Result<Places, EndingError> {
        let cell_count = ground.cell_count() as u64;
        let indices = 2 * cell_count.pow(material.len() as u32);
        let refused = |why: String| EndingError::Refused(format!("{}: {why}", ground.name(material)));
        if indices > 1 << 33 {
            return Err(refused("more placements than a table holds".into()));
        }
        // A bit for each index, and a number for each 64.
        if indices / 8 * 3 / 2 > progress.memory {
            return Err(refused(format!("its placements need more than {} MB of memory", progress.memory >> 20)));
        }
        let mut places = Places::none(ground, material);
        if !ground.can_write(material) {
            return Ok(places);
        }
        places.reflections = places.true_reflections(ground, progress)?;
        let words = indices.div_ceil(64);
        let known: Vec<u64> = (0..words)
            .into_par_iter()
            .map(|word| {
                if progress.is_stopped() {
                    return 0;
                }
                let is_known = |bit: &u64| {
                    let index = 64 * word + bit;
                    index < indices && places.is_first(index) && places.game(ground, index).is_some()
                };
                (0..64).filter(is_known).fold(0, |bits, bit| bits | 1 << bit)
            })
            .collect();
        progress.check()?;
        let mut len = 0;
        places.before = known
            .iter()
            .map(|word| {
                let before = len;
                len += word.count_ones();
                before
            })
            .collect();
        (places.known, places.len) = (known, len as usize);
        Ok(places)
    }

    /// No positions yet, and no reflections.
    pub fn none(ground: &Ground, material: &Material) -> Places {
        Places {
            material: material.clone(),
            runs: material.runs().collect(),
            cell_count: ground.cell_count() as u64,
            reflections: ground.reflections.iter().take(1).cloned().collect(),
            known: Vec::new(),
            before: Vec::new(),
            len: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn material(&self) -> &Material {
        &self.material
    }

    /// The indices of the placements, by their numbers.
    pub fn indices(&self) -> impl Iterator<Item = u64> + '_ {
        let bits = |(place, &word): (usize, &u64)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * place as u64 + bit)
        };
        self.known.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(bits)
    }

    /// The index of the placement with a number.
    pub fn index_of(&self, number: usize) -> u64 {
        let word = self.before.partition_point(|&before| before as usize <= number).saturating_sub(1);
        let mut bits = self.known[word];
        for _ in self.before[word] as usize..number {
            bits &= bits - 1;
        }
        64 * word as u64 + u64::from(bits.trailing_zeros())
    }

    /// The cells and the army to move of an index.
    pub fn placed(&self, index: u64) -> (Cells, Color) {
        let mut cells = Cells::new();
        let mut left = index >> 1;
        for _ in 0..self.material.len() {
            cells.push((left % self.cell_count) as Cell);
            left /= self.cell_count;
        }
        cells.reverse();
        (cells, Color::ALL[(index & 1) as usize])
    }

    fn index(&self, cells: impl Iterator<Item = Cell>, turn: Color) -> u64 {
        let digits = cells.fold(0, |index, cell| index * self.cell_count + u64::from(cell));
        2 * digits + turn.index() as u64
    }

    /// The index of cells after a reflection, equal men in order.
    fn reflected(&self, cells: &[Cell], turn: Color, reflection: &Reflection) -> u64 {
        let goals = cells.iter().map(|&cell| reflection[usize::from(cell)]);
        // No two men are equal in most materials.
        if self.runs.len() == cells.len() {
            return self.index(goals, turn);
        }
        let mut cells: Cells = goals.collect();
        let mut rest = cells.as_mut_slice();
        for &run in &self.runs {
            let (own, others) = rest.split_at_mut(run);
            if run > 1 {
                own.sort_unstable();
            }
            rest = others;
        }
        self.index(cells.into_iter(), turn)
    }

    /// Whether an index is the least of those that reflections make of it, with every man on a cell of its own.
    fn is_first(&self, index: u64) -> bool {
        let (cells, turn) = self.placed(index);
        let is_taken = |place: usize| cells[..place].contains(&cells[place]);
        !(1..cells.len()).any(is_taken)
            && self.reflections.iter().all(|reflection| self.reflected(&cells, turn, reflection) >= index)
            && self.reflected(&cells, turn, &self.reflections[0]) == index
    }

    /// How many placements reflections make of one.
    pub fn reflections(&self, index: u64) -> u64 {
        let (cells, turn) = self.placed(index);
        let same =
            self.reflections.iter().filter(|reflection| self.reflected(&cells, turn, reflection) == index).count();
        (self.reflections.len() / same.max(1)) as u64
    }

    /// The number of a placement, or that of its least reflection; `None` if it is no position.
    pub fn number(&self, cells: &[Cell], turn: Color) -> Option<usize> {
        let index = self.reflections.iter().map(|reflection| self.reflected(cells, turn, reflection)).min()?;
        let (word, bit) = ((index / 64) as usize, index % 64);
        let bits = *self.known.get(word)?;
        (bits >> bit & 1 == 1).then(|| self.before[word] as usize + (bits & ((1 << bit) - 1)).count_ones() as usize)
    }

    /// The position of an index, if it is one in which nothing has happened.
    pub fn game(&self, ground: &Ground, index: u64) -> Option<Box<dyn Game>> {
        let (cells, turn) = self.placed(index);
        ground.game(&self.material, &cells, turn).filter(|game| ground.is_plain(&game.stand()))
    }

    /// Random positions.
    pub fn samples<'a>(
        &'a self,
        ground: &'a Ground,
        count: usize,
        seed: u64,
    ) -> impl Iterator<Item = (u64, Box<dyn Game>)> + 'a {
        let mut random = Random::new(seed);
        let most = self.cell_count.pow(self.material.len() as u32) as usize * 2;
        (0..100 * count)
            .map(move |_| random.below(most) as u64)
            .filter(|&index| self.is_first(index))
            .filter_map(move |index| Some((index, self.game(ground, index)?)))
            .take(count)
    }

    /// The reflections after which the same moves lead to the same places, as far as many positions show it.
    fn true_reflections(&self, ground: &Ground, progress: &Progress<'_>) -> Result<Vec<Reflection>, EndingError> {
        let mut left: Vec<Reflection> = ground.reflections.clone();
        let mut seen = 0;
        for (index, game) in self.samples(ground, SAMPLES, 1) {
            progress.check()?;
            seen += 1;
            let (cells, turn) = self.placed(index);
            left.retain(|reflection| {
                let reflected: Cells = cells.iter().map(|&cell| reflection[usize::from(cell)]).collect();
                ground.game(&self.material, &reflected, turn).is_some_and(|other| {
                    Outlook::of(ground, &*other) == Outlook::of(ground, &*game).reflected(reflection)
                })
            });
        }
        // Few positions show nothing.
        left.truncate(if seen < SAMPLES / 10 { 1 } else { left.len() });
        Ok(left)
    }
}

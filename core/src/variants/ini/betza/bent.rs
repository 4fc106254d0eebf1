//! Bent moves: several legs in brackets, `[W-F]`, `[F?R]` or `[R-B]`.

use super::directions::{all, directions};
use super::{ATOMS, BetzaError, MOST_STEPS, MOST_WAYS, Modifiers, Moves, Reader, Vector, too_many_ways};
use crate::variants::general::rules::Pattern;

/// The most legs of a bent move.
const MOST_LEGS: usize = 4;

impl Reader<'_> {
    /// The legs behind `[`: each goes on as straight as it can from the one before.
    pub(super) fn bent(&mut self, modifiers: &Modifiers) -> Result<(), BetzaError> {
        if modifiers.over || modifiers.next || modifiers.lame || modifiers.ski {
            return Err(BetzaError("only directions, `m`, `c` and `i` may stand before `[`".into()));
        }
        self.moves.extensions.push("[ ]".into());
        let (inside, rest) = self.rest.split_once(']').ok_or_else(|| BetzaError("`[` without `]`".into()))?;
        let legs: Vec<&str> = inside.split_inclusive(['-', '?']).collect();
        if legs.len() > MOST_LEGS {
            return Err(BetzaError(format!("{} legs, at most {MOST_LEGS} are possible", legs.len())));
        }
        if legs.last().is_none_or(|leg| leg.ends_with(['-', '?'])) {
            return Err(BetzaError(format!("`[{inside}]`: a leg is missing before `]`")));
        }
        let mut ways = vec![Bent { steps: Vec::new(), repeats: 1, first_stop: 0 }];
        for (index, text) in legs.iter().enumerate() {
            let leg = Leg::read(text.trim_end_matches(['-', '?']), &modifiers.directions, index == 0)?;
            let is_last = index + 1 == legs.len();
            ways = leg.extend(ways, is_last, !is_last && text.ends_with('-'))?;
        }
        self.rest = rest;
        if ways.is_empty() {
            return Err(BetzaError(format!("`[{inside}]` goes in no direction")));
        }
        for Bent { steps, repeats, first_stop } in ways {
            let pattern = Pattern {
                steps,
                repeats,
                first_stop,
                quiet: modifiers.quiet,
                captures: modifiers.captures,
                ..Pattern::leap(0, 0)
            };
            self.push(pattern, modifiers.initial)?;
        }
        Ok(())
    }
}

/// One way of a bent move, with the meaning of the fields of [`Pattern`].
#[derive(Clone)]
struct Bent {
    steps: Vec<Vector>,
    repeats: u8,
    first_stop: u8,
}

/// A leg in brackets.
struct Leg<'a> {
    /// Its directions: of the board for the first leg, seen from the leg before for others.
    directions: &'a str,
    vectors: Vec<Vector>,
    /// The most steps that it has.
    range: u8,
}

impl<'a> Leg<'a> {
    /// Reads a leg; the first one has the directions before the bracket if it has none of its own.
    fn read(text: &'a str, outside: &'a str, is_first: bool) -> Result<Leg<'a>, BetzaError> {
        let error = |what: &str| BetzaError(format!("`{text}` in brackets {what}"));
        let letters = text.find(|letter: char| letter.is_ascii_uppercase()).unwrap_or(text.len());
        let (own, atom) = text.split_at(letters);
        let mut atoms = atom.chars();
        let letter = atoms.next().ok_or_else(|| error("is no leg"))?;
        if let Some(other) = own.chars().find(|letter| !"fblrvsh".contains(*letter)) {
            let what =
                format!("has `{other}`: a leg has directions only, and `m` or `c` of a whole move stands before `[`");
            return Err(error(&what));
        }
        if !is_first && !TURNS.contains(&own) {
            return Err(error(&format!("has `{own}`; it turns by one of {}", TURNS[1..].join(", "))));
        }
        if is_first && !own.is_empty() && !outside.is_empty() {
            return Err(error(&format!("has directions, and so has the bracket (`{outside}`)")));
        }
        let (vectors, usual): (Vec<Vector>, u8) = match letter {
            'R' => (vec![(0, 1)], MOST_STEPS),
            'B' => (vec![(1, 1)], MOST_STEPS),
            'Q' => (vec![(0, 1), (1, 1)], MOST_STEPS),
            'K' => (vec![(0, 1), (1, 1)], 1),
            _ => {
                let known = ATOMS.iter().find(|known| known.0 == letter);
                (vec![known.ok_or_else(|| BetzaError(format!("`{letter}` is no piece of this language")))?.1], 1)
            }
        };
        let rest = atoms.as_str();
        let mut reader = Reader { rest: rest.strip_prefix(letter).unwrap_or(rest), moves: Moves::default() };
        let is_doubled = reader.rest.len() < rest.len();
        let range = match reader.number()? {
            Some(0) => MOST_STEPS,
            Some(number) => number,
            None if is_doubled => MOST_STEPS,
            None => usual,
        };
        if !reader.rest.is_empty() {
            return Err(error(&format!("ends with `{}`, which is no number of steps", reader.rest)));
        }
        let directions = if own.is_empty() && is_first { outside } else { own };
        Ok(Leg { directions, vectors, range })
    }

    /// The directions in which it goes on from the last step of the leg before.
    fn goes_on(&self, before: Option<Vector>) -> Vec<Vector> {
        let vectors = self.vectors.iter();
        match before {
            None => vectors.flat_map(|&vector| directions(self.directions, vector, false)).collect(),
            Some(before) => {
                vectors.flat_map(|&vector| all(vector)).filter(|&to| turns(self.directions, before, to)).collect()
            }
        }
    }

    /// The ways that go on with this leg. One that is not the last ends after each of its possible numbers of steps.
    fn extend(&self, ways: Vec<Bent>, is_last: bool, must_go_on: bool) -> Result<Vec<Bent>, BetzaError> {
        let mut extended = Vec::new();
        for way in ways {
            for direction in self.goes_on(way.steps.last().copied()) {
                let lengths = 1..=if is_last { 1 } else { self.range };
                for length in lengths {
                    let mut longer = way.clone();
                    longer.steps.extend(std::iter::repeat_n(direction, usize::from(length)));
                    longer.repeats = if is_last { self.range } else { 1 };
                    let so_far = longer.steps.len() as u8;
                    if must_go_on {
                        longer.first_stop = so_far;
                    } else if length > 1 {
                        // On the squares before its last one a shorter way stops.
                        longer.first_stop = so_far - 1;
                    }
                    extended.push(longer);
                }
                if extended.len() > MOST_WAYS {
                    return Err(too_many_ways());
                }
            }
        }
        Ok(extended)
    }
}

/// How a leg may turn from the one before it.
const TURNS: [&str; 10] = ["", "f", "b", "s", "l", "r", "fl", "fr", "bl", "br"];

/// Whether a leg may go on so: as straight as it can without a turn, `b` back, `s` to the sides.
fn turns(turn: &str, before: Vector, next: Vector) -> bool {
    let dot = i32::from(before.0) * i32::from(next.0) + i32::from(before.1) * i32::from(next.1);
    let cross = i32::from(before.0) * i32::from(next.1) - i32::from(before.1) * i32::from(next.0);
    match turn {
        "b" => dot < 0 && cross.abs() <= -dot,
        "s" => cross.abs() > dot.abs(),
        "l" => cross > 0,
        "r" => cross < 0,
        "fl" => dot > 0 && cross > 0,
        "fr" => dot > 0 && cross < 0,
        "bl" => dot < 0 && cross > 0,
        "br" => dot < 0 && cross < 0,
        _ => dot > 0 && cross.abs() <= dot,
    }
}

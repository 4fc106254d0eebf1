//! Betza's language for the moves of pieces: `W`, `fmWfcF`, `R4`, `NN`, `[F-R]`.
//!
//! ```text
//! bent         several legs in brackets
//! directions   which directions modifiers name
//! ```

mod bent;
mod directions;

use crate::variants::general::rules::{Hop, Leaves, Pattern};
use directions::directions;

/// What is wrong with a text of moves: the letter, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaError(pub String);

/// Moves that have been read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moves {
    /// The ways in which the piece goes. Those that start with a first move of the piece have `leaves` set.
    pub patterns: Vec<Pattern>,
    /// By pattern, whether it may only be used from the region of double steps.
    pub initial: Vec<bool>,
    /// Whether a modifier `e` says that the piece captures en passant, with all its captures.
    pub en_passant: bool,
    /// What other programs that read this language do not understand, if anything.
    pub extensions: Vec<String>,
}

/// The most steps on any board.
const MOST_STEPS: u8 = 15;

/// The most ways in which a piece goes, each direction by itself.
const MOST_WAYS: usize = 512;

/// A direction in which an atom's modifiers allow it to go.
type Vector = (i8, i8);

/// An atom: its letter and its basic leap.
const ATOMS: &[(char, Vector)] = &[
    ('W', (0, 1)),
    ('F', (1, 1)),
    ('D', (0, 2)),
    ('N', (1, 2)),
    ('A', (2, 2)),
    ('H', (0, 3)),
    ('L', (1, 3)),
    ('C', (1, 3)),
    ('J', (2, 3)),
    ('Z', (2, 3)),
    ('G', (3, 3)),
];

/// The modifiers that stand before an atom.
#[derive(Clone, Debug, Default)]
struct Modifiers {
    directions: String,
    quiet: bool,
    captures: bool,
    over: bool,
    next: bool,
    lame: bool,
    initial: bool,
    ski: bool,
}

/// Whether a letter is a piece or a modifier of this language.
pub fn is_known(letter: char) -> bool {
    let text = letter.to_string();
    let mut reader = Reader { rest: &text, moves: Moves::default() };
    match letter.is_ascii_lowercase() {
        true => reader.modifiers().is_ok(),
        false => letter.is_ascii_uppercase() && reader.group().is_ok(),
    }
}

impl Moves {
    /// Reads the moves of a piece.
    ///
    /// # Errors
    /// A letter or digit that means nothing there.
    pub fn read(text: &str) -> Result<Moves, BetzaError> {
        let mut reader = Reader { rest: text, moves: Moves::default() };
        while !reader.rest.is_empty() {
            reader.group()?;
            if reader.moves.patterns.len() > MOST_WAYS {
                return Err(too_many_ways());
            }
        }
        match reader.moves.patterns.is_empty() {
            true => Err(BetzaError(format!("`{text}` says no moves"))),
            false => {
                reader.moves.tell_mixed_lines();
                let told = std::mem::take(&mut reader.moves.extensions);
                for what in told {
                    if !reader.moves.extensions.contains(&what) {
                        reader.moves.extensions.push(what);
                    }
                }
                Ok(reader.moves)
            }
        }
    }

    /// Notes slides and hops, or hops of both sorts, that go along files and ranks, or along diagonals, in different directions or
    /// to different distances; and leaps that can be blocked there beside hops in other directions.
    fn tell_mixed_lines(&mut self) {
        let modes: [fn(&Pattern) -> bool; 2] = [|pattern| pattern.quiet, |pattern| pattern.captures];
        let are_mixed = |is_diagonal: bool| {
            modes.into_iter().any(|mode| mixes_lines(self.patterns.iter().filter(|pattern| mode(pattern)), is_diagonal))
        };
        if are_mixed(true) || are_mixed(false) {
            self.extensions.push("slides and hops along the same lines".into());
        }
    }
}

/// Whether slides, hops of both sorts and leaps that can be blocked differ in where they go along diagonals, or files and ranks.
fn mixes_lines<'a>(patterns: impl Iterator<Item = &'a Pattern>, is_diagonal: bool) -> bool {
    let (mut sorts, mut lame): ([Vec<(Vector, u8)>; 3], Vec<Vector>) = Default::default();
    for pattern in patterns {
        let direction = pattern.steps[0];
        let is_line = is_step(direction) && pattern.steps.iter().all(|step| *step == direction);
        match pattern.hop {
            _ if !is_line || (direction.0 != 0 && direction.1 != 0) != is_diagonal => {}
            Hop::None if pattern.steps.len() > 1 => lame.push(direction),
            Hop::None if pattern.repeats == 1 => {}
            Hop::None => sorts[0].push((direction, pattern.repeats)),
            Hop::Next => sorts[1].push((direction, pattern.repeats)),
            _ => sorts[2].push((direction, pattern.repeats)),
        }
    }
    sorts.iter_mut().for_each(|sort| sort.sort_unstable());
    lame.sort_unstable();
    let mut used = sorts.iter().filter(|sort| !sort.is_empty());
    let differs = |sort: &Vec<(Vector, u8)>| {
        let directions = sort.iter().map(|(direction, _)| direction);
        !lame.is_empty() && !sort.is_empty() && !directions.eq(lame.iter())
    };
    used.next().is_some_and(|first| used.any(|other| other != first)) || sorts[1..].iter().any(differs)
}

fn too_many_ways() -> BetzaError {
    BetzaError(format!("more than {MOST_WAYS} ways to go"))
}

/// Whether a leap goes to a neighbouring square.
fn is_step((files, ranks): Vector) -> bool {
    files.abs().max(ranks.abs()) == 1
}

struct Reader<'a> {
    rest: &'a str,
    moves: Moves,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Digits as a number; `None` if there are none.
    fn number(&mut self) -> Result<Option<u8>, BetzaError> {
        let length = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let digits = &self.rest[..length];
        self.rest = &self.rest[length..];
        if length == 0 {
            return Ok(None);
        }
        let number = digits.parse::<u8>().ok().filter(|&number| number <= 15);
        number.map(Some).ok_or_else(|| BetzaError(format!("{digits} squares are more than any board has")))
    }

    fn modifiers(&mut self) -> Result<Modifiers, BetzaError> {
        let mut modifiers = Modifiers::default();
        let mut seen = String::new();
        while let Some(letter) = self.peek().filter(char::is_ascii_lowercase) {
            self.next();
            if seen.contains(letter) && !"fblrvsh".contains(letter) {
                return Err(BetzaError(format!("`{letter}` stands twice before one piece")));
            }
            seen.push(letter);
            match letter {
                'f' | 'b' | 'l' | 'r' | 'v' | 's' | 'h' => modifiers.directions.push(letter),
                'm' => modifiers.quiet = true,
                'c' => modifiers.captures = true,
                'p' => modifiers.over = true,
                'g' => modifiers.next = true,
                'n' => modifiers.lame = true,
                'i' => modifiers.initial = true,
                'e' => self.moves.en_passant = true,
                'j' => modifiers.ski = true,
                _ => return Err(BetzaError(format!("`{letter}` is no modifier of moves"))),
            }
        }
        if !modifiers.quiet && !modifiers.captures {
            (modifiers.quiet, modifiers.captures) = (true, true);
        }
        Ok(modifiers)
    }

    /// Modifiers, an atom, and how far it goes.
    fn group(&mut self) -> Result<(), BetzaError> {
        let modifiers = self.modifiers()?;
        let Some(letter) = self.next() else {
            return Err(BetzaError("modifiers without a piece behind them".into()));
        };
        match letter {
            '[' => self.bent(&modifiers),
            '(' => {
                let vector = self.tuple()?;
                self.moves.extensions.push(format!("({},{})", vector.0, vector.1));
                self.atom(&modifiers, letter, vector)
            }
            'K' | 'Q' => self.compound(&modifiers, letter, &['W', 'F']),
            'R' => self.compound(&modifiers, letter, &['W']),
            'B' => self.compound(&modifiers, letter, &['F']),
            _ => match ATOMS.iter().find(|atom| atom.0 == letter) {
                Some(&(_, vector)) => self.atom(&modifiers, letter, vector),
                None if letter == ' ' => {
                    Err(BetzaError("moves have no blanks; a comment needs a line of its own".into()))
                }
                None => Err(BetzaError(format!("`{letter}` is no piece of this language"))),
            },
        }
    }

    /// `1,2)`.
    fn tuple(&mut self) -> Result<Vector, BetzaError> {
        let error = || BetzaError("a leap is written as `(1,4)`".into());
        let (inside, rest) = self.rest.split_once(')').ok_or_else(error)?;
        let (short, long) = inside.split_once(',').ok_or_else(error)?;
        let number = |text: &str| text.trim().parse::<i8>().ok().filter(|number| (0..=15).contains(number));
        let (a, b) = number(short).zip(number(long)).filter(|&(a, b)| a + b > 0).ok_or_else(error)?;
        self.rest = rest;
        Ok((a.min(b), a.max(b)))
    }

    /// Letters that stand for orthogonal and diagonal steps.
    fn compound(&mut self, modifiers: &Modifiers, letter: char, atoms: &[char]) -> Result<(), BetzaError> {
        let is_doubled = self.peek() == Some(letter);
        if is_doubled {
            self.next();
        }
        let range = match self.number()? {
            Some(number) => number,
            None if letter == 'K' && !is_doubled && !modifiers.over && !modifiers.next => 1,
            None => 0,
        };
        if range > 9 {
            self.moves.extensions.push(format!("range {range}"));
        }
        let vectors: Vec<Vector> = atoms.iter().map(|&atom| if atom == 'W' { (0, 1) } else { (1, 1) }).collect();
        self.add(modifiers, &vectors, range)
    }

    fn atom(&mut self, modifiers: &Modifiers, letter: char, vector: Vector) -> Result<(), BetzaError> {
        let is_doubled = letter != '(' && self.peek() == Some(letter);
        if is_doubled {
            self.next();
        }
        let is_line = matches!(letter, 'W' | 'F');
        let range = match (is_doubled, self.number()?) {
            (_, Some(number)) => number,
            (true, None) => 0,
            (false, None) if is_line && (modifiers.over || modifiers.next) => 0,
            (false, None) => 1,
        };
        let is_known = match letter {
            'W' | 'F' | 'N' => range <= 9,
            _ => range == 1,
        };
        if !is_known {
            let rider = if range == 0 { format!("{letter}{letter}") } else { format!("{letter}{range}") };
            self.moves.extensions.push(format!("the rider {rider}"));
        }
        self.add(modifiers, &[vector], range)
    }

    /// Adds the moves of an atom, or of two that make one piece: `range` steps at most, 0 for any number.
    fn add(&mut self, modifiers: &Modifiers, vectors: &[Vector], range: u8) -> Result<(), BetzaError> {
        let before = self.moves.patterns.len();
        for &vector in vectors {
            for direction in directions(&modifiers.directions, vector, vectors.len() > 1) {
                self.add_line(modifiers, direction, range)?;
            }
        }
        match self.moves.patterns.len() > before {
            true => Ok(()),
            false => Err(BetzaError(format!("`{}` names no direction of this piece", modifiers.directions))),
        }
    }

    fn add_line(&mut self, modifiers: &Modifiers, direction: Vector, range: u8) -> Result<(), BetzaError> {
        let is_line = is_step(direction);
        let mut pattern = Pattern { quiet: modifiers.quiet, captures: modifiers.captures, ..Pattern::leap(0, 0) };
        pattern.steps = vec![direction];
        pattern.repeats = if range == 0 { MOST_STEPS } else { range };
        if modifiers.over || modifiers.next {
            if !is_line {
                return Err(BetzaError("`p` and `g` belong to pieces that go along lines, such as R, B and Q".into()));
            }
            // Without a number `g` is one step behind what is jumped over, and `p` any number; a number counts from the start.
            let is_next = range == 1 || range == 0 && !modifiers.over;
            pattern.hop = if is_next { Hop::Next } else { Hop::Over(MOST_STEPS) };
            pattern.repeats = if range <= 1 { MOST_STEPS } else { range };
        }
        if modifiers.ski {
            self.moves.extensions.push("j".into());
            pattern.steps = vec![(2 * direction.0, 2 * direction.1), direction];
            pattern.repeats = pattern.repeats.saturating_sub(1).max(1);
        }
        if modifiers.lame && (range != 1 || is_line) {
            return Err(BetzaError("`n` belongs to leaps over squares that must be empty, such as N, A and D".into()));
        }
        if modifiers.lame {
            if !matches!(
                (direction.0.abs().min(direction.1.abs()), direction.0.abs().max(direction.1.abs())),
                (0, 2) | (1, 2) | (2, 2) | (2, 3)
            ) {
                self.moves.extensions.push("n".into());
            }
            make_lame(&mut pattern, direction);
        }
        self.push(pattern, modifiers.initial)
    }

    /// Adds a way to go. One that is only open at the start of the piece cannot capture.
    fn push(&mut self, mut pattern: Pattern, initial: bool) -> Result<(), BetzaError> {
        if initial {
            if !pattern.quiet {
                return Err(BetzaError("`i` with `c`: a first move cannot capture".into()));
            }
            (pattern.leaves, pattern.captures) = (Leaves::All, false);
        }
        self.moves.patterns.push(pattern);
        self.moves.initial.push(initial);
        Ok(())
    }
}

/// Makes a leap one over squares that must be empty: the straight part first.
fn make_lame(pattern: &mut Pattern, (files, ranks): Vector) {
    let (mut at, mut steps) = ((0, 0), Vec::new());
    while at != (files, ranks) {
        let left = (files - at.0, ranks - at.1);
        let step = match left.0.abs().cmp(&left.1.abs()) {
            std::cmp::Ordering::Greater => (left.0.signum(), 0),
            std::cmp::Ordering::Less => (0, left.1.signum()),
            std::cmp::Ordering::Equal => (left.0.signum(), left.1.signum()),
        };
        at = (at.0 + step.0, at.1 + step.1);
        steps.push(step);
    }
    pattern.first_stop = steps.len() as u8 - 1;
    pattern.steps = steps;
    pattern.repeats = 1;
}

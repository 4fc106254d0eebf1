//! How a piece moves: a board of text with the piece in the middle.

use crate::types::Kind;
use crate::variants::general::rules::{Form, Hop, Pattern, Rules};

/// A kind of piece.
pub struct Piece {
    /// Its name for people.
    pub name: String,
    /// Its letter, with its mark in a FEN.
    pub letter: String,
    /// What the diagram does not show.
    pub notes: Vec<String>,
    /// Its moves, a line for each rank.
    pub diagram: Vec<String>,
}

/// The symbols of diagrams, and what they mean. A later one gives way to one before it.
const LEGEND: &[(char, &str)] = &[
    ('*', "goes and captures"),
    ('%', "goes there, and captures over a piece"),
    ('o', "only goes"),
    ('x', "only captures"),
    ('^', "only over a piece"),
    ('1', "only from the squares of first moves"),
    ('+', "only along the lines of palaces"),
];

/// What a piece may do on a cell.
#[derive(Clone, Copy, Default)]
struct Cell {
    goes: bool,
    captures: bool,
    over: bool,
    first: bool,
    lines: bool,
}

impl Piece {
    /// What the symbols of its diagram mean.
    pub fn legend(&self) -> Vec<String> {
        let used = LEGEND.iter().filter(|(symbol, _)| self.diagram.iter().any(|row| row.contains(*symbol)));
        let mut words: Vec<String> = used.map(|(symbol, meaning)| format!("{symbol} {meaning}")).collect();
        if words.is_empty() {
            words.push("does not move".into());
        }
        words
    }
}

/// The kinds of a game with their numbers.
pub fn pieces(rules: &Rules) -> impl Iterator<Item = (Kind, Piece)> {
    let piece = |number| {
        let kind = rules.kind(number);
        let letter = match kind.form {
            Form::Plain => kind.letter.to_string(),
            Form::Promoted => format!("+{}", kind.letter),
            Form::FromPawn => format!("{}~", kind.letter),
        };
        let piece = Piece { name: kind.name.clone(), letter, notes: notes(&kind.moves), diagram: diagram(&kind.moves) };
        (number, piece)
    };
    // What a pawn has become moves like the piece itself.
    rules.numbers().filter(|&kind| rules.kind(kind).form != Form::FromPawn).map(piece)
}

/// Lines are drawn so far if no leap goes farther.
const LINE: i32 = 3;

fn reach(pattern: &Pattern) -> i32 {
    let Some((last, before)) = pattern.steps.split_last() else { return 1 };
    let is_line = i32::from(pattern.repeats) >= LINE;
    // Of legs of several steps before a line the first step is enough to show how it goes.
    let longest = if is_line { 1 } else { LINE as usize };
    let legs = before.chunk_by(|a, b| a == b).flat_map(|leg| leg.iter().take(longest));
    let end = legs.fold((0, 0), |at, &step| moved(at, step, 1));
    let end = moved(end, *last, LINE.min(i32::from(pattern.repeats)).max(1));
    end.0.abs().max(end.1.abs())
}

/// A cell seen from the piece, and what is there after a step so many times.
fn moved(at: (i32, i32), step: (i8, i8), times: i32) -> (i32, i32) {
    (at.0 + times * i32::from(step.0), at.1 + times * i32::from(step.1))
}

fn diagram(moves: &[Pattern]) -> Vec<String> {
    let radius = moves.iter().map(reach).max().unwrap_or(1).clamp(1, 7);
    let size = 2 * radius as usize + 1;
    let mut cells = vec![vec![Cell::default(); size]; size];
    for pattern in moves {
        for (file, rank) in stops(pattern).into_iter().filter(|at| at.0.abs() <= radius && at.1.abs() <= radius) {
            let cell = &mut cells[(radius - rank) as usize][(radius + file) as usize];
            match (pattern.hop == Hop::None, pattern.starts.is_some()) {
                _ if pattern.along.is_some() => cell.lines = true,
                (true, true) => cell.first = true,
                (true, false) => {
                    cell.goes |= pattern.quiet;
                    cell.captures |= pattern.captures;
                }
                (false, _) => cell.over = true,
            }
        }
    }
    let middle = radius as usize;
    let rows = cells.iter().enumerate().map(|(row, cells)| {
        let symbols = cells.iter().enumerate().map(|(column, cell)| match (row, column) == (middle, middle) {
            true => "#".to_owned(),
            false => symbol(*cell).to_string(),
        });
        symbols.collect::<Vec<_>>().join(" ")
    });
    rows.collect()
}

fn symbol(cell: Cell) -> char {
    match cell {
        Cell { goes: true, captures: true, .. } => '*',
        Cell { goes: true, over: true, .. } => '%',
        Cell { goes: true, .. } => 'o',
        Cell { captures: true, .. } => 'x',
        Cell { over: true, .. } => '^',
        Cell { first: true, .. } => '1',
        Cell { lines: true, .. } => '+',
        _ => '.',
    }
}

/// The cells where a pattern may end on an empty board, seen from the piece.
fn stops(pattern: &Pattern) -> Vec<(i32, i32)> {
    let (mut at, mut found) = ((0, 0), Vec::new());
    let last = pattern.steps.last().copied().unwrap_or_default();
    let again = std::iter::repeat_n(&last, usize::from(pattern.repeats.saturating_sub(1)));
    for (index, step) in pattern.steps.iter().chain(again).enumerate() {
        at = moved(at, *step, 1);
        if index >= usize::from(pattern.first_stop) {
            found.push(at);
        }
    }
    found
}

fn notes(moves: &[Pattern]) -> Vec<String> {
    let mut notes = Vec::new();
    let longest = moves.iter().map(|pattern| pattern.repeats).max().unwrap_or(1);
    if longest >= 15 {
        notes.push("lines go on to the edge of the board".into());
    } else if longest > LINE as u8 {
        notes.push(format!("lines are up to {longest} steps long"));
    }
    if moves.iter().any(|pattern| pattern.first_stop > 0 && pattern.starts.is_none()) {
        notes.push("the squares on the way must be empty".into());
    }
    notes
}

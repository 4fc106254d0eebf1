//! Which directions the modifiers of an atom name: `f`, `fs`, `hl` …

use super::Vector;

/// All leaps that are `vector` turned or reflected.
pub(super) fn all(vector: Vector) -> Vec<Vector> {
    let (a, b) = vector;
    let mut found = Vec::new();
    for (x, y) in [(a, b), (b, a)] {
        for (x, y) in [(x, y), (-x, y), (x, -y), (-x, -y)] {
            if !found.contains(&(x, y)) {
                found.push((x, y));
            }
        }
    }
    found
}

/// The leaps of an atom that its modifiers of direction allow. Letters are read in pairs from the left; `in_king` says that the atom
/// is a part of `K` or `Q`, whose pairs mean other sets.
pub(super) fn directions(modifiers: &str, vector: Vector, in_king: bool) -> Vec<Vector> {
    let leaps = all(vector);
    if modifiers.is_empty() {
        return leaps;
    }
    let letters: Vec<char> = modifiers.chars().collect();
    let is_named = |leap: &Vector| letters.chunks(2).any(|pair| fits(pair, *leap, in_king));
    leaps.into_iter().filter(is_named).collect()
}

/// Whether one letter or a pair of letters names the direction of a leap.
fn fits(letters: &[char], leap @ (x, y): Vector, in_king: bool) -> bool {
    let points = |letter: char| match letter {
        'f' => y > 0,
        'b' => y < 0,
        'l' => x < 0,
        'r' => x > 0,
        'v' => y != 0,
        's' => x != 0,
        _ => false,
    };
    let (is_tall, is_wide) = (y.abs() > x.abs(), x.abs() > y.abs());
    let is_diagonal = x.abs() == y.abs();
    let is_orthogonal = !is_diagonal && (x == 0 || y == 0);
    let along = |letter: char| match letter {
        'f' | 'b' | 'v' => is_tall || is_diagonal,
        _ => is_wide || is_diagonal,
    };
    let single = |letter: char| {
        let is_whole_king = in_king && is_diagonal;
        points(letter) && (along(letter) || is_whole_king || is_orthogonal && letter == 's')
    };
    let &[first, second] = letters else { return letters.first().is_some_and(|&letter| single(letter)) };
    let is_vertical = |letter: char| matches!(letter, 'f' | 'b');
    let is_sideways = |letter: char| matches!(letter, 'l' | 'r');
    let crosses = is_vertical(first) && is_sideways(second) || is_sideways(first) && is_vertical(second);
    if is_orthogonal && !in_king {
        return single(first) || single(second);
    }
    if matches!(
        (first, second),
        ('v', 'l' | 'r' | 's' | 'h') | ('s', 'f' | 'b' | 'v' | 'h') | ('h', 'f' | 'b' | 'v' | 's' | 'h')
    ) {
        return false;
    }
    match (first, second) {
        ('h', turn) => {
            // Half of the leaps, which all turn the same way.
            let turns_left = (i32::from(x) * i32::from(y) > 0) == is_tall;
            is_diagonal || in_king || (turn == 'l') != turns_left
        }
        (direction, 'h') if in_king => points(direction) || is_orthogonal && !is_opposite(direction, leap),
        (direction, 'h') => points(direction),
        (vertical, 's') if is_vertical(vertical) && in_king => points(vertical) && is_diagonal || is_wide,
        (vertical, 's') if is_vertical(vertical) => points(vertical) && (is_wide || is_diagonal),
        (side, 'v') if is_sideways(side) && in_king => points(side) && is_diagonal || is_tall,
        (side, 'v') if is_sideways(side) => points(side) && (is_tall || is_diagonal),
        _ if crosses && in_king => points(first) && points(second) || is_orthogonal && points(second),
        // The second letter is the long axis.
        _ if crosses => points(first) && points(second) && along(second),
        _ => single(first) || single(second),
    }
}

/// Whether an orthogonal leap points away from a direction.
fn is_opposite(direction: char, (x, y): Vector) -> bool {
    match direction {
        'f' => y < 0,
        'b' => y > 0,
        'l' => x > 0,
        _ => x < 0,
    }
}

//! How pieces move, in words.

use super::rules::{Hop, KindRules, Pattern};
use std::collections::BTreeSet;

/// Lines of so many steps go on to the edge of any board.
const FAR: u8 = 15;

/// Patterns that differ only in their directions.
#[derive(Clone, PartialEq)]
struct Manner {
    /// What the last step is whatever its direction: the shorter and the longer distance.
    step: (i8, i8),
    pattern: Pattern,
}

/// How a piece moves, in one sentence or several.
pub fn moves_of(kind: &KindRules) -> String {
    let (bent, plain): (Vec<Family<'_>>, Vec<Family<'_>>) =
        families(&kind.moves).into_iter().partition(Family::is_bent);
    let plain: Vec<&Pattern> = plain.into_iter().flat_map(|family| family.members).collect();
    let mut manners: Vec<(Manner, BTreeSet<(i8, i8)>)> = Vec::new();
    for pattern in &plain {
        let total = total(pattern);
        let manner = Manner { step: sorted(total), pattern: Pattern { steps: Vec::new(), ..(*pattern).clone() } };
        match manners.iter_mut().find(|(known, _)| *known == manner) {
            Some((_, directions)) => {
                directions.insert(total);
            }
            None => manners.push((manner, BTreeSet::from([total]))),
        }
    }
    let lame = |manner: &Manner| plain.iter().any(|it| sorted(total(it)) == manner.step && it.steps.len() > 1);
    let mut sentences: Vec<String> =
        manners.iter().map(|(manner, directions)| sentence(manner, directions, lame(manner))).collect();
    sentences.extend(bent_ways(bent).iter().map(bent_sentence));
    sentences.dedup();
    match sentences.is_empty() {
        true => "It does not move.".into(),
        false => sentences.join(" "),
    }
}

/// The least and the greatest number of steps.
type Steps = (u8, u8);

/// Patterns that differ only in the lengths of their legs but the last. The rules have one for each length.
struct Family<'a> {
    /// The patterns with one step for each leg.
    legs: Pattern,
    /// The numbers of steps of the legs.
    steps: Vec<Steps>,
    members: Vec<&'a Pattern>,
}

impl Family<'_> {
    /// Whether a piece goes on from a square where it might stop, on a line behind its first step, or from any square of a line.
    fn is_bent(&self) -> bool {
        let Pattern { steps, repeats, first_stop, .. } = &self.legs;
        let is_line = steps.windows(2).all(|pair| pair[0] == pair[1]);
        let inner = &self.steps[..self.steps.len().saturating_sub(1)];
        let goes_any_distance = inner.iter().any(|(least, most)| least < most && (!is_line || least + 1 < *most));
        steps.len() > 1 && (*repeats > 1 || usize::from(*first_stop) + 1 < steps.len() || goes_any_distance)
    }
}

fn families(patterns: &[Pattern]) -> Vec<Family<'_>> {
    let mut families: Vec<Family<'_>> = Vec::new();
    for pattern in patterns {
        let (legs, lengths) = legs(pattern);
        match families.iter_mut().find(|family| family.legs == legs) {
            Some(family) => {
                let wider = |(&(least, most), length): (&Steps, u8)| (least.min(length), most.max(length));
                family.steps = family.steps.iter().zip(lengths).map(wider).collect();
                family.members.push(pattern);
            }
            None => {
                let steps = lengths.into_iter().map(|length| (length, length)).collect();
                families.push(Family { legs, steps, members: vec![pattern] });
            }
        }
    }
    families
}

/// A pattern with one step for each of its legs, and how many each has; the last step is a leg by itself.
fn legs(pattern: &Pattern) -> (Pattern, Vec<u8>) {
    let before_last = pattern.steps.len().saturating_sub(1);
    let (inner, last) = pattern.steps.split_at(before_last);
    let runs = || inner.chunk_by(|a, b| a == b).chain([last]);
    let steps: Vec<_> = runs().filter_map(|run| run.first()).copied().collect();
    let behind_first_stop = before_last.saturating_sub(pattern.first_stop.into());
    let first_stop = (steps.len().saturating_sub(1)).saturating_sub(behind_first_stop) as u8;
    (Pattern { steps, first_stop, ..pattern.clone() }, runs().map(|run| run.len() as u8).collect())
}

/// Bent families that differ only in their directions.
struct BentWay {
    /// Its legs whatever their directions, and the numbers of steps of each.
    legs: Vec<((i8, i8), Steps)>,
    /// With one step for each leg.
    patterns: Vec<Pattern>,
}

fn bent_ways(families: Vec<Family<'_>>) -> Vec<BentWay> {
    let mut ways: Vec<BentWay> = Vec::new();
    for Family { legs: pattern, mut steps, .. } in families {
        if let Some(last) = steps.last_mut() {
            *last = (1, pattern.repeats);
        }
        let legs: Vec<_> = pattern.steps.iter().copied().map(sorted).zip(steps).collect();
        let plain = |pattern: &Pattern| Pattern { steps: Vec::new(), ..pattern.clone() };
        let is_alike =
            |way: &&mut BentWay| way.legs == legs && way.patterns.iter().all(|it| plain(it) == plain(&pattern));
        match ways.iter_mut().find(is_alike) {
            Some(way) => way.patterns.push(pattern),
            None => ways.push(BentWay { legs, patterns: vec![pattern] }),
        }
    }
    ways
}

fn bent_sentence(way: &BentWay) -> String {
    let Some(pattern) = way.patterns.first() else { return String::new() };
    let leg = |(index, &(step, steps)): (usize, &((i8, i8), Steps))| {
        let directions = way.patterns.iter().filter_map(|pattern| pattern.steps.get(index)).copied().collect();
        let goes_on = if index > usize::from(pattern.first_stop) { "may go on" } else { "must go on" };
        let joint = if index == 0 { String::new() } else { format!(", and {goes_on} ") };
        format!("{joint}{}", stretch(step, &directions, steps))
    };
    let legs: String = way.legs.iter().enumerate().map(leg).collect();
    let shown = if has_all_turns(&way.patterns) { "" } else { ", as its diagram shows" };
    format!("{} {legs}{}{shown}{}.", verb(pattern), turn(&way.patterns), from(pattern))
}

/// Whether every first leg goes on in all the directions in which any does, as far as they lead outwards if all do.
fn has_all_turns(patterns: &[Pattern]) -> bool {
    let ends = |pattern: &Pattern| pattern.steps.first().copied().zip(pattern.steps.last().copied());
    let pairs: BTreeSet<_> = patterns.iter().filter_map(ends).collect();
    let all_outward = pairs.iter().all(|&(first, last)| is_outward(first, last));
    let firsts: BTreeSet<_> = pairs.iter().map(|pair| pair.0).collect();
    let lasts: BTreeSet<_> = pairs.iter().map(|pair| pair.1).collect();
    let product = firsts.iter().flat_map(|&first| lasts.iter().map(move |&last| (first, last)));
    product.filter(|&(first, last)| !all_outward || is_outward(first, last)).all(|pair| pairs.contains(&pair))
}

/// How the last leg of bent patterns lies to the one before.
fn turn(patterns: &[Pattern]) -> &'static str {
    let all = |is: fn((i8, i8), (i8, i8)) -> bool| {
        patterns.iter().all(|pattern| matches!(pattern.steps[..], [.., before, last] if is(before, last)))
    };
    match (all(is_straight_on), all(is_outward)) {
        (true, _) => ", in the same direction",
        (_, true) => ", outwards",
        _ => "",
    }
}

/// Whether a leg leads away from where the one before it came from.
fn is_outward((a, b): (i8, i8), (c, d): (i8, i8)) -> bool {
    i32::from(a) * i32::from(c) + i32::from(b) * i32::from(d) > 0
}

/// Whether a leg has the direction of the one before it.
fn is_straight_on((a, b): (i8, i8), (c, d): (i8, i8)) -> bool {
    is_outward((a, b), (c, d)) && i32::from(a) * i32::from(d) == i32::from(b) * i32::from(c)
}

/// The displacement of the first goal of a pattern; beyond any board it is the farthest that there are numbers for.
fn total(pattern: &Pattern) -> (i8, i8) {
    let sum = |of: fn(&(i8, i8)) -> i8| pattern.steps.iter().map(|step| i32::from(of(step))).sum::<i32>();
    let within = |sum: i32| sum.clamp(-i32::from(i8::MAX), i32::from(i8::MAX)) as i8;
    (within(sum(|step| step.0)), within(sum(|step| step.1)))
}

fn sorted((x, y): (i8, i8)) -> (i8, i8) {
    (x.abs().min(y.abs()), x.abs().max(y.abs()))
}

fn sentence(manner: &Manner, directions: &BTreeSet<(i8, i8)>, is_lame: bool) -> String {
    let pattern = &manner.pattern;
    format!("{} {}{}{}.", verb(pattern), way(manner, directions), condition(pattern, is_lame), from(pattern))
}

fn verb(pattern: &Pattern) -> &'static str {
    match (pattern.quiet, pattern.captures) {
        (true, true) => "It moves and captures",
        (true, false) => "It moves without capturing",
        _ => "It captures",
    }
}

/// Where it has to start.
fn from(pattern: &Pattern) -> &'static str {
    match pattern.starts {
        Some(_) => ", as a first move",
        None if pattern.along.is_some() => ", along the lines of the palaces",
        None => "",
    }
}

/// What has to stand on the way, or must not.
fn condition(pattern: &Pattern, is_lame: bool) -> String {
    match pattern.hop {
        Hop::None if is_lame => ", if the square on its way is empty".into(),
        Hop::None => String::new(),
        Hop::Next => ", over whatever stands first on its way, to the square right behind it".into(),
        Hop::Over(1) | Hop::OverOthers(1) => ", over exactly one piece, to the square right behind it".into(),
        Hop::Over(_) if pattern.repeats < FAR => {
            format!(", over exactly one piece, at most {} squares away", pattern.repeats)
        }
        Hop::Over(_) => ", over exactly one piece".into(),
        Hop::OverOthers(_) => ", over exactly one piece of another kind, and takes none of its own kind".into(),
    }
}

/// How far and where to.
fn way(manner: &Manner, directions: &BTreeSet<(i8, i8)>) -> String {
    let repeats = if manner.pattern.hop == Hop::None { manner.pattern.repeats } else { u8::MAX };
    stretch(manner.step, directions, (1, repeats))
}

fn stretch(step: (i8, i8), directions: &BTreeSet<(i8, i8)>, steps: Steps) -> String {
    match (step, steps.1) {
        ((0, 1) | (1, 1), _) => format!("{} {}", distance(steps), listed(&names(directions))),
        ((1, 2), 1) if directions.len() == 8 => "like the knight of chess".into(),
        ((1, 2), most @ ..FAR) if directions.len() == 8 => {
            format!("by up to {most} knight's leaps in one direction")
        }
        ((1, 2), _) if directions.len() == 8 => "by any number of knight's leaps in one direction".into(),
        (step, most) => leap(step, directions, most),
    }
}

fn distance(steps: Steps) -> String {
    match steps {
        (1, 1) => "one square".into(),
        (1, most @ 2..=9) => format!("up to {most} squares"),
        (1, _) => "any number of squares".into(),
        (least, most) if least == most => format!("exactly {least} squares"),
        (least, FAR..) => format!("at least {least} squares"),
        (least, most) => format!("{least} to {most} squares"),
    }
}

fn leap((short, long): (i8, i8), directions: &BTreeSet<(i8, i8)>, repeats: u8) -> String {
    let all = if short == 0 || short == long { 4 } else { 8 };
    let again = if repeats > 1 { ", once or several times" } else { "" };
    let size = match (short, long) {
        (0, long) => format!("{long} squares along a file or rank"),
        (short, long) if short == long => format!("{long} squares along a diagonal"),
        (short, long) => format!("{long} squares along a file or rank and {short} to the side"),
    };
    let towards = if directions.len() == all { String::new() } else { format!(" ({})", listed(&names(directions))) };
    format!("by a leap of {size}{towards}{again}")
}

/// The names of directions; a whole set has one.
fn names(directions: &BTreeSet<(i8, i8)>) -> Vec<String> {
    let has = |list: &[(i8, i8)]| {
        let is_in = |(x, y): &(i8, i8)| directions.iter().any(|(a, b)| (a.signum(), b.signum()) == (*x, *y));
        list.iter().all(is_in)
    };
    let are_straight = directions.iter().all(|&(x, y)| x == 0 || y == 0);
    if are_straight && has(&[(0, 1), (0, -1), (1, 0), (-1, 0)]) {
        return vec!["along files and ranks".into()];
    }
    if directions.iter().all(|&(x, y)| x.abs() == y.abs()) && has(&[(1, 1), (1, -1), (-1, 1), (-1, -1)]) {
        return vec!["diagonally".into()];
    }
    let name = |&(x, y): &(i8, i8)| match (x.signum(), y.signum()) {
        (0, 1) => "straight forward",
        (0, -1) => "straight backward",
        (_, 0) => "sideways",
        (_, 1) if x.abs() == y.abs() => "diagonally forward",
        (_, _) if x.abs() == y.abs() => "diagonally backward",
        (_, 1) => "forward",
        _ => "backward",
    };
    let side = |&(x, y): &(i8, i8)| match x.signum() {
        _ if directions.contains(&(-x, y)) => "",
        1 => " to the right",
        _ => " to the left",
    };
    let mut names: Vec<String> = Vec::new();
    for word in directions.iter().rev().map(|direction| format!("{}{}", name(direction), side(direction))) {
        if !names.contains(&word) {
            names.push(word);
        }
    }
    names
}

/// Words with commas and an "and".
pub fn listed(words: &[String]) -> String {
    joined(words, "and")
}

/// Words with commas and a last joining word.
pub fn joined(words: &[String], last: &str) -> String {
    match words {
        [] => "nothing".into(),
        [word] => word.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}
